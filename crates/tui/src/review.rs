//! A match looked at again from one seat: what each decision was worth, and which of them mattered.

use std::sync::Arc;

use game::Seat;
use plain::{Mattered, Retold, Style};
use wire::MatchId;
use wire::review::MatchReview;

/// Which match, and thereby who thinks about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// One of the house, which thinks about it.
    House(MatchId),
    /// The one of this replay, which this program thinks about.
    File(Arc<str>),
}

/// What has become of a review.
pub(crate) enum Reviewed {
    /// So much of it is done, from 0 to 1.
    Thinking(f32),
    /// It is there, and so is the replay.
    Done(Box<MatchReview>, Arc<str>),
}

/// A review, or one that is to come.
pub(crate) struct Review {
    pub(crate) source: Source,
    pub(crate) seat: Seat,
    seats: usize,
    pub(crate) state: State,
    /// Which of the moments is looked at.
    chosen: usize,
}

pub(crate) enum State {
    Thinking(f32),
    There { review: Box<MatchReview>, told: Retold, replay: Arc<str> },
    Failed(String),
}

impl Review {
    /// Of this seat's play, in a match of so many.
    pub(crate) fn new(source: Source, seat: Seat, seats: usize) -> Review {
        Review { source, seat, seats: seats.max(1), state: State::Thinking(0.0), chosen: 0 }
    }

    /// Of the next seat's play.
    pub(crate) fn next_seat(self) -> Review {
        Review::new(self.source, self.seat.next(self.seats), self.seats)
    }

    /// Takes what came of it; whether it is to be asked for again.
    pub(crate) fn came(&mut self, came: Result<Reviewed, String>, unicode: bool) -> bool {
        self.state = match came {
            Ok(Reviewed::Thinking(share)) => State::Thinking(share),
            Ok(Reviewed::Done(review, replay)) => {
                match plain::retold(&review, &replay, Style { unicode, ..Style::default() }) {
                    Ok(told) => State::There { review, told, replay },
                    Err(bad) => State::Failed(bad.to_string()),
                }
            }
            Err(why) => State::Failed(why),
        };
        matches!(self.state, State::Thinking(_))
    }

    /// The moment that is looked at, and its number.
    pub(crate) fn moment(&self) -> Option<(usize, &Mattered)> {
        let State::There { told, .. } = &self.state else { return None };
        told.moments.get(self.chosen).map(|moment| (self.chosen, moment))
    }

    /// To the next moment, or the one before.
    pub(crate) fn step(&mut self, forward: bool) {
        let State::There { told, .. } = &self.state else { return };
        let last = told.moments.len().saturating_sub(1);
        self.chosen = if forward { (self.chosen + 1).min(last) } else { self.chosen.saturating_sub(1) };
    }
}
