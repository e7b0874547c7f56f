//! Copies of everything that a house keeps.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use store::DataDir;

use crate::failure::Failure;
use crate::progress;

/// `tefuda backup`
#[derive(Args, Clone, Debug)]
pub(crate) struct BackupOptions {
    /// The file to write, which must not be there yet
    file: PathBuf,
    /// The data directory of the house
    #[arg(long, env = "TEFUDA_DATA", default_value = "tefuda-data")]
    data: PathBuf,
    /// One JSON object in place of a sentence
    #[arg(long)]
    json: bool,
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
        let copying = progress::spinner("copying");
        store::backup(&DataDir::database_in(&self.data), &self.file).map_err(Failure::usage)?;
        copying.finish_and_clear();
        let (file, data) = (self.file.display().to_string(), self.data.display().to_string());
        if self.json {
            let bytes = std::fs::metadata(&self.file)?.len();
            let copied = serde_json::json!({ "file": file, "data": data, "bytes": bytes });
            return Ok(writeln!(io::stdout(), "{copied}")?);
        }
        Ok(writeln!(io::stdout(), "{file} has everything that {data} had")?)
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
