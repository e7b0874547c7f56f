use std::collections::HashMap;
use std::ops::Range;

use rusqlite::{Connection, params};

use crate::{EntryRow, Write};

/// So many rows stay in the journal; older ones move on when there are so many of them.
const LONGEST: i64 = 1 << 15;
const OLDEST: i64 = 1 << 9;
/// So many logs are known by heart at the most.
const MOST_LOGS: usize = 1 << 16;

/// The logs of the tables, as one that writes to them has them in mind.
///
/// What is new is written to one journal for all tables, and moves on to its table's own log only if it is still needed when it is old.
/// Which entries a log has is known by heart for every table that is in the journal: whoever holds the shard is the only one who writes
/// to it.
pub(super) struct Journal {
    /// From the first entry of each log to the next one.
    logs: HashMap<u64, Range<u64>>,
}

impl Journal {
    /// What was left in the file by whoever wrote before moves on.
    pub(super) fn open(connection: &mut Connection) -> rusqlite::Result<Journal> {
        let mut journal = Journal { logs: HashMap::new() };
        let step = connection.transaction()?;
        journal.start_over(&step)?;
        step.commit()?;
        Ok(journal)
    }

    /// Adds an entry if it is the next one: a log has neither gaps nor doubles. How many rows were written.
    pub(super) fn add(&mut self, step: &Connection, row: &EntryRow) -> rusqlite::Result<usize> {
        let log = self.log(step, row.table)?;
        if row.seq != log.end {
            return Ok(0);
        }
        let row = params![row.table.cast_signed(), row.seq.cast_signed(), row.at.cast_signed(), row.body];
        let written = step
            .prepare_cached("INSERT INTO journal (table_id, seq, at, body) VALUES (?1, ?2, ?3, ?4)")?
            .execute(row)?;
        log.end += 1;
        Ok(written)
    }

    /// Lets the log begin with this entry, if it has it and others before.
    pub(super) fn forget(&mut self, step: &Connection, table: u64, before: u64) -> rusqlite::Result<usize> {
        let log = self.log(step, table)?;
        if before <= log.start || before >= log.end {
            return Ok(0);
        }
        log.start = before;
        step.prepare_cached("DELETE FROM entries WHERE table_id = ?1 AND seq < ?2")?
            .execute(params![table.cast_signed(), before.cast_signed()])?;
        step.prepare_cached(
            "INSERT INTO forgotten (table_id, up_to, before, said_at)
             SELECT ?1, 0, ?2, coalesce(max(place), 0) FROM journal WHERE true
             ON CONFLICT (table_id) DO UPDATE SET before = ?2, said_at = excluded.said_at",
        )?
        .execute(params![table.cast_signed(), before.cast_signed()])
    }

    /// Nobody needs the log any more.
    pub(super) fn drop_log(&mut self, step: &Connection, table: u64) -> rusqlite::Result<usize> {
        self.logs.insert(table, 0..0);
        step.prepare_cached("DELETE FROM entries WHERE table_id = ?1")?.execute([table.cast_signed()])?;
        step.prepare_cached(
            "INSERT OR REPLACE INTO forgotten (table_id, up_to, before, said_at)
             SELECT ?1, last, 0, last FROM (SELECT coalesce(max(place), 0) AS last FROM journal)",
        )?
        .execute([table.cast_signed()])
    }

    /// A request with these writes was undone.
    pub(super) fn undo(&mut self, step: &Connection, writes: &[Write]) -> rusqlite::Result<()> {
        let is_of_a_log =
            |write: &Write| matches!(write, Write::Entry(_) | Write::Forget { .. } | Write::Close { .. });
        if writes.iter().any(is_of_a_log) { self.start_over(step) } else { Ok(()) }
    }

    /// If it has become long, the oldest of it moves on.
    pub(super) fn tidy(&mut self, step: &Connection) -> rusqlite::Result<()> {
        if self.logs.len() >= MOST_LOGS {
            return self.start_over(step);
        }
        let query = "SELECT (SELECT min(place) FROM journal), (SELECT max(place) FROM journal)";
        let places = step
            .prepare_cached(query)?
            .query_row([], |row| Ok(row.get::<_, Option<i64>>(0)?.zip(row.get::<_, Option<i64>>(1)?)))?;
        match places {
            Some((first, last)) if last - first >= LONGEST + OLDEST => move_on(step, last - LONGEST),
            _ => Ok(()),
        }
    }

    /// Nothing is known by heart any more, and all that is needed of the journal moves on.
    pub(super) fn start_over(&mut self, step: &Connection) -> rusqlite::Result<()> {
        self.logs.clear();
        move_on(step, i64::MAX)
    }

    fn log(&mut self, step: &Connection, table: u64) -> rusqlite::Result<&mut Range<u64>> {
        use std::collections::hash_map::Entry::{Occupied, Vacant};
        match self.logs.entry(table) {
            Occupied(known) => Ok(known.into_mut()),
            Vacant(place) => {
                let query = "SELECT (SELECT min(seq) FROM entries WHERE table_id = ?1),
                             (SELECT max(seq) + 1 FROM entries WHERE table_id = ?1)";
                let bounds = step.prepare_cached(query)?.query_row([table.cast_signed()], |row| {
                    Ok((row.get::<_, Option<i64>>(0)?, row.get::<_, Option<i64>>(1)?))
                })?;
                let bound = |bound: Option<i64>| bound.unwrap_or(0).cast_unsigned();
                Ok(place.insert(bound(bounds.0)..bound(bounds.1)))
            }
        }
    }
}

/// Moves what is needed up to that place of the journal to the tables' own logs.
fn move_on(step: &Connection, up_to: i64) -> rusqlite::Result<()> {
    step.prepare_cached(
        "INSERT INTO entries (table_id, seq, at, body) SELECT table_id, seq, at, body FROM fresh
         WHERE place <= ?1 ORDER BY table_id, seq",
    )?
    .execute([up_to])?;
    step.prepare_cached("DELETE FROM journal WHERE place <= ?1")?.execute([up_to])?;
    step.prepare_cached("DELETE FROM forgotten WHERE said_at <= ?1")?.execute([up_to]).map(drop)
}
