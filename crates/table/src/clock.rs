use game::{Seat, SeatSet, Seats};
use serde::{Deserialize, Serialize};

use crate::settings::{Clock, Millis};

/// The clocks of all seats. They follow from the moments of what happened, so that a table built again from its log has the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    clock: Clock,
    seats: Seats<Thinking>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Thinking {
    /// What is left of the time for the match.
    bank: Millis,
    /// What the running decision took before `since`.
    spent: Millis,
    /// Since when the clock runs for it.
    since: Option<Millis>,
}

/// A seat's clock as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockFace {
    /// What is left; nothing where there is no clock.
    pub left: Option<Millis>,
    /// Whether it runs.
    pub running: bool,
}

impl Clocks {
    pub(crate) fn new(clock: Clock, seats: usize) -> Clocks {
        let bank = match clock {
            Clock::Match { initial, .. } => initial,
            Clock::None | Clock::Move { .. } => 0,
        };
        Clocks { clock, seats: Seats::from_fn(seats, |_| Thinking { bank, spent: 0, since: None }) }
    }

    /// The seat has decided: the next decision is a new one.
    pub(crate) fn decided(&mut self, seat: Seat, now: Millis) {
        let thinking = &mut self.seats[seat];
        let took = thinking.took(now);
        if let Clock::Match { increment, .. } = self.clock {
            thinking.bank = thinking.bank.saturating_sub(took).saturating_add(increment);
        }
        (thinking.spent, thinking.since) = (0, thinking.since.map(|_| now));
    }

    /// From now on the clock runs for these seats. Who is interrupted goes on later with what was left.
    pub(crate) fn run_for(&mut self, seats: SeatSet, now: Millis) {
        for seat in Seat::all(self.seats.len()) {
            let thinking = &mut self.seats[seat];
            let runs = seats.contains(seat);
            if runs != thinking.since.is_some() {
                thinking.spent = thinking.took(now);
                thinking.since = runs.then_some(now);
            }
        }
    }

    /// Nobody's time ran between these moments.
    pub(crate) fn skip(&mut self, gap: Millis) {
        for seat in Seat::all(self.seats.len()) {
            let since = &mut self.seats[seat].since;
            *since = since.map(|since| since.saturating_add(gap));
        }
    }

    /// When the time of the seat will be up.
    pub(crate) fn due(&self, seat: Seat) -> Option<Millis> {
        let thinking = self.seats[seat];
        Some(thinking.since?.saturating_add(self.limit(thinking)?.saturating_sub(thinking.spent)))
    }

    pub(crate) fn faces(&self, now: Millis) -> Seats<ClockFace> {
        self.seats.map(|_, thinking| ClockFace {
            left: self.limit(*thinking).map(|limit| limit.saturating_sub(thinking.took(now))),
            running: thinking.since.is_some(),
        })
    }

    fn limit(&self, thinking: Thinking) -> Option<Millis> {
        match self.clock {
            Clock::None => None,
            Clock::Move { limit } => Some(limit),
            Clock::Match { .. } => Some(thinking.bank),
        }
    }
}

impl Thinking {
    fn took(&self, now: Millis) -> Millis {
        self.spent.saturating_add(self.since.map_or(0, |since| now.saturating_sub(since)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: SeatSet = SeatSet::of(Seat::FIRST);

    fn left(clocks: &Clocks, now: Millis) -> Option<Millis> {
        clocks.faces(now)[Seat::FIRST].left
    }

    #[test]
    fn a_move_has_its_time_and_an_interruption_costs_none() {
        let mut clocks = Clocks::new(Clock::Move { limit: 100 }, 2);
        clocks.run_for(FIRST, 1000);
        assert_eq!(clocks.due(Seat::FIRST), Some(1100));
        clocks.run_for(SeatSet::EMPTY, 1040);
        assert_eq!((clocks.due(Seat::FIRST), left(&clocks, 5000)), (None, Some(60)));
        clocks.run_for(FIRST, 2000);
        assert_eq!(clocks.due(Seat::FIRST), Some(2060));
        clocks.decided(Seat::FIRST, 2010);
        assert_eq!(clocks.due(Seat::FIRST), Some(2110));
    }

    #[test]
    fn a_match_has_its_time_and_decisions_add_to_it() {
        let mut clocks = Clocks::new(Clock::Match { initial: 100, increment: 5 }, 2);
        clocks.run_for(FIRST, 0);
        clocks.decided(Seat::FIRST, 30);
        assert_eq!(left(&clocks, 30), Some(75));
        clocks.decided(Seat::FIRST, 500);
        assert_eq!(left(&clocks, 500), Some(5), "nothing below zero");
    }

    #[test]
    fn a_gap_costs_nobody_anything() {
        let mut clocks = Clocks::new(Clock::Move { limit: 100 }, 2);
        clocks.run_for(FIRST, 1000);
        clocks.skip(10_000);
        assert_eq!(clocks.due(Seat::FIRST), Some(11_100));
    }

    #[test]
    fn without_a_clock_no_time_is_up() {
        let mut clocks = Clocks::new(Clock::None, 2);
        clocks.run_for(FIRST, 1000);
        assert_eq!((clocks.due(Seat::FIRST), left(&clocks, 2000)), (None, None));
    }
}
