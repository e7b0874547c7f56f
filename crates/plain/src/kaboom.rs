use std::fmt::Write;

use ::kaboom::{Ability, Action, Event, Guide, Kaboom, Laid, Rules, Spot, Stage, View, value};
use cards::french::{Card, Rank, Set};
use game::{Seat, Seats, Viewer};

use crate::{Plain, Style, padded};

impl Plain for Kaboom {
    const DEFAULT_PRESET: &'static str = "standard";
    const FEWEST_POINTS_WIN: bool = true;
    const ABOUT: &'static str = "memory and quick flips, for two to six";
    const LORE: &'static str = "abilities";

    fn table(view: &View, names: &Seats<String>, style: Style) -> String {
        let mut text = String::new();
        let round = match view.rules.until_score {
            0 => format!("Round {} of {}", view.round, view.rules.rounds),
            score => format!("Round {} until {score} points", view.round),
        };
        let head = match view.turn_number {
            0 => format!("{round}; {} begins", names[view.first]),
            turn => format!("{round}, turn {turn}"),
        };
        let _ = writeln!(text, "{}", style.headline(&head));
        let own = match view.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        let others = Seat::all(view.hands.len()).filter(|seat| Some(*seat) != own);
        others.for_each(|seat| player(&mut text, view, seat, names, style));
        let top = match (view.top(), view.flipped_by) {
            (Some(top), by) => {
                let by = by.map_or_else(String::new, |by| format!(", flipped by {}", names[by]));
                format!("discard {}: {}{by}", view.discard, style.dress::<Kaboom>(&top.to_string()))
            }
            (None, _) => "no discard yet".to_owned(),
        };
        let line = format!("\n  {top}; {} cards in the draw pile\n", view.draw_pile);
        let _ = writeln!(text, "{}", style.wrapped(&line, 4));
        own.into_iter().for_each(|seat| player(&mut text, view, seat, names, style));
        if let Some(card) = view.held.and_then(|held| held.card) {
            let _ = writeln!(text, "  drawn: {}", style.dress::<Kaboom>(&card.to_string()));
        }
        text
    }

    fn remark(view: &View, action: Action) -> String {
        let top = view.top().map_or_else(String::new, |top| top.to_string());
        match action {
            Action::Look => "at your bottom row, this once".to_owned(),
            Action::Ready => "for the first turn".to_owned(),
            Action::Draw => "the top card of the draw pile".to_owned(),
            Action::Take { .. } => format!("{top} in place of this card"),
            Action::Kaboom => "everyone else has one more turn, then it counts".to_owned(),
            Action::Use => match view.held.and_then(|held| Ability::of(held.card?)) {
                Some(Ability::PeekOwn) => "peek at one of your cards".to_owned(),
                Some(Ability::PeekOther) => "peek at a card of somebody else".to_owned(),
                Some(Ability::Swap) => "swap two cards of different players".to_owned(),
                Some(Ability::PeekTwo) => "peek at two cards".to_owned(),
                None => String::new(),
            },
            Action::Keep { .. } => "the drawn card in place of this one".to_owned(),
            Action::Discard => "the drawn card".to_owned(),
            Action::Peek(_) => String::new(),
            Action::Swap(_) => match view.stage {
                Stage::SwapWith(first) => format!("with {first}"),
                _ => "with another that you pick next".to_owned(),
            },
            Action::Give(_) => view.gift.map_or_else(String::new, |gift| format!("as {}", gift.to)),
            Action::Decline => "no more of it".to_owned(),
            Action::Flip { .. } => format!("any card that you take for the rank of {top}"),
        }
    }

    /// What each card counts, from the best to the worst.
    fn cards(_rules: &Rules, _view: Option<&View>, style: Style) -> String {
        let mut text = String::new();
        let mut values: Vec<i32> = Set::ALL.iter().map(value).collect();
        values.sort_unstable();
        values.dedup();
        for worth in values {
            let cards = Set::ALL.iter().filter(|card| value(*card) == worth);
            let cards = cards.map(|card| style.dress::<Kaboom>(&card.to_string()));
            let _ = writeln!(text, "  {worth:>3}  {}", style.list(cards, 7));
        }
        text + "What a card counts when the round ends. The lowest sum is the best."
    }

