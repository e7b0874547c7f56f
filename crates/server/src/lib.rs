//! Sockets and the tables behind them.
//!
//! So far: [`kierki`], the front end for the public Kierki protocol, both sides of it. What a side does is decided in a core without
//! sockets and clocks:
//!
//! ```
//! use server::kierki::{ConnId, Effect, Host};
//! use std::time::{Duration, Instant};
//! use wire::kierki::GameFile;
//!
//! let suits = ["C", "D", "H", "S"].map(|suit| {
//!     let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
//!     ranks.map(|rank| format!("{rank}{suit}")).concat()
//! });
//! let file = GameFile::parse(format!("1N\n{}\n", suits.join("\n")).as_bytes()).unwrap();
//! let mut host = Host::new(file, Duration::from_secs(5)).unwrap();
//! let (now, first, second) = (Instant::now(), ConnId(1), ConnId(2));
//! host.opened(now, first);
//! host.opened(now, second);
//! host.received(now, first, b"IA");
//! host.received(now, first, b"MN\r\n");
//! host.received(now, second, b"IAMN\r\n");
//! let effects = host.take_effects();
//! let [.., Effect::Send(to, busy), Effect::Close(closed)] = &effects[..] else { panic!("the seat is taken") };
//! assert_eq!((*to, busy.to_string().as_str(), *closed), (second, "BUSYN", second));
//! ```

pub mod api;
pub mod config;
pub mod connection;
pub mod house;
pub mod kierki;
pub mod limits;
pub mod listen;
pub mod meters;
pub mod names;
pub mod players;
mod secret;
mod server;

pub use secret::Secret;
pub use server::{CannotServe, Server};
