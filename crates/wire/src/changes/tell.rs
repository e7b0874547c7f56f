use std::cell::RefCell;

use serde::Serialize;

use super::pen::{Pen, Room};
use super::told::Told;

/// Which table, how far it had come, and how far it has come now.
pub(crate) type Step = (u64, u64, u64);

/// Tells what has changed in a scene, member by member. What is the same for everyone is compared for the first of them, and told again
/// to all others of the same step.
pub struct Tell<'o> {
    pen: Pen<'o>,
    shared: &'o mut Shared,
    /// How many members that are the same for everyone are already told, if what is told of them is known.
    known: Option<usize>,
}

/// What was told of the members that are the same for everyone.
#[derive(Default)]
struct Shared {
    step: Option<Step>,
    text: Vec<u8>,
    /// Where the text of each member ends.
    ends: Vec<usize>,
    room: Room,
}

thread_local! {
    /// Of the last step of any table.
    static SHARED: RefCell<Shared> = RefCell::default();
}

/// Appends the object of all changes of this step that `tell` tells.
pub(crate) fn changes(step: Option<Step>, out: &mut Vec<u8>, tell: impl FnOnce(&mut Tell<'_>)) {
    out.push(b'{');
    SHARED.with_borrow_mut(|shared| {
        let known = (step.is_some() && step == shared.step).then_some(0);
        if known.is_none() {
            shared.step = step;
            shared.text.clear();
            shared.ends.clear();
        }
        let pen = Pen::new(out, std::mem::take(&mut shared.room));
        let mut teller = Tell { pen, shared, known };
        tell(&mut teller);
        let Tell { pen, shared, .. } = teller;
        shared.room = pen.leave();
    });
    out.push(b'}');
}

impl Tell<'_> {
    /// A member that is not the same for everyone.
    pub fn own<T: Told>(&mut self, key: &'static str, old: &T, new: &T) {
        if old != new {
            let here = self.pen.enter(key);
            new.tell(old, &mut self.pen);
            self.pen.path.back(here);
        }
    }

    /// A member that everyone sees alike.
    pub fn public<T: Told>(&mut self, key: &'static str, old: &T, new: &T) {
        if let Some(place) = &mut self.known {
            self.pen.again(self.shared.told(*place));
            *place += 1;
            return;
        }
        let before = self.pen.len();
        self.own(key, old, new);
        self.shared.text.extend_from_slice(self.pen.since(before));
        self.shared.ends.push(self.shared.text.len());
    }

    /// A member that stays as it is.
    pub fn fixed<T>(&mut self, _: &'static str, _: &T, _: &T) {}

    /// A member that was not there, or is not there any more.
    pub(crate) fn whole(&mut self, key: &'static str, new: &impl Serialize) {
        let here = self.pen.enter(key);
        self.pen.whole(new);
        self.pen.path.back(here);
    }

    /// A member whose own members are told.
    pub(crate) fn inside(&mut self, key: &'static str, tell: impl FnOnce(&mut Self)) {
        let here = self.pen.enter(key);
        tell(self);
        self.pen.path.back(here);
    }
}

impl Shared {
    fn told(&self, place: usize) -> &[u8] {
        let start = if place == 0 { 0 } else { self.ends.get(place - 1).copied().unwrap_or_default() };
        self.ends.get(place).and_then(|end| self.text.get(start..*end)).unwrap_or_default()
    }
}
