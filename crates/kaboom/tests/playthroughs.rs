//! Matches written out as people read them, in `playthroughs/*.txt`, and what they show together.
//!
//! A file begins with comments, the preset, the number of players, knobs that differ from the preset, and either a seed or the
//! decks: a hand for each player from the first on, slot by slot, and the draw pile; then, where it comes to that, `reshuffle`
//! with the order of the cards. A draw pile or reshuffle may name its first cards only, the rest follows in the order of the
//! deck. After a blank line come the actions, as `> SEAT ACTION`, each followed by what happens.
//! `UPDATE=1 cargo nextest run -p kaboom --test playthroughs` writes what happens anew; read it against the rules before you
//! keep it.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use cards::Card as _;
use cards::french::{Card, Set};
use game::{Deals, Decks, Game, Ruleset, Seat, Seed};
use kaboom::event::{Ending, RoundResult};
use kaboom::{Ability, Action, Event, Kaboom, Refusal, Rules};
use serde_json::Value;

/// A file taken apart.
struct Playthrough {
    name: String,
    text: String,
    head: String,
    players: usize,
    rules: Rules,
    deals: Deals,
    actions: Vec<(Seat, Action)>,
}

fn playthroughs() -> Vec<(PathBuf, Playthrough)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let mut paths: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let file = Playthrough::parse(name, std::fs::read_to_string(&path).unwrap());
        (path, file)
    };
    paths.into_iter().map(read).collect()
}

impl Playthrough {
    fn parse(name: String, text: String) -> Playthrough {
        let (head, play) = text.split_once("\n\n").unwrap_or((&text, ""));
        let mut players = 2;
        let mut knobs = Value::Null;
        let mut decks = Decks::default();
        let mut seed = None;
        let mut hands = Vec::new();
        for line in head.lines().filter(|line| !line.starts_with('#')) {
            let (key, value) = line.split_once(':').unwrap_or_else(|| panic!("{name}: no key in `{line}`"));
            let value = value.trim();
            match key {
                "preset" => knobs = serde_json::to_value(Rules::preset(value).unwrap()).unwrap(),
                "players" => players = value.parse().unwrap(),
                "seed" => seed = Some(Seed::from(value.parse::<u64>().unwrap())),
                "first" => decks.first = Seat::new(value.parse().unwrap()),
                "hand" => {
                    assert_eq!(cards(value).len(), 6, "{name}: {line}");
                    hands.extend(cards(value));
                }
                "draw pile" => decks.orders.push(whole_deck(hands.drain(..).chain(cards(value)))),
                "reshuffle" => decks.orders.push(whole_deck(cards(value))),
                knob => {
                    let old = knobs.get_mut(knob).unwrap_or_else(|| panic!("{name}: no knob `{knob}`"));
                    *old = serde_json::from_str(value).unwrap();
                }
            }
        }
        let deals = seed.map_or(Deals::Decks(decks), Deals::Seed);
        let actions = play.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| {
            let (seat, action) = line.split_once(' ').unwrap();
            (
                Seat::new(seat.parse().unwrap()).unwrap(),
                action.parse().unwrap_or_else(|bad| panic!("{name}: {line}: {bad}")),
            )
        });
        let (head, actions) = (head.to_owned(), actions.collect());
        Playthrough {
            head,
            players,
            rules: serde_json::from_value(knobs).unwrap(),
            deals,
            actions,
            name,
            text,
        }
    }

    /// Plays it and writes the file as it should be.
    fn play(&self, shown: &mut BTreeSet<&'static str>) -> String {
        let mut written = format!("{}\n\n", self.head);
        let mut events: Vec<Event> = Vec::new();
        let started = Kaboom::start(&self.rules, self.players, &self.deals, &mut events);
        let mut state = started.unwrap_or_else(|bad| panic!("{}: {bad}", self.name));
        let tell = |events: &mut Vec<Event>, written: &mut String, shown: &mut BTreeSet<_>| {
            for event in events.drain(..) {
                writeln!(written, "{event}").unwrap();
                shown.extend(facts(&event, &self.rules));
            }
        };
        tell(&mut events, &mut written, shown);
        for (seat, action) in &self.actions {
            writeln!(written, "> {seat} {action}").unwrap();
            match state.play(*seat, *action, &mut events) {
                Ok(()) => tell(&mut events, &mut written, shown),
                Err(refusal) => {
                    writeln!(written, "refused: {refusal}").unwrap();
                    shown.extend(refused(refusal));
                }
            }
        }
        if !state.is_over() {
            writeln!(written, "(to be continued)").unwrap();
        }
        written
    }
}

fn cards(text: &str) -> Vec<u8> {
    assert_eq!(text.split_whitespace().count(), text.parse::<Set>().unwrap().len(), "a card twice: {text}");
    text.split_whitespace().map(|card| card.parse::<Card>().unwrap().index() as u8).collect()
}

fn whole_deck(first: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let mut deck: Vec<u8> = first.into_iter().collect();
    let rest: Vec<u8> = (0..54).filter(|card| !deck.contains(card)).collect();
    deck.extend(rest);
    deck
}

