mod archive;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use self::archive::Archive;
use crate::{
    EntryRow, Fence, Log, MOST_TOKENS, MatchRow, PlayerRow, Pool, RatingRow, Receipt, ResultRow, RunRow,
    Shard, StoreError, TableRow, TokenRow, Who, Write,
};

/// A store that lasts as long as the process.
#[derive(Default)]
pub struct Memory(Mutex<Rows>);

#[derive(Default)]
struct Rows {
    claims: BTreeMap<u32, (String, u64)>,
    players: BTreeMap<u64, PlayerRow>,
    /// Whose phrase has the hash.
    phrases: BTreeMap<Vec<u8>, u64>,
    tokens: BTreeMap<Vec<u8>, TokenRow>,
    tables: BTreeMap<u64, TableRow>,
    entries: BTreeMap<u64, Vec<EntryRow>>,
    archive: Archive,
    runs: BTreeMap<u64, RunRow>,
}

impl Memory {
    /// An empty one.
    pub fn new() -> Memory {
        Memory::default()
    }

    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rows {
    /// Whether all the writes fit, one after the other.
    fn check(&self, writes: &[Write]) -> Result<(), StoreError> {
        let mut logs = BTreeMap::new();
        let (mut tables, mut matches, mut counted) = (BTreeSet::new(), BTreeMap::new(), BTreeSet::new());
        let mut runs = BTreeMap::new();
        let (mut players, mut phrases, mut tokens) = (BTreeSet::new(), BTreeMap::new(), BTreeSet::new());
        for write in writes {
            let fits = match write {
                Write::Player(row) => {
                    players.insert(row.player);
                    row.phrase_hash.as_ref().is_none_or(|hash| {
                        let owner = phrases.insert(hash, row.player);
                        let owner = owner.or_else(|| self.phrases.get(hash).copied());
                        owner.is_none_or(|owner| owner == row.player)
                    })
                }
                Write::Token(row) => {
                    let known = self.players.contains_key(&row.player) || players.contains(&row.player);
                    known && !self.tokens.contains_key(&row.hash) && tokens.insert(&row.hash)
                }
                Write::RevokeTokens { .. } => true,
                Write::Table(row) => !self.tables.contains_key(&row.id) && tables.insert(row.id),
                Write::Entry(row) => {
                    let (_, next) = logs.entry(row.table).or_insert_with(|| self.log(row.table));
                    *next += 1;
                    row.seq + 1 == *next
                }
                Write::Forget { table, before } => {
                    let (first, next) = logs.entry(*table).or_insert_with(|| self.log(*table));
                    let forgets = (*first + 1..*next).contains(before);
                    *first = *before;
                    forgets
                }
                Write::Close { .. } => true,
                Write::Match(row) => {
                    let key = (row.result.table, row.result.number);
                    !self.archive.has(key) && matches.insert(key, row.result.pool).is_none()
                }
                Write::Count(row) => {
                    let key = (row.table, row.number);
                    let counts =
                        matches.get(&key).is_some_and(Option::is_some) || self.archive.is_uncounted(key);
                    counts && counted.insert(key)
                }
                Write::Review(row) => {
                    let key = (row.table, row.number);
                    self.archive.has(key) || matches.contains_key(&key)
                }
                Write::Run(row) => {
                    runs.insert(row.run, row);
                    let kept = self.runs.values().filter(|other| !runs.contains_key(&other.run));
                    let others = kept.chain(runs.values().copied()).filter(|other| other.run != row.run);
                    let theirs = self.runs.get(&row.run).is_some_and(|other| other.player != row.player);
                    let second = |other: &RunRow| other.player == row.player && other.ended_at.is_none();
                    !theirs && (row.ended_at.is_some() || !others.into_iter().any(second))
                }
            };
            if !fits {
                return Err(StoreError::Conflict(write.kind().to_owned()));
            }
        }
        Ok(())
    }

    /// The place of the first entry in the table's log, and of the next one.
    fn log(&self, table: u64) -> (u64, u64) {
        let entries = self.entries.get(&table).map_or(&[][..], Vec::as_slice);
        let place = |row: Option<&EntryRow>| row.map(|row| row.seq);
        (place(entries.first()).unwrap_or(0), place(entries.last()).map_or(0, |last| last + 1))
    }

    fn write(&mut self, write: Write) {
        match write {
            Write::Player(row) => {
                self.phrases.retain(|_, player| *player != row.player);
                self.phrases.extend(row.phrase_hash.clone().map(|hash| (hash, row.player)));
                self.players.insert(row.player, row);
            }
            Write::Token(row) => self.add_token(row),
            Write::RevokeTokens { player, except } => {
                self.tokens.retain(|hash, row| row.player != player || Some(hash) == except.as_ref());
            }
            Write::Table(row) => {
                self.tables.insert(row.id, row);
            }
            Write::Entry(mut row) => {
                // It stays for long.
                row.body.shrink_to_fit();
                self.entries.entry(row.table).or_default().push(row);
            }
            Write::Forget { table, before } => {
                if let Some(entries) = self.entries.get_mut(&table) {
                    entries.retain(|row| row.seq >= before);
                    entries.shrink_to_fit();
                }
            }
            Write::Close { table, at } => {
                if let Some(row) = self.tables.get_mut(&table) {
                    row.closed_at = Some(at);
                }
                self.entries.remove(&table);
            }
            Write::Match(row) => self.archive.file(row),
            Write::Count(row) => self.archive.count(row),
            Write::Review(row) => self.archive.review(row),
            Write::Run(row) => drop(self.runs.insert(row.run, row)),
        }
    }

    fn add_token(&mut self, row: TokenRow) {
        let own = self.tokens.values().filter(|other| other.player == row.player);
        let mut own: Vec<(bool, u64, Vec<u8>)> =
            own.map(|other| (!other.by_pass, other.made_at, other.hash.clone())).collect();
        own.sort();
        for (.., hash) in own.iter().rev().skip(MOST_TOKENS - 1) {
            self.tokens.remove(hash);
        }
        self.tokens.insert(row.hash.clone(), row);
    }
}

impl Log for Memory {
    fn claim(&self, shard: Shard, owner: &str) -> Result<Fence, StoreError> {
        let mut rows = self.rows();
        let epoch = rows.claims.get(&shard.0).map_or(0, |(_, epoch)| *epoch) + 1;
        rows.claims.insert(shard.0, (owner.to_owned(), epoch));
        Ok(Fence { shard, owner: owner.to_owned(), epoch })
    }

