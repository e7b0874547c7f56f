use std::hash::Hash;
use std::time::Duration;

use game::{Rng, Seat, Seed};
use kaboom::{Stage, View};

use crate::chance;

/// Nobody sees a card, knows it and moves a hand in less.
pub(crate) const QUICKEST: Duration = Duration::from_millis(250);
const SLOWEST: Duration = Duration::from_secs(5);
/// A turn takes at least so long, for others must be able to see what was discarded.
const SHORTEST_MOVE: Duration = Duration::from_millis(800);
const LONGEST_MOVE: Duration = Duration::from_secs(3);

/// How quick a player is: a bot must not win flips by reflex.
///
/// Times are log-normal, as people's reaction times nearly are, and follow from the seed and what they answer: asked again about
/// the same thing, a bot does not become quicker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pace {
    /// Half of its flips come sooner, in seconds.
    pub(crate) flip: f64,
    /// And of its moves in turn.
    pub(crate) turn: f64,
}

impl Pace {
    /// From the discard to the flip onto it.
    pub(crate) fn flip(self, seed: Seed, own: Seat, view: &View) -> Duration {
        let drawn = log_normal(seed, &(b"flip", own, view.discard), self.flip, 0.35);
        drawn.clamp(QUICKEST, SLOWEST)
    }

    /// For a move in turn. Looking takes longer than any of them, for there are three cards to remember.
    pub(crate) fn turn(self, seed: Seed, own: Seat, view: &View) -> Duration {
        let drawn =
            log_normal(seed, &(b"turn", own, view.discard, view.turn_number, view.stage), self.turn, 0.4);
        let drawn = drawn.clamp(SHORTEST_MOVE, LONGEST_MOVE);
        if view.stage == Stage::Ready { drawn + SHORTEST_MOVE } else { drawn }
    }
}

fn log_normal(seed: Seed, what: &impl Hash, median: f64, spread: f64) -> Duration {
    let mut chance = chance::of_decision(seed, what);
    // Twelve draws from 0 to 1 have a variance of one, and nearly a normal distribution.
    let normal = (0..12).map(|_| f64::from(chance.next_u32()) / f64::from(u32::MAX)).sum::<f64>() - 6.0;
    Duration::from_secs_f64(median * (spread * normal).exp())
}
