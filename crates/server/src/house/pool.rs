use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A thought of a bot, with what becomes of it, and how long it may take.
pub(crate) type Thought = Box<dyn FnOnce(Duration) + Send>;

/// The longest that a bot thinks, whatever its level, while nobody waits for its thread.
const LONGEST_THOUGHT: Duration = Duration::from_secs(2);
/// Of so many thoughts one is for a table without people, if there are both.
const TURNS: usize = 4;

/// The threads on which bots think, so that a table never waits for them.
///
/// A table stands in the queue once, with its latest questions: what it asked before is not worth a thought any more. So the
/// queue is never longer than there are tables, and every table gets its turn. Where people wait, bots think first, and the
/// more tables wait the shorter each thinks: whoever opens many tables for bots alone takes no time from others.
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    work: Condvar,
    waiting: AtomicUsize,
    threads: usize,
}

#[derive(Default)]
struct Queue {
    /// The tables where people are.
    attended: VecDeque<Arc<Desk>>,
    others: VecDeque<Arc<Desk>>,
    turn: usize,
    closed: bool,
}

/// Where a table puts its questions.
#[derive(Default)]
pub(crate) struct Desk(Mutex<Questions>);

#[derive(Default)]
struct Questions {
    thoughts: Vec<Thought>,
    attended: bool,
    queued: bool,
}

impl Pool {
    /// Starts the threads, at least one. They end with the pool.
    pub(crate) fn start(threads: usize) -> std::io::Result<Pool> {
        let threads = threads.max(1);
        let shared =
            Shared { queue: Mutex::default(), work: Condvar::new(), waiting: AtomicUsize::new(0), threads };
        let shared = Arc::new(shared);
        for number in 0..threads {
            let shared = shared.clone();
            std::thread::Builder::new().name(format!("bots-{number}")).spawn(move || shared.think())?;
        }
        Ok(Pool(shared))
    }

    /// These are the table's questions now; people are there, or not.
    pub(crate) fn ask(&self, desk: &Arc<Desk>, thoughts: Vec<Thought>, attended: bool) {
        let mut questions = lock(&desk.0);
        (questions.thoughts, questions.attended) = (thoughts, attended);
        if !questions.queued && !questions.thoughts.is_empty() {
            questions.queued = true;
            self.0.enqueue(desk.clone(), attended);
        }
    }

    /// How many tables wait for a thought.
    pub(crate) fn waiting(&self) -> usize {
        self.0.waiting.load(Ordering::Relaxed)
    }

    /// Nobody thinks any more, once the thoughts that are being thought have come to their end.
    pub(crate) fn close(&self) {
        lock(&self.0.queue).closed = true;
        self.0.work.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn think(&self) {
        while let Some((desk, time)) = self.next() {
            // One thought at a time: the other seats of the table go to the end of the queue.
            let thought = {
                let mut questions = lock(&desk.0);
                let thought = questions.thoughts.pop();
                questions.queued = !questions.thoughts.is_empty();
                if questions.queued {
                    self.enqueue(desk.clone(), questions.attended);
                }
                thought
            };
            if let Some(thought) = thought {
                thought(time);
            }
        }
    }

    fn enqueue(&self, desk: Arc<Desk>, attended: bool) {
        let mut queue = lock(&self.queue);
        match attended {
            true => queue.attended.push_back(desk),
            false => queue.others.push_back(desk),
        }
        drop(queue);
        self.waiting.fetch_add(1, Ordering::Relaxed);
        self.work.notify_one();
    }

    /// The next table, and how long its bot may think.
    fn next(&self) -> Option<(Arc<Desk>, Duration)> {
        let mut queue = lock(&self.queue);
        loop {
            if queue.closed {
                return None;
            }
            if let Some((desk, behind)) = queue.pop() {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                let share = u32::try_from(1 + behind / self.threads).unwrap_or(u32::MAX);
                return Some((desk, LONGEST_THOUGHT / share));
            }
            queue = self.work.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Queue {
    /// The next table, and how many wait behind it.
    fn pop(&mut self) -> Option<(Arc<Desk>, usize)> {
        self.turn = (self.turn + 1) % TURNS;
        let other_first = self.turn == 0 && !self.others.is_empty();
        if !other_first && let Some(desk) = self.attended.pop_front() {
            return Some((desk, self.attended.len()));
        }
        let desk = self.others.pop_front()?;
        Some((desk, self.attended.len() + self.others.len()))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn where_people_wait_bots_think_first_and_briefly_when_many_wait() {
        let pool = Pool::start(1).unwrap();
        let (done, order) = mpsc::channel();
        let (begin, begun) = mpsc::channel::<()>();
        let note = |name: &'static str| -> Vec<Thought> {
            let done = done.clone();
            vec![Box::new(move |time| done.send((name, time)).unwrap())]
        };
        // While the only thread is busy, the others queue up.
        pool.ask(&Arc::default(), vec![Box::new(move |_| begun.recv().unwrap())], true);
        while pool.waiting() > 0 {
            std::thread::yield_now();
        }
        for _ in 0..3 {
            pool.ask(&Arc::default(), note("bots"), false);
        }
        let desk = Arc::default();
        pool.ask(&desk, note("old question"), true);
        pool.ask(&desk, note("people"), true);
        begin.send(()).unwrap();
        let thoughts: Vec<(&str, Duration)> = order.iter().take(4).collect();
        assert_eq!(thoughts[0], ("people", LONGEST_THOUGHT));
        assert_eq!(thoughts[1], ("bots", LONGEST_THOUGHT / 3));
        assert!(thoughts[2..].iter().all(|(name, _)| *name == "bots"));
    }

    #[test]
    fn every_table_gets_its_turn_wherever_it_waits() {
        let mut queue = Queue::default();
        let desks: Vec<Arc<Desk>> = (0..20).map(|_| Arc::default()).collect();
        queue.attended.extend(desks[..10].iter().cloned());
        queue.others.extend(desks[10..].iter().cloned());
        let popped: Vec<Arc<Desk>> = std::iter::from_fn(|| queue.pop()).map(|(desk, _)| desk).collect();
        let first_other = popped.iter().position(|desk| Arc::ptr_eq(desk, &desks[10]));
        assert_eq!(first_other, Some(TURNS - 1), "people's tables first, but not all of them");
        assert!(desks.iter().all(|desk| popped.iter().any(|popped| Arc::ptr_eq(desk, popped))));
    }
}
