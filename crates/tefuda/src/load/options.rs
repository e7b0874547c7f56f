use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::games::GameName;

/// `tefuda load`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Play at this server, `http://127.0.0.1:8080`, and not at one that is started for it. Its limits may refuse so many clients.
    #[arg(long, value_name = "URL")]
    pub(super) server: Option<String>,
    /// That server's process, if it is on this machine: its CPU time and memory are measured.
    #[arg(long, requires = "server")]
    pub(super) pid: Option<u32>,
    /// How many tables are played at.
    #[arg(long, default_value_t = 200)]
    pub(super) tables: usize,
    /// What is played: one game, or several in turn.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "koikoi")]
    pub(super) game: Vec<GameName>,
    /// The ruleset, where only one game is played; the game's usual one if not given.
    #[arg(long)]
    pub(super) preset: Option<String>,
    /// Moves a second over all tables; `max` lets every answer be followed by the next move.
    #[arg(long, default_value = "max", value_name = "MOVES")]
    pub(super) rate: Rate,
    /// Moves a second at each table.
    #[arg(long, conflicts_with = "rate", value_name = "MOVES")]
    pub(super) pace: Option<f64>,
    /// So many tables share the connections of their players.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(super) tables_per_connection: usize,
    /// How long is measured.
    #[arg(long, default_value_t = 10.0)]
    pub(super) seconds: f64,
    /// How long is played before.
    #[arg(long, default_value_t = 3.0)]
    pub(super) warmup: f64,
    /// Connections that are broken and made again, each second.
    #[arg(long, default_value_t = 0.0, value_name = "PER_SECOND")]
    pub(super) reconnect: f64,
    /// Further connections that watch tables and hardly read.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(super) slow_readers: usize,
    /// Further connections that watch a table each.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(super) spectators: usize,
    /// Speak lines over plain TCP.
    #[arg(long, conflicts_with = "server")]
    pub(super) lines: bool,
    /// What the server keeps everything in: one run for each.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "memory", conflicts_with = "server")]
    pub(super) store: Vec<Store>,
    /// Kill the server so often, without any warning, and start it again over what it has kept: nothing that it has
    /// acknowledged may be lost.
    #[arg(long, value_name = "SECONDS", conflicts_with = "server")]
    pub(super) kill_every: Option<f64>,
    /// Write the server's memory to this file every ten seconds, with commas between.
    #[arg(long, value_name = "FILE")]
    pub(super) samples: Option<PathBuf>,
    /// Do not measure the limit, a bare loop with messages of the same sizes.
    #[arg(long)]
    pub(super) no_limit: bool,
    /// Make the standard runs, whatever the options say of tables and moves, and tell which goals are met.
    #[arg(long, conflicts_with = "server")]
    pub(super) goals: bool,
    /// Which moves are played, and when.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// The figures as JSON.
    #[arg(long)]
    pub(super) json: bool,
}

/// How many moves are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rate {
    /// As many as there are answers.
    Max,
    /// So many a second over all tables, whatever the answers.
    PerSecond(f64),
}

/// What a server keeps everything in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Store {
    /// Nothing that lasts.
    Memory,
    /// A file, with a wait for the disk before every answer.
    Sqlite,
}

impl FromStr for Rate {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Rate, &'static str> {
        match text.parse() {
            _ if text == "max" => Ok(Rate::Max),
            Ok(moves) if (0.001..=1e6).contains(&moves) => Ok(Rate::PerSecond(moves)),
            _ => Err("a rate is `max`, or moves a second from 0.001 to a million"),
        }
    }
}

impl Store {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Store::Memory => "memory",
            Store::Sqlite => "sqlite",
        }
    }
}

impl Options {
    /// Moves a second over all tables, or as many as there are answers.
    pub(super) fn rate(&self) -> Rate {
        self.pace.map_or(self.rate, |pace| Rate::PerSecond(pace * self.tables as f64))
    }

    /// The game of a table.
    pub(super) fn game(&self, table: usize) -> GameName {
        self.game[table % self.game.len()]
    }

    pub(super) fn check(&self) -> Result<(), Failure> {
        let bad = |sentence: &str| Err(Failure::usage(sentence));
        if !(1..=100_000).contains(&self.tables) {
            return bad("--tables is a number from 1 to 100000");
        }
        if !(1..=4096).contains(&self.tables_per_connection) {
            return bad("--tables-per-connection is a number from 1 to 4096");
        }
        if !(0.1..=86_400.0).contains(&self.seconds) || !(0.0..=3600.0).contains(&self.warmup) {
            return bad("--seconds is a number from 0.1 to 86400, and --warmup one from 0 to 3600");
        }
        if self.pace.is_some_and(|pace| !(0.001..=10_000.0).contains(&pace)) {
            return bad("--pace is a number from 0.001 to 10000");
        }
        if !(0.0..=1000.0).contains(&self.reconnect) {
            return bad("--reconnect is a number from 0 to 1000");
        }
        if self.kill_every.is_some_and(|seconds| !(1.0..=86_400.0).contains(&seconds)) {
            return bad("--kill-every is a number from 1 to 86400");
        }
        if self.kill_every.is_some() && self.store != [Store::Sqlite] {
            return bad("--kill-every needs --store sqlite: nothing else is there after it");
        }
        if self.preset.is_some() && self.game.len() > 1 {
            return bad("--preset is for one game");
        }
        Ok(())
    }
}
