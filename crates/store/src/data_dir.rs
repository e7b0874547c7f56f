use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::{StoreError, sqlite};

/// The directory with all that one server keeps. Whoever has it open is alone with it: another server, or a restore, is refused.
#[derive(Debug)]
pub struct DataDir {
    path: PathBuf,
    /// Locked until it is closed, also by a process that is killed.
    _lock: File,
}

impl DataDir {
    /// Opens the directory, which is made if there is none.
    pub fn open(path: &Path) -> Result<DataDir, StoreError> {
        let broken = |error: std::io::Error| StoreError::Broken(format!("{}: {error}", path.display()));
        let mut maker = fs::DirBuilder::new();
        // What lies there is nobody else's business.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
        maker.recursive(true).create(path).map_err(broken)?;
        let lock = File::options().create(true).truncate(false).write(true).open(path.join("lock"));
        let lock = lock.map_err(broken)?;
        match lock.try_lock() {
            Ok(()) => Ok(DataDir { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => {
                Err(StoreError::Conflict(format!("a server uses {}", path.display())))
            }
            Err(TryLockError::Error(error)) => Err(broken(error)),
        }
    }

    /// The file of the store.
    pub fn database(&self) -> PathBuf {
        DataDir::database_in(&self.path)
    }

    /// The file of the store in a directory that somebody else may have open.
    pub fn database_in(path: &Path) -> PathBuf {
        path.join("house.db")
    }

    /// Puts a copy of a backup in the place of the store. A backup that is damaged or of a newer version changes nothing, and
    /// neither does a sound one where there is a store already, unless that is to be replaced.
    pub fn restore(&self, backup: &Path, replace: bool) -> Result<(), StoreError> {
        let database = self.database();
        if database.exists() && !replace {
            return Err(StoreError::Conflict(format!("{} is there already", database.display())));
        }
        sqlite::restore(backup, &database)
    }
}
