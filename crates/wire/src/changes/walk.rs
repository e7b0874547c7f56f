use std::ops::Range;

use super::path::{Part, Path, push_number};
use super::sheet::Change;
use super::text::Cursor;

/// Deeper than this, what differs is told as a whole. No scene goes half as deep.
const DEEPEST: usize = 24;

/// Goes through two texts at once, each byte once, except in lists that differ. What is `None` is no compact JSON.
pub(super) struct Walk<'a, 'o> {
    old: Cursor<'a>,
    new: Cursor<'a>,
    /// The way to where it is.
    path: Path,
    out: &'o mut Vec<u8>,
    /// Where the first change stands; all others follow a comma.
    first: usize,
    /// The items of two lists, while these are compared, and how the one becomes the other.
    items: (Vec<&'a [u8]>, Vec<&'a [u8]>),
    runs: Vec<Run>,
}

/// At this place of a list so many items are gone, and these of the new ones have come.
struct Run {
    gone: usize,
    come: Range<usize>,
}

impl<'a, 'o> Walk<'a, 'o> {
    /// Appends changes, without the braces around them.
    pub(super) fn new(out: &'o mut Vec<u8>) -> Self {
        let nowhere = Cursor::new(b"");
        let (path, first) = (Path::default(), out.len());
        Walk { old: nowhere, new: nowhere, path, out, first, items: Default::default(), runs: Vec::new() }
    }

    /// Appends what has changed where these keys lead.
    pub(super) fn compare(&mut self, way: &[&str], old: &'a [u8], new: &'a [u8]) {
        if old == new {
            return;
        }
        (self.old, self.new) = (Cursor::new(old), Cursor::new(new));
        let begin = self.path.mark();
        way.iter().for_each(|key| self.path.enter(Part::Key(key.as_bytes())));
        let (here, before) = (self.path.mark(), self.out.len());
        if self.value().is_none() {
            self.out.truncate(before);
            self.path.back(here);
            self.put(new);
        }
        self.path.back(begin);
    }

