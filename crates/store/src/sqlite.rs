use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use crate::receipt::Confirm;
use crate::{EntryRow, Fence, Log, MatchRow, PlayerRow, Receipt, Shard, StoreError, TableRow, Write};

/// The schema, step by step. A step that was released is never changed.
const MIGRATIONS: [&str; 1] = [include_str!("../migrations/0001_house.sql")];
/// So many requests share one transaction at the most.
const LARGEST_BATCH: usize = 1024;

/// A store in a file, by SQLite.
///
/// One thread writes. Whatever waits when it is done with a batch joins the next, so that many tables share one wait for the disk.
pub struct Sqlite {
    requests: Option<Sender<Request>>,
    writer: Option<JoinHandle<()>>,
    reader: Mutex<Connection>,
}

enum Request {
    Claim { shard: Shard, owner: String, answer: mpsc::Sender<Result<Fence, StoreError>> },
    Append { fence: Fence, writes: Vec<Write>, confirm: Confirm },
}

impl Sqlite {
    /// Opens the file, which is made if there is none, and brings its schema up to date.
    pub fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let mut connection = Connection::open(path).map_err(broken)?;
        prepare(&connection).map_err(broken)?;
        migrate(&mut connection)?;
        let reader = Connection::open(path).map_err(broken)?;
        prepare(&reader).map_err(broken)?;
        let (requests, waiting) = mpsc::channel();
        let writer = std::thread::Builder::new().name("store".to_owned());
        let writer = writer.spawn(move || write_batches(connection, &waiting)).map_err(broken)?;
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

/// Copies the store of a running server, or of a stopped one, to another file.
pub fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::Conflict(format!("{} is there already", to.display())));
    }
    if !from.exists() {
        return Err(StoreError::Broken(format!("there is no {}", from.display())));
    }
    let source = Connection::open(from).map_err(broken)?;
    source.busy_timeout(Duration::from_secs(10)).map_err(broken)?;
    let mut copy = Connection::open(to).map_err(broken)?;
    let backup = rusqlite::backup::Backup::new(&source, &mut copy).map_err(broken)?;
    backup.run_to_completion(256, Duration::from_millis(1), None).map_err(broken)
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Every commit waits for the disk.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let version: u32 =
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(broken)?;
    let version = version as usize;
    if version > MIGRATIONS.len() {
        return Err(StoreError::Broken(format!(
            "its schema has version {version}; this program knows up to {}",
            MIGRATIONS.len()
        )));
    }
    for (number, migration) in MIGRATIONS.iter().enumerate().skip(version) {
        let step = connection.transaction().map_err(broken)?;
        step.execute_batch(migration).map_err(broken)?;
        step.pragma_update(None, "user_version", number as u32 + 1).map_err(broken)?;
        step.commit().map_err(broken)?;
    }
    Ok(())
}

fn write_batches(mut connection: Connection, waiting: &Receiver<Request>) {
    while let Ok(first) = waiting.recv() {
        let batch = std::iter::once(first).chain(waiting.try_iter()).take(LARGEST_BATCH);
        if let Err(error) = write_batch(&mut connection, batch.collect()) {
            // What was promised can no longer be kept, and what the disk holds is unknown: only a new start tells.
            eprintln!("tefuda: the store cannot be written: {error}");
            std::process::abort();
        }
    }
}

/// All in one transaction. A request that does not fit is undone alone; confirmed is what the disk has.
fn write_batch(connection: &mut Connection, batch: Vec<Request>) -> rusqlite::Result<()> {
    let mut transaction = connection.transaction()?;
    let mut confirms = Vec::with_capacity(batch.len());
    let mut claims = Vec::new();
    for request in batch {
        match request {
            Request::Claim { shard, owner, answer } => {
                claims.push((claim(&transaction, shard, &owner)?, answer));
            }
            Request::Append { fence, writes, confirm } => {
                let step = transaction.savepoint()?;
                let written = append(&step, &fence, &writes);
                match &written {
                    Ok(()) => step.commit()?,
                    Err(Failed::Refused(_)) => step.finish()?,
                    Err(Failed::Disk(_)) => {}
                }
                match written {
                    Ok(()) => confirms.push((Ok(()), confirm)),
                    Err(Failed::Refused(error)) => confirms.push((Err(error), confirm)),
                    Err(Failed::Disk(error)) => return Err(error),
                }
            }
        }
    }
    transaction.commit()?;
    // Who does not wait any more does not need to know.
    confirms.into_iter().for_each(|(result, confirm)| drop(confirm.send(result)));
    claims.into_iter().for_each(|(fence, answer)| drop(answer.send(Ok(fence))));
    Ok(())
}

