use game::{Seat, SeatSet, Seats};
use serde::{Deserialize, Serialize};

use crate::settings::{Clock, Millis};

/// The clocks of all seats. They follow from the moments of what happened, so that a table built again from its log has the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    clock: Clock,
    /// The time for a decision that holds up everyone else.
    window: Millis,
    seats: Seats<Thinking>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Thinking {
    /// What is left of the time for the match.
    bank: Millis,
    /// What the running decision took before.
    spent: Millis,
    runs: Runs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Runs {
    No,
    /// For a decision in turn, since then.
    Turn(Millis),
    /// For one that holds up everyone else, since then. It costs nothing of the time for the match.
    Window(Millis),
}

/// A seat's clock as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockFace {
    /// It runs, and then the time is up.
    Until(Millis),
    /// It stands, with so much left.
    Left(Millis),
}

impl Clocks {
    pub(crate) fn new(clock: Clock, window: Millis, seats: usize) -> Clocks {
        let bank = match clock {
            Clock::Match { initial, .. } => initial,
            Clock::None | Clock::Move { .. } => 0,
        };
        let thinking = Thinking { bank, spent: 0, runs: Runs::No };
        Clocks { clock, window, seats: Seats::from_fn(seats, |_| thinking) }
    }

    /// How the clock of the seat stands.
    pub(crate) fn of(&self, seat: Seat) -> Thinking {
        self.seats[seat]
    }

    /// The clocks stand as they once did.
    pub(crate) fn set(&mut self, seats: Seats<Thinking>) {
        self.seats = seats;
    }

    /// The seat has decided: the next decision is a new one.
    pub(crate) fn decided(&mut self, seat: Seat, now: Millis) {
        let thinking = &mut self.seats[seat];
        if let Runs::Turn(_) = thinking.runs {
            if let Clock::Match { increment, .. } = self.clock {
                let took = thinking.took(now);
                thinking.bank = thinking.bank.saturating_sub(took).saturating_add(increment);
            }
            thinking.spent = 0;
        }
        thinking.runs = Runs::No;
    }

    /// From now on the clock runs for these seats. Who is interrupted goes on later with what was left.
    pub(crate) fn run_for(&mut self, seats: SeatSet, holds_up: bool, now: Millis) {
        for seat in Seat::all(self.seats.len()) {
            let thinking = &mut self.seats[seat];
            let runs = match (seats.contains(seat), holds_up, thinking.runs) {
                (false, _, _) => Runs::No,
                (true, true, Runs::Window(_)) | (true, false, Runs::Turn(_)) => continue,
                (true, true, _) => Runs::Window(now),
                (true, false, _) => Runs::Turn(now),
            };
            thinking.spent = thinking.took(now);
            thinking.runs = runs;
        }
    }

    /// Nobody's time ran between these moments.
    pub(crate) fn skip(&mut self, from: Millis, to: Millis) {
        for seat in Seat::all(self.seats.len()) {
            if let Runs::Turn(since) | Runs::Window(since) = &mut self.seats[seat].runs {
                *since = since.saturating_add(to).saturating_sub(from);
            }
        }
    }

    /// When the time of the seat will be up.
    pub(crate) fn due(&self, seat: Seat) -> Option<Millis> {
        let thinking = self.seats[seat];
        match thinking.runs {
            Runs::No => None,
            Runs::Turn(since) => Some(since.saturating_add(self.left(thinking)?)),
            Runs::Window(since) => Some(since.saturating_add(self.window)),
        }
    }

    /// Nothing for a seat whose time is not counted.
    pub(crate) fn faces(&self) -> Seats<Option<ClockFace>> {
        self.seats.map(|seat, thinking| match self.due(seat) {
            Some(due) => Some(ClockFace::Until(due)),
            None => self.left(*thinking).map(ClockFace::Left),
        })
    }

    /// What was left for decisions in turn when the clock last began to run.
    fn left(&self, thinking: Thinking) -> Option<Millis> {
        let limit = match self.clock {
            Clock::None => return None,
            Clock::Move { limit } => limit,
            Clock::Match { .. } => thinking.bank,
        };
        Some(limit.saturating_sub(thinking.spent))
    }
}

impl Thinking {
    fn took(&self, now: Millis) -> Millis {
        match self.runs {
            Runs::No | Runs::Window(_) => self.spent,
            Runs::Turn(since) => self.spent.saturating_add(now.saturating_sub(since)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: SeatSet = SeatSet::of(Seat::FIRST);
    const WINDOW: Millis = 20;

    fn clocks(clock: Clock) -> Clocks {
        Clocks::new(clock, WINDOW, 2)
    }

    fn face(clocks: &Clocks) -> Option<ClockFace> {
        clocks.faces()[Seat::FIRST]
    }

    #[test]
    fn a_move_has_its_time_and_an_interruption_costs_none() {
        let mut clocks = clocks(Clock::Move { limit: 100 });
        clocks.run_for(FIRST, false, 1000);
        assert_eq!(clocks.due(Seat::FIRST), Some(1100));
        assert_eq!(face(&clocks), Some(ClockFace::Until(1100)));
        clocks.run_for(SeatSet::EMPTY, false, 1040);
        assert_eq!((clocks.due(Seat::FIRST), face(&clocks)), (None, Some(ClockFace::Left(60))));
        clocks.run_for(FIRST, false, 2000);
        assert_eq!(clocks.due(Seat::FIRST), Some(2060));
        clocks.decided(Seat::FIRST, 2010);
        clocks.run_for(FIRST, false, 2010);
        assert_eq!(clocks.due(Seat::FIRST), Some(2110));
    }

    #[test]
    fn a_match_has_its_time_and_decisions_add_to_it() {
        let mut clocks = clocks(Clock::Match { initial: 100, increment: 5 });
        clocks.run_for(FIRST, false, 0);
        clocks.decided(Seat::FIRST, 30);
        assert_eq!(face(&clocks), Some(ClockFace::Left(75)));
        clocks.run_for(FIRST, false, 30);
        clocks.decided(Seat::FIRST, 500);
        assert_eq!(face(&clocks), Some(ClockFace::Left(5)), "nothing below zero");
    }

    #[test]
    fn a_window_has_a_time_of_its_own() {
        let mut clocks = clocks(Clock::Match { initial: 100, increment: 5 });
        clocks.run_for(FIRST, false, 0);
        clocks.run_for(FIRST, true, 30);
        assert_eq!(clocks.due(Seat::FIRST), Some(50));
        clocks.decided(Seat::FIRST, 45);
        clocks.run_for(FIRST, false, 45);
        assert_eq!(clocks.due(Seat::FIRST), Some(115), "30 of 100 were spent before it, and none in it");
    }

    #[test]
    fn a_gap_costs_nobody_anything() {
        let mut clocks = clocks(Clock::Move { limit: 100 });
        clocks.run_for(FIRST, false, 1000);
        clocks.skip(1000, 11_000);
        assert_eq!(clocks.due(Seat::FIRST), Some(11_100));
        clocks.skip(11_000, 500);
        assert_eq!(clocks.due(Seat::FIRST), Some(600), "the machine's clock was set back");
    }

    #[test]
    fn without_a_clock_only_a_window_ends() {
        let mut clocks = clocks(Clock::None);
        clocks.run_for(FIRST, false, 1000);
        assert_eq!((clocks.due(Seat::FIRST), face(&clocks)), (None, None));
        clocks.run_for(FIRST, true, 1000);
        assert_eq!(face(&clocks), Some(ClockFace::Until(1020)));
    }
}
