use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

use game::{Game, Seats, Viewer};

use crate::message::Happened;

/// So many steps are kept for observers that come back.
pub(crate) const KEPT: usize = 64;
/// The most observers: all seats and those who watch.
const OBSERVERS: usize = game::MAX_SEATS + 1;

/// What has happened, and which version of the table it made for whom.
///
/// It is kept once, as it was, and shown to each observer as it may see it.
#[derive(Clone, Debug)]
pub(crate) struct History<G: Game> {
    seats: usize,
    recent: VecDeque<Step<G::Event>>,
    observers: [Observer; OBSERVERS],
}

#[derive(Clone, Debug)]
struct Step<E> {
    happened: Arc<[Happened<E>]>,
    seen: [Seen; OBSERVERS],
}

/// How much of a step somebody may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Nothing,
    /// Some of it, or not as it was.
    Part,
    /// All of it, as it was.
    All,
}

#[derive(Clone, Copy, Debug, Default)]
struct Observer {
    version: u64,
    /// The version that was sent to whoever was there.
    published: u64,
    /// The version from which on its present player has the seat: what was before is the former one's.
    first: u64,
}

impl<G: Game> History<G> {
    pub(crate) fn new(seats: usize) -> Self {
        History { seats, recent: VecDeque::new(), observers: [Observer::default(); OBSERVERS] }
    }

    pub(crate) fn version(&self, viewer: Viewer) -> u64 {
        self.observers[place(viewer)].version
    }

    /// The version from which on its present player has the seat.
    pub(crate) fn first(&self, viewer: Viewer) -> u64 {
        self.observers[place(viewer)].first
    }

    /// So many versions there were, of each seat with its first one, and of those who watch. What made them is not known any more.
    pub(crate) fn set(&mut self, seats: &Seats<(u64, u64)>, watched: u64) {
        self.recent.clear();
        let seats = seats.iter().map(|(seat, versions)| (Viewer::Seat(seat), *versions));
        for (viewer, (version, first)) in seats.chain([(Viewer::Spectator, (watched, 0))]) {
            self.observers[place(viewer)] = Observer { version, published: version, first };
        }
    }

    /// Makes a version for everyone who sees any of it: a hidden event must not show as a gap.
    pub(crate) fn add(&mut self, happened: Arc<[Happened<G::Event>]>) {
        let mut seen = [Seen::Nothing; OBSERVERS];
        for viewer in Viewer::all(self.seats) {
            seen[place(viewer)] = seen_by::<G>(&happened, viewer);
            self.observers[place(viewer)].version += u64::from(seen[place(viewer)] != Seen::Nothing);
        }
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back(Step { happened, seen });
    }

    /// Somebody else looks as this viewer from now on, and has seen nothing yet.
    pub(crate) fn begin(&mut self, viewer: Viewer) {
        let observer = &mut self.observers[place(viewer)];
        observer.first = observer.version;
    }

    /// What the viewer has seen happen since the version; `None` if that is too long ago, was another one's, or is yet to come.
    pub(crate) fn since(&self, viewer: Viewer, version: u64) -> Option<Arc<[Happened<G::Event>]>> {
        let observer = &self.observers[place(viewer)];
        let mut missed = observer.version.checked_sub(version).filter(|_| version >= observer.first)?;
        let mut steps = self.recent.iter().rev();
        let mut first = self.recent.len();
        while missed > 0 {
            missed -= u64::from(steps.next()?.seen[place(viewer)] != Seen::Nothing);
            first -= 1;
        }
        let mut steps = self.recent.range(first..);
        if let (Some(step), None) = (steps.next(), steps.next())
            && step.seen[place(viewer)] == Seen::All
        {
            return Some(step.happened.clone());
        }
        let happened = self.recent.range(first..).flat_map(|step| &*step.happened);
        Some(happened.filter_map(|happened| redacted::<G>(happened, viewer)).map(Cow::into_owned).collect())
    }

    /// The version that was published last, if there is a newer one, which counts as published from now on.
    pub(crate) fn publish(&mut self, viewer: Viewer) -> Option<u64> {
        let observer = &mut self.observers[place(viewer)];
        let before = std::mem::replace(&mut observer.published, observer.version);
        (before < observer.version).then_some(before)
    }
}

fn seen_by<G: Game>(happened: &[Happened<G::Event>], viewer: Viewer) -> Seen {
    let (mut any, mut all) = (false, true);
    for happened in happened {
        let seen = redacted::<G>(happened, viewer);
        any |= seen.is_some();
        all &= matches!(seen, Some(Cow::Borrowed(_)));
    }
    match (any, all) {
        (false, _) => Seen::Nothing,
        (true, false) => Seen::Part,
        (true, true) => Seen::All,
    }
}

fn redacted<G: Game>(happened: &Happened<G::Event>, viewer: Viewer) -> Option<Cow<'_, Happened<G::Event>>> {
    match happened {
        Happened::Game(event) => G::redact(event, viewer).map(|seen| match seen {
            Cow::Borrowed(_) => Cow::Borrowed(happened),
            Cow::Owned(event) => Cow::Owned(Happened::Game(event)),
        }),
        public => Some(Cow::Borrowed(public)),
    }
}

fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index().min(game::MAX_SEATS),
        Viewer::Spectator => game::MAX_SEATS,
    }
}

#[cfg(test)]
mod tests {
    use koikoi::KoiKoi;

    use super::*;

    #[test]
    fn versions_are_dense_and_old_ones_fall_away() {
        let viewer = Viewer::Spectator;
        let mut history = History::<KoiKoi>::new(2);
        history.add(Arc::new([]));
        assert_eq!((history.version(viewer), history.publish(viewer)), (0, None));
        for number in 0..100 {
            history.add(Arc::new([Happened::Dealt(number)]));
        }
        assert_eq!((history.publish(viewer), history.publish(viewer)), (Some(0), None));
        assert_eq!(
            history.since(viewer, 98).as_deref(),
            Some(&[Happened::Dealt(98), Happened::Dealt(99)][..])
        );
        assert_eq!(history.since(viewer, 99).as_deref(), Some(&[Happened::Dealt(99)][..]));
        assert_eq!(history.since(viewer, 100).as_deref(), Some(&[][..]));
        assert_eq!(history.since(viewer, 101), None);
        assert_eq!(history.since(viewer, 36).map(|missed| missed.len()), Some(64));
        assert_eq!(history.since(viewer, 35), None);
    }
}
