//! French cards in letters.

use cards::Card as _;
use cards::french::Card;
use ratatui::layout::Rect;

use crate::canvas::{Canvas, Edge, Hit, Target};
use crate::games::Mark;
use crate::look::{Look, Paint};

/// The card in three letters at most.
pub(crate) fn face(card: Card, look: Look) -> String {
    match (card.is_joker(), look.ascii) {
        (true, true) => if card.is_red() { "Jo+" } else { "Jo-" }.to_owned(),
        (false, true) => card.to_string(),
        (_, false) => card.symbol(),
    }
}

pub(crate) fn paint(card: Card) -> Paint {
    if card.is_red() { Paint::CardRed } else { Paint::Card }
}

/// A card of 5 columns and as many rows as it is given, at least 3; the next one may lie on its last columns.
pub(crate) fn draw(canvas: &mut Canvas, x: u16, y: u16, rows: u16, card: Card, mark: Mark) {
    let area = Rect { x, y, width: 5, height: rows };
    if area.intersection(canvas.area()) != area {
        return;
    }
    let paint = if mark.dim { Paint::Dim } else { paint(card) };
    let edge = if mark.chosen { Edge::Double } else { Edge::Thin };
    let inside = canvas.boxed(area, edge, if mark.chosen { Paint::FeltGold } else { Paint::Felt });
    canvas.fill(inside, paint);
    let face = face(card, canvas.look);
    canvas.put(inside, 0, 0, &face, paint);
    if inside.height >= 3 {
        canvas.right(inside, inside.height - 1, &face, paint);
    }
    mark.draw(canvas, area);
    canvas.hit(area, Hit::Target(Target::Card(card.index())));
}

/// A card of which only the back shows, or a word about it.
pub(crate) fn back(canvas: &mut Canvas, area: Rect, word: &str, mark: Mark) {
    let edge = if mark.chosen { Edge::Double } else { Edge::Thin };
    let inside = canvas.boxed(area, edge, if mark.chosen { Paint::FeltGold } else { Paint::Felt });
    canvas.fill(inside, Paint::Back);
    canvas.centre(inside, inside.height / 2, word, Paint::Back);
    mark.draw(canvas, area);
}
