use std::collections::VecDeque;

use crate::message::Happened;

/// So many versions are kept for observers that come back.
const KEPT: usize = 64;

/// What one observer has seen happen, version by version.
#[derive(Clone, Debug)]
pub(crate) struct History<E> {
    version: u64,
    /// What led to each of the last versions.
    recent: VecDeque<Vec<Happened<E>>>,
    /// The version that was sent to whoever was there.
    published: u64,
}

impl<E: Clone> History<E> {
    pub(crate) fn new() -> Self {
        History { version: 0, recent: VecDeque::new(), published: 0 }
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// What nobody saw makes no version: a hidden event must not show as a gap.
    pub(crate) fn add(&mut self, happened: Vec<Happened<E>>) {
        if happened.is_empty() {
            return;
        }
        self.version += 1;
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back(happened);
    }

    /// What has happened since the version; `None` if that is too long ago, or yet to come.
    pub(crate) fn since(&self, version: u64) -> Option<Vec<Happened<E>>> {
        let missed = usize::try_from(self.version.checked_sub(version)?).ok()?;
        let first = self.recent.len().checked_sub(missed)?;
        Some(self.recent.iter().skip(first).flatten().cloned().collect())
    }

    /// The version that was published last, if there is a newer one, which counts as published from now on.
    pub(crate) fn publish(&mut self) -> Option<u64> {
        let before = std::mem::replace(&mut self.published, self.version);
        (before < self.version).then_some(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_dense_and_old_ones_fall_away() {
        let mut history = History::new();
        history.add(Vec::new());
        assert_eq!((history.version(), history.publish()), (0, None));
        for number in 0..100 {
            history.add(vec![Happened::Game(number)]);
        }
        assert_eq!((history.publish(), history.publish()), (Some(0), None));
        assert_eq!(history.since(98), Some(vec![Happened::Game(98), Happened::Game(99)]));
        assert_eq!(history.since(100), Some(vec![]));
        assert_eq!(history.since(101), None);
        assert_eq!(history.since(36).map(|missed| missed.len()), Some(64));
        assert_eq!(history.since(35), None);
    }
}
