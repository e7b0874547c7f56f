//! A hanafuda card in letters: the month with its plant, what the card is and counts, and what it shows.

use cards::Card as _;
use cards::hanafuda::{BLUE_RIBBONS, Card, Kind, Set};
use ratatui::layout::Rect;

use crate::canvas::{Canvas, Edge, Hit, Target, fitted};
use crate::games::Mark;
use crate::look::{Look, Paint};

/// How large a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// 8 columns, 6 rows.
    Whole,
    /// 7 columns, 4 rows.
    Small,
}

impl Size {
    pub(crate) const fn columns(self) -> u16 {
        match self {
            Size::Whole => 8,
            Size::Small => 7,
        }
    }

    pub(crate) const fn rows(self) -> u16 {
        match self {
            Size::Whole => 6,
            Size::Small => 4,
        }
    }
}

/// The sign of a kind, so that no colour is needed to tell it.
pub(crate) fn sign(kind: Kind, look: Look) -> &'static str {
    match kind {
        Kind::Light => look.sign("★", "*"),
        Kind::Animal => look.sign("●", "o"),
        Kind::Ribbon => look.sign("▮", "="),
        Kind::Chaff => look.sign("·", "."),
    }
}

/// What a card of the kind counts in the oldest games with these cards.
const fn points(kind: Kind) -> u8 {
    match kind {
        Kind::Light => 20,
        Kind::Animal => 10,
        Kind::Ribbon => 5,
        Kind::Chaff => 1,
    }
}

/// What it shows, in one word: its code without the month and the number.
pub(crate) fn figure(card: Card) -> &'static str {
    let word = card.code().split_once('-').map_or("", |(_, word)| word);
    match word {
        "plain-1" | "plain-2" | "plain-3" => "plain",
        "ribbon" if BLUE_RIBBONS.contains(card) => "blue",
        word => word,
    }
}

/// A word of at most five letters that is still known again.
fn short(card: Card) -> &'static str {
    match figure(card) {
        "warbler" => "warbl",
        "curtain" => "curtn",
        "cuckoo" => "cucko",
        "bridge" => "bridg",
        "butterflies" => "bttfl",
        "ribbon" => "ribbn",
        "rainman" => "rain",
        "swallow" => "swllw",
        "lightning" => "storm",
        "phoenix" => "phnix",
        word => word,
    }
}

pub(crate) fn paint(card: Card) -> Paint {
    match card.kind() {
        Kind::Light => Paint::Light,
        Kind::Ribbon if BLUE_RIBBONS.contains(card) => Paint::CardBlue,
        Kind::Ribbon => Paint::CardRed,
        Kind::Animal | Kind::Chaff => Paint::Card,
    }
}

pub(crate) fn draw(canvas: &mut Canvas, x: u16, y: u16, card: Card, size: Size, mark: Mark) {
    let area = Rect { x, y, width: size.columns(), height: size.rows() }.intersection(canvas.area());
    if area.width < size.columns() || area.height < size.rows() {
        return;
    }
    let edge = if mark.chosen { Edge::Double } else { Edge::Thin };
    let face = if mark.dim { Paint::Dim } else { paint(card) };
    // The edge lies on the cloth, so that cards side by side are told apart.
    let inside = canvas.boxed(area, edge, if mark.chosen { Paint::FeltGold } else { Paint::Felt });
    canvas.fill(inside, face);
    let (month, look) = (card.month(), canvas.look);
    let number = format!("{:>2}", month.number());
    let plant: String = if look.ascii {
        month.plant().chars().take(2).collect()
    } else {
        month.plant_japanese().chars().take(1).collect()
    };
    let kind = sign(card.kind(), look);
    match size {
        Size::Small => {
            canvas.put(inside, 0, 0, &format!("{number}{plant}{kind}"), face);
            canvas.put(inside, 0, 1, &fitted(short(card), 5), face);
        }
        Size::Whole => {
            canvas.put(inside, 0, 0, &format!("{number}  {plant}"), face);
            // Of bush clover the second word tells more.
            let plant = month.plant().rsplit(' ').next().unwrap_or_default();
            canvas.put(inside, 0, 1, &format!("{plant:<6.6}"), face);
            canvas.put(inside, 0, 2, &format!(" {kind} {:<2}", points(card.kind())), face);
            let word = if figure(card).len() > 6 { short(card) } else { figure(card) };
            canvas.put(inside, 0, 3, &format!("{word:<6}"), face);
        }
    }
    mark.draw(canvas, area);
    canvas.hit(area, Hit::Target(Target::Card(card.index())));
}

/// A card's back.
pub(crate) fn back(canvas: &mut Canvas, x: u16, y: u16, size: Size, word: &str) {
    let area = Rect { x, y, width: size.columns(), height: size.rows() }.intersection(canvas.area());
    if area.width < size.columns() || area.height < size.rows() {
        return;
    }
    let inside = canvas.boxed(area, Edge::Thin, Paint::Felt);
    canvas.fill(inside, Paint::Back);
    canvas.centre(inside, inside.height / 2, word, Paint::Back);
}

/// The card in one word: `12phnix`.
pub(crate) fn word(card: Card) -> String {
    format!("{}{}", card.month().number(), short(card))
}

/// Captured cards in a line, by kinds: `★2 crane moon  ●1 boar  ▮2 poem ribbon  ·4`. What does not fit is counted.
pub(crate) fn pile(canvas: &mut Canvas, area: Rect, row: u16, cards: Set, quiet: Paint) {
    let mut column = 0;
    for kind in Kind::ALL {
        let of_kind = cards & kind.cards();
        if of_kind.is_empty() {
            continue;
        }
        let head = format!("{}{}", sign(kind, canvas.look), of_kind.len());
        column += canvas.put(area, column, row, &head, quiet);
        if kind != Kind::Chaff {
            for card in of_kind {
                let word = word(card);
                // The kinds that follow have their numbers at least.
                if column + 1 + word.len() as u16 + 10 > area.width {
                    column += canvas.put(area, column, row, "…", quiet);
                    break;
                }
                column += 1;
                column += canvas.put(area, column, row, &word, paint_on_felt(card));
            }
        }
        column += 2;
    }
    if cards.is_empty() {
        canvas.put(area, 0, row, "nothing captured yet", quiet);
    }
}

fn paint_on_felt(card: Card) -> Paint {
    if card.kind() == Kind::Light { Paint::FeltGold } else { Paint::Felt }
}
