use std::collections::VecDeque;

use bots::Level;
use game::{ActionList, Deals, FairDeal, Game, Record, Seat, SeatSet, Seats, Seed, Viewer};

use crate::chance::Chance;
use crate::clock::Clocks;
use crate::countdown::Cut;
use crate::fact::{ActionId, By, Entry, Fact, Line, Why};
use crate::history::History;
use crate::message::{DealCard, Happened, Message, Missed, Phase, Place, Presence, Scene, Snapshot, Update};
use crate::outbox::{Outbox, To};
use crate::refused::Refused;
use crate::settings::{Millis, Occupant, PlayerId, Settings, Then};
use crate::timing::Timing;

/// So many of a seat's requests are remembered, to know repeated ones.
const REMEMBERED: usize = 64;
/// So many lines of chat are kept.
const CHAT: usize = 50;
/// So many players are remembered whom the owner has sent away.
const KICKED: usize = 256;

/// A table.
pub struct Table<G: Game> {
    pub(crate) owner: PlayerId,
    pub(crate) settings: Settings<G::Rules>,
    pub(crate) secret: Seed,
    pub(crate) chance: Chance,
    pub(crate) seats: Seats<Seated<G::Action>>,
    /// The running match, or the last one.
    pub(crate) game: Option<G>,
    /// Which match that is, from 1.
    pub(crate) number: u32,
    /// Who had the seats when it was dealt.
    players: Seats<Occupant>,
    /// What was played in it, and when.
    played: Vec<(Millis, Seat, G::Action)>,
    dealt_at: Millis,
    opened_at: Millis,
    pub(crate) paused: Option<Why>,
    /// Who has broken the match off, and why.
    pub(crate) broken_off: Option<(Seat, Cut)>,
    pub(crate) clocks: Clocks,
    /// The seats that it waits for, and how often it has begun to wait for each.
    awaiting: SeatSet,
    turns: Seats<u32>,
    chat: VecDeque<(PlayerId, Line)>,
    /// Whom the owner has sent away.
    kicked: VecDeque<PlayerId>,
    history: History<G>,
    /// How many facts it is made of.
    facts: u64,
    /// When the last thing happened.
    pub(crate) last: Millis,
    /// What is not in the log: it begins anew when the table is built again.
    pub(crate) timing: Timing<G::Action>,
}

/// A seat and who has it.
pub(crate) struct Seated<A> {
    pub(crate) occupant: Occupant,
    /// The player has left during a match.
    pub(crate) left: bool,
    /// A bot of this level plays for the player, who is gone.
    pub(crate) stand_in: Option<Level>,
    pub(crate) offers: bool,
    /// What its player has asked for lately, and the version at which that was done.
    done: VecDeque<(ActionId, A, u64)>,
}

/// What a command may be refused for.
pub(crate) type Checked<G, T = ()> = Result<T, Refused<<G as Game>::Refusal>>;

/// Building up.
impl<G: Game> Table<G> {
    /// A new table. Seats beyond the game's limits, or rules that cannot be played, are refused when the match should begin:
    /// whoever opens a table checks them first with [`Game::start`].
    pub fn open(
        owner: PlayerId,
        settings: Settings<G::Rules>,
        seats: Seats<Occupant>,
        secret: Seed,
        now: Millis,
        out: &mut Outbox<G>,
    ) -> Self {
        let fact = Fact::Opened { owner, settings: settings.clone(), seats: seats.clone(), secret };
        let mut table = Table::opened(owner, settings, &seats, secret, now);
        out.entries.push(Entry { at: now, fact });
        table.deal_if_agreed(now, out);
        table.flush(out);
        table
    }

    /// The table that follows from a log; `None` if the log is none of a table's.
    pub fn rebuild(log: impl IntoIterator<Item = Entry<G>>) -> Option<Self> {
        let mut log = log.into_iter();
        let Entry { at, fact: Fact::Opened { owner, settings, seats, secret } } = log.next()? else {
            return None;
        };
        let mut table = Table::opened(owner, settings, &seats, secret, at);
        for entry in log {
            table.apply(entry.at, &entry.fact).ok()?;
        }
        Some(table)
    }

