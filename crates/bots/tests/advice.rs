//! Hints: what the search thinks of each action.
#![allow(clippy::unwrap_used)]

use bots::{Budget, Levels};
use game::{ActionList, Deals, Ruleset, Viewer};

const BUDGET: Budget = Budget { playouts: Some(24), deadline: None };

#[test]
fn advice_is_for_whoever_may_act() {
    fn check<G: Levels<Rules: Ruleset>>(seats: usize) {
        let rules = &G::Rules::presets()[0].rules;
        let state = G::start(rules, seats, &Deals::Seed(3.into()), &mut ()).unwrap();
        let awaited = state.awaited().first().unwrap();
        let mut legal = ActionList::new();
        state.legal(awaited, &mut legal);
        let advice = bots::advise::<G>(&state.view(Viewer::Seat(awaited)), BUDGET);
        let mut advised: Vec<G::Action> = advice.iter().map(|advice| advice.action).collect();
        advised.sort();
        assert_eq!(advised, *legal, "each legal action is judged once");
        assert!(advice.is_sorted_by(|one, next| one.worth >= next.worth), "the best first: {advice:?}");
        assert!(advice[0].equal, "the best is as good as the best");
        assert!(advice.iter().all(|advice| advice.worth.is_finite() && advice.interval.is_finite()));
        assert_eq!(advice, bots::advise::<G>(&state.view(Viewer::Seat(awaited)), BUDGET));
        assert!(bots::advise::<G>(&state.view(Viewer::Spectator), BUDGET).is_empty());
    }
    check::<koikoi::KoiKoi>(2);
    check::<kierki::Kierki>(4);
    check::<kaboom::Kaboom>(3);
}
