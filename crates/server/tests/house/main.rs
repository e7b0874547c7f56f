//! The house over real connections, in one process.
#![allow(clippy::unwrap_used)]

mod auth;
mod common;
mod defuse;
mod delay;
mod fair;
mod fallen;
mod foreign;
mod hints;
mod lobby;
mod matches;
mod notes;
mod owner;
mod quick;
mod rough;
mod webhook;
