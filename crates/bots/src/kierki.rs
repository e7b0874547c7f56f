//! Bots for Kierki.
//!
//! `table` is a deal laid open, `spot` what the seat in turn knows of it, `policy` how a deal is played out quickly, `rules` the
//! prices of cards by rules of thumb; `simple` and `monte_carlo` are the players.

mod monte_carlo;
mod policy;
mod rules;
mod simple;
mod spot;
mod table;

use game::{Seed, Viewer};
use kierki::{Action, Kierki, View};

use crate::{Bot, Budget, Level, Levels, Ranked, Unit};
use monte_carlo::MonteCarlo;
use rules::RuleOfThumb;
use simple::{Beginner, Casual};

impl Levels for Kierki {
    /// Of the running deal: what later deals cost does not depend on the card.
    const UNIT: Unit = Unit::Points;

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn bot(level: Level, seed: Seed, budget: Budget) -> Box<dyn Bot<Kierki>> {
        let monte_carlo =
            |playouts| Box::new(MonteCarlo { policy: RuleOfThumb, playouts, seed, budget, noise: 0.01 });
        match level {
            Level::Beginner => Box::new(Beginner { seed }),
            Level::Casual => Box::new(Casual),
            Level::Club => monte_carlo(200),
            Level::Strong => monte_carlo(2_000),
            Level::Expert => monte_carlo(5_000),
        }
    }

    fn rank(view: &View, legal: &[Action], seed: Seed, budget: Budget) -> Vec<Ranked<Action>> {
        MonteCarlo { policy: RuleOfThumb, playouts: 5_000, seed, budget, noise: 0.01 }.rank(view, legal)
    }
}
