use rusqlite::{Connection, Transaction, params};

use super::journal::Journal;
use super::results;
use crate::{Fence, MOST_TOKENS, Shard, StoreError, Write};

/// Gives the shard to the owner, under the next epoch.
pub(super) fn claim(transaction: &Transaction<'_>, shard: Shard, owner: &str) -> rusqlite::Result<Fence> {
    let epoch: i64 = transaction.query_row(
        "INSERT INTO shards (shard, owner, epoch) VALUES (?1, ?2, 1)
         ON CONFLICT (shard) DO UPDATE SET owner = ?2, epoch = epoch + 1 RETURNING epoch",
        params![shard.0, owner],
        |row| row.get(0),
    )?;
    Ok(Fence { shard, owner: owner.to_owned(), epoch: epoch.cast_unsigned() })
}

/// Why something was not written.
pub(super) enum Failed {
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

/// Whether nobody has claimed the shard since.
pub(super) fn holds(transaction: &Transaction<'_>, fence: &Fence) -> rusqlite::Result<bool> {
    transaction
        .prepare_cached("SELECT 1 FROM shards WHERE shard = ?1 AND owner = ?2 AND epoch = ?3")?
        .exists(params![fence.shard.0, fence.owner, fence.epoch.cast_signed()])
}

pub(super) fn append(step: &Connection, journal: &mut Journal, writes: &[Write]) -> Result<(), Failed> {
    writes.iter().try_for_each(|write| {
        execute(step, journal, write).map_err(failed).and_then(|changed| match changed {
            0 => Err(Failed::Refused(StoreError::Conflict(write.kind().to_owned()))),
            _ => Ok(()),
        })
    })
}

/// How many rows it has changed.
fn execute(step: &Connection, journal: &mut Journal, write: &Write) -> rusqlite::Result<usize> {
    match write {
        Write::Player(row) => step
            .prepare_cached(
                "INSERT INTO players (player, name, phrase_hash, made_at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (player) DO UPDATE SET name = ?2, phrase_hash = ?3",
            )?
            .execute(params![row.player.cast_signed(), row.name, row.phrase_hash, row.made_at.cast_signed()]),
        Write::Token(row) => {
            let player = row.player.cast_signed();
            step.prepare_cached(
                "INSERT INTO tokens (hash, player, made_at, by_pass) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![row.hash, player, row.made_at.cast_signed(), row.by_pass])?;
            // Whatever the clock says, the new one stays.
            step.prepare_cached(
                "DELETE FROM tokens WHERE player = ?1 AND hash NOT IN (SELECT hash FROM tokens
                 WHERE player = ?1 ORDER BY hash = ?2 DESC, by_pass, made_at DESC, hash DESC LIMIT ?3)",
            )?
            .execute(params![player, row.hash, MOST_TOKENS as i64])
            .map(|_| 1)
        }
        Write::RevokeTokens { player, except } => step
            .prepare_cached("DELETE FROM tokens WHERE player = ?1 AND hash IS NOT ?2")?
            .execute(params![player.cast_signed(), except])
            .map(|_| 1),
        Write::Table(row) => step
            .prepare_cached(
                "INSERT INTO tables (id, shard, game, opened_at, closed_at) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                row.id.cast_signed(),
                row.shard,
                row.game,
                row.opened_at.cast_signed(),
                row.closed_at.map(u64::cast_signed)
            ]),
        Write::Entry(row) => journal.add(step, row),
        Write::Forget { table, before } => journal.forget(step, *table, *before),
        Write::Close { table, at } => {
            step.prepare_cached("UPDATE tables SET closed_at = ?2 WHERE id = ?1")?
                .execute(params![table.cast_signed(), at.cast_signed()])?;
            journal.drop_log(step, *table).map(|_| 1)
        }
        Write::Match(row) => results::file(step, row),
        Write::Count(row) => results::count(step, row),
        Write::Review(row) => step
            .prepare_cached(
                "INSERT OR REPLACE INTO reviews (table_id, number, seat, body) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![row.table.cast_signed(), row.number, row.seat, row.body]),
        Write::Run(row) => step
            .prepare_cached(
                "INSERT INTO runs (run, shard, player, ended_at, body) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (run) DO UPDATE SET ended_at = ?4, body = ?5 WHERE player = ?3",
            )?
            .execute(params![
                row.run.cast_signed(),
                row.shard,
                row.player.cast_signed(),
                row.ended_at.map(u64::cast_signed),
                row.body
            ]),
    }
}
