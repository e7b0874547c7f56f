use game::{ActionList, Viewer};
use serde::Serialize;

use crate::{Budget, Levels, chance};

/// What a search counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// The probability to win the match, 0 to 1; a tie is half a win.
    WinProbability,
    /// Expected points in the rest of the match, more being better: a game of penalties counts below zero.
    Points,
}

/// What the search thinks of an action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice<A> {
    /// The action.
    pub action: A,
    /// What `worth` counts.
    pub unit: Unit,
    /// What it is worth.
    pub worth: f32,
    /// Half the width of the 95% interval around it.
    pub interval: f32,
    /// Whether it cannot be told from the best.
    pub equal: bool,
}

/// What the viewer may do, the best first; nothing if it may not act. It depends on the view alone: the same view gets the
/// same advice.
pub fn advise<G: Levels>(view: &G::View, budget: Budget) -> Vec<Advice<G::Action>> {
    let Viewer::Seat(seat) = G::viewer(view) else { return Vec::new() };
    let seed = 0.into();
    let mut legal = ActionList::new();
    // What is legal shows in the view, so it is the same in every world that fits.
    G::sample(view, &mut chance::of_decision(seed, view)).legal(seat, &mut legal);
    if legal.is_empty() {
        return Vec::new();
    }
    let advice = |ranked: crate::Ranked<G::Action>| Advice {
        action: ranked.action,
        unit: G::UNIT,
        worth: ranked.worth,
        interval: ranked.interval,
        equal: ranked.equal,
    };
    G::rank(view, &legal, seed, budget).into_iter().map(advice).collect()
}
