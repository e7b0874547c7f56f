use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How well a bot plays; the same names for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Knows the rules, and forgets much.
    Beginner,
    /// Plays by simple rules.
    Casual,
    /// A regular.
    Club,
    /// Hard to beat.
    Strong,
    /// As well as the house can.
    Expert,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 5] = [Level::Beginner, Level::Casual, Level::Club, Level::Strong, Level::Expert];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Casual => "casual",
            Level::Club => "club",
            Level::Strong => "strong",
            Level::Expert => "expert",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no level has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the levels are beginner, casual, club, strong and expert")]
pub struct UnknownLevel;

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Level, UnknownLevel> {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or(UnknownLevel)
    }
}
