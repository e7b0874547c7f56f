//! The course of a match is what its viewers saw, step by step.
#![allow(clippy::unwrap_used)]

use game::{ActionList, Deals, Purpose, Record, Ruleset, Seat, Seed, Viewer, below};
use kaboom::Kaboom;
use kierki::Kierki;
use koikoi::KoiKoi;
use serde_json::{Value, json};
use wire::course::{self, Eyes};
use wire::replay::BadMatch;
use wire::replay::{self, Replay};
use wire::{Codec, changes};

/// A match of random actions, so many at the most.
fn random<G: Codec>(preset: &str, seats: usize, seed: u64, most: usize) -> Record<G> {
    let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
    let (rules, deals) = (G::Rules::preset(preset).unwrap(), Deals::Seed(Seed::from(seed)));
    let mut state = G::start(&rules, seats, &deals, &mut ()).unwrap();
    let (mut actions, mut legal) = (Vec::new(), ActionList::new());
    while actions.len() < most && !state.is_over() {
        let actors: Vec<Seat> = state.actors().iter().collect();
        let seat = actors[below(&mut rng, actors.len() as u32) as usize];
        state.legal(seat, &mut legal);
        let action = legal[below(&mut rng, legal.len() as u32) as usize];
        state.apply(seat, action, &mut ());
        actions.push((seat, action));
    }
    Record { rules, seats, deals, actions }
}

fn file<G: Codec>(record: &Record<G>) -> String {
    replay::write(&Replay {
        record: record.clone(),
        decks: None,
        fair: None,
        times: vec![Some(5)],
        players: vec!["Ann".to_owned()],
        scores: None,
        hash: None,
    })
}

fn course_of<G: Codec>(record: &Record<G>, eyes: Eyes) -> Value {
    serde_json::from_str(&course::of_file(&file(record), eyes).unwrap()).unwrap()
}

