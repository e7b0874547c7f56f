//! The yaku of random piles against a slow and obvious count on lists of card names.
#![allow(clippy::unwrap_used)]

mod random;

use std::collections::BTreeMap;

use cards::Card as _;
use cards::hanafuda::{Card, Kind, Month, Set};
use game::{Purpose, Ruleset, Seed, Stream, below, shuffle};
use koikoi::Rules;
use koikoi::yaku::{Context, Yaku, may_have_risen, yakus};

const PILES: usize = 200_000;
const LIGHTS: [&str; 5] = ["1-crane", "3-curtain", "8-moon", "11-rainman", "12-phoenix"];
const ANIMALS: [&str; 9] = [
    "2-warbler",
    "4-cuckoo",
    "5-bridge",
    "6-butterflies",
    "7-boar",
    "8-geese",
    "9-cup",
    "10-deer",
    "11-swallow",
];
const POETRY: [&str; 3] = ["1-poem", "2-poem", "3-poem"];
const BLUE: [&str; 3] = ["6-ribbon", "9-ribbon", "10-ribbon"];
const RED: [&str; 4] = ["4-ribbon", "5-ribbon", "7-ribbon", "11-ribbon"];

/// The moment at which a pile is looked at.
#[derive(Clone, Copy, Debug)]
struct When {
    rounds: u8,
    month: u8,
    called: bool,
    cashing_out: bool,
}

/// Every yaku with its points. The numbers stand in the order lightning, quick, months, nintendo, japan; `of` is one of them.
fn expected(of: usize, pile: &[&str], when: When) -> Vec<(&'static str, usize)> {
    let has = |card: &str| pile.contains(&card);
    let all = |cards: &[&str]| cards.iter().all(|card| has(card));
    let count = |cards: &[&str]| pile.iter().filter(|card| cards.contains(card)).count();
    let mut made = Vec::new();

    match (count(&LIGHTS), has("11-rainman")) {
        (5, _) => made.push(("five lights", [15, 15, 10, 10, 10][of])),
        (4, false) => made.push(("dry four lights", 8)),
        (4, true) => made.push(("rainy four lights", 7)),
        (3, false) => made.push(("three lights", [6, 6, 6, 5, 5][of])),
        (3, true) if [true, false, false, false, false][of] => made.push(("three lights", 6)),
        _ => {}
    }

    let animals = count(&ANIMALS);
    let boar_deer_butterfly = all(&["7-boar", "10-deer", "6-butterflies"]);
    if boar_deer_butterfly {
        let further = if [false, false, true, true, false][of] { animals - 3 } else { 0 };
        made.push(("boar-deer-butterfly", [5, 6, 5, 5, 5][of] + further));
    }
    if animals >= 5 && !(boar_deer_butterfly && [false, false, false, true, false][of]) {
        made.push(("animals", animals - 4));
    }

    let ribbons = count(&POETRY) + count(&BLUE) + count(&RED);
    let (poetry, blue) = (all(&POETRY), all(&BLUE));
    let of_their_own = [false, false, false, true, true][of];
    let replaces_both = [false, false, false, true, false][of];
    let (grow, replace_ribbons) =
        ([false, false, true, true, false][of], [false, false, false, true, false][of]);
    if poetry && !(blue && replaces_both) {
        made.push(("poetry ribbons", [5, 6, 5, 5, 5][of] + if grow { ribbons - 3 } else { 0 }));
    }
    if blue && !(poetry && replaces_both) {
        made.push(("blue ribbons", [5, 6, 5, 5, 5][of] + if grow { ribbons - 3 } else { 0 }));
    }
    if poetry && blue && of_their_own {
        made.push(("poetry and blue ribbons", 10 + if grow { ribbons - 6 } else { 0 }));
    }
    if ribbons >= 5 && !((poetry || blue) && replace_ribbons) {
        made.push(("ribbons", ribbons - 4));
    }

    let plains = pile.iter().filter(|card| card.contains("-plain-")).count() + count(&["11-lightning"]);
    let cup_counts = [false, true, true, true, true][of];
    let chaff = plains + if cup_counts { count(&["9-cup"]) } else { 0 };
    if chaff >= 10 {
        made.push(("chaff", chaff - 9));
    }

    let rained_out = [true, false, false, false, false][of] && (has("11-rainman") || has("11-lightning"));
    let viewing = [5, 5, 6, 5, if when.called { 3 } else { 1 }][of];
    if all(&["3-curtain", "9-cup"]) && !rained_out {
        made.push(("cherry viewing", viewing));
    }
    if all(&["8-moon", "9-cup"]) && !rained_out {
        made.push(("moon viewing", viewing));
    }

    let whole = |month: u8| pile.iter().filter(|card| month_of(card) == month).count() == 4;
    let round_month = usize::from(whole(when.month));
    let any_month = (1..=12).filter(|month| whole(*month)).count();
    let in_12_rounds = if when.rounds == 12 { round_month } else { 0 };
    let fours = [any_month, in_12_rounds, round_month, 0, 0][of];
    if fours > 0 {
        made.push(("four of a month", 4 * fours));
    }

    if [true, false, false, false, false][of] && when.cashing_out && chaff == 0 && !made.is_empty() {
        made.push(("no chaff", 10));
    }
    made
}

