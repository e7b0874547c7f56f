//! Whole stores, from one file to another.

use std::ffi::c_int;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};

use super::{broken, schema};
use crate::StoreError;

/// Copies the store of a running server, or of a stopped one, to another file.
pub fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::Conflict(format!("{} is there already", to.display())));
    }
    let source = open(from)?;
    if schema::version(&source)? == 0 {
        return Err(StoreError::Broken(format!("{} is empty", from.display())));
    }
    copy(&source, to)
}

/// Puts a copy of `from` in the place of `to`, which nobody has open, if it is a sound store of a version that this program knows.
pub(crate) fn restore(from: &Path, to: &Path) -> Result<(), StoreError> {
    let source = open(from)?;
    if schema::version(&source)? == 0 {
        return Err(StoreError::Broken(format!("{} is empty", from.display())));
    }
    let check: String =
        source.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(broken)?;
    if check != "ok" {
        return Err(StoreError::Broken(format!("{} is damaged: {check}", from.display())));
    }
    copy(&source, to)
}

fn open(path: &Path) -> Result<Connection, StoreError> {
    if !path.is_file() {
        return Err(StoreError::Broken(format!("there is no {}", path.display())));
    }
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(broken)?;
    connection.busy_timeout(Duration::from_secs(10)).map_err(broken)?;
    Ok(connection)
}

/// The copy has its name only when it is whole and on the disk.
fn copy(source: &Connection, to: &Path) -> Result<(), StoreError> {
    let part = beside(to, ".part");
    discard(&part)?;
    let mut maker = File::options();
    // The seeds of running matches are in it.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut maker, 0o600);
    maker.write(true).create_new(true).open(&part).map_err(broken)?;
    let mut target = Connection::open(&part).map_err(broken)?;
    let backup = Backup::new(source, &mut target).map_err(broken)?;
    // All in one step, which reads one state and lets a server go on writing: between two steps a write would make the copy begin
    // again, and a busy server's would never end.
    backup.run_to_completion(c_int::MAX, Duration::from_millis(1), None).map_err(broken)?;
    drop(backup);
    // One file, without a log beside it.
    target.pragma_update(None, "journal_mode", "DELETE").map_err(broken)?;
    target.close().map_err(|(_, error)| broken(error))?;
    File::open(&part).and_then(|file| file.sync_all()).map_err(broken)?;
    // The log of what was there before must not be played into what is there now.
    for end in ["-wal", "-shm"] {
        discard(&beside(to, end))?;
    }
    fs::rename(&part, to).map_err(broken)?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(broken)
}

fn discard(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(broken(error)),
        _ => Ok(()),
    }
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}
