use crate::{CountRow, MatchRow, ReviewRow};

/// So many tokens a player has at the most; with a further one the oldest goes, of those that came by a pass as long as there are any.
pub const MOST_TOKENS: usize = 16;

/// Something to write.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// A new player, or one with another name or phrase.
    Player(PlayerRow),
    /// A further token of a player.
    Token(TokenRow),
    /// The player's tokens are worth nothing any more.
    RevokeTokens {
        /// Whose.
        player: u64,
        /// The hash of the one that stays.
        except: Option<Vec<u8>>,
    },
    /// A new table.
    Table(TableRow),
    /// The next entry of a table's log.
    Entry(EntryRow),
    /// What is before this entry in a table's log follows from it, and goes.
    Forget {
        /// Which table.
        table: u64,
        /// The place of the entry with which the log begins now.
        before: u64,
    },
    /// A table will not be played at any more. Its log is of no use then, and goes: its finished matches are filed, and stay.
    Close {
        /// Which.
        table: u64,
        /// When.
        at: u64,
    },
    /// A finished match.
    Match(MatchRow),
    /// What a finished match has made of the ratings for which it counts. It is counted once.
    Count(CountRow),
    /// What the house thinks of a seat's play in a finished match. A later one takes its place.
    Review(ReviewRow),
    /// A new run of the defuse mode, or one that has changed.
    Run(RunRow),
}

impl Write {
    /// What it writes, for errors.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Write::Player(_) => "a player",
            Write::Token(_) | Write::RevokeTokens { .. } => "a token",
            Write::Table(_) | Write::Close { .. } => "a table",
            Write::Entry(_) | Write::Forget { .. } => "an entry of a table",
            Write::Match(_) | Write::Count(_) => "a match",
            Write::Review(_) => "a review",
            Write::Run(_) => "a run",
        }
    }
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Its number.
    pub player: u64,
    /// Its name.
    pub name: String,
    /// The hash of the phrase by which it gets a further token.
    pub phrase_hash: Option<Vec<u8>>,
    /// Since when, in milliseconds since 1970.
    pub made_at: u64,
}

/// A secret by which a player is known; it may have one on each of its devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// The hash of the secret.
    pub hash: Vec<u8>,
    /// Whose it is.
    pub player: u64,
    /// Since when.
    pub made_at: u64,
    /// Whether it came by a pass, to somebody who went on elsewhere.
    pub by_pass: bool,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its number.
    pub id: u64,
    /// The shard it belongs to.
    pub shard: u32,
    /// What is played.
    pub game: String,
    /// Since when.
    pub opened_at: u64,
    /// Until when.
    pub closed_at: Option<u64>,
}

/// An entry of a table's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryRow {
    /// The table.
    pub table: u64,
    /// The place in its log, counted from 0 without gaps, whatever was forgotten.
    pub seq: u64,
    /// When it happened.
    pub at: u64,
    /// What, as text.
    pub body: String,
}

/// A run of the defuse mode. A player has one at a time that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRow {
    /// Its number.
    pub run: u64,
    /// The shard it belongs to.
    pub shard: u32,
    /// Whose it is.
    pub player: u64,
    /// When it came to its end.
    pub ended_at: Option<u64>,
    /// All of it, as text.
    pub body: String,
}
