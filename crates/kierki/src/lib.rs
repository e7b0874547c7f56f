//! Kierki: four players avoid what the deal is about, in seven types of deals.
//!
//! A match is a list of deals, each with its type and the seat that leads first. The rules are data: a [`Rules`] value with
//! named knobs, the list of deals among them.
//!
//! ```
//! use game::{ActionList, Deals, Game, Ruleset};
//! use kierki::{Kierki, Rules};
//!
//! let rules = Rules { end_early: true, ..Rules::preset("seven").unwrap() };
//! let mut events = Vec::new();
//! let mut game = Kierki::start(&rules, 4, &Deals::Seed(7.into()), &mut events).unwrap();
//! let mut legal = ActionList::new();
//! while let Some(seat) = game.actors().first() {
//!     game.legal(seat, &mut legal);
//!     game.play(seat, legal[0], &mut events).unwrap();
//! }
//! let points: i32 = game.scores().iter().map(|(_, points)| points).sum();
//! assert_eq!(points, 13 + 13 + 20 + 16 + 18 + 20 + 100, "every deal gives away all its points");
//! ```
//!
//! Code map: [`rules`] the knobs and presets, [`deal`] the types and what they cost, `state` what lies where, `course` the play, `view` what one sees of
//! it, `check` whether it can be, `sample` a world that fits it, [`event`] what happened, [`seats`] the letters N, E, S and W, [`guide`] the match as data for whoever
//! explains it.

mod action;
mod check;
mod course;
pub mod deal;
pub mod event;
pub mod guide;
mod refusal;
pub mod rules;
mod sample;
pub mod seats;
mod state;
mod view;

pub use action::{Action, BadAction};
pub use deal::{Cost, DealPlan, DealType};
pub use event::{DealResult, Event};
pub use guide::Guide;
pub use refusal::Refusal;
pub use rules::Rules;
pub use seats::{SEATS, letter, seat};
pub use state::Kierki;
pub use view::{Earlier, Stage, Trick, View};
