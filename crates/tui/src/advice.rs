//! Bots' advice, which takes a while: it is asked for on another thread.

use std::time::Duration;

/// How long bots may think about it.
pub(crate) const PATIENCE: Duration = Duration::from_millis(1500);

/// What is asked.
pub(crate) struct Question(Box<dyn FnOnce() -> Advice + Send>);

/// What bots say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Advice {
    /// The codes of the best actions: those that the bots cannot tell apart.
    pub(crate) best: Vec<String>,
    /// What they think of the first few, in words.
    pub(crate) lines: Vec<String>,
}

impl Question {
    pub(crate) fn new(think: impl FnOnce() -> Advice + Send + 'static) -> Question {
        Question(Box::new(think))
    }

    /// Thinks about it.
    pub(crate) fn answer(self) -> Advice {
        (self.0)()
    }
}
