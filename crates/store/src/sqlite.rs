use std::io::{self, Write as _};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use rusqlite::{Connection, Transaction, params};

use self::gather::{Company, GATHER};
use self::journal::Journal;
use self::read::{number, player_row, run_row, table_row};
use self::write::{Failed, append, claim, holds};
use crate::receipt::Confirm;
use crate::{
    EntryRow, Fence, Log, MatchRow, PlayerRow, Pool, RatingRow, Receipt, ResultRow, RunRow, Shard,
    StoreError, TableRow, Who, Write,
};

mod copy;
mod gather;
mod journal;
mod read;
mod results;
mod schema;
mod write;

pub use copy::backup;
pub(crate) use copy::restore;
use schema::{migrate, prepare};

/// So many requests share one transaction at the most.
const LARGEST_BATCH: usize = 1024;

/// A store in a file, by SQLite.
///
/// One thread writes. Whatever waits when it is done with a batch joins the next, so that many tables share one wait for the disk. While
/// others write, too, a batch is waited for; a table that is played at alone never waits.
pub struct Sqlite {
    requests: Option<Sender<Request>>,
    writer: Option<JoinHandle<()>>,
    reader: Mutex<Connection>,
}

enum Request {
    Claim { shard: Shard, owner: String, answer: mpsc::Sender<Result<Fence, StoreError>> },
    Append { fence: Fence, writes: Vec<Write>, confirm: Confirm },
}

impl Request {
    /// The table whose log it continues, if it does.
    fn table(&self) -> Option<u64> {
        match self {
            Request::Append { writes, .. } => match writes.first() {
                Some(Write::Entry(row)) => Some(row.table),
                _ => None,
            },
            Request::Claim { .. } => None,
        }
    }
}

