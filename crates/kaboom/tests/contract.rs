//! The contract of [`game::Game`], over thousands of seeded matches.
//!
//! Of all legal actions most are flips, so all actions equally likely means wrong flips in every phase and full hands. The other
//! half of the matches has a flip now and then, so that rounds go their whole way.
#![allow(clippy::unwrap_used)]

use game::check::{Report, check, check_by};
use game::{Ruleset, Seat, Stream, below};
use kaboom::{Action, Kaboom, Rules};

/// Matches of each kind and deal, so four times as many in all.
const SEEDS: u64 = 200;

/// A flip once in sixteen times; kaboom seldom, for long rounds.
fn seldom_flips(_: &Kaboom, legal: &[(Seat, Action)], rng: &mut Stream) -> usize {
    loop {
        let pick = below(rng, legal.len() as u32) as usize;
        let weight = match legal[pick].1 {
            Action::Flip { .. } if legal.iter().all(|(_, action)| action.is_flip()) => 1,
            Action::Flip { .. } => 64,
            Action::Kaboom => 4,
            _ => 1,
        };
        if below(rng, weight) == 0 {
            return pick;
        }
    }
}

fn contract(rules: &Rules, seats: usize) {
    let often = check::<Kaboom>(rules, seats, 0..SEEDS).unwrap();
    let seldom = check_by(rules, seats, SEEDS..2 * SEEDS, seldom_flips).unwrap();
    for report in [often, seldom] {
        println!("{seats} seats: {report:?}");
        let Report { matches, twins, twins_apart, .. } = report;
        assert_eq!(matches as u64, 2 * SEEDS);
        assert_eq!(twins as u64, SEEDS * (seats as u64 + 1));
        assert_eq!(twins_apart, 0, "what a viewer cannot see never shows in what the others do");
    }
}

/// One test per table, so that they run side by side.
macro_rules! contracts {
    ($($name:ident: $preset:literal, $seats:literal;)*) => {$(
        #[test]
        fn $name() {
            contract(&Rules::preset($preset).unwrap(), $seats);
        }
    )*};
}

contracts! {
    standard_for_two: "standard", 2;
    standard_for_three: "standard", 3;
    standard_for_four: "standard", 4;
    standard_for_six: "standard", 6;
    short_for_two: "short", 2;
    short_for_five: "short", 5;
    gentle_for_three: "gentle", 3;
    party_for_two: "party", 2;
    party_for_four: "party", 4;
}

/// Many wrong flips onto one discard, and a short limit.
#[test]
fn without_a_limit_of_one_wrong_flip() {
    let standard = Rules::preset("standard").unwrap();
    let rules =
        Rules { one_wrong_flip_per_discard: false, turn_limit: 4, caller_wins_ties: false, ..standard };
    contract(&rules, 2);
    contract(&rules, 4);
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<Kaboom>() < 1536, "{} bytes", size_of::<Kaboom>());
}
