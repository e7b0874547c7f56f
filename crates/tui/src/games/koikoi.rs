//! The table of Koi-Koi.

use ::koikoi::{Action, Guide, KoiKoi, Recipe, Stage, View};
use cards::Card as _;
use cards::hanafuda::{Card, Kind, Set};
use game::{Outcome, Seat, Seats};
use ratatui::layout::Rect;

use super::hanafuda::{self, Size};
use super::{Board, Button, Does, Mark, Offers, Sight};
use crate::canvas::{Canvas, Target, wrapped};
use crate::look::{Look, Paint};

/// So many yaku in reach are told.
const MOST_YAKU: usize = 7;

impl Board for KoiKoi {
    fn offers(_view: &View, legal: &[Action]) -> Offers<Action> {
        let mut offers = Offers::default();
        for action in legal {
            match *action {
                Action::Play(card) | Action::Choose(card) => {
                    offers.pick.push((Target::Card(card.index()), *action));
                }
                Action::KoiKoi => offers.buttons.push(button('k', "koi-koi, play on", *action)),
                Action::Stop => offers.buttons.push(button('s', "stop, take the points", *action)),
            }
        }
        offers
    }

    fn headline(view: &View) -> String {
        let (round, rounds, month) = (view.round, view.rules.rounds, view.month);
        format!("Round {round} of {rounds} · {month}, {}", month.plant())
    }

    fn prompt(view: &View, names: &Seats<String>, you: Option<Seat>) -> String {
        let own = you == Some(view.turn);
        let name = &names[view.turn];
        match (view.stage, own) {
            (Stage::Play, true) => "Your turn: play a card. It takes a card of the same month.".to_owned(),
            (Stage::Play, false) => format!("{name} plays a card."),
            (Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card), true) => {
                format!("Choose what {} takes.", card.english())
            }
            (Stage::ChooseForHand(_) | Stage::ChooseForDrawn(_), false) => format!("{name} chooses."),
            (Stage::Decide, true) => {
                format!("Play on, or stop? You have {}.", view.standing[view.turn].stopping)
            }
            (Stage::Decide, false) => format!("{name} decides: koi-koi, or stop."),
            (Stage::Over, _) => "The match is over.".to_owned(),
            (Stage::NoDeck, _) => "The record ends here.".to_owned(),
        }
    }

    fn last(view: &View) -> Option<(u32, String)> {
        view.last.as_ref().map(|last| (last.round.into(), last.to_string()))
    }

    fn ending(view: &View) -> Option<&Outcome> {
        view.outcome.as_ref()
    }

    fn draw(canvas: &mut Canvas, area: Rect, sight: &Sight<KoiKoi>) {
        let size = if area.height >= 30 && area.width >= 66 { Size::Whole } else { Size::Small };
        let other = sight.near.next(2);
        let open = sight.open.map(|open| open[other].iter().flatten().copied().collect::<Set>());
        // Two rows for the field, however many cards lie there; what is left goes between the parts.
        let taken = 4 + 3 * size.rows() + 2 * u16::from(open.is_some());
        let gap = (area.height.saturating_sub(taken) / 4).min(2);
        let mut row = gap;
        player(canvas, part(area, row, 2), sight, other);
        row += 2;
        if let Some(cards) = open {
            let words: Vec<String> = cards.iter().map(hanafuda::word).collect();
            let line = format!("holds {}", words.join(" "));
            let at = inset(part(area, row, 2));
            for (row, line) in (0..).zip(wrapped(&line, usize::from(at.width))) {
                canvas.put(at, 0, row, &line, Paint::FeltQuiet);
            }
            row += 2;
        }
        row += gap;
        field(canvas, part(area, row, 2 * size.rows()), sight, size);
        row += 2 * size.rows() + gap;
        player(canvas, part(area, row, 2), sight, sight.near);
        row += 2 + gap;
        hand(canvas, part(area, row, size.rows()), sight, size);
    }

    /// Cards of the hand that take something, and cards of the field that the one under the cursor would take.
    fn goes_with(view: &View, aimed: Option<Target>, card: usize) -> bool {
        let (Some(Target::Card(aimed)), Some(card)) = (aimed, Card::from_index(card)) else { return false };
        let Some(aimed) = Card::from_index(aimed).filter(|aimed| view.hand.contains(*aimed)) else {
            return false;
        };
        if view.hand.contains(card) { !view.takes(card).is_empty() } else { view.takes(aimed).contains(card) }
    }

    fn picture(target: Target) -> Option<Card> {
        match target {
            Target::Card(card) => Card::from_index(card),
            Target::Slot(_) => None,
        }
    }

    fn aside(sight: &Sight<KoiKoi>, look: Look) -> Vec<(String, Paint)> {
        let view = sight.view;
        let mut lines = vec![("Yaku in reach".to_owned(), Paint::Gold)];
        let (own, theirs) = (view.piles[sight.near], view.piles[sight.near.next(2)]);
        let yaku = Guide::new(&view.rules).yaku;
        let in_reach = |recipe: &'_ Recipe| recipe.reach(own, theirs, view.month);
        let mut reach: Vec<(&Recipe, usize, usize)> = yaku
            .iter()
            .filter_map(|recipe| in_reach(recipe).map(|(have, whole)| (recipe, have, whole)))
            .collect();
        reach.sort_by_key(|(recipe, have, whole)| (whole - have, std::cmp::Reverse(recipe.points)));
        for (recipe, have, whole) in reach.iter().take(MOST_YAKU) {
            let (name, points) = (recipe.name.english(), recipe.points);
            lines.push(match have == whole {
                true => (format!("= {name} {points}"), Paint::Good),
                false => (format!("{have}/{whole} {name} {points}"), Paint::Room),
            });
        }
        if reach.is_empty() {
            // Whoever has captured nothing yet may not know the signs.
            lines.push(("none yet".to_owned(), Paint::Quiet));
            lines.push(("The signs".to_owned(), Paint::Gold));
            for kind in Kind::ALL {
                lines.push((format!("{} {}", hanafuda::sign(kind, look), kind.english()), Paint::Room));
            }
            lines.push((format!("{} takes something", look.sign("◆", "@")), Paint::Room));
        }
        lines
    }
}

