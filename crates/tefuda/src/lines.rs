use std::io::{self, BufRead, Read};

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Without its end.
    Whole(Vec<u8>),
    /// Longer than allowed: its beginning is gone, and the rest still to be read or skipped.
    TooLong,
}

/// The next line; `None` at the end of input. No more than `longest` bytes of it are kept.
pub(crate) fn next(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        return Ok(Some(Line::Whole(bytes)));
    }
    Ok(Some(if bytes.len() <= longest { Line::Whole(bytes) } else { Line::TooLong }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_can_be_skipped_whole() {
        let mut input = &b"abc\n\nabcd\nabcdefgh\nx\nabcd"[..];
        let mut lines = Vec::new();
        while let Some(line) = next(&mut input, 3).unwrap() {
            lines.push(match line {
                Line::Whole(bytes) => String::from_utf8(bytes).unwrap(),
                Line::TooLong => {
                    input.skip_until(b'\n').unwrap();
                    "too long".to_owned()
                }
            });
        }
        assert_eq!(lines, ["abc", "", "too long", "too long", "x", "too long"]);
    }
}
