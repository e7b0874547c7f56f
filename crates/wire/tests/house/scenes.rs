//! What clients make of the frames is what the table shows them.

use bots::Levels;
use game::{Seed, Viewer};
use serde_json::Value;
use wire::{Codec, changes};

use super::play::{Play, rules};

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

/// What is written once for all must be what each would be told alone, and each of the names must be one of a view's.
fn share<G: Codec + Levels>(preset: &str, seats: usize) {
    let all = frames::<G>(preset, seats, None);
    for viewer in Viewer::all(seats) {
        let own: Vec<_> = all.frames.iter().filter(|(other, _)| *other == viewer).collect();
        let alone = frames::<G>(preset, seats, Some(viewer)).frames;
        assert!(!own.is_empty() && own.into_iter().eq(&alone), "{viewer:?} of {}", G::NAME);
    }
    let view = serde_json::to_value(all.table.game().unwrap().0.view(Viewer::Spectator)).unwrap();
    let public = view.as_object().unwrap().keys().filter(|key| G::PUBLIC.contains(&key.as_str()));
    assert!(
        public.eq(G::PUBLIC),
        "the public members of {} are none of its view's, or not in order",
        G::NAME
    );
}

#[test]
fn what_is_written_once_for_all_is_what_each_would_be_told_alone() {
    share::<koikoi::KoiKoi>("quick", 2);
    share::<kierki::Kierki>("robbers", 4);
    share::<kaboom::Kaboom>("short", 4);
}
