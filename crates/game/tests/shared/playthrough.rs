//! Matches written out as people read them: what the tests of all games do with their `playthroughs/*.txt`.
//!
//! A file begins with comments, the preset, the number of players if it is not the fewest, knobs that differ from the preset, and either
//! a seed or the decks, in lines that each game has its own way for. After a blank line come the actions, as `> SEAT ACTION`, each
//! followed by what happens. `UPDATE=1 cargo nextest run -p GAME --test playthroughs` writes what happens anew; read it against the
//! rules before you keep it. A file without actions is then played to the end by chance.

use std::fmt::Write as _;
use std::path::PathBuf;

use game::{ActionList, Deals, Decks, Game, Purpose, Ruleset, Seat, Seed, below};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A game whose decks are written out line by line.
pub(crate) trait Written: Game<Rules: Ruleset + Serialize + DeserializeOwned> {
    /// Takes a line about the decks; false if it is none.
    fn deal(decks: &mut Decks, key: &str, value: &str) -> bool;
}

/// A file taken apart.
pub(crate) struct Playthrough<G: Game> {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) head: String,
    pub(crate) rules: G::Rules,
    players: usize,
    deals: Deals,
    actions: Vec<(Seat, G::Action)>,
    path: PathBuf,
}

/// All that the game has, which the crate of the tests is about.
pub(crate) fn playthroughs<G: Written>() -> Vec<Playthrough<G>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let mut paths: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(Playthrough::read).collect()
}

/// Every file tells what happens; or it will, with `UPDATE`.
pub(crate) fn every_playthrough_goes_as_written<G: Written>() {
    let update = std::env::var_os("UPDATE").is_some();
    for mut file in playthroughs::<G>() {
        if update && file.actions.is_empty() {
            file.make_up();
        }
        let written = file.play(|_| {}, |_| {});
        if update {
            std::fs::write(&file.path, written).unwrap();
        } else {
            assert_eq!(file.text, written, "{}", file.name);
        }
    }
}

impl<G: Written> Playthrough<G> {
    fn read(path: PathBuf) -> Playthrough<G> {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let (head, play) = text.split_once("\n\n").unwrap_or((text.trim_end(), ""));
        let (mut knobs, mut seed, mut decks) = (Value::Null, None, Decks::default());
        let mut players = *G::SEATS.start();
        for line in head.lines().filter(|line| !line.starts_with('#')) {
            let (key, value) = line.split_once(':').unwrap_or_else(|| panic!("{name}: no key in `{line}`"));
            let value = value.trim();
            match key {
                "preset" => knobs = serde_json::to_value(G::Rules::preset(value).unwrap()).unwrap(),
                "players" => players = value.parse().unwrap(),
                "seed" => seed = Some(Seed::from(value.parse::<u64>().unwrap())),
                key if G::deal(&mut decks, key, value) => {}
                knob => {
                    let old = knobs.get_mut(knob).unwrap_or_else(|| panic!("{name}: no knob `{knob}`"));
                    *old = serde_json::from_str(value).unwrap_or_else(|_| value.into());
                }
            }
        }
        let actions = play.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| {
            let (seat, action) = line.split_once(' ').unwrap();
            let action = action.parse().unwrap_or_else(|bad| panic!("{name}: {line}: {bad}"));
            (Seat::new(seat.parse().unwrap()).unwrap(), action)
        });
        let (head, actions) = (head.to_owned(), actions.collect());
        let rules = serde_json::from_value(knobs).unwrap();
        let deals = seed.map_or(Deals::Decks(decks), Deals::Seed);
        Playthrough { name, head, rules, players, deals, actions, path, text }
    }

    /// Plays it and writes the file as it should be; what happened and what was refused is told too.
    pub(crate) fn play(
        &self,
        mut told: impl FnMut(&G::Event),
        mut refused: impl FnMut(&G::Refusal),
    ) -> String {
        let mut written = format!("{}\n\n", self.head);
        let mut events = Vec::new();
        let mut tell = |events: &mut Vec<G::Event>, written: &mut String| {
            for event in events.drain(..) {
                writeln!(written, "{event}").unwrap();
                told(&event);
            }
        };
        let started = G::start(&self.rules, self.players, &self.deals, &mut events);
        let mut state = started.unwrap_or_else(|bad| panic!("{}: {bad}", self.name));
        tell(&mut events, &mut written);
        for (seat, action) in &self.actions {
            writeln!(written, "> {seat} {action}").unwrap();
            match state.play(*seat, *action, &mut events) {
                Ok(()) => tell(&mut events, &mut written),
                Err(refusal) => {
                    writeln!(written, "refused: {refusal}").unwrap();
                    refused(&refusal);
                }
            }
        }
        if !state.is_over() {
            writeln!(written, "(to be continued)").unwrap();
        }
        written
    }

    fn make_up(&mut self) {
        let mut state = G::start(&self.rules, self.players, &self.deals, &mut ()).unwrap();
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
