//! What has changed between two JSON texts of the same kind: an object from paths to new values.
//!
//! A path is the keys and list places that lead to a value, joined by dots; keys have no dots and are not empty. In a list, the place
//! just behind its end appends, `+3` inserts the items of a list at place 3, and `-3` removes so many items from place 3 on. Whatever
//! is shorter to tell as a whole is told so. The path `""` is everything; it is needed only where the outermost values have no
//! parts in common.
//!
//! ```
//! let old = r#"{"hand":["1-crane","3-poem","9-cup"],"turn":0,"scores":[30,30]}"#;
//! let new = r#"{"hand":["1-crane","9-cup"],"turn":1,"scores":[30,30]}"#;
//! let mut changes = String::new();
//! wire::changes::write(old, new, &mut changes);
//! assert_eq!(changes, r#"{"hand.-1":1,"turn":1}"#);
//!
//! let mut scene = serde_json::from_str(old).unwrap();
//! wire::changes::apply(&mut scene, &serde_json::from_str(&changes).unwrap()).unwrap();
//! assert_eq!(scene.to_string(), new);
//! ```

use std::fmt::Write as _;

use cards::quoted;
use serde_json::Value;

/// Deeper than this, what differs is told as a whole. No scene goes half as deep.
const DEEPEST: usize = 24;

/// Why changes do not fit what they should change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadChanges {
    /// Not an object.
    #[error("changes are an object from paths to values")]
    Form,
    /// A path that leads nowhere.
    #[error("there is no place `{0}` to change")]
    NoPlace(String),
}

impl BadChanges {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            BadChanges::Form => "bad-changes",
            BadChanges::NoPlace(_) => "no-such-place",
        }
    }
}

/// Makes the changes, in their order. After an error some of them may have been made: only the whole can mend it.
pub fn apply(scene: &mut Value, changes: &Value) -> Result<(), BadChanges> {
    for (path, value) in changes.as_object().ok_or(BadChanges::Form)? {
        set(scene, path, value).ok_or_else(|| BadChanges::NoPlace(quoted(path)))?;
    }
    Ok(())
}

fn set(scene: &mut Value, path: &str, value: &Value) -> Option<()> {
    if path.is_empty() {
        scene.clone_from(value);
        return Some(());
    }
    let (way, last) = path.rsplit_once('.').map_or((None, path), |(way, last)| (Some(way), last));
    let mut parts = way.into_iter().flat_map(|way| way.split('.'));
    let place = parts.try_fold(scene, |place, part| match place {
        Value::Object(members) => members.get_mut(part),
        Value::Array(items) => items.get_mut(part.parse::<usize>().ok()?),
        _ => None,
    })?;
    match place {
        Value::Object(members) => {
            members.insert(last.to_owned(), value.clone());
        }
        Value::Array(items) => return set_item(items, last, value),
        _ => return None,
    }
    Some(())
}

fn set_item(items: &mut Vec<Value>, place: &str, value: &Value) -> Option<()> {
    let digits = place.trim_start_matches(['+', '-']);
    let index: usize = digits.parse().ok().filter(|index| *index <= items.len())?;
    match place.as_bytes() {
        [b'+', ..] => drop(items.splice(index..index, value.as_array()?.iter().cloned())),
        [b'-', ..] => {
            let end = index.checked_add(value.as_u64()?.try_into().ok()?)?;
            items.get(index..end)?;
            items.drain(index..end);
        }
        _ if index == items.len() => items.push(value.clone()),
        _ => items[index].clone_from(value),
    }
    Some(())
}

/// Appends the object of what has changed, by walking both texts side by side. They are compact JSON, as this crate writes it.
pub fn write(old: &str, new: &str, out: &mut String) {
    out.push('{');
    Walk { first: out.len(), out }.value(&Path::EVERYTHING, old, new);
    out.push('}');
}

struct Walk<'a> {
    out: &'a mut String,
    /// Where the first change stands; all others follow a comma.
    first: usize,
}

