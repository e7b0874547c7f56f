/// Something to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// A new player, or one with another name, token or phrase.
    Player(PlayerRow),
    /// A new table.
    Table(TableRow),
    /// The next entry of a table's log.
    Entry(EntryRow),
    /// A table will not be played at any more.
    Close {
        /// Which.
        table: u64,
        /// When.
        at: u64,
    },
    /// A finished match.
    Match(MatchRow),
}

impl Write {
    /// What it writes, for errors.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Write::Player(_) => "a player",
            Write::Table(_) | Write::Close { .. } => "a table",
            Write::Entry(_) => "an entry of a table",
            Write::Match(_) => "a match",
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
    /// The hash of the secret by which it is known.
    pub token_hash: Vec<u8>,
    /// The hash of the phrase by which it gets a new secret.
    pub phrase_hash: Option<Vec<u8>>,
    /// Since when, in milliseconds since 1970.
    pub made_at: u64,
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
    /// By which friends find it.
    pub code: String,
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
    /// The place in its log, from 0, without gaps.
    pub seq: u64,
    /// When it happened.
    pub at: u64,
    /// What, as text.
    pub body: String,
}

/// A finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRow {
    /// Its number.
    pub id: u64,
    /// The table.
    pub table: u64,
    /// Which match of the table, from 1.
    pub number: u32,
    /// What was played.
    pub game: String,
    /// When it ended.
    pub ended_at: u64,
    /// The whole match.
    pub replay: String,
    /// The players with their seats.
    pub players: Vec<(u64, u8)>,
}
