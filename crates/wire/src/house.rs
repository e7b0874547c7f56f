//! The protocol of the house, described in docs/protocol.md: what clients and tables say to each other, without any socket.
//!
//! [`Request`] is what clients say. A [`Writer`] makes frames of what a table says, and [`Notice`] is all else that a server says.
//! A [`Follower`] is the other end: it makes the tables again of the frames.

mod decode;
mod event;
mod follower;
mod notice;
mod request;
mod run;
mod scene;
mod writer;

pub use decode::{BadRequest, LONGEST_FRAME, LONGEST_ID, Unreadable, read_action};
pub use event::{Event, TableEvent};
pub use follower::{BadFrame, Followed, Follower, News};
pub use notice::{Dismissal, Hinted, Limits, Notice, PROTOCOL, Player};
pub use request::{Call, Request, Token};
pub use run::{Opponent, Run, RunMatch, RunResult, RunState};
pub use scene::{Chat, Choices, Deal, Legal, Names, Place, Scene};
pub use writer::Writer;
