//! The contract of [`game::Game`], over thousands of seeded matches.
//!
//! Of all legal actions most are flips, so all actions equally likely means wrong flips in every phase and full hands. The other
//! half of the matches has a flip now and then, in every phase, so that rounds go their whole way.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use game::check::{Report, check_by};
use game::{Game, Ruleset, Seat, Stream, Viewer, below};
use kaboom::{Action, Kaboom, Rules};

/// Matches of each kind and deal, so four times as many in all.
const SEEDS: u64 = 250;

/// A player that picks all actions equally often, or prefers to draw and use abilities; it remembers the stages in which it
/// flipped.
#[derive(Default)]
struct Player {
    seldom: bool,
    flipped_in: BTreeSet<String>,
}

impl Player {
    fn pick(&mut self, state: &Kaboom, legal: &[(Seat, Action)], rng: &mut Stream) -> usize {
        let flips = legal.iter().filter(|(_, action)| action.is_flip()).count();
        // An ability is a rare moment, so flips are likelier in it.
        let in_ability = legal.iter().any(|(_, action)| *action == Action::Decline);
        let weight = |action: Action| match action {
            _ if !self.seldom || flips == legal.len() => 1,
            Action::Flip { .. } if in_ability => 1 + flips as u32 / 8,
            Action::Flip { .. } => 1 + flips as u32,
            Action::Take { .. } => 24,
            Action::Kaboom => 16,
            Action::Keep { .. } | Action::Discard => 8,
            _ => 1,
        };
        let pick = loop {
            let pick = below(rng, legal.len() as u32) as usize;
            if below(rng, weight(legal[pick].1)) == 0 {
                break pick;
            }
        };
        if legal[pick].1.is_flip() {
            let stage = format!("{:?}", state.view(Viewer::Spectator).stage);
            self.flipped_in.insert(stage.split('(').next().unwrap().to_owned());
        }
        pick
    }
}

/// Two rounds show all that several can.
fn contract(rules: &Rules, seats: usize) {
    let rules = &Rules { rounds: rules.rounds.min(2), ..rules.clone() };
    for seldom in [false, true] {
        let mut player = Player { seldom, ..Player::default() };
        let seeds = if seldom { SEEDS..2 * SEEDS } else { 0..SEEDS };
        let report =
            check_by(rules, seats, seeds, |state, legal, rng| player.pick(state, legal, rng)).unwrap();
        println!("{seats} seats: {report:?}");
        let Report { matches, twins, twins_apart, .. } = report;
        assert_eq!(matches as u64, 2 * SEEDS);
        assert_eq!(twins as u64, SEEDS * (seats as u64 + 1));
        assert_eq!(twins_apart, 0, "what a viewer cannot see never shows in what the others do");
        let stages = ["Drawn", "FirstMove", "PeekAgain", "Pick", "Spent", "SwapWith"];
        let everywhere = player.flipped_in.iter().eq(stages);
        assert!(everywhere || !seldom, "flips in every phase, not only {:?}", player.flipped_in);
    }
}

/// One test per table, so that they run side by side.
macro_rules! contracts {
    ($($name:ident: $preset:literal, $seats:literal;)*) => {$(
        #[test]
        fn $name() {
            contract(&Rules::preset($preset).unwrap(), $seats);
        }
    )*};
}

contracts! {
    standard_for_two: "standard", 2;
    standard_for_three: "standard", 3;
    standard_for_four: "standard", 4;
    standard_for_six: "standard", 6;
    short_for_two: "short", 2;
    short_for_five: "short", 5;
    gentle_for_three: "gentle", 3;
    party_for_two: "party", 2;
    party_for_four: "party", 4;
}

/// Many wrong flips onto one discard, and a short limit.
#[test]
fn without_a_limit_of_one_wrong_flip() {
    let standard = Rules::preset("standard").unwrap();
    let rules =
        Rules { one_wrong_flip_per_discard: false, turn_limit: 4, caller_wins_ties: false, ..standard };
    contract(&rules, 2);
    contract(&rules, 4);
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<Kaboom>() < 1536, "{} bytes", size_of::<Kaboom>());
}
