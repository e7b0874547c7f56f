use std::fmt::Write;

use game::{Seat, Seats, Viewer};
use kaboom::{Ability, Action, Kaboom, Laid, Spot, Stage, View};

use crate::games::Plain;

impl Plain for Kaboom {
    const DEFAULT_PRESET: &'static str = "standard";
    const FEWEST_POINTS_WIN: bool = true;

    fn table(view: &View, names: &Seats<String>) -> String {
        let mut text = String::new();
        let round = match view.rules.until_score {
            0 => format!("Round {} of {}", view.round, view.rules.rounds),
            score => format!("Round {} until {score} points", view.round),
        };
        let head = match view.turn_number {
            0 => format!("{round}; {} begins", names[view.first]),
            turn => format!("{round}, turn {turn}"),
        };
        let _ = writeln!(text, "\n== {head} {}", "=".repeat(74_usize.saturating_sub(head.len())));
        let own = match view.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        let others = Seat::all(view.hands.len()).filter(|seat| Some(*seat) != own);
        others.for_each(|seat| player(&mut text, view, seat, names));
        let top = match (view.top(), view.flipped_by) {
            (Some(top), Some(by)) => {
                format!("discard {}: {} {top}, flipped by {}", view.discard, top.symbol(), names[by])
            }
            (Some(top), None) => format!("discard {}: {} {top}", view.discard, top.symbol()),
            (None, _) => "no discard yet".to_owned(),
        };
        let _ = writeln!(text, "\n  {top}; {} cards in the draw pile\n", view.draw_pile);
        own.into_iter().for_each(|seat| player(&mut text, view, seat, names));
        if let Some(card) = view.held.and_then(|held| held.card) {
            let _ = writeln!(text, "  drawn: {} {card}", card.symbol());
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

    fn is_reaction(action: Action) -> bool {
        action.is_flip()
    }

    /// A new discard, or a card that everyone saw by a wrong flip.
    fn moment(view: &View) -> u64 {
        let wrong: u8 = view.wrong_flips.iter().map(|(_, wrong)| wrong).sum();
        u64::from(view.discard) << 8 | u64::from(wrong)
    }

    fn begins_round(event: &kaboom::Event) -> bool {
        matches!(event, kaboom::Event::RoundBegan { .. })
    }

    fn rounds(&self) -> u64 {
        self.round().into()
    }
}

/// The player's cards, in rows of three. What one has seen is shown only with a memory aid, or at the end.
fn player(text: &mut String, view: &View, seat: Seat, names: &Seats<String>) {
    let turn = if view.turn == seat && view.outcome.is_none() { " <- in turn" } else { "" };
    let called = if view.caller == Some(seat) { ", called kaboom" } else { "" };
    let _ = writeln!(text, "{}: {} points{called}{turn}", names[seat], view.scores[seat]);
    let open = view.rules.memory_aid || view.outcome.is_some();
    for (row, slots) in view.hands[seat].chunks(3).enumerate() {
        let _ = write!(text, " ");
        for (column, laid) in slots.iter().enumerate() {
            let spot = Spot { seat, slot: (3 * row + column) as u8 };
            let _ = write!(
                text,
                " {spot:<4} {:<12}",
                laid.as_ref().map_or("-".to_owned(), |laid| face(laid, open))
            );
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
