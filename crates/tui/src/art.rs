//! The picture of a card, two pixels in each cell: its upper half and its lower.

use std::sync::LazyLock;

use cards::Card as _;
use cards::hanafuda::Card;
use ratatui::layout::Rect;

use crate::canvas::Canvas;

/// The columns that a picture takes.
pub(crate) const COLUMNS: u16 = 24;
/// The rows that it takes.
pub(crate) const ROWS: u16 = 20;
/// The months stand side by side.
const MONTHS: usize = 12;

/// Made by `art/sheet.sh`.
static SHEET: LazyLock<Option<Sheet>> = LazyLock::new(|| Sheet::read(include_bytes!("../art/hanafuda.png")));

struct Sheet {
    pixels: Vec<[u8; 3]>,
}

impl Sheet {
    fn read(file: &[u8]) -> Option<Sheet> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().ok()?;
        let mut bytes = vec![0; reader.output_buffer_size()?];
        let info = reader.next_frame(&mut bytes).ok()?;
        let wanted = (MONTHS as u32 * u32::from(COLUMNS), 4 * 2 * u32::from(ROWS));
        let fits = info.color_type == png::ColorType::Rgb && info.bit_depth == png::BitDepth::Eight;
        if !fits || (info.width, info.height) != wanted {
            return None;
        }
        let (pixels, _) = bytes.as_chunks::<3>();
        Some(Sheet { pixels: pixels.to_vec() })
    }

    fn at(&self, card: Card, column: u16, line: u16) -> [u8; 3] {
        let (month, rank) = (card.index() / 4, card.index() % 4);
        let x = month * usize::from(COLUMNS) + usize::from(column);
        let y = rank * 2 * usize::from(ROWS) + usize::from(line);
        self.pixels[y * MONTHS * usize::from(COLUMNS) + x]
    }
}

/// Draws the picture in the upper left of the area, if the terminal has the colours and signs for it.
pub(crate) fn draw(canvas: &mut Canvas, area: Rect, card: Card) -> bool {
    let look = canvas.look;
    let Some(sheet) = SHEET.as_ref() else { return false };
    if look.ascii || look.pixel([0; 3]).is_none() || area.width < COLUMNS || area.height < ROWS {
        return false;
    }
    let left = area.x + (area.width - COLUMNS) / 2;
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let pixel = |line: u16| look.pixel(sheet.at(card, column, line)).unwrap_or_default();
            let cell = &mut canvas.buffer[(left + column, area.y + row)];
            cell.set_symbol("▀").set_fg(pixel(2 * row)).set_bg(pixel(2 * row + 1));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_a_picture_of_its_own() {
        let sheet = SHEET.as_ref().expect("the sheet is of the right form");
        let picture = |card: Card| -> Vec<[u8; 3]> {
            (0..2 * ROWS)
                .flat_map(|line| (0..COLUMNS).map(move |column| sheet.at(card, column, line)))
                .collect()
        };
        let mut pictures: Vec<_> = cards::hanafuda::Set::ALL.iter().map(picture).collect();
        pictures.sort();
        pictures.dedup();
        assert_eq!(pictures.len(), 48);
    }
}
