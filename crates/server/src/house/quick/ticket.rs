use bots::Level;
use table::{Clock, Millis, PlayerId};
use wire::{Code, GameKind};

use crate::players::Player;

/// What somebody wants to play. Only who wants the same meets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wish {
    /// The game.
    pub game: GameKind,
    /// Its ruleset.
    pub preset: &'static str,
    /// How many play.
    pub seats: usize,
    /// How long one may think.
    pub clock: Clock,
    /// Whether it counts for ratings.
    pub rated: bool,
}

/// When somebody would rather play against bots than wait any longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fallback {
    /// After so long.
    pub after: Millis,
    /// How well they play.
    pub level: Level,
}

/// Somebody's wish, and what has become of it. A player has one for each game and ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Whose.
    pub player: Player,
    /// What it is for.
    pub wish: Wish,
    /// What it becomes if nobody comes.
    pub fallback: Option<Fallback>,
    /// Since when it waits.
    pub since: Millis,
    /// When its player last asked for it.
    pub(super) seen: Millis,
    /// What has become of it.
    pub state: State,
}

/// What has become of a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Not enough others are there.
    Waiting,
    /// Enough are there, and a table is being opened for the party with this number.
    Seating(u64),
    /// The player has a seat there.
    Matched {
        /// The table.
        table: Code,
        /// Since when.
        at: Millis,
    },
    /// The player had too many tables when its turn came.
    Crowded {
        /// When that was.
        at: Millis,
    },
}

/// Those who are to play together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    pub(super) number: u64,
    /// What they all want.
    pub wish: Wish,
    /// Who they are, the longest waiting first.
    pub players: Vec<Player>,
    /// Who takes the seats that are left.
    pub bots: Option<Level>,
}

/// Why somebody does not wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotWait {
    /// The player waits for enough matches.
    #[error("you wait for {0} matches already, which is the most")]
    TooManyTickets(usize),
    /// Enough others wait.
    #[error("too many are waiting; try again later")]
    Full,
}

impl CannotWait {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            CannotWait::TooManyTickets(_) => "too-many-tickets",
            CannotWait::Full => "full",
        }
    }
}

impl Ticket {
    pub(super) fn is_of(&self, player: PlayerId) -> bool {
        self.player.id == player
    }

    /// Whether it is the one for this game and ruleset.
    pub fn is_for(&self, game: GameKind, preset: &str) -> bool {
        (self.wish.game, self.wish.preset) == (game, preset)
    }

    /// Whether nothing has become of it yet.
    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Waiting | State::Seating(_))
    }

    /// When bots are welcome.
    pub(super) fn falls_back_at(&self) -> Option<Millis> {
        self.fallback.map(|fallback| self.since.saturating_add(fallback.after))
    }
}
