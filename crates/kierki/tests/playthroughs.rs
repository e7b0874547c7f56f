//! Matches written out as people read them, in `playthroughs/*.txt`.
//!
//! A file begins with comments, the preset, knobs that differ from it, and either a seed or the hands of each deal (`N:`, `E:`,
//! `S:`, `W:`). After a blank line come the actions, as `> SEAT ACTION`, each followed by what happens.
//! `UPDATE=1 cargo nextest run -p kierki --test playthroughs` writes what happens anew; read it against the rules before you keep
//! it. A file without actions is then played to the end by chance.
#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;
use std::path::PathBuf;

use cards::Card as _;
use cards::french::Card;
use game::{ActionList, Deals, Decks, Game, Purpose, Ruleset, Seat, Seed, below};
use kierki::{Action, Kierki, Rules};
use serde_json::Value;

/// A file taken apart.
struct Playthrough {
    name: String,
    text: String,
    head: String,
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
        let (head, play) = text.split_once("\n\n").unwrap_or((text.trim_end(), ""));
        let mut knobs = Value::Null;
        let mut decks = Decks::default();
        let mut seed = None;
        for line in head.lines().filter(|line| !line.starts_with('#')) {
            let (key, value) = line.split_once(':').unwrap_or_else(|| panic!("{name}: no key in `{line}`"));
            let value = value.trim();
            let cards = || value.split(' ').map(|code| code.parse::<Card>().unwrap().index() as u8);
            match key {
                "preset" => knobs = serde_json::to_value(Rules::preset(value).unwrap()).unwrap(),
                "seed" => seed = Some(Seed::from(value.parse::<u64>().unwrap())),
                "N" => decks.orders.push(cards().collect()),
                "E" | "S" | "W" => decks.orders.last_mut().unwrap().extend(cards()),
                knob => {
                    let old = knobs.get_mut(knob).unwrap_or_else(|| panic!("{name}: no knob `{knob}`"));
                    *old = serde_json::from_str(value).unwrap_or_else(|_| value.into());
                }
            }
        }
        let actions = play.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| {
            let (seat, action) = line.split_once(' ').unwrap();
            let action = action.parse().unwrap_or_else(|bad| panic!("{line}: {bad}"));
            (Seat::new(seat.parse().unwrap()).unwrap(), action)
        });
        let (head, actions) = (head.to_owned(), actions.collect());
        let deals = seed.map_or(Deals::Decks(decks), Deals::Seed);
        Playthrough { head, rules: serde_json::from_value(knobs).unwrap(), deals, actions, name, text }
    }

    /// Plays it and writes the file as it should be.
    fn play(&self) -> String {
        let mut written = format!("{}\n\n", self.head);
        let mut events = Vec::new();
        let started = Kierki::start(&self.rules, 4, &self.deals, &mut events);
        let mut state = started.unwrap_or_else(|bad| panic!("{}: {bad}", self.name));
        events.drain(..).for_each(|event| writeln!(written, "{event}").unwrap());
        for (seat, action) in &self.actions {
            writeln!(written, "> {seat} {action}").unwrap();
            match state.play(*seat, *action, &mut events) {
                Ok(()) => events.drain(..).for_each(|event| writeln!(written, "{event}").unwrap()),
                Err(refusal) => writeln!(written, "refused: {refusal}").unwrap(),
            }
        }
        if !state.is_over() {
            writeln!(written, "(to be continued)").unwrap();
        }
        written
    }

    fn make_up(&mut self) {
        let mut state = Kierki::start(&self.rules, 4, &self.deals, &mut ()).unwrap();
        let mut rng = Seed::from(self.name.len() as u64).stream(Purpose(*b"test"), 0, 0);
        let mut legal = ActionList::new();
        while let Some(seat) = state.actors().first() {
            state.legal(seat, &mut legal);
            let action = legal[below(&mut rng, legal.len() as u32) as usize];
            state.apply(seat, action, &mut ());
            self.actions.push((seat, action));
        }
    }
}

#[test]
fn every_playthrough_goes_as_written() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for (path, mut file) in playthroughs() {
        if update && file.actions.is_empty() {
            file.make_up();
        }
        let played = file.play();
        if update {
            std::fs::write(&path, &played).unwrap();
        } else if played != file.text {
            let line = played.lines().zip(file.text.lines()).position(|(is, was)| is != was);
            wrong.push(format!("{}: from line {:?} on", file.name, line.map(|line| line + 1)));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Together the files show every type, every refusal that play can meet, and every knob.
#[test]
fn nothing_is_left_out() {
    let all: Vec<Playthrough> = playthroughs().into_iter().map(|(_, file)| file).collect();
    for kind in kierki::DealType::ALL {
        assert!(all.iter().any(|file| file.rules.deals.iter().any(|plan| plan.kind == kind)), "{kind}");
    }
    for told in [
        "for nothing",
        "for 1 point\n",
        "points\n",
        "all its points being taken",
        "wins the match",
        "share the first place",
        "no deck is left",
        "the match is over",
        "no deck was given",
        "not this seat's turn",
        "is not in this hand",
        "does not follow",
        "cannot be led",
        "(to be continued)",
    ] {
        assert!(all.iter().any(|file| file.text.contains(told)), "no file tells that {told:?}");
    }
    assert!(all.iter().any(|file| file.rules.traditional_scores));
}
