mod hints;
mod hooks;
mod thinking;
mod visitors;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bots::Levels;
use game::{Game, MAX_SEATS, Seat, Viewer};
use prometheus_client::metrics::counter::Counter;
use store::{EntryRow, MatchRow, Pool, ResultRow, SeatRow, Who, Write};
use table::{
    Answer, Entry, Fact, Message, Millis, Occupant, Outbox, Phase, PlayerId, Question, Shadow, Table, Tail,
    To, Visibility,
};
use tokio::sync::mpsc;
use wire::house::Writer;
use wire::replay::Replay;
use wire::{Code, Codec};

use self::hints::Hints;
use super::pool::Desk;
use super::stub::{Caller, Letter, Stub};
use super::{Rooms, now};
use crate::connection::{CutOff, Frame};

/// So many letters wait at a table; whoever brings another one waits with it.
const MAILBOX: usize = 64;
/// Thoughts that nobody has read yet.
const ANSWERS: usize = 16;
/// How long a table is kept at which nothing will be played any more.
const DONE: Millis = 60_000;

/// A game that can be played in the house.
pub(crate) trait Playable:
    Codec<
        Rules: 'static,
        Action: Send + 'static,
        Event: Send + Sync + 'static,
        View: Send + 'static,
        Refusal: Send,
    > + Levels
    + Send
    + 'static
{
}

impl Playable for koikoi::KoiKoi {}
impl Playable for kierki::Kierki {}
impl Playable for kaboom::Kaboom {}

/// One table and everything that comes to it, one after the other.
///
/// What a letter changes is made durable before anyone hears of it, and before the next letter is opened.
pub(crate) struct Actor<G: Playable> {
    code: Code,
    rooms: Arc<Rooms>,
    table: Table<G>,
    /// The table for those who watch it with a delay; few have one.
    shadow: Option<Box<Shadow<G>>>,
    /// The table's log, as far as it is durable or on its way.
    tail: Tail,
    writer: Writer<G>,
    names: BTreeMap<PlayerId, Arc<str>>,
    ears: Vec<Ear>,
    desk: Arc<Desk>,
    hints: Hints,
    /// The meter of what is played.
    moves: Counter,
    answers: Answers<G>,
    stub: Stub,
    /// Since when nobody is there.
    lonely: Millis,
    /// The turn of each seat that whoever runs the house was told of.
    turns: [u32; MAX_SEATS],
    /// Somebody has come to watch, or watches no more, and the card does not tell it yet.
    recount: bool,
}

/// A connection that hears what happens at the table.
struct Ear {
    caller: Caller,
    viewer: Viewer,
    /// It did not keep up, and hears nothing until it asks.
    cut_off: bool,
}

/// Something that is to be told, as soon as what it is about is durable.
struct Told {
    to: To,
    frame: Frame,
    /// The version of the table that it shows.
    version: Option<u64>,
    /// How it answers a request, if it does: by doing it, or with the code of a refusal.
    answer: Option<Result<(), &'static str>>,
}

/// What comes to a table.
pub(crate) type Inbox = mpsc::Receiver<Letter>;

/// What its bots have thought. A queue takes memory, so a table has it only once a bot was asked.
type Answers<G> = Option<(mpsc::Sender<Decided<G>>, mpsc::Receiver<Decided<G>>)>;

/// What a bot has thought, and about what. A queue takes memory for its longest, so that it holds what is small.
type Decided<G> = Box<(Question, Answer<<G as Game>::Action>)>;

/// The store did not take it, so this server must not go on.
struct Lost;

