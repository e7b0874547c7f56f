//! The examples of docs/views.md are what the code makes, and its tables name every field. `UPDATE=1` writes the examples anew.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use game::{ActionList, Deals, Ruleset, Seat, Seed, Viewer};
use serde_json::Value;
use wire::Codec;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/views.md");
const BEGIN: &str = "```json\n";
const END: &str = "```\n";

/// The view that the sentence tells: preset, seats, seed, viewer and actions, each in back quotes.
fn view<G: Codec>(sentence: &str) -> G::View {
    let mut words = sentence.split('`').skip(1).step_by(2);
    let mut word = || words.next().unwrap();
    let rules = G::Rules::preset(word()).unwrap();
    let seats = word().parse().unwrap();
    let seed: Seed = word().parse().unwrap();
    let viewer = Seat::new(word().parse().unwrap()).unwrap();
    let mut state = G::start(&rules, seats, &Deals::Seed(seed), &mut ()).unwrap();
    for step in words {
        let (seat, action) = step.split_once(' ').unwrap();
        let seat = Seat::new(seat.parse().unwrap()).unwrap();
        let mut legal = ActionList::new();
        state.legal(seat, &mut legal);
        let codes: Vec<String> = legal.iter().map(ToString::to_string).collect();
        let action = action.parse().ok().unwrap();
        assert!(state.play(seat, action, &mut ()).is_ok(), "{step} is none of {codes:?}");
    }
    state.view(Viewer::Seat(viewer))
}

/// A field a line.
fn written(view: &Value) -> String {
    let fields = view.as_object().unwrap();
    let lines: Vec<String> = fields.iter().map(|(name, value)| format!("  \"{name}\": {value}")).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// The chapter with the example as it should be.
fn checked<G: Codec>(chapter: &str) -> String {
    let (before, rest) = chapter.split_once(BEGIN).unwrap();
    let (example, after) = rest.split_once(END).unwrap();
    let view = view::<G>(before.lines().rfind(|line| !line.is_empty()).unwrap());
    let value = serde_json::to_value(&view).unwrap();
    if !example.is_empty() {
        assert_eq!(serde_json::from_str::<G::View>(example).unwrap(), view, "it parses");
    }
    let rows = after.lines().filter(|line| line.starts_with("| `"));
    let named = rows.flat_map(|row| row.split(" | ").next().unwrap().split('`').skip(1).step_by(2));
    let named: Vec<&str> = named.collect();
    let fields: Vec<&String> = value.as_object().unwrap().keys().collect();
    assert_eq!(named, fields, "the table of {} names every field in its order", G::NAME);
    format!("{before}{BEGIN}{}{END}{after}", written(&value))
}

#[test]
fn the_examples_are_what_the_code_makes() {
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let mut chapters = document.split_inclusive("\n## ").map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(chapters.len(), 4);
    chapters[1] = checked::<koikoi::KoiKoi>(&chapters[1]);
    chapters[2] = checked::<kierki::Kierki>(&chapters[2]);
    chapters[3] = checked::<kaboom::Kaboom>(&chapters[3]);
    let expected = chapters.concat();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(Path::new(DOCUMENT), expected).unwrap();
    } else {
        assert!(document == expected, "docs/views.md is out of date: run the test with UPDATE=1");
    }
}
