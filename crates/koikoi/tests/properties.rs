//! What holds in every match, under the presets and under rules that nobody has named.
#![allow(clippy::unwrap_used)]

mod random;
mod story;

use cards::hanafuda::{Card, Set};
use game::check::check;
use game::{
    ActionList, BadDeal, Deals, Decks, Game, Purpose, Record, Ruleset, Seat, Seed, Stream, Viewer, below,
    shuffle,
};
use koikoi::{Action, Event, KoiKoi, Refusal, Rules, Stage};
use serde_json::json;
use story::Story;

fn stream(number: u64) -> Stream {
    Seed::from(number).stream(Purpose(*b"test"), 0, 0)
}

/// A random match, followed event by event; half of the decisions are to go on. `None` where no first turn could be dealt.
fn followed(
    rules: &Rules,
    deals: &Deals,
    rng: &mut Stream,
) -> Option<(KoiKoi, Story, Record<KoiKoi>, Vec<Event>)> {
    let mut events = Vec::new();
    let mut state = match KoiKoi::start(rules, 2, deals, &mut events) {
        Ok(state) => state,
        Err(bad) => {
            assert_eq!(bad, BadDeal::NoDeck);
            return None;
        }
    };
    let mut story = Story::new(rules, deals);
    story.follow(&events);
    let mut record = Record { rules: rules.clone(), seats: 2, deals: deals.clone(), actions: Vec::new() };
    let mut legal = ActionList::new();
    loop {
        story.agrees_with(&state);
        let Some(seat) = state.actors().first() else { break };
        state.legal(seat, &mut legal);
        let action = legal[below(rng, legal.len() as u32) as usize];
        let told = events.len();
        state.play(seat, action, &mut events).unwrap();
        record.actions.push((seat, action));
        story.follow(&events[told..]);
    }
    Some((state, story, record, events))
}

macro_rules! follow_seeded_matches {
    ($($preset:ident)*) => {$(
        #[test]
        fn $preset() {
            let rules = Rules::preset(stringify!($preset)).unwrap();
            for seed in 0..2_000 {
                let deals = Deals::Seed(Seed::from(seed));
                let (state, story, ..) = followed(&rules, &deals, &mut stream(seed)).unwrap();
                let scores = state.scores();
                let total: i32 = scores.iter().map(|(_, score)| score).sum();
                let broke = scores.iter().any(|(_, score)| *score <= 0);
                if rules.stake > 0 {
                    assert_eq!(total, 60);
                    assert!(story.round == rules.rounds || broke);
                } else {
                    assert_eq!(story.round, rules.rounds);
                }
                assert!(state.outcome().is_some());
            }
        }
    )*};
}

follow_seeded_matches! { lightning quick months nintendo japan }

#[test]
fn rules_of_any_sort() {
    let mut rng = stream(1);
    let mut endings = [0; 4];
    for seed in 0..6_000 {
        let rules = random::rules(&mut rng);
        let (state, story, ..) = followed(&rules, &Deals::Seed(Seed::from(seed)), &mut rng).unwrap();
        assert!(state.outcome().is_some() && story.round <= rules.rounds);
        endings = std::array::from_fn(|kind| endings[kind] + story.endings[kind]);
    }
    assert!(endings.iter().all(|count| *count > 50), "won, lucky, void, run out: {endings:?}");
}

/// Decks that are hardly shuffled deal lucky hands and fields all the time.
#[test]
fn lucky_decks() {
    let mut rng = stream(2);
    let (mut endings, mut redeals) = ([0; 4], 0);
    for _ in 0..2_000 {
        let rules = random::rules(&mut rng);
        let orders = (0..40).map(|_| hardly_shuffled(&mut rng)).collect();
        let decks = Decks { first: Seat::new(0), orders };
        if let Some((_, story, ..)) = followed(&rules, &Deals::Decks(decks), &mut rng) {
            endings = std::array::from_fn(|kind| endings[kind] + story.endings[kind]);
            redeals += story.redeals;
        }
    }
    assert!(endings.iter().all(|count| *count > 150), "won, lucky, void, run out: {endings:?}");
    assert!(redeals > 500, "{redeals}");
}

fn hardly_shuffled(rng: &mut Stream) -> Vec<u8> {
    let mut months: Vec<u8> = (0..12).collect();
    shuffle(&mut months, rng);
    let pairs_only = below(rng, 2) == 0;
    let card = |place: usize| match pairs_only {
        true => months[place / 2 % 12] * 4 + (place % 2 + place / 24 * 2) as u8,
        false => months[place / 4] * 4 + (place % 4) as u8,
    };
    let mut deck: Vec<u8> = (0..48).map(card).collect();
    for _ in 0..below(rng, 24) {
        deck.swap(below(rng, 48) as usize, below(rng, 48) as usize);
    }
    deck
}