impl Sqlite {
    /// Opens the file, which is made if there is none, and brings its schema up to date.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let mut connection = Connection::open(path).map_err(broken)?;
        prepare(&connection).map_err(broken)?;
        migrate(&mut connection)?;
        let journal = Journal::open(&mut connection).map_err(broken)?;
        let reader = Connection::open(path).map_err(broken)?;
        prepare(&reader).map_err(broken)?;
        let (requests, waiting) = mpsc::channel();
        let writer = std::thread::Builder::new().name("store".to_owned());
        let writer = writer.spawn(move || write_batches(connection, journal, &waiting)).map_err(broken)?;
        Ok(Sqlite { requests: Some(requests), writer: Some(writer), reader: Mutex::new(reader) })
    }

    fn send(&self, request: Request) {
        // If the writer is gone, so is the process, or nobody waits for the answer.
        if let Some(requests) = &self.requests {
            let _ = requests.send(request);
        }
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Everything that was asked for is written before it is closed.
impl Drop for Sqlite {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

fn write_batches(mut connection: Connection, mut journal: Journal, waiting: &Receiver<Request>) {
    let mut company = Company::default();
    while let Ok(first) = waiting.recv() {
        if company.is_there(first.table(), Instant::now()) {
            // Not in the queue: whoever brought something there would have to wake this thread each time.
            std::thread::sleep(GATHER);
        }
        let batch = std::iter::once(first).chain(waiting.try_iter()).take(LARGEST_BATCH);
        let batch: Vec<Request> = batch.collect();
        if let Some(last) = batch.last() {
            company.note(last.table(), Instant::now());
        }
        if let Err(error) = write_batch(&mut connection, &mut journal, batch) {
            // What was promised can no longer be kept, and what the disk holds is unknown: only a new start tells.
            let _ = writeln!(io::stderr(), "tefuda: the store cannot be written: {error}");
            std::process::abort();
        }
    }
}

/// All in one transaction. A request that does not fit is undone alone; confirmed is what the disk has.
fn write_batch(
    connection: &mut Connection,
    journal: &mut Journal,
    batch: Vec<Request>,
) -> rusqlite::Result<()> {
    let mut transaction = connection.transaction()?;
    let mut confirms = Vec::with_capacity(batch.len());
    let (mut claims, mut held) = (Vec::new(), None);
    for request in batch {
        match request {
            Request::Claim { shard, owner, answer } => {
                claims.push((claim(&transaction, shard, &owner)?, answer));
                held = None;
                // Nobody knows what was written by another.
                journal.start_over(&transaction)?;
            }
            Request::Append { fence, writes, confirm } => {
                // Most requests come from the same server: it is asked about once in a batch.
                if held.as_ref() != Some(&fence) && !holds(&transaction, &fence)? {
                    confirms.push((Err(StoreError::Fenced), confirm));
                    continue;
                }
                held = Some(fence);
                confirms.push((write_request(&mut transaction, journal, &writes)?, confirm));
            }
        }
    }
    journal.tidy(&transaction)?;
    transaction.commit()?;
    // Who does not wait any more does not need to know.
    confirms.into_iter().for_each(|(result, confirm)| drop(confirm.send(result)));
    claims.into_iter().for_each(|(fence, answer)| drop(answer.send(Ok(fence))));
    Ok(())
}

/// All of it or nothing. Whether it fits.
fn write_request(
    transaction: &mut Transaction<'_>,
    journal: &mut Journal,
    writes: &[Write],
) -> rusqlite::Result<Result<(), StoreError>> {
    let written = match writes {
        // Nearly all requests are an entry alone, which is written whole or not at all.
        [Write::Entry(_)] => append(transaction, journal, writes),
        _ => {
            let step = transaction.savepoint()?;
            let written = append(&step, journal, writes);
            match &written {
                Ok(()) => step.commit()?,
                Err(Failed::Refused(_)) => {
                    step.finish()?;
                    journal.undo(transaction, writes)?;
                }
                Err(Failed::Disk(_)) => {}
            }
            written
        }
    };
    match written {
        Ok(()) => Ok(Ok(())),
        Err(Failed::Refused(error)) => Ok(Err(error)),
        Err(Failed::Disk(error)) => Err(error),
    }
}

impl Log for Sqlite {
    fn claim(&self, shard: Shard, owner: &str) -> Result<Fence, StoreError> {
        let (answer, claimed) = mpsc::channel();
        self.send(Request::Claim { shard, owner: owner.to_owned(), answer });
        claimed.recv().map_err(broken)?
    }

    fn append(&self, fence: &Fence, writes: Vec<Write>) -> Receipt {
        let (confirm, receipt) = Receipt::new();
        self.send(Request::Append { fence: fence.clone(), writes, confirm });
        receipt
    }

    fn open_tables(&self, shard: Shard) -> Result<Vec<TableRow>, StoreError> {
        self.all(
            "SELECT * FROM tables WHERE shard = ?1 AND closed_at IS NULL ORDER BY id",
            [shard.0],
            table_row,
        )
    }

    fn entries(&self, table: u64) -> Result<Vec<EntryRow>, StoreError> {
        let query = "SELECT table_id, seq, at, body FROM entries WHERE table_id = ?1
                     UNION ALL SELECT table_id, seq, at, body FROM fresh WHERE table_id = ?1 ORDER BY seq";
        self.all(query, [table.cast_signed()], |row| {
            Ok(EntryRow {
                table: number(row, 0)?,
                seq: number(row, 1)?,
                at: number(row, 2)?,
                body: row.get(3)?,
            })
        })
    }

    fn table(&self, table: u64) -> Result<Option<TableRow>, StoreError> {
        self.one("SELECT * FROM tables WHERE id = ?1", [table.cast_signed()], table_row)
    }

    fn player(&self, player: u64) -> Result<Option<PlayerRow>, StoreError> {
        self.one("SELECT * FROM players WHERE player = ?1", [player.cast_signed()], player_row)
    }

    fn player_by_token(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError> {
        let query = "SELECT players.* FROM players JOIN tokens USING (player) WHERE hash = ?1";
        self.one(query, [hash], player_row)
    }

    fn has_token(&self, player: u64) -> Result<bool, StoreError> {
        let query = "SELECT 1 FROM tokens WHERE player = ?1 LIMIT 1";
        Ok(self.one(query, [player.cast_signed()], |_| Ok(()))?.is_some())
    }

    fn player_by_phrase(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError> {
        self.one("SELECT * FROM players WHERE phrase_hash = ?1", [hash], player_row)
    }

    fn finished(&self, table: u64, number: u32) -> Result<Option<MatchRow>, StoreError> {
        self.match_of(table, number)
    }

    fn review(&self, table: u64, number: u32, seat: u8) -> Result<Option<String>, StoreError> {
        let query = "SELECT body FROM reviews WHERE table_id = ?1 AND number = ?2 AND seat = ?3";
        self.one(query, params![table.cast_signed(), number, seat], |row| row.get(0))
    }

    fn matches_of(
        &self,
        player: u64,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<(u64, ResultRow)>, StoreError> {
        self.results_of(player, before, most)
    }

    fn uncounted(&self, most: usize) -> Result<Vec<ResultRow>, StoreError> {
        self.first_uncounted(most)
    }

    fn ratings(&self, who: &Who) -> Result<Vec<RatingRow>, StoreError> {
        self.ratings_of(who)
    }

    fn leaders(&self, game: &str, pool: Pool, at: u64, most: usize) -> Result<Vec<RatingRow>, StoreError> {
        self.best(game, pool, at, most)
    }

    fn run(&self, run: u64) -> Result<Option<RunRow>, StoreError> {
        self.one("SELECT * FROM runs WHERE run = ?1", [run.cast_signed()], run_row)
    }

    fn open_runs(&self, shard: Shard) -> Result<Vec<RunRow>, StoreError> {
        let query = "SELECT * FROM runs WHERE shard = ?1 AND ended_at IS NULL ORDER BY run";
        self.all(query, [shard.0], run_row)
    }
}

fn broken(error: impl ToString) -> StoreError {
    StoreError::Broken(error.to_string())
}
