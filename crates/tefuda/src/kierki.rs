use std::fmt::Write;

use ::kierki::{Action, Kierki, Rules, Trick, View, letter, seats};
use cards::french::{Card, Set, Suit};
use game::{Deals, Seats};
use wire::kierki::GameFile;

use crate::games::Plain;

impl Plain for Kierki {
    const DEFAULT_PRESET: &'static str = "seven";
    const FEWEST_POINTS_WIN: bool = true;

    fn table(view: &View, names: &Seats<String>) -> String {
        let mut text = String::new();
        let (deal, deals) = (view.deal, view.rules.deals.len());
        let head = format!("Deal {deal} of {deals}, type {} ({})", view.kind.number(), view.kind);
        let _ = writeln!(text, "\n== {head} {}", "=".repeat(74_usize.saturating_sub(head.len())));
        for seat in seats::all() {
            let (name, total, points) = (&names[seat], view.scores[seat], view.points[seat]);
            let taken = view.tricks.iter().filter(|trick| trick.taker == Some(seat)).count();
            let tricks = if taken == 1 { "trick" } else { "tricks" };
            let turn = if view.turn == seat && view.outcome.is_none() { " <- in turn" } else { "" };
            let _ = write!(text, "{} {name}: {total} points", letter(seat));
            let _ = write!(text, ", {points} in this deal with {taken} {tricks}{}", voids(view.voids[seat]));
            let _ = writeln!(text, "{turn}");
        }
        if let Some(last) = view.tricks.iter().rev().find(|trick| trick.taker.is_some()) {
            let _ = writeln!(text, "\n  last trick  {}", trick(last, names));
        }
        let running = view.tricks.iter().find(|trick| trick.taker.is_none());
        let lies = running.map_or_else(|| "(nothing)".to_owned(), |running| trick(running, names));
        let _ = writeln!(text, "\n  on table    {lies}\n");
        for suit in Suit::ALL {
            let cards = view.hand & suit.cards();
            if !cards.is_empty() {
                let _ = writeln!(text, "  {:<11} {}", english(suit), list(cards.iter()));
            }
        }
        text
    }

    fn remark(view: &View, Action::Play(card): Action) -> String {
        let running = view.tricks.iter().find(|trick| trick.taker.is_none());
        let led = running.and_then(|trick| trick.cards.first().copied());
        let Some(led) = led.and_then(|led| led.suit()) else { return "leads".to_owned() };
        if card.suit() != Some(led) {
            return "thrown away".to_owned();
        }
        let lies = running.iter().flat_map(|trick| trick.cards.clone());
        let highest = lies.filter(|other| other.suit() == Some(led)).max();
        let last = running.is_some_and(|trick| trick.cards.len() == 3);
        match (highest.is_some_and(|highest| highest > card), last) {
            (true, _) => "stays under".to_owned(),
            (false, true) => "takes the trick".to_owned(),
            (false, false) => "is the highest so far".to_owned(),
        }
    }

    fn begins_round(event: &kierki::Event) -> bool {
        matches!(event, kierki::Event::DealBegan { .. })
    }

    fn rounds(&self) -> u64 {
        self.deal().into()
    }

    fn deals_from(file: &[u8], rules: Rules) -> Result<(Rules, Deals), String> {
        let file = GameFile::parse(file).map_err(|bad| bad.to_string())?;
        Ok((Rules { deals: file.rules().deals, ..rules }, file.decks()))
    }
}

fn trick(trick: &Trick, names: &Seats<String>) -> String {
    let mut seat = trick.leader;
    let mut plays = Vec::new();
    for card in &trick.cards {
        plays.push(format!("{} {card}", names[seat]));
        seat = seat.next(::kierki::SEATS);
    }
    match trick.taker {
        Some(taker) => format!("{}, taken by {}", plays.join(", "), names[taker]),
        None => plays.join(", "),
    }
}

fn voids(cards: Set) -> String {
    let suits: Vec<&str> =
        Suit::ALL.into_iter().filter(|suit| cards.contains_all(suit.cards())).map(english).collect();
    if suits.is_empty() { String::new() } else { format!(", has no {}", suits.join(", ")) }
}

fn english(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    }
}

fn list(cards: impl Iterator<Item = Card>) -> String {
    cards.map(|card| card.to_string()).collect::<Vec<String>>().join("  ")
}
