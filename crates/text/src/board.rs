//! A table in words, for any game.

use bots::Unit;
use client::{BadScene, Happening, Seen};
use game::{Ruleset, Seat, Seats, Viewer};
use plain::{Plain, Style, aim, choices, find, ruleset, table_event};
use serde_json::Value;
use table::{Clock, Phase, Presence};
use wire::MatchId;
use wire::house::{Followed, Hinted, Place};

/// What is worth knowing after something has happened.
pub(crate) struct Look {
    /// What has happened.
    pub(crate) told: Vec<Told>,
    /// Whether the match came to its end by it.
    pub(crate) over: bool,
    /// Whether the table waits for the viewer.
    pub(crate) must: bool,
    /// What the viewer may do though nobody waits for it, and a number that changes when that is worth telling again.
    pub(crate) may: Option<(u64, String)>,
    pub(crate) phase: Phase,
    pub(crate) you: Option<Seat>,
    /// How many seats are open.
    pub(crate) open: usize,
    /// How everyone is called, and who is there.
    pub(crate) people: People,
    /// Which discard what can be done is aimed at.
    pub(crate) aim: Option<u64>,
    /// The match that is played, or was last.
    pub(crate) match_id: Option<MatchId>,
}

/// Something that has happened, in a sentence.
pub(crate) struct Told {
    /// As the viewer saw it.
    pub(crate) now: String,
    /// As everyone saw it, for the log: cards that one has only looked at are to be remembered.
    pub(crate) later: Option<String>,
}

impl Told {
    fn to_all(sentence: String) -> Told {
        Told { later: Some(sentence.clone()), now: sentence }
    }
}

/// How everyone at a table is called, and who is there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct People {
    names: Seats<String>,
    presence: Seats<Presence>,
}

/// Looks at a table after these events. `before` is who was there at the last look.
pub(crate) fn look<G: Plain>(
    known: &Followed,
    events: &[Value],
    before: Option<&People>,
    style: Style,
) -> Result<Look, BadScene> {
    let seen = Seen::<G>::read(known)?;
    let names = before.map_or_else(|| seen.names(), |before| seen.names_after(&before.names));
    let people = People { names, presence: seen.presence.clone() };
    let events = Seen::<G>::events(events);
    let mut told = Vec::new();
    let mut over = false;
    for event in &events {
        match event {
            Happening::Game(event) => {
                let space = if G::begins_round(event) { "\n" } else { "" };
                let sentence = |event: &G::Event| G::sentence(event, &people.names, style);
                let later = G::redact(event, Viewer::Spectator).as_deref().map(sentence);
                told.push(Told { now: format!("{space}{}", sentence(event)), later });
            }
            Happening::Table(event) => {
                over |= matches!(event, wire::house::TableEvent::Over { .. });
                told.extend(table_event(event, &people.names).map(Told::to_all));
            }
        }
    }
    told.extend(comings_and_goings(before, &people).into_iter().map(Told::to_all));
    let reaction = seen.legal.iter().find(|action| G::is_reaction(**action));
    let moment = seen.view.as_ref().map_or(0, G::moment);
    Ok(Look {
        told,
        over,
        must: seen.must,
        may: reaction.map(|action| (moment, code(action))),
        phase: seen.phase,
        you: seen.you,
        open: seen.seats.iter().filter(|(_, place)| place.is_none()).count(),
        people,
        aim: seen.legal.iter().find_map(|action| aim(&action.to_string())),
        match_id: seen.match_id,
    })
}

/// The table with what can be done there.
pub(crate) fn board<G: Plain>(known: &Followed, style: Style) -> Result<String, BadScene> {
    let seen = Seen::<G>::read(known)?;
    let mut lines = Vec::new();
    if let Some(view) = &seen.view {
        lines.push(G::table(view, &seen.names(), style).trim_end().to_owned());
        if !seen.legal.is_empty() {
            lines.push(String::new());
            lines.extend(choices::<G>(view, &seen.legal, style));
        }
    }
    match seen.phase {
        Phase::Waiting => lines.push(lobby(&seen)),
        Phase::Paused => lines.push("Play is paused.".to_owned()),
        Phase::Playing if seen.you.is_none() => lines.push("You are watching.".to_owned()),
        Phase::Playing | Phase::Over => {}
    }
    Ok(lines.join("\n"))
}

