//! The house on the whole screen of a terminal: for playing, for watching, and for replays.

use std::io::{self, IsTerminal};

use client::{Address, Dial, Pass};
use server::Server;
use server::config::{Config, StoreKind};
use tui::{Begin, Look, Visit};
use wire::Code;

use crate::failure::Failure;

/// The house of this program is for one person: these are no limits for it.
const PLENTY: u32 = 10_000;

/// How the screen looks.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct LookOptions {
    /// Draw with the letters of ASCII alone, as is done where the locale has no UTF-8. NO_COLOR turns colours off.
    #[arg(long)]
    ascii: bool,
}

impl LookOptions {
    pub(crate) fn look(self) -> Look {
        let look = Look::of_environment(|name| std::env::var(name).ok());
        Look { ascii: look.ascii || self.ascii, ..look }
    }
}

/// Whether there is somebody in front of a screen.
pub(crate) fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

pub(crate) fn needed(what: &str) -> Failure {
    Failure::Usage(format!("{what} needs a terminal: standard input or output is none"))
}

/// Who is in front of the screen.
pub(crate) struct Visitor {
    /// By which name; the house finds one if there is none.
    pub(crate) name: Option<String>,
    /// By which it goes on as somebody who was elsewhere.
    pub(crate) pass: Option<Pass>,
    /// What its terminal can show.
    pub(crate) look: Look,
    /// How long bots take at least at tables that it opens, in milliseconds.
    pub(crate) pace: Option<u64>,
}

/// Where a server is, and which of its tables is meant.
pub(crate) fn address(server: &str, code: Option<Code>) -> Result<(Dial, String, Option<Code>), Failure> {
    let address: Address = server
        .parse()
        .map_err(|bad: client::BadAddress| Failure::Usage(format!("`{}`: {bad}", cards::quoted(server))))?;
    let (name, table) = (address.to_string(), code.or(address.table));
    Ok((Dial::to(address), name, table))
}

/// Plays at a server.
pub(crate) fn at_server(
    server: &str,
    code: Option<Code>,
    visitor: Visitor,
    home: Begin,
    watch: bool,
) -> Result<(), Failure> {
    let (dial, house, table) = address(server, code)?;
    let begin = table.map_or(home, |code| Begin::Table { code, watch });
    let Visitor { name, pass, look, pace } = visitor;
    let visit = Visit { dial, house: Some(house), name, pass, begin, look, pace };
    runtime()?.block_on(tui::play(visit)).map_err(failure)
}

/// Plays in a house inside of this program, which is gone afterwards.
pub(crate) fn inside(visitor: Visitor, begin: Begin) -> Result<(), Failure> {
    let runtime = runtime()?;
    let played = runtime.block_on(async {
        let config = Config {
            store: StoreKind::Memory,
            messages_per_second: PLENTY,
            message_burst: PLENTY,
            requests_per_second: PLENTY,
            request_burst: PLENTY,
            ..Config::default()
        };
        let server = Server::inside(config).await.map_err(|why| Failure::Server(why.to_string()))?;
        let door = server.door();
        let dial = Dial::inside(move || door.open([127, 0, 0, 1].into()));
        let house = tokio::spawn(server.run(std::future::pending()));
        let visit = Visit {
            dial,
            house: None,
            name: visitor.name.or_else(|| Some("Player".to_owned())),
            pass: None,
            begin,
            look: visitor.look,
            pace: visitor.pace,
        };
        let played = tui::play(visit).await.map_err(failure);
        house.abort();
        played
    });
    // Bots that are still thinking are not waited for.
    runtime.shutdown_background();
    played
}

/// Shows a replay.
pub(crate) fn film(text: &str, name: &str, look: Look) -> Result<(), Failure> {
    runtime()?.block_on(tui::replay(text, name, look)).map_err(failure)
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()
}

fn failure(error: tui::Error) -> Failure {
    match error {
        tui::Error::Replay(why) => Failure::Refused(why),
        tui::Error::Fell => Failure::Server(error.to_string()),
        tui::Error::Terminal(_) | tui::Error::House(_) => Failure::usage(error),
    }
}
