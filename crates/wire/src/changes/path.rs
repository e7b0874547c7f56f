/// The way to a value, as text: from here on it goes into a member or an item, and comes back.
#[derive(Default)]
pub(super) struct Path {
    text: Vec<u8>,
    depth: usize,
}

#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    Key(&'a [u8]),
    Place(usize),
    Inserted(usize),
    Removed(usize),
}

/// A place on the way, to come back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    len: usize,
    depth: usize,
}

/// Nearly all that changes lies in the view, so its name is left out of what leads into it.
const VIEW: &[u8] = b"view.";

impl Path {
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// How long its text is.
    pub(super) fn len(&self) -> usize {
        self.text().len()
    }

    /// How long the text of the way to a part of it is.
    pub(super) fn len_to(&self, part: Part) -> usize {
        let part = match part {
            Part::Key(key) => key.len(),
            Part::Place(index) => digits(index),
            Part::Inserted(index) | Part::Removed(index) => digits(index) + 1,
        };
        self.len() + usize::from(self.depth > 0) + part
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { len: self.text.len(), depth: self.depth }
    }

    /// Goes to a part of where it leads.
    pub(super) fn enter(&mut self, part: Part) {
        if self.depth > 0 {
            self.text.push(b'.');
        }
        match part {
            Part::Key(key) => self.text.extend_from_slice(key),
            Part::Place(index) => push_number(index, &mut self.text),
            Part::Inserted(index) => {
                self.text.push(b'+');
                push_number(index, &mut self.text);
            }
            Part::Removed(index) => {
                self.text.push(b'-');
                push_number(index, &mut self.text);
            }
        }
        self.depth += 1;
    }

    pub(super) fn back(&mut self, to: Mark) {
        self.text.truncate(to.len);
        self.depth = to.depth;
    }

    /// Writes it as a key of the object whose members begin at `first`.
    pub(super) fn write_key(&self, first: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(if out.len() > first { b",\"" } else { b"\"" });
        out.extend_from_slice(self.text());
        out.extend_from_slice(b"\":");
    }

    fn text(&self) -> &[u8] {
        let hidden = if self.text.starts_with(VIEW) { VIEW.len() - 1 } else { 0 };
        &self.text[hidden..]
    }
}

pub(super) fn digits(number: usize) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

pub(super) fn push_number(number: usize, out: &mut Vec<u8>) {
    if number >= 10 {
        push_number(number / 10, out);
    }
    out.push(b'0' + (number % 10) as u8);
}
