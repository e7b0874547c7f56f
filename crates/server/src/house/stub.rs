use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use game::SeatSet;
use table::Ending;
use tokio::sync::{mpsc, oneshot, watch};
use wire::Code;
use wire::house::{Notice, Request};

use super::TableCard;
use crate::connection::Outbox;
use crate::players::Player;

/// How others reach a table.
#[derive(Clone)]
pub(crate) struct Stub(Arc<Inner>);

struct Inner {
    code: Code,
    post: mpsc::Sender<Letter>,
    card: RwLock<Arc<TableCard>>,
    /// The seats that the table waits for, as bits.
    awaited: AtomicU8,
    /// How its match ended, for whoever wants to know of a table with a countdown.
    ending: OnceLock<watch::Sender<Option<Ending>>>,
}

/// What is brought to a table.
pub(crate) enum Letter {
    /// Somebody wants something.
    Request(Box<(Caller, Request)>),
    /// A connection is gone.
    Gone(ConnectionId),
    /// The house closes. The sender is dropped when the table is at rest.
    Stop(oneshot::Sender<()>),
}

/// Whoever wants something, and how to answer.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) connection: ConnectionId,
    pub(crate) player: Player,
    pub(crate) outbox: Arc<Outbox>,
    /// The version of the table that the connection was sent last; 0 while it hears nothing.
    pub(crate) version: Arc<AtomicU64>,
}

/// A connection, as long as the process lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ConnectionId(pub(crate) u64);

impl Stub {
    pub(crate) fn new(code: Code, post: mpsc::Sender<Letter>, card: TableCard) -> Stub {
        Stub(Arc::new(Inner {
            code,
            post,
            card: RwLock::new(Arc::new(card)),
            awaited: AtomicU8::new(0),
            ending: OnceLock::new(),
        }))
    }

    pub(crate) fn code(&self) -> Code {
        self.0.code
    }

    /// Brings the letter; waits while the table is busy. Whether there still was somebody to take it.
    pub(crate) async fn bring(&self, letter: Letter) -> bool {
        self.0.post.send(letter).await.is_ok()
    }

    /// The table as those see it who look for one.
    pub(crate) fn card(&self) -> Arc<TableCard> {
        self.0.card.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the table waits for this seat.
    pub(crate) fn is_awaited(&self, seat: usize) -> bool {
        self.0.awaited.load(Ordering::Relaxed) >> seat & 1 == 1
    }

    pub(crate) fn awaits(&self, seats: SeatSet) {
        let bits = seats.iter().fold(0, |bits, seat| bits | 1 << seat.index());
        self.0.awaited.store(bits, Ordering::Relaxed);
    }

    /// Tells how its match ended, when it has.
    pub(crate) fn ending(&self) -> watch::Receiver<Option<Ending>> {
        self.0.ending.get_or_init(watch::Sender::default).subscribe()
    }

    pub(crate) fn end(&self, ending: Ending) {
        self.0.ending.get_or_init(watch::Sender::default).send_replace(Some(ending));
    }

    pub(crate) fn show(&self, card: TableCard) {
        *self.0.card.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(card);
    }
}

impl Caller {
    pub(crate) fn answer(&self, notice: &Notice) {
        self.outbox.answer(notice.encode().into());
    }
}
