mod done;
mod look;
mod note;

use std::collections::VecDeque;

use bots::Level;
use game::{Deals, Game, Seat, SeatSet, Seats, Seed, Viewer};

use crate::chance::Chance;
use crate::clock::Clocks;
use crate::countdown::Cut;
use crate::fact::{By, Entry, Fact, Line, Why};
use crate::history::History;
use crate::message::{Happened, Phase};
use crate::outbox::Outbox;
use crate::refused::Refused;
use crate::settings::{Millis, Occupant, PlayerId, Settings};
use crate::timing::Timing;

use self::done::Requests;
pub use self::note::Note;

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
    /// How many facts have made it what it is since it was built.
    facts: u64,
    /// How many there were since the last note.
    unnoted: u64,
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
    /// What its player has asked for lately.
    done: Requests<A>,
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

    /// The table that follows from a log, which begins with its opening or with a note; `None` if the log is none of a table's.
    pub fn rebuild(log: impl IntoIterator<Item = Entry<G>>) -> Option<Self> {
        let mut log = log.into_iter();
        let Entry { at, fact } = log.next()?;
        let mut table = match fact {
            Fact::Opened { owner, settings, seats, secret } => {
                Table::opened(owner, settings, &seats, secret, at)
            }
            Fact::Noted { owner, settings, secret, note } => {
                Table::noted(owner, settings, secret, *note, at)?
            }
            _ => return None,
        };
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
            done: Requests::default(),
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
            unnoted: 1,
            last: now,
            timing: Timing::new(seats.len(), now),
        };
        table.all_see(Happened::Opened);
        table.note_agreement(now);
        table
    }

    /// Does what the fact says, for good.
    pub(crate) fn commit(&mut self, fact: Fact<G>, now: Millis, out: &mut Outbox<G>) -> Checked<G> {
        // A clock that was set back must not make things happen before what is in the log, unless the house was closed meanwhile:
        // then the table's time goes back with it, or its bots would wait until that is made up for.
        let at = if matches!(fact, Fact::Reopened) { now } else { now.max(self.last) };
        self.apply(at, &fact)?;
        // Most often there is one, and an entry is large.
        out.entries.reserve_exact(1);
        out.entries.push(Entry { at, fact });
        Ok(())
    }

    pub(crate) fn apply(&mut self, at: Millis, fact: &Fact<G>) -> Checked<G> {
        match fact {
            Fact::Opened { .. } => return Err(Refused::Playing),
            // It says what is known.
            Fact::Noted { .. } => {
                self.unnoted = 0;
                return Ok(());
            }
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
                self.clocks.skip(self.last, at);
                let back = self.last.saturating_sub(at);
                self.dealt_at = self.dealt_at.saturating_sub(back);
                self.played.iter_mut().for_each(|(then, ..)| *then = then.saturating_sub(back));
                self.all_see(Happened::Reopened);
            }
        }
        self.last = at;
        self.facts += 1;
        self.unnoted += 1;
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
            self.seats[seat].done.add(id.clone(), action, version);
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
