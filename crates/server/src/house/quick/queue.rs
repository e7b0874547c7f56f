//! Who waits for whom, without clocks and tables: asks and moments come in, parties to be seated come out.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use table::{Millis, PlayerId};
use wire::{Code, GameKind};

use super::ticket::{CannotWait, Fallback, Party, State, Ticket, Wish};
use crate::players::Player;

/// So long a ticket waits for its player, if that has no connection and does not ask.
const PATIENCE: Millis = 30_000;
/// So long it is told what has become of a wish.
const TOLD: Millis = 5 * 60_000;
/// So long nobody is seated after a table could not be opened.
const RETRY: Millis = 5_000;

/// All tickets, the longest waiting first.
pub struct Queue {
    tickets: Vec<Ticket>,
    /// How many connections players have.
    here: BTreeMap<PlayerId, usize>,
    /// How many tickets there are at the most, and how many wait of one player.
    most: usize,
    most_of_one: usize,
    parties: u64,
    stalled_until: Millis,
}

impl Queue {
    /// An empty one that holds so many tickets, and so many of each player.
    pub fn new(most: usize, most_of_one: usize) -> Queue {
        Queue { tickets: Vec::new(), here: BTreeMap::new(), most, most_of_one, parties: 0, stalled_until: 0 }
    }

    /// The player wants to play. Whoever asks again for the same has the ticket it had; if that was matched, only as long as the match is
    /// being played.
    pub fn ask(
        &mut self,
        player: &Player,
        wish: Wish,
        fallback: Option<Fallback>,
        is_played: impl Fn(Code) -> bool,
        now: Millis,
    ) -> Result<Ticket, CannotWait> {
        self.expire(now);
        let same = |ticket: &Ticket| ticket.is_of(player.id) && ticket.is_for(wish.game, wish.preset);
        let before = self.tickets.iter().position(same);
        if let Some(ticket) = before.map(|place| &mut self.tickets[place]) {
            let stays = match ticket.state {
                State::Waiting => ticket.wish == wish,
                State::Seating(_) => true,
                State::Matched { table, .. } => is_played(table),
                State::Crowded { .. } => false,
            };
            if stays {
                ticket.seen = now;
                if ticket.state == State::Waiting {
                    ticket.fallback = fallback;
                }
                return Ok(ticket.clone());
            }
        }
        let others = || self.tickets.iter().filter(|ticket| !same(ticket));
        if others().filter(|ticket| ticket.is_of(player.id) && ticket.is_open()).count() >= self.most_of_one {
            return Err(CannotWait::TooManyTickets(self.most_of_one));
        }
        if others().count() >= self.most {
            return Err(CannotWait::Full);
        }
        before.map(|place| self.tickets.remove(place));
        let state = State::Waiting;
        let ticket = Ticket { player: player.clone(), wish, fallback, since: now, seen: now, state };
        self.tickets.push(ticket.clone());
        Ok(ticket)
    }

    /// The player's tickets, which it asks for.
    pub fn tickets_of(&mut self, player: PlayerId, now: Millis) -> Vec<Ticket> {
        self.expire(now);
        let own = self.tickets.iter_mut().filter(|ticket| ticket.is_of(player));
        own.map(|ticket| {
            ticket.seen = now;
            ticket.clone()
        })
        .collect()
    }

    /// The player does not want to play any more, or not this. Who is being seated is too late.
    pub fn cancel(&mut self, player: PlayerId, only: Option<(GameKind, &str)>) {
        let meant = |ticket: &Ticket| {
            ticket.is_of(player) && only.is_none_or(|(game, preset)| ticket.is_for(game, preset))
        };
        self.tickets.retain(|ticket| !meant(ticket) || matches!(ticket.state, State::Seating(_)));
    }

    /// The player has a further connection.
    pub fn arrive(&mut self, player: PlayerId) {
        *self.here.entry(player).or_default() += 1;
    }

    /// The player has a connection less. Without any its tickets wait for a while.
    pub fn depart(&mut self, player: PlayerId, now: Millis) {
        let Some(connections) = self.here.get_mut(&player) else { return };
        *connections -= 1;
        if *connections == 0 {
            self.here.remove(&player);
            let own = self.tickets.iter_mut().filter(|ticket| ticket.is_of(player));
            own.for_each(|ticket| ticket.seen = ticket.seen.max(now));
        }
    }

