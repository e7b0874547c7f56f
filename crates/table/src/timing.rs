//! What happens by itself: bots' actions, time that is up, players who were waited for long enough.

use game::{ActionList, Game, Purpose, Seat, SeatSet, Seats, Seed, Viewer};

use crate::fact::{By, Fact};
use crate::message::{Phase, Presence};
use crate::outbox::{Answer, Ask, Outbox, Question};
use crate::settings::{Millis, Occupant, Then};
use crate::table::Table;
use bots::Level;

/// So many things happen at once at the most; the rest after the next call.
const MOST_AT_ONCE: usize = 256;

/// A bot whose time is short decides so long before it is up.
const BEFORE_TIME: Millis = 200;

/// What is not in the log.
pub(crate) struct Timing<A> {
    /// Counts the facts: a bot's answer is to the moment at which it was asked.
    pub(crate) moment: u64,
    /// Since when a seat's player is not there.
    pub(crate) gone: Seats<Option<Millis>>,
    /// The seats whose players were waited for long enough.
    pub(crate) given_up: SeatSet,
    pub(crate) spectators: usize,
    /// Since when all want the next match, which waits for what they add to its chance.
    pub(crate) agreed: Option<Millis>,
    /// Until when everything was asked.
    asked: Option<u64>,
    asked_at: Millis,
    bots: Seats<Option<Pending<A>>>,
}

/// What a bot is going to do.
#[derive(Clone, Copy)]
struct Pending<A> {
    action: A,
    due: Millis,
    moment: u64,
}

impl<A> Timing<A> {
    pub(crate) fn new(seats: usize, now: Millis) -> Self {
        Timing {
            moment: 0,
            gone: Seats::from_fn(seats, |_| Some(now)),
            given_up: SeatSet::EMPTY,
            spectators: 0,
            agreed: None,
            asked: None,
            asked_at: now,
            bots: Seats::from_fn(seats, |_| None),
        }
    }

    /// A bot thinks about the match only. Were it asked anew whatever is said or whoever leaves, others could talk until its time is up.
    pub(crate) fn happened<G: Game>(&mut self, fact: &Fact<G>, at: Millis) {
        if let Fact::Sat { seat, .. } = fact {
            // Until its player comes to look.
            self.set_presence(*seat, Presence::Away, at);
        }
        match fact {
            Fact::Said { .. } => {}
            Fact::Left { seat } | Fact::Returned { seat } | Fact::StoodIn { seat, .. } => {
                self.another_plays(*seat);
            }
            _ => self.moment += 1,
        }
    }

    /// The player of the seat is there now, or is not.
    pub(crate) fn set_presence(&mut self, seat: Seat, presence: Presence, now: Millis) {
        self.gone[seat] = (presence != Presence::Here).then_some(now);
        match presence {
            Presence::StandIn(_) => self.given_up.insert(seat),
            Presence::Here | Presence::Away => self.given_up.remove(seat),
        }
    }

    /// From now on somebody else decides for the seat: what was decided for it before does not count.
    pub(crate) fn another_plays(&mut self, seat: Seat) {
        self.asked = None;
        self.bots[seat] = None;
    }
}

enum Due {
    Deal,
    Bot(Seat),
    Clock(Seat),
    Suspension,
    Grace(Seat),
}

impl<G: Game> Table<G> {
    /// When [`Table::wake`] should be called at the latest; `None` if nothing will happen by itself.
    pub fn next_wake(&self) -> Option<Millis> {
        let zero = self.zero().map(|(at, _)| at);
        self.next_due().map(|(at, _)| at).into_iter().chain(zero).min()
    }

    /// Does what is due by now.
    pub fn wake(&mut self, now: Millis, out: &mut Outbox<G>) {
        self.run_out(now, out);
        for _ in 0..MOST_AT_ONCE {
            let Some((_, due)) = self.next_due().filter(|(at, _)| *at <= now) else { break };
            match due {
                Due::Deal => self.deal_now(now, out),
                Due::Bot(seat) => self.bot_acts(seat, now, out),
                Due::Clock(seat) => self.time_is_up(seat, now, out),
                Due::Suspension => self.suspend(now, out),
                Due::Grace(seat) => self.give_up(seat, now, out),
            }
            self.flush(out);
        }
    }

    /// A bot answers. What it was asked in another moment is no answer any more.
    pub fn decided(
        &mut self,
        question: Question,
        answer: Answer<G::Action>,
        now: Millis,
        out: &mut Outbox<G>,
    ) {
        let Question { seat, moment } = question;
        let (Some(game), Phase::Playing) = (&self.game, self.phase()) else { return };
        if moment != self.timing.moment || self.bot_of(seat).is_none() {
            return;
        }
        let awaited = game.awaited().contains(seat);
        let default = || bots::Decision::at_once(game.default_action(seat));
        let answer = answer.or_else(|| awaited.then(default));
        self.timing.bots[seat] = answer.map(|decision| {
            let after = Millis::try_from(decision.after.as_millis()).unwrap_or(Millis::MAX);
            let due = self.timing.asked_at.saturating_add(after.max(self.settings.pace));
            // Who awaits its clock's end is too late.
            let latest = self.clocks.due(seat).map_or(Millis::MAX, |up| up.saturating_sub(BEFORE_TIME));
            let due = due.min(latest);
            match self.timing.bots[seat] {
                Some(before) if before.action == decision.action => Pending { moment, ..before },
                _ => Pending { action: decision.action, due, moment },
            }
        });
        self.wake(now, out);
    }