#[test]
fn rules_of_any_sort_keep_the_contract() {
    let mut rng = stream(3);
    for _ in 0..300 {
        let rules = random::rules(&mut rng);
        let first = u64::from(below(&mut rng, 1_000_000));
        check::<KoiKoi>(&rules, 2, first..first + 5).unwrap_or_else(|broken| panic!("{broken}\n{rules:?}"));
    }
}

/// A seeded match, written down as the decks that were dealt, is the same match.
#[test]
fn from_its_own_decks_a_match_is_the_same() {
    for preset in Rules::presets() {
        for seed in 0..100 {
            let deals = Deals::Seed(Seed::from(seed));
            let (state, _, record, events) = followed(&preset.rules, &deals, &mut stream(seed)).unwrap();
            let again = Record { deals: Deals::Decks(dealt(&events)), ..record };
            let mut told = Vec::new();
            let replayed = again.replay(&mut told).unwrap();
            let drawn_for = |event: &&Event| matches!(event, Event::DealerDrawn { .. });
            assert!(events.iter().skip_while(drawn_for).eq(&told));
            for viewer in Viewer::all(2) {
                assert_eq!(replayed.view(viewer), state.view(viewer));
            }
        }
    }
}

/// The decks of a match as its events show them; what was never drawn comes last, in any order.
fn dealt(events: &[Event]) -> Decks {
    let mut decks = Decks::default();
    let mut dealer = Seat::FIRST;
    for event in events {
        match event {
            Event::RoundBegan { dealer: deals, .. } => {
                dealer = *deals;
                decks.first = decks.first.or(Some(dealer));
            }
            Event::Dealt { hands, field } => {
                let parts = [hands[dealer.next(2)].unwrap(), *field, hands[dealer].unwrap()];
                decks.orders.push(parts.into_iter().flatten().map(Card::number).collect());
            }
            Event::Drawn { card, .. } => decks.orders.last_mut().unwrap().push(card.number()),
            _ => {}
        }
    }
    for order in &mut decks.orders {
        let rest: Vec<u8> = (0..48).filter(|card| !order.contains(card)).collect();
        order.extend(rest);
    }
    decks
}

#[test]
fn decks_that_run_out_end_the_record() {
    let mut rng = stream(4);
    let mut met = 0;
    for preset in Rules::presets() {
        for count in 1..=4 {
            let mut order: Vec<u8> = (0..48).collect();
            let orders = (0..count).map(|_| {
                shuffle(&mut order, &mut rng);
                order.clone()
            });
            let deals = Deals::Decks(Decks { first: Seat::new(1), orders: orders.collect() });
            let rules = Rules { rounds: 12, stake: 0, ..preset.rules.clone() };
            let Some((mut state, story, _, events)) = followed(&rules, &deals, &mut rng) else { continue };
            met += 1;
            assert_eq!(events.last(), Some(&Event::DecksRanOut { round: story.round }));
            assert!(state.is_over() && state.outcome().is_none() && state.decks_used() == count);
            for seat in Seat::all(2) {
                assert_eq!(state.view(Viewer::Seat(seat)).stage, Stage::NoDeck);
                for action in [Action::Stop, Action::KoiKoi, Action::Play(cards::hanafuda::CUP)] {
                    assert_eq!(state.play(seat, action, &mut ()), Err(Refusal::DecksRanOut));
                }
            }
        }
    }
    assert!(met > 10);
}

