use std::fmt;
use std::io;

use serde::Deserialize;

/// What a house has refused, and why.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Refused {
    /// For programs.
    pub code: String,
    /// For people.
    pub message: String,
    /// The status of HTTP; 0 if it was refused otherwise.
    #[serde(skip)]
    pub status: u16,
}

/// Why a question to a house has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// The house says no.
    #[error("{0}")]
    Refused(Refused),
    /// The house was not reached.
    #[error("the house cannot be reached: {0}")]
    Unreached(#[from] io::Error),
    /// What it says is not what a house says.
    #[error("this is no answer of a Tefuda house: {0}")]
    Strange(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // It comes from outside: nothing in it may move the cursor.
        let letters = self.message.chars().take(300).filter(|letter| !letter.is_control());
        letters.into_iter().try_for_each(|letter| write!(f, "{letter}"))
    }
}

impl Failed {
    /// The code of a refusal.
    pub fn code(&self) -> Option<&str> {
        match self {
            Failed::Refused(refused) => Some(&refused.code),
            Failed::Unreached(_) | Failed::Strange(_) => None,
        }
    }
}
