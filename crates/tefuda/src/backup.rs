//! Copies of everything that a house keeps.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use store::DataDir;

use crate::failure::Failure;

/// `tefuda backup`
#[derive(Args, Clone, Debug)]
pub(crate) struct BackupOptions {
    /// The file to write, which must not be there yet
    file: PathBuf,
    /// The data directory of the house
    #[arg(long, env = "TEFUDA_DATA", default_value = "tefuda-data")]
    data: PathBuf,
}

/// `tefuda restore`
#[derive(Args, Clone, Debug)]
pub(crate) struct RestoreOptions {
    /// The backup
    file: PathBuf,
    /// The data directory of the house, which no server may use meanwhile
    #[arg(long, env = "TEFUDA_DATA", default_value = "tefuda-data")]
    data: PathBuf,
    /// Put the backup in the place of what is there, which is lost
    #[arg(long)]
    replace: bool,
}

impl BackupOptions {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        store::backup(&DataDir::database_in(&self.data), &self.file).map_err(Failure::usage)?;
        writeln!(io::stdout(), "{} has everything that {} had", self.file.display(), self.data.display())?;
        Ok(())
    }
}

impl RestoreOptions {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let data = DataDir::open(&self.data).map_err(Failure::usage)?;
        data.restore(&self.file, self.replace).map_err(|error| match error {
            store::StoreError::Conflict(why) => {
                Failure::usage(format!("{why}; --replace puts the backup in its place"))
            }
            error => Failure::usage(error),
        })?;
        writeln!(io::stdout(), "{} has everything that {} has", self.data.display(), self.file.display())?;
        Ok(())
    }
}