#[test]
fn bad_deals_are_refused_with_a_sentence() {
    let whole: Vec<u8> = (0..48).rev().collect();
    let twice: Vec<u8> = [0].into_iter().chain(0..47).collect();
    let beyond: Vec<u8> = (1..49).collect();
    let given = |first: Option<usize>, orders: &[&[u8]]| {
        let orders = orders.iter().map(|order| order.to_vec()).collect();
        Deals::Decks(Decks { first: first.map(|seat| Seat::new(seat).unwrap()), orders })
    };
    let rows = [
        ("japan", 2, given(Some(0), &[]), "the decks ran out before the first turn"),
        ("japan", 2, given(None, &[&whole]), "decks need a first dealer under these rules"),
        ("months", 2, given(None, &[&whole]), "decks need a first dealer under these rules"),
        ("quick", 2, given(None, &[]), "the decks ran out before the first turn"),
        ("japan", 2, given(Some(2), &[&whole]), "seat 2 cannot deal first: the table does not have it"),
        ("japan", 2, given(Some(0), &[&whole[1..]]), "deck 1 has 47 cards, not 48"),
        ("japan", 2, given(Some(0), &[&whole, &[]]), "deck 2 has 0 cards, not 48"),
        ("japan", 2, given(Some(0), &[&twice]), "deck 1 has no new card at place 2"),
        ("japan", 2, given(Some(0), &[&whole, &beyond]), "deck 2 has no new card at place 48"),
        ("japan", 1, Deals::Seed(Seed::from(1)), "a table of 1: this game is for 2"),
        ("japan", 3, Deals::Seed(Seed::from(1)), "a table of 3: this game is for 2"),
    ];
    for (preset, seats, deals, message) in rows {
        let bad = KoiKoi::start(&Rules::preset(preset).unwrap(), seats, &deals, &mut ()).err().unwrap();
        assert_eq!(bad.to_string(), message);
    }
    // The deck in descending order has nothing but whole months: a redeal, for which there is no deck.
    let mut events = Vec::new();
    let undealt =
        KoiKoi::start(&Rules::preset("quick").unwrap(), 2, &given(None, &[&whole]), &mut events).unwrap();
    assert!(undealt.is_over() && undealt.outcome().is_none());
    assert_eq!(events.last(), Some(&Event::DecksRanOut { round: 1 }));
    let rules = Rules { rounds: 13, ..Rules::preset("quick").unwrap() };
    let bad = KoiKoi::start(&rules, 2, &Deals::Seed(Seed::from(1)), &mut ()).err().unwrap();
    assert_eq!(bad.to_string(), "`rounds` is 13, and must be from 1 to 12");
}

/// A lucky deal a thousand times over is played in the end as it lies; dealing never goes on for ever.
#[test]
fn redeals_end() {
    let order: Vec<u8> = (0..48).collect();
    let deals = Deals::Decks(Decks { first: Seat::new(0), orders: vec![order; 2_000] });
    let mut events = Vec::new();
    let state = KoiKoi::start(&Rules::preset("japan").unwrap(), 2, &deals, &mut events).unwrap();
    assert_eq!(state.decks_used(), 1_001);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Misdealt { .. })).count(), 1_000);
    assert_eq!(
        state.view(Viewer::Spectator).field,
        "3-curtain 3-poem 3-plain-1 3-plain-2 4-cuckoo 4-ribbon 4-plain-1 4-plain-2".parse::<Set>().unwrap()
    );
}

fn with_knobs(knobs: &[(&str, u8)]) -> Rules {
    let mut rules = serde_json::to_value(Rules::preset("japan").unwrap()).unwrap();
    for (knob, value) in knobs {
        assert!(rules[*knob].is_number(), "{knob} is a number");
        rules[*knob] = json!(value);
    }
    serde_json::from_value(rules).unwrap()
}

/// Each knob that is a number, with its least and most; one beyond either is a problem with a message.
#[test]
fn every_knob_out_of_range_has_its_message() {
    let rows = [
        ("rounds", 1, 12),
        ("lucky_hand_points", 1, 20),
        ("five_lights", 0, 20),
        ("dry_four_lights", 0, 20),
        ("rainy_four_lights", 0, 20),
        ("three_lights", 0, 20),
        ("boar_deer_butterfly", 0, 20),
        ("poetry_ribbons", 0, 20),
        ("blue_ribbons", 0, 20),
        ("poetry_with_blue_points", 1, 20),
        ("animals", 0, 20),
        ("ribbons", 0, 20),
        ("chaff", 0, 20),
        ("cherry_viewing", 0, 20),
        ("moon_viewing", 0, 20),
        ("viewing_after_call", 0, 20),
        ("four_of_a_month_points", 1, 20),
        ("no_chaff", 0, 20),
        ("run_out_points", 0, 20),
        ("double_at", 0, 100),
        ("stake", 0, 200),
    ];
    let numbers =
        Rules::knobs().into_iter().filter(|knob| matches!(knob.takes, game::rules::Takes::Number(_)));
    assert!(numbers.map(|knob| knob.name).eq(rows.map(|(knob, ..)| knob)));
    for (knob, least, most) in rows {
        let beyond = [u8::checked_sub(least, 1), Some(most + 1)];
        for value in beyond.into_iter().flatten() {
            let message = format!("`{knob}` is {value}, and must be from {least} to {most}");
            let problems: Vec<String> =
                with_knobs(&[(knob, value)]).problems().iter().map(|bad| bad.to_string()).collect();
            assert!(problems.contains(&message), "{problems:?}");
            assert_eq!(
                with_knobs(&[(knob, value)]).validate().unwrap_err().to_string(),
                message,
                "it comes first"
            );
        }
        let unordered = with_knobs(&[(knob, least)]).problems();
        assert!(
            unordered.iter().all(|bad| bad.message.contains("one more light would cost points")),
            "{unordered:?}"
        );
    }
}

