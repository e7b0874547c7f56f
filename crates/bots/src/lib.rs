//! Players that are programs. A bot gets a view and the legal actions, never a state: it cannot see a hidden card.
//!
//! ```
//! use bots::Bot;
//! use game::{ActionList, Deals, Game, Ruleset, Viewer};
//! use koikoi::{KoiKoi, Rules};
//!
//! let rules = Rules::preset("months").unwrap();
//! let mut game = KoiKoi::start(&rules, 2, &Deals::Seed(1.into()), &mut ()).unwrap();
//! let mut legal = ActionList::new();
//! while let Some(seat) = game.actors().first() {
//!     game.legal(seat, &mut legal);
//!     let action = bots::koikoi::Greedy.choose(&game.view(Viewer::Seat(seat)), &legal);
//!     game.play(seat, action, &mut ()).unwrap();
//! }
//! assert!(game.outcome().is_some());
//! ```

use game::Game;

pub mod kaboom;
pub mod kierki;
pub mod koikoi;

/// Somebody who decides on a view alone.
pub trait Bot<G: Game> {
    /// One of the legal actions, which are ascending and never empty.
    fn choose(&mut self, view: &G::View, legal: &[G::Action]) -> G::Action;

    /// Provided: what it does of its own accord, when it may act and perhaps nobody waits for it; `None` to let things be.
    fn react(&mut self, _view: &G::View, _legal: &[G::Action]) -> Option<G::Action> {
        None
    }
}