    fn opened(
        owner: PlayerId,
        settings: Settings<G::Rules>,
        seats: &Seats<Occupant>,
        secret: Seed,
        now: Millis,
    ) -> Self {
        let seated = |_, occupant: &Occupant| Seated {
            occupant: *occupant,
            left: false,
            stand_in: None,
            offers: false,
            done: VecDeque::new(),
        };
        let mut table = Table {
            owner,
            secret,
            chance: Chance::new(secret, seats.len()),
            clocks: Clocks::new(settings.clock, settings.window, seats.len()),
            settings,
            seats: seats.map(seated),
            awaiting: SeatSet::EMPTY,
            turns: seats.map(|_, _| 0),
            game: None,
            number: 0,
            players: seats.clone(),
            played: Vec::new(),
            dealt_at: now,
            opened_at: now,
            paused: None,
            broken_off: None,
            chat: VecDeque::new(),
            kicked: VecDeque::new(),
            history: History::new(seats.len()),
            facts: 1,
            last: now,
            timing: Timing::new(seats.len(), now),
        };
        table.all_see(Happened::Opened);
        table.note_agreement(now);
        table
    }

    /// Does what the fact says, for good.
    pub(crate) fn commit(&mut self, fact: Fact<G>, now: Millis, out: &mut Outbox<G>) -> Checked<G> {
        // A clock that was set back must not make things happen before what is in the log.
        let at = now.max(self.last);
        self.apply(at, &fact)?;
        out.entries.push(Entry { at, fact });
        Ok(())
    }

    pub(crate) fn apply(&mut self, at: Millis, fact: &Fact<G>) -> Checked<G> {
        match fact {
            Fact::Opened { .. } => return Err(Refused::Playing),
            Fact::Sat { seat, occupant } => {
                let between = self.is_between_matches();
                let seated = self.seated(*seat)?;
                seated.occupant = *occupant;
                // Whoever sits down wants to play.
                seated.offers = between && matches!(occupant, Occupant::Player(_));
                (seated.left, seated.stand_in) = (false, None);
                seated.done.clear();
                self.chance.give(*seat, None);
                self.all_see(Happened::Sat(*seat, *occupant));
                self.history.begin(Viewer::Seat(*seat));
            }
            Fact::Left { seat } => {
                let between = self.is_between_matches();
                let seated = self.seated(*seat)?;
                seated.offers = false;
                match between {
                    true => seated.occupant = Occupant::Open,
                    false => seated.left = true,
                }
                self.chance.give(*seat, None);
                self.all_see(Happened::Left(*seat));
            }
            Fact::Returned { seat } => {
                let seated = self.seated(*seat)?;
                (seated.left, seated.stand_in) = (false, None);
                self.all_see(Happened::Returned(*seat));
            }
            Fact::Kicked { seat } => {
                let seated = self.seated(*seat)?;
                seated.offers = false;
                if let Occupant::Player(player) = std::mem::replace(&mut seated.occupant, Occupant::Open) {
                    if self.kicked.len() == KICKED {
                        self.kicked.pop_front();
                    }
                    self.kicked.push_back(player);
                }
                self.chance.give(*seat, None);
                self.all_see(Happened::Kicked(*seat));
            }
            Fact::StoodIn { seat, level } => {
                self.seated(*seat)?.stand_in = Some(*level);
                self.all_see(Happened::StoodIn(*seat, *level));
            }
            Fact::Gave { seat, entropy } => {
                self.seated(*seat)?;
                self.chance.give(*seat, Some(entropy.clone()));
                self.all_see(Happened::Gave(*seat));
            }
            Fact::Dealt => self.deal(at)?,
            Fact::Acted { seat, action, by } => self.play(at, *seat, *action, by)?,
            Fact::Paused(why) => {
                self.paused = Some(*why);
                self.all_see(Happened::Paused(*why));
            }
            Fact::Resumed => {
                self.paused = None;
                self.all_see(Happened::Resumed);
            }
            Fact::Said { player, line } => {
                if self.chat.len() == CHAT {
                    self.chat.pop_front();
                }
                self.chat.push_back((*player, line.clone()));
                self.all_see(Happened::Said(*player, line.clone()));
            }
            Fact::Offered { seat } => {
                self.seated(*seat)?.offers = true;
                self.all_see(Happened::Offered(*seat));
            }
            Fact::BrokenOff { seat, cut } => {
                self.seated(*seat)?;
                if self.is_between_matches() {
                    return Err(Refused::NotPlaying);
                }
                self.broken_off = Some((*seat, *cut));
                self.end_absences();
                self.all_see(Happened::BrokenOff(*seat, *cut));
            }
            Fact::Reopened => {
                self.clocks.skip(at.saturating_sub(self.last));
                self.all_see(Happened::Reopened);
            }
        }
        self.last = at;
        self.facts += 1;
        self.timing.happened(fact, at);
        self.note_agreement(at);
        let holds_up = self.game.as_ref().is_some_and(G::holds_up);
        let awaited = self.awaited();
        self.clocks.run_for(awaited, holds_up, at);
        let before = std::mem::replace(&mut self.awaiting, awaited);
        for seat in awaited.iter().filter(|seat| !before.contains(*seat)) {
            self.turns[seat] += 1;
        }
        Ok(())
    }