#[rustfmt::skip]
#[test]
fn more_lights_are_never_worth_less() {
    type Row = (&'static [(&'static str, u8)], &'static [&'static str]);
    let rows: [Row; 7] = [
        (&[("three_lights", 8)], &["`rainy_four_lights` is 7, and must be at least `three_lights` (8), or one more light would cost points"]),
        (&[("rainy_four_lights", 9)], &[]),
        (&[("rainy_four_lights", 11)], &["`five_lights` is 10, and must be at least `rainy_four_lights` (11), or one more light would cost points"]),
        (&[("dry_four_lights", 11)], &["`five_lights` is 10, and must be at least `dry_four_lights` (11), or one more light would cost points"]),
        (&[("five_lights", 7)], &["`five_lights` is 7, and must be at least `dry_four_lights` (8), or one more light would cost points"]),
        (&[("rainy_four_lights", 0)], &["`rainy_four_lights` is 0, and must be at least `three_lights` (5), or one more light would cost points"]),
        (&[("three_lights", 0), ("rainy_four_lights", 0)], &[]),
    ];
    for (knobs, expected) in rows {
        let problems: Vec<String> = with_knobs(knobs).problems().iter().map(|bad| bad.to_string()).collect();
        assert_eq!(problems, expected);
    }
}

#[test]
fn an_unknown_preset_is_told_which_there_are() {
    let message = Rules::preset("osaka").unwrap_err().to_string();
    assert_eq!(
        message,
        "`osaka` is no preset of Koi-Koi; there are lightning, quick, months, nintendo, japan"
    );
    assert!(Rules::preset(&"x".repeat(10_000)).unwrap_err().to_string().len() < 150);
    for name in Rules::presets().iter().map(|preset| preset.name) {
        assert_eq!(Rules::preset(name).unwrap().problems(), []);
    }
}

/// What the presets say about play; their yaku have tables of their own.
#[rustfmt::skip]
#[test]
fn the_presets_play_as_they_should() {
    let rows: [(&str, [&str; 5]); 18] = [
        ("rounds",                      ["12", "3", "12", "12", "8"]),
        ("first_dealer",                ["random", "seat-0", "earlier-month", "random", "random"]),
        ("dealer_after_win",            ["winner", "winner", "winner", "winner", "winner"]),
        ("dealer_after_draw",           ["same", "same", "swaps", "swaps", "same"]),
        ("four_in_hand",                ["score", "redeal", "score", "redeal", "redeal"]),
        ("pairs_in_hand",               ["score", "redeal", "score", "redeal", "play"]),
        ("lucky_hand_points",           ["6", "6", "6", "6", "6"]),
        ("four_on_field",               ["redeal", "redeal", "void", "redeal", "redeal"]),
        ("pairs_on_field",              ["redeal", "redeal", "void", "redeal", "play"]),
        ("three_on_field",              ["play", "play", "play", "redeal", "play"]),
        ("must_capture",                ["yes", "no", "yes", "no", "no"]),
        ("wild_lightning",              ["yes", "no", "no", "no", "no"]),
        ("koikoi_limit",                ["none", "none", "once", "once-and-higher", "none"]),
        ("run_out_points",              ["0", "0", "0", "0", "1"]),
        ("double_at",                   ["7", "0", "7", "7", "0"]),
        ("double_after_opponents_call", ["yes", "no", "yes", "yes", "no"]),
        ("call_bonus",                  ["none", "all-calls", "none", "none", "own-calls"]),
        ("stake",                       ["0", "0", "0", "0", "30"]),
    ];
    let names: Vec<&str> = Rules::presets().iter().map(|preset| preset.name).collect();
    assert_eq!(names, ["lightning", "quick", "months", "nintendo", "japan"]);
    let values: Vec<Vec<String>> = Rules::presets().iter().map(|preset| preset.rules.values()).collect();
    for (knob, expected) in rows {
        let place = Rules::knobs().iter().position(|other| other.name == knob).unwrap();
        assert!(values.iter().map(|values| &values[place]).eq(&expected), "{knob}");
    }
}
