use std::fmt::Write;

use ::koikoi::guide::{OfMonth, Recipe};
use ::koikoi::{Action, Event, Guide, KoiKoi, Rules, Stage, View};
use cards::hanafuda::{Card, Kind, Month, Set};
use game::{Seat, Seats, Viewer};

use crate::{Plain, Style, padded};

/// Where cards begin in a line.
const INDENT: usize = 13;

impl Plain for KoiKoi {
    const DEFAULT_PRESET: &'static str = "quick";
    const FEWEST_POINTS_WIN: bool = false;
    const ABOUT: &'static str = "hanafuda for two";
    const LORE: &'static str = "yaku";

    fn table(view: &View, names: &Seats<String>, style: Style) -> String {
        let mut text = String::new();
        let own = own(view);
        let (month, plant, dealer) = (view.month, view.month.plant(), &names[view.dealer]);
        let head =
            format!("Round {} of {}, {month} ({plant}); {dealer} deals", view.round, view.rules.rounds);
        let _ = writeln!(text, "{}", style.headline(&head));
        player(&mut text, view, own.next(2), names, style);
        let _ = writeln!(text, "\n  field      {}", list(view.field, style));
        if let Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card) = view.stage {
            let from = if view.stage == Stage::ChooseForHand(card) { "played" } else { "drawn" };
            let _ = writeln!(text, "  {from:<10} {}", style.dress::<KoiKoi>(card.to_string().as_str()));
        }
        let _ = writeln!(text, "  draw pile  {} cards\n", view.draw_pile);
        player(&mut text, view, own, names, style);
        let _ = writeln!(text, "  hand       {}", list(view.hand, style));
        text
    }

    fn remark(view: &View, action: Action) -> String {
        match action {
            Action::Play(card) => {
                let takes = view.takes(card);
                let wild = takes != takes & card.month().cards();
                match takes.len() {
                    0 => format!("{}, stays on the field", card.english()),
                    2 => format!("{}, takes one of {takes}", card.english()),
                    _ if wild => format!("{}, takes any one card", card.english()),
                    _ => format!("{}, takes {takes}", card.english()),
                }
            }
            Action::Choose(card) => format!("{}, {}", card.english(), card.kind().english()),
            Action::KoiKoi => "go on for more; the opponent may stop before you".to_owned(),
            Action::Stop => format!("end the round: {}", view.standing[view.turn].stopping),
        }
    }

    /// A line for each month, the most valuable card first.
    fn cards(_rules: &Rules, view: Option<&View>, style: Style) -> String {
        let hand = view.map_or(Set::EMPTY, |view| view.hand);
        let mut text = String::new();
        for month in Month::all() {
            let plant = if style.unicode { month.plant_japanese() } else { month.plant() };
            let mark = |card: Card| format!("{}{card}", if hand.contains(card) { "*" } else { "" });
            let cards = month.cards().iter().map(|card| style.dress::<KoiKoi>(&mark(card)));
            let lead = padded(&format!("{:>2} {plant}", month.number()), 18);
            let _ = writeln!(text, "{lead}{}", style.list(cards, 18));
        }
        text + "Cards of a month match. Those in your hand have a *."
    }

    /// Each yaku with its points, what it takes, and how much of that both players have.
    fn lore(rules: &Rules, view: Option<&View>, style: Style) -> String {
        let mut text = String::new();
        for recipe in Guide::new(rules).yaku {
            let line = format!("{:>3}  {:<22} {}", recipe.points, recipe.name.english(), needs(&recipe));
            let _ = writeln!(text, "{}", style.wrapped(&style.dress::<KoiKoi>(&line), 28));
            if let Some(reach) = view.and_then(|view| reach(&recipe, view)) {
                let _ = writeln!(text, "{}", style.wrapped(&format!("{:28}{reach}", ""), 28));
            }
        }
        text + "Points, yaku, and the cards that make it."
    }

    fn points(view: &View) -> Seats<i32> {
        view.scores.clone()
    }

    /// The month's plant takes the place of the dash behind its number.
    fn dressed(word: &str) -> Option<String> {
        let card: Card = word.parse().ok()?;
        let (month, rest) = word.split_once('-')?;
        Some(format!("{month}{}{rest}", card.month().plant_japanese().chars().next()?))
    }

    fn begins_round(event: &Event) -> bool {
        matches!(event, Event::RoundBegan { .. })
    }

    fn rounds(&self) -> u64 {
        self.round().into()
    }
}