/// What an event shows of the rules.
fn facts(event: &Event, rules: &Rules) -> Vec<&'static str> {
    match event {
        Event::Took { .. } => vec!["the discard taken"],
        Event::Kept { .. } => vec!["a drawn card kept"],
        Event::Discarded { .. } => vec!["a drawn card discarded"],
        Event::Used { ability: Ability::PeekOwn, .. } => vec!["7 or 8 used"],
        Event::Used { ability: Ability::PeekOther, .. } => vec!["9 or 10 used"],
        Event::Used { ability: Ability::Swap, .. } => vec!["jack or queen used"],
        Event::Used { ability: Ability::PeekTwo, .. } => vec!["black king used"],
        Event::Swapped { .. } => vec!["two cards swapped"],
        Event::Declined { .. } => vec!["an ability declined"],
        Event::Flipped { seat, spot, .. } if *seat == spot.seat => vec!["an own card flipped"],
        Event::Flipped { .. } => vec!["another's card flipped"],
        Event::FlippedWrong { .. } => vec!["a wrong flip"],
        Event::Penalty { slot: 0..=5, .. } => vec!["a penalty card in an empty slot"],
        Event::Penalty { .. } => vec!["a penalty card in a new slot"],
        Event::Gave { .. } => vec!["a card given"],
        Event::GiftDeclined { .. } => vec!["no card given"],
        Event::Reshuffled { .. } => vec!["a reshuffle"],
        Event::DecksRanOut { .. } => vec!["the decks run out"],
        Event::RoundEnded(result) => ending(result, rules),
        Event::MatchEnded { outcome } if outcome.winner().is_none() => vec!["a match shared"],
        Event::MatchEnded { .. } => vec!["a match won"],
        Event::RoundBegan { .. }
        | Event::Ready { .. }
        | Event::Turned { .. }
        | Event::TurnBegan { .. }
        | Event::Kaboom { .. }
        | Event::Drew { .. }
        | Event::Peeked { .. }
        | Event::Picked { .. }
        | Event::GiftAsked { .. }
        | Event::Revealed { .. } => Vec::new(),
    }
}

fn ending(result: &RoundResult, rules: &Rules) -> Vec<&'static str> {
    let mut shown = vec![match result.ending {
        Ending::Kaboom => "a round ended by kaboom",
        Ending::TurnLimit => "a turn limit",
        Ending::OutOfCards => "no card to draw",
    }];
    let Some(caller) = result.caller else {
        shown.push("a round without a caller");
        return shown;
    };
    let own = result.sums[caller];
    let others = result.sums.iter().filter(|(seat, _)| *seat != caller).map(|(_, sum)| *sum).min().unwrap();
    shown.push(match (own.cmp(&others), rules.caller_wins_ties) {
        (std::cmp::Ordering::Less, _) => "a caller who wins",
        (std::cmp::Ordering::Equal, true) => "a caller who ties and wins",
        (std::cmp::Ordering::Equal, false) => "a caller who ties and loses",
        (std::cmp::Ordering::Greater, _) => "a caller who loses",
    });
    shown
}

fn refused(refusal: Refusal) -> Option<&'static str> {
    match refusal {
        Refusal::PileChanged { .. } => Some("too late: another discard"),
        Refusal::FlippedByAnother(_) => Some("too late: another was first"),
        Refusal::PastFirstMove => Some("too late: after the own first move"),
        Refusal::WrongBefore => Some("a second wrong flip refused"),
        Refusal::GiftPending(_) => Some("play suspended for a gift"),
        Refusal::Locked(_) => Some("a locked card"),
        _ => None,
    }
}

const REQUIRED: [&str; 34] = [
    "the discard taken",
    "a drawn card kept",
    "a drawn card discarded",
    "7 or 8 used",
    "9 or 10 used",
    "jack or queen used",
    "black king used",
    "two cards swapped",
    "an ability declined",
    "an own card flipped",
    "another's card flipped",
    "a wrong flip",
    "a penalty card in an empty slot",
    "a penalty card in a new slot",
    "a card given",
    "no card given",
    "a reshuffle",
    "the decks run out",
    "a round ended by kaboom",
    "a turn limit",
    "no card to draw",
    "a round without a caller",
    "a caller who wins",
    "a caller who ties and wins",
    "a caller who ties and loses",
    "a caller who loses",
    "a match shared",
    "a match won",
    "too late: another discard",
    "too late: another was first",
    "too late: after the own first move",
    "a second wrong flip refused",
    "play suspended for a gift",
    "a locked card",
];

#[test]
fn every_playthrough_goes_as_written() {
    let update = std::env::var("UPDATE").is_ok();
    for (path, file) in playthroughs() {
        let written = file.play(&mut BTreeSet::new());
        if update {
            std::fs::write(path, written).unwrap();
        } else {
            assert_eq!(file.text, written, "{}", file.name);
        }
    }
}

/// Only where a file says so is an action refused: the others go through.
#[test]
fn refusals_are_meant() {
    for (_, file) in playthroughs() {
        let refused = file.text.lines().filter(|line| line.starts_with("refused:")).count();
        assert!(refused == 0 || file.head.contains("refused"), "{} has {refused} refusals", file.name);
    }
}

#[test]
fn together_they_show_every_rule() {
    let mut shown = BTreeSet::new();
    for (_, file) in playthroughs() {
        file.play(&mut shown);
    }
    let missing: Vec<_> = REQUIRED.iter().filter(|fact| !shown.contains(*fact)).collect();
    assert!(missing.is_empty(), "not shown: {missing:#?}");
}
