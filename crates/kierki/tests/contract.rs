//! Every preset, knob and type of deal keeps the contract of [`game::Game`], over thousands of seeded matches.
#![allow(clippy::unwrap_used)]

use game::Ruleset;
use game::check::check;
use kierki::{DealPlan, DealType, Kierki, Rules};

fn contract(rules: &Rules, matches: u64) {
    let report = check::<Kierki>(rules, 4, 0..matches).unwrap();
    assert_eq!(report.matches, 2 * matches as usize);
    // Late in a deal most other orders of the hidden cards break a void that was shown, so that most twins part.
    assert!(report.twins > report.matches / 8, "some twins could be compared: {report:?}");
    println!("{report:?}");
}

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

/// One test for each, so that they run side by side.
macro_rules! contracts {
    ($($name:ident: $rules:expr, $matches:literal;)*) => {$(
        #[test]
        fn $name() {
            contract(&$rules, $matches);
        }
    )*};
}

contracts! {
    seven: preset("seven"), 150;
    full: preset("full"), 30;
    robbers: preset("robbers"), 150;
    seven_with_every_knob:
        Rules { no_heart_lead: true, traditional_scores: true, end_early: true, ..preset("seven") }, 150;
    seven_ended_early: Rules { end_early: true, ..preset("seven") }, 100;
    robbers_without_heart_lead: Rules { no_heart_lead: true, ..preset("robbers") }, 150;
}

#[test]
fn each_type_of_deal() {
    for kind in DealType::ALL {
        for first in kierki::seats::all() {
            let deals = vec![DealPlan { kind, first }];
            contract(&Rules { no_heart_lead: true, end_early: true, ..Rules::of_deals(deals.clone()) }, 40);
            contract(&Rules::of_deals(deals), 40);
        }
    }
}

#[test]
fn a_state_is_cheap_to_copy() {
    assert!(size_of::<Kierki>() <= 136, "{} bytes", size_of::<Kierki>());
}
