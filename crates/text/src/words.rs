//! What the session says that is no game's own.

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
  hint             what bots would do, at tables against bots
  review           after a match: what each of your decisions was worth
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