    /// Those who are to be seated next, if there are enough; it must be told what became of it.
    pub fn next_party(&mut self, now: Millis) -> Option<Party> {
        self.expire(now);
        if now < self.stalled_until {
            return None;
        }
        let seating = |ticket: &&Ticket| matches!(ticket.state, State::Seating(_));
        let busy: BTreeSet<PlayerId> =
            self.tickets.iter().filter(seating).map(|ticket| ticket.player.id).collect();
        let mut lines: HashMap<&Wish, Vec<usize>> = HashMap::new();
        let mut found = None;
        for (place, ticket) in self.tickets.iter().enumerate() {
            if ticket.state == State::Waiting && !busy.contains(&ticket.player.id) {
                let line = lines.entry(&ticket.wish).or_default();
                line.push(place);
                if line.len() == ticket.wish.seats {
                    found = Some((line.clone(), None));
                    break;
                }
            }
        }
        let (members, bots) = found.or_else(|| self.fallen_back(&lines, now))?;
        self.parties += 1;
        let number = self.parties;
        let mut players = Vec::with_capacity(members.len());
        for place in &members {
            self.tickets[*place].state = State::Seating(number);
            players.push(self.tickets[*place].player.clone());
        }
        let wish = self.tickets[*members.first()?].wish.clone();
        Some(Party { number, wish, players, bots })
    }

    /// Somebody who has waited long enough plays against bots, with everyone beside it who would do so too.
    fn fallen_back(
        &self,
        lines: &HashMap<&Wish, Vec<usize>>,
        now: Millis,
    ) -> Option<(Vec<usize>, Option<bots::Level>)> {
        let due = |place: &usize| self.tickets[*place].falls_back_at().is_some_and(|at| at <= now);
        let first = lines.values().filter_map(|line| line.iter().copied().find(due)).min()?;
        let ticket = &self.tickets[first];
        let line = lines.get(&ticket.wish)?.iter().copied();
        let members = line.filter(|place| self.tickets[*place].fallback.is_some()).collect();
        Some((members, ticket.fallback.map(|fallback| fallback.level)))
    }

    /// The party sits at the table. Nobody of it waits for anything else any more.
    pub fn seated(&mut self, party: &Party, table: Code, now: Millis) {
        for ticket in self.tickets.iter_mut().filter(|ticket| ticket.state == State::Seating(party.number)) {
            ticket.state = State::Matched { table, at: now };
        }
        let member = |ticket: &Ticket| party.players.iter().any(|player| ticket.is_of(player.id));
        self.tickets.retain(|ticket| !(member(ticket) && ticket.state == State::Waiting));
    }

    /// There is no table for the party: all are where they were, but for those who have too many tables already.
    pub fn failed(&mut self, party: &Party, crowded: &[PlayerId], now: Millis) {
        for ticket in self.tickets.iter_mut().filter(|ticket| ticket.state == State::Seating(party.number)) {
            let leaves = crowded.contains(&ticket.player.id);
            ticket.state = if leaves { State::Crowded { at: now } } else { State::Waiting };
        }
        if crowded.is_empty() {
            self.stalled_until = now.saturating_add(RETRY);
        }
    }

    /// When something happens by itself, if nobody asks before.
    pub fn next_due(&self, now: Millis) -> Option<Millis> {
        let due = |ticket: &Ticket| {
            // Whoever may fall back and does not is being seated elsewhere.
            let bots = ticket.falls_back_at().map(|at| at.max(self.stalled_until));
            let bots = bots.filter(|at| ticket.state == State::Waiting && *at > now);
            bots.into_iter().chain(self.ends_at(ticket)).min()
        };
        let stalled = Some(self.stalled_until).filter(|until| *until > now);
        self.tickets.iter().filter_map(due).chain(stalled).min()
    }

    /// How many wait, by game.
    pub fn waiting(&self) -> BTreeMap<&'static str, i64> {
        let mut waiting = BTreeMap::new();
        for ticket in self.tickets.iter().filter(|ticket| ticket.is_open()) {
            *waiting.entry(ticket.wish.game.name()).or_default() += 1;
        }
        waiting
    }

    fn expire(&mut self, now: Millis) {
        let mut tickets = std::mem::take(&mut self.tickets);
        tickets.retain(|ticket| self.ends_at(ticket).is_none_or(|at| at > now));
        self.tickets = tickets;
    }

    /// When the ticket is put away.
    fn ends_at(&self, ticket: &Ticket) -> Option<Millis> {
        match ticket.state {
            State::Waiting if self.here.contains_key(&ticket.player.id) => None,
            State::Waiting => Some(ticket.seen.saturating_add(PATIENCE)),
            State::Seating(_) => None,
            State::Matched { at, .. } | State::Crowded { at } => Some(at.saturating_add(TOLD)),
        }
    }
}

#[cfg(test)]
mod tests;
