use std::fmt::Write as _;

use super::path::{Part, Path};
use super::text::Cursor;

/// Deeper than this, what differs is told as a whole. No scene goes half as deep.
const DEEPEST: usize = 24;

/// Appends what has changed at the path, without the braces around it. The first change of all stands at `first`.
pub(super) fn walk(old: &str, new: &str, path: &Path, first: usize, out: &mut String) {
    if old == new {
        return;
    }
    let before = out.len();
    let mut walk =
        Walk { old: Cursor::new(old), new: Cursor::new(new), out, first, items: Default::default() };
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
    /// The items of two lists, while these are compared.
    items: (Vec<&'a str>, Vec<&'a str>),
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
                let (mut gone, mut come) =
                    (std::mem::take(&mut self.items.0), std::mem::take(&mut self.items.1));
                let told = match (old.flat_list(&mut gone), new.flat_list(&mut come)) {
                    (Some(()), Some(())) => {
                        (self.old, self.new) = (old, new);
                        gone == come || self.flat_list(path, &gone, &come)
                    }
                    // What has parts itself is better told by them.
                    _ => self.nested_list(path)?,
                };
                self.items = (gone, come);
                told
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
    fn flat_list(&mut self, path: &Path, old: &[&str], new: &[&str]) -> bool {
        let before = self.out.len();
        let by_places = self.places(path, old, new);
        let middle = self.out.len();
        let by_runs = self.runs(path, old, new);
        if by_runs && (!by_places || self.out.len() - middle < middle - before) {
            // The second way stands behind the first one, and may have begun with a comma for it.
            let comma = before == self.first && middle > before;
            self.out.drain(before..middle + usize::from(comma));
        } else {
            self.out.truncate(middle);
        }
        by_places || by_runs
    }

    /// Tells each place that is another now, if the list is not shorter.
    fn places(&mut self, path: &Path, old: &[&str], new: &[&str]) -> bool {
        if new.len() < old.len() {
            return false;
        }
        for (index, item) in new.iter().enumerate() {
            if old.get(index) != Some(item) {
                self.put(&path.to(Part::Place(index)), item);
            }
        }
        true
    }

    /// Tells which items are gone and which have come between those that are still there, if these are in the same order.
    fn runs(&mut self, path: &Path, mut old: &[&str], mut new: &[&str]) -> bool {
        let mut place = 0;
        loop {
            let same = old.iter().zip(new).take_while(|(one, other)| one == other).count();
            (old, new, place) = (&old[same..], &new[same..], place + same);
            if old.is_empty() && new.is_empty() {
                return true;
            }
            let gone = old.iter().take_while(|item| !new.contains(item)).count();
            let come = new.iter().take_while(|item| !old.contains(item)).count();
            if (gone, come) == (0, 0) {
                return false;
            }
            if gone == come {
                for (index, item) in (place..).zip(&new[..come]) {
                    self.put(&path.to(Part::Place(index)), item);
                }
            } else {
                self.replace(path, place, gone, &new[..come]);
            }
            (old, new, place) = (&old[gone..], &new[come..], place + come);
        }
    }

    /// Tells that so many items are gone at that place, and these have come.
    fn replace(&mut self, path: &Path, place: usize, gone: usize, come: &[&str]) {
        if gone > 0 {
            path.to(Part::Removed(place)).write_key(self.first, self.out);
            let _ = write!(self.out, "{gone}");
        }
        if let Some((first, others)) = come.split_first() {
            self.put(&path.to(Part::Inserted(place)), "[");
            self.out.push_str(first);
            for item in others {
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
