//! What is written is read back, whatever was played.
#![allow(clippy::unwrap_used)]

use game::{ActionList, Deals, Decks, Game, Purpose, Record, Ruleset, Seat, Seed, below, shuffle};
use koikoi::{KoiKoi, Rules};
use proptest::prelude::*;
use wire::replay::{Replay, read, write};
use wire::rules::{BadRules, from_value, with_assignments};

/// A random match, or the first part of one.
fn random(seed: u64, explicit: bool, actions: usize) -> Replay<KoiKoi> {
    let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 1, 0);
    let presets = Rules::presets();
    let rules = presets[below(&mut rng, presets.len() as u32) as usize].rules.clone();
    let mut order = || {
        let mut order: Vec<u8> = (0..48).collect();
        shuffle(&mut order, &mut rng);
        order
    };
    let decks = Decks { first: Some(Seat::FIRST), orders: (0..20).map(|_| order()).collect() };
    let deals = if explicit { Deals::Decks(decks) } else { Deals::Seed(seed.into()) };
    let mut state = KoiKoi::start(&rules, 2, &deals, &mut ()).unwrap();
    let mut record = Record { rules, seats: 2, deals, actions: vec![] };
    let mut legal = ActionList::new();
    while let Some(seat) = state.actors().first().filter(|_| record.actions.len() < actions) {
        state.legal(seat, &mut legal);
        let action = legal[below(&mut rng, legal.len() as u32) as usize];
        state.play(seat, action, &mut ()).unwrap();
        record.actions.push((seat, action));
    }
    let scores = Some(state.scores().iter().map(|(_, score)| *score).collect());
    Replay {
        record,
        decks: None,
        fair: None,
        times: vec![Some(250)],
        players: vec!["Aki".into(), "\"Ben\" \\".into()],
        scores,
        hash: Some(state.hash()),
    }
}

proptest! {
    #[test]
    fn replays_come_back(seed: u64, explicit: bool, actions in 0_usize..300) {
        let replay = random(seed, explicit, actions);
        let text = write(&replay);
        let back: Replay<KoiKoi> = read(&text).unwrap();
        prop_assert_eq!(&back.record.rules, &replay.record.rules);
        prop_assert_eq!(&back.record.deals, &replay.record.deals);
        prop_assert_eq!(&back.record.actions, &replay.record.actions);
        prop_assert_eq!(back.record.replay(&mut ()).unwrap().hash(), back.hash.unwrap());
        prop_assert_eq!(write(&back), text, "writing is canonical");
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC*", cut in 0_usize..2000) {
        let _ = read::<KoiKoi>(&text);
        let whole = write(&random(1, true, 5));
        let at = cut.min(whole.len());
        let _ = read::<KoiKoi>(&whole[..at]);
        let _ = read::<KoiKoi>(&format!("{}{text}{}", &whole[..at], &whole[at..]));
    }
}

#[test]
fn rules_can_be_written_in_three_ways() {
    let japan = Rules::preset("japan").unwrap();
    let value = |text: &str| serde_json::from_str(text).unwrap();
    assert_eq!(from_value::<KoiKoi>(value("\"japan\"")).unwrap(), japan);
    assert_eq!(from_value::<KoiKoi>(wire::rules::to_value::<KoiKoi>(&japan)).unwrap(), japan);
    let three = from_value::<KoiKoi>(value(r#"{"preset":"japan","rounds":3}"#)).unwrap();
    assert_eq!(three, Rules { rounds: 3, ..japan.clone() });
    assert_eq!(with_assignments::<KoiKoi>(&japan, &["rounds=3".into()]).unwrap(), three);
}

#[test]
fn every_knob_can_be_assigned_by_the_word_that_people_read() {
    for preset in Rules::presets() {
        let words = Rules::knobs().into_iter().zip(preset.rules.values());
        let assignments: Vec<String> = words.map(|(knob, value)| format!("{}={value}", knob.name)).collect();
        let base = Rules::preset("lightning").unwrap();
        assert_eq!(with_assignments::<KoiKoi>(&base, &assignments).unwrap(), preset.rules);
    }
}

#[test]
fn every_bad_knob_is_named() {
    let japan = Rules::preset("japan").unwrap();
    let bad = with_assignments::<KoiKoi>(
        &japan,
        &["rounds=0".into(), "no_chaff=21".into(), "double_at=101".into()],
    );
    let BadRules::Knobs(sentences) = bad.unwrap_err() else { panic!("three knobs are out of range") };
    assert_eq!(sentences.len(), 3, "{sentences:?}");
    let words = with_assignments::<KoiKoi>(&japan, &["first_dealer=loser".into()]).unwrap_err().to_string();
    assert_eq!(words, "`first_dealer` is `loser`, and takes random, seat-0, earlier-month");
    let several = r#"{"preset":"japan","stake":300,"rounds":"x","must_capture":1,"tempo":3}"#;
    let several = from_value::<KoiKoi>(serde_json::from_str(several).unwrap()).unwrap_err().to_string();
    assert_eq!(
        several,
        "`tempo` is no knob of these rules; `rounds` is `x`, and takes 1 to 12; \
         `must_capture` is 1, and takes yes or no; `stake` is 300, and takes 0 to 200"
    );
}