fn button(key: char, word: &'static str, action: Action) -> Button<Action> {
    Button { key, word, does: Does::Act(action) }
}

/// Some rows of an area.
fn part(area: Rect, row: u16, rows: u16) -> Rect {
    let top = row.min(area.height);
    Rect { y: area.y + top, height: rows.min(area.height - top), ..area }
}

fn inset(area: Rect) -> Rect {
    Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area }
}

fn player(canvas: &mut Canvas, area: Rect, sight: &Sight<KoiKoi>, seat: Seat) {
    let view = sight.view;
    let area = inset(area);
    let turn = view.turn == seat && view.outcome.is_none();
    let sign = if turn { "▶ " } else { "" };
    let calls = match view.calls[seat] {
        0 => String::new(),
        calls => format!(" · koi-koi x{calls}"),
    };
    let (points, cards) = (view.scores[seat], view.hand_sizes[seat]);
    let noun = if cards == 1 { "card" } else { "cards" };
    let head = format!("{sign}{} · {points} points · {cards} {noun}{calls}", sight.title(seat));
    let column = canvas.put(area, 0, 0, &head, if turn { Paint::FeltGold } else { Paint::Felt });
    let standing = &view.standing[seat];
    if !standing.yaku.is_empty() {
        let made: Vec<String> = standing.yaku.iter().map(ToString::to_string).collect();
        canvas.put(area, column + 2, 0, &format!("= {}", made.join(", ")), Paint::FeltGold);
    }
    hanafuda::pile(canvas, area, 1, view.piles[seat], Paint::FeltQuiet);
}

fn field(canvas: &mut Canvas, area: Rect, sight: &Sight<KoiKoi>, size: Size) {
    let view = sight.view;
    let waiting = match view.stage {
        Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card) => Some(card),
        Stage::Play | Stage::Decide | Stage::Over | Stage::NoDeck => None,
    };
    let left = area.x + 1;
    hanafuda::back(canvas, left, area.y, size, &view.draw_pile.to_string());
    if let Some(card) = waiting {
        let mark = Mark { chosen: true, ..sight.mark(Target::Card(card.index())) };
        hanafuda::draw(canvas, left, area.y + size.rows(), card, size, mark);
    }
    let start = left + size.columns() + 1;
    let room = area.right().saturating_sub(start);
    let cards: Vec<Card> = view.field.iter().collect();
    let in_row = cards.len().div_ceil(2).max(1);
    // Very many cards lie on each other's right edges.
    let step = match in_row as u16 * size.columns() <= room {
        true => size.columns(),
        false => room.saturating_sub(size.columns()) / (in_row as u16 - 1).max(1),
    };
    for (place, card) in cards.iter().enumerate() {
        let (row, column) = ((place / in_row) as u16, (place % in_row) as u16);
        let (x, y) = (start + column * step, area.y + row * size.rows());
        hanafuda::draw(canvas, x, y, *card, size, sight.mark(Target::Card(card.index())));
    }
}

fn hand(canvas: &mut Canvas, area: Rect, sight: &Sight<KoiKoi>, size: Size) {
    let cards: Vec<Card> = match sight.open {
        Some(open) => open[sight.near].iter().flatten().copied().collect(),
        None => sight.view.hand.iter().collect(),
    };
    // Eight cards fill the cloth of a small screen from edge to edge.
    let left = area.x + (area.width.saturating_sub(8 * size.columns()) / 2).min(1);
    for (place, card) in cards.iter().enumerate() {
        let x = left + place as u16 * size.columns();
        hanafuda::draw(canvas, x, area.y, *card, size, sight.mark(Target::Card(card.index())));
    }
    if cards.is_empty() {
        for place in 0..sight.view.hand_sizes[sight.near] {
            hanafuda::back(canvas, left + u16::from(place) * size.columns(), area.y, size, "");
        }
    }
}
