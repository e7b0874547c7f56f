//! Koi-Koi: hanafuda for two, under any of five named rulesets or one's own.
//!
//! The rules are data: a [`Rules`] value with named knobs. Nothing in the play asks for a ruleset's name.
//!
//! ```
//! use game::{ActionList, Deals, Game, Ruleset, Seat};
//! use koikoi::{KoiKoi, Rules};
//!
//! let rules = Rules { rounds: 3, ..Rules::preset("japan").unwrap() };
//! let mut events = Vec::new();
//! let mut game = KoiKoi::start(&rules, 2, &Deals::Seed(7.into()), &mut events).unwrap();
//! let mut legal = ActionList::new();
//! while let Some(seat) = game.actors().iter().next() {
//!     game.legal(seat, &mut legal);
//!     let action = *legal.last().unwrap();
//!     game.play(seat, action, &mut events).unwrap();
//! }
//! assert!(events.last().unwrap().to_string().contains("the match"));
//! assert_eq!(game.scores()[Seat::FIRST] + game.scores()[Seat::FIRST.next(2)], 60, "zero-sum");
//! ```
//!
//! Code map: [`rules`] the knobs and presets, [`yaku`] the heart, `state` the match as a [`game::Game`], with its
//! `deal`, `turn` and `round`; `luck` what a deal may be, `view` what one sees, `check` whether it can be, `sample` a world that fits it, `look`
//! what search reads of that, [`event`] what happened and why, [`guide`] the rules as data for whoever explains them.

mod action;
mod check;
mod deal;
pub mod event;
pub mod guide;
mod lacks;
mod look;
mod luck;
mod months;
mod refusal;
mod round;
pub mod rules;
mod sample;
mod score;
mod state;
mod turn;
mod view;
pub mod yaku;

pub use action::{Action, BadAction};
pub use event::Event;
pub use guide::{Guide, Recipe};
pub use luck::{Luck, Where};
pub use refusal::Refusal;
pub use rules::Rules;
pub use score::{Factor, Score};
pub use state::KoiKoi;
pub use view::{Stage, Standing, View};
