//! The yaku of each preset, a row for each of them and for each boundary.
#![allow(clippy::unwrap_used)]

use cards::hanafuda::{Card, Month, Set};
use game::Ruleset;
use koikoi::Rules;
use koikoi::yaku::Yaku::{self, *};
use koikoi::yaku::{Context, yakus};

/// A pile, the round's month, whether its owner has called and whether it is cashed out; and the yaku with their points.
type Row = (&'static str, u8, bool, bool, &'static [(Yaku, u8)]);

/// Words for the cards that a row needs many of. A number takes the first so many: `plains:9`.
const GROUPS: [(&str, &str); 6] = [
    ("poems", "1-poem 2-poem 3-poem"),
    ("blues", "6-ribbon 9-ribbon 10-ribbon"),
    ("reds", "4-ribbon 5-ribbon 7-ribbon 11-ribbon"),
    ("hunt", "6-butterflies 7-boar 10-deer"),
    ("others", "2-warbler 4-cuckoo 5-bridge 8-geese 11-swallow"),
    (
        "plains",
        "1-plain-1 1-plain-2 2-plain-1 2-plain-2 3-plain-1 3-plain-2 4-plain-1 4-plain-2 5-plain-1 5-plain-2 6-plain-1 6-plain-2",
    ),
];

fn pile(text: &str) -> Set {
    text.split_whitespace().flat_map(cards_of).collect()
}

fn cards_of(word: &str) -> Vec<Card> {
    let (name, count) =
        word.split_once(':').map_or((word, 12), |(name, count)| (name, count.parse().unwrap()));
    let group = GROUPS.iter().find(|(group, _)| *group == name).map_or(word, |(_, cards)| *cards);
    group.split_whitespace().take(count).map(|card| card.parse().unwrap()).collect()
}

fn check(preset: &str, rounds: u8, rows: &[Row]) {
    let rules = Rules { rounds, ..Rules::preset(preset).unwrap() };
    for (text, month, called, cashing_out, expected) in rows {
        let context = Context { called: *called, cashing_out: *cashing_out };
        let made = yakus(pile(text), &rules, Month::new(*month).unwrap(), context);
        let list: Vec<(Yaku, u8)> = made.made().iter().map(|made| (made.yaku, made.points)).collect();
        assert_eq!(list, *expected, "{preset}: {text}");
        assert_eq!(made.base(), expected.iter().map(|(_, points)| u16::from(*points)).sum::<u16>());
        assert_eq!(made.is_empty(), expected.is_empty());
    }
}

