//! What happens at tables that is no game's own.

use game::{Seat, Seats};
use table::{Cut, Line, Phrase, Why};
use wire::house::{Chat, Place, TableEvent};

/// What happened at a table beside the match, as a sentence; `None` for what is not worth telling. What people have said comes from
/// outside: whoever prints it sees to what a terminal would obey.
pub fn table_event(event: &TableEvent, names: &Seats<String>) -> Option<String> {
    let name = |seat: &Seat| names.get(*seat).map_or_else(|| format!("seat {seat}"), String::clone);
    Some(match event {
        TableEvent::Opened | TableEvent::Gave { .. } | TableEvent::Dealt { .. } => return None,
        TableEvent::Sat { seat, place } => match place {
            Some(Place::Player { name, .. }) => format!("{name} sits down."),
            Some(Place::Bot { .. }) | None => format!("{} sits down.", name(seat)),
        },
        TableEvent::Left { seat } => format!("{} leaves the table.", name(seat)),
        TableEvent::Returned { seat } => format!("{} is back.", name(seat)),
        TableEvent::Kicked { seat } => format!("{} was sent away.", name(seat)),
        TableEvent::StoodIn { seat, bot } => {
            format!("A bot ({bot}) plays for {}, who is gone.", name(seat))
        }
        TableEvent::Over { match_id, .. } => format!("The match is over; it is kept as {match_id}."),
        TableEvent::BrokenOff { seat, why } => match why {
            Cut::Countdown => format!("The match is broken off: the time of {} is up.", name(seat)),
            Cut::Left => format!("The match is broken off: {} has left.", name(seat)),
        },
        TableEvent::Paused { why: Why::Owner } => "The owner pauses the match.".to_owned(),
        TableEvent::Paused { why: Why::Absence } => "Play waits for somebody who is gone.".to_owned(),
        TableEvent::Resumed => "Play goes on.".to_owned(),
        TableEvent::Said(chat) => said(chat),
        TableEvent::Offered { seat } => format!("{} wants another match.", name(seat)),
        TableEvent::Reopened => "The house was closed for a while; play goes on.".to_owned(),
    })
}

fn said(chat: &Chat) -> String {
    let text = match &chat.line {
        Line::Text(text) => text.as_str(),
        Line::Phrase(phrase) => english(*phrase),
    };
    format!("{} says: {text}", chat.name)
}

fn english(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => "Hello!",
        Phrase::GoodLuck => "Good luck!",
        Phrase::WellPlayed => "Well played!",
        Phrase::Oops => "Oops!",
        Phrase::Thanks => "Thank you!",
        Phrase::OneMoment => "One moment, please.",
        Phrase::GoodGame => "Good game!",
        Phrase::Goodbye => "Goodbye!",
    }
}