fn as_value(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

/// Follows a course beside the match, and hands what the steps lead to to `look`.
fn follow<G: Codec>(record: &Record<G>, eyes: Eyes, mut look: impl FnMut(&G, &Value, &[G::Event])) {
    let course = course_of(record, eyes);
    let viewer = match eyes {
        Eyes::Open => Viewer::Spectator,
        Eyes::Of(viewer) => viewer,
    };
    let seen = |events: &[G::Event]| match eyes {
        Eyes::Open => as_value(&events),
        Eyes::Of(viewer) => {
            as_value(&events.iter().filter_map(|event| G::redact(event, viewer)).collect::<Vec<_>>())
        }
    };
    let mut scene = json!({ "view": course["view"] });
    let mut events = Vec::new();
    let mut state = G::start(&record.rules, record.seats, &record.deals, &mut events).unwrap();
    assert_eq!(course["events"], seen(&events));
    look(&state, &scene["view"], &events);
    let steps = course["steps"].as_array().unwrap();
    assert_eq!(steps.len(), record.actions.len());
    for ((seat, action), step) in record.actions.iter().zip(steps) {
        events.clear();
        state.play(*seat, *action, &mut events).unwrap();
        assert_eq!((&step["seat"], &step["action"]), (&as_value(seat), &json!(action.to_string())));
        assert_eq!(step["events"], seen(&events));
        changes::apply(&mut scene, &step["changes"]).unwrap();
        for (name, value) in as_value(&state.view(viewer)).as_object().unwrap() {
            assert_eq!(scene["view"][name], *value, "{name} after {action}");
        }
        look(&state, &scene["view"], &events);
    }
}

fn every_eye_sees_what_it_saw<G: Codec>(preset: &str, seats: usize, extra: usize) {
    let record = random::<G>(preset, seats, 1, 250);
    let state = G::start(&record.rules, seats, &record.deals, &mut ()).unwrap();
    let members = as_value(&state.view(Viewer::Spectator)).as_object().unwrap().len();
    for viewer in Viewer::all(seats) {
        follow(&record, Eyes::Of(viewer), |_, view, _| assert_eq!(view.as_object().unwrap().len(), members));
    }
    follow(&record, Eyes::Open, |_, view, _| assert_eq!(view.as_object().unwrap().len(), members + extra));
}

#[test]
fn koikoi_is_seen_as_it_was() {
    every_eye_sees_what_it_saw::<KoiKoi>("lightning", 2, 1);
}

#[test]
fn kierki_is_seen_as_it_was() {
    every_eye_sees_what_it_saw::<Kierki>("seven", 4, 1);
}

#[test]
fn kaboom_is_seen_as_it_was() {
    every_eye_sees_what_it_saw::<Kaboom>("party", 3, 2);
}

/// Open cards are those that each seat saw in its own hand.
fn open_hands_are_the_hands<G: Codec>(preset: &str, seats: usize) {
    follow(&random::<G>(preset, seats, 9, 250), Eyes::Open, |state, view, _| {
        for seat in Seat::all(seats) {
            assert_eq!(view["open"][seat.index()], as_value(&state.view(Viewer::Seat(seat)))["hand"]);
        }
    });
}

#[test]
fn open_cards_are_those_that_lie_there() {
    open_hands_are_the_hands::<KoiKoi>("japan", 2);
    open_hands_are_the_hands::<Kierki>("robbers", 4);
    let (mut rounds, mut held) = (0, 0);
    for seed in 0..30 {
        follow(&random::<Kaboom>("short", 3, seed, 2000), Eyes::Open, |_, view, events| {
            for event in events {
                match event {
                    kaboom::Event::Revealed { hands } => {
                        rounds += 1;
                        assert_eq!(view["open"], as_value(hands));
                    }
                    kaboom::Event::Drew { card: Some(card), .. } => {
                        held += 1;
                        assert_eq!(view["held_open"], as_value(card));
                    }
                    _ => {}
                }
            }
        });
    }
    assert!(rounds > 10 && held > 10, "{rounds} {held}");
}

#[test]
fn names_and_times_are_those_of_the_file() {
    let course = course_of(&random::<KoiKoi>("japan", 2, 1, 3), Eyes::Of(Viewer::Spectator));
    assert_eq!(course["seats"], json!([{ "name": "Ann" }, { "name": null }]));
    assert_eq!(
        (&course["match"], &course["preset"], &course["eyes"]),
        (&Value::Null, &json!("japan"), &json!("watch"))
    );
    assert_eq!((&course["steps"][0]["at"], &course["steps"][1]["at"]), (&json!(5), &Value::Null));
}

#[test]
fn what_cannot_be_told_is_refused() {
    let code = |file: &str, eyes: &str| course::of_file(file, eyes.parse().unwrap()).unwrap_err().code();
    let record = random::<KoiKoi>("japan", 2, 1, 3);
    assert_eq!(code("{}", "open"), "bad-replay");
    assert_eq!(code(&file(&record).replace("koikoi", "chess"), "open"), "bad-replay");
    assert_eq!(code(&file(&record), "2"), "no-such-seat");
    let mut twice = record.clone();
    twice.actions.push(record.actions[0]);
    assert_eq!(code(&file(&twice), "open"), "not-legal");
    let mut long = record;
    long.actions = vec![long.actions[0]; course::MOST_ACTIONS + 1];
    assert_eq!(course::of_file(&file(&long), Eyes::Open), Err(BadMatch::TooLong));
    let rules = kierki::Rules {
        deals: vec!["7N".parse().unwrap(); 9_000].into_iter().collect(),
        ..kierki::Rules::preset("seven").unwrap()
    };
    let long = Record::<Kierki> { rules, seats: 4, deals: Deals::Seed(Seed::from(1)), actions: Vec::new() };
    assert_eq!(course::of_file(&file(&long), Eyes::Open), Err(BadMatch::TooLong));
    for eyes in ["", "7", "-1", "all", "Open"] {
        assert!(eyes.parse::<Eyes>().is_err(), "{eyes}");
    }
}
