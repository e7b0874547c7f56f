use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use tokio_tungstenite::tungstenite::Utf8Bytes;
use wire::Code;

/// A message as it goes out, shared by all who get the same.
pub(crate) type Frame = Utf8Bytes;

/// News of tables wait up to here; then a table is cut off, and told in one piece when the client has caught up.
const NEWS_FRAMES: usize = 64;
const NEWS_BYTES: usize = 64 << 10;
/// Answers wait up to here. A client that asks and does not read comes to it, and is closed.
const MOST_FRAMES: usize = 512;
const MOST_BYTES: usize = 512 << 10;

/// What waits to be sent on a connection. It never grows without bound, whoever fills it and whoever does not read.
#[derive(Default)]
pub(crate) struct Outbox {
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    frames: VecDeque<Frame>,
    bytes: usize,
    /// The tables whose news did not fit.
    cut_off: Vec<Code>,
    overrun: bool,
    /// The connection, while it waits for something to do.
    waiting: Option<Waker>,
}

/// What a connection has to do next.
pub(crate) enum Due {
    /// Send these.
    Frames(VecDeque<Frame>),
    /// All was sent: ask these tables anew.
    Resync(Vec<Code>),
    /// Close: the client does not read.
    Overrun,
}

impl Outbox {
    /// An answer to something that the client has asked.
    pub(crate) fn answer(&self, frame: Frame) {
        let mut queue = self.lock();
        if queue.frames.len() >= MOST_FRAMES || queue.bytes >= MOST_BYTES {
            queue.overrun = true;
        } else {
            queue.push(frame);
        }
        wake(queue);
    }

    /// News that can be asked for: what does not fit is left out.
    pub(crate) fn notify(&self, frame: Frame) {
        let mut queue = self.lock();
        if queue.frames.len() < NEWS_FRAMES && queue.bytes < NEWS_BYTES {
            queue.push(frame);
            wake(queue);
        }
    }

    /// News of a table. If they do not fit, the table must send no more until it is asked anew.
    pub(crate) fn news(&self, table: Code, frame: Frame) -> Result<(), CutOff> {
        let mut queue = self.lock();
        if queue.frames.len() >= NEWS_FRAMES || queue.bytes >= NEWS_BYTES {
            queue.cut_off.push(table);
            return Err(CutOff);
        }
        queue.push(frame);
        wake(queue);
        Ok(())
    }

    /// Waits for something to do. One waits for it, the connection itself.
    pub(crate) async fn due(&self) -> Due {
        poll_fn(|context| {
            let mut queue = self.lock();
            match queue.take() {
                Some(due) => Poll::Ready(due),
                None => {
                    match &mut queue.waiting {
                        Some(waker) => waker.clone_from(context.waker()),
                        none => *none = Some(context.waker().clone()),
                    }
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// What still waits.
    pub(crate) fn rest(&self) -> VecDeque<Frame> {
        std::mem::take(&mut self.lock().frames)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn push(&mut self, frame: Frame) {
        self.bytes += frame.len();
        self.frames.push_back(frame);
    }

    fn take(&mut self) -> Option<Due> {
        if self.overrun {
            return Some(Due::Overrun);
        }
        if !self.frames.is_empty() {
            self.bytes = 0;
            return Some(Due::Frames(std::mem::take(&mut self.frames)));
        }
        (!self.cut_off.is_empty()).then(|| Due::Resync(std::mem::take(&mut self.cut_off)))
    }
}

/// There is something to do, for who waits for it.
fn wake(mut queue: MutexGuard<'_, Queue>) {
    let waker = queue.waiting.take();
    drop(queue);
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// News did not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CutOff;

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Code {
        "K7F3Q9MX".parse().unwrap()
    }

    #[tokio::test]
    async fn news_are_cut_off_and_asked_for_when_all_was_sent() {
        let outbox = Outbox::default();
        for _ in 0..NEWS_FRAMES {
            assert_eq!(outbox.news(table(), Frame::from_static("news")), Ok(()));
        }
        assert_eq!(outbox.news(table(), Frame::from_static("news")), Err(CutOff));
        outbox.answer(Frame::from_static("answer"));
        let Due::Frames(frames) = outbox.due().await else { panic!("there are frames") };
        assert_eq!(frames.len(), NEWS_FRAMES + 1);
        let Due::Resync(tables) = outbox.due().await else { panic!("a table was cut off") };
        assert_eq!(tables, [table()]);
        assert_eq!(outbox.news(table(), Frame::from_static("news")), Ok(()));
    }

    #[tokio::test]
    async fn a_client_that_asks_and_does_not_read_is_closed() {
        let outbox = Outbox::default();
        for _ in 0..=MOST_FRAMES {
            outbox.answer(Frame::from_static("answer"));
        }
        assert!(matches!(outbox.due().await, Due::Overrun));
    }
}
