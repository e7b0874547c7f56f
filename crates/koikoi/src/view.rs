use cards::hanafuda::{Card, LIGHTNING, Month, Set};
use game::{Game, Outcome, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};

use crate::event::RoundResult;
use crate::rules::Rules;
use crate::score::Score;
use crate::state::{KoiKoi, SEATS};
use crate::yaku::Made;

/// All that a viewer may know of a match, with everything that a table shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The knobs.
    pub rules: Rules,
    /// Which round, from 1.
    pub round: u8,
    /// The round's month.
    pub month: Month,
    /// Who dealt.
    pub dealer: Seat,
    /// Whose turn it is, or was when play ended.
    pub turn: Seat,
    /// What the seat in turn has to do.
    pub stage: Stage,
    /// The viewer's hand; empty for a spectator.
    pub hand: Set,
    /// How many cards each holds.
    pub hand_sizes: Seats<u8>,
    /// The cards face-up on the field, without one that waits for a choice.
    pub field: Set,
    /// The captured cards of each seat.
    pub piles: Seats<Set>,
    /// What the seat in turn has captured in this turn.
    pub captured: Set,
    /// How many cards the draw pile has.
    pub draw_pile: u8,
    /// The totals, without this round.
    pub scores: Seats<i32>,
    /// Each seat's koi-koi calls in this round.
    pub calls: Seats<u8>,
    /// The base points at which koi-koi was called last in this round; 0 if it was not.
    pub called_at: u16,
    /// What each seat has played from its hand in this round.
    pub played: Seats<Set>,
    /// What each seat has shown not to hold: whoever must capture and lays a card down has no match for the field.
    pub lacks: Seats<Set>,
    /// What would have matched the field whenever the seat laid a card down instead. Where nobody must capture, it most likely
    /// does not hold these either.
    pub passed: Seats<Set>,
    /// How each seat stands in this round.
    pub standing: Seats<Standing>,
    /// While koi-koi or stop is to be decided: the yaku that are new or better.
    pub fresh: Vec<Made>,
    /// How the round before ended; of a finished match, the last one.
    pub last: Option<RoundResult>,
    /// How the match ended.
    pub outcome: Option<Outcome>,
}

/// What the seat in turn has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "to", content = "card", rename_all = "kebab-case")]
pub enum Stage {
    /// Play a card.
    Play,
    /// Choose what the card played from the hand takes.
    ChooseForHand(Card),
    /// Choose what the card drawn takes.
    ChooseForDrawn(Card),
    /// Call koi-koi or stop.
    Decide,
    /// Nothing: the match is over.
    Over,
    /// Nothing: the record of the match has no deck for the next deal.
    NoDeck,
}

/// How a seat stands in the round.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Standing {
    /// The yaku so far.
    pub yaku: Vec<Made>,
    /// The sum of their points.
    pub base: u16,
    /// What the points would be multiplied by now.
    pub multiplier: i32,
    /// What stopping now would score, and how: with bonuses that count only then. Of use once there is a yaku.
    pub stopping: Score,
}

impl View {
    /// The cards of the field that this card would take, or could choose from, if it were played now.
    pub fn takes(&self, card: Card) -> Set {
        let wild = card == LIGHTNING && self.rules.wild_lightning;
        if wild { self.field } else { self.field & card.month().cards() }
    }

    pub(crate) fn new(state: &KoiKoi, viewer: Viewer) -> View {
        let seats = |of: &dyn Fn(Seat) -> Set| Seats::from_fn(SEATS, of);
        let turn_pile = state.piles[state.turn.index()];
        let waiting = match state.stage {
            Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card) => card.into(),
            Stage::Play | Stage::Decide | Stage::Over | Stage::NoDeck => Set::EMPTY,
        };
        View {
            viewer,
            rules: state.rules().clone(),
            round: state.round,
            month: state.month(),
            dealer: state.dealer,
            turn: state.turn,
            stage: state.stage,
            hand: match viewer {
                Viewer::Seat(seat) => state.hand(seat),
                Viewer::Spectator => Set::EMPTY,
            },
            hand_sizes: Seats::from_fn(SEATS, |seat| state.hand(seat).len() as u8),
            field: state.field - waiting,
            piles: state.piles.into(),
            captured: turn_pile - state.pile_before,
            draw_pile: state.rest_of_draw_pile().len() as u8,
            scores: state.scores(),
            calls: state.calls.into(),
            called_at: state.called_at,
            played: seats(&|seat| state.dealt[seat.index()] - state.hand(seat)),
            lacks: seats(&|seat| state.lacks(seat)),
            passed: seats(&|seat| state.passed(seat)),
            standing: Seats::from_fn(SEATS, |seat| state.standing(seat)),
            fresh: if state.stage == Stage::Decide { state.fresh() } else { Vec::new() },
            last: state.last.as_ref().map(|last| state.result(last)),
            outcome: state.outcome(),
        }
    }
}

impl KoiKoi {
    fn standing(&self, seat: Seat) -> Standing {
        let made = self.yakus(seat, self.piles[seat.index()], false);
        let stopping = self.score(seat);
        Standing { yaku: made.made(), base: made.base(), multiplier: stopping.multiplier(), stopping }
    }

    /// The yaku of the seat in turn that are new or better in this turn.
    pub(crate) fn fresh(&self) -> Vec<Made> {
        let before = self.yakus(self.turn, self.pile_before, false);
        self.yakus(self.turn, self.piles[self.turn.index()], false).risen_since(&before)
    }
}