    fn append(&self, fence: &Fence, writes: Vec<Write>) -> Receipt {
        let mut rows = self.rows();
        let holds = |(owner, epoch): &(String, u64)| *owner == fence.owner && *epoch == fence.epoch;
        if !rows.claims.get(&fence.shard.0).is_some_and(holds) {
            return Receipt::at_once(Err(StoreError::Fenced));
        }
        let checked = rows.check(&writes);
        if checked.is_ok() {
            writes.into_iter().for_each(|write| rows.write(write));
        }
        Receipt::at_once(checked)
    }

    fn open_tables(&self, shard: Shard) -> Result<Vec<TableRow>, StoreError> {
        let rows = self.rows();
        let open = |row: &&TableRow| row.shard == shard.0 && row.closed_at.is_none();
        Ok(rows.tables.values().filter(open).cloned().collect())
    }

    fn entries(&self, table: u64) -> Result<Vec<EntryRow>, StoreError> {
        Ok(self.rows().entries.get(&table).cloned().unwrap_or_default())
    }

    fn table(&self, table: u64) -> Result<Option<TableRow>, StoreError> {
        Ok(self.rows().tables.get(&table).cloned())
    }

    fn player(&self, player: u64) -> Result<Option<PlayerRow>, StoreError> {
        Ok(self.rows().players.get(&player).cloned())
    }

    fn player_by_token(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError> {
        let rows = self.rows();
        Ok(rows.tokens.get(hash).and_then(|token| rows.players.get(&token.player)).cloned())
    }

    fn has_token(&self, player: u64) -> Result<bool, StoreError> {
        Ok(self.rows().tokens.values().any(|token| token.player == player))
    }

    fn player_by_phrase(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError> {
        let rows = self.rows();
        Ok(rows.phrases.get(hash).and_then(|player| rows.players.get(player)).cloned())
    }

    fn finished(&self, table: u64, number: u32) -> Result<Option<MatchRow>, StoreError> {
        Ok(self.rows().archive.finished((table, number)))
    }

    fn review(&self, table: u64, number: u32, seat: u8) -> Result<Option<String>, StoreError> {
        Ok(self.rows().archive.review_of((table, number), seat))
    }

    fn matches_of(
        &self,
        player: u64,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<(u64, ResultRow)>, StoreError> {
        Ok(self.rows().archive.matches_of(player, before, most))
    }

    fn uncounted(&self, most: usize) -> Result<Vec<ResultRow>, StoreError> {
        Ok(self.rows().archive.uncounted(most))
    }

    fn ratings(&self, who: &Who) -> Result<Vec<RatingRow>, StoreError> {
        Ok(self.rows().archive.ratings(who))
    }

    fn leaders(&self, game: &str, pool: Pool, at: u64, most: usize) -> Result<Vec<RatingRow>, StoreError> {
        Ok(self.rows().archive.leaders(game, pool, at, most))
    }

    fn run(&self, run: u64) -> Result<Option<RunRow>, StoreError> {
        Ok(self.rows().runs.get(&run).cloned())
    }

    fn open_runs(&self, shard: Shard) -> Result<Vec<RunRow>, StoreError> {
        let open = |row: &&RunRow| row.shard == shard.0 && row.ended_at.is_none();
        Ok(self.rows().runs.values().filter(open).cloned().collect())
    }
}