impl Walk<'_> {
    fn value(&mut self, path: &Path, old: &str, new: &str) {
        if old == new {
            return;
        }
        let before = self.out.len();
        let told = match (old.as_bytes().first(), new.as_bytes().first()) {
            _ if path.depth == DEEPEST => false,
            (Some(b'{'), Some(b'{')) => self.members(path, members(old), members(new)),
            (Some(b'['), Some(b'[')) => self.list(path, old, new),
            _ => false,
        };
        // The outermost value is told in parts where that can be: a client need not expect anything else.
        let long = || path.depth > 0 && self.out.len() - before > path.len + new.len() + 4;
        if !told || long() {
            self.out.truncate(before);
            self.put(path, new);
        }
    }

    /// Whether the object could be told in parts: no key is missing now.
    fn members<'a>(
        &mut self,
        path: &Path,
        old: impl Iterator<Item = (&'a str, &'a str)>,
        new: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> bool {
        let mut old = old.peekable();
        for (key, value) in new {
            let path = path.to(Part::Key(key));
            match old.next_if(|(known, _)| *known == key) {
                Some((_, before)) => self.value(&path, before, value),
                None => self.put(&path, value),
            }
        }
        old.next().is_none()
    }

    /// Whether the list could be told in parts, in the shorter of two ways.
    fn list(&mut self, path: &Path, old: &str, new: &str) -> bool {
        let before = self.out.len();
        let told = self.places(path, items(old), items(new));
        let nested = |list: &str| list.as_bytes().iter().skip(1).any(|byte| matches!(byte, b'{' | b'['));
        // What has parts itself is better told by them.
        if nested(old) || nested(new) {
            return told;
        }
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
        for (index, value) in new.enumerate() {
            let path = path.to(Part::Place(index));
            match old.next() {
                Some(before) => self.value(&path, before, value),
                None => self.put(&path, value),
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
            let gone_items = old.by_ref().take(gone).count();
            let mut come_items = new.by_ref().take(come);
            match (gone_items, come) {
                (0, 0) => match (old.next(), new.next()) {
                    (None, None) => return true,
                    (Some(one), Some(other)) if one == other => place += 1,
                    _ => return false,
                },
                (gone, come) if gone == come => {
                    for item in come_items {
                        self.put(&path.to(Part::Place(place)), item);
                        place += 1;
                    }
                }
                (gone, come) => {
                    if gone > 0 {
                        self.key(&path.to(Part::Removed(place)));
                        let _ = write!(self.out, "{gone}");
                    }
                    if let Some(first) = come_items.next() {
                        self.key(&path.to(Part::Inserted(place)));
                        self.out.push('[');
                        self.out.push_str(first);
                        for item in come_items {
                            self.out.push(',');
                            self.out.push_str(item);
                        }
                        self.out.push(']');
                    }
                    place += come;
                }
            }
        }
    }

    fn put(&mut self, path: &Path, value: &str) {
        self.key(path);
        self.out.push_str(value);
    }

    fn key(&mut self, path: &Path) {
        if self.out.len() > self.first {
            self.out.push(',');
        }
        self.out.push('"');
        path.write(self.out);
        self.out.push_str("\":");
    }
}

/// The way to a value, as a list from its end.
struct Path<'a> {
    before: Option<&'a Path<'a>>,
    part: Part<'a>,
    depth: usize,
    /// How long its text is.
    len: usize,
}

#[derive(Clone, Copy)]
enum Part<'a> {
    Key(&'a str),
    Place(usize),
    Inserted(usize),
    Removed(usize),
}

impl<'a> Path<'a> {
    const EVERYTHING: Path<'static> = Path { before: None, part: Part::Key(""), depth: 0, len: 0 };

    fn to(&'a self, part: Part<'a>) -> Path<'a> {
        let digits = |index: usize| index.checked_ilog10().unwrap_or(0) as usize + 1;
        let part_len = match part {
            Part::Key(key) => key.len(),
            Part::Place(index) => digits(index),
            Part::Inserted(index) | Part::Removed(index) => digits(index) + 1,
        };
        let dot = usize::from(self.depth > 0);
        Path { before: Some(self), part, depth: self.depth + 1, len: self.len + dot + part_len }
    }

    fn write(&self, out: &mut String) {
        if let Some(before) = self.before.filter(|before| before.depth > 0) {
            before.write(out);
            out.push('.');
        }
        // Writing to a text cannot fail.
        let _ = match self.part {
            Part::Key(key) => out.write_str(key),
            Part::Place(index) => write!(out, "{index}"),
            Part::Inserted(index) => write!(out, "+{index}"),
            Part::Removed(index) => write!(out, "-{index}"),
        };
    }
}

/// The keys, without their quotes, and values of an object.
fn members(object: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = object.get(1..).unwrap_or_default();
    std::iter::from_fn(move || {
        let key = next_value(&mut rest)?.strip_prefix('"')?.strip_suffix('"')?;
        Some((key, next_value(&mut rest)?))
    })
}

/// The values of a list.
fn items(list: &str) -> impl Iterator<Item = &str> + Clone {
    let mut rest = list.get(1..).unwrap_or_default();
    std::iter::from_fn(move || next_value(&mut rest))
}

/// Takes the value at the beginning of the text and the comma or colon behind it.
fn next_value<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let (value, behind) = rest.split_at_checked(end_of_value(rest.as_bytes())?)?;
    *rest = behind.strip_prefix([',', ':']).unwrap_or(behind);
    (!value.is_empty()).then_some(value)
}

/// How long the value is that the bytes begin with; 0 where there is none.
fn end_of_value(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    loop {
        match bytes.get(at)? {
            b'"' => at = end_of_text(bytes, at + 1)?,
            b'{' | b'[' => (depth, at) = (depth + 1, at + 1),
            b'}' | b']' if depth > 0 => (depth, at) = (depth - 1, at + 1),
            b'}' | b']' | b',' | b':' if depth == 0 => return Some(at),
            _ => {
                at += 1;
                // A number or word may be all there is.
                if depth == 0 && at == bytes.len() {
                    return Some(at);
                }
                continue;
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

/// The place behind the quote that ends the text.
fn end_of_text(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}
