//! A log that begins with a note leads to the same table as the whole one: match after match, while people come, talk, leave, pause
//! and are sent away, seats change hands, countdowns run out, the server dies, and some watch with a delay.
#![allow(clippy::unwrap_used)]

use bots::{Decision, Level, Levels};
use game::{Entropy, Rng, Ruleset, Seat, Seats, SeedableRng, Viewer, below};
use rand_xoshiro::Xoshiro256PlusPlus;
use table::*;

const STEPS: usize = 800;
/// More than there are seats: some find none.
const PEOPLE: u64 = 5;

struct World<G: Levels> {
    rng: Xoshiro256PlusPlus,
    now: Millis,
    table: Table<G>,
    shadow: Option<Shadow<G>>,
    /// All of it, and from where on the store still has it.
    log: Vec<Entry<G>>,
    tail: Tail,
    first: usize,
    /// What was asked for, and by whom.
    asked: Vec<(PlayerId, ActionId, G::Action)>,
    questions: Vec<Ask<G>>,
    found: Found,
}

/// What has come about, so that a test does not pass because nothing has.
#[derive(Clone, Copy, Default)]
struct Found {
    matches: u32,
    cuts: usize,
    restarts: usize,
    /// Notes at the head of the log while those who watch saw less than what it had come to.
    behind: usize,
    broken_off: usize,
    handed_over: usize,
}

