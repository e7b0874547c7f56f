use std::fmt::Write as _;

/// The way to a value, as a list from its end.
pub(super) struct Path<'a> {
    before: Option<&'a Path<'a>>,
    part: Part<'a>,
    pub(super) depth: usize,
    /// How long its text is.
    pub(super) len: usize,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Part<'a> {
    Key(&'a str),
    Place(usize),
    Inserted(usize),
    Removed(usize),
}

impl<'a> Path<'a> {
    pub(super) const EVERYTHING: Path<'static> = Path { before: None, part: Part::Key(""), depth: 0, len: 0 };

    pub(super) fn to(&'a self, part: Part<'a>) -> Path<'a> {
        let digits = |index: usize| index.checked_ilog10().unwrap_or(0) as usize + 1;
        let part_len = match part {
            Part::Key(key) => key.len(),
            Part::Place(index) => digits(index),
            Part::Inserted(index) | Part::Removed(index) => digits(index) + 1,
        };
        let dot = usize::from(self.depth > 0);
        Path { before: Some(self), part, depth: self.depth + 1, len: self.len + dot + part_len }
    }

    /// Writes it as a key of the object whose members begin at `first`.
    pub(super) fn write_key(&self, first: usize, out: &mut String) {
        out.push_str(if out.len() > first { ",\"" } else { "\"" });
        self.write(out);
        out.push_str("\":");
    }

    fn write(&self, out: &mut String) {
        if let Some(before) = self.before.filter(|before| before.depth > 0) {
            // Nearly all that changes lies in the view, so its name is left out.
            if !(before.depth == 1 && before.part == Part::Key("view")) {
                before.write(out);
            }
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
