//! The protocol of the house: whole matches through a table and its writer, and every message by itself.
#![allow(clippy::unwrap_used)]

mod changes;
mod delay;
mod document;
mod follower;
mod fuzz;
mod log;
mod play;
mod requests;
mod scenes;
mod secrecy;
mod sizes;
mod stacked;
mod verify;
mod writer;