#[rustfmt::skip]
#[test]
fn lightning() {
    check("lightning", 12, &[
        ("", 1, false, true, &[]),
        ("1-crane 3-curtain", 1, false, false, &[]),
        ("1-crane 3-curtain 12-phoenix", 1, false, false, &[(ThreeLights, 6)]),
        ("1-crane 3-curtain 11-rainman", 1, false, false, &[(ThreeLights, 6)]),
        ("1-crane 3-curtain 8-moon 12-phoenix", 1, false, false, &[(DryFourLights, 8)]),
        ("1-crane 3-curtain 8-moon 11-rainman", 1, false, false, &[(RainyFourLights, 7)]),
        ("1-crane 3-curtain 8-moon 11-rainman 12-phoenix", 1, false, false, &[(FiveLights, 15)]),
        ("6-butterflies 7-boar others:2", 1, false, false, &[]),
        ("hunt", 1, false, false, &[(BoarDeerButterfly, 5)]),
        ("hunt others:1", 1, false, false, &[(BoarDeerButterfly, 5)]),
        ("hunt others:2", 1, false, false, &[(BoarDeerButterfly, 5), (Animals, 1)]),
        ("hunt others:5 9-cup", 1, false, false, &[(BoarDeerButterfly, 5), (Animals, 5)]),
        ("others:4", 1, false, false, &[]),
        ("others:5", 1, false, false, &[(Animals, 1)]),
        ("others:5 9-cup", 1, false, false, &[(Animals, 2)]),
        ("poems", 1, false, false, &[(PoetryRibbons, 5)]),
        ("blues", 1, false, false, &[(BlueRibbons, 5)]),
        ("poems:2 blues:2", 1, false, false, &[]),
        ("poems:2 blues:2 reds:1", 1, false, false, &[(Ribbons, 1)]),
        ("poems:2 blues:2 reds:2", 1, false, false, &[(Ribbons, 2)]),
        ("poems reds:1", 1, false, false, &[(PoetryRibbons, 5)]),
        ("poems reds:2", 1, false, false, &[(PoetryRibbons, 5), (Ribbons, 1)]),
        ("poems blues", 1, false, false, &[(PoetryRibbons, 5), (BlueRibbons, 5), (Ribbons, 2)]),
        ("poems blues reds", 1, false, false, &[(PoetryRibbons, 5), (BlueRibbons, 5), (Ribbons, 6)]),
        ("plains:9", 1, false, false, &[]),
        ("plains:9 9-cup", 1, false, false, &[]),
        ("plains:10", 1, false, false, &[(Chaff, 1)]),
        ("plains:10 9-cup", 1, false, false, &[(Chaff, 1)]),
        ("plains:11", 1, false, false, &[(Chaff, 2)]),
        ("plains:9 11-lightning", 1, false, false, &[(Chaff, 1)]),
        ("3-curtain", 1, false, false, &[]),
        ("9-cup", 1, false, false, &[]),
        ("3-curtain 9-cup", 1, false, false, &[(CherryViewing, 5)]),
        ("8-moon 9-cup", 1, false, false, &[(MoonViewing, 5)]),
        ("3-curtain 8-moon 9-cup", 1, true, false, &[(CherryViewing, 5), (MoonViewing, 5)]),
        ("3-curtain 8-moon 9-cup 11-rainman", 1, false, false, &[(ThreeLights, 6)]),
        ("3-curtain 8-moon 9-cup 11-lightning", 1, false, false, &[]),
        ("3-curtain 8-moon 9-cup 11-swallow 11-ribbon", 1, false, false, &[(CherryViewing, 5), (MoonViewing, 5)]),
        ("2-warbler 2-poem 2-plain-1", 2, false, false, &[]),
        ("2-warbler 2-poem 2-plain-1 2-plain-2", 2, false, false, &[(FourOfAMonth, 4)]),
        ("2-warbler 2-poem 2-plain-1 2-plain-2", 7, false, false, &[(FourOfAMonth, 4)]),
        ("2-warbler 2-poem 2-plain-1 2-plain-2 11-rainman 11-swallow 11-ribbon 11-lightning", 7, false, false, &[(FourOfAMonth, 8)]),
        ("hunt", 1, false, true, &[(BoarDeerButterfly, 5), (NoChaff, 10)]),
        ("hunt 7-plain-1", 1, false, true, &[(BoarDeerButterfly, 5)]),
        ("hunt 11-lightning", 1, false, true, &[(BoarDeerButterfly, 5)]),
        ("3-curtain 9-cup", 1, false, true, &[(CherryViewing, 5), (NoChaff, 10)]),
        ("6-butterflies 7-boar", 1, false, true, &[]),
    ]);
    check("lightning", 3, &[
        ("2-warbler 2-poem 2-plain-1 2-plain-2", 7, false, false, &[(FourOfAMonth, 4)]),
    ]);
}

