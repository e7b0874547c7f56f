//! The Kierki protocol: lines of ASCII that end with CR LF, for other people's servers and clients too.
//!
//! One [`Message`] type serves both sides. What is written is always canonical; what is read may have the seats of SCORE and TOTAL
//! in any order. [`Lines`] cuts the stream, however it comes in; [`GameFile`] is the server's list of deals.
//!
//! ```
//! use wire::kierki::{Lines, Message};
//!
//! let mut lines = Lines::new();
//! lines.push(b"IAMN\r\nTRICK1");
//! assert_eq!(lines.next(), Some(Ok(b"IAMN".to_vec())));
//! assert_eq!(lines.next(), None);
//! lines.push(b"10C\r\n");
//! let line = lines.next().unwrap().unwrap();
//! let message = Message::parse(&line).unwrap();
//! assert_eq!(message.to_string(), "TRICK110C");
//! let Message::Trick { number: 1, cards } = message else { panic!() };
//! assert_eq!(cards[0].to_string(), "10C");
//! ```

mod file;
mod lines;
mod message;

pub use file::{BadFile, FileDeal, GameFile, Problem};
pub use lines::{LONGEST_LINE, Lines, TooLong, shown};
pub use message::{BadMessage, Message};
