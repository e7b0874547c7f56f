//! The two decks of the house, and sets of their cards.
//!
//! A card is a small number with a text code; a [`Set`] of cards is one 64-bit mask. Both decks work alike, so the
//! rest of the house is written once.
//!
//! ```
//! use cards::{Set, hanafuda, french};
//!
//! let field: Set<hanafuda::Card> = "1-crane 3-curtain 9-cup".parse().unwrap();
//! assert_eq!(field.len(), 3);
//! assert_eq!((field & hanafuda::LIGHTS).to_string(), "1-crane 3-curtain");
//!
//! let queen: french::Card = "QH".parse().unwrap();
//! assert_eq!(queen.symbol(), "Q♥");
//! assert_eq!(hanafuda::CURTAIN.japanese(), "桜に幕");
//! ```

mod card;
pub mod french;
pub mod hanafuda;
mod set;

pub use card::{BadCard, Card, quoted};
pub use set::{Iter, Set};
