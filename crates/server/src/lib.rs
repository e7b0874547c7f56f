//! The house: tables that people and programs come to, and everything around them.
//!
//! A [`Server`] is all of it, as the settings of a [`config::Config`] say. Inside are a [`house::House`] of tables, one actor each,
//! [`players::Players`] with their secrets, and a [`connection::Reception`], which is what the HTTP [`api`] and the connections share.
//!
//! ```
//! use server::Server;
//! use server::config::{Config, StoreKind};
//!
//! let config = Config { port: 0, lines_port: None, store: StoreKind::Memory, ..Config::default() };
//! let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
//! runtime.block_on(async {
//!     let server = Server::open(config).await.unwrap();
//!     assert!(server.config().url().starts_with("http://127.0.0.1:"));
//!     server.run(std::future::ready(())).await.unwrap();
//! });
//! ```
//!
//! [`kierki`] is the front end for the public Kierki protocol, both sides of it. What a side does is decided in a core without
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
pub mod defuse;
pub mod house;
pub mod kierki;
pub mod limits;
pub mod listen;
pub mod meters;
pub mod names;
pub mod players;
mod secret;
mod server;
pub mod webhook;

pub use listen::Door;
pub use secret::Secret;
pub use server::{CannotServe, Server};
