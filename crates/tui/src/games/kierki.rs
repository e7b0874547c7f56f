//! The table of Kierki.

use ::kierki::{Action, Kierki, SEATS, Stage, Trick, View, letter};
use cards::Card as _;
use cards::french::{Card, Set, Suit};
use game::{Outcome, Seat, Seats};
use ratatui::layout::Rect;

use super::{Board, Mark, Offers, Sight, french};
use crate::canvas::{Canvas, Target};
use crate::look::{Look, Paint};

/// Black and red in turn, so that neighbours differ.
const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Spades, Suit::Hearts];

impl Board for Kierki {
    fn offers(_view: &View, legal: &[Action]) -> Offers<Action> {
        let playable: Set = legal.iter().map(|Action::Play(card)| *card).collect();
        let pick = sorted(playable).map(|card| (Target::Card(card.index()), Action::Play(card)));
        Offers { pick: pick.collect(), buttons: Vec::new() }
    }

    fn headline(view: &View) -> String {
        format!("Deal {} of {} · {}", view.deal, view.rules.deals.len(), view.kind)
    }

    fn prompt(view: &View, names: &Seats<String>, you: Option<Seat>) -> String {
        let led = running(view).and_then(|trick| trick.cards.first()?.suit());
        match (view.stage, you == Some(view.turn), led) {
            (Stage::Over, ..) => "The match is over.".to_owned(),
            (Stage::NoDeck, ..) => "The record ends here.".to_owned(),
            (Stage::Play, false, _) => format!("{} plays a card.", names[view.turn]),
            (Stage::Play, true, None) => "Your turn: lead any card.".to_owned(),
            (Stage::Play, true, Some(suit)) if (view.hand & suit.cards()).is_empty() => {
                format!("Your turn: you have no {}, so throw any card away.", suit.english())
            }
            (Stage::Play, true, Some(suit)) => {
                format!("Your turn: follow with a card of {}.", suit.english())
            }
        }
    }

    fn last(view: &View) -> Option<(u32, String)> {
        view.last.as_ref().map(|last| (last.deal.into(), last.to_string()))
    }

    fn ending(view: &View) -> Option<&Outcome> {
        view.outcome.as_ref()
    }

    fn draw(canvas: &mut Canvas, area: Rect, sight: &Sight<Kierki>) {
        let view = sight.view;
        // A large cloth has some room above.
        let above = area.height.saturating_sub(30) / 2;
        let area = Rect { y: area.y + above, height: area.height - above, ..area };
        let near = sight.near;
        let (left, far, right) =
            (near.next(SEATS), near.next(SEATS).next(SEATS), near.next(SEATS).next(SEATS).next(SEATS));
        let rows = if area.height >= 30 { 5 } else { 3 };
        let middle = area.x + area.width / 2;
        let third = Rect { width: area.width / 3, ..area };
        let cards = running(view).or_else(|| view.tricks.last());
        let lies = |seat: Seat| cards.and_then(|trick| card_of(trick, seat));
        let gone = running(view).is_none();
        let lay = |canvas: &mut Canvas, seat: Seat, x: u16, y: u16| {
            if let Some(card) = lies(seat) {
                // A whole trick lies until the next card is led.
                let taker = cards.and_then(|trick| trick.taker) == Some(seat);
                let mark = Mark { dim: gone, matches: taker, ..Mark::default() };
                french::draw(canvas, x, y, rows, card, mark);
            }
        };
        player(
            canvas,
            Rect { x: middle.saturating_sub(12), width: 30.min(area.width), height: 2, ..area },
            sight,
            far,
        );
        lay(canvas, far, middle - 2, area.y + 2);
        let y = area.y + 2 + rows;
        lay(canvas, left, middle - 9, y);
        lay(canvas, right, middle + 5, y);
        lay(canvas, near, middle - 2, y + rows);
        player(canvas, Rect { x: area.x + 1, y, width: third.width, height: 2 }, sight, left);
        let x = (middle + 11).min(area.right().saturating_sub(1));
        player(canvas, Rect { x, y, width: area.right().saturating_sub(x), height: 2 }, sight, right);
        let y = y + 2 * rows;
        player(
            canvas,
            Rect { x: area.x + 1, y, width: area.width.saturating_sub(2), height: 2 },
            sight,
            near,
        );
        hand(canvas, Rect { y: y + 2, height: area.bottom().saturating_sub(y + 2), ..area }, sight);
    }