#[rustfmt::skip]
#[test]
fn quick() {
    check("quick", 3, &[
        ("", 1, false, true, &[]),
        ("1-crane 3-curtain 12-phoenix", 1, false, false, &[(ThreeLights, 6)]),
        ("1-crane 3-curtain 11-rainman", 1, false, false, &[]),
        ("1-crane 3-curtain 8-moon 12-phoenix", 1, false, false, &[(DryFourLights, 8)]),
        ("1-crane 3-curtain 8-moon 11-rainman", 1, false, false, &[(RainyFourLights, 7)]),
        ("1-crane 3-curtain 8-moon 11-rainman 12-phoenix", 1, false, false, &[(FiveLights, 15)]),
        ("hunt", 1, false, false, &[(BoarDeerButterfly, 6)]),
        ("hunt others:1", 1, false, false, &[(BoarDeerButterfly, 6)]),
        ("hunt others:2", 1, false, false, &[(BoarDeerButterfly, 6), (Animals, 1)]),
        ("others:4", 1, false, false, &[]),
        ("others:5", 1, false, false, &[(Animals, 1)]),
        ("others:5 9-cup", 1, false, false, &[(Animals, 2)]),
        ("poems", 1, false, false, &[(PoetryRibbons, 6)]),
        ("blues", 1, false, false, &[(BlueRibbons, 6)]),
        ("poems:2 blues:2", 1, false, false, &[]),
        ("poems:2 blues:2 reds:1", 1, false, false, &[(Ribbons, 1)]),
        ("poems:2 blues:2 reds:2", 1, false, false, &[(Ribbons, 2)]),
        ("blues reds:2", 1, false, false, &[(BlueRibbons, 6), (Ribbons, 1)]),
        ("poems blues", 1, false, false, &[(PoetryRibbons, 6), (BlueRibbons, 6), (Ribbons, 2)]),
        ("plains:8 9-cup", 1, false, false, &[]),
        ("plains:9", 1, false, false, &[]),
        ("plains:9 9-cup", 1, false, false, &[(Chaff, 1)]),
        ("plains:10", 1, false, false, &[(Chaff, 1)]),
        ("plains:10 9-cup", 1, false, false, &[(Chaff, 2)]),
        ("plains:11", 1, false, false, &[(Chaff, 2)]),
        ("plains:12 blues", 1, true, true, &[(BlueRibbons, 6), (Chaff, 3)]),
        ("3-curtain 9-cup", 1, false, false, &[(CherryViewing, 5)]),
        ("3-curtain 9-cup", 1, true, false, &[(CherryViewing, 5)]),
        ("8-moon 9-cup", 1, false, false, &[(MoonViewing, 5)]),
        ("3-curtain 8-moon 9-cup 11-rainman 11-lightning", 1, false, false, &[(CherryViewing, 5), (MoonViewing, 5)]),
        ("2-warbler 2-poem 2-plain-1 2-plain-2", 2, false, false, &[]),
        ("hunt", 1, false, true, &[(BoarDeerButterfly, 6)]),
    ]);
    check("quick", 11, &[("2-warbler 2-poem 2-plain-1 2-plain-2", 2, false, false, &[])]);
    check("quick", 12, &[
        ("2-warbler 2-poem 2-plain-1", 2, false, false, &[]),
        ("2-warbler 2-poem 2-plain-1 2-plain-2", 2, false, false, &[(FourOfAMonth, 4)]),
        ("2-warbler 2-poem 2-plain-1 2-plain-2", 3, false, false, &[]),
    ]);
}

