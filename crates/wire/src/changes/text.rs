/// A place in a compact JSON text. What is asked for is `None` where the text is no such JSON.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    text: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Cursor { text, at: 0 }
    }

    /// The byte here.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Goes past this byte, if it is here.
    pub(super) fn pass(&mut self, byte: u8) -> bool {
        let here = self.peek() == Some(byte);
        self.at += usize::from(here);
        here
    }

    /// Goes past a key and its colon: the key without its quotes.
    pub(super) fn key(&mut self) -> Option<&'a [u8]> {
        let start = self.at + 1;
        if !self.pass(b'"') {
            return None;
        }
        self.string()?;
        let key = self.text.get(start..self.at - 1)?;
        self.pass(b':').then_some(key)
    }

    /// Goes past a value.
    pub(super) fn value(&mut self) -> Option<&'a [u8]> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            let byte = self.peek();
            match byte {
                Some(b'"') => {
                    self.at += 1;
                    self.string()?;
                }
                Some(b'{' | b'[') => (depth, self.at) = (depth + 1, self.at + 1),
                Some(b'}' | b']') if depth > 0 => (depth, self.at) = (depth - 1, self.at + 1),
                // A number or a word ends here.
                Some(b'}' | b']' | b',' | b':') | None if depth == 0 => break,
                Some(_) => {
                    self.at += 1;
                    continue;
                }
                None => return None,
            }
            if depth == 0 {
                break;
            }
        }
        self.since(start).filter(|value| !value.is_empty())
    }

    /// Goes past a list, if nothing in it has parts itself, and takes its items.
    pub(super) fn flat_list(&mut self, items: &mut Vec<&'a [u8]>) -> Option<()> {
        items.clear();
        let mut ahead = *self;
        ahead.at += 1;
        while !ahead.pass(b']') {
            let start = ahead.at;
            match ahead.peek()? {
                b'"' => {
                    ahead.at += 1;
                    ahead.string()?;
                }
                b'{' | b'[' => return None,
                _ => {
                    while !matches!(ahead.peek()?, b',' | b']') {
                        ahead.at += 1;
                    }
                }
            }
            items.push(ahead.since(start)?);
            ahead.pass(b',');
        }
        *self = ahead;
        Some(())
    }

    /// The text from there to here.
    pub(super) fn since(&self, start: usize) -> Option<&'a [u8]> {
        self.text.get(start..self.at)
    }

    /// Goes past the rest of a string, the first quote being behind.
    fn string(&mut self) -> Option<()> {
        loop {
            let rest = self.text.get(self.at..)?;
            let stop = rest.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
            self.at += stop + 1;
            if rest[stop] == b'"' {
                return Some(());
            }
            // What is escaped.
            self.at += 1;
        }
    }
}
