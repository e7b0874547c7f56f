//! How long a game of seven deals with four automatic clients takes over loopback: `cargo bench -p server --bench kierki`.
#![allow(missing_docs)]

fn main() {}
