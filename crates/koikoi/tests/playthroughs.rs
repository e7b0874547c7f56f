//! Matches written out as people read them, in `playthroughs/*.txt`, and what they show together.
//!
//! A file begins with comments, the preset, knobs that differ from it, and either a seed or the first dealer and the deals; a
//! draw pile may name its first cards only, the rest follows in the order of the deck. After a blank line come the actions, as
//! `> SEAT ACTION`, each followed by what happens. `UPDATE=1 cargo nextest run -p koikoi --test playthroughs` writes what
//! happens anew; read it against the rules before you keep it.
#![allow(clippy::unwrap_used)]

mod facts;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use cards::hanafuda::{Card, Set};
use facts::{Facts, REQUIRED};
use game::{Deals, Decks, Game, Ruleset, Seat, Seed};
use koikoi::{Action, Event, KoiKoi, Rules};
use serde_json::Value;

/// A file taken apart.
struct Playthrough {
    name: String,
    text: String,
    head: String,
    preset: String,
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
        let mut preset = String::new();
        let mut knobs = Value::Null;
        let mut decks = Decks::default();
        let mut seed = None;
        for line in head.lines().filter(|line| !line.starts_with('#')) {
            let (key, value) = line.split_once(':').unwrap_or_else(|| panic!("{name}: no key in `{line}`"));
            let value = value.trim();
            match key {
                "preset" => {
                    preset = value.to_owned();
                    knobs = serde_json::to_value(Rules::preset(value).unwrap()).unwrap();
                }
                "seed" => seed = Some(Seed::from(value.parse::<u64>().unwrap())),
                "first dealer" => decks.first = Seat::new(value.parse().unwrap()),
                "to the other" => decks.orders.push(eight(value, line)),
                "to the field" | "to the dealer" => {
                    decks.orders.last_mut().unwrap().extend(eight(value, line));
                }
                "draw pile" => {
                    let deck = decks.orders.last_mut().unwrap();
                    deck.extend(cards(value));
                    let rest: Vec<u8> = (0..48).filter(|card| !deck.contains(card)).collect();
                    deck.extend(rest);
                }
                knob => {
                    let old = knobs.get_mut(knob).unwrap_or_else(|| panic!("{name}: no knob `{knob}`"));
                    *old = serde_json::from_str(value).unwrap_or_else(|_| value.into());
                }
            }
        }
        let deals = seed.map_or(Deals::Decks(decks), Deals::Seed);
        let actions = play.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| {
            let (seat, action) = line.split_once(' ').unwrap();
            (
                Seat::new(seat.parse().unwrap()).unwrap(),
                action.parse().unwrap_or_else(|bad| panic!("{line}: {bad}")),
            )
        });
        let (head, actions) = (head.to_owned(), actions.collect());
        Playthrough {
            head,
            preset,
            rules: serde_json::from_value(knobs).unwrap(),
            deals,
            actions,
            name,
            text,
        }
    }

    /// Plays it and writes the file as it should be.
    fn play(&self, facts: &mut Facts) -> String {
        let mut written = format!("{}\n\n", self.head);
        let mut events: Vec<Event> = Vec::new();
        let started = KoiKoi::start(&self.rules, 2, &self.deals, &mut events);
        let mut state = started.unwrap_or_else(|bad| panic!("{}: {bad}", self.name));
        let mut tell = |events: &mut Vec<Event>, written: &mut String| {
            for event in events.drain(..) {
                writeln!(written, "{event}").unwrap();
                facts.learn(&event);
            }
        };
        tell(&mut events, &mut written);
        for (seat, action) in &self.actions {
            writeln!(written, "> {seat} {action}").unwrap();
            match state.play(*seat, *action, &mut events) {
                Ok(()) => tell(&mut events, &mut written),
                Err(refusal) => writeln!(written, "refused: {refusal}").unwrap(),
            }
        }
        if !state.is_over() {
            writeln!(written, "(to be continued)").unwrap();
        }
        written
    }
}

fn cards(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|card| card.parse::<Card>().unwrap().number()).collect()
}

fn eight(text: &str, line: &str) -> Vec<u8> {
    assert_eq!((cards(text).len(), text.parse::<Set>().unwrap().len()), (8, 8), "{line}");
    cards(text)
}

#[test]
fn every_playthrough_goes_as_written() {
    let update = std::env::var("UPDATE").is_ok();
    for (path, file) in playthroughs() {
        let written = file.play(&mut Facts::new(&file.rules));
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
    let mut shown: BTreeSet<(String, String)> = BTreeSet::new();
    for (_, file) in playthroughs() {
        let mut facts = Facts::new(&file.rules);
        file.play(&mut facts);
        let told = facts.shown.into_iter().map(|fact| (file.preset.clone(), fact));
        shown.extend(told);
        if file.text.contains("refused: ")
            && file.text.contains("matches nothing on the field, and another card")
        {
            shown.insert((file.preset.clone(), "a card refused, since another one captures".to_owned()));
        }
    }
    let required = REQUIRED.iter().flat_map(|(presets, facts)| {
        let presets = presets.split_whitespace();
        presets.flat_map(|preset| facts.iter().map(move |fact| (preset.to_owned(), (*fact).to_owned())))
    });
    let missing: Vec<_> = required.filter(|fact| !shown.contains(fact)).collect();
    assert!(missing.is_empty(), "not shown: {missing:#?}");
}

/// Twelve plains and the three blue ribbons with one koi-koi called.
#[test]
fn the_golden_case_of_quick() {
    let quick = playthroughs().into_iter().find(|(_, file)| file.name == "quick-yaku.txt").unwrap().1;
    let line = "seat 0 wins the round with blue ribbons 6, chaff 3 = 9, x2 for the koi-koi calls: 18 points (seat 0 124, seat 1 0)";
    assert!(quick.text.lines().any(|other| other == line));
}
