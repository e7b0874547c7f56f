use game::{Seat, Seats};
use unicode_width::UnicodeWidthStr;

use crate::Plain;

/// How text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// So many columns a line has at most.
    pub columns: usize,
    /// Whether cards have the symbols of their suits and the plants of their months, rather than letters alone.
    pub unicode: bool,
}

impl Default for Style {
    fn default() -> Style {
        Style { columns: 80, unicode: false }
    }
}

impl Style {
    /// The text with its cards as this style shows them.
    pub fn dress<G: Plain>(self, text: &str) -> String {
        if !self.unicode {
            return text.to_owned();
        }
        let ends = |letter: char| !letter.is_alphanumeric() && letter != '-';
        let mut dressed = String::new();
        for piece in text.split_inclusive(ends) {
            let word = piece.trim_end_matches(ends);
            match G::dressed(word) {
                Some(card) => dressed.extend([&card, &piece[word.len()..]]),
                None => dressed.push_str(piece),
            }
        }
        dressed
    }

    /// The text in lines that fit, all but the first with this indent.
    pub fn wrapped(self, text: &str, indent: usize) -> String {
        let mut lines = vec![String::new()];
        for (i, word) in text.split(' ').enumerate() {
            let line = lines.last_mut().expect("there is always a line");
            if !word.is_empty() && line.width() + word.width() >= self.columns {
                lines.push(format!("{:indent$}{word}", ""));
            } else {
                line.push_str(if i == 0 { "" } else { " " });
                line.push_str(word);
            }
        }
        lines.join("\n")
    }

    /// Words with two spaces between them, in lines that fit, all but the first with this indent.
    pub(crate) fn list(self, words: impl Iterator<Item = String>, indent: usize) -> String {
        let room = self.columns.saturating_sub(indent + 3);
        let mut lines = vec![String::new()];
        for word in words {
            let line = lines.last_mut().expect("there is always a line");
            if line.is_empty() {
                *line = word;
            } else if line.width() + 2 + word.width() > room {
                lines.push(word);
            } else {
                line.extend(["  ", &word]);
            }
        }
        lines.join(&format!("\n{:indent$}", ""))
    }

    /// The line above a table.
    pub(crate) fn headline(self, head: &str) -> String {
        format!("\n== {head} {}", "=".repeat(self.columns.saturating_sub(head.width() + 6)))
    }
}

/// The text in lines of at most 80 columns, all but the first with this indent.
pub fn wrapped(text: &str, indent: usize) -> String {
    Style::default().wrapped(text, indent)
}

/// The text with spaces behind it, up to so many columns.
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{:1$}", "", columns.saturating_sub(text.width()))
}

/// The text with names in place of seats. Texts of events say `seat 0`, and nothing else in them looks like that.
pub fn with_names(text: &str, names: &Seats<String>) -> String {
    let mut parts = text.split("seat ");
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.chars().next().and_then(|digit| digit.to_digit(10));
        match number.and_then(|number| names.get(Seat::new(number as usize)?)) {
            Some(name) => named.extend([name, &part[1..]]),
            None => named.extend(["seat ", part]),
        }
    }
    named
}

/// The text with a capital letter at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::kierki::Kierki;
    use ::koikoi::KoiKoi;

    #[test]
    fn cards_are_dressed_and_other_words_are_not() {
        let style = Style { unicode: true, ..Style::default() };
        assert_eq!(style.dress::<Kierki>("seat 1 plays QS, (10H 2C)."), "seat 1 plays Q♠, (10♥ 2♣).");
        assert_eq!(style.dress::<KoiKoi>("8-moon takes 8-plain-1"), "8芒moon takes 8芒plain-1");
        assert_eq!(style.dress::<KoiKoi>("koi-koi x2\n\n 8-nothing"), "koi-koi x2\n\n 8-nothing");
        assert_eq!(Style::default().dress::<Kierki>("QS"), "QS");
    }

    #[test]
    fn lines_fit_also_where_letters_are_wide() {
        let style = Style { columns: 20, unicode: true };
        for line in style.wrapped("松に鶴 松に赤短 桜に幕 芒に月 plain letters too", 2).lines() {
            assert!(line.width() <= 20, "{line}");
        }
    }

    #[test]
    fn names_take_the_place_of_seats() {
        let names: Seats<String> = ["Ada", "seat 0"].map(String::from).into();
        assert_eq!(with_names("seat 0 beats seat 1, not seat 7", &names), "Ada beats seat 0, not seat 7");
    }
}