    fn deal(&mut self, at: Millis) -> Checked<G> {
        let deals = Deals::Seed(self.chance.coming().seed());
        let mut events = Vec::new();
        let game = G::start(&self.settings.rules, self.seats.len(), &deals, &mut events);
        self.game = Some(game.map_err(|_| Refused::NotPlaying)?);
        self.chance.deal(self.secret);
        self.number = self.chance.dealt().number;
        self.players = self.seats.map(|_, seated| seated.occupant);
        (self.played, self.dealt_at) = (Vec::new(), at);
        self.clocks = Clocks::new(self.settings.clock, self.settings.window, self.seats.len());
        for seat in Seat::all(self.seats.len()) {
            self.seats[seat].offers = false;
            // Before the match nobody was waited for.
            self.timing.gone[seat] = self.timing.gone[seat].map(|_| at);
        }
        self.see(Some(Happened::Dealt(self.number)), events);
        Ok(())
    }

    fn play(&mut self, at: Millis, seat: Seat, action: G::Action, by: &By) -> Checked<G> {
        let awaited = self.awaited();
        let mut events = Vec::new();
        let game = self.game.as_mut().filter(|_| self.broken_off.is_none()).ok_or(Refused::NotPlaying)?;
        game.play(seat, action, &mut events).map_err(Refused::Rules)?;
        self.played.push((at, seat, action));
        if awaited.contains(seat) {
            self.clocks.decided(seat, at);
        }
        self.see(None, events);
        if self.phase() == Phase::Over {
            self.end_absences();
        }
        if let By::Player(id) = by {
            let version = self.version(Viewer::Seat(seat));
            let done = &mut self.seats[seat].done;
            if done.len() == REMEMBERED {
                done.pop_front();
            }
            done.push_back((id.clone(), action, version));
        }
        Ok(())
    }

    /// With the match ends what was done for those who are not there: who has left has no seat any more, and nobody stands in.
    fn end_absences(&mut self) {
        for seat in Seat::all(self.seats.len()) {
            let seated = &mut self.seats[seat];
            seated.stand_in = None;
            if std::mem::take(&mut seated.left) {
                seated.occupant = Occupant::Open;
            }
        }
    }

    fn seated(&mut self, seat: Seat) -> Checked<G, &mut Seated<G::Action>> {
        if seat.index() < self.seats.len() { Ok(&mut self.seats[seat]) } else { Err(Refused::NoSuchSeat) }
    }

    fn all_see(&mut self, happened: Happened<G::Event>) {
        self.see(Some(happened), Vec::new());
    }

