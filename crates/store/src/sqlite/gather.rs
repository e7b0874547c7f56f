use std::time::{Duration, Instant};

/// So long the first request of a batch waits for others, where others write, too.
pub(super) const GATHER: Duration = Duration::from_millis(2);

/// Whether a batch is worth waiting for: what came before, and when.
///
/// A table that is played at alone never waits, however fast it is played at.
#[derive(Default)]
pub(super) struct Company {
    before: Option<(Instant, Option<u64>)>,
}

impl Company {
    /// A request for the log of this table, or for something else, was written at this moment.
    pub(super) fn note(&mut self, table: Option<u64>, now: Instant) {
        self.before = Some((now, table));
    }

    /// Whether somebody else has written just before the next request came.
    pub(super) fn is_there(&self, table: Option<u64>, now: Instant) -> bool {
        self.before.is_some_and(|(at, other)| other != table && now.duration_since(at) < GATHER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_writes_just_after_somebody_else_waits() {
        let (mut company, begin) = (Company::default(), Instant::now());
        assert!(!company.is_there(Some(7), begin), "nobody was before");
        company.note(Some(7), begin);
        assert!(!company.is_there(Some(7), begin), "it is alone");
        assert!(company.is_there(Some(8), begin + GATHER / 2));
        assert!(!company.is_there(Some(8), begin + GATHER), "that is long ago");
    }
}
