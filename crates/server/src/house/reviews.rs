//! What the house thinks of how somebody has played: thought about when it is asked for, one at a time, and kept with the match.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bots::Budget;
use game::Seat;
use store::{ReviewRow, StoreError, Write};
use tokio::sync::Notify;
use wire::MatchId;
use wire::review::{BadReview, MatchReview};

use super::{House, Rooms, Stage, blocking};
use crate::limits::Source;

/// So many reviews wait at the most.
const MOST_WAITING: usize = 16;
/// So many of them for the same address, so that nobody makes the house busy for all.
const MOST_FOR_ONE: usize = 2;
/// So many that came to nothing are remembered, so that they are not tried again and again; and as many that are kept, so that who has
/// looked for one just before that does not begin it anew.
const MOST_REMEMBERED: usize = 64;
/// A review steps aside for the bots of tables before each decision, but not for longer.
const STEP_ASIDE: Duration = Duration::from_millis(250);
/// It looks so often whether they are done.
const LOOK: Duration = Duration::from_millis(5);

/// Whose play of which match.
type Key = (MatchId, Seat);

/// Why there is no review, and will be none for now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotReview {
    /// Too many wait.
    #[error("too many reviews are waiting; try again later")]
    Busy,
    /// Too many wait of those that were asked for from there.
    #[error("other reviews that were asked for from here come first; try again later")]
    BusyForYou,
    /// There is nothing to review.
    #[error(transparent)]
    Bad(#[from] BadReview),
    /// A fault of this program.
    #[error("the house cannot review this match")]
    Fault,
}

impl CannotReview {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            CannotReview::Busy | CannotReview::BusyForYou => "busy",
            CannotReview::Bad(why) => why.code(),
            CannotReview::Fault => "unavailable",
        }
    }
}

/// The reviews that are asked for.
#[derive(Default)]
pub(super) struct Reviews {
    work: Mutex<Work>,
    asked: Notify,
}

#[derive(Default)]
struct Work {
    waiting: VecDeque<Job>,
    running: Option<(Key, Source, Arc<Share>)>,
    over: VecDeque<(Key, Option<CannotReview>)>,
}

struct Job {
    key: Key,
    /// Who has asked first.
    by: Source,
    replay: String,
}

/// How much of a review is done.
#[derive(Default)]
struct Share(AtomicU32);

impl Share {
    fn set(&self, share: f32) {
        self.0.store(share.to_bits(), Ordering::Relaxed);
    }

    fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Ordering::Relaxed))
    }
}

impl Reviews {
    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How much of it is done, or nothing if it is kept; it is begun if nobody has asked before.
    fn ask(&self, key: Key, by: Source, replay: String) -> Result<Option<f32>, CannotReview> {
        let mut work = self.work();
        if let Some((_, failed)) = work.over.iter().find(|(over, _)| *over == key) {
            return failed.clone().map_or(Ok(None), Err);
        }
        if let Some((.., share)) = work.running.as_ref().filter(|(running, ..)| *running == key) {
            return Ok(Some(share.get()));
        }
        if work.waiting.iter().any(|job| job.key == key) {
            return Ok(Some(0.0));
        }
        if work.waiting.len() >= MOST_WAITING {
            return Err(CannotReview::Busy);
        }
        let running = work.running.iter().filter(|(_, asker, _)| *asker == by).count();
        if running + work.waiting.iter().filter(|job| job.by == by).count() >= MOST_FOR_ONE {
            return Err(CannotReview::BusyForYou);
        }
        work.waiting.push_back(Job { key, by, replay });
        drop(work);
        self.asked.notify_one();
        Ok(Some(0.0))
    }

    fn next(&self) -> Option<(Job, Arc<Share>)> {
        let mut work = self.work();
        let job = work.waiting.pop_front()?;
        let share = Arc::<Share>::default();
        work.running = Some((job.key, job.by, share.clone()));
        Some((job, share))
    }

    fn done(&self, key: Key, failed: Option<CannotReview>) {
        let mut work = self.work();
        work.running = None;
        work.over.truncate(MOST_REMEMBERED - 1);
        work.over.push_front((key, failed));
    }
}

impl House {
    /// What is thought of how the seat has played a finished match, if that is known.
    pub async fn review(&self, id: MatchId, seat: Seat) -> Result<Option<String>, StoreError> {
        let store = self.0.store.clone();
        blocking(move || store.review(id.table.number(), id.number, seat.index() as u8)).await
    }

    /// Somebody there wants to know, of the match with this replay. How much of the review is done, from 0 to 1; nothing if it is kept
    /// since a moment ago.
    pub fn ask_review(
        &self,
        id: MatchId,
        seat: Seat,
        by: Source,
        replay: String,
    ) -> Result<Option<f32>, CannotReview> {
        self.0.reviews.ask((id, seat), by, replay)
    }

