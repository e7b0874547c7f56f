//! Webhooks for whoever runs the house: what happens here is told to a program elsewhere, signed as Standard Webhooks has it.
//!
//! One thread sends, one event after the other, so that they come in their order. Tables never wait for it: what does not fit into
//! its queue is left out and counted.

mod event;
mod post;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Thread;
use std::time::{Duration, Instant};

use table::{Clock, Millis, Settings, Then};
use tokio::sync::oneshot;

pub(crate) use event::{Event, MatchOver, Turn};
use post::{Post, Tried};

use crate::config::{Config, HookKey, HookUrl};
use crate::meters::Meters;

/// So many events wait to be sent.
const QUEUE: usize = 1024;

/// How long is waited for a receiver, and how often it is tried.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For one try.
    pub answer: Duration,
    /// How often an event is tried.
    pub tries: u32,
    /// Before the second try; each further pause is four times as long.
    pub pause: Duration,
}

impl Default for Patience {
    /// A minute and a half of pauses, for a receiver that restarts.
    fn default() -> Patience {
        Patience { answer: Duration::from_secs(10), tries: 5, pause: Duration::from_secs(1) }
    }
}

/// Where events go.
pub struct Hooks {
    queue: Mutex<Option<SyncSender<Event>>>,
    thread: Thread,
    /// Comes when the thread has ended.
    ended: Mutex<Option<oneshot::Receiver<()>>>,
    shared: Arc<Shared>,
    /// The address that links begin with.
    pub(crate) site: String,
    /// A table is slow if a move may take so long.
    slow: Millis,
}

/// What a table and the thread both know.
struct Shared {
    meters: Arc<Meters>,
    /// Events that did not fit since the log told of it.
    dropped: AtomicU64,
    /// Nothing is waited for any more.
    closing: AtomicBool,
}

impl Hooks {
    /// As the settings say; `None` if they name no receiver.
    pub fn open(config: &Config, patience: Patience, meters: Arc<Meters>) -> std::io::Result<Option<Hooks>> {
        let (Some(url), Some(key)) = (&config.webhook_url, &config.webhook_secret) else { return Ok(None) };
        let slow = Millis::try_from(config.webhook_slow.as_millis()).unwrap_or(Millis::MAX);
        Hooks::start(url.clone(), key.clone(), patience, config.url(), slow, meters).map(Some)
    }

    fn start(
        url: HookUrl,
        key: HookKey,
        patience: Patience,
        site: String,
        slow: Millis,
        meters: Arc<Meters>,
    ) -> std::io::Result<Hooks> {
        let (queue, waiting) = sync_channel(QUEUE);
        let shared = Arc::new(Shared { meters, dropped: AtomicU64::new(0), closing: AtomicBool::new(false) });
        let thread = std::thread::Builder::new().name("webhooks".to_owned());
        let (post, inside) = (Post::new(url, key, patience.answer), shared.clone());
        let (end, ended) = oneshot::channel();
        let work = move || {
            inside.send_all(&waiting, &post, patience);
            // Whoever does not wait for it does not need to know.
            let _ = end.send(());
        };
        let thread = thread.spawn(work)?.thread().clone();
        let (queue, ended) = (Mutex::new(Some(queue)), Mutex::new(Some(ended)));
        Ok(Hooks { queue, thread, ended, shared, site, slow })
    }

    /// Whether people play here over days: a move may take long, and no bot plays for who is gone before. Where play pauses for
    /// whoever is gone everybody must be there anyway.
    pub(crate) fn is_slow<R>(&self, settings: &Settings<R>) -> bool {
        let move_takes = match settings.clock {
            Clock::None => Millis::MAX,
            Clock::Move { limit } => limit,
            Clock::Match { initial, .. } => initial,
        };
        let waits = matches!(settings.absence.then, Then::StandIn(_)) && settings.absence.grace >= self.slow;
        waits && move_takes >= self.slow
    }

    /// To be sent, unless too much waits already.
    pub(crate) fn send(&self, event: Event) {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.as_ref().is_none_or(|queue| queue.try_send(event).is_err()) {
            self.shared.dropped.fetch_add(1, Ordering::Relaxed);
            self.shared.meters.hooked("dropped");
        }
    }

    /// What waits is sent as long as the receiver takes it at once. What is returned comes when that is done.
    pub fn close(&self) -> Option<oneshot::Receiver<()>> {
        self.shared.closing.store(true, Ordering::Relaxed);
        *self.queue.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.thread.unpark();
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Shared {
    fn send_all(&self, waiting: &Receiver<Event>, post: &Post, patience: Patience) {
        let mut left = 0_u64;
        for event in waiting {
            if left > 0 {
                left += 1;
                self.meters.hooked("dropped");
                continue;
            }
            let sent = self.send(&event, post, patience);
            self.meters.hooked(if sent { "sent" } else { "failed" });
            // A receiver that fails while the house closes is not waited for any more.
            left = u64::from(!sent && self.closing.load(Ordering::Relaxed));
            let dropped = self.dropped.swap(0, Ordering::Relaxed);
            if dropped > 0 {
                tracing::warn!(dropped, "webhooks were left out: the receiver is too slow");
            }
        }
        if left > 1 {
            tracing::warn!(dropped = left - 1, "webhooks were left out: the server ends");
        }
    }

    /// Whether the receiver has taken it.
    fn send(&self, event: &Event, post: &Post, patience: Patience) -> bool {
        let mut pause = patience.pause;
        for number in 1..=patience.tries {
            let why = match post.send(event) {
                Tried::Taken => return true,
                Tried::Refused(why) => {
                    tracing::warn!(kind = event.kind, why, "a webhook was refused");
                    return false;
                }
                Tried::Later(why) => why,
            };
            if number == patience.tries || self.closing.load(Ordering::Relaxed) {
                tracing::warn!(kind = event.kind, tries = number, why, "a webhook was given up");
                return false;
            }
            self.rest(pause);
            pause *= 4;
        }
        false
    }

    /// Waits, but not while the house closes.
    fn rest(&self, pause: Duration) {
        let end = Instant::now() + pause;
        while !self.closing.load(Ordering::Relaxed) {
            match end.checked_duration_since(Instant::now()) {
                Some(left) if !left.is_zero() => std::thread::park_timeout(left),
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests;
