//! What the head of the page says of what is behind a link: chats and search engines look there.

use std::fmt;

use game::Ruleset as _;
use table::Phase;
use wire::{Codec, GameKind};

use crate::house::{SeatCard, TableCard};

/// What a link leads to. Shown, no letter of it means anything to a browser.
pub(super) struct Head {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) url: String,
    /// Whether search engines may list it.
    pub(super) listed: bool,
}

impl Head {
    pub(super) fn of_table(card: &TableCard, url: &str) -> Head {
        let url = format!("{url}/t/{}", card.code);
        Head { title: title(card), description: description(card), url, listed: false }
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [title, description, url] = [&self.title, &self.description, &self.url].map(|text| escaped(text));
        let robots = if self.listed { "" } else { "\n<meta name=\"robots\" content=\"noindex\">" };
        write!(
            f,
            "<title>{title}</title>\n\
             <meta name=\"description\" content=\"{description}\">\n\
             <meta property=\"og:type\" content=\"website\">\n\
             <meta property=\"og:site_name\" content=\"Tefuda\">\n\
             <meta property=\"og:title\" content=\"{title}\">\n\
             <meta property=\"og:description\" content=\"{description}\">\n\
             <meta property=\"og:url\" content=\"{url}\">{robots}"
        )
    }
}

/// What is played, and with whom.
fn title(card: &TableCard) -> String {
    fn of<G: Codec>() -> &'static str {
        G::Rules::TITLE
    }
    let game = card.game.parse::<GameKind>().map_or(card.game, |game| wire::for_game!(game, of()));
    let host = card.seats.iter().find_map(|seat| match seat {
        SeatCard::Player { id, name } if *id == card.owner => Some(name),
        _ => None,
    });
    host.map_or_else(|| game.to_owned(), |name| format!("{game} with {name}"))
}

fn description(card: &TableCard) -> String {
    let open = card.seats.iter().filter(|seat| **seat == SeatCard::Open).count();
    let now = match (card.phase, open) {
        (Phase::Playing | Phase::Paused, _) if card.spectators => "A match is being played: come and watch.",
        (Phase::Playing | Phase::Paused, _) => "A match is being played.",
        (Phase::Waiting | Phase::Over, 0) => "Every seat is taken.",
        (Phase::Waiting | Phase::Over, 1) => "One seat is open: sit down and play.",
        (Phase::Waiting | Phase::Over, _) => "Seats are open: sit down and play.",
    };
    format!("A table for {} in the card house Tefuda. {now}", card.seats.len())
}

/// A text in which no letter means anything to a browser.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            plain => safe.push(plain),
        }
    }
    safe
}
