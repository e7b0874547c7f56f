//! Players that are programs. A bot gets a view and the legal actions, never a state: it cannot see a hidden card.
//!
//! Every game has the same five [`Level`]s. A bot decides by its seed and what it is shown, and by nothing else: asked the same
//! twice, it answers the same.
//!
//! ```
//! use bots::{Budget, Level, Levels};
//! use game::{ActionList, Deals, Game, Ruleset, Viewer};
//! use koikoi::{KoiKoi, Rules};
//!
//! let rules = Rules::preset("months").unwrap();
//! let mut game = KoiKoi::start(&rules, 2, &Deals::Seed(1.into()), &mut ()).unwrap();
//! let mut bot = KoiKoi::bot(Level::Casual, 7.into(), Budget::default());
//! let mut legal = ActionList::new();
//! while let Some(seat) = game.awaited().first() {
//!     game.legal(seat, &mut legal);
//!     let decision = bot.decide(&game.view(Viewer::Seat(seat)), &legal, true).unwrap();
//!     game.play(seat, decision.action, &mut ()).unwrap();
//! }
//! assert!(game.outcome().is_some());
//! ```
//!
//! [`advise`] tells a person what the search thinks of each action, and [`review`](review()) what it thinks of a whole match.

mod advice;
mod chance;
pub mod contest;
pub mod kaboom;
pub mod kierki;
pub mod koikoi;
mod level;
mod review;
pub mod search;
pub mod tally;

use std::time::Duration;

use game::{Game, Outcome, Seat, Seed, Viewer};

pub use advice::{Unit, advise};
pub use chance::Chance;
pub use level::{Level, UnknownLevel};
pub use review::{MOST_DECISIONS, Moment, MomentKind, NoReview, Point, Review, review};
pub use search::{Budget, Ranked};

/// Somebody who decides on a view alone.
pub trait Bot<G: Game>: Send {
    /// One of the legal actions, which are ascending and never empty; `None`, to let things be, only if it need not act: `must` is
    /// true where the clock runs for its seat.
    fn decide(&mut self, view: &G::View, legal: &[G::Action], must: bool) -> Option<Decision<G::Action>>;
}

/// What a bot wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision<A> {
    /// The action.
    pub action: A,
    /// How long it takes to do so, as a person would: it stands only if the action is still legal then.
    pub after: Duration,
}

impl<A> Decision<A> {
    /// The action without delay.
    pub fn at_once(action: A) -> Self {
        Decision { action, after: Duration::ZERO }
    }
}

/// A game that the house has bots for.
pub trait Levels: Game {
    /// What [`Ranked::worth`] counts.
    const UNIT: Unit;

    /// Who looks.
    fn viewer(view: &Self::View) -> Viewer;

    /// A player of this level. All its chance comes from the seed and from what it is shown.
    fn bot(level: Level, seed: Seed, budget: Budget) -> Box<dyn Bot<Self>>;

    /// What the best search thinks of each legal action, the best first.
    fn rank(
        view: &Self::View,
        legal: &[Self::Action],
        seed: Seed,
        budget: Budget,
    ) -> Vec<Ranked<Self::Action>>;

    /// Provided: the same for just these actions, ascending, where [`Levels::rank`] leaves out what is not worth a thought.
    fn compare(
        view: &Self::View,
        actions: &[Self::Action],
        seed: Seed,
        budget: Budget,
    ) -> Vec<Ranked<Self::Action>> {
        Self::rank(view, actions, seed, budget)
    }

    /// The round or deal, from 1.
    fn round(view: &Self::View) -> u16;

    /// What has become of that which [`Ranked::worth`] estimated for the viewer `then`, counted alike; `None` while it is open.
    fn result(then: &Self::View, now: &Self::View) -> Option<f32>;
}

/// The seat's share of having won the match.
fn won(outcome: &Outcome, seat: Seat) -> f32 {
    let winners = outcome.winners();
    if winners.contains(seat) { 1.0 / winners.len() as f32 } else { 0.0 }
}