    fn aside(sight: &Sight<Kierki>, _look: Look) -> Vec<(String, Paint)> {
        let view = sight.view;
        let mut lines = vec![("This deal costs".to_owned(), Paint::Gold)];
        lines.extend(
            plain::costs(view.kind, &view.rules).split(", ").map(|cost| (cost.to_owned(), Paint::Room)),
        );
        if let Some(last) = view.tricks.iter().rev().find(|trick| trick.taker.is_some()) {
            let taker = last.taker.map_or("", |taker| &sight.names[taker]);
            let cards: Vec<String> = last.cards.iter().map(|card| card.symbol()).collect();
            lines.push(("Last trick".to_owned(), Paint::Gold));
            lines.push((format!("{} to {taker}", cards.join(" ")), Paint::Room));
        }
        if let Some(open) = sight.open {
            lines.push(("All hands".to_owned(), Paint::Gold));
            for (seat, hand) in open.iter() {
                let cards = sorted(hand.iter().flatten().copied().collect());
                let cards: Vec<String> = cards.map(Card::symbol).collect();
                lines.push((format!("{}: {}", letter(seat), cards.join(" ")), Paint::Room));
            }
        }
        lines
    }
}

fn running(view: &View) -> Option<&Trick> {
    view.tricks.last().filter(|trick| trick.taker.is_none())
}

fn card_of(trick: &Trick, seat: Seat) -> Option<Card> {
    let place = (seat.index() + SEATS - trick.leader.index()) % SEATS;
    trick.cards.get(place).copied()
}

fn sorted(cards: Set) -> impl Iterator<Item = Card> {
    SUITS.into_iter().flat_map(move |suit| cards & suit.cards())
}

fn player(canvas: &mut Canvas, area: Rect, sight: &Sight<Kierki>, seat: Seat) {
    let view = sight.view;
    let turn = view.turn == seat && view.outcome.is_none();
    let (sign, paint) = if turn { ("▶ ", Paint::FeltGold) } else { ("", Paint::Felt) };
    canvas.put(area, 0, 0, &format!("{sign}{} {}", letter(seat), sight.title(seat)), paint);
    let taken = view.tricks.iter().filter(|trick| trick.taker == Some(seat)).count();
    let voids: String = Suit::ALL
        .into_iter()
        .filter(|suit| view.voids[seat].contains_all(suit.cards()))
        .map(|suit| suit.symbol())
        .collect();
    let voids = if voids.is_empty() { voids } else { format!(" · no {voids}") };
    let tricks = if taken == 1 { "trick" } else { "tricks" };
    let line = format!("{} +{} · {taken} {tricks}{voids}", view.scores[seat], view.points[seat]);
    canvas.put(area, 0, 1, &line, Paint::FeltQuiet);
}

fn hand(canvas: &mut Canvas, area: Rect, sight: &Sight<Kierki>) {
    let view = sight.view;
    let cards: Vec<Card> = match sight.open {
        Some(open) => sorted(open[sight.near].iter().flatten().copied().collect()).collect(),
        None => sorted(view.hand).collect(),
    };
    let choosing = !view.playable.is_empty();
    let step = if 5 * cards.len() + 2 <= usize::from(area.width) { 5 } else { 4 };
    let rows = area.height.clamp(3, 5);
    for (place, card) in cards.iter().enumerate() {
        let x = area.x + 1 + place as u16 * step;
        let mark = sight.mark(Target::Card(card.index()));
        let mark = Mark { dim: choosing && !view.playable.contains(*card), ..mark };
        french::draw(canvas, x, area.y, rows, *card, mark);
    }
    if cards.is_empty() && view.hand_sizes[sight.near] > 0 {
        canvas.put(area, 1, 0, &format!("{} cards", view.hand_sizes[sight.near]), Paint::FeltQuiet);
    }
}
