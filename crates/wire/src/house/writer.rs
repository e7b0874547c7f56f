//! The messages of one table as frames. A scene is written once for all who look alike, and each time only what has changed is sent.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use game::{MAX_SEATS, Seats, Viewer};
use serde::Serialize;
use serde_json::value::RawValue;
use table::{Message, Presence, Settings};

use super::event::Event;
use super::notice::Notice;
use super::scene::{Chat, Names, Scene};
use crate::changes::{self, RulesText, Sheet, Sight, Texts};
use crate::{Code, Codec, PlayerCode};

/// Most updates are shorter.
const USUAL: usize = 1024;

/// Writes what a table says, and remembers the last scene of each viewer: all connections of a viewer build upon the same.
pub struct Writer {
    code: Code,
    /// No other writer has it, even of the same table.
    serial: u64,
    /// Of each seat, then of the spectators.
    bases: [Option<Box<Base>>; MAX_SEATS + 1],
    rules: RulesText,
}

thread_local! {
    /// Where scenes are written: tables are many, and each keeps no more than what its viewers were sent.
    static SHEET: RefCell<Sheet> = RefCell::default();
}

/// The scene that a viewer was sent last.
#[derive(Default)]
struct Base {
    version: u64,
    scene: Texts,
}

/// All that an observer may know.
#[derive(Serialize)]
#[serde(tag = "type", rename = "snapshot")]
struct Snapshot<'a, R, E> {
    table: Code,
    version: u64,
    you: Viewer,
    game: &'static str,
    owner: PlayerCode,
    settings: &'a Settings<R>,
    scene: &'a RawValue,
    presence: &'a Seats<Presence>,
    chat: Vec<Chat>,
    missed: Option<Missed<'a, E>>,
}

/// What has happened since the observer was last told.
#[derive(Serialize)]
struct Missed<'a, E> {
    after: u64,
    events: Vec<Event<'a, E>>,
}

/// What has happened since the version before.
///
/// The `changes` come last, and are written behind it.
#[derive(Serialize)]
#[serde(tag = "type", rename = "update")]
struct Update<'a, E> {
    table: Code,
    after: u64,
    version: u64,
    events: Vec<Event<'a, E>>,
}

impl Writer {
    /// For the table with this code.
    pub fn new(code: Code) -> Writer {
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        Writer { code, serial, bases: Default::default(), rules: RulesText::default() }
    }

    /// The frame of a message. Messages are written in the order in which they are sent.
    pub fn frame<G: Codec>(&mut self, message: &Message<G>, names: Names) -> String {
        let table = self.code;
        match message {
            Message::Snapshot(snapshot) => self.snapshot(snapshot, names),
            Message::Update(update) => self.update(update, names),
            Message::Ack { id, version } => {
                Notice::Ack { id: id.clone(), table: Some(table), version: Some(*version) }.encode()
            }
            Message::Nack { id, why } => {
                Notice::refusal(Some(id.clone()), Some(table), why.code(), why).encode()
            }
            Message::Presence { seat, presence } => {
                Notice::Presence { table, seat: *seat, presence: *presence }.encode()
            }
        }
    }

    /// Nobody looks as this viewer any more: what it was sent need not be remembered.
    pub fn forget(&mut self, viewer: Viewer) {
        self.bases[place(viewer)] = None;
    }

    fn snapshot<G: Codec>(&mut self, snapshot: &table::Snapshot<G>, names: Names) -> String {
        let code = self.code;
        let base = &mut self.bases[place(snapshot.viewer)];
        // Whoever joins gets the very scene that the others build upon, even if a name has changed since.
        let anew = base.as_ref().is_none_or(|base| base.version != snapshot.version);
        let base = base.get_or_insert_default();
        base.version = snapshot.version;
        let sight =
            Sight { scene: Scene::new(&snapshot.scene, code, names), public: G::PUBLIC, moment: None };
        let mut scene = Vec::new();
        SHEET.with_borrow_mut(|sheet| {
            sheet.whole(&sight, &mut self.rules, &mut base.scene, anew, &mut scene);
        });
        let missed = snapshot
            .missed
            .as_ref()
            .map(|missed| Missed { after: missed.after, events: Event::all(&missed.happened, code, names) });
        text(&Snapshot {
            table: code,
            version: snapshot.version,
            you: snapshot.viewer,
            game: G::NAME,
            owner: PlayerCode(snapshot.owner),
            settings: &snapshot.settings,
            scene: &RawValue::from_string(changes::text(scene)).expect("a scene is JSON"),
            presence: &snapshot.presence,
            chat: snapshot.chat.iter().map(|(player, line)| Chat::new(*player, line, names)).collect(),
            missed,
        })
    }

    fn update<G: Codec>(&mut self, update: &table::Update<G>, names: Names) -> String {
        let base = self.bases[place(update.viewer)].get_or_insert_default();
        if base.version != update.after {
            // From nothing, the changes name every part of the scene, and fit whatever the client has.
            base.scene = Texts::default();
        }
        let mut frame = Vec::with_capacity(USUAL);
        let events = Event::all(&update.happened, self.code, names);
        let head = Update { table: self.code, after: update.after, version: update.version, events };
        serde_json::to_writer(&mut frame, &head).expect("a frame is plain data with names as keys");
        frame.pop();
        frame.extend_from_slice(b",\"changes\":");
        let scene = Scene::new(&update.scene, self.code, names);
        let moment = update.moment.map(|moment| (self.serial, moment));
        let sight = Sight { scene, public: G::PUBLIC, moment };
        SHEET.with_borrow_mut(|sheet| {
            sheet.update(&sight, &mut self.rules, &mut base.scene, &mut frame);
        });
        frame.push(b'}');
        base.version = update.version;
        changes::text(frame)
    }
}

fn text(frame: &impl Serialize) -> String {
    serde_json::to_string(frame).expect("a frame is plain data with names as keys")
}

fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Spectator => MAX_SEATS,
    }
}
