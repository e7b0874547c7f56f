use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use game::{MAX_SEATS, Seat, SeatSet};
use table::Ending;
use tokio::sync::{mpsc, oneshot, watch};
use wire::Code;
use wire::house::{Dismissal, Notice, Request};

use super::{Coming, TableCard};
use crate::connection::Outbox;
use crate::players::Player;

/// How others reach a table.
#[derive(Clone)]
pub(crate) struct Stub(Arc<Inner>);

struct Inner {
    code: Code,
    post: mpsc::Sender<Letter>,
    cards: RwLock<Cards>,
    /// The seats that the table waits for, as bits.
    awaited: AtomicU8,
    /// The seats that whoever comes may take, as bits.
    free: AtomicU8,
    /// How its match ended, for whoever wants to know of a table with a countdown.
    ending: OnceLock<watch::Sender<Option<Ending>>>,
    /// Who was there when the table fell.
    left_behind: Mutex<Vec<Caller>>,
}

/// A table as its players see it, and as others do who may see it only later.
struct Cards {
    own: Arc<TableCard>,
    shown: Arc<TableCard>,
}

/// What is brought to a table.
pub(crate) enum Letter {
    /// Somebody wants something.
    Request(Box<Asked>),
    /// A connection is gone.
    Gone(ConnectionId),
    /// The house closes. The sender is dropped when the table is at rest.
    Stop(oneshot::Sender<()>),
}

/// Who wants what. Who sits down may do so while it is being done.
pub(crate) type Asked = (Caller, Request, Option<Coming>);

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
    pub(crate) fn new(
        code: Code,
        post: mpsc::Sender<Letter>,
        own: Arc<TableCard>,
        shown: Arc<TableCard>,
    ) -> Stub {
        Stub(Arc::new(Inner {
            code,
            post,
            cards: RwLock::new(Cards { own, shown }),
            awaited: AtomicU8::new(0),
            free: AtomicU8::new(0),
            ending: OnceLock::new(),
            left_behind: Mutex::default(),
        }))
    }

    pub(crate) fn code(&self) -> Code {
        self.0.code
    }

    /// Brings the letter; waits while the table is busy. Whether there still was somebody to take it.
    pub(crate) async fn bring(&self, letter: Letter) -> bool {
        self.0.post.send(letter).await.is_ok()
    }

    /// The table as it is, for those who sit there and for the house itself.
    pub(crate) fn card(&self) -> Arc<TableCard> {
        self.0.cards.read().unwrap_or_else(PoisonError::into_inner).own.clone()
    }

    /// The table as those see it who look for one.
    pub(crate) fn shown(&self) -> Arc<TableCard> {
        self.0.cards.read().unwrap_or_else(PoisonError::into_inner).shown.clone()
    }

    /// Whether the table waits for this seat.
    pub(crate) fn is_awaited(&self, seat: usize) -> bool {
        self.0.awaited.load(Ordering::Relaxed) >> seat & 1 == 1
    }

    pub(crate) fn awaits(&self, seats: SeatSet) {
        self.0.awaited.store(bits(seats), Ordering::Relaxed);
    }

    /// The seats that whoever comes may take.
    pub(crate) fn free_seats(&self) -> SeatSet {
        let bits = self.0.free.load(Ordering::Relaxed);
        Seat::all(MAX_SEATS).filter(|seat| bits >> seat.index() & 1 == 1).collect()
    }

    pub(crate) fn frees(&self, seats: SeatSet) {
        self.0.free.store(bits(seats), Ordering::Relaxed);
    }

    /// Tells how its match ended, when it has.
    pub(crate) fn ending(&self) -> watch::Receiver<Option<Ending>> {
        self.0.ending.get_or_init(watch::Sender::default).subscribe()
    }

    pub(crate) fn end(&self, ending: Ending) {
        self.0.ending.get_or_init(watch::Sender::default).send_replace(Some(ending));
    }

    /// Whether others see anything new but how many watch.
    pub(crate) fn show(&self, own: Arc<TableCard>, shown: Arc<TableCard>) -> bool {
        let mut cards = self.0.cards.write().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *cards, Cards { own, shown });
        cards.shown.differs(&before.shown)
    }
}

/// When a table has fallen.
impl Stub {
    pub(crate) fn leave_behind(&self, callers: Vec<Caller>) {
        *self.0.left_behind.lock().unwrap_or_else(PoisonError::into_inner) = callers;
    }

    /// Those who were there are told what has become of the table.
    pub(crate) fn dismiss(&self, why: Dismissal) {
        let left = std::mem::take(&mut *self.0.left_behind.lock().unwrap_or_else(PoisonError::into_inner));
        for caller in left {
            caller.version.store(0, Ordering::Relaxed);
            caller.answer(&why.notice(self.code()));
        }
    }
}

fn bits(seats: SeatSet) -> u8 {
    seats.iter().fold(0, |bits, seat| bits | 1 << seat.index())
}

impl Caller {
    pub(crate) fn answer(&self, notice: &Notice) {
        self.outbox.answer(notice.encode().into());
    }
}
