//! The levels that think: the net alone, and the net with a search.

use std::sync::Arc;

use game::{Game, Rng, Seed, Viewer};
use koikoi::{Action, KoiKoi, View};

use super::method::{Playout, Think, Worlds};
use super::mind::Mind;
use super::net;
use super::odds::Odds;
use super::quick::Quick;
use crate::search::search;
use crate::{Bot, Budget, Decision, Ranked, chance};

/// What an action may be worse by, in win probability, and still be done now and then by the net alone.
const TEMPERATURE: f32 = 0.006;

/// Playouts of the levels that search.
const PLAYOUTS: u32 = 1000;
/// How many playouts the net's first opinion counts for.
const PRIOR: f32 = 20.0;
/// How many turns the expert's playouts go on.
const TURNS: u32 = 5;

/// Follows the net's feeling, not always to the letter.
pub(super) struct Club {
    seed: Seed,
}

/// Searches, with the net for advice.
pub(super) struct Searcher {
    seed: Seed,
    budget: Budget,
    level: Depth,
}

/// What sets the best level apart from the one below.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// Counts the round's points, believes the other seat may hold any card, and plays out by a glance.
    Points,
    /// Counts match wins, learns from what the other seat passed over, and plays out as the net would.
    Match,
}

impl Club {
    pub(super) fn new(seed: Seed) -> Club {
        Club { seed }
    }
}

impl Bot<KoiKoi> for Club {
    fn decide(&mut self, view: &View, legal: &[Action], _must: bool) -> Option<Decision<Action>> {
        let Viewer::Seat(seat) = view.viewer else { return None };
        if legal.len() <= 1 {
            return legal.first().copied().map(Decision::at_once);
        }
        let mut chance = chance::of_decision(self.seed, view);
        let odds = Odds::of(&view.rules);
        let world = KoiKoi::sample(view, &mut chance);
        let mut best = (f32::MIN, None);
        Mind::new(net::house(), &odds, &world).judge(&world, seat, |action, worth| {
            // The greatest of the worths with Gumbel noise on each: a draw by their softmax.
            let uniform = ((chance.next_u32() >> 8) as f32 + 0.5) / (1 << 24) as f32;
            let noisy = worth - TEMPERATURE * (-uniform.ln()).ln();
            if noisy > best.0 && legal.contains(&action) {
                best = (noisy, Some(action));
            }
        });
        best.1.map(Decision::at_once)
    }
}

impl Searcher {
    pub(super) fn strong(seed: Seed, budget: Budget) -> Searcher {
        Searcher { seed, budget, level: Depth::Points }
    }

    pub(super) fn expert(seed: Seed, budget: Budget) -> Searcher {
        Searcher { seed, budget, level: Depth::Match }
    }

    /// What it thinks of each legal action, the best first.
    pub(super) fn rank(&self, view: &View, legal: &[Action]) -> Vec<Ranked<Action>> {
        let Viewer::Seat(seat) = view.viewer else { return Vec::new() };
        let mut chance = chance::of_decision(self.seed, view);
        let (odds, reads, playout) = match self.level {
            Depth::Points => {
                let quick = Box::new(Quick::new(&view.rules, 0));
                (Arc::new(Odds::of_points(&view.rules)), false, Playout::Glance(quick))
            }
            Depth::Match => (Odds::of(&view.rules), true, Playout::Turns(TURNS)),
        };
        let Some(worlds) = Worlds::new(view, reads, &mut chance) else { return Vec::new() };
        let mind = Mind::new(net::house(), &odds, worlds.any());
        let mut think = Think { mind, worlds, playout, prior: PRIOR };
        let playouts = self.budget.playouts.unwrap_or(PLAYOUTS);
        search(&mut think, view, seat, legal, playouts, self.budget.deadline, &mut chance)
    }
}

impl Bot<KoiKoi> for Searcher {
    fn decide(&mut self, view: &View, legal: &[Action], _must: bool) -> Option<Decision<Action>> {
        if legal.len() <= 1 {
            return legal.first().copied().map(Decision::at_once);
        }
        self.rank(view, legal).first().map(|ranked| Decision::at_once(ranked.action))
    }
}
