use std::collections::VecDeque;

use game::Game;

use crate::fact::{Entry, Fact};
use crate::history::KEPT;
use crate::settings::Millis;

/// What of a table's log is still needed: from a note on, all of it.
///
/// Not from the last one on. Those who come back are told what has happened since, so a table must have seen as much happen as it
/// tells; and so must the one that those see who watch with a delay.
pub struct Tail {
    first: u64,
    next: u64,
    /// The notes behind the first entry.
    notes: VecDeque<Noted>,
}

struct Noted {
    place: u64,
    /// How many facts have followed.
    facts: usize,
    /// When there were enough.
    enough: Option<Millis>,
}

impl Tail {
    /// A log whose first entry has this place.
    pub fn new(first: u64) -> Tail {
        Tail { first, next: first, notes: VecDeque::new() }
    }

    /// The entry comes next. Its place.
    pub fn add<G: Game>(&mut self, entry: &Entry<G>) -> u64 {
        let place = self.next;
        self.next += 1;
        match entry.fact {
            Fact::Noted { .. } if place == self.first => {}
            Fact::Noted { .. } => self.notes.push_back(Noted { place, facts: 0, enough: None }),
            _ => {
                for note in self.notes.iter_mut().filter(|note| note.enough.is_none()) {
                    note.facts += 1;
                    note.enough = (note.facts >= KEPT).then_some(entry.at);
                }
            }
        }
        place
    }

    /// The place of the note with which the log can begin from now on, if it can begin later than before. Those who watch see things
    /// so much later.
    pub fn cut(&mut self, delay: Millis, now: Millis) -> Option<u64> {
        // Without a delay the clock, which may be set back, does not matter.
        let seen = |at: Millis| delay == 0 || at.saturating_add(delay) <= now;
        let last = self.notes.iter().rposition(|note| note.enough.is_some_and(seen))?;
        self.first = self.notes.drain(..=last).next_back()?.place;
        Some(self.first)
    }
}