fn claim(transaction: &Transaction<'_>, shard: Shard, owner: &str) -> rusqlite::Result<Fence> {
    let epoch: i64 = transaction.query_row(
        "INSERT INTO shards (shard, owner, epoch) VALUES (?1, ?2, 1)
         ON CONFLICT (shard) DO UPDATE SET owner = ?2, epoch = epoch + 1 RETURNING epoch",
        params![shard.0, owner],
        |row| row.get(0),
    )?;
    Ok(Fence { shard, owner: owner.to_owned(), epoch: epoch.cast_unsigned() })
}

enum Failed {
    Refused(StoreError),
    Disk(rusqlite::Error),
}

/// A row that does not fit is the asker's fault; all else is the disk's.
fn failed(error: rusqlite::Error) -> Failed {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::ConstraintViolation) => {
            Failed::Refused(StoreError::Conflict(error.to_string()))
        }
        _ => Failed::Disk(error),
    }
}

fn append(step: &Connection, fence: &Fence, writes: &[Write]) -> Result<(), Failed> {
    let owned = step
        .prepare_cached("SELECT 1 FROM shards WHERE shard = ?1 AND owner = ?2 AND epoch = ?3")
        .and_then(|mut query| query.exists(params![fence.shard.0, fence.owner, fence.epoch.cast_signed()]))
        .map_err(Failed::Disk)?;
    if !owned {
        return Err(Failed::Refused(StoreError::Fenced));
    }
    writes.iter().try_for_each(|write| {
        execute(step, write).map_err(failed).and_then(|changed| match changed {
            0 => Err(Failed::Refused(StoreError::Conflict(write.kind().to_owned()))),
            _ => Ok(()),
        })
    })
}

