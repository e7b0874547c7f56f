//! What happens in matches, what everybody sees of them, and their replays fit the types.

use game::{ActionList, Deals, Record, Ruleset as _, Seat, Seed, Viewer};
use serde::Serialize;
use wire::Codec;
use wire::replay::{Replay, dealt_decks};

use crate::model::Model;

/// A match ends by itself; this is only so that a test ends too.
const MOST_ACTIONS: usize = 20_000;

fn check(model: &Model, value: &impl Serialize, name: &str) {
    let value = serde_json::to_value(value).unwrap();
    model.fits(&value, name).unwrap_or_else(|why| panic!("{why}\nin {value}"));
}

/// Plays matches of all presets in a haphazard way, and names the events that came.
fn play<G: Codec>(view: &str, event: &str) {
    let model = Model::of_the_house();
    for (preset, seed) in G::Rules::presets().iter().zip(1_u64..) {
        let seats = *G::SEATS.end();
        let deals = Deals::Seed(seed.to_string().parse::<Seed>().unwrap());
        let viewers = |seat| [Viewer::Spectator, Viewer::Seat(seat)];
        let mut events = Vec::new();
        let mut state = G::start(&preset.rules, seats, &deals, &mut events).ok().unwrap();
        let mut record = Record::<G> { rules: preset.rules.clone(), seats, deals, actions: Vec::new() };
        let mut legal = ActionList::new();
        for step in 0..MOST_ACTIONS {
            let actors: Vec<Seat> = state.awaited().iter().collect();
            let Some(seat) = actors.get(step % actors.len().max(1)).copied() else { break };
            state.legal(seat, &mut legal);
            let action = legal[(step * 7919 + step / 5) % legal.len()];
            let before = events.len();
            assert!(state.play(seat, action, &mut events).is_ok());
            record.actions.push((seat, action));
            for viewer in viewers(seat) {
                check(&model, &state.view(viewer), view);
                let told = events[before..].iter().filter_map(|event| G::redact(event, viewer));
                told.for_each(|told| check(&model, &told, event));
            }
        }
        assert!(state.outcome().is_some(), "{}: the match is played to its end", preset.name);
        let replay = Replay {
            decks: Some(dealt_decks(&record, &events)),
            record,
            fair: None,
            times: vec![Some(7)],
            players: vec!["Ada".to_owned()],
            scores: None,
            hash: None,
        };
        check(
            &model,
            &serde_json::from_str::<serde_json::Value>(&wire::replay::write(&replay)).unwrap(),
            "Replay",
        );
    }
}

#[test]
fn matches_of_koikoi_fit() {
    play::<koikoi::KoiKoi>("KoikoiView", "KoikoiEvent");
}

#[test]
fn matches_of_kierki_fit() {
    play::<kierki::Kierki>("KierkiView", "KierkiEvent");
}

#[test]
fn matches_of_kaboom_fit() {
    play::<kaboom::Kaboom>("KaboomView", "KaboomEvent");
}
