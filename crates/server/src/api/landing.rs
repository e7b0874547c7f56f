//! A plain page for whoever comes with a browser.

use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::Html;
use axum::routing::{MethodRouter, get};
use game::Ruleset as _;
use table::Phase;
use wire::{Code, Codec, GameKind};

use super::extract::PathText;
use crate::config::Config;
use crate::connection::Reception;
use crate::house::{SeatCard, TableCard};

/// The page at the front.
pub(super) fn page(config: &Config) -> MethodRouter<Reception> {
    let page = with_head(&template(config), &head("Tefuda", "A card house.", &config.url(), true));
    get(async move || Html(page))
}

/// The page to which a link to a table leads. What a chat shows of the link stands in its head: no more than whoever knows the code
/// finds anyway.
pub(super) fn table(config: &Config) -> MethodRouter<Reception> {
    let template = template(config);
    get(async move |State(desk): State<Reception>, PathText(code): PathText| {
        let card = code.parse::<Code>().ok().and_then(|code| desk.house.table(code));
        let url = desk.config.url();
        let head = match card {
            Some(card) => head(&title(&card), &description(&card), &format!("{url}/t/{}", card.code), false),
            None => head("Tefuda", "There is no such table, or it is closed.", &url, false),
        };
        Html(with_head(&template, &head))
    })
}

pub(super) async fn style() -> ([(HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("landing.css"))
}

fn template(config: &Config) -> String {
    let page = include_str!("landing.html").replace("{base}", config.base_path.prefix());
    page.replace("{version}", env!("CARGO_PKG_VERSION"))
}

/// In one go: a name that looks like a place to fill in must not be one.
fn with_head(template: &str, head: &str) -> String {
    template.replacen("{head}", head, 1)
}

fn head(title: &str, description: &str, url: &str, found: bool) -> String {
    let [title, description, url] = [title, description, url].map(escaped);
    let robots = if found { "" } else { "\n<meta name=\"robots\" content=\"noindex\">" };
    format!(
        "<title>{title}</title>\n\
         <meta name=\"description\" content=\"{description}\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:site_name\" content=\"Tefuda\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n\
         <meta property=\"og:url\" content=\"{url}\">{robots}"
    )
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
