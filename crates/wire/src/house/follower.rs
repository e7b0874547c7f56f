//! The client's end of the protocol, without any socket: what it knows of each table, and what it must ask for.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use cards::quoted;
use serde_json::Value;
use table::ActionId;

use super::{Call, Dismissal, Notice, Request};
use crate::{Code, changes};

/// So many actions may wait for their answers. The server remembers as many of each seat.
const MOST_WAITING: usize = 64;
/// So many lines of chat are kept, as many as the server keeps.
const CHAT: usize = 50;

/// Keeps up with tables. It is fed with frames, one by one as they come, and tells what happened and what to send.
#[derive(Default)]
pub struct Follower {
    tables: BTreeMap<Code, Followed>,
    /// The actions without an answer, the oldest first.
    waiting: VecDeque<(ActionId, Request)>,
}

/// What is known of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// The version of all this.
    pub version: u64,
    /// The last snapshot, without what follows.
    pub frame: Value,
    /// The table as it is.
    pub scene: Value,
    /// Who is there, by seat.
    pub presence: Value,
    /// What was said last.
    pub chat: VecDeque<Value>,
    /// It is known not to be all; a snapshot was asked for.
    lost: bool,
}

/// What a frame meant.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// A table is known anew, with what was missed since, if the server still knew.
    Snapshot {
        /// Which.
        table: Code,
        /// The events since the version that was seen.
        missed: Option<Vec<Value>>,
    },
    /// Something happened.
    Update {
        /// Where.
        table: Code,
        /// What, in order.
        events: Vec<Value>,
    },
    /// Something that was known already.
    Old,
    /// Something that does not follow from what is known: a snapshot must be asked for.
    Gap,
    /// Anything else, as it came. Answers and presence have been noted.
    Notice(Notice),
    /// A message of a kind that this client does not know.
    Unknown,
}

/// Why a frame means nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFrame {
    /// Not a JSON object with a `type`.
    #[error("a frame is a JSON object with a `type`")]
    Json,
    /// A field is missing or of the wrong kind.
    #[error("a frame of the type `{0}` has not the right fields")]
    Fields(String),
}

impl BadFrame {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            BadFrame::Json => "bad-json",
            BadFrame::Fields(_) => "bad-field",
        }
    }
}

impl Follower {
    /// What is known of a table.
    pub fn table(&self, code: Code) -> Option<&Followed> {
        self.tables.get(&code)
    }

    /// The actions that have no answer yet.
    pub fn waiting(&self) -> impl Iterator<Item = &ActionId> {
        self.waiting.iter().map(|(id, _)| id)
    }

    /// An action to send, which is kept until it is answered; `None` if too many are waiting. Of each id there may be one.
    pub fn act(
        &mut self,
        table: Code,
        id: impl Into<Arc<str>>,
        action: impl Into<String>,
    ) -> Option<Request> {
        if self.waiting.len() == MOST_WAITING {
            return None;
        }
        let id = ActionId(id.into());
        let version = self.tables.get(&table).map(|known| known.version);
        let request =
            Request { id: Some(id.clone()), call: Call::Act { table, action: action.into(), version } };
        self.waiting.push_back((id, request.clone()));
        Some(request)
    }

    /// What to send after a connection was made again and the player is known: to look on at every table, then all actions
    /// without an answer once more. Those that were played before are only acknowledged.
    pub fn reconnect(&mut self) -> Vec<Request> {
        let watch = |(code, known): (&Code, &mut Followed)| {
            known.lost = false;
            Request::new(Call::Watch { table: *code, seen: Some(known.version) })
        };
        let again = self.waiting.iter().map(|(_, request)| request.clone());
        self.tables.iter_mut().map(watch).chain(again).collect()
    }

    /// Leaves a table out from now on.
    pub fn forget(&mut self, table: Code) {
        self.tables.remove(&table);
    }

    /// Takes a frame. What is to be sent because of it goes to `send`.
    pub fn receive(&mut self, frame: &str, send: &mut Vec<Request>) -> Result<News, BadFrame> {
        let frame: Value = serde_json::from_str(frame).map_err(|_| BadFrame::Json)?;
        let kind = frame.get("type").and_then(Value::as_str).ok_or(BadFrame::Json)?.to_owned();
        let bad = || BadFrame::Fields(quoted(&kind));
        match kind.as_str() {
            "snapshot" => self.snapshot(frame).ok_or_else(bad),
            "update" => self.update(&frame, send).ok_or_else(bad),
            "hello" | "welcome" | "ack" | "nack" | "error" | "presence" | "taken-over" | "dismissed"
            | "lobby" | "lobby-changed" | "matched" | "hint" | "beacon" | "pong" | "defuse" | "draining"
            | "bye" => {
                let notice: Notice = serde_json::from_value(frame).map_err(|_| bad())?;
                self.note(&notice, send);
                Ok(News::Notice(notice))
            }
            _ => Ok(News::Unknown),
        }
    }