    /// What happened becomes a version for everyone who sees any of it.
    fn see(&mut self, first: Option<Happened<G::Event>>, events: Vec<G::Event>) {
        let played = !events.is_empty() && self.phase() == Phase::Over;
        let over = played.then(|| Happened::Over(Box::new(self.chance.dealt().clone())));
        let events = events.into_iter().map(Happened::Game);
        self.history.add(first.into_iter().chain(events).chain(over).collect());
    }
}

/// Looking at it.
impl<G: Game> Table<G> {
    /// What it is doing.
    pub fn phase(&self) -> Phase {
        match &self.game {
            None => Phase::Waiting,
            Some(game) if game.is_over() || self.broken_off.is_some() => Phase::Over,
            Some(_) if self.paused.is_some() => Phase::Paused,
            Some(_) => Phase::Playing,
        }
    }

    /// Whether seats may be taken and given up for good.
    pub(crate) fn is_between_matches(&self) -> bool {
        matches!(self.phase(), Phase::Waiting | Phase::Over)
    }

    /// The seat of the player.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats
            .iter()
            .find(|(_, seated)| seated.occupant == Occupant::Player(player))
            .map(|(seat, _)| seat)
    }

    /// Whether the owner has sent the player away.
    pub fn is_kicked(&self, player: PlayerId) -> bool {
        self.kicked.contains(&player)
    }

    /// As whom somebody looks: from its seat, or from outside if that is allowed.
    pub fn viewer(&self, player: PlayerId) -> Option<Viewer> {
        let seat = self.seat_of(player).filter(|seat| !self.is_vacant(*seat)).map(Viewer::Seat);
        seat.or_else(|| self.settings.spectators.then_some(Viewer::Spectator))
    }

    /// How many updates there were for the viewer.
    pub fn version(&self, viewer: Viewer) -> u64 {
        self.history.version(viewer)
    }

    /// The running match, or the last one, with its number.
    pub fn game(&self) -> Option<(&G, u32)> {
        Some((self.game.as_ref()?, self.number))
    }

    /// The record of that match. It has the seed of its deals, which is a secret until the match is over.
    pub fn record(&self) -> Record<G> {
        Record {
            rules: self.settings.rules.clone(),
            seats: self.seats.len(),
            deals: Deals::Seed(self.fair_deal().seed()),
            actions: self.played.iter().map(|(_, seat, action)| (*seat, *action)).collect(),
        }
    }

    /// Whose match that is: who had the seats when it was dealt, even if it has left since.
    pub fn players(&self) -> &Seats<Occupant> {
        &self.players
    }

    /// What its chance was made of, which is a secret until the match is over.
    pub fn fair_deal(&self) -> &FairDeal {
        self.chance.dealt()
    }

    /// What may be known of the chance of the running match, or else of the coming one.
    pub fn deal_card(&self) -> DealCard {
        self.chance.card(self.is_between_matches())
    }

    /// How long after the deal each of its actions was played.
    pub fn times(&self) -> Vec<Millis> {
        self.played.iter().map(|(at, ..)| at.saturating_sub(self.dealt_at)).collect()
    }

    /// What the owner has chosen.
    pub fn settings(&self) -> &Settings<G::Rules> {
        &self.settings
    }

    /// Since when there is a table.
    pub fn opened_at(&self) -> Millis {
        self.opened_at
    }

    /// Whose table it is.
    pub fn owner(&self) -> PlayerId {
        self.owner
    }

    /// Who sits where.
    pub fn places(&self) -> Seats<Place> {
        let place = |seated: &Seated<G::Action>| Place {
            occupant: seated.occupant,
            left: seated.left,
            offers: seated.offers,
        };
        self.seats.map(|_, seated| place(seated))
    }

    /// All that the viewer may know now, and what has happened since it was last told.
    pub fn snapshot(&self, viewer: Viewer, seen: Option<u64>) -> Message<G> {
        let missed = |after| Some(Missed { after, happened: self.history.since(viewer, after)? });
        Message::Snapshot(Box::new(Snapshot {
            viewer,
            version: self.version(viewer),
            settings: self.settings.clone(),
            owner: self.owner,
            scene: self.scene(viewer),
            presence: self.seats.map(|seat, _| self.presence(seat)),
            chat: self.chat.iter().cloned().collect(),
            missed: seen.and_then(missed),
        }))
    }

    fn scene(&self, viewer: Viewer) -> Scene<G> {
        let mut legal = ActionList::new();
        let playing = self.phase() == Phase::Playing;
        if let (Some(game), Viewer::Seat(seat), true) = (&self.game, viewer, playing) {
            game.legal(seat, &mut legal);
        }
        Scene {
            phase: self.phase(),
            number: self.number,
            seats: self.places(),
            view: self.game.as_ref().map(|game| game.view(viewer)),
            legal: legal.to_vec(),
            must: self.awaited().iter().any(|seat| viewer.is(seat)),
            clocks: self.clocks.faces(),
            deal: self.deal_card(),
        }
    }

    pub(crate) fn presence(&self, seat: Seat) -> Presence {
        let Seated { occupant, stand_in, .. } = self.seats[seat];
        if let (Occupant::Player(_), Some(level)) = (occupant, stand_in) {
            return Presence::StandIn(level);
        }
        match (occupant, self.settings.absence.then) {
            (Occupant::Open | Occupant::Bot(_), _) => Presence::Here,
            (Occupant::Player(_), Then::StandIn(level)) if self.is_given_up(seat) => Presence::StandIn(level),
            (Occupant::Player(_), _) if self.timing.gone[seat].is_some() => Presence::Away,
            (Occupant::Player(_), _) => Presence::Here,
        }
    }

    /// Whether a player has left, or was waited for long enough.
    pub(crate) fn is_given_up(&self, seat: Seat) -> bool {
        let Seated { left, stand_in, .. } = self.seats[seat];
        // A seat that is free for others is waited for.
        (left && !self.settings.handover) || stand_in.is_some() || self.timing.given_up.contains(seat)
    }

    /// The seats that the clock runs for.
    pub fn awaited(&self) -> SeatSet {
        match (&self.game, self.phase()) {
            (Some(game), Phase::Playing) => game.awaited(),
            _ => SeatSet::EMPTY,
        }
    }

    /// The number of the seat's turn, from 1: how often the table has begun to wait for it. It is the same after a restart.
    pub fn turn(&self, seat: Seat) -> u32 {
        self.turns.get(seat).copied().unwrap_or(0)
    }

    /// When the time of the seat will be up, if it is counted and runs.
    pub fn due(&self, seat: Seat) -> Option<Millis> {
        self.clocks.due(seat)
    }

    /// What was done for the player's request of this name.
    pub(crate) fn done(&self, seat: Seat, id: &ActionId) -> Option<(G::Action, u64)> {
        let done = self.seats[seat].done.iter().find(|(known, ..)| known == id);
        done.map(|(_, action, version)| (*action, *version))
    }

    /// Tells everyone who is there what they have not been told, and asks the bots about it.
    pub(crate) fn flush(&mut self, out: &mut Outbox<G>) {
        for viewer in Viewer::all(self.seats.len()) {
            self.tell(viewer, out);
        }
        self.ask_bots(out);
    }

    /// Tells the viewer, if it is there, what it has not been told.
    pub(crate) fn tell(&mut self, viewer: Viewer, out: &mut Outbox<G>) {
        let Some(after) = self.history.publish(viewer) else { return };
        let there = match viewer {
            Viewer::Seat(seat) => self.timing.gone[seat].is_none(),
            Viewer::Spectator => self.timing.spectators > 0,
        };
        if there && let Some(happened) = self.history.since(viewer, after) {
            let (version, scene) = (self.version(viewer), self.scene(viewer));
            let moment = Some(self.facts);
            let update = Update { viewer, after, version, moment, happened, scene };
            out.messages.push((To::Viewer(viewer), Message::Update(Box::new(update))));
        }
    }
}
