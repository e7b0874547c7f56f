//! What a table tells a player who does not know what to do.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bots::Budget;
use game::{Seat, Viewer};
use table::Refused;
use wire::house::Notice;

use super::{Actor, Playable};
use crate::house::pool::Desk;
use crate::house::stub::Caller;

/// So long after one hint the next may be asked for.
const PAUSE: Duration = Duration::from_millis(300);

/// The hints of a table: one at a time, and in the queue of the bots one like those of tables without people, so that no bot's move
/// waits for them where people do.
#[derive(Default)]
pub(super) struct Hints {
    desk: Arc<Desk>,
    pending: Arc<AtomicBool>,
    last: Option<Instant>,
}

/// Whether it is thought or forgotten, a hint is not pending any more.
struct Pending(Arc<AtomicBool>);

impl Drop for Pending {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl<G: Playable> Actor<G> {
    /// The caller alone is told what the search thinks, by what the caller's seat sees: nothing else goes into the thought.
    pub(super) fn hint(&mut self, caller: &Caller) -> Result<(), Refused<G::Refusal>> {
        let (seat, view): (Seat, G::View) = self.table.hint(caller.player.id)?;
        let rests = self.hints.last.is_some_and(|last| last.elapsed() < PAUSE);
        if rests || self.hints.pending.swap(true, Ordering::Relaxed) {
            return Err(Refused::TooFast);
        }
        self.hints.last = Some(Instant::now());
        let pending = Pending(self.hints.pending.clone());
        let (caller, table) = (caller.clone(), self.code);
        let version = self.table.version(Viewer::Seat(seat));
        let thought = move |time: Duration| {
            let budget = Budget { playouts: None, deadline: Some(time) };
            let ranked = catch_unwind(AssertUnwindSafe(|| bots::advise::<G>(&view, budget)));
            drop(pending);
            match ranked {
                Ok(ranked) => caller.answer(&Notice::hint::<G>(table, version, &ranked)),
                Err(_) => tracing::error!(game = G::NAME, "a hint has panicked"),
            }
        };
        self.rooms.pool.ask(&self.hints.desk, vec![Box::new(thought)], false);
        Ok(())
    }
}
