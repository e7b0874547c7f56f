//! A match is verified as it was played, and whatever is changed in its file is found.

use std::sync::OnceLock;

use bots::Levels;
use game::{Deals, Entropy, FairDeal, Record, Seat, Seats, Seed};
use kaboom::Kaboom;
use kierki::Kierki;
use koikoi::KoiKoi;
use proptest::prelude::*;
use serde_json::{Value, json};
use table::{Occupant, Outbox, Settings, Table};
use wire::Codec;
use wire::replay::{self, Replay};
use wire::verify::{Check, Findings, Noted, Verdict, verify};

use super::play::{Play, START, player, rules};

fn entropy(seat: Seat) -> Entropy {
    Entropy::new([0xe0 + seat.index() as u8; 5]).unwrap()
}

/// A match to which everybody has given, as a house files it.
fn filed<G: Codec + Levels>(preset: &str, seats: usize, seed: u64) -> Value {
    let settings = Settings { entropy: 1_000, ..rules::<G>(preset) };
    let occupants = Seats::from_fn(seats, |seat| Occupant::Player(player(seat)));
    let mut out = Outbox::default();
    let mut table =
        Table::<G>::open(player(Seat::FIRST), settings, occupants, Seed::from(seed), START, &mut out);
    for seat in Seat::all(seats) {
        table.give(player(seat), entropy(seat), START, &mut out).unwrap();
    }
    let mut play = Play::with(table, out);
    play.only = Some(game::Viewer::Spectator);
    let mut rng = Seed::from(seed).stream(game::Purpose(*b"test"), 0, 0);
    while !play.is_over() {
        play.step(&mut rng);
    }
    let replay = Replay::of(&play.table, Vec::new()).unwrap();
    serde_json::from_str(&replay::write(&replay)).unwrap()
}

fn matches() -> [&'static Value; 3] {
    static MATCHES: OnceLock<[Value; 3]> = OnceLock::new();
    let matches = MATCHES.get_or_init(|| {
        [filed::<KoiKoi>("quick", 2, 1), filed::<Kierki>("robbers", 4, 2), filed::<Kaboom>("short", 3, 3)]
    });
    [&matches[0], &matches[1], &matches[2]]
}

fn look(file: &Value) -> Findings {
    verify(&file.to_string(), &Noted::default()).unwrap()
}

fn failed(findings: &Findings) -> Vec<Check> {
    let failed = findings.checks.iter().filter(|finding| finding.result == Verdict::Fails);
    failed.map(|finding| finding.check).collect()
}

/// What is found in each of the matches after a change to it.
fn after(change: impl Fn(&mut Value)) -> [Vec<Check>; 3] {
    matches().map(|file| {
        let mut file = file.clone();
        change(&mut file);
        let findings = look(&file);
        assert_eq!(findings.holds, failed(&findings).is_empty());
        failed(&findings)
    })
}

fn each(check: Check) -> [Vec<Check>; 3] {
    [vec![check], vec![check], vec![check]]
}

#[test]
fn what_was_played_holds() {
    for file in matches() {
        let findings = look(file);
        assert!(findings.holds, "{findings:?}");
        let all = [Check::Commitment, Check::Seed, Check::Decks, Check::Actions, Check::Scores, Check::Hash];
        assert_eq!(findings.checks.iter().map(|finding| finding.check).collect::<Vec<_>>(), all);
        assert!(findings.checks.iter().all(|finding| finding.result == Verdict::Holds));
    }
}

#[test]
fn a_changed_deck_is_found() {
    assert_eq!(after(|file| file["decks"][0].as_array_mut().unwrap().swap(3, 40)), each(Check::Decks));
    assert_eq!(after(|file| file["decks"][0][7] = json!("1-crane")), each(Check::Decks));
    assert_eq!(after(|file| drop(file["decks"].as_array_mut().unwrap().pop())), each(Check::Decks));
    let more = |file: &mut Value| {
        let again = file["decks"][0].clone();
        file["decks"].as_array_mut().unwrap().push(again);
    };
    assert_eq!(after(more), each(Check::Decks));
}

