//! All connections of a viewer build upon one scene, whatever they were sent and when.

use game::{Seat, Seed, Viewer};
use kierki::Kierki;
use serde_json::Value;
use table::{Message, PlayerId};
use wire::changes;

use super::play::{Play, name, rules};

fn open() -> Play<Kierki> {
    Play::open(rules::<Kierki>("robbers"), 4, 9.into())
}

fn parsed(frame: &str) -> Value {
    serde_json::from_str(frame).unwrap()
}

/// The spectators' update after a step.
fn step(play: &mut Play<Kierki>, rng: &mut game::Stream) -> Value {
    play.frames.clear();
    play.step(rng);
    let update = play.frames.iter().find(|(viewer, _)| *viewer == Viewer::Spectator);
    parsed(&update.unwrap().1)
}

#[test]
fn whoever_joins_gets_the_very_scene_that_the_others_have() {
    let (mut play, mut rng) = (open(), Seed::from(9).stream(game::Purpose(*b"test"), 0, 0));
    let before = parsed(&play.snapshot(Viewer::Spectator, None));
    let renamed = |player: PlayerId| format!("{}!", name(player)).into();
    let message: Message<Kierki> = play.table.snapshot(Viewer::Spectator, None);
    let joined = parsed(&play.writer.frame(message, &renamed));
    assert_eq!(joined["scene"], before["scene"], "a new name waits for the next version");
    let update = step(&mut play, &mut rng);
    assert!(update["changes"].get("phase").is_none());
    let message: Message<Kierki> = play.table.snapshot(Viewer::Spectator, None);
    let (mut one, other) = (joined["scene"].clone(), parsed(&play.writer.frame(message, &renamed)));
    changes::apply(&mut one, &update["changes"]).unwrap();
    assert_eq!(one, other["scene"]);
}

#[test]
fn what_does_not_follow_from_the_last_scene_is_told_in_full() {
    let (mut play, mut rng) = (open(), Seed::from(9).stream(game::Purpose(*b"test"), 0, 0));
    let mut scene = parsed(&play.snapshot(Viewer::Spectator, None))["scene"].clone();
    play.writer.forget(Viewer::Spectator);
    let update = step(&mut play, &mut rng);
    let told: Vec<&String> = update["changes"].as_object().unwrap().keys().collect();
    assert_eq!(told, ["phase", "match", "seats", "clocks", "deal", "view", "legal", "must"]);
    changes::apply(&mut scene, &update["changes"]).unwrap();
    assert_eq!(parsed(&play.snapshot(Viewer::Spectator, None))["scene"], scene);
    // A snapshot may overtake an update that is yet to be written.
    let ahead: Message<Kierki> = play.table.snapshot(Viewer::Seat(Seat::FIRST), None);
    let mut play = open();
    play.writer.frame(ahead, &name);
    play.frames.clear();
    play.step(&mut Seed::from(9).stream(game::Purpose(*b"test"), 0, 0));
    let updates =
        play.frames.iter().filter(|(viewer, _)| viewer.is(Seat::FIRST)).map(|(_, frame)| parsed(frame));
    let late = updates.into_iter().find(|frame| frame["type"] == "update").unwrap();
    let mut scene = parsed(&open().snapshot(Viewer::Seat(Seat::FIRST), None))["scene"].clone();
    changes::apply(&mut scene, &late["changes"]).unwrap();
    assert_eq!(scene, parsed(&play.snapshot(Viewer::Seat(Seat::FIRST), None))["scene"]);
}
