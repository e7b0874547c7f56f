//! What the session says that is no game's own.

use game::{Seat, Seats};
use table::{Cut, Line, Phrase, Why};
use wire::house::{Chat, Place, TableEvent};

/// What is typed at a table.
pub(crate) const TABLE_HELP: &str = "\
At your turn type the number of a choice, or its code: `1`, `play 3-curtain`,
or only `3-curtain`. In Kaboom you may flip at any time: `flip 2` is your own
slot 2, `flip 1.3` slot 3 of seat 1.
  table            the table, and what you may do
  cards            all cards; those in your hand have a *
  yaku             what scores (Koi-Koi); deals (Kierki); abilities (Kaboom)
  score            the points
  log, log 50      what has happened
  say TEXT         say something to the table
  bot, bot LEVEL   let a bot take an open seat of your table
  code             the table's code, for friends
  rematch          another match with the same players
  menu             leave the table
  quit             leave the house
Also: pass, a code to go on elsewhere; width N, unicode, ascii, phrase, help.";

/// What is typed in the menu.
pub(crate) const MENU_HELP: &str = "\
Type a number, or a word:
  koikoi, kierki, kaboom   play a game
  join CODE                sit down at a table whose code you know
  watch CODE               look on there
  tables                   the public tables, to sit down at or to watch
  width N, wide            lines of N columns; as wide as your window says
  unicode, ascii           with or without the symbols of cards
  pace N                   bots at your tables take at least N milliseconds
  name NAME                what you are called
  phrase                   words that bring you back: `resume WORDS`
  pass                     a code to go on elsewhere, good once: `resume CODE`
  quit                     leave the house";

/// What is typed at the door.
pub(crate) const DOOR_HELP: &str = "\
Type the name that others shall see, or nothing, and a name is found for you.
Who was here before and has a phrase types `resume` and its words; who is
elsewhere and has a code from there types `resume` and the code.
`quit` leaves.";

/// What is typed while the details of a match are chosen.
pub(crate) const ORDER_HELP: &str = "\
Type a number or a name from the list; nothing takes what stands in brackets.
`back` goes a step back, `menu` to the beginning, `quit` leaves the house.";

/// What is typed while somebody is waited for.
pub(crate) const QUEUE_HELP: &str = "\
You wait for the next who wants to play the same. `menu` waits no more,
`quit` leaves the house.";

/// What happened at the table, where it is worth telling.
pub(crate) fn event(event: &TableEvent, names: &Seats<String>) -> Option<String> {
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

/// The text without anything that a terminal obeys, and in letters that it can show.
pub(crate) fn clean(text: &str, unicode: bool) -> String {
    let obeyed = |letter: char| letter.is_control() && letter != '\n';
    // Marks that turn the direction of writing, or that nobody sees.
    let hidden = |letter: char| matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let kept: String = text.chars().filter(|letter| !obeyed(*letter) && !hidden(*letter)).collect();
    if unicode || kept.is_ascii() {
        return kept;
    }
    // It knows nothing of lines.
    let ascii = |line: &str| -> String {
        let line = deunicode::deunicode_with_tofu(line, "?");
        line.chars().filter(|letter| letter.is_ascii() && !letter.is_control()).collect()
    };
    kept.split('\n').map(ascii).collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn other_letters_are_written_with_those_that_everyone_has() {
        assert_eq!(clean("Bashō…\u{202e}\x1b[2J", false), "Basho...[2J");
        assert_eq!(clean("Bashō\r\n", true), "Bashō\n");
        assert_eq!(clean("\nBashō\n芭蕉\n\n", false), "\nBasho\nBa Jiao\n\n");
    }

    proptest! {
        #[test]
        fn whatever_is_said_is_harmless(text: String) {
            let harmless = |letter: char| letter == '\n' || matches!(letter, ' '..='~');
            prop_assert!(clean(&text, false).chars().all(harmless));
            prop_assert!(clean(&text, true).chars().all(|letter| letter == '\n' || !letter.is_control()));
        }
    }
}