    /// What drawn cards let one do, and what flips and calls cost.
    fn lore(rules: &Rules, _view: Option<&View>, style: Style) -> String {
        let mut text = String::new();
        let guide = Guide::new(rules);
        for able in &guide.abilities {
            let line = format!("  {:<10} {}", ranks(able.cards), able.ability);
            let _ = writeln!(text, "{line}");
        }
        let failed = guide.failed_call;
        let told = [
            "A drawn card lets you do this once, before you keep or discard it.".to_owned(),
            "A flip lays any card of the same rank onto the top discard, at any time: `flip 1.3` is slot 3 of \
             seat 1. A wrong one goes back, and costs a card from the draw pile."
                .to_owned(),
            format!("Who calls kaboom and does not have the lowest sum gets {failed} points more."),
        ];
        let told: Vec<String> = told.iter().map(|line| style.wrapped(line, 0)).collect();
        text + &told.join("\n")
    }

    fn points(view: &View) -> Seats<i32> {
        view.scores.clone()
    }

    fn dressed(word: &str) -> Option<String> {
        word.parse().ok().map(Card::symbol)
    }

    fn is_reaction(action: Action) -> bool {
        action.is_flip()
    }

    /// A slot alone is one's own: `flip 2`.
    fn spelled(text: &str, own: Seat) -> String {
        match text.split_once(' ') {
            Some((verb @ ("flip" | "peek" | "swap"), slot)) if slot.parse::<u8>().is_ok() => {
                format!("{verb} {own}.{slot}")
            }
            _ => text.to_owned(),
        }
    }

    /// A new discard, or a card that everyone saw by a wrong flip.
    fn moment(view: &View) -> u64 {
        let wrong: u8 = view.wrong_flips.iter().map(|(_, wrong)| wrong).sum();
        u64::from(view.discard) << 8 | u64::from(wrong)
    }

    fn begins_round(event: &Event) -> bool {
        matches!(event, Event::RoundBegan { .. })
    }

    fn rounds(&self) -> u64 {
        self.round().into()
    }
}

/// The player's cards, in rows of three. What one has seen is shown only with a memory aid, or at the end.
fn player(text: &mut String, view: &View, seat: Seat, names: &Seats<String>, style: Style) {
    let turn = if view.turn == seat && view.outcome.is_none() { " <- in turn" } else { "" };
    let called = if view.caller == Some(seat) { ", called kaboom" } else { "" };
    let line = format!("{}: {} points{called}{turn}", names[seat], view.scores[seat]);
    let _ = writeln!(text, "{}", style.wrapped(&line, 2));
    let open = view.rules.memory_aid || view.outcome.is_some();
    for (row, slots) in view.hands[seat].chunks(3).enumerate() {
        let _ = write!(text, " ");
        for (column, laid) in slots.iter().enumerate() {
            let spot = Spot { seat, slot: (3 * row + column) as u8 };
            let face = laid.as_ref().map_or("-".to_owned(), |laid| face(laid, open));
            let _ = write!(text, " {spot:<4} {}", padded(&style.dress::<Kaboom>(&face), 12));
        }
        text.truncate(text.trim_end().len());
        let _ = writeln!(text);
    }
}

fn face(laid: &Laid, open: bool) -> String {
    match (laid.card, laid.one_of) {
        (Some(card), _) if open => card.to_string(),
        (None, Some(Ability::PeekOwn)) if open => "7 or 8".to_owned(),
        (None, Some(Ability::PeekOther)) if open => "9 or 10".to_owned(),
        (None, Some(Ability::Swap)) if open => "J or Q".to_owned(),
        (None, Some(Ability::PeekTwo)) if open => "black K".to_owned(),
        _ => "[]".to_owned(),
    }
}

/// The ranks of these cards: `7 8`, or `black K` where not all of a rank are among them.
fn ranks(cards: Set) -> String {
    let mut ranks: Vec<Rank> = cards.iter().filter_map(|card| card.rank()).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let whole = ranks.iter().all(|rank| cards.contains_all(rank.cards()));
    let ranks: Vec<String> = ranks.iter().map(Rank::to_string).collect();
    format!("{}{}", if whole { "" } else { "black " }, ranks.join(" "))
}
