//! The knobs and the named rulesets, as one table.

use game::rules::BadKnob;

/// A match ends after so many rounds, however few points are made.
pub const MOST_ROUNDS: u8 = 100;
/// So many wrong flips a seat has in a turn where not each discard allows only one.
const WRONG_FLIPS_PER_TURN: u8 = 8;

game::knobs! {
    title: "Kaboom";
    presets:
        standard: "five rounds; a wrong flip costs a card",
        short: "a single round of at most thirty turns each",
        gentle: "three rounds with a memory aid; a wrong flip costs nothing",
        party: "up to 100 points; wrong flips cost two cards, kaboom locks the caller's cards";

    // knob                                 standard  short   gentle  party
    /// The most seats at a table; the fewest are two.
    seats: u8 [2..=6]                       = [6,      6,      6,      6];
    /// Rounds in a match.
    rounds: u8 [1..=MOST_ROUNDS]            = [5,      1,      3,      5];
    /// The match ends with the round in which a total reaches this, whatever `rounds` says, but after 100 rounds at the
    /// latest; 0: it is played for rounds.
    until_score: u16 [0..=1000]             = [0,      0,      0,      100];
    /// Turns that each seat has in a round; then it ends and is scored as if the cards had run out.
    turn_limit: u8 [1..=200]                = [60,     30,     60,     60];
    /// Cards from the draw pile for a wrong flip.
    flip_penalty: u8 [0..=2]                = [1,      1,      0,      2];
    /// A seat that flipped wrongly may not flip again onto the same discard. Without it, it may flip wrongly eight times in a
    /// turn, whoever is in turn, so that every round ends.
    one_wrong_flip_per_discard: bool        = [true,   true,   true,   true];
    /// After kaboom the caller's cards can be neither flipped, swapped nor peeked at.
    lock_caller: bool                       = [false,  false,  false,  true];
    /// A caller whose sum is as low as another's counts as the lowest.
    caller_wins_ties: bool                  = [true,   true,   true,   true];
    /// Clients may show a player the cards that it has seen and where they lie now.
    memory_aid: bool                        = [false,  false,  true,   false];
}

impl Rules {
    /// How many wrong flips a seat has: onto one discard, or in one turn.
    pub(crate) fn wrong_flips(&self) -> u8 {
        if self.one_wrong_flip_per_discard { 1 } else { WRONG_FLIPS_PER_TURN }
    }

    /// Free wrong flips without end would show every card.
    fn contradictions(&self) -> Vec<BadKnob> {
        let mut bad = Vec::new();
        if self.flip_penalty == 0 && !self.one_wrong_flip_per_discard {
            let message =
                "is 0, and then `one_wrong_flip_per_discard` must be on, or wrong flips would be free"
                    .to_owned();
            bad.push(BadKnob { knob: "flip_penalty", message });
        }
        bad
    }
}
