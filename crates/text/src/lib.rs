//! The house for whoever has no more than a terminal and a connection: `nc host port` is enough to play.
//!
//! A [`Session`] is what one visitor sees and types, without any socket or clock: lines and [`News`] of the house go in, text and
//! [`Ask`]s come out. [`Filter`] makes lines of bytes, and [`serve`] puts both between a stream and a house.
//!
//! ```
//! use text::{Ask, News, Session};
//!
//! let mut session = Session::new("Tefuda", true);
//! assert!(session.take_output().ends_with("Your name? "));
//! session.line("Ada");
//! assert!(matches!(session.take_ask(), Some(Ask::Enter { name: Some(name) }) if name == "Ada"));
//! session.news(News::Entered("Ada".to_owned()));
//! assert!(session.take_output().contains("Welcome, Ada."));
//! ```

mod answer;
mod ask;
mod board;
mod serve;
mod session;
mod telnet;
mod words;

pub use ask::{Ask, News, Resume};
pub use serve::{Limits, serve};
pub use session::{Session, Sight};
pub use telnet::{Filter, LONGEST_LINE, Typed};