#[test]
fn a_changed_action_is_found() {
    for file in matches() {
        let actions = file["actions"].as_array().unwrap();
        for at in (0..actions.len()).step_by(3) {
            let other = actions.iter().find(|other| other["action"] != actions[at]["action"]).unwrap();
            let mut changed = file.clone();
            changed["actions"][at]["action"] = other["action"].clone();
            let found = failed(&look(&changed));
            let late = [Check::Actions, Check::Scores, Check::Hash, Check::Decks];
            assert!(found.iter().any(|check| late.contains(check)), "{at}: {found:?}");
        }
        let mut shorter = file.clone();
        shorter["actions"].as_array_mut().unwrap().pop();
        assert!(failed(&look(&shorter)).contains(&Check::Hash));
    }
}

#[test]
fn a_missing_entropy_is_found() {
    assert_eq!(after(|file| file["fair"]["entropy"][1] = Value::Null), each(Check::Seed));
    let all = |file: &mut Value| file["fair"]["entropy"].as_array_mut().unwrap().fill(Value::Null);
    assert_eq!(after(all), each(Check::Seed));
    assert_eq!(after(|file| file["fair"]["entropy"] = json!([])), each(Check::Seed));
}

#[test]
fn a_wrong_secret_seed_or_commitment_is_found() {
    let other = || json!(Seed::from(9).to_hex());
    let secret = vec![Check::Commitment, Check::Seed];
    assert_eq!(after(|file| file["fair"]["secret"] = other()), [secret.clone(), secret.clone(), secret]);
    assert_eq!(after(|file| file["fair"]["commitment"] = other()), each(Check::Commitment));
    for found in after(|file| file["seed"] = other()) {
        assert_eq!(found[..2], [Check::Seed, Check::Decks]);
    }
    let decks_only = |file: &mut Value| {
        file["dealer"] = json!(0);
        drop(file.as_object_mut().unwrap().shift_remove("seed"));
    };
    for found in after(decks_only) {
        assert_eq!(found[0], Check::Seed);
    }
}

#[test]
fn changed_scores_and_hashes_are_found() {
    let more = |file: &mut Value| file["scores"][0] = json!(file["scores"][0].as_i64().unwrap() + 1);
    assert_eq!(after(more), each(Check::Scores));
    assert_eq!(after(|file| file["hash"] = json!(Seed::from(1).to_hex())), each(Check::Hash));
}

#[test]
fn a_file_that_does_not_show_where_its_cards_come_from_does_not_hold() {
    let without =
        |field: &'static str| move |file: &mut Value| drop(file.as_object_mut().unwrap().shift_remove(field));
    assert_eq!(after(without("fair")), each(Check::Commitment));
    // The rest only says again what follows from the seed and the actions.
    for field in ["decks", "scores", "hash"] {
        assert_eq!(after(without(field)), [vec![], vec![], vec![]], "{field}");
    }
}

/// A house that cheats files what hangs together. Only who has noted something finds it out.
#[test]
fn who_has_noted_something_finds_what_nobody_else_can() {
    for file in matches() {
        let commitment = file["fair"]["commitment"].as_str().unwrap().parse().unwrap();
        let own = vec![(Seat::FIRST, entropy(Seat::FIRST))];
        let noted = Noted { commitment: Some(commitment), entropy: own };
        let honest = verify(&file.to_string(), &noted).unwrap();
        assert!(honest.holds, "{honest:?}");
        assert!(honest.checks.iter().any(|finding| finding.check == Check::NotedEntropy));

        let seats = file["fair"]["entropy"].as_array().unwrap().len();
        let given = Seats::from_fn(seats, |seat| Some(entropy(seat)));
        let chosen = FairDeal { number: 1, secret: Seed::from(5), entropy: given.clone() };
        assert_eq!(failed(&verify(&forged(file, &chosen), &noted).unwrap()), [Check::NotedCommitment]);

        let secret = file["fair"]["secret"].as_str().unwrap().parse().unwrap();
        for instead in [None, Some(entropy(Seat::new(3).unwrap()))] {
            let mut given = given.clone();
            given[Seat::FIRST] = instead;
            let dropped = FairDeal { number: 1, secret, entropy: given };
            assert_eq!(failed(&verify(&forged(file, &dropped), &noted).unwrap()), [Check::NotedEntropy]);
        }
    }
}

