use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// The hash of a state: equal for equal states in any process and build.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StateHash([u8; 32]);

/// Takes the bytes of a state one field after the other.
pub struct Digest(Sha256);

impl Digest {
    pub(crate) fn new() -> Digest {
        Digest(Sha256::new())
    }

    pub(crate) fn finish(self) -> StateHash {
        StateHash(self.0.finalize().into())
    }

    /// The next bytes. Fields of variable length put their length first.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The next number, as eight bytes, big-endian.
    pub fn number(&mut self, number: impl Into<i64>) {
        self.bytes(&number.into().to_be_bytes());
    }

    /// The next set of cards or other mask.
    pub fn mask(&mut self, mask: u64) {
        self.bytes(&mask.to_be_bytes());
    }
}

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::hex::encode(&self.0))
    }
}

impl fmt::Debug for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is no hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a hash is 64 hexadecimal digits")]
pub struct BadHash;

impl FromStr for StateHash {
    type Err = BadHash;

    fn from_str(text: &str) -> Result<StateHash, BadHash> {
        crate::hex::decode(text).map(StateHash).ok_or(BadHash)
    }
}