impl<G: Playable> Actor<G> {
    /// A new table, or one built again from its log, of which this much is durable.
    pub(crate) fn new(
        code: Code,
        rooms: Arc<Rooms>,
        table: Table<G>,
        shadow: Option<Shadow<G>>,
        tail: Tail,
        names: BTreeMap<PlayerId, Arc<str>>,
    ) -> (Actor<G>, Inbox) {
        let (post, inbox) = mpsc::channel(MAILBOX);
        let (card, shown) = super::card::cards(code, &table, shadow.as_ref(), &names, 0);
        let stub = Stub::new(code, post, card, shown);
        let writer = Writer::new(code);
        let desk = Arc::default();
        let actor = Actor {
            moves: rooms.meters.moves(G::NAME),
            code,
            rooms,
            table,
            shadow: shadow.map(Box::new),
            tail,
            writer,
            names,
            ears: Vec::new(),
            desk,
            hints: Hints::default(),
            answers: None,
            stub,
            lonely: now(),
            turns: [0; MAX_SEATS],
            recount: false,
        };
        (actor, inbox)
    }

    /// How to reach it.
    pub(crate) fn stub(&self) -> Stub {
        self.stub.clone()
    }

    /// Makes durable what opening or reopening has changed, and what else is to be written with it.
    pub(crate) async fn begin(&mut self, out: Outbox<G>, with: Vec<Write>) -> bool {
        self.settle(out, None, with).await.is_ok()
    }

    /// Lives until the table is closed or the house is.
    ///
    /// Most tables wait most of the time: what handles a letter is on the heap, and only while it does.
    pub(crate) async fn run(mut self: Box<Self>, mut inbox: Inbox) {
        loop {
            let wakes_at = self.wakes_at();
            let done = tokio::select! {
                letter = inbox.recv() => match letter {
                    Some(Letter::Request(asked)) => Box::pin(self.request(*asked)).await,
                    Some(Letter::Gone(connection)) => Box::pin(self.gone(connection)).await,
                    Some(Letter::Stop(done)) => return drop(done),
                    None => return,
                },
                Some(decided) = thought(&mut self.answers) => Box::pin(self.decided(*decided)).await,
                () = until(wakes_at) => match self.closes_at().is_some_and(|at| at <= now()) {
                    true => return Box::pin(self.close()).await,
                    false => Box::pin(self.wake()).await,
                },
            };
            if let Err(Lost) = done {
                return;
            }
        }
    }

    async fn decided(&mut self, (question, answer): (Question, Answer<G::Action>)) -> Result<(), Lost> {
        let mut out = Outbox::default();
        self.table.decided(question, answer, now(), &mut out);
        self.settle(out, None, Vec::new()).await
    }

    async fn wake(&mut self) -> Result<(), Lost> {
        let mut out = Outbox::default();
        self.table.wake(now(), &mut out);
        self.settle(out, None, Vec::new()).await
    }

    /// Durable first, then told.
    async fn settle(
        &mut self,
        mut out: Outbox<G>,
        caller: Option<&Caller>,
        with: Vec<Write>,
    ) -> Result<(), Lost> {
        if self.table.is_note_due() {
            self.table.take_note(&mut out);
        }
        let caught_up = self.delay(&mut out);
        let Outbox { entries, messages, asks } = out;
        let changed = !entries.is_empty();
        let mut counts = false;
        let receipt = changed.then(|| {
            let (mut writes, table) = (with, self.code.number());
            writes.reserve_exact(entries.len());
            for entry in &entries {
                let (seq, body) = (self.tail.add(entry), wire::log::write(&entry.fact));
                writes.push(Write::Entry(EntryRow { table, seq, at: entry.at, body }));
            }
            let (delay, now) = self.shadow.as_ref().map_or((0, 0), |shadow| (shadow.delay(), now()));
            writes.extend(self.tail.cut(delay, now).map(|before| Write::Forget { table, before }));
            let finished = self.finished(&entries);
            counts = finished.as_ref().is_some_and(|row| row.result.pool.is_some());
            writes.extend(finished.map(Write::Match));
            self.rooms.append(writes)
        });
        // While the disk works, so do we.
        let frames: Vec<Told> =
            messages.into_iter().filter_map(|(to, message)| self.frame(to, message)).collect();
        if let Some(receipt) = receipt {
            let asked = Instant::now();
            if let Err(error) = receipt.await {
                self.rooms.fail(&error);
                return Err(Lost);
            }
            self.rooms.meters.committed(asked.elapsed());
        }
        if counts {
            self.rooms.counting.notify_one();
        }
        let moves = entries.iter().filter(|entry| matches!(entry.fact, Fact::Acted { .. })).count();
        self.moves.inc_by(moves as u64);
        frames.into_iter().for_each(|told| self.send(told, caller));
        self.dismiss();
        let shows = |entry: &Entry<G>| {
            !matches!(entry.fact, Fact::Acted { .. } | Fact::Said { .. } | Fact::Noted { .. })
        };
        let over = changed && self.table.phase() == Phase::Over;
        if entries.iter().any(shows) || over || caught_up || self.recount {
            self.show_card();
        }
        if let (true, Some(_), Some(ending)) =
            (changed, &self.table.settings().countdown, self.table.ending())
        {
            self.stub.end(ending);
        }
        self.stub.awaits(self.table.awaited());
        self.stub.frees(self.table.free_seats());
        if changed && self.rooms.hooks().is_some() {
            self.call_hooks(&entries);
        }
        self.think(asks);
        Ok(())
    }

