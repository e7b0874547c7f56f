use std::fmt::Write;

/// The longest line that is taken, without its CR LF. The longest message has 46 bytes.
pub const LONGEST_LINE: usize = 256;

/// A stream of bytes cut into lines. A line may come in pieces, and many may come at once.
///
/// Only CR LF ends a line: a CR or LF alone is a byte of it like any other (and no message has one).
#[derive(Clone, Debug, Default)]
pub struct Lines {
    buffer: Vec<u8>,
    /// Up to here the buffer has been given out.
    begin: usize,
    /// Up to here there is no end of a line.
    searched: usize,
}

/// A line was longer than [`LONGEST_LINE`]; whatever comes behind it is not worth reading.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a line is longer than {LONGEST_LINE} bytes")]
pub struct TooLong {
    /// The bytes that it begins with.
    pub begins: Vec<u8>,
}

impl Lines {
    /// No bytes yet.
    pub fn new() -> Lines {
        Lines::default()
    }

    /// Takes the next bytes. Whoever pushes pulls all lines by [`Lines::next`] before pushing again, so that no more is ever
    /// kept than one push and one line.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.begin);
        self.searched -= self.begin;
        self.begin = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole line without its CR LF, as far as it has come.
    #[expect(clippy::should_implement_trait, reason = "it is no iterator: after `None` there may be more")]
    pub fn next(&mut self) -> Option<Result<Vec<u8>, TooLong>> {
        // The CR may have been the last byte of the push before.
        let from = self.searched.saturating_sub(1).max(self.begin);
        let end = self.buffer[from..].windows(2).position(|pair| pair == b"\r\n").map(|at| from + at);
        self.searched = self.buffer.len();
        let line = &self.buffer[self.begin..end.unwrap_or(self.buffer.len())];
        // Without an end, the last byte may be the CR of a line that is just not too long.
        let hopeless = line.len() > LONGEST_LINE + usize::from(end.is_none() && line.ends_with(b"\r"));
        if hopeless {
            let begins = line[..LONGEST_LINE].to_vec();
            self.begin = self.buffer.len();
            return Some(Err(TooLong { begins }));
        }
        let end = end?;
        let line = line.to_vec();
        self.begin = end + 2;
        self.searched = self.begin;
        Some(Ok(line))
    }

    /// How many bytes wait for the rest of their line.
    pub fn waiting(&self) -> usize {
        self.buffer.len() - self.begin
    }
}

/// The line as it can be printed: what is no printable ASCII is escaped, so that a message cannot forge a line of a report.
pub fn shown(line: &[u8]) -> String {
    line.iter().fold(String::with_capacity(line.len()), |mut text, byte| {
        match byte {
            b' '..=b'~' => text.push(char::from(*byte)),
            other => write!(text, "\\x{other:02x}").expect("a string takes every text"),
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(lines: &mut Lines) -> Vec<String> {
        std::iter::from_fn(|| lines.next()).map(|line| shown(&line.unwrap())).collect()
    }

    #[test]
    fn lines_come_in_pieces_and_together() {
        let text = b"IAMN\r\n\r\nTRICK1\r2C\nX\r\r\nend\r\n\r";
        let expected = ["IAMN", "", "TRICK1\\x0d2C\\x0aX\\x0d", "end"];
        let mut lines = Lines::new();
        lines.push(text);
        assert_eq!(all(&mut lines), expected);
        assert_eq!(lines.waiting(), 1);
        for size in 1..text.len() {
            let mut lines = Lines::new();
            let mut found = Vec::new();
            for piece in text.chunks(size) {
                lines.push(piece);
                found.extend(all(&mut lines));
            }
            assert_eq!(found, expected, "in pieces of {size}");
        }
    }

    #[test]
    fn a_line_has_a_longest_length() {
        for (length, fits) in [(255, true), (256, true), (257, false), (5000, false)] {
            for piece in [1, 7, 10_000] {
                let mut text = vec![b'x'; length];
                text.extend(b"\r\nIAMN\r\n");
                let mut lines = Lines::new();
                let mut found = Vec::new();
                for bytes in text.chunks(piece) {
                    lines.push(bytes);
                    found.extend(std::iter::from_fn(|| lines.next()));
                    assert!(lines.waiting() <= LONGEST_LINE + 1);
                    if found.last().is_some_and(Result::is_err) {
                        break;
                    }
                }
                assert_eq!(found[0].is_ok(), fits, "{length} bytes by {piece}");
                if fits {
                    assert_eq!(found[1], Ok(b"IAMN".to_vec()));
                }
            }
        }
    }
}
