//! The tables of a server: opened, found, built again after a restart, and closed.

mod actor;
mod card;
mod lobby;
mod open;
mod pool;
mod quick;
mod ratings;
mod recovery;
mod register;
mod reviews;
mod sockets;
mod stub;
mod time;

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::time::Duration;

use store::{Fence, Log, MatchRow, Receipt, ResultRow, StoreError, Write};
use table::{Ending, Millis, Phase, PlayerId};
use tokio::sync::{Notify, oneshot, watch};
use tokio_util::task::TaskTracker;
use wire::house::{Call, Request};
use wire::{Code, MatchId};

pub(crate) use actor::until;
pub use card::{SeatCard, TableCard};
pub(crate) use lobby::{Edition, PERIOD};
pub(crate) use open::USUAL_ENTROPY;
pub use open::{CannotOpen, Order, SeatOrder};
pub use quick::{CannotAsk, CannotWait, Fallback, Party, Queue, State, Ticket, Wish};
pub use ratings::{PROVISIONAL, deviation_at};
pub use recovery::Recovered;
pub(crate) use register::Coming;
pub use reviews::CannotReview;
pub(crate) use sockets::Plugged;
pub(crate) use stub::{Caller, ConnectionId, Letter, Stub};
pub(crate) use time::now;

use crate::meters::Meters;
use crate::players::Player;
use crate::webhook::Hooks;
use lobby::Lobby;
use pool::Pool;
use quick::Quick;
use register::Register;
use reviews::Reviews;
use sockets::Sockets;

/// All tables of this server.
///
/// It is cheap to clone; all clones are the same house.
#[derive(Clone)]
pub struct House(Arc<Rooms>);

/// What the tables of a house share.
pub(crate) struct Rooms {
    store: Arc<dyn Log>,
    fence: Fence,
    pool: Pool,
    limits: Bounds,
    meters: Arc<Meters>,
    tables: RwLock<Register>,
    /// The tables that have fallen by a fault of this program.
    fallen: Mutex<HashSet<Code>>,
    lobby: Lobby,
    sockets: Sockets,
    /// Where it is told what happens, if anywhere.
    hooks: OnceLock<Hooks>,
    connections: AtomicU64,
    quick: Quick,
    reviews: Reviews,
    /// A match has ended that counts for ratings.
    counting: Notify,
    /// What the house does by itself until it closes.
    chores: TaskTracker,
    stage: watch::Sender<Stage>,
}

/// What a house keeps to.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most tables at once.
    pub tables: usize,
    /// The most tables that one player may have open.
    pub tables_per_player: usize,
    /// The most tickets for a quick match at once.
    pub tickets: usize,
    /// The most tickets that one player may have.
    pub tickets_per_player: usize,
    /// How long a table is kept that nobody is at, between matches.
    pub idle: Duration,
    /// How long a table is kept that nobody is at, during a match.
    pub abandoned: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            tables: 20_000,
            tables_per_player: 20,
            tickets: 10_000,
            tickets_per_player: 4,
            idle: Duration::from_secs(30 * 60),
            abandoned: Duration::from_secs(14 * 24 * 3600),
        }
    }
}

/// How far a house is from closing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It is open.
    Open,
    /// It will close soon: nobody new comes in.
    Draining,
    /// It is closed.
    Closed,
    /// It could not keep what it promised, and must start anew.
    Failed(String),
}

impl House {
    /// Opens the house over a store, as its only writer, with so many threads for bots. It needs a runtime for what it does by itself.
    pub fn open(
        store: Arc<dyn Log>,
        fence: Fence,
        limits: Bounds,
        bots: usize,
        meters: Arc<Meters>,
    ) -> Result<House, StoreError> {
        let pool = Pool::start(bots).map_err(|error| StoreError::Broken(error.to_string()))?;
        let house = House(Arc::new(Rooms {
            store,
            fence,
            pool,
            limits,
            meters,
            tables: RwLock::default(),
            fallen: Mutex::default(),
            lobby: Lobby::default(),
            sockets: Sockets::default(),
            hooks: OnceLock::new(),
            connections: AtomicU64::new(0),
            quick: Quick::new(limits.tickets, limits.tickets_per_player),
            reviews: Reviews::default(),
            counting: Notify::new(),
            chores: TaskTracker::new(),
            stage: watch::Sender::new(Stage::Open),
        }));
        house.0.chores.spawn(house.clone().keep_ratings());
        house.0.chores.spawn(house.clone().keep_matching());
        house.0.chores.spawn(house.clone().keep_reviewing());
        Ok(house)
    }

    /// The table with this code, as those see it who look for one.
    pub fn table(&self, code: Code) -> Option<Arc<TableCard>> {
        self.stub(code).map(|stub| stub.shown())
    }

    /// All tables, for whoever runs the house.
    pub fn all_tables(&self) -> Vec<Arc<TableCard>> {
        self.0.tables().stubs().map(Stub::card).collect()
    }

    /// The public tables at which others see the player sit.
    pub fn shown_tables_of(&self, player: PlayerId) -> Vec<Arc<TableCard>> {
        self.lobby(|card| card.seats_player(player))
    }

