//! Matches written out as people read them, in `playthroughs/*.txt`, and what they show together. Decks are the first dealer and the
//! deals; a draw pile may name its first cards only, the rest follows in the order of the deck.
//! `crates/game/tests/shared/playthrough.rs` tells what else a file has.
#![allow(clippy::unwrap_used)]

mod facts;
#[path = "../../game/tests/shared/playthrough.rs"]
mod playthrough;

use std::collections::BTreeSet;

use cards::hanafuda::{Card, Set};
use facts::{Facts, REQUIRED};
use game::{Decks, Seat};
use koikoi::KoiKoi;
use playthrough::{Written, playthroughs};

impl Written for KoiKoi {
    fn deal(decks: &mut Decks, key: &str, value: &str) -> bool {
        match key {
            "first dealer" => decks.first = Seat::new(value.parse().unwrap()),
            "to the other" => decks.orders.push(eight(value)),
            "to the field" | "to the dealer" => decks.orders.last_mut().unwrap().extend(eight(value)),
            "draw pile" => {
                let deck = decks.orders.last_mut().unwrap();
                deck.extend(cards(value));
                let rest: Vec<u8> = (0..48).filter(|card| !deck.contains(card)).collect();
                deck.extend(rest);
            }
            _ => return false,
        }
        true
    }
}

fn cards(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|card| card.parse::<Card>().unwrap().number()).collect()
}

fn eight(text: &str) -> Vec<u8> {
    assert_eq!((cards(text).len(), text.parse::<Set>().unwrap().len()), (8, 8), "{text}");
    cards(text)
}

#[test]
fn every_playthrough_goes_as_written() {
    playthrough::every_playthrough_goes_as_written::<KoiKoi>();
}

/// Only where a file says so is an action refused: the others go through.
#[test]
fn refusals_are_meant() {
    for file in playthroughs::<KoiKoi>() {
        let refused = file.text.lines().filter(|line| line.starts_with("refused:")).count();
        assert!(refused == 0 || file.head.contains("refused"), "{} has {refused} refusals", file.name);
    }
}

#[test]
fn together_they_show_every_rule() {
    let mut shown: BTreeSet<(String, String)> = BTreeSet::new();
    for file in playthroughs::<KoiKoi>() {
        let mut facts = Facts::new(&file.rules);
        file.play(|event| facts.learn(event), |_| {});
        let preset = file.head.lines().find_map(|line| line.strip_prefix("preset: ")).unwrap();
        let told = facts.shown.into_iter().map(|fact| (preset.to_owned(), fact));
        shown.extend(told);
        if file.text.contains("refused: ")
            && file.text.contains("matches nothing on the field, and another card")
        {
            shown.insert((preset.to_owned(), "a card refused, since another one captures".to_owned()));
        }
    }
    let required = REQUIRED.iter().flat_map(|(presets, facts)| {
        let presets = presets.split_whitespace();
        presets.flat_map(|preset| facts.iter().map(move |fact| (preset.to_owned(), (*fact).to_owned())))
    });
    let missing: Vec<_> = required.filter(|fact| !shown.contains(fact)).collect();
    assert!(missing.is_empty(), "not shown: {missing:#?}");
}

/// Twelve plains and the three blue ribbons with one koi-koi called.
#[test]
fn the_golden_case_of_quick() {
    let quick = playthroughs::<KoiKoi>().into_iter().find(|file| file.name == "quick-yaku.txt").unwrap();
    let line = "seat 0 wins the round with blue ribbons 6, chaff 3 = 9, x2 for the koi-koi calls: 18 points (seat 0 124, seat 1 0)";
    assert!(quick.text.lines().any(|other| other == line));
}