fn own(view: &View) -> Seat {
    match view.viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Spectator => Seat::FIRST,
    }
}

fn player(text: &mut String, view: &View, seat: Seat, names: &Seats<String>, style: Style) {
    let calls = match view.calls[seat] {
        0 => String::new(),
        calls => format!(", koi-koi called x{calls}"),
    };
    let turn = if view.turn == seat && view.outcome.is_none() { " <- in turn" } else { "" };
    let (score, hand) = (counted(view.scores[seat], "point"), counted(view.hand_sizes[seat], "card"));
    let line = format!("{}: {score}, {hand} in hand{calls}{turn}", names[seat]);
    let _ = writeln!(text, "{}", style.wrapped(&line, 2));
    for kind in Kind::ALL {
        let cards = view.piles[seat] & kind.cards();
        if !cards.is_empty() {
            let _ = writeln!(text, "  {:<10} {}", kind.english(), list(cards, style));
        }
    }
    let standing = &view.standing[seat];
    if !standing.yaku.is_empty() {
        let yaku = format!("  yaku       {}", standing.stopping);
        let _ = writeln!(text, "{}", style.wrapped(&yaku, INDENT));
    }
}

/// What a yaku takes, in words.
fn needs(recipe: &Recipe) -> String {
    let mut needs = Vec::new();
    if !recipe.with.is_empty() {
        needs.push(recipe.with.to_string());
    }
    match recipe.month {
        Some(OfMonth::Round) => needs.push("all four of the round's month".to_owned()),
        Some(OfMonth::Each) => needs.push("all four of a month".to_owned()),
        None if recipe.need > 0 && usize::from(recipe.need) == recipe.of.len() => {
            needs.push(recipe.of.to_string());
        }
        None if recipe.need > 0 => needs.push(format!("{} of {}", recipe.need, among(recipe.of))),
        None => {}
    }
    if recipe.further > 0 {
        needs.push(format!("+{} for each further one", recipe.further));
    }
    if !recipe.blocked_by.is_empty() {
        needs.push(format!("none of {}", among(recipe.blocked_by)));
    }
    if let Some(points) = recipe.after_call_points {
        needs.push(format!("{points} points after koi-koi"));
    }
    if recipe.bonus {
        needs.push("a bonus for whoever stops with another yaku".to_owned());
    }
    needs.join("; ")
}

/// The cards by their kind where they are all of one.
fn among(cards: Set) -> String {
    let kinds = [(Kind::Light, "the lights"), (Kind::Animal, "the animals"), (Kind::Ribbon, "the ribbons")];
    let kind = kinds.into_iter().find(|(kind, _)| kind.cards() == cards);
    match kind {
        Some((_, name)) => name.to_owned(),
        None if cards.contains_all(Kind::Chaff.cards()) => "the chaff".to_owned(),
        None => cards.to_string(),
    }
}

/// How much of a yaku the viewer and the opponent have, where it is some of it and can still be made.
fn reach(recipe: &Recipe, view: &View) -> Option<String> {
    let own = own(view);
    let have = |seat: Seat| recipe.reach(view.piles[seat], view.piles[seat.next(2)], view.month);
    let told = |who: &str, have: Option<(usize, usize)>| match have {
        Some((have, whole)) if have == whole => Some(format!("{who} it")),
        Some((have, whole)) => Some(format!("{who} {have} of {whole}")),
        None => None,
    };
    let parts = [told("you have", have(own)), told("the opponent has", have(own.next(2)))];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// `1 card`, `2 cards`.
fn counted(count: impl Into<i32>, noun: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Cards with two spaces between them, in lines that begin under the first card.
fn list(cards: Set, style: Style) -> String {
    if cards.is_empty() {
        return "(none)".to_owned();
    }
    style.list(cards.iter().map(|card| style.dress::<KoiKoi>(&card.to_string())), INDENT)
}