fn month_of(card: &str) -> u8 {
    card.split('-').next().unwrap().parse().unwrap()
}

/// A pile of any size; often one with much of some kinds and little of others, or with whole groups but a card or two.
fn random_pile(rng: &mut Stream) -> Set {
    let thin = |set: Set, percent: u32, rng: &mut Stream| -> Set {
        set.iter().filter(|_| below(rng, 100) < percent).collect()
    };
    match below(rng, 4) {
        0 => {
            let percent = below(rng, 101);
            thin(Set::ALL, percent, rng)
        }
        1 | 2 => Kind::ALL.into_iter().fold(Set::EMPTY, |pile, kind| {
            let percent = [0, 10, 50, 90, 100][below(rng, 5) as usize];
            pile | thin(kind.cards(), percent, rng)
        }),
        _ => {
            let mut pile = Set::EMPTY;
            for _ in 0..below(rng, 6) {
                pile |= match below(rng, 3) {
                    0 => Month::new(1 + below(rng, 12) as u8).unwrap().cards(),
                    1 => POETRY.into_iter().chain(BLUE).map(|card| card.parse::<Card>().unwrap()).collect(),
                    _ => "3-curtain 8-moon 9-cup 7-boar 10-deer 6-butterflies".parse().unwrap(),
                };
            }
            for _ in 0..below(rng, 3) {
                pile.remove(Card::at(below(rng, 48) as usize));
            }
            pile
        }
    }
}

fn random_moment(rounds: &[u8], rng: &mut Stream) -> When {
    When {
        rounds: rounds[below(rng, rounds.len() as u32) as usize],
        month: 1 + below(rng, 12) as u8,
        called: below(rng, 2) == 0,
        cashing_out: below(rng, 2) == 0,
    }
}

fn found(pile: Set, rules: &Rules, when: When) -> koikoi::yaku::Yakus {
    let context = Context { called: when.called, cashing_out: when.cashing_out };
    yakus(pile, rules, Month::new(when.month).unwrap(), context)
}

fn compare(of: usize, preset: &str) {
    let names: Vec<String> = Set::ALL.iter().map(|card| card.to_string()).collect();
    let mut rng = Seed::from(of as u64).stream(Purpose(*b"test"), 0, 0);
    let preset = Rules::preset(preset).unwrap();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..PILES {
        let pile = random_pile(&mut rng);
        let when = random_moment(&[3, 12, preset.rounds], &mut rng);
        let rules = Rules { rounds: when.rounds, ..preset.clone() };
        let list: Vec<&str> = pile.iter().map(|card| names[card.index()].as_str()).collect();
        let made = found(pile, &rules, when);
        let mut told: Vec<(&str, usize)> =
            made.made().iter().map(|made| (made.yaku.english(), made.points.into())).collect();
        let mut expected = expected(of, &list, when);
        assert_eq!(usize::from(made.base()), expected.iter().map(|(_, points)| points).sum::<usize>());
        told.sort_unstable();
        expected.sort_unstable();
        assert_eq!(told, expected, "{pile} {when:?}");
        for (yaku, _) in expected {
            *seen.entry(yaku).or_default() += 1;
        }
    }
    let often = seen.values().filter(|count| **count > PILES / 200).count();
    assert_eq!(often, [14, 13, 13, 13, 13][of], "every yaku was there often: {seen:?}");
}

