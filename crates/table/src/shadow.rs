use std::collections::VecDeque;

use game::{Game, Seat, Viewer};

use crate::clock::ClockFace;
use crate::fact::{Entry, Fact};
use crate::message::{Message, Presence, Scene};
use crate::outbox::{Outbox, To};
use crate::settings::Millis;
use crate::table::Table;

/// While so much waits, further lines of chat are left out: nobody makes a shadow hold ever more by talking.
const MOST_WAITING: usize = 4096;

/// A table as it was some time ago, for those who watch it with a delay.
///
/// A table is what follows from its log, so this is a second table that gets each entry later. Everything that spectators are sent
/// comes from it, and nothing from the table itself.
pub struct Shadow<G: Game> {
    delay: Millis,
    table: Table<G>,
    /// What has happened since, and when it is to be told.
    waiting: VecDeque<(Millis, Later<G>)>,
}

enum Later<G: Game> {
    /// All that one command has led to.
    Step(Vec<Entry<G>>),
    /// Somebody came or went.
    Presence(Seat, Presence),
}

impl<G: Game> Shadow<G> {
    /// The shadow of the table with this log, as far as it can be seen by now; `None` if nobody watches it with a delay. That it was
    /// opened, and how, is seen at once; and so is the note with which a log begins, for it was old enough to.
    pub fn of(log: &[Entry<G>], now: Millis) -> Option<Self> {
        let (opened, rest) = log.split_first()?;
        let mut table = Table::rebuild([opened.clone()])?;
        // Nobody is there yet to be told of it.
        table.tell(Viewer::Spectator, &mut Outbox::default());
        let settings = table.settings();
        let delay = Some(settings.delay).filter(|delay| *delay > 0 && settings.spectators)?;
        let mut shadow = Shadow { delay, table, waiting: VecDeque::new() };
        for step in rest.chunk_by(|one, next| one.at == next.at) {
            shadow.wait_with(step);
            // What is due does not wait: it would leave no room for lines of chat that have to.
            shadow.wake(now, &mut Outbox::default());
        }
        Some(shadow)
    }

    /// How much later it sees things.
    pub fn delay(&self) -> Millis {
        self.delay
    }

    /// The table as it was.
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// Takes what is for spectators out of what a command has led to. It comes again when it is due, as a table tells it: first what
    /// has happened, then who is there.
    pub fn hear(&mut self, out: &mut Outbox<G>, now: Millis) {
        self.wait_with(&out.entries);
        let messages = std::mem::take(&mut out.messages);
        for (to, message) in messages {
            match (to, message) {
                (To::Viewer(Viewer::Spectator), Message::Presence { seat, presence })
                    if self.waiting.len() < MOST_WAITING =>
                {
                    self.waiting.push_back((now.saturating_add(self.delay), Later::Presence(seat, presence)));
                }
                (To::Viewer(Viewer::Spectator), _) => {}
                (To::Caller, Message::Snapshot(snapshot)) if snapshot.viewer == Viewer::Spectator => {
                    let seen = snapshot.missed.map(|missed| missed.after);
                    out.messages.push((To::Caller, self.snapshot(seen)));
                }
                other => out.messages.push(other),
            }
        }
    }

    /// When [`Shadow::wake`] should be called.
    pub fn next_wake(&self) -> Option<Millis> {
        self.waiting.front().map(|(at, _)| *at)
    }

    /// Tells those who watch what is due by now. Whether there was anything.
    pub fn wake(&mut self, now: Millis, out: &mut Outbox<G>) -> bool {
        let mut told = Outbox::default();
        let mut any = false;
        while self.next_wake().is_some_and(|at| at <= now)
            && let Some((_, later)) = self.waiting.pop_front()
        {
            any = true;
            match later {
                Later::Step(entries) => {
                    for Entry { at, fact } in &entries {
                        // The table has accepted it before.
                        let _ = self.table.apply(*at, fact);
                    }
                    self.table.tell(Viewer::Spectator, &mut told);
                }
                Later::Presence(seat, presence) => {
                    self.table.timing.set_presence(seat, presence, now);
                    told.messages.push((To::Viewer(Viewer::Spectator), Message::Presence { seat, presence }));
                }
            }
        }
        for (_, message) in &mut told.messages {
            if let Message::Update(update) = message {
                // The table itself has other clocks by now, and what was said between.
                update.moment = None;
                shift(&mut update.scene, self.delay);
            }
        }
        out.messages.append(&mut told.messages);
        any
    }

    /// Somebody begins to watch, and has seen everything up to that version, if anything.
    pub fn arrive(&mut self, seen: Option<u64>, out: &mut Outbox<G>) {
        self.table.timing.spectators += 1;
        out.messages.push((To::Caller, self.snapshot(seen)));
    }

    /// One spectator less.
    pub fn depart(&mut self) {
        self.table.timing.spectators = self.table.timing.spectators.saturating_sub(1);
    }

    /// All that those may know who watch.
    pub fn snapshot(&self, seen: Option<u64>) -> Message<G> {
        let mut message = self.table.snapshot(Viewer::Spectator, seen);
        if let Message::Snapshot(snapshot) = &mut message {
            shift(&mut snapshot.scene, self.delay);
        }
        message
    }

    fn wait_with(&mut self, step: &[Entry<G>]) {
        let full = self.waiting.len() >= MOST_WAITING;
        let waits = |entry: &&Entry<G>| match entry.fact {
            Fact::Opened { .. } | Fact::Noted { .. } => false,
            Fact::Said { .. } => !full,
            _ => true,
        };
        let entries: Vec<Entry<G>> = step.iter().filter(waits).cloned().collect();
        if let Some(last) = entries.last() {
            self.waiting.push_back((last.at.saturating_add(self.delay), Later::Step(entries)));
        }
    }
}

/// A clock that runs is seen to end as much later as everything else.
fn shift<G: Game>(scene: &mut Scene<G>, delay: Millis) {
    scene.clocks = scene.clocks.map(|_, clock| match clock {
        Some(ClockFace::Until(moment)) => Some(ClockFace::Until(moment.saturating_add(delay))),
        standing => *standing,
    });
}
