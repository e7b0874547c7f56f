use store::StoreError;
use wire::RunId;

use crate::house::CannotOpen;

/// Why nothing becomes of a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotDefuse {
    /// A countdown that is too short or too long.
    #[error("a countdown is from 10 seconds to one hour")]
    Countdown,
    /// The player has a run already.
    #[error("you have a run already: {0}")]
    Running(RunId),
    /// The run is over, or there is none.
    #[error("there is no such run of yours, or it is over")]
    NotRunning,
    /// A match is not over.
    #[error("a match is being played")]
    Playing,
    /// More matches than anybody plays.
    #[error("this run has had enough matches")]
    TooManyMatches,
    /// There is no table for the match.
    #[error(transparent)]
    Open(#[from] CannotOpen),
    /// The store is broken.
    #[error("the run could not be kept")]
    Store(#[from] StoreError),
}

impl CannotDefuse {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            CannotDefuse::Countdown => "bad-time",
            CannotDefuse::Running(_) => "run-running",
            CannotDefuse::NotRunning => "not-running",
            CannotDefuse::Playing => "playing",
            CannotDefuse::TooManyMatches => "too-many-matches",
            CannotDefuse::Open(why) => why.code(),
            CannotDefuse::Store(_) => "broken-store",
        }
    }
}
