use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ::kierki::{Action, Event, Kierki, SEATS, seats};
use arrayvec::ArrayVec;
use game::{BadDeal, Game, Seat, Seats};
use wire::kierki::{GameFile, Lines, Message, TooLong};

/// How many lines of the asked client are kept while the game is suspended; more are answered by WRONG.
const MOST_KEPT: usize = 16;

/// The server's side of the protocol, without sockets and clocks: connections open, bytes come in, connections close, time
/// passes, and every call may leave [`Effect`]s.
///
/// It plays one game of [`Kierki`] and no more. A game is suspended exactly while a seat is empty.
pub struct Host {
    file: GameFile,
    timeout: Duration,
    guests: BTreeMap<ConnId, Guest>,
    seats: [Option<ConnId>; SEATS],
    /// From the first time that four are seated.
    game: Option<Kierki>,
    /// The TAKEN of the running deal so far, for whoever comes back.
    taken: Vec<Message>,
    asked: Option<Asked>,
    ended: Option<Seats<i32>>,
    effects: Vec<Effect>,
}

/// A connection. The shell numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnId(pub u64);

/// What the shell has to do, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Report this line, which came in.
    Received(ConnId, Vec<u8>),
    /// Send this message, and report it.
    Send(ConnId, Message),
    /// Send what waits, then close. The host has forgotten the connection already.
    Close(ConnId),
}

struct Guest {
    lines: Lines,
    /// The seat, once it has one.
    seat: Option<Seat>,
    /// When a guest without a seat is sent away.
    until: Instant,
}

/// The TRICK that waits for its answer.
struct Asked {
    by: ConnId,
    /// When it is asked again, unless the game is suspended.
    until: Instant,
    /// What the asked client sent while the game was suspended.
    kept: Vec<Vec<u8>>,
}

/// What happens from outside.
impl Host {
    /// A host for the deals of this file. Fails only for a file that was not made by [`GameFile::parse`].
    pub fn new(file: GameFile, timeout: Duration) -> Result<Host, BadDeal> {
        Kierki::start(&file.rules(), SEATS, &file.decks(), &mut ())?;
        Ok(Host {
            file,
            timeout,
            guests: BTreeMap::new(),
            seats: [None; SEATS],
            game: None,
            taken: Vec::new(),
            asked: None,
            ended: None,
            effects: Vec::new(),
        })
    }

    /// A connection was opened.
    pub fn opened(&mut self, now: Instant, id: ConnId) {
        self.guests.insert(id, Guest { lines: Lines::new(), seat: None, until: now + self.timeout });
    }

    /// Bytes came in.
    pub fn received(&mut self, now: Instant, id: ConnId, bytes: &[u8]) {
        if let Some(guest) = self.guests.get_mut(&id) {
            guest.lines.push(bytes);
        }
        // A line may end the connection; what comes behind it is then nobody's.
        while let Some(guest) = self.guests.get_mut(&id)
            && let Some(line) = guest.lines.next()
        {
            match line {
                Ok(line) => {
                    self.effects.push(Effect::Received(id, line.clone()));
                    self.line(now, id, line);
                }
                Err(TooLong { begins }) => {
                    self.effects.push(Effect::Received(id, begins));
                    self.send_away(id);
                }
            }
        }
    }

    /// The connection is gone: closed, reset, or its outbox is full.
    pub fn closed(&mut self, id: ConnId) {
        if self.guests.contains_key(&id) {
            self.send_away(id);
        }
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Instant) {
        let late = |guest: &Guest| guest.seat.is_none() && guest.until <= now;
        let late: Vec<ConnId> =
            self.guests.iter().filter(|(_, guest)| late(guest)).map(|(id, _)| *id).collect();
        late.into_iter().for_each(|id| self.send_away(id));
        if !self.is_suspended() && self.asked.as_ref().is_some_and(|asked| asked.until <= now) {
            self.ask(now);
        }
    }

    /// When to call [`Host::tick`] next.
    pub fn deadline(&self) -> Option<Instant> {
        let newcomers = self.guests.values().filter(|guest| guest.seat.is_none()).map(|guest| guest.until);
        let asked = self.asked.as_ref().filter(|_| !self.is_suspended()).map(|asked| asked.until);
        newcomers.chain(asked).min()
    }

    /// What has to be done since the last time.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The final scores, once the game is over. All connections are closed then.
    pub fn ended(&self) -> Option<&Seats<i32>> {
        self.ended.as_ref()
    }
}

/// Connections and seats.
impl Host {
    fn line(&mut self, now: Instant, id: ConnId, line: Vec<u8>) {
        let seat = self.guests.get(&id).and_then(|guest| guest.seat);
        match (seat, Message::parse(&line)) {
            (None, Ok(Message::Iam(seat))) => self.welcome(now, id, seat),
            (None, _) => self.send_away(id),
            (Some(_), _) if self.game.is_none() => self.send_away(id),
            (Some(_), _) => self.line_in_game(now, id, line),
        }
    }

    fn welcome(&mut self, now: Instant, id: ConnId, seat: Seat) {
        if self.seats[seat.index()].is_some() {
            let taken = seats::all().filter(|seat| self.seats[seat.index()].is_some()).collect();
            self.send(id, Message::Busy(taken));
            self.send_away(id);
            return;
        }
        self.seats[seat.index()] = Some(id);
        if let Some(guest) = self.guests.get_mut(&id) {
            guest.seat = Some(seat);
        }
        if self.game.is_some() {
            self.catch_up(id, seat);
        }
        if !self.is_suspended() {
            if self.game.is_some() { self.resume(now) } else { self.begin(now) }
        }
    }

