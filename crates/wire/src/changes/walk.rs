use super::path::Part;
use super::pen::Pen;
use super::text::Cursor;

/// Deeper than this, what differs is told as a whole. No scene goes half as deep.
const DEEPEST: usize = 24;

/// Goes through two texts at once, each byte once, except in lists that differ. What is `None` is no compact JSON.
pub(super) struct Walk<'a, 'p, 'o> {
    old: Cursor<'a>,
    new: Cursor<'a>,
    pen: &'p mut Pen<'o>,
    /// The items of two lists, while these are compared.
    items: (Vec<&'a [u8]>, Vec<&'a [u8]>),
}

impl<'a, 'p, 'o> Walk<'a, 'p, 'o> {
    pub(super) fn new(pen: &'p mut Pen<'o>) -> Self {
        let nowhere = Cursor::new(b"");
        Walk { old: nowhere, new: nowhere, pen, items: Default::default() }
    }

    /// Tells what has changed.
    pub(super) fn compare(&mut self, old: &'a [u8], new: &'a [u8]) {
        if old == new {
            return;
        }
        (self.old, self.new) = (Cursor::new(old), Cursor::new(new));
        let (here, before) = (self.pen.path.mark(), self.pen.len());
        if self.value().is_none() {
            self.pen.take_back(before);
            self.pen.path.back(here);
            self.pen.put(new);
        }
    }

    /// Goes past the value in both texts and tells what differs.
    fn value(&mut self) -> Option<()> {
        let (before, start) = (self.pen.len(), self.new.at);
        let told = match (self.old.peek()?, self.new.peek()?) {
            _ if self.pen.path.depth() == DEEPEST => return self.plain(),
            (b'{', b'{') => self.object()?,
            (b'[', b'[') => {
                let (mut old, mut new) = (self.old, self.new);
                let (mut gone, mut come) = std::mem::take(&mut self.items);
                let told = match (old.flat_list(&mut gone), new.flat_list(&mut come)) {
                    (Some(()), Some(())) => {
                        (self.old, self.new) = (old, new);
                        gone == come || self.pen.list(&gone, &come)
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
        if !told || self.pen.is_long(before, whole.len()) {
            self.pen.take_back(before);
            self.pen.put(whole);
        }
        Some(())
    }

    fn plain(&mut self) -> Option<()> {
        let (old, new) = (self.old.value()?, self.new.value()?);
        if old != new {
            self.pen.put(new);
        }
        Some(())
    }

    /// Whether the object could be told in parts: no key is missing now.
    fn object(&mut self) -> Option<bool> {
        self.old.at += 1;
        self.new.at += 1;
        let here = self.pen.path.mark();
        let mut known = None;
        while !self.new.pass(b'}') {
            let key = self.new.key()?;
            if known.is_none() && self.old.peek()? != b'}' {
                known = Some(self.old.key()?);
            }
            self.pen.path.enter(Part::Key(key));
            if known == Some(key) {
                self.value()?;
                known = None;
                self.old.pass(b',');
            } else {
                let value = self.new.value()?;
                self.pen.put(value);
            }
            self.pen.path.back(here);
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
        let here = self.pen.path.mark();
        let mut index = 0;
        while !self.new.pass(b']') {
            self.pen.path.enter(Part::Place(index));
            if self.old.peek()? == b']' {
                let value = self.new.value()?;
                self.pen.put(value);
            } else {
                self.value()?;
                self.old.pass(b',');
            }
            self.pen.path.back(here);
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
}
