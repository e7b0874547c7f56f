use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// Something that must not be seen by anybody but whom it belongs to: it shows in no log and no error.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// The hash of a secret. Secrets have so many random bits that nobody finds one by its hash.
pub(crate) type Hash = [u8; 32];

impl Secret {
    /// This text is one.
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// A new one of 256 random bits, which begins with the prefix.
    pub(crate) fn random(prefix: &str) -> Result<Secret, getrandom::Error> {
        Ok(Secret(prefix.to_owned() + &HEXLOWER.encode(&random::<32>()?)))
    }

    /// The text, for the one whom it belongs to.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether somebody knows it. How long the answer takes tells nothing.
    pub(crate) fn is(&self, text: &str) -> bool {
        hash(&self.0) == hash(text)
    }
}

/// Bytes that nobody can guess.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

pub(crate) fn hash(text: &str) -> Hash {
    Sha256::digest(text).into()
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}
