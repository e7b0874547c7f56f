//! A table with a player in every seat and somebody who watches, and all the frames that each of them gets.

use std::sync::Arc;

use bots::{Budget, Level, Levels};
use game::{ActionList, Ruleset as _, Seat, Seats, Seed, Viewer, below};
use table::{ActionId, Entry, Message, Millis, Occupant, Outbox, Phase, PlayerId, Settings, Table, To};
use wire::house::Writer;
use wire::{Code, Codec};

pub(crate) const CODE: Code = Code::new(0x99_DE_3B_A6_9D);

/// When the tables open.
pub(crate) const START: Millis = 1_790_000_000_000;

/// A table and all who are there.
pub(crate) struct Play<G: Codec> {
    pub(crate) table: Table<G>,
    pub(crate) writer: Writer<G>,
    pub(crate) now: Millis,
    pub(crate) log: Vec<Entry<G>>,
    /// What each viewer was sent.
    pub(crate) frames: Vec<(Viewer, String)>,
    /// If set, nobody else's frames are written.
    pub(crate) only: Option<Viewer>,
    requests: u64,
}

/// The player in each seat; those who watch have the next numbers.
pub(crate) fn player(seat: Seat) -> PlayerId {
    PlayerId(100 + seat.index() as u64)
}

pub(crate) fn name(player: PlayerId) -> Arc<str> {
    ["Ada", "Basho", "Chiyo", "Dora", "Emil", "Fumi"]
        .get(player.0 as usize - 100)
        .copied()
        .unwrap_or("Guest")
        .into()
}

impl<G: Codec> Play<G> {
    pub(crate) fn open(settings: Settings<G::Rules>, seats: usize, secret: Seed) -> Self {
        let mut out = Outbox::default();
        let occupants = Seats::from_fn(seats, |seat| Occupant::Player(player(seat)));
        let settings = Settings { spectators: true, ..settings };
        let table = Table::open(player(Seat::FIRST), settings, occupants, secret, START, &mut out);
        Play::with(table, out)
    }

    pub(crate) fn with(table: Table<G>, out: Outbox<G>) -> Self {
        let writer = Writer::new(CODE);
        let mut play =
            Play { table, writer, now: START, log: Vec::new(), frames: Vec::new(), only: None, requests: 0 };
        let seats = play.table.game().unwrap().0.seats();
        play.settle(out, Viewer::Spectator);
        for viewer in Viewer::all(seats) {
            let mut out = Outbox::default();
            play.table.arrive(viewer, None, play.now, &mut out);
            play.settle(out, viewer);
        }
        play
    }

    /// The table that another one's log leads to, written and read again, with nobody there yet.
    pub(crate) fn with_log(other: &Play<G>) -> Self {
        let copy = |entry: &Entry<G>| Entry {
            at: entry.at,
            fact: wire::log::read(&wire::log::write(&entry.fact)).unwrap(),
        };
        let log: Vec<Entry<G>> = other.log.iter().map(copy).collect();
        let table = Table::rebuild(log.iter().cloned()).unwrap();
        Play {
            table,
            writer: Writer::new(CODE),
            now: other.now,
            log,
            frames: Vec::new(),
            only: None,
            requests: 0,
        }
    }

    /// Writes what a command led to.
    pub(crate) fn settle(&mut self, out: Outbox<G>, caller: Viewer) {
        self.log.extend(out.entries);
        for (to, message) in out.messages {
            let viewer = match to {
                To::Caller => caller,
                To::Viewer(viewer) => viewer,
            };
            if self.only.is_none_or(|only| only == viewer) {
                self.frames.push((viewer, self.writer.frame(message, &name)));
            }
        }
    }

    pub(crate) fn act(&mut self, seat: Seat, action: G::Action) {
        self.requests += 1;
        self.now += 700;
        let mut out = Outbox::default();
        let id = ActionId(self.requests.to_string().into());
        self.table.act(player(seat), id, action, self.now, &mut out);
        self.settle(out, Viewer::Seat(seat));
    }

    pub(crate) fn snapshot(&mut self, viewer: Viewer, seen: Option<u64>) -> String {
        let message: Message<G> = self.table.snapshot(viewer, seen);
        self.writer.frame(message, &name)
    }

    /// Somebody whom play waits for.
    pub(crate) fn awaited(&self) -> Seat {
        self.table.game().unwrap().0.awaited().first().unwrap()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.table.phase() == Phase::Over
    }
}

impl<G: Codec + Levels> Play<G> {
    /// Somebody who may act does so: one of those awaited as a bot would, or now and then another.
    pub(crate) fn step(&mut self, rng: &mut impl game::Rng) -> (Seat, G::Action) {
        let (game, _) = self.table.game().unwrap();
        let awaited = below(rng, 12) > 0;
        let seats: Vec<Seat> = if awaited { game.awaited() } else { game.actors() }.iter().collect();
        let seat = seats[below(rng, seats.len() as u32) as usize];
        let mut legal = ActionList::new();
        game.legal(seat, &mut legal);
        let mut bot =
            G::bot(Level::Casual, rng.next_u64().into(), Budget { playouts: Some(4), deadline: None });
        let decision = bot.decide(&game.view(Viewer::Seat(seat)), &legal, awaited);
        let any = legal[below(rng, legal.len() as u32) as usize];
        let action = decision.map_or(any, |decision| decision.action);
        self.act(seat, action);
        (seat, action)
    }
}

/// The preset's rules, and else what suits most tables.
pub(crate) fn rules<G: Codec>(preset: &str) -> Settings<G::Rules> {
    Settings::new(G::Rules::preset(preset).unwrap())
}
