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