    /// Thinks about the matches that are asked for, one after the other, until the house closes.
    pub(super) async fn keep_reviewing(self) {
        let mut stage = self.stage();
        let closed = |stage: &Stage| matches!(stage, Stage::Closed | Stage::Failed(_));
        loop {
            while let Some((job, share)) = self.0.reviews.next() {
                let (key, rooms) = (job.key, self.0.clone());
                let failed = match blocking(move || Ok(think(&rooms, &job, &share))).await {
                    Ok(Ok(review)) => self.keep(key, &review).await,
                    Ok(Err(BadReview::Stopped)) => return,
                    Ok(Err(why)) => Some(why.into()),
                    Err(error) => {
                        tracing::error!(%error, "a review has failed");
                        Some(CannotReview::Fault)
                    }
                };
                self.0.reviews.done(key, failed);
            }
            tokio::select! {
                () = self.0.reviews.asked.notified() => {}
                _ = stage.wait_for(closed) => return,
            }
        }
    }

    /// Keeps it for whoever asks again, also after a restart.
    async fn keep(&self, (id, seat): Key, review: &MatchReview) -> Option<CannotReview> {
        let body = serde_json::to_string(review).ok()?;
        let row = ReviewRow { table: id.table.number(), number: id.number, seat: seat.index() as u8, body };
        match self.0.append(vec![Write::Review(row)]).await {
            Ok(()) => None,
            Err(error) => {
                self.0.fail(&error);
                Some(CannotReview::Fault)
            }
        }
    }
}

fn think(rooms: &Rooms, job: &Job, share: &Share) -> Result<MatchReview, BadReview> {
    let (id, seat) = job.key;
    let stage = rooms.stage.subscribe();
    let progress = |done: f32| {
        share.set(done);
        let since = Instant::now();
        // The bots of tables go first.
        while rooms.pool.waiting() > 0 && since.elapsed() < STEP_ASIDE {
            std::thread::sleep(LOOK);
        }
        match *stage.borrow() {
            Stage::Open | Stage::Draining => ControlFlow::Continue(()),
            Stage::Closed | Stage::Failed(_) => ControlFlow::Break(()),
        }
    };
    // So many playouts as the best level has, and no deadline: the same match has the same review.
    wire::review::review(Some(id), &job.replay, seat, Budget::default(), progress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::Code;

    fn from(by: u8) -> Source {
        Source::of([127, 0, 0, by].into())
    }

    fn key(number: u32) -> Key {
        (MatchId { table: Code::new(7), number }, Seat::FIRST)
    }

    #[test]
    fn one_review_waits_once_and_not_too_many_do() {
        let reviews = Reviews::default();
        let ask = |number, by| reviews.ask(key(number), from(by), String::new());
        for number in 1..=MOST_WAITING as u8 {
            assert_eq!(ask(number.into(), number), Ok(Some(0.0)));
            assert_eq!(ask(number.into(), number), Ok(Some(0.0)), "it waits already");
        }
        assert_eq!(ask(99, 99), Err(CannotReview::Busy));
        let (job, share) = reviews.next().unwrap();
        share.set(0.25);
        assert_eq!(reviews.ask(job.key, from(99), String::new()), Ok(Some(0.25)));
        assert_eq!(ask(99, 99), Ok(Some(0.0)), "there is room again");
        reviews.done(job.key, Some(CannotReview::Fault));
        let again = reviews.ask(job.key, from(1), String::new());
        assert_eq!(again, Err(CannotReview::Fault), "it is not tried again");
    }

    #[test]
    fn nobody_makes_the_house_busy_for_others() {
        let reviews = Reviews::default();
        let ask = |number, by| reviews.ask(key(number), from(by), String::new());
        assert_eq!((ask(1, 1), ask(2, 1)), (Ok(Some(0.0)), Ok(Some(0.0))));
        assert_eq!(ask(3, 1), Err(CannotReview::BusyForYou));
        assert_eq!(ask(2, 1), Ok(Some(0.0)), "what waits may be asked for as often as one likes");
        assert_eq!(ask(3, 2), Ok(Some(0.0)), "somebody else is not bothered");
        let (job, _) = reviews.next().unwrap();
        assert_eq!(ask(4, 1), Err(CannotReview::BusyForYou), "one that is thought about counts");
        reviews.done(job.key, None);
        assert_eq!(ask(4, 1), Ok(Some(0.0)));
        assert_eq!(reviews.ask(job.key, from(3), String::new()), Ok(None), "it is there");
    }
}
