use rusqlite::{OptionalExtension, Row};

use super::{Sqlite, broken};
use crate::{PlayerRow, RunRow, StoreError, TableRow};

impl Sqlite {
    pub(super) fn all<T>(
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

    pub(super) fn one<T>(
        &self,
        query: &str,
        params: impl rusqlite::Params,
        row: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let reader = self.reader();
        let mut query = reader.prepare_cached(query).map_err(broken)?;
        query.query_row(params, row).optional().map_err(broken)
    }
}

/// Numbers are 64 bits without a sign here, and with one there.
pub(super) fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::cast_unsigned)
}

pub(super) fn table_row(row: &Row<'_>) -> rusqlite::Result<TableRow> {
    Ok(TableRow {
        id: number(row, 0)?,
        shard: row.get(1)?,
        game: row.get(2)?,
        opened_at: number(row, 3)?,
        closed_at: row.get::<_, Option<i64>>(4)?.map(i64::cast_unsigned),
    })
}

pub(super) fn player_row(row: &Row<'_>) -> rusqlite::Result<PlayerRow> {
    Ok(PlayerRow {
        player: number(row, 0)?,
        name: row.get(1)?,
        phrase_hash: row.get(2)?,
        made_at: number(row, 3)?,
    })
}

pub(super) fn run_row(row: &Row<'_>) -> rusqlite::Result<RunRow> {
    Ok(RunRow {
        run: number(row, 0)?,
        shard: row.get(1)?,
        player: number(row, 2)?,
        ended_at: row.get::<_, Option<i64>>(3)?.map(i64::cast_unsigned),
        body: row.get(4)?,
    })
}