impl<G: Levels<Rules: Ruleset>> World<G> {
    fn new(seed: u64, rules: &G::Rules, seats: usize) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut one_of = |most: u32| below(&mut rng, most);
        let clock = match one_of(3) {
            0 => Clock::None,
            1 => Clock::Move { limit: 5_000 },
            _ => Clock::Match { initial: 20_000, increment: 500 },
        };
        let then = if one_of(2) == 0 { Then::Pause } else { Then::StandIn(Level::Beginner) };
        let settings = Settings {
            clock,
            absence: Absence { grace: 3_000, then },
            spectators: true,
            entropy: Millis::from(one_of(2)) * 1_000,
            handover: then != Then::Pause && one_of(2) == 0,
            delay: Millis::from(one_of(2)) * 20_000,
            countdown: (one_of(8) == 0)
                .then(|| Box::new(Seats::from_fn(seats, |_| Some(Millis::from(10_000 + one_of(90_000)))))),
            ..Settings::new(rules.clone())
        };
        let occupants = Seats::from_fn(seats, |seat| match (seat.index(), one_of(3)) {
            (0, _) => Occupant::Player(PlayerId(0)),
            (_, 0) => Occupant::Bot(Level::Beginner),
            (_, 1) => Occupant::Open,
            (other, _) => Occupant::Player(PlayerId(other as u64)),
        });
        let mut out = Outbox::default();
        let secret = game::Seed::random(&mut rng);
        let table = Table::open(PlayerId(0), settings, occupants, secret, 1_000, &mut out);
        let shadow = Shadow::of(&out.entries[..1], 1_000);
        let mut world = World {
            rng,
            now: 1_000,
            table,
            shadow,
            log: Vec::new(),
            tail: Tail::new(0),
            first: 0,
            asked: Vec::new(),
            questions: Vec::new(),
            found: Found::default(),
        };
        world.settle(out);
        world
    }

    fn one_of(&mut self, most: u32) -> u32 {
        below(&mut self.rng, most)
    }

    fn seat(&mut self) -> Option<Seat> {
        let seats = self.table.places().len() as u32;
        Seat::new(self.one_of(seats + 1) as usize).filter(|seat| seat.index() < seats as usize)
    }

    fn settle(&mut self, mut out: Outbox<G>) {
        if !out.entries.is_empty() && (self.table.is_note_due() || self.one_of(30) == 0) {
            self.table.take_note(&mut out);
        }
        for entry in &out.entries {
            assert_eq!(self.tail.add(entry), self.log.len() as u64);
            self.log.push(entry.clone());
        }
        let delay = self.shadow.as_ref().map_or(0, Shadow::delay);
        if let Some(place) = self.tail.cut(delay, self.now) {
            assert!(place as usize > self.first, "it never grows again");
            self.first = place as usize;
            assert!(matches!(self.log[self.first].fact, Fact::Noted { .. }));
            self.found.cuts += 1;
        }
        if let Some(shadow) = &mut self.shadow {
            shadow.hear(&mut out, self.now);
            shadow.wake(self.now, &mut out);
        }
        self.questions.extend(out.asks);
    }

    /// Somebody does something, which may well be refused.
    fn step(&mut self) {
        let long = self.one_of(100) == 0;
        self.now += u64::from(self.one_of(if long { 30_000 } else { 400 }));
        let player = PlayerId(u64::from(self.one_of(PEOPLE as u32)));
        let (seat, now) = (self.seat(), self.now);
        let entropy = (self.one_of(2) == 0).then(|| Entropy::new(self.rng.next_u64().to_be_bytes()).unwrap());
        let mut out = Outbox::default();
        match self.one_of(100) {
            0..60 => self.somebody_acts(&mut out),
            60..66 => drop(self.table.say(player, Line::Text(format!("at {now}")), now, &mut out)),
            66 => drop(self.table.leave(player, now, &mut out)),
            67..71 => drop(self.table.sit(player, seat, entropy, now, &mut out)),
            71 => drop(self.table.pause(PlayerId(0), now, &mut out)),
            72..75 => drop(self.table.resume(PlayerId(0), now, &mut out)),
            75 => drop(self.table.kick(PlayerId(0), Seat::new(1).unwrap(), now, &mut out)),
            76..78 => drop(self.table.seat_bot(PlayerId(0), seat, Level::Beginner, now, &mut out)),
            78..90 => {
                for player in (0..PEOPLE).map(PlayerId) {
                    let _ = self.table.offer_rematch(player, entropy.clone(), now, &mut out);
                }
            }
            90..92 => drop(entropy.map(|entropy| self.table.give(player, entropy, now, &mut out))),
            92..97 => {
                if let Some(viewer @ Viewer::Seat(_)) = self.table.viewer(player) {
                    self.table.arrive(viewer, None, now, &mut out);
                }
            }
            97 => {
                if let Some(viewer @ Viewer::Seat(_)) = self.table.viewer(player) {
                    self.table.depart(viewer, now, &mut out);
                }
            }
            98 if self.one_of(3) == 0 => return self.restart(),
            _ => {}
        }
        self.settle(out);
        for ask in std::mem::take(&mut self.questions) {
            let action = ask.legal[self.one_of(ask.legal.len() as u32) as usize];
            let mut out = Outbox::default();
            self.table.decided(ask.question, ask.must.then(|| Decision::at_once(action)), now, &mut out);
            self.settle(out);
        }
        if self.table.next_wake().is_some_and(|at| at <= now) {
            let mut out = Outbox::default();
            self.table.wake(now, &mut out);
            self.settle(out);
        }
    }

    fn somebody_acts(&mut self, out: &mut Outbox<G>) {
        let playing = self.table.phase() == Phase::Playing;
        let awaited = self.table.awaited().iter().find_map(|seat| match self.table.places()[seat].occupant {
            Occupant::Player(player) => Some((seat, player)),
            Occupant::Open | Occupant::Bot(_) => None,
        });
        let (Some((seat, player)), true) = (awaited, playing) else { return };
        let Message::Snapshot(snapshot) = self.table.snapshot(Viewer::Seat(seat), None) else { return };
        let action = snapshot.scene.legal[self.one_of(snapshot.scene.legal.len() as u32) as usize];
        let id = ActionId(format!("m-{}", self.asked.len()).into());
        self.asked.push((player, id.clone(), action));
        self.table.act(player, id, action, self.now, out);
    }

    /// The server dies, and comes back with what the store has.
    fn restart(&mut self) {
        self.check();
        self.found.restarts += 1;
        self.now += u64::from(self.one_of(10_000));
        self.shadow = Shadow::of(&self.log[self.first..], self.now);
        self.table = Table::rebuild(self.log[self.first..].iter().cloned()).unwrap();
        self.questions.clear();
        let mut out = Outbox::default();
        self.table.reopen(self.now, &mut out);
        self.settle(out);
    }

    fn run(mut self) -> Found {
        for _ in 0..STEPS {
            self.step();
        }
        self.check();
        let is = |fact: fn(&Fact<G>) -> bool| self.log.iter().filter(|entry| fact(&entry.fact)).count();
        self.found.matches = self.table.game().map_or(0, |(_, number)| number);
        self.found.broken_off = is(|fact| matches!(fact, Fact::BrokenOff { .. }));
        if self.table.settings().handover {
            self.found.handed_over = is(|fact| matches!(fact, Fact::Paused(Why::Absence)));
        }
        self.found
    }

    /// Three tables, of the whole log, of what the store has, and the one that lives, are the same to everyone.
    fn check(&mut self) {
        let build = |log: &[Entry<G>]| Table::rebuild(log.iter().cloned()).unwrap();
        let (mut whole, mut short) = (build(&self.log), build(&self.log[self.first..]));
        same(&whole, &self.table, "of the whole log");
        same(&short, &self.table, "of the note and what follows");
        let (mut one, mut other) = (Outbox::default(), Outbox::default());
        whole.reopen(self.now, &mut one);
        short.reopen(self.now, &mut other);
        agree(&whole, &short, &one, &other);
        for (player, id, action) in self.asked.iter().rev().take(100) {
            let (mut one, mut other) = (Outbox::default(), Outbox::default());
            whole.act(*player, id.clone(), *action, self.now, &mut one);
            short.act(*player, id.clone(), *action, self.now, &mut other);
            agree(&whole, &short, &one, &other);
        }
        same(&short, &whole, "that goes on");
        self.check_shadow();
    }

    fn check_shadow(&mut self) {
        let of = |log: &[Entry<G>]| Shadow::of(log, self.now);
        let (Some(whole), Some(short)) = (of(&self.log), of(&self.log[self.first..])) else { return };
        let live = self.shadow.as_mut().unwrap();
        live.wake(self.now, &mut Outbox::default());
        same(whole.table(), live.table(), "of the whole log, seen later");
        same(short.table(), live.table(), "of the note and what follows, seen later");
        assert_eq!(whole.next_wake(), short.next_wake());
        let behind = live.table().version(Viewer::Spectator) < self.table.version(Viewer::Spectator);
        self.found.behind += usize::from(self.first > 0 && behind);
    }
}

