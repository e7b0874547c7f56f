//! Whole matches at a table over a bad network: what is sent is lost, doubled, late and out of order, connections break, the clock
//! jumps and the server dies between any two steps. Every table comes to its end, nothing counts twice, nothing acknowledged is
//! lost, and everyone ends with what the state shows them.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bots::{Budget, Level, Levels};
use game::{Entropy, Rng, Ruleset, Seat, Seats, SeedableRng, Viewer, below};
use rand_xoshiro::Xoshiro256PlusPlus;
use table::*;

/// A match that is not over by then is stuck.
const MOST_STEPS: usize = 60_000;

struct Client<G: Levels> {
    player: PlayerId,
    connected: bool,
    /// What it knows.
    version: Option<u64>,
    view: Option<G::View>,
    legal: Vec<G::Action>,
    must: bool,
    over: bool,
    /// Whether it could still give entropy, and whether the table has it.
    waits: bool,
    given: bool,
    /// The request that it has no answer to yet.
    request: Option<(ActionId, G::Action)>,
    acked: BTreeSet<String>,
}

impl<G: Levels> Client<G> {
    fn learn(&mut self, version: u64, scene: &Scene<G>) {
        self.version = Some(version);
        self.view.clone_from(&scene.view);
        self.legal.clone_from(&scene.legal);
        self.must = scene.must;
        self.over = scene.phase == Phase::Over;
        self.waits = scene.phase == Phase::Waiting;
        self.given = scene.deal.given.iter().any(|seat| seat.index() as u64 == self.player.0);
    }
}

enum Packet<G: Levels> {
    Up(usize, Request<G>),
    Down(usize, Rc<Message<G>>),
}

enum Request<G: Levels> {
    Act(ActionId, G::Action),
    Give(Entropy),
    Resync(Option<u64>),
}

type Answered<G> = (Question, Answer<<G as game::Game>::Action>);

struct World<G: Levels> {
    rng: Xoshiro256PlusPlus,
    now: Millis,
    seats: usize,
    table: Table<G>,
    /// All of it, and from where on the store still has it.
    log: Vec<Entry<G>>,
    tail: Tail,
    first: usize,
    clients: Vec<Client<G>>,
    /// What is on its way, by the time of its arrival.
    network: BTreeMap<(Millis, u64), Packet<G>>,
    answers: BTreeMap<(Millis, u64), Answered<G>>,
    sent: u64,
    crashes: usize,
    rough: bool,
}

