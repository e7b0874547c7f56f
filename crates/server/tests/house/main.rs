//! The house over real connections, in one process.
#![allow(clippy::unwrap_used)]

mod auth;
mod common;
mod delay;
mod fallen;
mod lobby;
mod matches;
mod owner;
mod rough;
