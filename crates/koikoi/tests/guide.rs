//! The guide says what the play does: its recipes, read naively, find the yaku of `koikoi::yaku::yakus`.
#![allow(clippy::unwrap_used)]

mod random;

use std::collections::BTreeMap;

use cards::Card as _;
use cards::hanafuda::{Card, Month, Set};
use game::{Purpose, Ruleset, Seed, Stream, below};
use koikoi::guide::{OfMonth, Recipe};
use koikoi::yaku::{Context, Yaku, yakus};
use koikoi::{Guide, Rules};

/// How often the pile has what the recipe needs, for all months or the round's.
fn times(recipe: &Recipe, pile: Set, month: Month) -> u8 {
    let made = |of: Set| {
        let found = (pile & of).len() >= recipe.need.into();
        u8::from(pile.contains_all(recipe.with) && found && (pile & recipe.blocked_by).is_empty())
    };
    match recipe.month {
        None => made(recipe.of),
        Some(OfMonth::Round) => made(recipe.of & month.cards()),
        Some(OfMonth::Each) => Month::all().map(|month| made(recipe.of & month.cards())).sum(),
    }
}

fn points(recipe: &Recipe, pile: Set, context: Context) -> u8 {
    let points = recipe.after_call_points.filter(|_| context.called).unwrap_or(recipe.points);
    points + recipe.further * ((pile & recipe.of).len() as u8 - recipe.need)
}

/// The yaku as somebody finds them who has nothing but the guide.
fn found(recipes: &[Recipe], pile: Set, month: Month, context: Context) -> BTreeMap<Yaku, u8> {
    let made: Vec<(&Recipe, u8)> = recipes
        .iter()
        .map(|recipe| (recipe, times(recipe, pile, month)))
        .filter(|(recipe, times)| *times > 0 && !recipe.bonus)
        .collect();
    let replaced = |name: Yaku| made.iter().any(|(recipe, _)| recipe.replaces.contains(&name));
    let counts = made.iter().filter(|(recipe, _)| !replaced(recipe.name));
    let mut found: BTreeMap<Yaku, u8> =
        counts.map(|(recipe, times)| (recipe.name, times * points(recipe, pile, context))).collect();
    if context.cashing_out && !found.is_empty() {
        let bonus = recipes.iter().filter(|recipe| recipe.bonus && times(recipe, pile, month) > 0);
        found.extend(bonus.map(|recipe| (recipe.name, recipe.points)));
    }
    found
}

#[test]
fn a_yaku_is_in_reach_while_enough_of_it_is_left() {
    let rules = Rules::preset("quick").unwrap();
    let yaku = Guide::new(&rules).yaku;
    let reach = |name: Yaku, pile: &str, theirs: &str| {
        let recipe = yaku.iter().find(|recipe| recipe.name == name).unwrap();
        recipe.reach(pile.parse().unwrap(), theirs.parse().unwrap(), Month::new(1).unwrap())
    };
    assert_eq!(reach(Yaku::BoarDeerButterfly, "7-boar 10-deer", ""), Some((2, 3)));
    assert_eq!(reach(Yaku::BoarDeerButterfly, "7-boar 10-deer", "6-butterflies"), None);
    assert_eq!(reach(Yaku::BoarDeerButterfly, "", ""), None, "nothing of it is there");
    assert_eq!(reach(Yaku::ThreeLights, "1-crane 3-curtain 8-moon", "12-phoenix"), Some((3, 3)));
}

fn random_pile(rng: &mut Stream) -> Set {
    let mut pile: Set = match below(rng, 3) {
        0 => Set::EMPTY,
        1 => "3-curtain 8-moon 9-cup 7-boar 10-deer 6-butterflies 1-crane 12-phoenix".parse().unwrap(),
        _ => "1-poem 2-poem 3-poem 6-ribbon 9-ribbon 10-ribbon".parse().unwrap(),
    };
    if below(rng, 2) == 0 {
        pile |= Month::new(1 + below(rng, 12) as u8).unwrap().cards();
    }
    let percent = [0, 5, 30, 60, 90][below(rng, 5) as usize];
    pile |= Set::ALL.iter().filter(|_| below(rng, 100) < percent).collect();
    for _ in 0..below(rng, 3) {
        pile.remove(Card::at(below(rng, 48) as usize));
    }
    pile
}

fn compare(rules: &Rules, piles: usize, rng: &mut Stream, seen: &mut BTreeMap<Yaku, usize>) {
    let recipes = Guide::new(rules).yaku;
    for _ in 0..piles {
        let (pile, month) = (random_pile(rng), Month::new(1 + below(rng, 12) as u8).unwrap());
        let context = Context { called: below(rng, 2) == 0, cashing_out: below(rng, 2) == 0 };
        let played = yakus(pile, rules, month, context).made();
        let played: BTreeMap<Yaku, u8> = played.iter().map(|made| (made.yaku, made.points)).collect();
        assert_eq!(found(&recipes, pile, month, context), played, "{pile} {month} {context:?} {rules:?}");
        played.keys().for_each(|yaku| *seen.entry(*yaku).or_default() += 1);
    }
}

#[test]
fn its_recipes_make_the_yaku_of_play() {
    let mut rng = Seed::from(1).stream(Purpose(*b"test"), 0, 0);
    let mut seen = BTreeMap::new();
    for preset in Rules::presets() {
        compare(&preset.rules, 20_000, &mut rng, &mut seen);
    }
    for _ in 0..300 {
        compare(&random::rules(&mut rng), 500, &mut rng, &mut seen);
    }
    assert!(Yaku::ALL.iter().all(|yaku| seen[yaku] > 500), "every yaku was there often: {seen:?}");
}

/// Every example makes its yaku, for which none of its cards is too many.
#[test]
fn its_examples_show_what_they_are_of() {
    let january = Month::new(1).unwrap();
    let at_the_end = Context { called: false, cashing_out: true };
    let mut rng = Seed::from(2).stream(Purpose(*b"test"), 0, 0);
    let presets = Rules::presets().into_iter().map(|preset| preset.rules);
    for rules in presets.chain((0..300).map(|_| random::rules(&mut rng))) {
        for recipe in Guide::new(&rules).yaku {
            let points = |pile: Set| yakus(pile, &rules, january, at_the_end)[recipe.name];
            assert_eq!(points(recipe.example), recipe.points, "{recipe:?}");
            if !recipe.bonus {
                assert!(recipe.example.iter().all(|card| points(recipe.example - card.into()) == 0));
            }
        }
    }
}