/// The action that the text means, or why there is none. Whoever typed it had this discard in front: what is aimed at one that came
/// later is not what was meant.
pub(crate) fn choose<G: Plain>(
    known: &Followed,
    text: &str,
    seen_aim: Option<u64>,
) -> Result<String, String> {
    let seen = Seen::<G>::read(known).map_err(|bad| bad.to_string())?;
    let spelled = match (&seen.view, seen.you) {
        (Some(_), Some(you)) => G::spelled(text, you),
        _ => text.to_owned(),
    };
    match find::<G>(&spelled, &seen.legal) {
        Some(action) if aim(&action.to_string()).is_some_and(|aim| seen_aim != Some(aim)) => {
            Err("Another card was discarded before your line came: look, and type it again.".to_owned())
        }
        Some(action) => Ok(action.to_string()),
        None if seen.you.is_none() => Err("You only watch here.".to_owned()),
        None if seen.phase != Phase::Playing => Err("No match is being played.".to_owned()),
        None if !seen.must && text.parse::<G::Action>().is_ok() => Err("It is not your turn.".to_owned()),
        None if !seen.must => Err("It is not your turn; `help` tells what can be typed.".to_owned()),
        None => Err(format!("`{}` is none of the choices.", cards::quoted(text))),
    }
}

/// Whether bots may be asked what to do, or why not.
pub(crate) fn may_ask<G: Plain>(known: &Followed) -> Result<(), String> {
    let seen = Seen::<G>::read(known).map_err(|bad| bad.to_string())?;
    match () {
        () if seen.you.is_none() => Err("You only watch here.".to_owned()),
        () if !seen.settings.hints => Err("This table has no hints: those against bots have.".to_owned()),
        () if !seen.must || seen.phase != Phase::Playing => {
            Err("There is nothing to decide for you now.".to_owned())
        }
        () => Ok(()),
    }
}

/// What bots would do.
pub(crate) fn advice<G: Plain>(unit: Unit, ranked: &[Hinted], style: Style) -> Vec<String> {
    plain::advice::<G>(unit, ranked, style)
}

/// All cards of the game.
pub(crate) fn all_cards<G: Plain>(known: &Followed, style: Style) -> Result<String, BadScene> {
    let seen = Seen::<G>::read(known)?;
    Ok(G::cards(&seen.settings.rules, seen.view.as_ref(), style))
}

/// What the game's players look up.
pub(crate) fn lore<G: Plain>(known: &Followed, style: Style) -> Result<String, BadScene> {
    let seen = Seen::<G>::read(known)?;
    Ok(G::lore(&seen.settings.rules, seen.view.as_ref(), style))
}

/// The points so far.
pub(crate) fn score<G: Plain>(known: &Followed, _style: Style) -> Result<String, BadScene> {
    let seen = Seen::<G>::read(known)?;
    let Some(view) = &seen.view else { return Ok("No match has begun here.".to_owned()) };
    let (names, scores) = (seen.names(), G::points(view));
    let mut seats: Vec<Seat> = Seat::all(seen.seats.len()).collect();
    let worth = |seat: Seat| if G::FEWEST_POINTS_WIN { scores[seat] } else { -scores[seat] };
    seats.sort_by_key(|seat| worth(*seat));
    let line = |seat: Seat| format!("  {:>5}  {}", scores[seat], names[seat]);
    let lines: Vec<String> = seats.into_iter().map(line).collect();
    let which = if G::FEWEST_POINTS_WIN { "fewest" } else { "most" };
    Ok(format!("{}\nThe {which} points win.", lines.join("\n")))
}

/// What the game's players look up, by name.
pub(crate) fn lore_name<G: Plain>() -> &'static str {
    G::LORE
}

/// What is played here, in a line.
pub(crate) fn title<G: Plain>(known: &Followed) -> Result<String, BadScene> {
    let seen = Seen::<G>::read(known)?;
    let rules = ruleset::<G>(&seen.settings.rules);
    let clock = match seen.settings.clock {
        Clock::None => String::new(),
        Clock::Move { limit } => format!(", {} s for each decision", limit / 1000),
        Clock::Match { initial, increment } => {
            format!(", {} s and {} s for each decision", initial / 1000, increment / 1000)
        }
    };
    Ok(format!("{} ({rules}) at table {}{clock}.", G::Rules::TITLE, seen.code))
}

/// Who is there, and how the others find it.
fn lobby<G: Plain>(seen: &Seen<G>) -> String {
    let name = |place: &Option<Place>, name: &String| match place {
        Some(_) => name.clone(),
        None => "(open)".to_owned(),
    };
    let names = seen.names();
    let seats: Vec<String> = seen.seats.iter().map(|(seat, place)| name(place, &names[seat])).collect();
    format!("At table {}: {}.", seen.code, seats.join(", "))
}

fn comings_and_goings(before: Option<&People>, now: &People) -> Vec<String> {
    let Some(before) = before else { return Vec::new() };
    let change = |(seat, presence): (Seat, &Presence)| {
        let name = now.names.get(seat)?;
        match (before.presence.get(seat)?, presence) {
            (Presence::Here, Presence::Away) => Some(format!("{name} is away.")),
            (Presence::Away, Presence::Here) => Some(format!("{name} is here again.")),
            _ => None,
        }
    };
    now.presence.iter().filter_map(change).collect()
}

/// What a person types for the action.
fn code(action: &impl ToString) -> String {
    let code = action.to_string();
    code.split(" @").next().unwrap_or_default().to_owned()
}
