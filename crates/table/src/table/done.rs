//! What a player has asked for lately, by which a repeated request is known.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::fact::ActionId;

/// So many of a seat's requests are remembered.
const REMEMBERED: usize = 64;

/// The requests that were done, and the version at which each of them was.
pub(crate) struct Requests<A>(VecDeque<Done<A>>);

struct Done<A> {
    /// Hardly any other request has the same, so that only one name must be looked at.
    print: u64,
    id: ActionId,
    action: A,
    version: u64,
}

impl<A> Default for Requests<A> {
    fn default() -> Self {
        Requests(VecDeque::new())
    }
}

impl<A: Copy> Requests<A> {
    /// The last one that was done.
    pub(super) fn add(&mut self, id: ActionId, action: A, version: u64) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(Done { print: print(&id), id, action, version });
    }

    /// What was done for the request of this name.
    pub(super) fn find(&self, id: &ActionId) -> Option<(A, u64)> {
        let print = print(id);
        let known = self.0.iter().find(|done| done.print == print && done.id == *id);
        known.map(|done| (done.action, done.version))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// All of them, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&ActionId, A, u64)> {
        self.0.iter().map(|done| (&done.id, done.action, done.version))
    }
}

fn print(id: &ActionId) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