macro_rules! against_the_slow_count {
    ($($preset:ident $of:literal)*) => {$(
        #[test]
        fn $preset() {
            compare($of, stringify!($preset));
        }
    )*};
}

against_the_slow_count! { lightning 0 quick 1 months 2 nintendo 3 japan 4 }

#[test]
fn points_do_not_depend_on_the_order_of_capture() {
    let mut rng = Seed::from(5).stream(Purpose(*b"test"), 0, 0);
    for _ in 0..20_000 {
        let rules = preset_or_random(&mut rng);
        let (pile, when) = (random_pile(&mut rng), random_moment(&[rules.rounds], &mut rng));
        let mut cards: Vec<Card> = pile.iter().collect();
        shuffle(&mut cards, &mut rng);
        let captured = cards.iter().fold(Set::EMPTY, |mut captured, card| {
            captured.insert(*card);
            captured
        });
        assert_eq!(found(captured, &rules, when), found(pile, &rules, when));
    }
}

/// Only rain on a viewing takes points away; chaff does so at the moment of cashing out, which is the price of that bonus.
#[test]
fn in_the_presets_no_card_but_rain_costs_points() {
    let mut rng = Seed::from(6).stream(Purpose(*b"test"), 0, 0);
    let rain: Set = "11-rainman 11-lightning".parse().unwrap();
    for preset in Rules::presets() {
        for _ in 0..50_000 {
            let when = When { cashing_out: false, ..random_moment(&[3, 12], &mut rng) };
            let rules = Rules { rounds: when.rounds, ..preset.rules.clone() };
            let (pile, card) = (random_pile(&mut rng), Card::at(below(&mut rng, 48) as usize));
            let [before, now] = [pile, pile | card.into()].map(|pile| found(pile, &rules, when));
            assert!(
                now.base() >= before.base() || rules.rain_blocks_viewing && rain.contains(card),
                "{card} to {pile} under {}",
                preset.name
            );
        }
    }
}

/// The quick look at a turn never misses a yaku that the exact one finds.
#[test]
fn no_risen_yaku_is_missed() {
    let mut rng = Seed::from(7).stream(Purpose(*b"test"), 0, 0);
    let mut risen = 0;
    for _ in 0..100_000 {
        let rules = preset_or_random(&mut rng);
        for _ in 0..5 {
            let when = When { cashing_out: false, ..random_moment(&[rules.rounds], &mut rng) };
            let before = random_pile(&mut rng);
            let mut captured = Set::EMPTY;
            for _ in 0..below(&mut rng, 9) {
                captured.insert(Card::at(below(&mut rng, 48) as usize));
            }
            let pile = before | captured;
            let [was, is] = [before, pile].map(|pile| found(pile, &rules, when));
            if is.rose_since(&was) {
                risen += 1;
                assert!(may_have_risen(pile, before, &rules), "{captured} to {before}");
            }
            assert_eq!(is.rose_since(&was), !is.risen_since(&was).is_empty());
        }
    }
    assert!(risen > 100_000, "{risen}");
}

fn preset_or_random(rng: &mut Stream) -> Rules {
    let mut presets = Rules::presets();
    match below(rng, 10) as usize {
        preset @ 0..5 => presets.swap_remove(preset).rules,
        _ => random::rules(rng),
    }
}

#[test]
fn every_yaku_is_told_in_order_and_has_two_names() {
    assert!(Yaku::ALL.is_sorted_by(|a, b| a < b));
    for yaku in Yaku::ALL {
        assert!(yaku.english().is_ascii() && !yaku.japanese().is_ascii());
    }
}
