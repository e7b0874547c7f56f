//! Wrong flips without a limit of one for each discard, and what happens when their penalties use up the cards.
#![allow(clippy::unwrap_used)]

use game::{ActionList, Deals, Game, Ruleset, Seat};
use kaboom::event::Ending;
use kaboom::{Action, Event, Kaboom, Refusal, Rules};

fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

/// A table at which everyone is ready.
fn begun(rules: &Rules, seats: usize, seed: u64) -> Kaboom {
    let mut state = Kaboom::start(rules, seats, &Deals::Seed(seed.into()), &mut ()).unwrap();
    Seat::all(seats).for_each(|seat| state.play(seat, Action::Ready, &mut ()).unwrap());
    state
}

/// Flips cards of the seat's own until one is refused; `None` if one of them was right by chance, else how many were wrong.
fn flip_wrong(state: &mut Kaboom, flipper: Seat) -> Option<usize> {
    let mut legal = ActionList::new();
    for wrong in 0.. {
        state.legal(flipper, &mut legal);
        let own = |action: &&Action| matches!(action, Action::Flip { spot, .. } if spot.seat == flipper);
        let Some(flip) = legal.iter().find(own).copied() else { return Some(wrong) };
        let mut events = Vec::new();
        state.play(flipper, flip, &mut events).unwrap();
        if !matches!(events[0], Event::FlippedWrong { .. }) {
            return None;
        }
    }
    None
}

#[test]
fn a_seat_has_eight_wrong_flips_in_a_turn_and_eight_in_the_next() {
    let standard = Rules::preset("standard").unwrap();
    let rules = Rules { one_wrong_flip_per_discard: false, ..standard };
    let mut seen = 0;
    for seed in 0..200 {
        let mut state = begun(&rules, 3, seed);
        if flip_wrong(&mut state, seat(2)) != Some(8) {
            continue;
        }
        let flip = "flip 2.0 @1".parse().unwrap();
        assert_eq!(state.check(seat(2), flip), Err(Refusal::WrongBefore));
        state.play(seat(0), Action::Draw, &mut ()).unwrap();
        state.play(seat(0), Action::Discard, &mut ()).unwrap();
        if let Some(again) = flip_wrong(&mut state, seat(2)) {
            assert_eq!(again, 8);
            seen += 1;
        }
    }
    assert!(seen > 10, "{seen}");
}

/// The caller is judged as called when penalties have taken the last card, whether that suits it or not.
#[test]
fn a_round_out_of_cards_is_scored_as_called() {
    let standard = Rules::preset("standard").unwrap();
    let rules = Rules { one_wrong_flip_per_discard: false, flip_penalty: 2, rounds: 1, ..standard };
    let (mut won, mut lost) = (0, 0);
    for seed in 0..400 {
        let mut state = begun(&rules, 6, seed);
        state.play(seat(0), Action::Kaboom, &mut ()).unwrap();
        if flip_wrong(&mut state, seat(2)).is_none() || flip_wrong(&mut state, seat(3)).is_none() {
            continue;
        }
        let mut events = Vec::new();
        state.play(seat(1), Action::Draw, &mut events).unwrap();
        let result = events.iter().find_map(|event| match event {
            Event::RoundEnded(result) => Some(result),
            _ => None,
        });
        let result = result.expect("there is no card to draw");
        assert_eq!((result.ending, result.caller), (Ending::OutOfCards, Some(seat(0))));
        let own = result.sums[seat(0)];
        let lowest = result.sums.iter().all(|(_, sum)| own <= *sum);
        assert_eq!(result.points[seat(0)], if lowest { 0 } else { own + 10 });
        if lowest { won += 1 } else { lost += 1 }
    }
    assert!(won > 0 && lost > 0, "{won} won, {lost} lost");
}
