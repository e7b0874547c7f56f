//! How a round may end, in the few classes that the net tells apart.

use game::{Game, Seat};
use koikoi::rules::{AfterDraw, AfterWin};
use koikoi::{KoiKoi, Stage};

use super::odds::Odds;

/// The classes: nobody scores, the seat does, the other one does.
pub(super) const ENDS: usize = 1 + 2 * CLASSES;

const CLASSES: usize = 13;
/// The most points of each class; the last has no limit.
const UP_TO: [i32; CLASSES] = [1, 2, 3, 4, 5, 6, 8, 11, 15, 19, 27, 39, i32::MAX];
/// The points that a class stands for.
const TYPICAL: [i32; CLASSES] = [1, 2, 3, 4, 5, 6, 8, 10, 14, 18, 24, 32, 48];

/// The class of a round that changed the seat's lead by so much, where a stake is paid by the loser.
pub(super) fn class(gain: i32, stake: bool) -> usize {
    let points = if stake { gain / 2 } else { gain };
    let class = |points: i32| UP_TO.iter().position(|most| points <= *most).unwrap_or(CLASSES - 1);
    match points {
        0 => 0,
        1.. => 1 + class(points),
        _ => 1 + CLASSES + class(-points),
    }
}

/// What each end of the round would be worth to a seat: its probability to win the match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ends(pub(super) [f32; ENDS]);

impl Ends {
    /// Seen from a state in the round.
    pub(super) fn new(odds: &Odds, state: &KoiKoi, seat: Seat) -> Ends {
        let rules = state.rules();
        let (left, lead, deals) = (odds.left_after(state.round()), state.lead(seat), state.dealer() == seat);
        let after_win = |wins: bool| match rules.dealer_after_win {
            AfterWin::Winner => wins,
            AfterWin::Same => deals,
            AfterWin::Swaps => !deals,
        };
        let after_draw = deals == (rules.dealer_after_draw == AfterDraw::Same);
        let times = if rules.stake > 0 { 2 } else { 1 };
        Ends(std::array::from_fn(|end| match end {
            0 => odds.win(left, after_draw, lead),
            end if end <= CLASSES => odds.win(left, after_win(true), lead + times * TYPICAL[end - 1]),
            end => odds.win(left, after_win(false), lead - times * TYPICAL[end - 1 - CLASSES]),
        }))
    }

    /// The same between -1 and 1, with the draw at 0: only the differences bear on play.
    pub(super) fn shape(&self) -> [f32; ENDS] {
        let (draw, span) = (self.0[0], (self.0[CLASSES] - self.0[2 * CLASSES]).max(1e-6));
        self.0.map(|worth| (worth - draw) / span)
    }
}

/// What a state is worth to the seat at the start of a round or after the match.
pub(super) fn settled(odds: &Odds, state: &KoiKoi, seat: Seat) -> f32 {
    let left = if state.stage() == Stage::Over { 0 } else { state.rules().rounds + 1 - state.round() };
    odds.win(left, state.dealer() == seat, state.scores()[seat] - state.scores()[seat.next(2)])
}