impl<G: Levels<Rules: Ruleset>> World<G> {
    fn new(seed: u64, rules: &G::Rules, seats: usize) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let clock = match below(&mut rng, 3) {
            0 => Clock::None,
            1 => Clock::Move { limit: 5_000 },
            _ => Clock::Match { initial: 20_000, increment: 500 },
        };
        let then = if below(&mut rng, 2) == 0 { Then::Pause } else { Then::StandIn(Level::Beginner) };
        let absence = Absence { grace: 3_000, then };
        let entropy = Millis::from(below(&mut rng, 3)) * 1_000;
        let handover = then != Then::Pause && below(&mut rng, 2) == 0;
        let settings =
            Settings { clock, absence, spectators: true, entropy, handover, ..Settings::new(rules.clone()) };
        let people = 1 + below(&mut rng, seats as u32) as usize;
        let occupants = Seats::from_fn(seats, |seat| match seat.index() < people {
            true => Occupant::Player(PlayerId(seat.index() as u64)),
            false => Occupant::Bot(Level::Beginner),
        });
        let mut out = Outbox::default();
        let secret = game::Seed::random(&mut rng);
        let table = Table::open(PlayerId(0), settings, occupants, secret, 1_000, &mut out);
        // The players, and one who watches.
        let players = (0..people as u64).chain([99]);
        let clients = players.map(|player| Client {
            player: PlayerId(player),
            connected: false,
            version: None,
            view: None,
            legal: Vec::new(),
            must: false,
            over: false,
            waits: false,
            given: false,
            request: None,
            acked: BTreeSet::new(),
        });
        let clients = clients.collect();
        let (network, answers) = (BTreeMap::new(), BTreeMap::new());
        let mut world = World {
            rng,
            now: 1_000,
            seats,
            table,
            log: Vec::new(),
            tail: Tail::new(0),
            first: 0,
            clients,
            network,
            answers,
            sent: 0,
            crashes: 0,
            rough: true,
        };
        world.settle(out, None);
        world
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.rough && below(&mut self.rng, 100) < percent
    }

    fn later(&mut self) -> (Millis, u64) {
        self.sent += 1;
        let most = if self.rough { 400 } else { 1 };
        (self.now + u64::from(below(&mut self.rng, most)), self.sent)
    }

    /// Makes durable, then sends; the server may die before either.
    fn settle(&mut self, mut out: Outbox<G>, caller: Option<usize>) {
        if self.table.is_note_due() || below(&mut self.rng, 50) == 0 {
            self.table.take_note(&mut out);
        }
        if self.crashes < 3 && below(&mut self.rng, 400) == 0 && !self.log.is_empty() {
            return self.crash();
        }
        for entry in &out.entries {
            assert_eq!(self.tail.add(entry), self.log.len() as u64);
            self.log.push(entry.clone());
        }
        self.first = self.tail.cut(0, self.now).map_or(self.first, |place| place as usize);
        if self.crashes < 3 && below(&mut self.rng, 400) == 0 {
            return self.crash();
        }
        for (to, message) in out.messages {
            let message = Rc::new(message);
            for client in 0..self.clients.len() {
                let gets = match to {
                    To::Caller => caller == Some(client),
                    To::Viewer(viewer) => {
                        self.clients[client].connected
                            && self.table.viewer(self.clients[client].player) == Some(viewer)
                    }
                };
                if gets {
                    self.send(Packet::Down(client, message.clone()));
                }
            }
        }
        for ask in out.asks {
            let mut bot = G::bot(ask.level, ask.seed, Budget { playouts: Some(4), deadline: None });
            let answer = bot.decide(&ask.view, &ask.legal, ask.must);
            let at = self.later();
            self.answers.insert(at, (ask.question, answer));
        }
    }

    fn send(&mut self, packet: Packet<G>) {
        if self.chance(5) {
            return;
        }
        if self.chance(5) {
            let copy = match &packet {
                Packet::Up(client, Request::Act(id, action)) => {
                    Packet::Up(*client, Request::Act(id.clone(), *action))
                }
                Packet::Up(client, Request::Give(entropy)) => {
                    Packet::Up(*client, Request::Give(entropy.clone()))
                }
                Packet::Up(client, Request::Resync(seen)) => Packet::Up(*client, Request::Resync(*seen)),
                Packet::Down(client, message) => Packet::Down(*client, message.clone()),
            };
            let at = self.later();
            self.network.insert(at, copy);
        }
        let at = self.later();
        self.network.insert(at, packet);
    }

    /// All that was not in the log is gone.
    fn crash(&mut self) {
        self.crashes += 1;
        self.network.clear();
        self.answers.clear();
        self.clients.iter_mut().for_each(|client| client.connected = false);
        self.now += u64::from(below(&mut self.rng, 100_000));
        self.table = Table::rebuild(self.log[self.first..].iter().cloned()).unwrap();
        let mut out = Outbox::default();
        self.table.reopen(self.now, &mut out);
        self.settle(out, None);
    }

    fn step(&mut self) {
        let jump = if self.chance(1) { 60_000 } else { 300 };
        self.now += u64::from(below(&mut self.rng, jump));
        for client in 0..self.clients.len() {
            self.client_acts(client);
        }
        while let Some(entry) = self.network.first_entry().filter(|entry| entry.key().0 <= self.now) {
            match entry.remove() {
                Packet::Up(client, request) => self.request(client, request),
                Packet::Down(client, message) => self.receive(client, &message),
            }
        }
        while let Some(entry) = self.answers.first_entry().filter(|entry| entry.key().0 <= self.now) {
            let (question, answer) = entry.remove();
            let mut out = Outbox::default();
            self.table.decided(question, answer, self.now, &mut out);
            self.settle(out, None);
        }
        if self.chance(1) {
            let seat = Seat::new(below(&mut self.rng, self.seats as u32) as usize);
            let mut out = Outbox::default();
            // Where the player is there it is refused.
            let _ = self.table.seat_bot(PlayerId(0), seat, Level::Beginner, self.now, &mut out);
            self.settle(out, None);
        }
        if self.table.next_wake().is_some_and(|at| at <= self.now) {
            let mut out = Outbox::default();
            self.table.wake(self.now, &mut out);
            self.settle(out, None);
        }
    }

    fn client_acts(&mut self, index: usize) {
        let percent = if self.clients[index].connected { 1 } else { 20 };
        if below(&mut self.rng, 100) < percent && (self.rough || !self.clients[index].connected) {
            return self.reconnect_or_break(index);
        }
        if !self.clients[index].connected {
            return;
        }
        let client = &self.clients[index];
        if let Some((id, action)) = client.request.clone() {
            if below(&mut self.rng, 4) == 0 {
                self.send(Packet::Up(index, Request::Act(id, action)));
            }
        } else if !client.legal.is_empty() && (client.must || below(&mut self.rng, 20) == 0) {
            let action = self.clients[index].legal[below(&mut self.rng, client.legal.len() as u32) as usize];
            let id = ActionId(format!("{index}-{}", self.rng.next_u64()).into());
            self.clients[index].request = Some((id.clone(), action));
            self.send(Packet::Up(index, Request::Act(id, action)));
        } else if client.waits && !client.given && below(&mut self.rng, 4) == 0 {
            let entropy = Entropy::new(self.rng.next_u64().to_be_bytes()).unwrap();
            self.send(Packet::Up(index, Request::Give(entropy)));
        } else if below(&mut self.rng, 10) == 0 {
            // The beacon: a lost last message is noticed.
            self.send(Packet::Up(index, Request::Resync(self.clients[index].version)));
        }
    }

    fn reconnect_or_break(&mut self, index: usize) {
        let seen = self.clients[index].version;
        let viewer = self.table.viewer(self.clients[index].player).unwrap();
        let mut out = Outbox::default();
        // What was on its way belongs to the old connection.
        self.network.retain(|_, packet| match packet {
            Packet::Up(client, _) | Packet::Down(client, _) => *client != index,
        });
        if self.clients[index].connected {
            self.clients[index].connected = false;
            self.table.depart(viewer, self.now, &mut out);
            self.settle(out, None);
        } else {
            self.clients[index].connected = true;
            self.table.arrive(viewer, seen, self.now, &mut out);
            self.settle(out, Some(index));
        }
    }

    fn request(&mut self, index: usize, request: Request<G>) {
        let player = self.clients[index].player;
        let mut out = Outbox::default();
        match request {
            Request::Act(id, action) => self.table.act(player, id, action, self.now, &mut out),
            // Who only watches, or comes after the deal, is refused.
            Request::Give(entropy) => drop(self.table.give(player, entropy, self.now, &mut out)),
            Request::Resync(seen) => {
                let viewer = self.table.viewer(player).unwrap();
                out.messages.push((To::Caller, self.table.snapshot(viewer, seen)));
            }
        }
        self.settle(out, Some(index));
    }

    fn receive(&mut self, index: usize, message: &Message<G>) {
        let client = &mut self.clients[index];
        match message {
            Message::Snapshot(snapshot) => {
                if client.version.is_none_or(|known| known <= snapshot.version) {
                    client.learn(snapshot.version, &snapshot.scene);
                }
            }
            Message::Update(update) => match client.version {
                Some(known) if known >= update.version => {}
                Some(known) if known == update.after => {
                    assert!(!update.happened.is_empty());
                    client.learn(update.version, &update.scene);
                }
                seen => self.send(Packet::Up(index, Request::Resync(seen))),
            },
            Message::Ack { id, .. } => {
                client.acked.insert(id.0.to_string());
                client.request.take_if(|(asked, _)| asked == id);
            }
            Message::Nack { id, .. } => {
                client.request.take_if(|(asked, _)| asked == id);
            }
            Message::Presence { .. } => {}
        }
    }

    /// Plays to the end, heals the network, and looks at what everyone has.
    fn run(mut self) -> usize {
        let mut steps = 0;
        while self.table.phase() != Phase::Over {
            steps += 1;
            assert!(steps < MOST_STEPS, "stuck in {:?}", self.table.phase());
            self.step();
        }
        self.rough = false;
        self.crashes = 3;
        for _ in 0..200 {
            self.step();
        }
        self.check();
        self.crashes
    }

    fn check(&self) {
        let (game, _) = self.table.game().unwrap();
        for client in &self.clients {
            let viewer = self.table.viewer(client.player).unwrap();
            assert_eq!(client.version, Some(self.table.version(viewer)));
            assert_eq!(client.view, Some(game.view(viewer)));
            assert!(client.over && client.legal.is_empty());
        }
        let mut counted = BTreeMap::<String, usize>::new();
        for entry in &self.log {
            if let Fact::Acted { by: By::Player(id), .. } = &entry.fact {
                *counted.entry(id.0.to_string()).or_default() += 1;
            }
        }
        assert!(counted.values().all(|count| *count == 1), "an action counted twice");
        for id in self.clients.iter().flat_map(|client| &client.acked) {
            assert!(counted.contains_key(id), "an acknowledged action is not in the log");
        }
        assert!(self.log.is_sorted_by_key(|entry| entry.at), "time ran backwards");
        let fair = self.table.fair_deal();
        let mut given = fair.entropy.map(|_, _| None);
        for entry in &self.log {
            if let Fact::Gave { seat, entropy } = &entry.fact {
                given[*seat] = Some(entropy.clone());
            }
        }
        assert_eq!(fair.entropy, given, "the last of each seat before the deal");
        let deals = game::Deals::Seed(fair.seed());
        assert_eq!(self.table.record().deals, deals);
        let rebuilt = Table::rebuild(self.log.iter().cloned()).unwrap();
        assert_eq!(rebuilt.fair_deal(), fair);
        assert!(game.hash() == rebuilt.game().unwrap().0.hash());
        for viewer in Viewer::all(game.seats()) {
            assert_eq!(rebuilt.version(viewer), self.table.version(viewer));
        }
    }
}

fn simulate<G: Levels<Rules: Ruleset>>(rules: &G::Rules, seats: usize, seeds: u64) {
    let run = |seed| World::<G>::new(seed, rules, seats).run();
    let crashes: usize = (0..seeds).map(run).sum();
    assert!(crashes > 0);
}

#[test]
fn koikoi() {
    let rules = koikoi::Rules { rounds: 2, ..koikoi::Rules::preset("quick").unwrap() };
    simulate::<koikoi::KoiKoi>(&rules, 2, 2000);
}

#[test]
fn kierki() {
    let rules = kierki::Rules::preset("robbers").unwrap();
    simulate::<kierki::Kierki>(&rules, 4, 400);
}

#[test]
fn kaboom() {
    let rules = kaboom::Rules { turn_limit: 8, ..kaboom::Rules::preset("short").unwrap() };
    for seats in 2..=4 {
        simulate::<kaboom::Kaboom>(&rules, seats, 300);
    }
}
