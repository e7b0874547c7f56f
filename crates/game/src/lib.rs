//! What every game of the house is: seats, seeds, actions, events, views, and the [`Game`] trait that ties them
//! together.
//!
//! A match is exactly its rules, its [`Deals`] and the list of actions. From these a [`Record`] plays it again to the
//! same [`StateHash`], in any process and build; here with the [`toy`] game:
//!
//! ```
//! use game::toy::{HighCard, Move};
//! use game::{Game, Record};
//!
//! let record = Record::<HighCard> {
//!     rules: (),
//!     seats: 2,
//!     deals: game::Deals::Seed(7.into()),
//!     actions: vec![(game::Seat::FIRST, Move::Take)],
//! };
//! let mut events = Vec::new();
//! let state = record.replay(&mut events).unwrap();
//! assert!(!state.is_over());
//! assert_eq!(state.hash(), record.replay(&mut ()).unwrap().hash());
//! ```
//!
//! [`check`](check::check) holds a game to the contract of the trait; every game's tests call it with thousands of seeds.

mod actions;
pub mod check;
mod deals;
mod fair;
mod game;
mod hash;
mod hex;
mod impossible;
mod outcome;
mod record;
pub mod rules;
mod seat;
mod seed;
mod sink;
mod text;
pub mod toy;

pub use actions::ActionList;
pub use deals::{BadDeal, Deals, Decks};
pub use fair::{BadCommitment, BadEntropy, Commitment, Entropy, FairDeal};
pub use game::Game;
pub use hash::{BadHash, Digest, StateHash};
pub use impossible::Impossible;
pub use outcome::Outcome;
pub use rand_core::{Rng, SeedableRng};
pub use record::{Record, Refused, ReplayError};
pub use rules::Ruleset;
pub use seat::{MAX_SEATS, Seat, SeatSet, Seats, Viewer};
pub use seed::{BadSeed, Purpose, Seed, Stream, below, shuffle};
#[doc(hidden)]
pub use serde;
pub use sink::Sink;
pub use text::Text;
