use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};

use store::{Log, StoreError};
use table::{Entry, Fact, Occupant, Outbox, PlayerId, Shadow, Table, Tail};
use wire::house::Dismissal;
use wire::{Code, GameKind, for_game};

use super::actor::{Actor, Inbox, Playable};
use super::{House, Rooms, Stub, blocking, now};

/// What came back after a restart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// Tables that go on.
    pub tables: usize,
    /// Tables whose logs this program cannot read. They stay in the store as they are.
    pub unreadable: Vec<Code>,
}

impl House {
    /// Builds every open table again from its log. They go on by themselves: clocks run, bots think.
    pub async fn recover(&self) -> Result<Recovered, StoreError> {
        let store = self.0.store.clone();
        let shard = self.0.fence.shard;
        let rows = blocking(move || store.open_tables(shard)).await?;
        let (mut asleep, mut unreadable) = (Vec::new(), Vec::new());
        for row in rows {
            let code = Code::new(row.id);
            let rooms = &self.0;
            let back = match row.game.parse::<GameKind>() {
                Ok(kind) => for_game!(kind, build(rooms, code)).await?,
                Err(_) => None,
            };
            match back {
                Some(wake) => asleep.push(wake),
                None => unreadable.push(code),
            }
        }
        // Only when all are read: what one writes would be in the way of reading the others.
        let tables = asleep.len();
        asleep.into_iter().for_each(|wake| wake());
        Ok(Recovered { tables, unreadable })
    }
}

/// Lets a table go on that was built again.
type Wake = Box<dyn FnOnce() + Send>;
/// A table that was built again, if it could be.
type Built = Result<Option<Wake>, StoreError>;

/// Builds a table from its log. `None` if it cannot be read.
fn build<G: Playable>(rooms: &Arc<Rooms>, code: Code) -> Pin<Box<dyn Future<Output = Built> + Send + '_>> {
    Box::pin(async move {
        let store = rooms.store.clone();
        let read = move || read_log::<G>(&*store, code.number());
        let Some(Read { entries, tail, names }) = blocking(read).await? else { return Ok(None) };
        let shadow = Shadow::of(&entries, now());
        let Some(mut table) = Table::<G>::rebuild(entries) else { return Ok(None) };
        let rooms = rooms.clone();
        let wake = move || {
            let mut out = Outbox::default();
            table.reopen(now(), &mut out);
            let (actor, inbox) = Actor::new(code, rooms.clone(), table, shadow, tail, names);
            rooms.welcome(actor.stub());
            live(rooms, actor, inbox, out);
        };
        Ok(Some(Box::new(wake) as Wake))
    })
}

/// Lets a table live, once what has already happened is durable. If it falls by a fault of this program it is built again from
/// its log, where everything is that anyone was told; but once only, for it may fall again.
pub(super) fn live<G: Playable>(rooms: Arc<Rooms>, actor: Actor<G>, inbox: Inbox, out: Outbox<G>) {
    let (stub, mut actor) = (actor.stub(), Box::new(actor));
    let life = tokio::spawn(async move {
        // What is needed only at first is not kept for life.
        if Box::pin(actor.begin(out, Vec::new())).await {
            actor.run(inbox).await;
        }
    });
    tokio::spawn(async move {
        if life.await.is_err() {
            rise::<G>(&rooms, &stub).await;
        }
    });
}

async fn rise<G: Playable>(rooms: &Arc<Rooms>, stub: &Stub) {
    let code = stub.code();
    tracing::error!(game = G::NAME, "a table has fallen");
    rooms.forget(code);
    let first = rooms.fallen.lock().unwrap_or_else(PoisonError::into_inner).insert(code);
    let back = match first {
        true => build::<G>(rooms, code).await,
        false => Ok(None),
    };
    match back {
        Ok(Some(wake)) => {
            wake();
            stub.dismiss(Dismissal::Rebuilt);
        }
        Ok(None) => stub.dismiss(Dismissal::Fallen),
        Err(error) => {
            tracing::error!(game = G::NAME, %error, "it cannot be built again");
            stub.dismiss(Dismissal::Fallen);
        }
    }
}

struct Read<G: Playable> {
    entries: Vec<Entry<G>>,
    tail: Tail,
    names: BTreeMap<PlayerId, Arc<str>>,
}

/// `None` if it cannot be read.
fn read_log<G: Playable>(store: &dyn Log, table: u64) -> Result<Option<Read<G>>, StoreError> {
    let rows = store.entries(table)?;
    let mut entries = Vec::with_capacity(rows.len());
    let mut tail = Tail::new(rows.first().map_or(0, |row| row.seq));
    let mut names = BTreeMap::new();
    for row in rows {
        let Ok(fact) = wire::log::read::<G>(&row.body) else { return Ok(None) };
        for player in players(&fact) {
            if let std::collections::btree_map::Entry::Vacant(name) = names.entry(player)
                && let Some(known) = store.player(player.0)?
            {
                name.insert(known.name.into());
            }
        }
        let entry = Entry { at: row.at, fact };
        tail.add(&entry);
        entries.push(entry);
    }
    Ok(Some(Read { entries, tail, names }))
}

/// The players that the fact names.
fn players<G: Playable>(fact: &Fact<G>) -> Vec<PlayerId> {
    let player = |occupant: &Occupant| match occupant {
        Occupant::Player(player) => Some(*player),
        Occupant::Open | Occupant::Bot(_) => None,
    };
    match fact {
        Fact::Opened { seats, .. } => seats.iter().filter_map(|(_, occupant)| player(occupant)).collect(),
        Fact::Sat { occupant, .. } => player(occupant).into_iter().collect(),
        Fact::Said { player, .. } => vec![*player],
        Fact::Noted { note, .. } => note.players().collect(),
        _ => Vec::new(),
    }
}
