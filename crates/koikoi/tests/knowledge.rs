//! What a viewer cannot know, and what it can work out.
#![allow(clippy::unwrap_used)]

use cards::hanafuda::{LIGHTNING, Set};
use game::{ActionList, Deals, Game, Purpose, Ruleset, Seat, Seed, Stream, Viewer, below};
use koikoi::{Action, KoiKoi, Rules, Stage, View};

/// Plays random matches and calls back before every action with what will be played.
fn play(rules: &Rules, seeds: u64, mut at: impl FnMut(&KoiKoi, Seat, Action, &mut Stream)) {
    let mut legal = ActionList::new();
    for seed in 0..seeds {
        let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 7, 0);
        let mut state = KoiKoi::start(rules, 2, &Deals::Seed(seed.into()), &mut ()).unwrap();
        while let Some(seat) = state.actors().first() {
            state.legal(seat, &mut legal);
            let action = legal[below(&mut rng, legal.len() as u32) as usize];
            at(&state, seat, action, &mut rng);
            state.apply(seat, action, &mut ());
        }
    }
}

fn own_view(state: &KoiKoi, seat: Seat) -> View {
    state.view(Viewer::Seat(seat))
}

/// The contract check rearranges what `hidden` names, so it must name everything that does not lie open.
#[test]
fn hidden_is_what_does_not_lie_open() {
    for preset in Rules::presets() {
        play(&preset.rules, 20, |state, _, _, _| {
            for viewer in Viewer::all(2) {
                let view = state.view(viewer);
                let waiting = match view.stage {
                    Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card) => card.into(),
                    _ => Set::EMPTY,
                };
                let open =
                    Seat::all(2).fold(view.hand | view.field | waiting, |open, seat| open | view.piles[seat]);
                assert_eq!(Set::from_mask(state.hidden(viewer)), !open, "{}", preset.name);
            }
        });
    }
}

#[test]
fn whoever_lays_a_card_down_where_captures_are_forced_lacks_the_field() {
    let mut learned = 0;
    for name in ["lightning", "months"] {
        let rules = Rules::preset(name).unwrap();
        play(&rules, 200, |state, seat, action, _| {
            let view = own_view(state, seat);
            for holder in Seat::all(2) {
                let held = own_view(state, holder).hand;
                assert!((held & view.lacks[holder]).is_empty(), "{held} and {}", view.lacks[holder]);
            }
            let Action::Play(card) = action else { return };
            if !view.takes(card).is_empty() || view.field.is_empty() {
                return;
            }
            let mut after = state.clone();
            after.apply(seat, action, &mut ());
            let now = own_view(&after, seat);
            if now.round == view.round {
                let months = view.field.iter().fold(Set::EMPTY, |set, card| set | card.month().cards());
                assert!(now.lacks[seat].contains_all(months));
                assert_eq!(
                    now.lacks[seat].contains(LIGHTNING),
                    rules.wild_lightning
                        || months.contains(LIGHTNING)
                        || view.lacks[seat].contains(LIGHTNING)
                );
                learned += 1;
            }
        });
    }
    assert!(learned > 1_000);
    play(&Rules::preset("japan").unwrap(), 20, |state, seat, _, _| {
        let view = own_view(state, seat);
        assert!(Seat::all(2).all(|seat| view.lacks[seat].is_empty()), "nobody has to capture here");
    });
}

/// Whether a hand would have ended the round before its first turn, or been dealt again.
fn is_lucky(hand: Set) -> bool {
    let counts: Vec<usize> =
        cards::hanafuda::Month::all().map(|month| (hand & month.cards()).len()).collect();
    counts.contains(&4) || counts.iter().filter(|count| **count == 2).count() == 4
}

#[test]
fn samples_hold_no_card_that_the_seat_lacks_and_no_hand_that_was_not_played() {
    let mut fresh_hands = 0;
    for name in ["lightning", "months", "nintendo"] {
        let rules = Rules::preset(name).unwrap();
        play(&rules, 40, |state, seat, _, rng| {
            let (view, other) = (own_view(state, seat), seat.next(2));
            for _ in 0..4 {
                let world = KoiKoi::sample(&view, rng);
                let hand = own_view(&world, other).hand;
                assert_eq!(hand.len(), usize::from(view.hand_sizes[other]));
                assert!((hand & view.lacks[other]).is_empty(), "{hand} and {}", view.lacks[other]);
                assert!(!is_lucky(hand | view.played[other]), "{hand} after {}", view.played[other]);
                fresh_hands += usize::from(view.played[other].is_empty());
            }
        });
    }
    assert!(
        fresh_hands > 3_000,
        "lucky hands are one in 160, so without the rule some would have come: {fresh_hands}"
    );
}