#[rustfmt::skip]
#[test]
fn months() {
    check("months", 12, &[
        ("", 1, false, true, &[]),
        ("1-crane 3-curtain 12-phoenix", 2, false, false, &[(ThreeLights, 6)]),
        ("1-crane 3-curtain 11-rainman", 2, false, false, &[]),
        ("1-crane 3-curtain 8-moon 12-phoenix", 2, false, false, &[(DryFourLights, 8)]),
        ("1-crane 3-curtain 8-moon 11-rainman", 2, false, false, &[(RainyFourLights, 7)]),
        ("1-crane 3-curtain 8-moon 11-rainman 12-phoenix", 2, false, false, &[(FiveLights, 10)]),
        ("hunt", 1, false, false, &[(BoarDeerButterfly, 5)]),
        ("hunt others:1", 1, false, false, &[(BoarDeerButterfly, 6)]),
        ("hunt others:2", 1, false, false, &[(BoarDeerButterfly, 7), (Animals, 1)]),
        ("hunt others:3", 1, false, false, &[(BoarDeerButterfly, 8), (Animals, 2)]),
        ("others:4", 1, false, false, &[]),
        ("others:5", 1, false, false, &[(Animals, 1)]),
        ("others:5 9-cup", 1, false, false, &[(Animals, 2)]),
        ("poems", 1, false, false, &[(PoetryRibbons, 5)]),
        ("poems reds:1", 1, false, false, &[(PoetryRibbons, 6)]),
        ("blues", 1, false, false, &[(BlueRibbons, 5)]),
        ("blues reds:2", 1, false, false, &[(BlueRibbons, 7), (Ribbons, 1)]),
        ("poems blues", 1, false, false, &[(PoetryRibbons, 8), (BlueRibbons, 8), (Ribbons, 2)]),
        ("poems blues reds:1", 1, false, false, &[(PoetryRibbons, 9), (BlueRibbons, 9), (Ribbons, 3)]),
        ("poems:2 blues:2", 1, false, false, &[]),
        ("poems:2 blues:2 reds:1", 1, false, false, &[(Ribbons, 1)]),
        ("poems:2 blues:2 reds:2", 1, false, false, &[(Ribbons, 2)]),
        ("plains:8 9-cup", 1, false, false, &[]),
        ("plains:9", 1, false, false, &[]),
        ("plains:9 9-cup", 1, false, false, &[(Chaff, 1)]),
        ("plains:10", 1, false, false, &[(Chaff, 1)]),
        ("plains:10 9-cup", 1, false, false, &[(Chaff, 2)]),
        ("plains:11", 1, false, false, &[(Chaff, 2)]),
        ("3-curtain 9-cup", 1, false, false, &[(CherryViewing, 6)]),
        ("8-moon 9-cup", 1, true, false, &[(MoonViewing, 6)]),
        ("3-curtain 8-moon 9-cup 11-rainman 11-lightning", 1, false, false, &[(CherryViewing, 6), (MoonViewing, 6)]),
        ("12-phoenix 12-plain-1 12-plain-2", 12, false, false, &[]),
        ("12-phoenix 12-plain-1 12-plain-2 12-plain-3", 12, false, false, &[(FourOfAMonth, 4)]),
        ("12-phoenix 12-plain-1 12-plain-2 12-plain-3", 11, false, false, &[]),
        ("hunt", 1, false, true, &[(BoarDeerButterfly, 5)]),
    ]);
    check("months", 3, &[
        ("2-warbler 2-poem 2-plain-1 2-plain-2", 2, false, false, &[(FourOfAMonth, 4)]),
        ("2-warbler 2-poem 2-plain-1 2-plain-2", 3, false, false, &[]),
    ]);
}

#[rustfmt::skip]
#[test]
fn nintendo() {
    check("nintendo", 12, &[
        ("", 1, false, true, &[]),
        ("1-crane 3-curtain 12-phoenix", 1, false, false, &[(ThreeLights, 5)]),
        ("1-crane 3-curtain 11-rainman", 1, false, false, &[]),
        ("1-crane 3-curtain 8-moon 12-phoenix", 1, false, false, &[(DryFourLights, 8)]),
        ("1-crane 3-curtain 8-moon 11-rainman", 1, false, false, &[(RainyFourLights, 7)]),
        ("1-crane 3-curtain 8-moon 11-rainman 12-phoenix", 1, false, false, &[(FiveLights, 10)]),
        ("hunt", 1, false, false, &[(BoarDeerButterfly, 5)]),
        ("hunt others:1", 1, false, false, &[(BoarDeerButterfly, 6)]),
        ("hunt others:2", 1, false, false, &[(BoarDeerButterfly, 7)]),
        ("hunt others:5 9-cup", 1, false, false, &[(BoarDeerButterfly, 11)]),
        ("others:4", 1, false, false, &[]),
        ("others:5", 1, false, false, &[(Animals, 1)]),
        ("others:5 9-cup", 1, false, false, &[(Animals, 2)]),
        ("poems", 1, false, false, &[(PoetryRibbons, 5)]),
        ("poems reds:1", 1, false, false, &[(PoetryRibbons, 6)]),
        ("poems reds:2", 1, false, false, &[(PoetryRibbons, 7)]),
        ("blues", 1, false, false, &[(BlueRibbons, 5)]),
        ("blues poems:2 reds:1", 1, false, false, &[(BlueRibbons, 8)]),
        ("poems blues", 1, false, false, &[(PoetryAndBlue, 10)]),
        ("poems blues reds:1", 1, false, false, &[(PoetryAndBlue, 11)]),
        ("poems blues reds", 1, false, false, &[(PoetryAndBlue, 14)]),
        ("poems:2 blues:2", 1, false, false, &[]),
        ("poems:2 blues:2 reds:1", 1, false, false, &[(Ribbons, 1)]),
        ("poems:2 blues:2 reds:2", 1, false, false, &[(Ribbons, 2)]),
        ("plains:8 9-cup", 1, false, false, &[]),
        ("plains:9", 1, false, false, &[]),
        ("plains:9 9-cup", 1, false, false, &[(Chaff, 1)]),
        ("plains:10", 1, false, false, &[(Chaff, 1)]),
        ("plains:10 9-cup", 1, false, false, &[(Chaff, 2)]),
        ("plains:11", 1, false, false, &[(Chaff, 2)]),
        ("3-curtain 9-cup", 1, false, false, &[(CherryViewing, 5)]),
        ("8-moon 9-cup", 1, true, false, &[(MoonViewing, 5)]),
        ("3-curtain 8-moon 9-cup 11-rainman 11-lightning", 1, false, false, &[(CherryViewing, 5), (MoonViewing, 5)]),
        ("2-warbler 2-poem 2-plain-1 2-plain-2", 2, false, false, &[]),
        ("hunt", 1, false, true, &[(BoarDeerButterfly, 5)]),
    ]);
}

