use std::time::Duration;

use rusqlite::Connection;

use super::broken;
use crate::StoreError;

/// The schema, step by step. A step that was released is never changed.
const MIGRATIONS: [&str; 6] = [
    include_str!("../../migrations/0001_house.sql"),
    include_str!("../../migrations/0002_ratings.sql"),
    include_str!("../../migrations/0003_runs.sql"),
    include_str!("../../migrations/0004_reviews.sql"),
    include_str!("../../migrations/0005_passes.sql"),
    include_str!("../../migrations/0006_journal.sql"),
];
/// What the first step writes into the file's head.
const APPLICATION: i64 = 0x7465_6675;

pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // Every commit waits for the disk.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // The last pages of what grows are changed by every commit: many times before they are worth copying into the file.
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    connection.pragma_update(None, "foreign_keys", true)
}

pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let version = version(connection)?;
    for (number, migration) in MIGRATIONS.iter().enumerate().skip(version) {
        let step = connection.transaction().map_err(broken)?;
        step.execute_batch(migration).map_err(broken)?;
        step.pragma_update(None, "user_version", number as u32 + 1).map_err(broken)?;
        step.commit().map_err(broken)?;
    }
    Ok(())
}

/// How many steps the file has had: none if it is empty, and no more than this program knows.
pub(super) fn version(connection: &Connection) -> Result<usize, StoreError> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(broken);
    let (version, application) = (pragma("user_version")?, pragma("application_id")?);
    let objects = "SELECT count(*) FROM sqlite_schema";
    let objects: i64 = connection.query_row(objects, [], |row| row.get(0)).map_err(broken)?;
    match usize::try_from(version) {
        Ok(0) if objects == 0 => Ok(0),
        _ if application != APPLICATION => Err(StoreError::Broken("it holds something else".to_owned())),
        Ok(version) if version <= MIGRATIONS.len() => Ok(version),
        _ => Err(StoreError::Broken(format!(
            "its schema has version {version}; this program knows up to {}",
            MIGRATIONS.len()
        ))),
    }
}
