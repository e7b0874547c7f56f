use bots::Level;
use game::Seats;
use serde::{Deserialize, Serialize};

/// Milliseconds: a length of time, or a moment since 1970.
pub type Millis = u64;

/// Somebody who plays or watches. Who that is, and by which secret it shows so, is for the server to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlayerId(pub u64);

/// What the owner has chosen for the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings<R> {
    /// The knobs of the game.
    pub rules: R,
    /// How long one may think.
    pub clock: Clock,
    /// What becomes of a seat whose player is gone.
    pub absence: Absence,
    /// Whether others may watch.
    pub spectators: bool,
    /// Who finds the table.
    pub visibility: Visibility,
    /// How long a bot takes at least: people want to see what happened before.
    pub pace: Millis,
    /// How long somebody may hold up everyone else out of turn, whatever the clock: Kaboom's gifts and first looks.
    pub window: Millis,
    /// Whether its matches count for ratings.
    #[serde(default)]
    pub rated: bool,
    /// How long after the players those see things who watch.
    #[serde(default)]
    pub delay: Millis,
    /// How long a deal waits at most for what players add to its chance.
    #[serde(default)]
    pub entropy: Millis,
    /// Whether players may ask what to do. A rated table has none.
    #[serde(default)]
    pub hints: bool,
    /// The moment at which the match is broken off for the player of a seat. Such a table plays one match and never waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countdown: Option<Box<Seats<Option<Millis>>>>,
    /// Whether seats change hands during a match: who leaves or is gone suspends it for the grace time, and a seat that was left, or that
    /// a bot plays, is free for whoever asks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub handover: bool,
}

/// Who finds a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Everybody.
    Public,
    /// Whoever knows its code.
    Private,
}

impl<R> Settings<R> {
    /// The same for other rules.
    pub fn with_rules<S>(self, rules: S) -> Settings<S> {
        let Settings {
            rules: _,
            clock,
            absence,
            spectators,
            visibility,
            pace,
            window,
            rated,
            delay,
            entropy,
            hints,
            countdown,
            handover,
        } = self;
        Settings {
            rules,
            clock,
            absence,
            spectators,
            visibility,
            pace,
            window,
            rated,
            delay,
            entropy,
            hints,
            countdown,
            handover,
        }
    }

    /// These rules with what suits most tables: no clock, a bot for whoever is gone, and nobody else.
    pub fn new(rules: R) -> Self {
        Settings {
            rules,
            clock: Clock::None,
            absence: Absence::default(),
            spectators: false,
            visibility: Visibility::Private,
            pace: 600,
            window: 20_000,
            rated: false,
            delay: 0,
            entropy: 0,
            hints: false,
            countdown: None,
            handover: false,
        }
    }
}

/// How long one may think. Whose time is up has the game's default action played, and stays in the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Clock {
    /// For ever.
    None,
    /// So long for each decision.
    Move {
        /// The time for one.
        limit: Millis,
    },
    /// So long in the whole match, and some time more with each decision.
    Match {
        /// The time that each begins with.
        initial: Millis,
        /// What a decision adds.
        increment: Millis,
    },
}

/// What becomes of a seat whose player has lost the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absence {
    /// How long it is waited for.
    pub grace: Millis,
    /// What happens then, until it returns.
    #[serde(flatten)]
    pub then: Then,
}

/// What happens after the grace time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "then", content = "level", rename_all = "kebab-case")]
pub enum Then {
    /// A bot plays for the seat.
    StandIn(Level),
    /// The table waits.
    Pause,
}

impl Default for Absence {
    fn default() -> Self {
        Absence { grace: 30_000, then: Then::StandIn(Level::Casual) }
    }
}

/// Who has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occupant {
    /// Whoever comes.
    Open,
    /// A player.
    Player(PlayerId),
    /// A program of this level.
    Bot(Level),
}
