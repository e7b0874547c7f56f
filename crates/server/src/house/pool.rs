use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A thought of a bot, with what becomes of it.
pub(crate) type Thought = Box<dyn FnOnce() + Send>;

/// The threads on which bots think, so that a table never waits for them.
///
/// A table stands in the queue once, with its latest questions: what it asked before is not worth a thought any more. So the
/// queue is never longer than there are tables, and every table gets its turn.
pub(crate) struct Pool(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    work: Condvar,
    waiting: AtomicUsize,
}

#[derive(Default)]
struct Queue {
    desks: VecDeque<Arc<Desk>>,
    closed: bool,
}

/// Where a table puts its questions.
#[derive(Default)]
pub(crate) struct Desk(Mutex<Vec<Thought>>);

impl Pool {
    /// Starts the threads, at least one. They end with the pool.
    pub(crate) fn start(threads: usize) -> std::io::Result<Pool> {
        let shared = Shared { queue: Mutex::default(), work: Condvar::new(), waiting: AtomicUsize::new(0) };
        let shared = Arc::new(shared);
        for number in 0..threads.max(1) {
            let shared = shared.clone();
            std::thread::Builder::new().name(format!("bots-{number}")).spawn(move || shared.think())?;
        }
        Ok(Pool(shared))
    }

    /// These are the table's questions now.
    pub(crate) fn ask(&self, desk: &Arc<Desk>, thoughts: Vec<Thought>) {
        let asks = !thoughts.is_empty();
        let before = std::mem::replace(&mut *lock(&desk.0), thoughts);
        if !asks || !before.is_empty() {
            return;
        }
        lock(&self.0.queue).desks.push_back(desk.clone());
        self.0.waiting.fetch_add(1, Ordering::Relaxed);
        self.0.work.notify_one();
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
        while let Some(desk) = self.next() {
            // One thought at a time: the other seats of the table go to the end of the queue.
            let thought = {
                let mut thoughts = lock(&desk.0);
                let thought = thoughts.pop();
                if !thoughts.is_empty() {
                    lock(&self.queue).desks.push_back(desk.clone());
                    self.waiting.fetch_add(1, Ordering::Relaxed);
                    self.work.notify_one();
                }
                thought
            };
            if let Some(thought) = thought {
                thought();
            }
        }
    }

    fn next(&self) -> Option<Arc<Desk>> {
        let mut queue = lock(&self.queue);
        loop {
            if queue.closed {
                return None;
            }
            if let Some(desk) = queue.desks.pop_front() {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                return Some(desk);
            }
            queue = self.work.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
