use std::collections::{BTreeMap, VecDeque};
use std::fmt::Display;
use std::time::Instant;

use game::{Entropy, Seat};
use serde_json::Value;
use table::{ActionId, Millis};
use tokio::sync::mpsc;
use wire::Code;
use wire::house::{self, Call, Dismissal, Followed, Follower, Notice, Player, Request, Token};

use crate::pipe::{self, Drop};
use crate::{Dial, Refused};

/// So many requests wait for a connection.
const MOST_WAITING: usize = 64;
/// What a client adds to the chance of a match, in bytes.
const ENTROPY: usize = 16;

/// A line to a house over its socket: it keeps up with tables, and comes back by itself when it was cut. Nothing that it is asked to do
/// waits; [`Line::next`] tells what came of it.
///
/// It needs a running tokio runtime, and ends when it is dropped.
pub struct Line {
    up: mpsc::Receiver<Drop>,
    down: Option<mpsc::Sender<String>>,
    follower: Follower,
    /// Tables that were asked for and not shown yet: asked for again on the next connection.
    wanted: BTreeMap<Code, Call>,
    /// Actions that were played, with the versions of their tables that show it.
    unshown: Vec<(ActionId, Code, u64)>,
    /// News that wait behind others.
    ready: VecDeque<News>,
    /// Whether the list of tables is followed, on each connection anew.
    lobby: bool,
    /// What is to be sent on the next connection.
    waiting: VecDeque<Request>,
    /// Whether the house knows on this connection who speaks.
    known: bool,
    /// Whether there was a connection before.
    before: bool,
    /// The prefix of all ids of actions: after a restart of the program none of them may come again.
    name: String,
    acts: u64,
    /// The server's clock, and when it said so.
    clock: Option<(Millis, Instant)>,
}

/// What happened on a line.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// The house knows who this is.
    Connected(Player),
    /// The connection is lost, for this reason. The line is trying to get it back.
    Lost(String),
    /// It is there again, and so is everything that was missed.
    Back,
    /// The house does not want to know this player: the line is at its end.
    Ended(Refused),
    /// A table is not as it was.
    Table {
        /// Which.
        table: Code,
        /// What has happened there, if that is known. [`Seen::events`](crate::Seen::events) reads it.
        events: Vec<Value>,
    },
    /// An action was played, and its table shows it.
    Done {
        /// Which.
        id: ActionId,
    },
    /// A request was refused.
    Refused {
        /// Which, if it had an id.
        id: Option<ActionId>,
        /// About which table, if any.
        table: Option<Code>,
        /// Why.
        why: Refused,
    },
    /// Anything else that the house says.
    Notice(Notice),
}

/// Too much waits for an answer already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many actions wait for an answer")]
pub struct Busy;

impl Line {
    /// A line for the player who has the token.
    pub fn open(dial: Dial, token: Token) -> Line {
        let (sender, up) = mpsc::channel(pipe::QUEUE);
        tokio::spawn(pipe::run(dial, token, sender));
        let mut name = [0; 5];
        // Without chance, ids are only unlikely to repeat.
        let _ = getrandom::fill(&mut name);
        Line {
            up,
            down: None,
            follower: Follower::default(),
            wanted: BTreeMap::new(),
            lobby: false,
            unshown: Vec::new(),
            ready: VecDeque::new(),
            waiting: VecDeque::new(),
            known: false,
            before: false,
            name: name.iter().map(|byte| format!("{byte:02x}")).collect(),
            acts: 0,
            clock: None,
        }
    }

    /// The next news; `None` when there will be none. Whoever stops waiting for it loses nothing.
    pub async fn next(&mut self) -> Option<News> {
        loop {
            if let Some(news) = self.ready.pop_front() {
                return Some(news);
            }
            match self.up.recv().await? {
                Drop::Open(down) => (self.down, self.known) = (Some(down), false),
                Drop::Cut(why) => {
                    (self.down, self.known) = (None, false);
                    return Some(News::Lost(why));
                }
                Drop::End(refused) => {
                    (self.down, self.known) = (None, false);
                    return Some(News::Ended(refused));
                }
                Drop::Frame(frame) => {
                    if let Some(news) = self.receive(&frame) {
                        return Some(news);
                    }
                }
            }
        }
    }

    /// What is known of a table.
    pub fn table(&self, table: Code) -> Option<&Followed> {
        self.follower.table(table)
    }

    /// What the server's clock shows now, as far as that is known.
    pub fn now(&self) -> Option<Millis> {
        self.clock.map(|(time, at)| time.saturating_add(at.elapsed().as_millis() as Millis))
    }

    /// Whether there is a connection.
    pub fn is_connected(&self) -> bool {
        self.known
    }

    /// Whether the action has no answer yet, or its table does not show it yet.
    pub fn is_waiting(&self, id: &ActionId) -> bool {
        self.follower.waiting().any(|waiting| waiting == id)
            || self.unshown.iter().any(|(unshown, ..)| unshown == id)
    }

    /// Takes a seat, any open one if it does not say, or returns to its own. It adds to the chance of the coming match.
    pub fn sit(&mut self, table: Code, seat: Option<Seat>) {
        self.want(table, Call::Sit { table, seat, seen: None, entropy: entropy() });
    }

    /// Looks on.
    pub fn watch(&mut self, table: Code) {
        self.want(table, Call::Watch { table, seen: None });
    }

    /// Gives up the seat, or looks on no more.
    pub fn leave(&mut self, table: Code) {
        self.wanted.remove(&table);
        self.unshown.retain(|(_, of, _)| *of != table);
        self.follower.forget(table);
        self.ask(Call::Leave { table });
    }

