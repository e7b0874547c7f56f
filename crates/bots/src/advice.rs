use game::{ActionList, Viewer};
use serde::{Deserialize, Serialize};

use crate::{Budget, Levels, Ranked, chance};

/// What a search counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// The probability to win the match, 0 to 1; a tie is half a win.
    WinProbability,
    /// Expected points, more being better: a game of penalties counts below zero. [`Levels::UNIT`] says of how much play.
    Points,
}

/// What the viewer may do, the best first and the others by what they are worth; nothing if it may not act. It depends on the
/// view alone: the same view gets the same advice.
pub fn advise<G: Levels>(view: &G::View, budget: Budget) -> Vec<Ranked<G::Action>> {
    let Viewer::Seat(seat) = G::viewer(view) else { return Vec::new() };
    let seed = 0.into();
    let mut legal = ActionList::new();
    // What is legal shows in the view, so it is the same in every world that fits.
    G::sample(view, &mut chance::of_decision(seed, view)).legal(seat, &mut legal);
    if legal.is_empty() {
        return Vec::new();
    }
    let mut ranked = G::rank(view, &legal, seed, budget);
    if let Some(best) = ranked.first().map(|best| best.worth) {
        // What was dropped early has met few worlds, perhaps lucky ones: in those the best did better still.
        ranked.iter_mut().for_each(|one| one.worth = one.worth.min(best));
        ranked.sort_by(|one, other| other.worth.total_cmp(&one.worth));
    }
    ranked
}
