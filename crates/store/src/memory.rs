use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{EntryRow, Fence, Log, MatchRow, PlayerRow, Receipt, Shard, StoreError, TableRow, Write};

/// A store that lasts as long as the process.
#[derive(Default)]
pub struct Memory(Mutex<Rows>);

#[derive(Default)]
struct Rows {
    claims: BTreeMap<u32, (String, u64)>,
    players: BTreeMap<u64, PlayerRow>,
    /// Whose token or phrase has the hash.
    hashes: BTreeMap<Vec<u8>, u64>,
    tables: BTreeMap<u64, TableRow>,
    codes: BTreeMap<String, u64>,
    entries: BTreeMap<u64, Vec<EntryRow>>,
    matches: BTreeMap<u64, MatchRow>,
    /// Which match a table's match of this number is.
    numbers: BTreeMap<(u64, u32), u64>,
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
        let mut lengths = BTreeMap::new();
        let (mut ids, mut codes, mut hashes, mut numbers) =
            (BTreeSet::new(), BTreeSet::new(), BTreeMap::new(), BTreeSet::new());
        for write in writes {
            let fits = match write {
                Write::Player(row) => {
                    [Some(&row.token_hash), row.phrase_hash.as_ref()].into_iter().flatten().all(|hash| {
                        let owner =
                            hashes.insert(hash, row.player).or_else(|| self.hashes.get(hash).copied());
                        owner.is_none_or(|owner| owner == row.player)
                    })
                }
                Write::Table(row) => {
                    let known = self.tables.contains_key(&row.id) || self.codes.contains_key(&row.code);
                    !known && ids.insert(("table", row.id)) && codes.insert(&row.code)
                }
                Write::Entry(row) => {
                    let kept = || self.entries.get(&row.table).map_or(0, |entries| entries.len() as u64);
                    let length = lengths.entry(row.table).or_insert_with(kept);
                    *length += 1;
                    row.seq + 1 == *length
                }
                Write::Close { .. } => true,
                Write::Match(row) => {
                    let number = (row.table, row.number);
                    let known = self.matches.contains_key(&row.id) || self.numbers.contains_key(&number);
                    !known && ids.insert(("match", row.id)) && numbers.insert(number)
                }
            };
            if !fits {
                return Err(StoreError::Conflict(write.kind().to_owned()));
            }
        }
        Ok(())
    }

    fn write(&mut self, write: Write) {
        match write {
            Write::Player(row) => {
                self.hashes.retain(|_, player| *player != row.player);
                let hashes = [Some(row.token_hash.clone()), row.phrase_hash.clone()];
                self.hashes.extend(hashes.into_iter().flatten().map(|hash| (hash, row.player)));
                self.players.insert(row.player, row);
            }
            Write::Table(row) => {
                self.codes.insert(row.code.clone(), row.id);
                self.tables.insert(row.id, row);
            }
            Write::Entry(row) => self.entries.entry(row.table).or_default().push(row),
            Write::Close { table, at } => {
                if let Some(row) = self.tables.get_mut(&table) {
                    row.closed_at = Some(at);
                }
            }
            Write::Match(row) => {
                self.numbers.insert((row.table, row.number), row.id);
                self.matches.insert(row.id, row);
            }
        }
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
        if rows.claims.get(&fence.shard.0) != Some(&(fence.owner.clone(), fence.epoch)) {
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

    fn table_by_code(&self, code: &str) -> Result<Option<TableRow>, StoreError> {
        let rows = self.rows();
        Ok(rows.codes.get(code).and_then(|id| rows.tables.get(id)).cloned())
    }

    fn player(&self, player: u64) -> Result<Option<PlayerRow>, StoreError> {
        Ok(self.rows().players.get(&player).cloned())
    }

    fn player_by_hash(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError> {
        let rows = self.rows();
        Ok(rows.hashes.get(hash).and_then(|player| rows.players.get(player)).cloned())
    }

    fn finished(&self, id: u64) -> Result<Option<MatchRow>, StoreError> {
        Ok(self.rows().matches.get(&id).cloned())
    }

    fn matches_of(&self, player: u64, most: usize) -> Result<Vec<MatchRow>, StoreError> {
        let rows = self.rows();
        let own = |row: &&MatchRow| row.players.iter().any(|(other, _)| *other == player);
        let mut matches: Vec<MatchRow> = rows.matches.values().filter(own).cloned().collect();
        matches.sort_by_key(|row| std::cmp::Reverse((row.ended_at, row.id)));
        matches.truncate(most);
        Ok(matches)
    }
}