/// The same rules with other cards, and nothing played yet.
fn forged(file: &Value, deal: &FairDeal) -> String {
    fn forged<G: Codec>(file: &Value, deal: &FairDeal) -> String {
        let honest = replay::read::<G>(&file.to_string()).unwrap();
        let deals = Deals::Seed(deal.seed());
        let record = Record { deals, actions: Vec::new(), ..honest.record.clone() };
        let mut events = Vec::new();
        let state = record.replay(&mut events).unwrap();
        replay::write(&Replay {
            decks: Some(replay::dealt_decks(&record, &events)),
            record,
            fair: Some(deal.into()),
            scores: None,
            hash: Some(state.hash()),
            ..honest
        })
    }
    let game: wire::GameKind = file["game"].as_str().unwrap().parse().unwrap();
    wire::for_game!(game, forged(file, deal))
}

/// The listed decks lead to the same match without the seed.
#[test]
fn the_listed_decks_are_those_that_were_dealt() {
    fn dealt<G: Codec + Levels>(preset: &str, seats: usize, seed: u64) -> usize {
        let file = filed::<G>(preset, seats, seed);
        let replay = replay::read::<G>(&file.to_string()).unwrap();
        let mut events = Vec::new();
        let state = replay.record.replay(&mut events).unwrap();
        let first = events.iter().map(|event| serde_json::to_value(event).unwrap());
        let first = first.filter_map(|event| event.get("dealer").cloned()).next();
        let mut without = file.clone();
        without["dealer"] = first.unwrap_or(json!(0));
        without.as_object_mut().unwrap().shift_remove("seed");
        let listed = replay::read::<G>(&without.to_string()).unwrap();
        assert!(listed.record.replay(&mut ()).unwrap().hash() == state.hash());
        assert_eq!(file["decks"].as_array().unwrap().len(), state.decks_used());
        state.decks_used()
    }
    dealt::<Kierki>("robbers", 4, 5);
    // Redeals, and reshuffles.
    let decks: usize = (0..4).map(|seed| dealt::<KoiKoi>("nintendo", 2, seed)).sum();
    assert!(decks > 4 * 12, "none was dealt again: {decks}");
    let decks: usize = (0..8).map(|seed| dealt::<Kaboom>("short", 6, seed)).sum();
    assert!(decks > 8, "none was shuffled again: {decks}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// In any of the fields that tell where the cards come from.
    #[test]
    fn one_flipped_byte_is_found(which in 0..3_usize, field in 0..4_usize, place in 0..64_usize, flip in 1..=255_u8) {
        let mut file = matches()[which].clone();
        let fair = &mut file["fair"];
        let flipped = |text: &Value| {
            let text = text.as_str().unwrap();
            let place = 2 * (place % (text.len() / 2));
            let byte = u8::from_str_radix(&text[place..place + 2], 16).unwrap() ^ flip;
            json!(format!("{}{byte:02x}{}", &text[..place], &text[place + 2..]))
        };
        match field {
            0 => fair["commitment"] = flipped(&fair["commitment"]),
            1 => fair["secret"] = flipped(&fair["secret"]),
            2 => {
                let seat = place % fair["entropy"].as_array().unwrap().len();
                fair["entropy"][seat] = flipped(&fair["entropy"][seat]);
            }
            _ => fair["number"] = json!(fair["number"].as_u64().unwrap() as u32 ^ u32::from(flip) << (place % 4 * 8)),
        }
        prop_assert!(!look(&file).holds);
    }
}