    /// Whoever watches with a delay is told what is due by now, and not what has just happened. Whether anything was due.
    fn delay(&mut self, out: &mut Outbox<G>) -> bool {
        self.shadow.as_mut().is_some_and(|shadow| {
            let now = now();
            shadow.hear(out, now);
            shadow.wake(now, out)
        })
    }

    fn show_card(&mut self) {
        self.recount = false;
        let watching = self.ears.iter().filter(|ear| ear.viewer == Viewer::Spectator).count();
        let (card, shown) =
            super::card::cards(self.code, &self.table, self.shadow.as_deref(), &self.names, watching);
        self.rooms.show(&self.stub, card, shown);
    }

    /// One text for all who get it; none if nobody does.
    fn frame(&mut self, to: To, message: Message<G>) -> Option<Told> {
        let heard = match to {
            To::Caller => true,
            To::Viewer(viewer) => self.ears.iter().any(|ear| ear.viewer == viewer),
        };
        if !heard {
            return None;
        }
        let (version, answer) = match &message {
            Message::Snapshot(snapshot) => (Some(snapshot.version), None),
            Message::Update(update) => (Some(update.version), None),
            Message::Ack { .. } => (None, Some(Ok(()))),
            Message::Nack { why, .. } => (None, Some(Err(why.code()))),
            Message::Presence { .. } => (None, None),
        };
        let name = |player: PlayerId| self.names.get(&player).cloned().unwrap_or_default();
        let frame = self.writer.frame(message, &name).into();
        Some(Told { to, frame, version, answer })
    }

    fn send(&mut self, Told { to, frame, version, answer }: Told, caller: Option<&Caller>) {
        if let Some(answer) = answer {
            self.rooms.meters.answered(answer);
        }
        match to {
            To::Caller => {
                if let Some(caller) = caller {
                    caller.outbox.answer(frame);
                    if let (Some(version), Some(ear)) = (version, self.ear_of(caller.connection)) {
                        ear.caller.version.store(version, Ordering::Relaxed);
                    }
                }
            }
            To::Viewer(viewer) => {
                let code = self.code;
                for ear in self.ears.iter_mut().filter(|ear| ear.viewer == viewer) {
                    if ear.cut_off {
                        continue;
                    }
                    match (ear.caller.outbox.news(code, frame.clone()), version) {
                        (Ok(()), Some(version)) => ear.caller.version.store(version, Ordering::Relaxed),
                        (Ok(()), None) => {}
                        (Err(CutOff), _) => {
                            ear.cut_off = true;
                            self.rooms.meters.conflated();
                        }
                    }
                }
            }
        }
    }