    /// The table was built again from its log: nobody is there yet, and nobody's time has run since.
    pub fn reopen(&mut self, now: Millis, out: &mut Outbox<G>) {
        self.timing = Timing { moment: self.timing.moment, ..Timing::new(self.seats.len(), now) };
        self.run_out(now, out);
        // A table without a log entry since has nothing to refuse.
        let _ = self.commit(Fact::Reopened, now, out);
        self.flush(out);
    }

    /// Whether all want the next match may have changed.
    pub(crate) fn note_agreement(&mut self, at: Millis) {
        self.timing.agreed = self.is_agreed().then(|| self.timing.agreed.unwrap_or(at));
    }

    /// The level of the bot that plays for the seat, if one does.
    fn bot_of(&self, seat: Seat) -> Option<Level> {
        let seated = self.seats.get(seat)?;
        match (seated.occupant, self.settings.absence.then) {
            (Occupant::Bot(level), _) => Some(level),
            (Occupant::Player(_), _) if seated.stand_in.is_some() => seated.stand_in,
            (Occupant::Player(_), Then::StandIn(level)) if self.is_given_up(seat) => Some(level),
            // Whoever has left is not waited for.
            (Occupant::Player(_), Then::Pause) if seated.left => Some(Level::Casual),
            (Occupant::Player(_) | Occupant::Open, _) => None,
        }
    }

    /// Asks every bot that may act, once in each moment.
    pub(crate) fn ask_bots(&mut self, out: &mut Outbox<G>) {
        if self.timing.asked == Some(self.timing.moment) {
            return;
        }
        self.timing.asked = Some(self.timing.moment);
        self.timing.asked_at = self.last;
        let mut legal = ActionList::new();
        for seat in Seat::all(self.seats.len()) {
            let (Some(game), Some(level), Phase::Playing) = (&self.game, self.bot_of(seat), self.phase())
            else {
                self.timing.bots[seat] = None;
                continue;
            };
            if self.timing.bots[seat].as_ref().is_some_and(|pending| pending.moment == self.timing.moment) {
                continue;
            }
            game.legal(seat, &mut legal);
            if legal.is_empty() {
                self.timing.bots[seat] = None;
                continue;
            }
            let seed = self.secret.stream(Purpose(*b"bots"), self.number as u16, seat.index() as u16);
            out.asks.push(Ask {
                question: Question { seat, moment: self.timing.moment },
                level,
                seed: Seed::random(&mut { seed }),
                view: game.view(Viewer::Seat(seat)),
                legal: legal.to_vec(),
                must: game.awaited().contains(seat),
                until: self.clocks.due(seat),
            });
        }
    }

    fn next_due(&self) -> Option<(Millis, Due)> {
        let seats = || Seat::all(self.seats.len());
        let playing = self.phase() == Phase::Playing;
        let bots = seats().filter_map(|seat| {
            let pending = self.timing.bots[seat].filter(|pending| pending.moment == self.timing.moment)?;
            Some((pending.due, Due::Bot(seat)))
        });
        let clocks = seats().filter_map(|seat| Some((self.clocks.due(seat)?, Due::Clock(seat))));
        let grace = self.settings.absence.grace;
        let gone = seats().filter_map(|seat| {
            let since = self.timing.gone[seat].filter(|_| !self.is_given_up(seat))?;
            let player = matches!(self.seats[seat].occupant, Occupant::Player(_));
            player.then(|| (since.saturating_add(grace), Due::Grace(seat)))
        });
        let suspension = self.suspends_at().map(|at| (at, Due::Suspension));
        let deal = self.timing.agreed.map(|at| (at.saturating_add(self.settings.entropy), Due::Deal));
        let waits = playing || self.is_suspended();
        let acts = bots.chain(clocks).filter(|_| playing);
        acts.chain(suspension).chain(gone.filter(|_| waits)).chain(deal).min_by_key(|(at, _)| *at)
    }

    fn bot_acts(&mut self, seat: Seat, now: Millis, out: &mut Outbox<G>) {
        let Some(pending) = self.timing.bots[seat].take() else { return };
        let acted = self.commit(Fact::Acted { seat, action: pending.action, by: By::Bot }, now, out);
        // It is not asked again in this moment: a bot that breaks the rules must not hold up the others.
        if acted.is_err() && self.awaited().contains(seat) {
            self.play_default(seat, By::Bot, now, out);
        }
    }

    fn time_is_up(&mut self, seat: Seat, now: Millis, out: &mut Outbox<G>) {
        self.play_default(seat, By::Clock, now, out);
    }

    fn play_default(&mut self, seat: Seat, by: By, now: Millis, out: &mut Outbox<G>) {
        let Some(action) = self.game.as_ref().map(|game| game.default_action(seat)) else { return };
        // Whoever is awaited may do it.
        let _ = self.commit(Fact::Acted { seat, action, by }, now, out);
    }

    fn give_up(&mut self, seat: Seat, now: Millis, out: &mut Outbox<G>) {
        let before = self.presence(seat);
        self.timing.given_up.insert(seat);
        match self.settings.absence.then {
            Then::StandIn(_) => {
                self.timing.another_plays(seat);
                self.resume_if_all_are_here(now, out);
                self.tell_presence(seat, before, out);
            }
            Then::Pause if self.paused.is_some() => {}
            Then::Pause => self.suspend(now, out),
        }
    }
}
