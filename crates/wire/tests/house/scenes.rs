//! What clients make of the frames is what the table shows them.

use std::collections::HashMap;

use bots::Levels;
use game::{Seed, Viewer};
use serde_json::Value;
use serde_json::value::RawValue;
use table::{Clock, Settings};
use wire::house::Writer;
use wire::{Codec, changes};

use super::play::{CODE, Play, name, rules};

/// Follows every viewer through whole matches by the changes alone.
fn follow<G: Codec + Levels>(preset: &str, seats: usize, matches: u64) {
    for seed in 0..matches {
        let mut play = Play::<G>::open(rules::<G>(preset), seats, seed.into());
        let mut rng = Seed::from(seed).stream(game::Purpose(*b"test"), 0, 0);
        let mut scenes: Vec<(Viewer, u64, Value)> = Vec::new();
        for viewer in Viewer::all(seats) {
            let snapshot: Value = serde_json::from_str(&play.snapshot(viewer, None)).unwrap();
            scenes.push((viewer, snapshot["version"].as_u64().unwrap(), snapshot["scene"].clone()));
        }
        while !play.is_over() {
            play.frames.clear();
            play.step(&mut rng);
            for (viewer, frame) in &play.frames {
                let update: Value = serde_json::from_str(frame).unwrap();
                let (_, version, scene) = scenes.iter_mut().find(|(other, ..)| other == viewer).unwrap();
                if update["type"] == "update" {
                    assert_eq!(update["after"].as_u64(), Some(*version));
                    *version = update["version"].as_u64().unwrap();
                    changes::apply(scene, &update["changes"]).unwrap();
                }
            }
        }
        for (viewer, version, scene) in scenes {
            let mut fresh = Play::<G>::with_log(&play);
            let snapshot: Value = serde_json::from_str(&fresh.snapshot(viewer, None)).unwrap();
            assert_eq!(snapshot["version"].as_u64(), Some(version));
            assert_eq!(snapshot["scene"], scene);
        }
    }
}

#[test]
fn changes_add_up_to_what_a_rebuilt_table_shows() {
    follow::<koikoi::KoiKoi>("quick", 2, 10);
    follow::<kierki::Kierki>("robbers", 4, 4);
    follow::<kaboom::Kaboom>("short", 2, 6);
    follow::<kaboom::Kaboom>("short", 5, 6);
}

/// Plays a match, and takes what one viewer is told, or everyone.
fn frames<G: Codec + Levels>(preset: &str, seats: usize, only: Option<Viewer>) -> Play<G> {
    let mut play = Play::<G>::open(rules::<G>(preset), seats, 5.into());
    let mut rng = Seed::from(5).stream(game::Purpose(*b"test"), 0, 0);
    play.only = only;
    play.frames.clear();
    while !play.is_over() {
        play.step(&mut rng);
    }
    play
}

/// What is told once for all must be what each would be told alone.
fn share<G: Codec + Levels>(preset: &str, seats: usize) {
    let all = frames::<G>(preset, seats, None);
    for viewer in Viewer::all(seats) {
        let own: Vec<_> = all.frames.iter().filter(|(other, _)| *other == viewer).collect();
        let alone = frames::<G>(preset, seats, Some(viewer)).frames;
        assert!(!own.is_empty() && own.into_iter().eq(&alone), "{viewer:?} of {}", G::NAME);
    }
}

#[test]
fn what_is_told_once_for_all_is_what_each_would_be_told_alone() {
    share::<koikoi::KoiKoi>("quick", 2);
    share::<kierki::Kierki>("robbers", 4);
    share::<kaboom::Kaboom>("short", 4);
}

/// Values are compared before there is any text: what is told must be what the texts of both scenes tell.
fn compare<G: Codec + Levels>(preset: &str, seats: usize, matches: u64) {
    for seed in 0..matches {
        let settings =
            Settings { clock: Clock::Match { initial: 9_000_000, increment: 100 }, ..rules::<G>(preset) };
        let mut play = Play::<G>::open(settings, seats, seed.into());
        let mut rng = Seed::from(seed).stream(game::Purpose(*b"test"), 0, 0);
        let scene = |play: &Play<G>, viewer| {
            let snapshot = Writer::new(CODE).frame(play.table.snapshot(viewer, None), &name);
            let members: HashMap<String, Box<RawValue>> = serde_json::from_str(&snapshot).unwrap();
            members["scene"].get().to_owned()
        };
        while !play.is_over() {
            let before: Vec<String> = Viewer::all(seats).map(|viewer| scene(&play, viewer)).collect();
            play.frames.clear();
            play.step(&mut rng);
            for (viewer, before) in Viewer::all(seats).zip(before) {
                let mut expected = String::new();
                changes::write(&before, &scene(&play, viewer), &mut expected);
                let mut frames =
                    play.frames.iter().filter(|(other, _)| *other == viewer).map(|(_, frame)| frame);
                let update = frames.find(|frame| frame.starts_with(r#"{"type":"update""#));
                let told = update
                    .map_or("{}", |frame| &frame[frame.find(r#""changes":"#).unwrap() + 10..frame.len() - 1]);
                assert_eq!(told, expected, "{viewer:?} of {}", G::NAME);
            }
        }
    }
}

#[test]
fn what_is_told_is_what_the_texts_of_both_scenes_tell() {
    compare::<koikoi::KoiKoi>("quick", 2, 3);
    compare::<kierki::Kierki>("robbers", 4, 1);
    compare::<kaboom::Kaboom>("short", 2, 1);
    compare::<kaboom::Kaboom>("short", 4, 1);
}