    /// The match that has just ended, to be filed with the entry that ended it.
    fn finished(&mut self, entries: &[Entry<G>]) -> Option<MatchRow> {
        // After its end nothing is played in a match.
        let played = |entry: &Entry<G>| matches!(entry.fact, Fact::Acted { .. } | Fact::Dealt);
        let (game, number) = self.table.game()?;
        // One that was broken off has no result.
        if !game.is_over() || !entries.iter().any(played) {
            return None;
        }
        // Nobody could have come before for what comes after a match.
        self.lonely = now();
        let players = self.table.players();
        let name = |occupant: &Occupant| match occupant {
            Occupant::Player(player) => self.names.get(player).map_or("", |name| &**name).to_owned(),
            Occupant::Bot(level) => format!("bot ({level})"),
            Occupant::Open => String::new(),
        };
        let replay = Replay::of(&self.table, players.iter().map(|(_, occupant)| name(occupant)).collect())?;
        let outcome = game.outcome()?;
        let seat = |(seat, occupant): (Seat, &Occupant)| SeatRow {
            who: match occupant {
                Occupant::Player(player) => Some(Who::Player(player.0)),
                Occupant::Bot(level) => Some(Who::Bot(level.to_string())),
                Occupant::Open => None,
            },
            score: outcome.scores[seat],
            place: outcome.places[seat],
            change: None,
        };
        let settings = self.table.settings();
        let preset = wire::rules::preset_of::<G>(&settings.rules);
        let people = players.iter().filter(|(_, occupant)| matches!(occupant, Occupant::Player(_))).count();
        let pool = match people {
            0 => None,
            people if people == players.len() => Some(Pool::People),
            _ => Some(Pool::Bots),
        };
        let result = ResultRow {
            table: self.code.number(),
            number,
            game: G::NAME.to_owned(),
            preset: preset.map(str::to_owned),
            pool: pool.filter(|_| settings.rated && preset.is_some()),
            public: settings.visibility == Visibility::Public,
            ended_at: now(),
            seats: players.iter().map(seat).collect(),
        };
        Some(MatchRow { result, replay: wire::replay::write(&replay) })
    }

    fn wakes_at(&self) -> Option<Millis> {
        let shadow = self.shadow.as_deref().and_then(Shadow::next_wake);
        self.table.next_wake().into_iter().chain(shadow).chain(self.closes_at()).min()
    }

    /// When nobody will have been there for so long that nobody will come.
    fn closes_at(&self) -> Option<Millis> {
        let patience = self.rooms.limits.patience(self.table.phase());
        // Where nothing will be played any more nobody comes back to.
        let done = self.table.settings().countdown.is_some() && self.table.phase() == Phase::Over;
        let patience = if done { patience.min(DONE) } else { patience };
        // What was played is not shown before its time, and a table that is closed could not say so.
        let patience = patience.max(self.table.settings().delay);
        self.ears.is_empty().then(|| self.lonely.saturating_add(patience))
    }

    async fn close(self: Box<Self>) {
        let closed = self.rooms.append(vec![Write::Close { table: self.code.number(), at: now() }]);
        if let Err(error) = closed.await {
            self.rooms.fail(&error);
        }
        self.rooms.forget(self.code);
    }
}

/// A table that falls by a fault of this program leaves behind who was there, to be told.
impl<G: Playable> Drop for Actor<G> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.stub.leave_behind(self.ears.drain(..).map(|ear| ear.caller).collect());
        }
    }
}

/// The next answer of a bot.
async fn thought<T>(answers: &mut Option<(mpsc::Sender<T>, mpsc::Receiver<T>)>) -> Option<T> {
    match answers {
        Some((_, answers)) => answers.recv().await,
        None => std::future::pending().await,
    }
}

/// Waits until that moment, or for ever.
pub(crate) async fn until(at: Option<Millis>) {
    match at {
        Some(at) => tokio::time::sleep(Duration::from_millis(at.saturating_sub(now()))).await,
        None => std::future::pending().await,
    }
}
