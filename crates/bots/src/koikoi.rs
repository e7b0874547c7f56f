//! Bots for Koi-Koi.
//!
//! From the bottom up: `greedy` plays by simple rules and `quick` by a glance, for playouts; `odds` is what the rest of a match is
//! worth, `ends` how a round may end, `sight` what a seat knows, `net` and `ready` what it makes of that, `mind` both at
//! work in a round; `method` is Koi-Koi's share of the search, `player` the levels that think, `learn` how the net learns, and
//! `train` from what.

mod ends;
mod greedy;
mod learn;
mod method;
mod mind;
mod net;
mod odds;
mod player;
mod quick;
mod ready;
mod sight;
#[cfg(test)]
mod tests;
mod train;

use game::{Seed, Viewer};
use koikoi::{Action, KoiKoi, View};

use crate::{Bot, Budget, Level, Levels, Ranked, Unit, won};

pub use greedy::Greedy;
pub use net::{BadNet, Net};
pub use train::{Progress, Training, strength};

impl Levels for KoiKoi {
    const UNIT: Unit = Unit::WinProbability;

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn bot(level: Level, seed: Seed, budget: Budget) -> Box<dyn Bot<KoiKoi>> {
        match level {
            Level::Beginner => Box::new(greedy::Forgetful { seed }),
            Level::Casual => Box::new(Greedy),
            Level::Club => Box::new(player::Club::new(seed)),
            Level::Strong => Box::new(player::Searcher::strong(seed, budget)),
            Level::Expert => Box::new(player::Searcher::expert(seed, budget)),
        }
    }

    fn rank(view: &View, legal: &[Action], seed: Seed, budget: Budget) -> Vec<Ranked<Action>> {
        player::Searcher::expert(seed, budget).rank(view, legal)
    }

    fn round(view: &View) -> u16 {
        view.round.into()
    }

    fn result(then: &View, now: &View) -> Option<f32> {
        let (outcome, Viewer::Seat(seat)) = (now.outcome.as_ref()?, then.viewer) else { return None };
        Some(won(outcome, seat))
    }
}