/// How many rows it has changed.
fn execute(step: &Connection, write: &Write) -> rusqlite::Result<usize> {
    match write {
        Write::Player(row) => step
            .prepare_cached(
                "INSERT INTO players (player, name, token_hash, phrase_hash, made_at) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (player) DO UPDATE SET name = ?2, token_hash = ?3, phrase_hash = ?4",
            )?
            .execute(params![
                row.player.cast_signed(),
                row.name,
                row.token_hash,
                row.phrase_hash,
                row.made_at.cast_signed()
            ]),
        Write::Table(row) => step
            .prepare_cached(
                "INSERT INTO tables (id, shard, game, code, opened_at, closed_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                row.id.cast_signed(),
                row.shard,
                row.game,
                row.code,
                row.opened_at.cast_signed(),
                row.closed_at.map(u64::cast_signed)
            ]),
        // Only the next one: the log has neither gaps nor doubles.
        Write::Entry(row) => step
            .prepare_cached(
                "INSERT INTO entries (table_id, seq, at, body) SELECT ?1, ?2, ?3, ?4
                 WHERE ?2 = (SELECT coalesce(max(seq) + 1, 0) FROM entries WHERE table_id = ?1)",
            )?
            .execute(params![row.table.cast_signed(), row.seq.cast_signed(), row.at.cast_signed(), row.body]),
        Write::Close { table, at } => step
            .prepare_cached("UPDATE tables SET closed_at = ?2 WHERE id = ?1")?
            .execute(params![table.cast_signed(), at.cast_signed()])
            .map(|_| 1),
        Write::Match(row) => {
            for (player, seat) in &row.players {
                step.prepare_cached("INSERT INTO match_players (player, match_id, seat) VALUES (?1, ?2, ?3)")?
                    .execute(params![player.cast_signed(), row.id.cast_signed(), seat])?;
            }
            step.prepare_cached(
                "INSERT INTO matches (id, table_id, number, game, ended_at, replay) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                row.id.cast_signed(),
                row.table.cast_signed(),
                row.number,
                row.game,
                row.ended_at.cast_signed(),
                row.replay
            ])
        }
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
        let query = "SELECT table_id, seq, at, body FROM entries WHERE table_id = ?1 ORDER BY seq";
        self.all(query, [table.cast_signed()], |row| {
            Ok(EntryRow {
                table: number(row, 0)?,
                seq: number(row, 1)?,
                at: number(row, 2)?,
                body: row.get(3)?,
            })
        })
    }

    fn table_by_code(&self, code: &str) -> Result<Option<TableRow>, StoreError> {
        self.one("SELECT * FROM tables WHERE code = ?1", [code], table_row)
    }

    fn player(&self, player: u64) -> Result<Option<PlayerRow>, StoreError> {
        self.one("SELECT * FROM players WHERE player = ?1", [player.cast_signed()], player_row)
    }

    fn player_by_hash(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError> {
        self.one("SELECT * FROM players WHERE token_hash = ?1 OR phrase_hash = ?1", [hash], player_row)
    }

    fn finished(&self, id: u64) -> Result<Option<MatchRow>, StoreError> {
        let found = self.one("SELECT * FROM matches WHERE id = ?1", [id.cast_signed()], match_row)?;
        found.map(|row| self.with_players(row)).transpose()
    }

    fn matches_of(&self, player: u64, most: usize) -> Result<Vec<MatchRow>, StoreError> {
        let query = "SELECT DISTINCT matches.* FROM matches JOIN match_players ON match_id = matches.id
                     WHERE player = ?1 ORDER BY ended_at DESC, id DESC LIMIT ?2";
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let found = self.all(query, [player.cast_signed(), most], match_row)?;
        found.into_iter().map(|row| self.with_players(row)).collect()
    }
}

impl Sqlite {
    fn all<T>(
        &self,
        query: &str,
        params: impl rusqlite::Params,
        row: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let reader = self.reader();
        let mut query = reader.prepare_cached(query).map_err(broken)?;
        let rows = query.query_map(params, row).and_then(Iterator::collect);
        rows.map_err(broken)
    }

    fn one<T>(
        &self,
        query: &str,
        params: impl rusqlite::Params,
        row: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let reader = self.reader();
        let mut query = reader.prepare_cached(query).map_err(broken)?;
        query.query_row(params, row).optional().map_err(broken)
    }

    fn with_players(&self, row: MatchRow) -> Result<MatchRow, StoreError> {
        let query = "SELECT player, seat FROM match_players WHERE match_id = ?1 ORDER BY seat";
        let players = self.all(query, [row.id.cast_signed()], |row| Ok((number(row, 0)?, row.get(1)?)))?;
        Ok(MatchRow { players, ..row })
    }
}

/// Numbers are 64 bits without a sign here, and with one there.
fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::cast_unsigned)
}

fn table_row(row: &Row<'_>) -> rusqlite::Result<TableRow> {
    Ok(TableRow {
        id: number(row, 0)?,
        shard: row.get(1)?,
        game: row.get(2)?,
        code: row.get(3)?,
        opened_at: number(row, 4)?,
        closed_at: row.get::<_, Option<i64>>(5)?.map(i64::cast_unsigned),
    })
}

fn player_row(row: &Row<'_>) -> rusqlite::Result<PlayerRow> {
    Ok(PlayerRow {
        player: number(row, 0)?,
        name: row.get(1)?,
        token_hash: row.get(2)?,
        phrase_hash: row.get(3)?,
        made_at: number(row, 4)?,
    })
}

fn match_row(row: &Row<'_>) -> rusqlite::Result<MatchRow> {
    Ok(MatchRow {
        id: number(row, 0)?,
        table: number(row, 1)?,
        number: row.get(2)?,
        game: row.get(3)?,
        ended_at: number(row, 4)?,
        replay: row.get(5)?,
        players: Vec::new(),
    })
}

fn broken(error: impl ToString) -> StoreError {
    StoreError::Broken(error.to_string())
}
