//! The review of a match from a file: nobody but this program can think about it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use bots::Budget;
use client::Reviewing;
use game::Seat;

/// Thinks about one seat at a time, in the background.
#[derive(Default)]
pub(crate) struct Thinker {
    thought: Option<Thought>,
}

/// What is thought, of this seat.
struct Thought {
    seat: Seat,
    shared: Arc<Shared>,
}

struct Shared {
    come: Mutex<Result<Reviewing, String>>,
    stopped: AtomicBool,
}

/// What nobody wants to know any more is not thought to its end.
impl Drop for Thought {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    fn tell(&self, come: Result<Reviewing, String>) {
        *self.come.lock().unwrap_or_else(PoisonError::into_inner) = come;
    }
}

impl Thinker {
    /// How far it has come; it begins if it was not asked for this seat before.
    pub(crate) fn ask(&mut self, replay: &Arc<str>, seat: Seat) -> Result<Reviewing, String> {
        let thought = match self.thought.take().filter(|thought| thought.seat == seat) {
            Some(thought) => thought,
            None => begin(replay.clone(), seat)?,
        };
        let come = thought.shared.come.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.thought = Some(thought);
        come
    }
}

/// The thread is not waited for when the program ends.
fn begin(replay: Arc<str>, seat: Seat) -> Result<Thought, String> {
    let come = Mutex::new(Ok(Reviewing::Thinking { progress: 0.0 }));
    let shared = Arc::new(Shared { come, stopped: AtomicBool::new(false) });
    let told = shared.clone();
    let think = move || {
        let progress = |progress: f32| {
            told.tell(Ok(Reviewing::Thinking { progress }));
            match told.stopped.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let review = wire::review::review(None, &replay, seat, Budget::default(), progress);
        told.tell(review.map(|review| Reviewing::Done(Box::new(review))).map_err(|why| why.to_string()));
    };
    thread::Builder::new().name("review".to_owned()).spawn(think).map_err(|why| why.to_string())?;
    Ok(Thought { seat, shared })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const REPLAY: &str = r#"{ "version": 1, "game": "kierki", "rules": { "preset": "seven", "deals": "1N" }, "seats": 4, "seed": "7",
        "actions": [{ "seat": 0, "action": "play 4C" }] }"#;

    fn thought(thinker: &mut Thinker, seat: usize) -> Result<Reviewing, String> {
        for _ in 0..3000 {
            match thinker.ask(&REPLAY.into(), Seat::new(seat).unwrap()) {
                Ok(Reviewing::Thinking { .. }) => thread::sleep(Duration::from_millis(10)),
                come => return come,
            }
        }
        panic!("it thinks for too long");
    }

    #[test]
    fn each_seat_is_thought_about_when_it_is_asked_for() {
        let mut thinker = Thinker::default();
        let Ok(Reviewing::Done(review)) = thought(&mut thinker, 0) else { panic!("a review") };
        assert_eq!((review.seat, review.points.len()), (Seat::FIRST, 1));
        let Ok(Reviewing::Done(review)) = thought(&mut thinker, 1) else { panic!("a review") };
        assert_eq!((review.seat.index(), review.points.len()), (1, 0));
        assert!(thought(&mut thinker, 4).is_err(), "four play");
    }

    #[test]
    fn what_nobody_wants_is_broken_off() {
        let mut thinker = Thinker::default();
        thinker.ask(&REPLAY.into(), Seat::FIRST).unwrap();
        let shared = thinker.thought.as_ref().unwrap().shared.clone();
        thinker.ask(&REPLAY.into(), Seat::new(1).unwrap()).unwrap();
        assert!(shared.stopped.load(Ordering::Relaxed));
    }
}
