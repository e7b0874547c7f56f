//! Stores that keep more than they promise, and less.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use store::*;

/// Says that it is durable, and writes later: a kill in between loses it.
pub(crate) struct Hasty {
    log: Arc<Memory>,
    waiting: Arc<Mutex<Vec<Promised>>>,
}

type Promised = (Fence, Vec<Write>);

/// Keeps every promise, and whatever it may forget: the checker needs all of it.
pub(crate) struct Hoarding(Arc<Memory>);

/// Keeps actions without what they were asked by.
pub(crate) struct Forgetful(Arc<Memory>);

impl Hasty {
    pub(crate) fn new(log: Arc<Memory>) -> Hasty {
        let waiting: Arc<Mutex<Vec<Promised>>> = Arc::default();
        let (kept, later) = (log.clone(), waiting.clone());
        std::thread::spawn(move || {
            while Arc::strong_count(&later) > 1 {
                // Long enough that something is acknowledged meanwhile on a busy machine, too.
                std::thread::sleep(Duration::from_millis(150));
                let mut later = later.lock().unwrap();
                for (fence, writes) in later.drain(..) {
                    // Of a server that was killed nothing more is written.
                    let _ = kept.append(&fence, writes).wait();
                }
            }
        });
        Hasty { log, waiting }
    }
}

macro_rules! reads {
    ($log:tt) => {
        fn open_tables(&self, shard: Shard) -> Result<Vec<TableRow>, StoreError> {
            self.$log.open_tables(shard)
        }
        fn table(&self, table: u64) -> Result<Option<TableRow>, StoreError> {
            self.$log.table(table)
        }
        fn player(&self, player: u64) -> Result<Option<PlayerRow>, StoreError> {
            self.$log.player(player)
        }
        fn player_by_token(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError> {
            self.$log.player_by_token(hash)
        }
        fn has_token(&self, player: u64) -> Result<bool, StoreError> {
            self.$log.has_token(player)
        }
        fn player_by_phrase(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError> {
            self.$log.player_by_phrase(hash)
        }
        fn finished(&self, table: u64, number: u32) -> Result<Option<MatchRow>, StoreError> {
            self.$log.finished(table, number)
        }
        fn review(&self, table: u64, number: u32, seat: u8) -> Result<Option<String>, StoreError> {
            self.$log.review(table, number, seat)
        }
        fn matches_of(
            &self,
            player: u64,
            before: Option<u64>,
            most: usize,
        ) -> Result<Vec<(u64, ResultRow)>, StoreError> {
            self.$log.matches_of(player, before, most)
        }
        fn uncounted(&self, most: usize) -> Result<Vec<ResultRow>, StoreError> {
            self.$log.uncounted(most)
        }
        fn ratings(&self, who: &Who) -> Result<Vec<RatingRow>, StoreError> {
            self.$log.ratings(who)
        }
        fn leaders(
            &self,
            game: &str,
            pool: Pool,
            at: u64,
            most: usize,
        ) -> Result<Vec<RatingRow>, StoreError> {
            self.$log.leaders(game, pool, at, most)
        }
        fn run(&self, run: u64) -> Result<Option<RunRow>, StoreError> {
            self.$log.run(run)
        }
        fn open_runs(&self, shard: Shard) -> Result<Vec<RunRow>, StoreError> {
            self.$log.open_runs(shard)
        }
    };
}

/// What is not forgotten.
fn hoard(mut writes: Vec<Write>) -> Vec<Write> {
    writes.retain(|write| !matches!(write, Write::Forget { .. }));
    writes
}

impl Hoarding {
    pub(crate) fn new(log: Arc<Memory>) -> Hoarding {
        Hoarding(log)
    }
}

impl Log for Hoarding {
    fn claim(&self, shard: Shard, owner: &str) -> Result<Fence, StoreError> {
        self.0.claim(shard, owner)
    }

    fn append(&self, fence: &Fence, writes: Vec<Write>) -> Receipt {
        self.0.append(fence, hoard(writes))
    }

    fn entries(&self, table: u64) -> Result<Vec<EntryRow>, StoreError> {
        self.0.entries(table)
    }

    reads!(0);
}

impl Log for Hasty {
    fn claim(&self, shard: Shard, owner: &str) -> Result<Fence, StoreError> {
        // Whoever claims anew has killed whoever was there: what that one had not written is gone.
        self.waiting.lock().unwrap().clear();
        self.log.claim(shard, owner)
    }

    fn append(&self, fence: &Fence, writes: Vec<Write>) -> Receipt {
        self.waiting.lock().unwrap().push((fence.clone(), hoard(writes)));
        self.log.append(fence, Vec::new())
    }

    fn entries(&self, table: u64) -> Result<Vec<EntryRow>, StoreError> {
        self.log.entries(table)
    }

    reads!(log);
}

impl Forgetful {
    pub(crate) fn new(log: Arc<Memory>) -> Forgetful {
        Forgetful(log)
    }
}

impl Log for Forgetful {
    fn claim(&self, shard: Shard, owner: &str) -> Result<Fence, StoreError> {
        self.0.claim(shard, owner)
    }

    fn append(&self, fence: &Fence, writes: Vec<Write>) -> Receipt {
        self.0.append(fence, hoard(writes))
    }

    /// Requests are read back under other names, so that a repeated one is taken for a new one.
    fn entries(&self, table: u64) -> Result<Vec<EntryRow>, StoreError> {
        let mut rows = self.0.entries(table)?;
        for row in &mut rows {
            let mut fact: serde_json::Value = serde_json::from_str(&row.body).unwrap();
            if let Some(id) = fact.pointer_mut("/by/player").filter(|id| id.is_string()) {
                *id = serde_json::Value::String(format!("forgotten {}", row.seq));
                row.body = fact.to_string();
            }
        }
        Ok(rows)
    }

    reads!(0);
}
