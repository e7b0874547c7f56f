//! The levels that think: the net alone, and the net with a search.

use std::sync::Arc;

use game::{Game, Rng, Seed, Viewer};
use koikoi::{Action, KoiKoi, View};

use super::method::{Think, Worlds};
use super::mind::Mind;
use super::net;
use super::odds::Odds;
use super::quick::Quick;
use crate::search::search;
use crate::{Bot, Budget, Decision, Ranked, chance};

/// What an action may be worse by, in win probability, and still be done now and then by the net alone.
const TEMPERATURE: f32 = 0.01;

/// Follows the net's feeling, not always to the letter.
pub(super) struct Club {
    seed: Seed,
}

/// Searches, with the net for advice.
pub(super) struct Searcher {
    seed: Seed,
    budget: Budget,
    strong: bool,
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
        Searcher { seed, budget, strong: true }
    }

    pub(super) fn expert(seed: Seed, budget: Budget) -> Searcher {
        Searcher { seed, budget, strong: false }
    }

    /// What it thinks of each legal action, the best first.
    pub(super) fn rank(&mut self, view: &View, legal: &[Action]) -> Vec<Ranked<Action>> {
        let Viewer::Seat(seat) = view.viewer else { return Vec::new() };
        let mut chance = chance::of_decision(self.seed, view);
        let strong = self.strong;
        let Some(worlds) = Worlds::new(view, if strong { 1 } else { 8 }, &mut chance) else {
            return Vec::new();
        };
        let odds = if strong { Arc::new(Odds::of_points(&view.rules)) } else { Odds::of(&view.rules) };
        let mut think = Think {
            mind: Mind::new(net::house(), &odds, worlds.any()),
            worlds,
            turns: if strong { 99 } else { 1 },
            half: true,
            quick: strong.then(|| Quick::new(&view.rules, 0)),
            prior: if strong { 50.0 } else { 20.0 },
        };
        let playouts = self.budget.playouts.unwrap_or(if strong { 1000 } else { 4000 });
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
