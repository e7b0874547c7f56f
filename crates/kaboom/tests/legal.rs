//! The list of legal actions is exactly what is not refused, of everything that can be written.
#![allow(clippy::unwrap_used)]

use game::{ActionList, Deals, Game, MAX_SEATS, Purpose, Ruleset, Seat, Seed, Viewer, below};
use kaboom::{Action, Kaboom, Rules, Spot};

/// Every action that names one of these discards, ascending.
fn every_action(discards: [u32; 3]) -> Vec<Action> {
    let mut all = vec![Action::Look, Action::Ready, Action::Draw, Action::Kaboom, Action::Use];
    all.extend([Action::Discard, Action::Decline]);
    for slot in 0..54 {
        all.push(Action::Give(slot));
        for discard in discards {
            all.extend([Action::Take { slot, discard }, Action::Keep { slot, discard }]);
        }
        for seat in Seat::all(MAX_SEATS) {
            let spot = Spot { seat, slot };
            all.extend([Action::Peek(spot), Action::Swap(spot)]);
            all.extend(discards.map(|discard| Action::Flip { spot, discard }));
        }
    }
    all.sort();
    all
}

#[test]
fn what_is_listed_is_what_is_not_refused() {
    let mut legal = ActionList::new();
    for seed in 0..60_u64 {
        let seats = 2 + seed as usize % 5;
        let rules = Rules::preset(["short", "gentle", "party"][seed as usize % 3]).unwrap();
        let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 5, 0);
        let mut state = Kaboom::start(&rules, seats, &Deals::Seed(seed.into()), &mut ()).unwrap();
        loop {
            if below(&mut rng, 4) == 0 || state.is_over() {
                let top = state.view(Viewer::Spectator).discard;
                let all = every_action([top.saturating_sub(1), top, top + 1].map(|discard| discard.max(1)));
                for seat in Seat::all(MAX_SEATS) {
                    state.legal(seat, &mut legal);
                    let mut allowed: Vec<Action> =
                        all.iter().copied().filter(|action| state.check(seat, *action).is_ok()).collect();
                    allowed.dedup();
                    assert_eq!(legal[..], allowed, "seed {seed}, seat {seat}");
                }
            }
            // Whoever is awaited acts as often as all others together.
            let actors: Vec<Seat> = state.actors().iter().collect();
            let Some(awaited) = state.awaited().first() else { break };
            let other = actors[below(&mut rng, actors.len() as u32) as usize];
            let seat = if below(&mut rng, 2) == 0 { awaited } else { other };
            state.legal(seat, &mut legal);
            let quiet = legal.iter().filter(|action| !action.is_flip()).count();
            let few = if quiet > 0 && below(&mut rng, 4) > 0 { quiet } else { legal.len() };
            state.apply(seat, legal[below(&mut rng, few as u32) as usize], &mut ());
        }
    }
}
