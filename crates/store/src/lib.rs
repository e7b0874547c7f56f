//! What must last: players, tables with their logs, finished matches, ratings.
//!
//! A [`Log`] takes writes and says when they are durable; nothing is acknowledged to anybody before. Whoever writes owns a shard of
//! the house under an epoch: when somebody else has claimed it since, its writes are refused, so that two servers can never both
//! believe to own a table. There is [`Memory`] for tests and for play without a disk, and [`Sqlite`], whose file lies in a [`DataDir`].

mod data_dir;
mod memory;
mod receipt;
mod results;
mod rows;
mod sqlite;

pub use data_dir::DataDir;
pub use memory::Memory;
pub use receipt::Receipt;
pub use results::{Change, CountRow, MatchRow, Pool, RatingRow, ResultRow, ReviewRow, SeatRow, Who};
pub use rows::{EntryRow, MOST_TOKENS, PlayerRow, RunRow, TableRow, TokenRow, Write};
pub use sqlite::{Sqlite, backup};

/// A part of the house that one server owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard(pub u32);

/// The right to write for a shard, until somebody else claims it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The shard.
    pub shard: Shard,
    /// Who claimed it.
    pub owner: String,
    /// The number of the claim.
    pub epoch: u64,
}

/// Why something was not written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Somebody else has claimed the shard.
    #[error("another server has taken over")]
    Fenced,
    /// There is such a row, or the entry is not the next one of its table.
    #[error("it does not fit what is there: {0}")]
    Conflict(String),
    /// The store is closed or broken.
    #[error("the store does not answer: {0}")]
    Broken(String),
}

/// A place for what must last.
pub trait Log: Send + Sync {
    /// Takes over the shard: whoever had it can write no more.
    fn claim(&self, shard: Shard, owner: &str) -> Result<Fence, StoreError>;

    /// Writes all of it or nothing. The receipt comes when it is durable.
    fn append(&self, fence: &Fence, writes: Vec<Write>) -> Receipt;

    /// The tables of the shard that are not closed.
    fn open_tables(&self, shard: Shard) -> Result<Vec<TableRow>, StoreError>;

    /// The log of a table, in order, without what was forgotten.
    fn entries(&self, table: u64) -> Result<Vec<EntryRow>, StoreError>;

    /// A table, closed or not.
    fn table(&self, table: u64) -> Result<Option<TableRow>, StoreError>;

    /// A player.
    fn player(&self, player: u64) -> Result<Option<PlayerRow>, StoreError>;

    /// The player with a token of this hash.
    fn player_by_token(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError>;

    /// Whether the player has a token, so that it can come back.
    fn has_token(&self, player: u64) -> Result<bool, StoreError>;

    /// The player whose recovery phrase has this hash.
    fn player_by_phrase(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError>;

    /// A finished match of a table.
    fn finished(&self, table: u64, number: u32) -> Result<Option<MatchRow>, StoreError>;

    /// What was thought of a seat's play in a finished match, if somebody has asked.
    fn review(&self, table: u64, number: u32, seat: u8) -> Result<Option<String>, StoreError>;

    /// The player's finished matches, the latest first, each with its number in the order of all: those before that number, if one is
    /// given.
    fn matches_of(
        &self,
        player: u64,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<(u64, ResultRow)>, StoreError>;

    /// Matches that count for ratings and were not counted yet, the first one first.
    fn uncounted(&self, most: usize) -> Result<Vec<ResultRow>, StoreError>;

    /// All ratings of a player or a bot.
    fn ratings(&self, who: &Who) -> Result<Vec<RatingRow>, StoreError>;

    /// The best ratings of those that are sure enough at that time.
    fn leaders(&self, game: &str, pool: Pool, at: u64, most: usize) -> Result<Vec<RatingRow>, StoreError>;

    /// A run, over or not.
    fn run(&self, run: u64) -> Result<Option<RunRow>, StoreError>;

    /// The runs of the shard that are not over.
    fn open_runs(&self, shard: Shard) -> Result<Vec<RunRow>, StoreError>;
}
