//! The command line as people use it: the program itself, its output and its exit codes.
#![allow(clippy::unwrap_used)]

mod arena;
mod bot;
mod filed;
mod help;
mod kaboom;
mod kierki;
mod play;
mod replay;
mod review;
mod run;
mod train;
mod verify;
