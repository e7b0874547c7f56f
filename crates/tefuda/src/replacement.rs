use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A file that keeps what is in it until all that is to be in it is there.
pub(crate) struct Replacement {
    file: PathBuf,
    /// Beside it, until it is whole.
    part: PathBuf,
}

impl Replacement {
    /// A file that cannot be written is better known before than after.
    pub(crate) fn of(file: &Path) -> Result<Replacement, Failure> {
        // A link goes on to lead to the file.
        let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let mut part = file.clone().into_os_string();
        part.push(".part");
        let new = Replacement { file, part: part.into() };
        new.check().map_err(|why| new.failure(why))?;
        Ok(new)
    }

    fn check(&self) -> Result<(), String> {
        match fs::metadata(&self.file) {
            Ok(there) if !there.is_file() => return Err("this is no file that could be replaced".to_owned()),
            Ok(_) => drop(File::options().write(true).open(&self.file).map_err(|error| error.to_string())?),
            Err(_) => {}
        }
        File::create(&self.part).and_then(|_| fs::remove_file(&self.part)).map_err(|error| error.to_string())
    }

    pub(crate) fn write(self, bytes: &[u8]) -> Result<(), Failure> {
        let written = File::create(&self.part).and_then(|mut part| {
            part.write_all(bytes)?;
            part.sync_all()?;
            fs::rename(&self.part, &self.file)
        });
        written.map_err(|error| self.failure(error))
    }

    fn failure(&self, why: impl std::fmt::Display) -> Failure {
        Failure::Usage(format!("{}: {why}", self.file.display()))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_old_stays_until_the_new_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "old").unwrap();
        drop(Replacement::of(&file).unwrap());
        let new = Replacement::of(&file).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"old");
        new.write(b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_goes_on_to_lead_to_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        Replacement::of(&link).unwrap().write(b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
