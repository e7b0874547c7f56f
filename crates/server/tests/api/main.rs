//! The HTTP API, request by request.
#![allow(clippy::unwrap_used)]

mod auth;
mod browsers;
mod client;
mod course;
mod defuse;
mod description;
mod document;
mod guide;
mod hosts;
mod limits;
mod page;
mod players;
mod queue;
mod ratings;
mod review;
mod tables;
