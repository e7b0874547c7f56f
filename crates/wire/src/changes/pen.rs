use serde::Serialize;

use super::list::{Item, Run, text_len, write_list};
use super::path::{Mark, Part, Path};
use super::told::Told;
use super::walk::Walk;

/// Appends changes, one after the other, each with the way to it.
pub struct Pen<'o> {
    pub(super) path: Path,
    out: &'o mut Vec<u8>,
    /// Where the first change stands; all others follow a comma.
    first: usize,
    /// How one list became another, while that is told.
    pub(super) runs: Vec<Run>,
    /// The texts of values, while these are compared.
    text: Vec<u8>,
}

/// What a pen leaves to the next one, so that it need not ask for memory: it is empty, but has room.
#[derive(Default)]
pub(super) struct Room(Path, Vec<Run>, Vec<u8>);

impl<'o> Pen<'o> {
    /// Appends changes there, without the braces around them.
    pub(super) fn new(out: &'o mut Vec<u8>, Room(path, runs, text): Room) -> Self {
        let first = out.len();
        Pen { path, out, first, runs, text }
    }

    /// It is done.
    pub(super) fn leave(self) -> Room {
        Room(self.path, self.runs, self.text)
    }

    /// Goes to a member. The way back.
    pub(super) fn enter(&mut self, key: &str) -> Mark {
        let here = self.path.mark();
        self.path.enter(Part::Key(key.as_bytes()));
        here
    }

    /// How much it has written.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// What it has written since, without the comma before it.
    pub(super) fn since(&self, before: usize) -> &[u8] {
        let told = &self.out[before..];
        told.strip_prefix(b",").unwrap_or(told)
    }

    /// What was told before is not told.
    pub(super) fn take_back(&mut self, to: usize) {
        self.out.truncate(to);
    }

    /// Tells what was told another time.
    pub(super) fn again(&mut self, told: &[u8]) {
        if !told.is_empty() {
            if self.out.len() > self.first {
                self.out.push(b',');
            }
            self.out.extend_from_slice(told);
        }
    }

    /// The value here is this one now. How long its text is.
    pub(crate) fn whole(&mut self, value: &impl Serialize) -> usize {
        self.path.write_key(self.first, self.out);
        let before = self.out.len();
        write(value, self.out);
        self.out.len() - before
    }

    /// The same, as text.
    pub(super) fn put(&mut self, value: &[u8]) {
        self.path.write_key(self.first, self.out);
        self.out.extend_from_slice(value);
    }

    /// The same, of a part of the value.
    pub(super) fn put_at(&mut self, part: Part, write: impl FnOnce(&mut Vec<u8>)) {
        let here = self.path.mark();
        self.path.enter(part);
        self.path.write_key(self.first, self.out);
        self.path.back(here);
        write(self.out);
    }

    /// Whether it is longer to tell what was told since than the whole, which has so many bytes.
    ///
    /// The outermost value is told in parts where that can be: a client need not expect anything else.
    pub(super) fn is_long(&self, before: usize, whole: usize) -> bool {
        self.path.depth() > 0 && self.out.len() - before > self.path.len() + whole + 4
    }

    /// Tells what has changed in a list of things without parts. How long its text is.
    pub(super) fn flat<T: Item>(&mut self, old: &[T], new: &[T]) -> usize {
        let (before, len) = (self.out.len(), text_len(new));
        if !self.list(old, new) || self.is_long(before, len) {
            self.out.truncate(before);
            self.path.write_key(self.first, self.out);
            write_list(new, self.out);
        }
        len
    }

    /// Tells what has changed in a list of things with parts, place by place. So long is its text at least.
    pub(super) fn nested<'v, T: Told + 'v>(
        &mut self,
        list: &impl Serialize,
        mut old: impl ExactSizeIterator<Item = &'v T>,
        new: impl ExactSizeIterator<Item = &'v T>,
    ) -> usize {
        if new.len() < old.len() {
            return self.whole(list);
        }
        let (before, here) = (self.out.len(), self.path.mark());
        let mut least = 0;
        for (index, item) in new.enumerate() {
            let known = old.next();
            if known == Some(item) {
                continue;
            }
            self.path.enter(Part::Place(index));
            least += match known {
                Some(known) => item.tell(known, self),
                None => self.whole(item),
            };
            self.path.back(here);
        }
        self.shorten(before, least, list);
        least
    }

    /// Tells what has changed in a member, and goes on. So long is its text at least.
    pub(super) fn member<T: Told>(&mut self, key: &str, old: &T, new: &T) -> usize {
        if old == new {
            return 0;
        }
        let here = self.enter(key);
        let least = new.tell(old, self);
        self.path.back(here);
        least
    }

    /// If it is longer to tell what was told since than the whole, the whole is told. So long is its text at least: how long it
    /// is needs to be known only where it is not surely longer.
    pub(super) fn shorten(&mut self, before: usize, least: usize, whole: &impl Serialize) {
        if self.is_long(before, least) {
            let mut text = std::mem::take(&mut self.text);
            text.clear();
            write(whole, &mut text);
            if self.is_long(before, text.len()) {
                self.out.truncate(before);
                self.put(&text);
            }
            self.text = text;
        }
    }

    /// Tells what has changed between the texts of two values. How long the new one's is.
    pub(crate) fn texts<T: Serialize>(&mut self, old: &T, new: &T) -> usize {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        write(old, &mut text);
        let end = text.len();
        write(new, &mut text);
        let (old, new) = text.split_at(end);
        Walk::new(self).compare(old, new);
        let len = new.len();
        self.text = text;
        len
    }
}

fn write(value: &impl Serialize, out: &mut Vec<u8>) {
    serde_json::to_writer(out, value).expect("a scene is plain data with names as keys");
}