    /// Closes the connection and frees its seat.
    fn send_away(&mut self, id: ConnId) {
        let Some(guest) = self.guests.remove(&id) else { return };
        self.effects.push(Effect::Close(id));
        if let Some(seat) = guest.seat {
            self.seats[seat.index()] = None;
        }
        // Whoever takes the seat has not been asked, whatever its predecessor was sent.
        self.asked = self.asked.take().filter(|asked| asked.by != id);
    }

    fn is_suspended(&self) -> bool {
        self.seats.iter().any(Option::is_none)
    }

    fn send(&mut self, id: ConnId, message: Message) {
        self.effects.push(Effect::Send(id, message));
    }

    fn send_to_all(&mut self, message: &Message) {
        self.seats.iter().flatten().for_each(|id| self.effects.push(Effect::Send(*id, message.clone())));
    }
}

/// The game.
impl Host {
    fn begin(&mut self, now: Instant) {
        let mut events = Vec::new();
        let started = Kierki::start(&self.file.rules(), SEATS, &self.file.decks(), &mut events);
        self.game = Some(started.expect("the same deals have started when the host was made"));
        self.tell(events);
        self.ask(now);
    }

    /// What a newcomer in the middle of a deal has to know.
    fn catch_up(&mut self, id: ConnId, seat: Seat) {
        let deal = self.deal(seat);
        self.send(id, deal);
        for taken in self.taken.clone() {
            self.send(id, taken);
        }
    }

    /// Four sit again: first come the answers that were kept, and if none of them is good, the question.
    fn resume(&mut self, now: Instant) {
        let before = self.running().map(Game::hash);
        if let Some(asked) = &mut self.asked {
            asked.until = now + self.timeout;
            let (by, kept) = (asked.by, std::mem::take(&mut asked.kept));
            kept.into_iter().for_each(|line| self.line_in_game(now, by, line));
        }
        if before == self.running().map(Game::hash) {
            self.ask(now);
        }
    }

    fn running(&self) -> Option<&Kierki> {
        self.game.as_ref().filter(|game| !game.is_over())
    }

    /// Asks the seat in turn, with a fresh timer.
    fn ask(&mut self, now: Instant) {
        let Some(game) = self.running() else { return };
        let Some(seat) = game.actors().first() else { return };
        let (number, cards) = running_trick(game);
        let Some(by) = self.seats[seat.index()] else { return };
        self.send(by, Message::Trick { number, cards });
        self.asked = Some(Asked { by, until: now + self.timeout, kept: Vec::new() });
    }

    fn line_in_game(&mut self, now: Instant, id: ConnId, line: Vec<u8>) {
        let suspended = self.is_suspended();
        match &mut self.asked {
            Some(asked) if asked.by == id && suspended && asked.kept.len() < MOST_KEPT => {
                asked.kept.push(line);
            }
            Some(asked) if asked.by == id && !suspended => self.judge(now, id, &line),
            _ if line.starts_with(b"TRICK") => self.wrong(id),
            _ => {}
        }
    }

    fn judge(&mut self, now: Instant, id: ConnId, line: &[u8]) {
        let seat = self.guests.get(&id).and_then(|guest| guest.seat);
        let (Some(seat), Some(game)) = (seat, &mut self.game) else { return };
        let card = match Message::parse(line) {
            Ok(Message::Trick { number, cards }) if number == running_trick(game).0 && cards.len() == 1 => {
                cards[0]
            }
            _ => return self.wrong(id),
        };
        let mut events = Vec::new();
        match game.play(seat, Action::Play(card), &mut events) {
            Err(_) => self.wrong(id),
            Ok(()) => {
                self.asked = None;
                self.tell(events);
                self.ask(now);
            }
        }
    }

    fn wrong(&mut self, id: ConnId) {
        let number = self.running().map(|game| running_trick(game).0);
        if let Some(number) = number {
            self.send(id, Message::Wrong(number));
        }
    }

    /// Tells all clients what happened.
    fn tell(&mut self, events: Vec<Event>) {
        for event in events {
            match event {
                Event::DealBegan { .. } => {
                    self.taken.clear();
                    for (seat, id) in seats::all().zip(self.seats) {
                        let deal = self.deal(seat);
                        id.into_iter().for_each(|id| self.send(id, deal.clone()));
                    }
                }
                Event::Taken { trick, cards, taker, .. } => {
                    let taken = Message::Taken { number: trick, cards, taker };
                    self.send_to_all(&taken);
                    self.taken.push(taken);
                }
                Event::DealEnded(result) => {
                    let unsigned = |points: &Seats<i32>| points.map(|_, points| points.unsigned_abs());
                    self.send_to_all(&Message::Score(unsigned(&result.points)));
                    self.send_to_all(&Message::Total(unsigned(&result.scores)));
                }
                Event::MatchEnded { outcome } => {
                    let all: Vec<ConnId> = self.guests.keys().copied().collect();
                    all.into_iter().for_each(|id| self.send_away(id));
                    self.ended = Some(outcome.scores);
                }
                Event::Dealt { .. } | Event::Played { .. } | Event::DecksRanOut { .. } => {}
            }
        }
    }

    /// The DEAL of the running deal for this seat, the cards in the order of the file.
    fn deal(&self, seat: Seat) -> Message {
        let number = self.game.as_ref().map_or(1, Game::decks_used);
        let deal = &self.file.deals[number.saturating_sub(1)];
        Message::Deal { kind: deal.plan.kind, first: deal.plan.first, cards: deal.hands[seat.index()] }
    }
}

/// The number of the running trick and the cards that lie.
fn running_trick(game: &Kierki) -> (u8, ArrayVec<cards::french::Card, 3>) {
    let (number, cards) = game.running_trick();
    (number, cards.iter().copied().collect())
}
