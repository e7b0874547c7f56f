//! Tables at which seats change hands during a match: whoever is missing suspends it, and others may take its seat.

use game::{Game, Seat, SeatSet};

use crate::fact::{Fact, Why};
use crate::message::Phase;
use crate::outbox::Outbox;
use crate::settings::{Millis, Occupant};
use crate::table::Table;

impl<G: Game> Table<G> {
    /// The seats that whoever comes may take now.
    pub fn free_seats(&self) -> SeatSet {
        let (between, handover) = (self.is_between_matches(), self.settings.handover);
        let free = |seat: &Seat| match self.seats[*seat].occupant {
            Occupant::Open => between,
            Occupant::Bot(_) => !between && handover,
            Occupant::Player(_) => !between && handover && (self.is_vacant(*seat) || self.is_given_up(*seat)),
        };
        Seat::all(self.seats.len()).filter(free).collect()
    }

    /// Whether its player has left the seat to whoever comes.
    pub(crate) fn is_vacant(&self, seat: Seat) -> bool {
        self.settings.handover && self.seats[seat].left
    }

    /// The seats whose players are not there and are still waited for.
    pub(crate) fn missing(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.seats.len()).filter(|seat| {
            matches!(self.seats[*seat].occupant, Occupant::Player(_))
                && self.timing.gone[*seat].is_some()
                && !self.is_given_up(*seat)
        })
    }

    /// Whether the match waits for who is missing, or for who comes instead.
    pub(crate) fn is_suspended(&self) -> bool {
        self.settings.handover && self.paused == Some(Why::Absence) && self.phase() == Phase::Paused
    }

    /// Since when somebody is missing in a match that goes on nevertheless. Who has just sat down is there before this is looked at.
    pub(crate) fn suspends_at(&self) -> Option<Millis> {
        let goes_on = self.settings.handover && self.phase() == Phase::Playing;
        let since = self.missing().filter_map(|seat| self.timing.gone[seat]).min();
        since.filter(|_| goes_on)
    }

    pub(crate) fn suspend(&mut self, now: Millis, out: &mut Outbox<G>) {
        // A match that is played has nothing to refuse here.
        let _ = self.commit(Fact::Paused(Why::Absence), now, out);
    }
}