/// Both look the same; otherwise the first thing that does not is told.
fn same<G: Levels>(one: &Table<G>, other: &Table<G>, which: &str) {
    let (one, other) = (looks(one), looks(other));
    let differs = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    assert!(one == other, "the table {which} is another one: {differs:?}");
}

/// Both say the same, and wake at the same time.
fn agree<G: Levels>(one: &Table<G>, other: &Table<G>, said: &Outbox<G>, also: &Outbox<G>) {
    assert_eq!(sounds(said), sounds(also));
    assert_eq!((one.next_wake(), one.free_seats()), (other.next_wake(), other.free_seats()));
}

/// All that can be known of a table by its log.
fn looks<G: Levels>(table: &Table<G>) -> String {
    use std::fmt::Write;
    let mut looks = String::new();
    let places = table.places().len();
    for viewer in Viewer::all(places) {
        let version = table.version(viewer);
        for back in [0, 1, 20, 63, 64, 65, version] {
            let Message::Snapshot(snapshot) = table.snapshot(viewer, version.checked_sub(back)) else {
                return looks;
            };
            writeln!(looks, "{viewer:?} {back} {version} {:?}", snapshot.missed).unwrap();
        }
        let Message::Snapshot(snapshot) = table.snapshot(viewer, None) else { return looks };
        let Snapshot { settings, owner, scene, chat, .. } = *snapshot;
        let Scene { phase, number, seats, view, legal, must, clocks, deal } = *scene;
        writeln!(looks, "{settings:?} {owner:?} {chat:?}").unwrap();
        writeln!(looks, "{phase:?} {number} {seats:?} {legal:?} {must} {clocks:?} {deal:?}").unwrap();
        writeln!(looks, "{view:?}").unwrap();
    }
    let turns: Vec<_> = Seat::all(places).map(|seat| (table.turn(seat), table.due(seat))).collect();
    let kicked: Vec<_> = (0..PEOPLE).map(|player| table.is_kicked(PlayerId(player))).collect();
    let (record, fair, players) = (table.record(), table.fair_deal(), table.players());
    writeln!(looks, "{turns:?} {kicked:?} {players:?} {}", table.opened_at()).unwrap();
    writeln!(looks, "{:?} {:?}", table.ending(), record.actions).unwrap();
    writeln!(looks, "{:?} {} {}", table.times(), fair.number, fair.seed().to_hex()).unwrap();
    looks
}

/// All that comes out of a table. When a bot was asked counts from when the table was built.
fn sounds<G: Levels>(out: &Outbox<G>) -> String {
    let answers = out.messages.iter().map(|(to, message)| match message {
        Message::Snapshot(_) => format!("{to:?} snapshot"),
        Message::Update(update) => format!("{to:?} update {} {:?}", update.version, update.happened),
        Message::Ack { id, version } => format!("{to:?} {id:?} {version}"),
        Message::Nack { id, why } => format!("{to:?} {id:?} {why:?}"),
        Message::Presence { seat, presence } => format!("{to:?} {seat:?} {presence:?}"),
    });
    let asks = out.asks.iter().map(|ask| {
        let Ask { question, level, seed, view, legal, must, until } = ask;
        format!("{:?} {level} {} {view:?} {legal:?} {must} {until:?}", question.seat, seed.to_hex())
    });
    let told: Vec<String> = answers.chain(asks).collect();
    format!("{:?} {told:#?}", out.entries)
}

fn walk<G: Levels<Rules: Ruleset>>(rules: &G::Rules, seats: usize, seeds: u64) {
    let mut sum = Found::default();
    for seed in 0..seeds {
        let found = World::<G>::new(seed, rules, seats).run();
        sum.matches += found.matches;
        sum.cuts += found.cuts;
        sum.restarts += found.restarts;
        sum.behind += found.behind;
        sum.broken_off += found.broken_off;
        sum.handed_over += found.handed_over;
    }
    let Found { matches, cuts, restarts, behind, broken_off, handed_over } = sum;
    let enough = u64::from(matches) > seeds && cuts as u64 > seeds && restarts as u64 > seeds;
    assert!(enough && behind > 0 && broken_off > 0 && handed_over > 0, "too little has happened");
}

#[test]
fn koikoi() {
    let rules = koikoi::Rules { rounds: 1, ..koikoi::Rules::preset("quick").unwrap() };
    walk::<koikoi::KoiKoi>(&rules, 2, 200);
}

#[test]
fn kierki() {
    walk::<kierki::Kierki>(&kierki::Rules::preset("robbers").unwrap(), 4, 80);
}

#[test]
fn kaboom() {
    let rules = kaboom::Rules { turn_limit: 8, ..kaboom::Rules::preset("short").unwrap() };
    walk::<kaboom::Kaboom>(&rules, 3, 120);
}
