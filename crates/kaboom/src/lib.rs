//! Kaboom: a game of memory for two to six with a French deck, in which anybody may flip a matching card at any moment.
//!
//! Play goes in turns, except for flips: every seat with a legal flip is in [`Game::actors`](game::Game::actors) beside
//! the seat in turn, and only the latter is awaited. A flip names the discard it is aimed at, so that one that comes too
//! late is refused and never judged against another card.
//!
//! ```
//! use game::{Deals, Game, Ruleset, Seat};
//! use kaboom::{Action, Kaboom, Rules};
//!
//! let rules = Rules { rounds: 1, ..Rules::preset("standard").unwrap() };
//! let mut events = Vec::new();
//! let mut game = Kaboom::start(&rules, 3, &Deals::Seed(7.into()), &mut events).unwrap();
//! for seat in Seat::all(3) {
//!     game.play(seat, Action::Look, &mut events).unwrap();
//!     game.play(seat, Action::Ready, &mut events).unwrap();
//! }
//! game.play(Seat::FIRST, Action::Kaboom, &mut events).unwrap();
//! while let Some(seat) = game.awaited().first() {
//!     assert!(game.actors().contains(seat));
//!     game.play(seat, game.default_action(seat), &mut events).unwrap();
//! }
//! assert!(events.last().unwrap().to_string().contains("wins the match"));
//! let late = "flip 1.2 @1".parse().unwrap();
//! assert_eq!(game.check(Seat::FIRST, late), Err(kaboom::Refusal::MatchOver));
//! ```
//!
//! Code map: [`rules`] the knobs and presets, `ability` what cards do and count, `state` the match and what may be done in it,
//! `places` what lies where, `turn` and `flip` what is done, `round` from the deal to the score, `knowledge` who has seen what,
//! `view` what one sees of it all, `check` whether it can be, `sample` a world that fits it, `world` what search sees of that,
//! [`event`] what happened, [`guide`] the rules as data for whoever explains them.

mod ability;
mod action;
mod check;
pub mod event;
mod flip;
pub mod guide;
mod knowledge;
mod places;
mod refusal;
mod round;
pub mod rules;
mod sample;
mod stage;
mod state;
mod turn;
mod view;
mod world;

pub use ability::{Ability, value};
pub use action::{Action, BadAction, Spot};
pub use event::Event;
pub use guide::Guide;
pub use refusal::Refusal;
pub use rules::Rules;
pub use stage::Stage;
pub use state::Kaboom;
pub use view::{Gift, Held, Laid, View};
pub use world::World;
