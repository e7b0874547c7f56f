//! Every round ends: by itself when everyone only runs out of time, and whatever anybody does.
#![allow(clippy::unwrap_used)]

use game::{ActionList, Deals, Game, Purpose, Ruleset, Seat, Seed, below};
use kaboom::{Action, Kaboom, Rules};

fn start(rules: &Rules, seats: usize, seed: u64) -> Kaboom {
    Kaboom::start(rules, seats, &Deals::Seed(seed.into()), &mut ()).unwrap()
}

/// Time-outs: everyone gets ready, a gift, an ability and a drawn card are settled, then each turn is a draw and a discard.
fn most_time_outs(rules: &Rules, seats: usize) -> usize {
    seats + 3 + 2 * usize::from(rules.turn_limit) * seats
}

#[test]
fn time_outs_end_the_round_from_any_state() {
    let mut legal = ActionList::new();
    let mut tried = 0;
    for seed in 0..300_u64 {
        let seats = 2 + seed as usize % 5;
        let preset = ["standard", "short", "gentle", "party"][seed as usize % 4];
        let rules = Rules::preset(preset).unwrap();
        let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 2, 0);
        let mut state = start(&rules, seats, seed);
        while !state.is_over() {
            if below(&mut rng, 4) == 0 {
                let mut idle = state.clone();
                let mut played = 0;
                while !idle.is_over() && idle.round() == state.round() {
                    let seat = idle.awaited().first().unwrap();
                    idle.play(seat, idle.default_action(seat), &mut ()).unwrap();
                    played += 1;
                    assert!(played <= most_time_outs(&rules, seats), "seed {seed}: the round goes on");
                }
                tried += 1;
            }
            let actors: Vec<Seat> = state.actors().iter().collect();
            let seat = actors[below(&mut rng, actors.len() as u32) as usize];
            state.legal(seat, &mut legal);
            state.apply(seat, legal[below(&mut rng, legal.len() as u32) as usize], &mut ());
        }
    }
    assert!(tried > 5_000, "{tried} states");
}

/// Who wants to go on for ever: never kaboom, and a flip whenever there is one, mostly a wrong one.
#[test]
fn nobody_can_go_on_for_ever() {
    let standard = Rules::preset("standard").unwrap();
    let endless = Rules { one_wrong_flip_per_discard: false, rounds: 1, ..standard.clone() };
    let dear = Rules { flip_penalty: 2, ..endless.clone() };
    let free = Rules { flip_penalty: 0, rounds: 1, ..standard };
    let mut legal = ActionList::new();
    for rules in [endless, dear, free] {
        for seed in 0..20_u64 {
            let seats = 2 + seed as usize % 5;
            let turns = usize::from(rules.turn_limit) * seats;
            let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 3, 0);
            let mut state = start(&rules, seats, seed);
            let mut played = 0;
            while let Some(seat) = state.actors().first() {
                let flipper = state.actors().iter().find(|seat| {
                    state.legal(*seat, &mut legal);
                    legal.iter().any(|action| action.is_flip())
                });
                let seat = flipper.unwrap_or(seat);
                state.legal(seat, &mut legal);
                let flips = legal.iter().position(|action| action.is_flip()).unwrap_or(0);
                let others: Vec<Action> =
                    legal[flips..].iter().copied().filter(|action| *action != Action::Kaboom).collect();
                state.apply(seat, others[below(&mut rng, others.len() as u32) as usize], &mut ());
                played += 1;
                assert!(played < 100 * turns, "seed {seed}: the round goes on");
            }
        }
    }
}
