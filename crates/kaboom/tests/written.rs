//! Views, events and actions come back from JSON as they were, and the codes of actions are what they are written as.
#![allow(clippy::unwrap_used)]

use game::{ActionList, Deals, Game, Purpose, Ruleset, Seat, Seed, Viewer, below};
use kaboom::{Action, Event, Kaboom, Rules, View};

fn comes_back<T>(written: &T)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let text = serde_json::to_string(written).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *written, "{text}");
}

#[test]
fn everything_comes_back() {
    let mut legal = ActionList::new();
    for seed in 0..20_u64 {
        let rules = Rules::preset(["standard", "party"][seed as usize % 2]).unwrap();
        let seats = 2 + seed as usize % 5;
        let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 4, 0);
        let mut events: Vec<Event> = Vec::new();
        let mut state = Kaboom::start(&rules, seats, &Deals::Seed(seed.into()), &mut events).unwrap();
        while !state.is_over() {
            let actors: Vec<Seat> = state.actors().iter().collect();
            let seat = actors[below(&mut rng, actors.len() as u32) as usize];
            state.legal(seat, &mut legal);
            let action: Action = legal[below(&mut rng, legal.len() as u32) as usize];
            assert_eq!(serde_json::to_string(&action).unwrap(), format!("\"{action}\""));
            comes_back(&action);
            state.play(seat, action, &mut events).unwrap();
            if below(&mut rng, 8) == 0 {
                Viewer::all(seats).for_each(|viewer| comes_back::<View>(&state.view(viewer)));
            }
        }
        events.iter().for_each(comes_back);
        Viewer::all(seats).for_each(|viewer| comes_back(&state.view(viewer)));
    }
}