    /// Whatever was known before, a snapshot is what is.
    fn snapshot(&mut self, mut frame: Value) -> Option<News> {
        let table = code(&frame)?;
        let version = frame.get("version")?.as_u64()?;
        let fields = frame.as_object_mut()?;
        let scene = fields.shift_remove("scene").filter(Value::is_object)?;
        let presence = fields.shift_remove("presence").filter(Value::is_array)?;
        let Value::Array(chat) = fields.shift_remove("chat")? else { return None };
        let before = self.tables.get(&table).map(|known| known.version);
        let missed = match fields.shift_remove("missed")? {
            // What came while the answer was on its way is not missed any more.
            _ if before == Some(version) => Some(Vec::new()),
            Value::Null => None,
            missed if missed.get("after")?.as_u64() == before => {
                Some(missed.get("events")?.as_array()?.clone())
            }
            _ => None,
        };
        let known = Followed { version, frame, scene, presence, chat: chat.into(), lost: false };
        self.tables.insert(table, known);
        Some(News::Snapshot { table, missed })
    }

    fn update(&mut self, frame: &Value, send: &mut Vec<Request>) -> Option<News> {
        let table = code(frame)?;
        let (after, version) = (frame.get("after")?.as_u64()?, frame.get("version")?.as_u64()?);
        let events = frame.get("events")?.as_array()?;
        let Some(known) = self.tables.get_mut(&table) else { return Some(News::Gap) };
        if version <= known.version && !known.lost {
            return Some(News::Old);
        }
        if known.lost || after != known.version {
            known.ask(table, send);
            return Some(News::Gap);
        }
        if changes::apply(&mut known.scene, frame.get("changes")?).is_err() {
            known.ask(table, send);
            return Some(News::Gap);
        }
        known.version = version;
        for event in events.iter().filter(|event| event.get("table").is_some_and(|what| what == "said")) {
            if known.chat.len() == CHAT {
                known.chat.pop_front();
            }
            known.chat.push_back(line(event));
        }
        Some(News::Update { table, events: events.clone() })
    }

    fn note(&mut self, notice: &Notice, send: &mut Vec<Request>) {
        match notice {
            Notice::Ack { id, .. } | Notice::Nack { id, .. } => {
                self.waiting.retain(|(waiting, _)| waiting != id);
            }
            Notice::Presence { table, seat, presence } => {
                let place = self.tables.get_mut(table).and_then(|known| known.presence.get_mut(seat.index()));
                if let (Some(place), Ok(presence)) = (place, serde_json::to_value(presence)) {
                    *place = presence;
                }
            }
            Notice::TakenOver { table } => self.forget(*table),
            Notice::Dismissed { table, code, .. } => match self.tables.get_mut(table) {
                // It is there again, as it was.
                Some(known) if *code == Dismissal::Rebuilt.code() => {
                    known.lost = false;
                    send.push(Request::new(Call::Watch { table: *table, seen: Some(known.version) }));
                }
                _ => self.forget(*table),
            },
            Notice::Beacon { tables, .. } => {
                for (table, version) in tables {
                    if let Some(known) = self.tables.get_mut(table).filter(|known| known.version < *version) {
                        known.lost = false;
                        known.ask(*table, send);
                    }
                }
            }
            _ => {}
        }
    }
}

impl Followed {
    /// Asks for a snapshot, once until a beacon shows that it was not heard.
    fn ask(&mut self, table: Code, send: &mut Vec<Request>) {
        if !std::mem::replace(&mut self.lost, true) {
            send.push(Request::new(Call::Resync { table, seen: Some(self.version) }));
        }
    }
}

fn code(frame: &Value) -> Option<Code> {
    frame.get("table")?.as_str()?.parse().ok()
}

/// The line of chat that an event tells.
fn line(event: &Value) -> Value {
    let mut line = event.clone();
    if let Value::Object(fields) = &mut line {
        fields.shift_remove("table");
    }
    line
}
