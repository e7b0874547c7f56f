//! The protocol of the house, described in docs/protocol.md: what clients and tables say to each other, without any socket.

mod decode;
mod ids;
mod request;

pub use decode::{BadRequest, LONGEST_FRAME, LONGEST_ID, Unreadable, read_action};
pub use ids::{BadId, Code, MatchId, PlayerText};
pub use request::{Call, Request, Token};
