//! Presets, and a message for every knob that is off.
#![allow(clippy::unwrap_used)]

use game::{BadDeal, Deals, Game, Ruleset};
use kaboom::{Kaboom, Rules};

fn standard() -> Rules {
    Rules::preset("standard").unwrap()
}

#[test]
fn presets_can_be_played_and_written_down() {
    for preset in Rules::presets() {
        assert_eq!(preset.rules.problems(), []);
        let text = serde_json::to_string(&preset.rules).unwrap();
        assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), preset.rules);
        assert_eq!(Rules::preset(preset.name).unwrap(), preset.rules);
    }
    let unknown = Rules::preset("speedy").unwrap_err().to_string();
    assert_eq!(unknown, "`speedy` is no preset of Kaboom; there are standard, short, gentle, party");
}

#[test]
fn the_standard_is_what_the_rules_say() {
    let rules = Rules {
        seats: 6,
        rounds: 5,
        until_score: 0,
        turn_limit: 60,
        flip_penalty: 1,
        one_wrong_flip_per_discard: true,
        lock_caller: false,
        caller_wins_ties: true,
        memory_aid: false,
    };
    assert_eq!(standard(), rules);
}

#[test]
fn every_bad_knob_is_named() {
    let rows = [
        (Rules { seats: 1, ..standard() }, "`seats` is 1, and must be from 2 to 6"),
        (Rules { seats: 7, ..standard() }, "`seats` is 7, and must be from 2 to 6"),
        (Rules { rounds: 0, ..standard() }, "`rounds` is 0, and must be from 1 to 100"),
        (Rules { rounds: 101, ..standard() }, "`rounds` is 101, and must be from 1 to 100"),
        (Rules { until_score: 1001, ..standard() }, "`until_score` is 1001, and must be from 0 to 1000"),
        (Rules { turn_limit: 0, ..standard() }, "`turn_limit` is 0, and must be from 1 to 200"),
        (Rules { turn_limit: 201, ..standard() }, "`turn_limit` is 201, and must be from 1 to 200"),
        (Rules { flip_penalty: 3, ..standard() }, "`flip_penalty` is 3, and must be from 0 to 2"),
        (
            Rules { flip_penalty: 0, one_wrong_flip_per_discard: false, ..standard() },
            "`flip_penalty` is 0, and then `one_wrong_flip_per_discard` must be on, or wrong flips would be free",
        ),
    ];
    for (rules, message) in rows {
        assert_eq!(rules.validate().unwrap_err().to_string(), message);
        let started = Kaboom::start(&rules, 2, &Deals::Seed(1.into()), &mut ());
        assert_eq!(started.err(), Some(BadDeal::Rules(message.to_owned())));
    }
    let all_bad = Rules { seats: 9, rounds: 0, flip_penalty: 9, ..standard() };
    assert_eq!(all_bad.problems().len(), 3, "all of them are told at once");
}

#[test]
fn unknown_and_missing_knobs_are_no_rules() {
    let mut knobs = serde_json::to_value(standard()).unwrap();
    knobs["flip_bonus"] = 1.into();
    assert!(serde_json::from_value::<Rules>(knobs).unwrap_err().to_string().contains("flip_bonus"));
    assert!(serde_json::from_str::<Rules>("{}").unwrap_err().to_string().contains("seats"));
}

#[test]
fn a_table_has_the_seats_that_its_rules_allow() {
    let four = Rules { seats: 4, ..standard() };
    for (rules, seats, most) in
        [(&four, 5, 4), (&four, 1, 4), (&four, 0, 4), (&standard(), 7, 6), (&standard(), 1, 6)]
    {
        let started = Kaboom::start(rules, seats, &Deals::Seed(1.into()), &mut ());
        assert_eq!(started.err(), Some(BadDeal::Seats { seats, least: 2, most }));
    }
    for seats in 2..=4 {
        assert_eq!(Kaboom::start(&four, seats, &Deals::Seed(1.into()), &mut ()).unwrap().seats(), seats);
    }
}

/// Until a score: the match ends with the round that reaches it, however many rounds are set.
#[test]
fn a_match_until_a_score_ends_with_the_round_that_reaches_it() {
    let rules = Rules { until_score: 60, rounds: 1, ..standard() };
    for seed in 0..20_u64 {
        let mut game = Kaboom::start(&rules, 2, &Deals::Seed(seed.into()), &mut ()).unwrap();
        while let Some(seat) = game.awaited().first() {
            let before = (game.round(), game.scores());
            game.play(seat, game.default_action(seat), &mut ()).unwrap();
            let reached = game.scores().iter().any(|(_, score)| *score >= 60);
            assert_eq!(game.is_over(), reached, "after {before:?}");
        }
        assert!(game.outcome().is_some());
    }
}
