//! The messages of one table as frames. A scene is compared with the one that was sent before, and each time only what has changed is sent.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{MAX_SEATS, Seats, Viewer};
use serde::Serialize;
use table::{Happened, Message, Presence, Settings};

use super::event::Events;
use super::notice::Notice;
use super::scene::{Chat, Names, Scene, Sight};
use crate::changes;
use crate::{Code, Codec, PlayerCode};

/// Most updates are shorter.
const USUAL: usize = 1024;

/// Writes what a table says, and remembers the last scene of each viewer: all connections of a viewer build upon the same.
pub struct Writer<G: Codec> {
    code: Code,
    /// No other writer has it, even of the same table.
    serial: u64,
    /// Of each seat, then of the spectators.
    bases: [Option<Box<Base<G>>>; MAX_SEATS + 1],
    /// What has happened in the last update.
    happened: Option<Arc<[Happened<G::Event>]>>,
}

thread_local! {
    /// Of the last update of any table.
    static EVENTS: RefCell<Written> = RefCell::default();
}

/// Events as text.
#[derive(Default)]
struct Written {
    /// The serial of the table's writer, and how far the table had come.
    moment: Option<(u64, u64)>,
    text: Vec<u8>,
}

/// The scene that a viewer was sent last.
struct Base<G: Codec> {
    version: u64,
    /// How far the table had come, if it was told in an update of the table itself.
    moment: Option<u64>,
    sight: Sight<G>,
}

/// All that an observer may know.
#[derive(Serialize)]
#[serde(tag = "type", rename = "snapshot")]
#[serde(bound = "")]
struct Snapshot<'a, G: Codec> {
    table: Code,
    version: u64,
    you: Viewer,
    game: &'static str,
    owner: PlayerCode,
    settings: &'a Settings<G::Rules>,
    scene: Scene<'a, G>,
    presence: &'a Seats<Presence>,
    chat: Vec<Chat>,
    missed: Option<Missed<'a, G::Event>>,
}

/// What has happened since the observer was last told.
#[derive(Serialize)]
#[serde(bound = "E: Serialize")]
struct Missed<'a, E> {
    after: u64,
    events: Events<'a, E>,
}

/// What has happened since the version before.
///
/// The `events` are written in their place, and the `changes`, which come last, behind it.
#[derive(Serialize)]
#[serde(tag = "type", rename = "update")]
#[serde(bound = "E: Serialize")]
struct Update<'a, E> {
    table: Code,
    after: u64,
    version: u64,
    events: Events<'a, E>,
}

impl<G: Codec> Writer<G> {
    /// For the table with this code.
    pub fn new(code: Code) -> Writer<G> {
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        Writer { code, serial, bases: Default::default(), happened: None }
    }

    /// The frame of a message. Messages are written in the order in which they are sent.
    pub fn frame(&mut self, message: Message<G>, names: Names) -> String {
        let table = self.code;
        match message {
            Message::Snapshot(snapshot) => self.snapshot(*snapshot, names),
            Message::Update(update) => self.update(update, names),
            Message::Ack { id, version } => {
                Notice::Ack { id, table: Some(table), version: Some(version) }.encode()
            }
            Message::Nack { id, why } => Notice::refusal(Some(id), Some(table), why.code(), why).encode(),
            Message::Presence { seat, presence } => Notice::Presence { table, seat, presence }.encode(),
        }
    }

    /// Nobody looks as this viewer any more: what it was sent need not be remembered.
    pub fn forget(&mut self, viewer: Viewer) {
        self.bases[place(viewer)] = None;
    }

    fn snapshot(&mut self, snapshot: table::Snapshot<G>, names: Names) -> String {
        let table::Snapshot { viewer, version, settings, owner, scene, presence, chat, missed } = snapshot;
        let table = self.code;
        // Whoever joins gets the very scene that the others build upon, even if a name has changed since.
        let known = self.bases[place(viewer)].take().filter(|base| base.version == version);
        let anew = || Box::new(Base { version, moment: None, sight: Sight::new(scene, names) });
        let base = self.bases[place(viewer)].insert(known.unwrap_or_else(anew));
        let missed = missed.as_ref().map(|missed| Missed {
            after: missed.after,
            events: Events { happened: &missed.happened, table, names },
        });
        text(&Snapshot {
            table,
            version,
            you: viewer,
            game: G::NAME,
            owner: PlayerCode(owner),
            settings: &settings,
            scene: base.sight.whole(table),
            presence: &presence,
            chat: chat.iter().map(|(player, line)| Chat::new(*player, line, names)).collect(),
            missed,
        })
    }

    fn update(&mut self, update: table::Update<G>, names: Names) -> String {
        let table::Update { viewer, after, version, moment, happened, scene } = update;
        let table = self.code;
        let mut frame = Vec::with_capacity(USUAL);
        let events = Events::<G::Event> { happened: &[], table, names };
        write(&Update { table, after, version, events }, &mut frame);
        frame.truncate(frame.len() - "[]}".len());
        self.events(happened, moment, names, &mut frame);
        frame.extend_from_slice(b",\"changes\":");
        let sight = Sight::new(scene, names);
        match &mut self.bases[place(viewer)] {
            Some(base) if base.version == after => {
                let step = base.moment.zip(moment).map(|(then, now)| (self.serial, then, now));
                changes::changes(step, &mut frame, |tell| sight.tell(&base.sight, table, tell));
                **base = Base { version, moment, sight };
            }
            base => {
                // From nothing, the changes name every part of the scene, and fit whatever the client has.
                write(&sight.whole(table), &mut frame);
                *base = Some(Box::new(Base { version, moment, sight }));
            }
        }
        frame.push(b'}');
        changes::text(frame)
    }

    /// Appends what has happened. For all who see the same happen it is written once.
    fn events(
        &mut self,
        happened: Arc<[Happened<G::Event>]>,
        moment: Option<u64>,
        names: Names,
        out: &mut Vec<u8>,
    ) {
        let moment = moment.map(|moment| (self.serial, moment));
        EVENTS.with_borrow_mut(|events| {
            let same = |last: &Arc<[_]>| Arc::ptr_eq(last, &happened) || *last == happened;
            if moment.is_none() || moment != events.moment || !self.happened.as_ref().is_some_and(same) {
                events.text.clear();
                let told = Events { happened: &happened, table: self.code, names };
                write(&told, &mut events.text);
                (events.moment, self.happened) = (moment, Some(happened));
            }
            out.extend_from_slice(&events.text);
        });
    }
}

fn text(frame: &impl Serialize) -> String {
    let mut text = Vec::with_capacity(USUAL);
    write(frame, &mut text);
    changes::text(text)
}

fn write(frame: &impl Serialize, out: &mut Vec<u8>) {
    serde_json::to_writer(out, frame).expect("a frame is plain data with names as keys");
}

fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Spectator => MAX_SEATS,
    }
}
