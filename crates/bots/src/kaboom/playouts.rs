use game::{Game, Seat};
use kaboom::{Kaboom, View, value};

use super::habits::Habits;
use super::reading::Reading;
use crate::Chance;
use crate::search::Method;

/// A playout goes on for so many turns of each seat at most; then the cards are counted as they lie.
const TURNS: u16 = 20;
/// Actions in a playout: far more than any needs.
const MOST_ACTIONS: usize = 4000;
/// How far the points of a round lie from their mean, for one seat.
const SPREAD: f32 = 15.0;
/// Points of a round, in the mean.
const ROUND: i32 = 18;

/// Playouts to the end of the round by habit, in worlds drawn with an opinion about what the others hold.
pub(crate) struct Playouts<'a> {
    reading: Reading<'a>,
    round: u8,
    last_turn: u16,
    /// How wide the totals will be spread by the rounds after this one; 0 in the last.
    spread: f32,
}

impl<'a> Playouts<'a> {
    pub(crate) fn new(view: &'a View, reading: Reading<'a>) -> Self {
        let seats = view.hands.len() as u16;
        let last_turn = view.turn_number + TURNS * seats;
        let rounds = rounds_left(view) as f32;
        // Of totals with independent noise of the softmin's kind, the difference has this standard deviation.
        let spread = SPREAD * (2.0 * rounds).sqrt() * 3.0_f32.sqrt() / std::f32::consts::PI;
        Playouts { reading, round: view.round, last_turn, spread }
    }

    /// The chance to win the match with these totals, more being worse; a tie is shared.
    fn win(&self, totals: &[i32], own: Seat) -> f32 {
        let lowest = totals.iter().copied().min().unwrap_or(0);
        let weight = |total: i32| match self.spread > 0.0 {
            true => (-((total - lowest) as f32) / self.spread).exp(),
            false => f32::from(u8::from(total == lowest)),
        };
        weight(totals[own.index()]) / totals.iter().map(|total| weight(*total)).sum::<f32>()
    }
}

/// Rounds of the match after this one.
fn rounds_left(view: &View) -> u8 {
    let rules = &view.rules;
    if rules.until_score == 0 {
        return rules.rounds.saturating_sub(view.round);
    }
    let most = view.scores.iter().map(|(_, score)| *score).max().unwrap_or(0);
    ((i32::from(rules.until_score) - most) / ROUND).clamp(0, 20) as u8
}

impl Method<Kaboom> for Playouts<'_> {
    fn world(&mut self, _: &View, chance: &mut Chance) -> (Kaboom, f32) {
        (self.reading.world(chance), 1.0)
    }

    fn playout(&mut self, state: &mut Kaboom, seat: Seat, chance: &mut Chance) -> f32 {
        for _ in 0..MOST_ACTIONS {
            if state.round() != self.round || state.world().turn_number() > self.last_turn {
                break;
            }
            let Some(awaited) = state.awaited().first() else { break };
            let (actor, action) = Habits::USUAL.next(state, awaited, chance);
            state.apply(actor, action, &mut ());
        }
        let mut totals = [0; game::MAX_SEATS];
        let totals = &mut totals[..state.seats()];
        for (total, (_, score)) in totals.iter_mut().zip(state.scores().iter()) {
            *total = *score;
        }
        if state.round() == self.round && state.outcome().is_none() {
            for (total, seat) in totals.iter_mut().zip(Seat::all(state.seats())) {
                *total += state.world().hand(seat).map(|(_, card)| value(card)).sum::<i32>();
            }
        }
        self.win(totals, seat)
    }
}
