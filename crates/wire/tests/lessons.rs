//! Every lesson is a legal match that goes as it is told, and every note of it has its text in every language.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wire::{Codec, GameKind, changes, for_game, lessons, replay};

const TEXTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/texts");

fn lesson(game: GameKind) -> Value {
    serde_json::from_str(&lessons::write(game)).unwrap()
}

/// Whether it is among these, where all flips are one entry.
fn is_legal(legal: &Value, action: &str) -> bool {
    legal.as_array().unwrap().iter().any(|entry| match entry {
        Value::String(legal) => legal == action,
        flips => flips["flip"]
            .as_array()
            .unwrap()
            .iter()
            .any(|spot| format!("flip {} @{}", spot.as_str().unwrap(), flips["discard"]) == action),
    })
}

fn final_state<G: Codec>(file: &str) -> (usize, bool, Vec<Value>) {
    let record = replay::read::<G>(file).unwrap().record;
    let state = record.replay(&mut ()).unwrap();
    let seats = game::Seat::all(record.seats);
    let views = seats.map(|seat| serde_json::to_value(state.view(game::Viewer::Seat(seat))).unwrap());
    (record.actions.len(), state.is_over(), views.collect())
}

#[test]
fn every_lesson_is_a_match_that_goes_as_it_is_told() {
    for game in GameKind::ALL {
        let lesson = lesson(game);
        let (actions, over, views) = for_game!(game, final_state(lessons::file(game)));
        let steps = lesson["steps"].as_array().unwrap();
        assert_eq!(steps.len(), actions, "{game}");
        assert_eq!(over, game != GameKind::Kierki, "{game}: a robber is begun and not played to its end");
        let mut scene = json!({ "view": lesson["view"] });
        let mut legal = &lesson["legal"];
        let mut own = 0;
        for step in steps {
            if step["seat"] == lesson["seat"] {
                own += 1;
                let action = step["action"].as_str().unwrap();
                assert!(is_legal(legal, action), "{game}: {action}");
                assert!(step["note"].is_string(), "{game}: nothing asks for {action}");
            }
            changes::apply(&mut scene, &step["changes"]).unwrap();
            legal = &step["legal"];
        }
        assert!((10..=17).contains(&own), "{game}: {own} steps of the learner");
        let learner = lesson["seat"].as_u64().unwrap() as usize;
        assert_eq!(scene["view"], views[learner], "{game}");
    }
}

/// What the learner is taught happens.
#[test]
fn the_lessons_show_what_they_teach() {
    let events = |game: GameKind| -> Vec<Value> {
        let steps = lesson(game)["steps"].as_array().unwrap().clone();
        steps.iter().flat_map(|step| step["events"].as_array().unwrap().clone()).collect()
    };
    let happens = |game: GameKind, event: &str| events(game).iter().any(|found| found["event"] == event);
    for event in
        ["captured", "choice-arose", "laid", "drawn", "yaku-made", "koi-koi", "stopped", "match-ended"]
    {
        assert!(happens(GameKind::KoiKoi, event), "{event}");
    }
    for event in ["flipped", "gift-asked", "gave", "took", "kaboom", "match-ended"] {
        assert!(happens(GameKind::Kaboom, event), "{event}");
    }
    let taken = |found: &Value| found["event"] == "taken" && found["taker"] == 0;
    assert!(events(GameKind::Kierki).iter().any(taken), "the learner takes a trick and leads");
    let ended = events(GameKind::Kierki).into_iter().filter(|found| found["event"] == "deal-ended");
    let ended: Vec<Value> = ended.map(|result| result["points"][0].clone()).collect();
    assert_eq!(ended, [0, 0, 0], "the learner avoids all points");
}

/// The keys of a file of texts, which has one to a line under the name of its game.
fn keys(language: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(format!("{TEXTS}/{language}/lessons.ts")).unwrap();
    let (mut game, mut keys) = (String::new(), BTreeSet::new());
    for line in text.lines() {
        let inside = line.strip_prefix("  ").and_then(|line| line.split_once(": "));
        let Some((name, rest)) = inside else { continue };
        match rest {
            "{" => game = name.trim().to_owned(),
            text => {
                assert!(text.starts_with('\'') && text.ends_with("',"), "{line}");
                assert!(keys.insert(format!("{game}.{}", name.trim())), "{line}");
            }
        }
    }
    keys
}

#[test]
fn every_note_has_its_text_and_every_text_its_note() {
    let mut notes = BTreeSet::new();
    for game in GameKind::ALL {
        let lesson = lesson(game);
        let told =
            lesson["steps"].as_array().unwrap().iter().map(|step| &step["note"]).chain([&lesson["end"]]);
        for note in told.filter_map(Value::as_str) {
            assert!(note.starts_with(&format!("{game}.")), "{note}");
            assert!(notes.insert(note.to_owned()), "{note} is said twice");
        }
    }
    for language in ["en", "ja", "pl"] {
        assert_eq!(keys(language), notes, "{language}");
    }
}
