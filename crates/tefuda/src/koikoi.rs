use std::fmt::Write;

use cards::hanafuda::{Kind, Set};
use game::{Seat, Seats};
use koikoi::{Action, KoiKoi, Stage, View};

use crate::games::Plain;
use crate::play::wrapped;

impl Plain for KoiKoi {
    const DEFAULT_PRESET: &'static str = "quick";
    const FEWEST_POINTS_WIN: bool = false;

    fn table(view: &View, names: &Seats<String>) -> String {
        let mut text = String::new();
        let own = match view.viewer {
            game::Viewer::Seat(seat) => seat,
            game::Viewer::Spectator => Seat::FIRST,
        };
        let other = own.next(2);
        let head = format!(
            "Round {} of {}, {} ({}); {} deals",
            view.round,
            view.rules.rounds,
            view.month,
            view.month.plant(),
            names[view.dealer]
        );
        let _ = writeln!(text, "\n== {head} {}", "=".repeat(74_usize.saturating_sub(head.len())));
        player(&mut text, view, other, names);
        let _ = writeln!(text, "\n  field      {}", list(view.field));
        if let Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card) = view.stage {
            let from = if view.stage == Stage::ChooseForHand(card) { "played" } else { "drawn" };
            let _ = writeln!(text, "  {from:<10} {card}");
        }
        let _ = writeln!(text, "  draw pile  {} cards\n", view.draw_pile);
        player(&mut text, view, own, names);
        let _ = writeln!(text, "  hand       {}", list(view.hand));
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

    fn begins_round(event: &koikoi::Event) -> bool {
        matches!(event, koikoi::Event::RoundBegan { .. })
    }

    fn rounds(&self) -> u64 {
        self.round().into()
    }
}

fn player(text: &mut String, view: &View, seat: Seat, names: &Seats<String>) {
    let calls = match view.calls[seat] {
        0 => String::new(),
        calls => format!(", koi-koi called x{calls}"),
    };
    let turn = if view.turn == seat && view.outcome.is_none() { " <- in turn" } else { "" };
    let (score, hand) = (counted(view.scores[seat], "point"), counted(view.hand_sizes[seat], "card"));
    let _ = writeln!(text, "{}: {score}, {hand} in hand{calls}{turn}", names[seat]);
    for kind in Kind::ALL {
        let cards = view.piles[seat] & kind.cards();
        if !cards.is_empty() {
            let _ = writeln!(text, "  {:<10} {}", kind.english(), list(cards));
        }
    }
    let standing = &view.standing[seat];
    if !standing.yaku.is_empty() {
        let yaku = format!("  yaku       {}", standing.stopping);
        let _ = writeln!(text, "{}", wrapped(&yaku, 13));
    }
}

/// `1 card`, `2 cards`.
fn counted(count: impl Into<i32>, noun: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Cards with two spaces between them, in lines of at most 80 columns that begin under the first card.
fn list(cards: Set) -> String {
    if cards.is_empty() {
        return "(none)".to_owned();
    }
    let mut lines = vec![String::new()];
    for card in cards {
        let code = card.to_string();
        let line = lines.last_mut().expect("there is always a line");
        if line.len() + 2 + code.len() > 64 {
            lines.push(code);
        } else if line.is_empty() {
            *line = code;
        } else {
            *line = format!("{line}  {code}");
        }
    }
    lines.join("\n             ")
}
