//! What screens are painted with: text, boxes, and where a click means something.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::look::{Look, Paint};

/// What a click means: what a key would, or a place of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hit {
    /// As if this was typed.
    Key(char),
    /// As if this was typed while Ctrl is held.
    Ctrl(char),
    /// As if Enter was.
    Enter,
    /// As if Escape was.
    Escape,
    /// The line of a list with this number.
    Line(usize),
    /// A card or a slot.
    Target(Target),
}

/// Something on a table that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The card of the deck with this number.
    Card(usize),
    /// A slot in front of a seat, as Kaboom has them.
    Slot(kaboom::Spot),
}

pub(crate) struct Canvas<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) look: Look,
    pub(crate) hits: Vec<(Rect, Hit)>,
}

/// The lines of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    Thin,
    Double,
}

impl<'a> Canvas<'a> {
    pub(crate) fn new(buffer: &'a mut Buffer, look: Look) -> Canvas<'a> {
        Canvas { buffer, look, hits: Vec::new() }
    }

    /// The whole screen.
    pub(crate) fn area(&self) -> Rect {
        self.buffer.area
    }

    /// Writes what fits before the right end of the area's row, and tells how many columns that took.
    pub(crate) fn put(&mut self, area: Rect, column: u16, row: u16, text: &str, paint: Paint) -> u16 {
        if row >= area.height || column >= area.width {
            return 0;
        }
        let (x, y) = (area.x + column, area.y + row);
        let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        let text = if self.look.ascii { ascii(&text) } else { text };
        let style = self.look.style(paint);
        let (end, _) = self.buffer.set_stringn(x, y, text, usize::from(area.width - column), style);
        end.saturating_sub(x)
    }

    /// Writes in the middle of a row.
    pub(crate) fn centre(&mut self, area: Rect, row: u16, text: &str, paint: Paint) {
        let width = text.width().min(usize::from(area.width)) as u16;
        self.put(area, (area.width - width) / 2, row, text, paint);
    }

    /// Writes at the right end of a row.
    pub(crate) fn right(&mut self, area: Rect, row: u16, text: &str, paint: Paint) {
        let width = text.width().min(usize::from(area.width)) as u16;
        self.put(area, area.width - width, row, text, paint);
    }

    pub(crate) fn fill(&mut self, area: Rect, paint: Paint) {
        let style = self.look.style(paint);
        self.cells(area, |buffer, x, y| {
            buffer[(x, y)].reset();
            buffer[(x, y)].set_style(style);
        });
    }

    fn cells(&mut self, area: Rect, mut each: impl FnMut(&mut Buffer, u16, u16)) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                each(self.buffer, x, y);
            }
        }
    }

    /// A filled box; its inside is answered.
    pub(crate) fn boxed(&mut self, area: Rect, edge: Edge, paint: Paint) -> Rect {
        self.fill(area, paint);
        if area.width < 2 || area.height < 2 {
            return area;
        }
        let signs: [&str; 6] = match (self.look.ascii, edge) {
            (true, Edge::Thin) => ["+", "-", "+", "|", "+", "+"],
            (true, Edge::Double) => ["#", "=", "#", "#", "#", "#"],
            (false, Edge::Thin) => ["╭", "─", "╮", "│", "╰", "╯"],
            (false, Edge::Double) => ["╔", "═", "╗", "║", "╚", "╝"],
        };
        let [left_top, line, right_top, side, left_bottom, right_bottom] = signs;
        let middle = line.repeat(usize::from(area.width - 2));
        self.put(area, 0, 0, &format!("{left_top}{middle}{right_top}"), paint);
        for row in 1..area.height - 1 {
            self.put(area, 0, row, side, paint);
            self.put(area, area.width - 1, row, side, paint);
        }
        self.put(area, 0, area.height - 1, &format!("{left_bottom}{middle}{right_bottom}"), paint);
        Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 2 }
    }

    pub(crate) fn hit(&mut self, area: Rect, hit: Hit) {
        self.hits.push((area, hit));
    }
}

/// What a click at this place means; what was painted last is on top.
pub(crate) fn hit_at(hits: &[(Rect, Hit)], column: u16, row: u16) -> Option<Hit> {
    let found = hits.iter().rev().find(|(area, _)| area.contains(Position::new(column, row)));
    found.map(|(_, hit)| *hit)
}

/// Words in lines of so many columns; a word that is longer is broken.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(4);
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word = word;
        loop {
            let line = lines.last_mut().expect("there is always a line");
            let gap = usize::from(!line.is_empty());
            if line.width() + gap + word.width() <= columns {
                line.push_str(&" "[..gap]);
                line.push_str(word);
                break;
            }
            if !line.is_empty() {
                lines.push(String::new());
                continue;
            }
            let (head, rest) = split_at_width(word, columns);
            line.push_str(head);
            word = rest;
            lines.push(String::new());
        }
    }
    lines
}

/// The text cut to so many columns, which it fills.
pub(crate) fn fitted(text: &str, columns: usize) -> String {
    let (head, rest) = split_at_width(text, columns);
    let (head, mark) = match rest.is_empty() {
        true => (head, ""),
        false => (split_at_width(text, columns.saturating_sub(1)).0, "~"),
    };
    let pad = columns.saturating_sub(head.width() + mark.len());
    format!("{head}{mark}{}", " ".repeat(pad))
}

fn split_at_width(text: &str, columns: usize) -> (&str, &str) {
    let mut width = 0;
    let fits = |letter: char| {
        width += letter.width().unwrap_or(0);
        width <= columns
    };
    let mut fits = fits;
    let end = text.char_indices().find(|(_, letter)| !fits(*letter)).map_or(text.len(), |(place, _)| place);
    text.split_at(end)
}

/// What a terminal shows that knows only ASCII.
fn ascii(text: &str) -> String {
    let letter = |letter: char| match letter {
        '·' | '•' => '-',
        '…' => '~',
        '–' | '—' => '-',
        '’' => '\'',
        '→' | '▸' | '▶' => '>',
        '←' | '◀' => '<',
        '↑' => '^',
        '↓' => 'v',
        '♣' => 'C',
        '♦' => 'D',
        '♥' => 'H',
        '♠' => 'S',
        '★' => '*',
        letter if letter.is_ascii() => letter,
        _ => '?',
    };
    text.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_by_their_width() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("桜に幕 cherry", 6), ["桜に幕", "cherry"]);
        assert_eq!(wrapped("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrapped("", 4), [""]);
    }

    #[test]
    fn texts_are_cut_by_their_width() {
        assert_eq!(fitted("abc", 5), "abc  ");
        assert_eq!(fitted("abcdef", 5), "abcd~");
        assert_eq!(fitted("桜に幕", 5), "桜に~");
        assert_eq!(fitted("桜に幕", 4), "桜~ ");
    }
}
