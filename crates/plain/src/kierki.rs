use std::fmt::Write;

use ::kierki::{Action, Cost, DealType, Event, Kierki, Rules, Trick, View, letter, seats};
use cards::french::{Card, Set, Suit};
use game::{Deals, Ruleset, Seats};
use wire::kierki::GameFile;
use wire::rules::BadRules;

use crate::{Plain, Style};

/// Where cards begin in a line.
const INDENT: usize = 14;

impl Plain for Kierki {
    const DEFAULT_PRESET: &'static str = "seven";
    const FEWEST_POINTS_WIN: bool = true;
    const ABOUT: &'static str = "tricks that nobody wants, for four";
    const LORE: &'static str = "deals";

    fn table(view: &View, names: &Seats<String>, style: Style) -> String {
        let mut text = String::new();
        let (deal, deals) = (view.deal, view.rules.deals.len());
        let head = format!("Deal {deal} of {deals}, type {} ({})", view.kind.number(), view.kind);
        let _ = writeln!(text, "{}", style.headline(&head));
        for seat in seats::all() {
            let (name, total, points) = (&names[seat], view.scores[seat], view.points[seat]);
            let taken = view.tricks.iter().filter(|trick| trick.taker == Some(seat)).count();
            let tricks = if taken == 1 { "trick" } else { "tricks" };
            let turn = if view.turn == seat && view.outcome.is_none() { " <- in turn" } else { "" };
            let (letter, voids) = (letter(seat), voids(view.voids[seat]));
            let line = format!(
                "{letter} {name}: {total} points, {points} in this deal with {taken} {tricks}{voids}{turn}"
            );
            let _ = writeln!(text, "{}", style.wrapped(&line, 4));
        }
        if let Some(last) = view.tricks.iter().rev().find(|trick| trick.taker.is_some()) {
            let line = format!("\n  last trick  {}", trick(last, names, style));
            let _ = writeln!(text, "{}", style.wrapped(&line, INDENT));
        }
        let running = view.tricks.iter().find(|trick| trick.taker.is_none());
        let lies = running.map_or_else(|| "(nothing)".to_owned(), |running| trick(running, names, style));
        let _ = writeln!(text, "{}\n", style.wrapped(&format!("\n  on table    {lies}"), INDENT));
        for suit in Suit::ALL {
            let cards = view.hand & suit.cards();
            if !cards.is_empty() {
                let _ = writeln!(text, "  {:<11} {}", suit.english(), list(cards, style));
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

    /// A line for each suit, the lowest card first.
    fn cards(_rules: &Rules, view: Option<&View>, style: Style) -> String {
        let hand = view.map_or(Set::EMPTY, |view| view.hand);
        let mut text = String::new();
        for suit in Suit::ALL {
            let mark = |card: Card| format!("{}{card}", if hand.contains(card) { "*" } else { "" });
            let cards = suit.cards().iter().map(|card| style.dress::<Kierki>(&mark(card)));
            let _ = writeln!(text, "  {:<11} {}", suit.english(), style.list(cards, INDENT));
        }
        text + "The highest card of the suit led takes the trick. A * is in your hand."
    }

    /// The deals of the match with what each costs; the running one is marked.
    fn lore(rules: &Rules, view: Option<&View>, style: Style) -> String {
        let mut text = String::new();
        for (number, plan) in (1..).zip(rules.deals.iter()) {
            let mark = if view.is_some_and(|view| view.deal == number) { "*" } else { " " };
            let (first, costs) = (letter(plan.first), costs(plan.kind, rules));
            let line = format!("{mark}{number:>3}  {}: {costs}; {first} leads first", plan.kind);
            let _ = writeln!(text, "{}", style.wrapped(&style.dress::<Kierki>(&line), 6));
        }
        text + "Points are bad: the fewest win. The deal that is played has a *."
    }

    fn points(view: &View) -> Seats<i32> {
        view.scores.clone()
    }

    fn dressed(word: &str) -> Option<String> {
        word.parse().ok().map(Card::symbol)
    }

    fn begins_round(event: &Event) -> bool {
        matches!(event, Event::DealBegan { .. })
    }

    fn rounds(&self) -> u64 {
        self.deal().into()
    }

    /// The first of its deals, and when there are no more, those from the beginning.
    fn with_rounds(rules: &Rules, rounds: u32) -> Result<Rules, BadRules> {
        // One more than there may be is refused as well as any number beyond.
        let rounds = (rounds as usize).min(::kierki::rules::MOST_DEALS + 1);
        let rules =
            Rules { deals: rules.deals.iter().copied().cycle().take(rounds).collect(), ..rules.clone() };
        match rules.validate() {
            Ok(()) => Ok(rules),
            Err(bad) => Err(BadRules::Knobs(vec![bad.to_string()])),
        }
    }

    fn deals_from(file: &[u8], rules: Rules) -> Result<(Rules, Deals), String> {
        let file = GameFile::parse(file).map_err(|bad| bad.to_string())?;
        Ok((Rules { deals: file.rules().deals, ..rules }, file.decks()))
    }
}

/// What a deal of this type costs, in words.
pub fn costs(kind: DealType, rules: &Rules) -> String {
    let cost = |cost: Cost| match cost {
        Cost::Tricks { tricks, points } if tricks.len() == 13 => format!("{points} for each trick"),
        Cost::Tricks { points, .. } => format!("{points} for the seventh and the last trick each"),
        Cost::Cards { cards, points } if cards == Suit::Hearts.cards() => format!("{points} for each heart"),
        Cost::Cards { cards, points } => format!("{points} for {cards}"),
    };
    kind.costs(rules.traditional_scores).into_iter().map(cost).collect::<Vec<String>>().join(", ")
}

fn trick(trick: &Trick, names: &Seats<String>, style: Style) -> String {
    let mut seat = trick.leader;
    let mut plays = Vec::new();
    for card in &trick.cards {
        plays.push(format!("{} {}", names[seat], style.dress::<Kierki>(&card.to_string())));
        seat = seat.next(::kierki::SEATS);
    }
    match trick.taker {
        Some(taker) => format!("{}, taken by {}", plays.join(", "), names[taker]),
        None => plays.join(", "),
    }
}

fn voids(cards: Set) -> String {
    let suits: Vec<&str> =
        Suit::ALL.into_iter().filter(|suit| cards.contains_all(suit.cards())).map(Suit::english).collect();
    if suits.is_empty() { String::new() } else { format!(", has no {}", suits.join(", ")) }
}

fn list(cards: Set, style: Style) -> String {
    style.list(cards.iter().map(|card| style.dress::<Kierki>(&card.to_string())), INDENT)
}