    /// Whether the table waits for the player.
    pub fn awaits(&self, code: Code, player: PlayerId) -> bool {
        let Some(stub) = self.stub(code) else { return false };
        stub.card().seat_of(player).is_some_and(|seat| stub.is_awaited(seat))
    }

    /// A finished match, once all who watch may have seen its end.
    pub async fn finished(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        let store = self.0.store.clone();
        let found = blocking(move || store.finished(id.table.number(), id.number)).await?;
        Ok(found.filter(|row| self.is_seen(&row.result)))
    }

    /// Whether also those have seen the match end who watch its table with a delay.
    pub fn is_seen(&self, row: &ResultRow) -> bool {
        let delay = self.stub(Code::new(row.table)).map_or(0, |stub| stub.card().delay);
        row.ended_at.saturating_add(delay) <= now()
    }

    /// Whether nothing is known of its closing.
    pub(crate) fn is_open(&self) -> bool {
        *self.0.stage.borrow() == Stage::Open
    }

    /// Tells when the house drains, closes or fails.
    pub fn stage(&self) -> watch::Receiver<Stage> {
        self.0.stage.subscribe()
    }

    /// Nobody new comes in, and everyone is told that the house will close.
    pub fn drain(&self) {
        self.0.advance(Stage::Draining);
    }

    /// All tables come to rest, everything that was done is durable, and all connections end.
    pub async fn close(&self) {
        self.drain();
        let stubs: Vec<Stub> = self.0.tables().stubs().cloned().collect();
        let mut resting = Vec::with_capacity(stubs.len());
        for stub in stubs {
            let (stop, rest) = oneshot::channel();
            if stub.bring(Letter::Stop(stop)).await {
                resting.push(rest);
            }
        }
        for rest in resting {
            // It comes by being dropped.
            let _ = rest.await;
        }
        self.0.pool.close();
        self.0.advance(Stage::Closed);
        self.0.chores.close();
        self.0.chores.wait().await;
    }

    /// How many tables wait for a bot's thought.
    pub fn waiting_for_bots(&self) -> usize {
        self.0.pool.waiting()
    }

    /// How the match of a table with a countdown ends, when it does; `None` if there is no such table, or no more.
    pub(crate) async fn ended(&self, code: Code) -> Option<Ending> {
        let mut ending = self.stub(code)?.ending();
        let ended = ending.wait_for(Option::is_some).await.ok()?;
        ended.clone()
    }

    /// The player leaves a table, without any connection.
    pub(crate) async fn leave_for(&self, player: Player, table: Code) {
        let Some(stub) = self.stub(table) else { return };
        let connection = self.next_connection();
        let caller = Caller { connection, player, outbox: Arc::default(), version: Arc::default() };
        let request = Request::new(Call::Leave { table });
        stub.bring(Letter::Request(Box::new((caller, request, None)))).await;
    }

    /// From now on it is told there what happens; once for all.
    pub fn hook(&self, hooks: Hooks) {
        // A second one would have nothing to tell.
        let _ = self.0.hooks.set(hooks);
    }

    /// Where it is told what happens.
    pub fn hooks(&self) -> Option<&Hooks> {
        self.0.hooks()
    }

    /// Something promised cannot be kept: the process must not go on.
    pub(crate) fn fail(&self, error: &StoreError) {
        self.0.fail(error);
    }

    pub(crate) fn stub(&self, code: Code) -> Option<Stub> {
        self.0.tables().stub(code).cloned()
    }

    pub(crate) fn next_connection(&self) -> ConnectionId {
        ConnectionId(self.0.connections.fetch_add(1, Ordering::Relaxed))
    }
}

impl Rooms {
    pub(crate) fn append(&self, writes: Vec<Write>) -> Receipt {
        self.store.append(&self.fence, writes)
    }

    /// Something promised cannot be kept: the process must not go on.
    pub(crate) fn fail(&self, error: &StoreError) {
        tracing::error!(%error, "the store has refused a write");
        self.advance(Stage::Failed(error.to_string()));
    }

    pub(crate) fn hooks(&self) -> Option<&Hooks> {
        self.hooks.get()
    }

    /// Further only: what has failed stays so.
    fn advance(&self, to: Stage) {
        self.stage.send_if_modified(|stage| {
            let further = match (&*stage, &to) {
                (Stage::Failed(_), _) | (Stage::Closed, Stage::Draining | Stage::Closed) => false,
                (now, to) => now != to,
            };
            if further {
                *stage = to;
            }
            further
        });
    }
}

impl Bounds {
    fn patience(&self, phase: Phase) -> Millis {
        let patience = match phase {
            Phase::Waiting | Phase::Over => self.idle,
            Phase::Playing | Phase::Paused => self.abandoned,
        };
        Millis::try_from(patience.as_millis()).unwrap_or(Millis::MAX)
    }
}

/// Reading waits for the disk, which no task of the runtime may do.
pub(crate) async fn blocking<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(read).await.map_err(|error| StoreError::Broken(error.to_string()))?
}
