use std::fmt::Write as _;

use super::path::{Part, Path};
use super::text::{Cursor, items};

/// Deeper than this, what differs is told as a whole. No scene goes half as deep.
const DEEPEST: usize = 24;

/// Appends what has changed at the path, without the braces around it. The first change of all stands at `first`.
pub(super) fn walk(old: &str, new: &str, path: &Path, first: usize, out: &mut String) {
    if old == new {
        return;
    }
    let before = out.len();
    let mut walk = Walk { old: Cursor::new(old), new: Cursor::new(new), out, first };
    if walk.value(path).is_none() {
        walk.out.truncate(before);
        walk.put(path, new);
    }
}

/// Goes through both texts at once, each byte once, except in lists that differ. What is `None` is no compact JSON.
struct Walk<'a> {
    old: Cursor<'a>,
    new: Cursor<'a>,
    out: &'a mut String,
    /// Where the first change stands; all others follow a comma.
    first: usize,
}

impl Walk<'_> {
    /// Goes past the value in both texts and tells what differs.
    fn value(&mut self, path: &Path) -> Option<()> {
        let (before, start) = (self.out.len(), self.new.at);
        let told = match (self.old.peek()?, self.new.peek()?) {
            _ if path.depth == DEEPEST => return self.plain(path),
            (b'{', b'{') => self.object(path)?,
            (b'[', b'[') => {
                let (mut old, mut new) = (self.old, self.new);
                match (old.flat_list(), new.flat_list()) {
                    (Some(one), Some(other)) => {
                        (self.old, self.new) = (old, new);
                        one == other || self.flat_list(path, one, other)
                    }
                    // What has parts itself is better told by them.
                    _ => self.nested_list(path)?,
                }
            }
            _ => return self.plain(path),
        };
        let whole = self.new.since(start)?;
        // The outermost value is told in parts where that can be: a client need not expect anything else.
        let long = path.depth > 0 && self.out.len() - before > path.len + whole.len() + 4;
        if !told || long {
            self.out.truncate(before);
            self.put(path, whole);
        }
        Some(())
    }

    fn plain(&mut self, path: &Path) -> Option<()> {
        let (old, new) = (self.old.value()?, self.new.value()?);
        if old != new {
            self.put(path, new);
        }
        Some(())
    }

    /// Whether the object could be told in parts: no key is missing now.
    fn object(&mut self, path: &Path) -> Option<bool> {
        self.old.at += 1;
        self.new.at += 1;
        let mut known = None;
        while !self.new.pass(b'}') {
            let key = self.new.key()?;
            if known.is_none() && self.old.peek()? != b'}' {
                known = Some(self.old.key()?);
            }
            let path = path.to(Part::Key(key));
            if known == Some(key) {
                self.value(&path)?;
                known = None;
                self.old.pass(b',');
            } else {
                let value = self.new.value()?;
                self.put(&path, value);
            }
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
    fn nested_list(&mut self, path: &Path) -> Option<bool> {
        self.old.at += 1;
        self.new.at += 1;
        let mut index = 0;
        while !self.new.pass(b']') {
            let path = path.to(Part::Place(index));
            if self.old.peek()? == b']' {
                let value = self.new.value()?;
                self.put(&path, value);
            } else {
                self.value(&path)?;
                self.old.pass(b',');
            }
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
    fn flat_list(&mut self, path: &Path, old: &str, new: &str) -> bool {
        let before = self.out.len();
        let told = self.places(path, items(old), items(new));
        let length = self.out.len() - before;
        self.out.truncate(before);
        if self.runs(path, items(old), items(new)) && (!told || self.out.len() - before < length) {
            return true;
        }
        self.out.truncate(before);
        told && self.places(path, items(old), items(new))
    }

    /// Tells each place that is another now, if the list is not shorter.
    fn places<'a>(
        &mut self,
        path: &Path,
        mut old: impl Iterator<Item = &'a str>,
        new: impl Iterator<Item = &'a str>,
    ) -> bool {
        for (index, item) in new.enumerate() {
            if old.next() != Some(item) {
                self.put(&path.to(Part::Place(index)), item);
            }
        }
        old.next().is_none()
    }

    /// Tells which items are gone and which have come between those that are still there, if these are in the same order.
    fn runs<'a>(
        &mut self,
        path: &Path,
        mut old: impl Iterator<Item = &'a str> + Clone,
        mut new: impl Iterator<Item = &'a str> + Clone,
    ) -> bool {
        let mut place = 0;
        loop {
            let gone = old.clone().take_while(|item| !new.clone().any(|other| other == *item)).count();
            let come = new.clone().take_while(|item| !old.clone().any(|other| other == *item)).count();
            if (gone, come) == (0, 0) {
                match (old.next(), new.next()) {
                    (None, None) => return true,
                    (Some(one), Some(other)) if one == other => place += 1,
                    _ => return false,
                }
                continue;
            }
            old.by_ref().take(gone).for_each(drop);
            let items = new.clone().take(come);
            new.by_ref().take(come).for_each(drop);
            if gone == come {
                for (index, item) in (place..).zip(items) {
                    self.put(&path.to(Part::Place(index)), item);
                }
            } else {
                self.replace(path, place, gone, items);
            }
            place += come;
        }
    }

    /// Tells that so many items are gone at that place, and these have come.
    fn replace<'a>(
        &mut self,
        path: &Path,
        place: usize,
        gone: usize,
        mut come: impl Iterator<Item = &'a str>,
    ) {
        if gone > 0 {
            path.to(Part::Removed(place)).write_key(self.first, self.out);
            let _ = write!(self.out, "{gone}");
        }
        if let Some(first) = come.next() {
            self.put(&path.to(Part::Inserted(place)), "[");
            self.out.push_str(first);
            for item in come {
                self.out.push(',');
                self.out.push_str(item);
            }
            self.out.push(']');
        }
    }

    fn put(&mut self, path: &Path, value: &str) {
        path.write_key(self.first, self.out);
        self.out.push_str(value);
    }
}