    /// Plays. The action is sent again after a cut, until it is answered; it counts once.
    pub fn act(&mut self, table: Code, action: impl Display) -> Result<ActionId, Busy> {
        self.acts += 1;
        let id = format!("{}-{}", self.name, self.acts);
        let request = self.follower.act(table, id.clone(), action.to_string()).ok_or(Busy)?;
        // Without a connection, the follower has it for the next one.
        if self.known {
            self.send(&request);
        }
        Ok(ActionId(id.into()))
    }

    /// Wants another match, and adds to its chance.
    pub fn rematch(&mut self, table: Code) {
        self.ask(Call::Rematch { table, entropy: entropy() });
    }

    /// Says something.
    pub fn say(&mut self, table: Code, line: table::Line) {
        self.ask(Call::Say { table, line });
    }

    /// Anything else. Without a connection it waits for one; the list of tables is followed on every connection, until it no more is.
    pub fn ask(&mut self, call: Call) {
        if let Call::Lobby { follow } = call {
            self.lobby = follow;
            if !self.known {
                return;
            }
        }
        let request = Request::new(call);
        if !(self.known && self.send(&request)) && self.waiting.len() < MOST_WAITING {
            self.waiting.push_back(request);
        }
    }

    fn want(&mut self, table: Code, call: Call) {
        self.wanted.insert(table, call.clone());
        if self.known {
            self.send(&Request::new(call));
        }
    }

    /// Whether the connection takes it. One that does not is given up: the next one begins anew.
    fn send(&mut self, request: &Request) -> bool {
        let sent = self.down.as_ref().is_some_and(|down| down.try_send(request.encode()).is_ok());
        if !sent {
            self.down = None;
        }
        sent
    }

    fn receive(&mut self, frame: &str) -> Option<News> {
        let mut replies = Vec::new();
        // What means nothing is as good as unsaid.
        let news = self.follower.receive(frame, &mut replies).ok()?;
        replies.iter().for_each(|request| {
            self.send(request);
        });
        match news {
            house::News::Snapshot { table, missed } => {
                self.wanted.remove(&table);
                self.show(table);
                Some(News::Table { table, events: missed.unwrap_or_default() })
            }
            house::News::Update { table, events } => {
                self.show(table);
                Some(News::Table { table, events })
            }
            house::News::Old | house::News::Gap | house::News::Unknown => None,
            house::News::Notice(notice) => self.note(notice),
        }
    }

    /// The table has another version: what it shows now is done.
    fn show(&mut self, table: Code) {
        let Some(known) = self.follower.table(table) else { return };
        let shown = |(_, of, version): &mut (ActionId, Code, u64)| *of == table && *version <= known.version;
        let shown = self.unshown.extract_if(.., shown).map(|(id, ..)| News::Done { id });
        self.ready.extend(shown);
    }

    fn note(&mut self, notice: Notice) -> Option<News> {
        match notice {
            Notice::Hello { time, .. } => {
                self.clock = Some((time, Instant::now()));
                None
            }
            Notice::Beacon { time, .. } => {
                self.clock = Some((time, Instant::now()));
                None
            }
            // What comes after it tells the same.
            Notice::Pong { id: None, .. } | Notice::Bye { .. } => None,
            // The follower has asked for the table anew.
            Notice::Dismissed { code, .. } if code == Dismissal::Rebuilt.code() => None,
            Notice::Welcome { player } => {
                self.known = true;
                self.catch_up();
                let again = std::mem::replace(&mut self.before, true);
                Some(if again { News::Back } else { News::Connected(player) })
            }
            // The answer may be here before the update that shows what it says.
            Notice::Ack { id, table: Some(table), version: Some(version) }
                if self.unshown.len() < MOST_WAITING
                    && self.follower.table(table).is_some_and(|known| known.version < version) =>
            {
                self.unshown.push((id, table, version));
                None
            }
            Notice::Ack { id, .. } => Some(News::Done { id }),
            Notice::Nack { id, table, code, message } => {
                let why = Refused { code: code.into_owned(), message, status: 0 };
                Some(News::Refused { id: Some(id), table, why })
            }
            Notice::Error { table, code, message } => {
                if let Some(table) = table {
                    self.wanted.remove(&table);
                }
                let why = Refused { code: code.into_owned(), message, status: 0 };
                Some(News::Refused { id: None, table, why })
            }
            Notice::Presence { table, .. } => Some(News::Table { table, events: Vec::new() }),
            other => Some(News::Notice(other)),
        }
    }

    /// Everything that a new connection must hear.
    fn catch_up(&mut self) {
        let mut requests = self.follower.reconnect();
        // A table that is known is looked at again already.
        let wanted = self.wanted.iter().filter(|(table, _)| self.follower.table(**table).is_none());
        requests.extend(wanted.map(|(_, call)| Request::new(call.clone())));
        requests.extend(self.lobby.then(|| Request::new(Call::Lobby { follow: true })));
        for request in requests {
            if !self.send(&request) {
                return;
            }
        }
        // What waited goes on waiting if the line breaks again.
        while let Some(request) = self.waiting.front().cloned() {
            if !self.send(&request) {
                return;
            }
            self.waiting.pop_front();
        }
    }
}

/// What a player adds to the chance of a match, so that nobody else can have chosen it.
fn entropy() -> Option<Entropy> {
    let mut bytes = [0; ENTROPY];
    getrandom::fill(&mut bytes).ok()?;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    serde_json::from_value(Value::String(hex)).ok()
}
