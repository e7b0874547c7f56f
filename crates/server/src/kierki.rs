//! The Kierki protocol over TCP: the server and the client.
//!
//! Each side has a core that knows the whole protocol but neither sockets nor clocks ([`Host`], [`Guest`]), and a thin shell of
//! tokio around it ([`serve`](serve::serve), [`visit`](visit::visit)). Whoever offers a table on a port of its own calls
//! [`listen`] and [`serve`](serve::serve); the bins do no more than that. `front` offers the tables of the house by the same
//! protocol.

mod front;
mod guest;
mod host;
mod knowledge;
mod report;
pub mod serve;
pub mod visit;

pub(crate) use front::{Foyer, receive};
pub use guest::{Guest, GuestEffect, Style};
pub use host::{ConnId, Effect, Host};
pub use knowledge::{Asked, Knowledge};
pub use report::{Report, line};
pub use serve::{Ended, listen, serve};
pub use visit::{Family, visit};