    /// The same, unless it is known from another time.
    pub(super) fn recall(&mut self, way: &[&'static str], old: &'a [u8], new: &'a [u8], known: &mut Change) {
        if old == new {
            return;
        }
        let key = way.last().copied().unwrap_or_default();
        let before = self.out.len();
        match known.recall(key, old, new) {
            Some(told) => {
                if before > self.first && !told.is_empty() {
                    self.out.push(b',');
                }
                self.out.extend_from_slice(told);
            }
            None => {
                self.compare(way, old, new);
                let told = &self.out[before..];
                known.note(key, old, new, told.strip_prefix(b",").unwrap_or(told));
            }
        }
    }

    /// Appends a member that was not there.
    pub(super) fn appear(&mut self, key: &str, write: impl FnOnce(&mut Vec<u8>)) {
        let begin = self.path.mark();
        self.path.enter(Part::Key(key.as_bytes()));
        self.path.write_key(self.first, self.out);
        write(self.out);
        self.path.back(begin);
    }

    /// Goes past the value in both texts and tells what differs.
    fn value(&mut self) -> Option<()> {
        let (before, start) = (self.out.len(), self.new.at);
        let told = match (self.old.peek()?, self.new.peek()?) {
            _ if self.path.depth() == DEEPEST => return self.plain(),
            (b'{', b'{') => self.object()?,
            (b'[', b'[') => {
                let (mut old, mut new) = (self.old, self.new);
                let (mut gone, mut come) = std::mem::take(&mut self.items);
                let told = match (old.flat_list(&mut gone), new.flat_list(&mut come)) {
                    (Some(()), Some(())) => {
                        (self.old, self.new) = (old, new);
                        gone == come || self.flat_list(&gone, &come)
                    }
                    // What has parts itself is better told by them.
                    _ => self.nested_list()?,
                };
                self.items = (gone, come);
                told
            }
            _ => return self.plain(),
        };
        let whole = self.new.since(start)?;
        // The outermost value is told in parts where that can be: a client need not expect anything else.
        let long = self.path.depth() > 0 && self.out.len() - before > self.path.len() + whole.len() + 4;
        if !told || long {
            self.out.truncate(before);
            self.put(whole);
        }
        Some(())
    }

    fn plain(&mut self) -> Option<()> {
        let (old, new) = (self.old.value()?, self.new.value()?);
        if old != new {
            self.put(new);
        }
        Some(())
    }

    /// Whether the object could be told in parts: no key is missing now.
    fn object(&mut self) -> Option<bool> {
        self.old.at += 1;
        self.new.at += 1;
        let here = self.path.mark();
        let mut known = None;
        while !self.new.pass(b'}') {
            let key = self.new.key()?;
            if known.is_none() && self.old.peek()? != b'}' {
                known = Some(self.old.key()?);
            }
            self.path.enter(Part::Key(key));
            if known == Some(key) {
                self.value()?;
                known = None;
                self.old.pass(b',');
            } else {
                let value = self.new.value()?;
                self.put(value);
            }
            self.path.back(here);
            self.new.pass(b',');
        }
        let mut missing = false;
        if known.is_some() {
            self.old.value()?;
            self.old.pass(b',');
            missing = true;
        }
        while !self.old.pass(b'}') {
            self.old.key()?;
            self.old.value()?;
            self.old.pass(b',');
            missing = true;
        }
        Some(!missing)
    }

    /// Whether the list could be told place by place: it is not shorter now.
    fn nested_list(&mut self) -> Option<bool> {
        self.old.at += 1;
        self.new.at += 1;
        let here = self.path.mark();
        let mut index = 0;
        while !self.new.pass(b']') {
            self.path.enter(Part::Place(index));
            if self.old.peek()? == b']' {
                let value = self.new.value()?;
                self.put(value);
            } else {
                self.value()?;
                self.old.pass(b',');
            }
            self.path.back(here);
            self.new.pass(b',');
            index += 1;
        }
        let mut shorter = false;
        while !self.old.pass(b']') {
            self.old.value()?;
            self.old.pass(b',');
            shorter = true;
        }
        Some(!shorter)
    }

    /// Whether the list could be told in parts, in the shorter of two ways.
    fn flat_list(&mut self, old: &[&[u8]], new: &[&[u8]]) -> bool {
        let by_places = self.len_by_places(old, new);
        let by_runs = self.find_runs(old, new).then(|| self.len_by_runs(new));
        match (by_places, by_runs) {
            (None, None) => return false,
            (Some(places), runs) if runs.is_none_or(|runs| places <= runs) => {
                let changed = (0..).zip(new).filter(|(index, item)| old.get(*index) != Some(item));
                changed.for_each(|(index, item)| self.put_at(Part::Place(index), item));
            }
            _ => self.tell_runs(new),
        }
        true
    }

    /// How long it is to tell each place that is another now, if the list is not shorter.
    fn len_by_places(&self, old: &[&[u8]], new: &[&[u8]]) -> Option<usize> {
        let changed = || (0..).zip(new).filter(|(index, item)| old.get(*index) != Some(item));
        (new.len() >= old.len())
            .then(|| changed().map(|(index, item)| self.len_at(Part::Place(index)) + item.len()).sum())
    }

    /// Finds which items are gone and which have come between those that are still there, if these are in the same order.
    fn find_runs(&mut self, mut old: &[&[u8]], new: &[&[u8]]) -> bool {
        self.runs.clear();
        let mut place = 0;
        loop {
            let rest = &new[place..];
            let same = old.iter().zip(rest).take_while(|(one, other)| one == other).count();
            let rest = &rest[same..];
            (old, place) = (&old[same..], place + same);
            if old.is_empty() && rest.is_empty() {
                return true;
            }
            let gone = old.iter().take_while(|item| !rest.contains(item)).count();
            let come = rest.iter().take_while(|item| !old.contains(item)).count();
            if (gone, come) == (0, 0) {
                return false;
            }
            self.runs.push(Run { gone, come: place..place + come });
            (old, place) = (&old[gone..], place + come);
        }
    }

    fn len_by_runs(&self, new: &[&[u8]]) -> usize {
        let len = |Run { gone, come }: &Run| {
            let items: usize = new[come.clone()].iter().map(|item| item.len()).sum();
            if *gone == come.len() {
                return come.clone().map(|index| self.len_at(Part::Place(index))).sum::<usize>() + items;
            }
            let removed = if *gone > 0 { self.len_at(Part::Removed(come.start)) + 1 } else { 0 };
            let inserted = self.len_at(Part::Inserted(come.start)) + items + come.len() + 1;
            removed + if come.is_empty() { 0 } else { inserted }
        };
        self.runs.iter().map(len).sum()
    }

    fn tell_runs(&mut self, new: &[&[u8]]) {
        let runs = std::mem::take(&mut self.runs);
        for Run { gone, come } in &runs {
            let items = &new[come.clone()];
            if *gone == items.len() {
                come.clone().zip(items).for_each(|(index, item)| self.put_at(Part::Place(index), item));
                continue;
            }
            if *gone > 0 {
                self.put_at(Part::Removed(come.start), b"");
                push_number(*gone, self.out);
            }
            if let Some((first, others)) = items.split_first() {
                self.put_at(Part::Inserted(come.start), b"[");
                self.out.extend_from_slice(first);
                for item in others {
                    self.out.push(b',');
                    self.out.extend_from_slice(item);
                }
                self.out.push(b']');
            }
        }
        self.runs = runs;
    }

    /// How long the key of a part is, with its quotes, its colon and a comma.
    fn len_at(&self, part: Part) -> usize {
        self.path.len_to(part) + 4
    }

    fn put_at(&mut self, part: Part, value: &[u8]) {
        let here = self.path.mark();
        self.path.enter(part);
        self.put(value);
        self.path.back(here);
    }

    fn put(&mut self, value: &[u8]) {
        self.path.write_key(self.first, self.out);
        self.out.extend_from_slice(value);
    }
}
