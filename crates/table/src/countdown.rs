//! Tables whose match must end in time: each player has a moment at which it is broken off.

use game::{Game, Outcome, Seat};
use serde::{Deserialize, Serialize};

use crate::fact::Fact;
use crate::message::Phase;
use crate::outbox::Outbox;
use crate::settings::Millis;
use crate::table::{Checked, Table};

/// How a match came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By its rules.
    Played(Outcome),
    /// Before that, for good.
    BrokenOff {
        /// By the player of this seat.
        seat: Seat,
        /// Why.
        cut: Cut,
    },
}

/// Why a match ended before its rules say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cut {
    /// The player's countdown came to zero.
    Countdown,
    /// The player has left.
    Left,
}

impl<G: Game> Table<G> {
    /// How the last match ended; `None` while it is played, or before it.
    pub fn ending(&self) -> Option<Ending> {
        if let Some((seat, cut)) = self.broken_off {
            return Some(Ending::BrokenOff { seat, cut });
        }
        self.game.as_ref()?.outcome().map(Ending::Played)
    }

    /// When the first countdown of the running match comes to zero, and whose.
    pub(crate) fn zero(&self) -> Option<(Millis, Seat)> {
        let countdown = self.settings.countdown.as_ref()?;
        let runs = matches!(self.phase(), Phase::Playing | Phase::Paused);
        let ends = countdown.iter().filter_map(|(seat, end)| Some(((*end)?, seat)));
        ends.filter(|(_, seat)| runs && seat.index() < self.seats.len()).min()
    }

    /// Breaks the match off if a countdown has come to zero, at that very moment. Whatever else would happen happens after it,
    /// however late the table was woken.
    pub(crate) fn run_out(&mut self, now: Millis, out: &mut Outbox<G>) {
        if let Some((zero, seat)) = self.zero().filter(|(zero, _)| *zero <= now) {
            // A match that runs can be broken off.
            let _ = self.commit(Fact::BrokenOff { seat, cut: Cut::Countdown }, zero, out);
            self.flush(out);
        }
    }

    /// Whoever leaves a match with a countdown gives it up: nobody plays it on for those whose time runs.
    pub(crate) fn give_up_match(&mut self, seat: Seat, now: Millis, out: &mut Outbox<G>) -> Checked<G> {
        match self.zero() {
            Some(_) => self.commit(Fact::BrokenOff { seat, cut: Cut::Left }, now, out),
            None => Ok(()),
        }
    }
}
