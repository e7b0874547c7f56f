//! A client of a house: the HTTP API and the socket, typed, for front ends that people use.
//!
//! A [`Dial`] makes streams to a house, far away or inside of this process. With it a [`House`] asks what is asked over HTTP, and a
//! [`Line`] keeps up with tables over the socket, comes back by itself when it was cut, and tells [`News`]. What is known of a table
//! is read as [`Seen`], by the types of its game.
//!
//! ```
//! use client::{Dial, House, Line, News, NewTable, Seen};
//! use koikoi::KoiKoi;
//! use server::Server;
//! use server::config::{Config, StoreKind};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let server = Server::inside(Config { store: StoreKind::Memory, ..Config::default() }).await.unwrap();
//! let door = server.door();
//! let running = tokio::spawn(server.run(std::future::pending()));
//!
//! let house = House::new(Dial::inside(move || door.open([127, 0, 0, 1].into())));
//! let guest = house.become_guest(Some("Ada")).await.unwrap();
//! let table = NewTable::new("koikoi").preset("japan").me().bot(bots::Level::Casual);
//! let card = house.open_table(&guest.token, &table).await.unwrap();
//!
//! let mut line = Line::open(house.dial().clone(), guest.token);
//! line.sit(card.code, None);
//! let seen = loop {
//!     line.next().await.expect("the house is open");
//!     let Some(known) = line.table(card.code) else { continue };
//!     let seen: Seen<KoiKoi> = Seen::read(known).unwrap();
//!     if seen.must { break seen }
//! };
//! line.act(card.code, seen.legal[0]).unwrap();
//! # running.abort();
//! # });
//! ```

mod address;
mod dial;
mod forms;
mod house;
mod line;
mod pass;
mod pipe;
mod refused;
mod seen;

pub use address::{Address, BadAddress};
pub use dial::{Dial, Stream};
pub use forms::{
    Fallback, GameCard, Games, Guest, KnobCard, NewTable, PresetCard, Reviewing, SeatRange, SeatWish,
    TableCard, Ticket, Wish,
};
pub use house::House;
pub use line::{Busy, Line, News};
pub use pass::{BadPass, Pass};
pub use refused::{Failed, Refused};
pub use seen::{BadScene, Happening, Seen, game_of};
