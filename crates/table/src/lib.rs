//! One table: who sits where, the match that is played, clocks, bots, absence, chat. No I/O and no clock of its own: time is an
//! argument, and what is to be done comes out of an [`Outbox`].
//!
//! Whatever happens for good is a [`Fact`] in the table's log, and the table is exactly what follows from its log:
//! [`Table::rebuild`] gives the same table, the same versions and the same messages. So a command goes through one door: it is
//! checked, becomes facts, and these change the table. The server makes the facts durable before it sends a message.
//!
//! A log does not grow for ever: now and then the table writes itself down in a [`Note`], and what was before is not needed any more,
//! once the [`Tail`] says so.

mod chance;
mod clock;
mod commands;
mod countdown;
mod fact;
mod handover;
mod history;
mod message;
mod outbox;
mod refused;
mod settings;
mod shadow;
mod table;
mod tail;
mod timing;

pub use clock::ClockFace;
pub use countdown::{Cut, Ending};
pub use fact::{ActionId, By, Entry, Fact, Line, Phrase, Why, misleads};
pub use message::{DealCard, Happened, Message, Missed, Phase, Place, Presence, Scene, Snapshot, Update};
pub use outbox::{Answer, Ask, Outbox, Question, To};
pub use refused::Refused;
pub use settings::{Absence, Clock, Millis, Occupant, PlayerId, Settings, Then, Visibility};
pub use shadow::Shadow;
pub use table::{Note, Table};
pub use tail::Tail;
