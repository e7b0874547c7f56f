//! What a desk says in words.

use game::{Seat, Seats};
use wire::house::TableEvent;

/// What happened at the table beside the match, in words; `None` for what needs none.
pub(super) fn table_event(event: &TableEvent, names: &Seats<String>) -> Option<String> {
    let name = |seat: &Seat| names.get(*seat).map_or("somebody", String::as_str);
    Some(match event {
        TableEvent::Sat { seat, .. } => format!("{} sits down", name(seat)),
        TableEvent::Left { seat } => format!("{} leaves", name(seat)),
        TableEvent::Returned { seat } => format!("{} is back", name(seat)),
        TableEvent::Kicked { seat } => format!("seat {seat} is open again"),
        TableEvent::StoodIn { seat, bot } => format!("a bot ({bot}) plays for {}", name(seat)),
        TableEvent::Dealt { match_id } => format!("match {match_id} begins"),
        TableEvent::BrokenOff { seat, .. } => format!("{} has broken the match off", name(seat)),
        TableEvent::Paused { .. } => "play waits".to_owned(),
        TableEvent::Resumed => "play goes on".to_owned(),
        TableEvent::Said(chat) => format!("{}: {}", chat.name, said(&chat.line)),
        TableEvent::Offered { seat } => format!("{} wants another match", name(seat)),
        TableEvent::Reopened => "the house was away, and is back".to_owned(),
        TableEvent::Opened | TableEvent::Gave { .. } | TableEvent::Over { .. } => return None,
    })
}

/// What was said. It comes from others: nothing in it may move the cursor, which the canvas sees to.
fn said(line: &table::Line) -> String {
    match line {
        table::Line::Text(text) => text.clone(),
        table::Line::Phrase(phrase) => {
            let value = serde_json::to_value(phrase).unwrap_or_default();
            value.as_str().unwrap_or_default().replace('-', " ")
        }
    }
}
