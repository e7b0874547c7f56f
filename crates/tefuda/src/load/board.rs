use std::collections::VecDeque;
use std::time::Instant;

use wire::Code;

use super::glance::Glance;
use super::tongue::Scene;

/// So many moves that were due wait at a table, and so many that a seat has not heard of; more are not worth counting.
const MOST_WAITING: usize = 4096;

/// A table, as its players see it together.
pub(super) struct Board {
    pub(super) code: Code,
    pub(super) chairs: Vec<Chair>,
    /// The move that has no answer yet.
    pub(super) asked: Option<Asked>,
    /// Moves that are due, the oldest first.
    due: VecDeque<Instant>,
}

/// A move on its way.
pub(super) struct Asked {
    pub(super) seat: usize,
    pub(super) due: Instant,
    pub(super) text: String,
    /// The visit of its connection on which it was sent.
    pub(super) visit: u32,
}

/// A seat.
pub(super) struct Chair {
    /// The connection of its player.
    pub(super) lane: usize,
    /// Whether its connection knows the table.
    pub(super) joined: bool,
    /// Whether it has offered another match.
    pub(super) offered: bool,
    /// When the moves of others were due that it has not heard of; its own are between them.
    pub(super) unheard: VecDeque<Option<Instant>>,
    /// The version that the server has acknowledged.
    pub(super) promised: u64,
    /// Which life of the server it has seen last.
    pub(super) life: u64,
    pub(super) glance: Glance,
    /// In the bare loop: whether it is next.
    turn: bool,
}

impl Board {
    /// A table whose players have these connections.
    pub(super) fn new(code: Code, lanes: impl Iterator<Item = usize>) -> Board {
        let chair = |lane| Chair {
            lane,
            joined: false,
            offered: false,
            unheard: VecDeque::new(),
            promised: 0,
            life: 0,
            glance: Glance::default(),
            turn: false,
        };
        Board { code, chairs: lanes.map(chair).collect(), asked: None, due: VecDeque::new() }
    }

    /// Whether nobody could make a move now.
    pub(super) fn is_waiting(&self) -> bool {
        self.asked.is_some() || !self.chairs.iter().any(Chair::must)
    }

    pub(super) fn put_off(&mut self, due: Instant) {
        if self.due.len() < MOST_WAITING {
            self.due.push_back(due);
        }
    }

    pub(super) fn next_due(&mut self) -> Option<Instant> {
        self.due.pop_front()
    }
}

impl Chair {
    /// Takes what it sees, and tells by how many versions that is further; `None` if something is missing in between.
    pub(super) fn look(&mut self, scene: Scene<'_>, seat: usize, seats: usize) -> Option<u64> {
        match scene {
            Scene::Frame(frame) => self.glance.take(*frame).ok(),
            Scene::Turn { first } => {
                self.glance.version += u64::from(!first);
                self.turn = self.glance.version % seats as u64 == seat as u64;
                Some(1)
            }
        }
    }

    /// Somebody makes a move: another seat one that was due then, or itself.
    pub(super) fn expect(&mut self, due: Option<Instant>) {
        if self.unheard.len() < MOST_WAITING {
            self.unheard.push_back(due);
        }
    }

    /// Whether the table waits for it, as far as it can know: what was acknowledged must have been seen.
    pub(super) fn must(&self) -> bool {
        self.glance.version >= self.promised && (self.turn || self.glance.must())
    }

    pub(super) fn is_over(&self) -> bool {
        self.glance.is_over()
    }
}
