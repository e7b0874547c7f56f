//! The house in a terminal: tables of all games, drawn in letters and played by keys or the mouse.
//!
//! What is on the screen is a pure function of an `App`, which keys, clicks and the house's news change; only the engine and the
//! terminal do I/O. The house is a [`client`]'s: inside of the same program, or a server anywhere.

mod app;
mod art;
mod canvas;
mod desk;
mod engine;
mod film;
mod games;
mod look;
mod review;
mod screens;
mod terminal;
#[cfg(test)]
mod tests;
mod thinker;

use std::io;

use bots::Level;
use client::{Dial, Failed, House, Pass};
use wire::{Code, GameKind};

use app::{App, Effect};
pub use look::{Colours, Look};
use review::Source;
use screens::home::Home;

/// What is to be shown.
#[derive(Clone, Debug)]
pub struct Visit {
    /// How the house is reached.
    pub dial: Dial,
    /// Where it is, in words; nothing for one inside of this program.
    pub house: Option<String>,
    /// The player's name; the house finds one if there is none.
    pub name: Option<String>,
    /// By which somebody goes on here who was elsewhere, at the table where it sat.
    pub pass: Option<Pass>,
    /// Where to begin.
    pub begin: Begin,
    /// What the terminal can show.
    pub look: Look,
    /// How long bots take at least, in milliseconds; the house's own time if not given.
    pub pace: Option<u64>,
}

/// Where to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begin {
    /// With the choice of what to play.
    Home(Choice),
    /// At a table.
    Table {
        /// Its code.
        code: Code,
        /// Only to watch.
        watch: bool,
    },
}

/// What is chosen already; what is not there, or is nothing that there is, is as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The game.
    pub game: Option<GameKind>,
    /// The name of the ruleset.
    pub preset: Option<String>,
    /// The rounds of the match.
    pub rounds: Option<u32>,
    /// How many play.
    pub players: Option<usize>,
    /// How well bots play.
    pub level: Option<Level>,
}

/// Why the terminal's house cannot be.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The terminal cannot be used.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
    /// The house says no, or is not there.
    #[error("{0}")]
    House(#[from] Failed),
    /// It is no match that could be shown.
    #[error("{0}")]
    Replay(String),
    /// A fault of this program.
    #[error("this program has a fault; what it says is above")]
    Fell,
}

/// Plays, until the player quits.
pub async fn play(visit: Visit) -> Result<(), Error> {
    let house = House::new(visit.dial);
    // Whatever is wrong with the house is told before the screen is taken.
    let (guest, begin) = match visit.pass {
        None => (house.become_guest(visit.name.as_deref()).await?, visit.begin),
        Some(pass) => {
            let guest = house.redeem(pass).await?;
            let there = match &visit.begin {
                Begin::Home(_) => house.where_to_go_on(&guest.token).await?,
                Begin::Table { .. } => None,
            };
            let there = there.map(|card| Begin::Table { code: card.code, watch: false });
            (guest, there.unwrap_or(visit.begin))
        }
    };
    let server = visit.house.is_some();
    let choice = match &begin {
        Begin::Home(choice) => choice.clone(),
        Begin::Table { .. } => Choice::default(),
    };
    let home = Home::new(&choice, server, visit.pace);
    let app = App::new(visit.look, visit.house, guest.player.name, home);
    let (app, first) = match begin {
        Begin::Home(_) => (app, Vec::new()),
        Begin::Table { code, watch } => {
            house.table(code).await?;
            (app.single("Going to the table."), vec![Effect::Find(code, watch)])
        }
    };
    engine::run(app, Some((house, guest.token)), first).await
}

/// Shows a replay's file, until its viewer quits.
pub async fn replay(text: &str, name: &str, look: Look) -> Result<(), Error> {
    let film = film::of_file(text, !look.ascii).map_err(Error::Replay)?;
    let app = App::new(
        look,
        Some(name.to_owned()),
        "Replay".to_owned(),
        Home::new(&Choice::default(), false, None),
    );
    engine::run(app.with_film(film, Source::File(text.into())), None, Vec::new()).await
}
