use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use bots::{Bot, Budget, Decision, Level};
use clap::Args;
use game::Seed;
use plain::Plain;

use crate::games::PLAYERS;
use crate::program::{BadCommandLine, CommandLine, Program, ProgramError};

/// Somebody who can be seated: a level of the house, or a program of one's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entrant {
    Level(Level),
    Program(CommandLine),
}

impl FromStr for Entrant {
    type Err = BadCommandLine;

    fn from_str(text: &str) -> Result<Entrant, BadCommandLine> {
        text.parse().map(Entrant::Level).or_else(|_| text.parse().map(Entrant::Program))
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Level(level) => level.fmt(f),
            Entrant::Program(command) => command.fmt(f),
        }
    }
}

/// The option for programs in seats.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct TimeLimit {
    /// How long a program may think about an answer; 5000 if not given.
    #[arg(long, value_name = "N", help_heading = PLAYERS)]
    time_limit_ms: Option<u64>,
}

impl TimeLimit {
    pub(crate) fn is_given(self) -> bool {
        self.time_limit_ms.is_some()
    }

    fn duration(self) -> Duration {
        Duration::from_millis(self.time_limit_ms.unwrap_or(5000))
    }
}

/// Somebody in a seat.
pub(crate) enum Player<G: Plain> {
    Bot(Box<dyn Bot<G>>),
    Program(Program),
}

impl<G: Plain> Player<G> {
    pub(crate) fn new(
        entrant: &Entrant,
        seed: Seed,
        budget: Budget,
        limit: TimeLimit,
    ) -> Result<Self, ProgramError> {
        Ok(match entrant {
            Entrant::Level(level) => Player::Bot(G::bot(*level, seed, budget)),
            Entrant::Program(command) => Player::Program(Program::start(command, limit.duration())?),
        })
    }

    pub(crate) fn decide(
        &mut self,
        view: &G::View,
        legal: &[G::Action],
        must: bool,
    ) -> Result<Option<Decision<G::Action>>, ProgramError> {
        match self {
            Player::Bot(bot) => Ok(bot.decide(view, legal, must)),
            Player::Program(program) => program.ask::<G>(view, legal, must),
        }
    }
}