#[rustfmt::skip]
#[test]
fn japan() {
    check("japan", 8, &[
        ("", 1, false, true, &[]),
        ("1-crane 3-curtain 12-phoenix", 1, false, false, &[(ThreeLights, 5)]),
        ("1-crane 3-curtain 11-rainman", 1, false, false, &[]),
        ("1-crane 3-curtain 8-moon 12-phoenix", 1, false, false, &[(DryFourLights, 8)]),
        ("1-crane 3-curtain 8-moon 11-rainman", 1, false, false, &[(RainyFourLights, 7)]),
        ("1-crane 3-curtain 8-moon 11-rainman 12-phoenix", 1, false, false, &[(FiveLights, 10)]),
        ("hunt", 1, false, false, &[(BoarDeerButterfly, 5)]),
        ("hunt others:1", 1, false, false, &[(BoarDeerButterfly, 5)]),
        ("hunt others:2", 1, false, false, &[(BoarDeerButterfly, 5), (Animals, 1)]),
        ("others:4", 1, false, false, &[]),
        ("others:5", 1, false, false, &[(Animals, 1)]),
        ("others:5 9-cup", 1, false, false, &[(Animals, 2)]),
        ("poems", 1, false, false, &[(PoetryRibbons, 5)]),
        ("poems reds:2", 1, false, false, &[(PoetryRibbons, 5), (Ribbons, 1)]),
        ("blues", 1, false, false, &[(BlueRibbons, 5)]),
        ("blues reds:1", 1, false, false, &[(BlueRibbons, 5)]),
        ("poems blues", 1, false, false, &[(PoetryRibbons, 5), (BlueRibbons, 5), (PoetryAndBlue, 10), (Ribbons, 2)]),
        ("poems blues reds:2", 1, false, false, &[(PoetryRibbons, 5), (BlueRibbons, 5), (PoetryAndBlue, 10), (Ribbons, 4)]),
        ("poems:2 blues:2", 1, false, false, &[]),
        ("poems:2 blues:2 reds:1", 1, false, false, &[(Ribbons, 1)]),
        ("poems:2 blues:2 reds:2", 1, false, false, &[(Ribbons, 2)]),
        ("plains:8 9-cup", 1, false, false, &[]),
        ("plains:9", 1, false, false, &[]),
        ("plains:9 9-cup", 1, false, false, &[(Chaff, 1)]),
        ("plains:10", 1, false, false, &[(Chaff, 1)]),
        ("plains:10 9-cup", 1, false, false, &[(Chaff, 2)]),
        ("plains:11", 1, false, false, &[(Chaff, 2)]),
        ("3-curtain 9-cup", 1, false, false, &[(CherryViewing, 1)]),
        ("3-curtain 9-cup", 1, true, false, &[(CherryViewing, 3)]),
        ("8-moon 9-cup", 1, false, true, &[(MoonViewing, 1)]),
        ("8-moon 9-cup", 1, true, true, &[(MoonViewing, 3)]),
        ("3-curtain 8-moon 9-cup 11-rainman 11-lightning", 1, true, false, &[(CherryViewing, 3), (MoonViewing, 3)]),
        ("2-warbler 2-poem 2-plain-1 2-plain-2", 2, false, false, &[]),
        ("hunt", 1, false, true, &[(BoarDeerButterfly, 5)]),
    ]);
}
