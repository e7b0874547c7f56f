use cards::hanafuda::{
    ANIMALS, BLUE_RIBBONS, CHAFF, CUP, LIGHTS, Month, POETRY_RIBBONS, RAIN_MAN, RIBBONS, Set,
};
use serde::Serialize;

use crate::rules::{FourOfAMonth, Rules, Together};
use crate::yaku::{BOAR_DEER_BUTTERFLY, CHERRY_VIEWING, MOON_VIEWING, RAIN, Yaku};

/// What a yaku needs and gives. A pile makes it that has all cards of `with`, at least `need` cards of `of` and none of `blocked_by`,
/// unless it makes another one that replaces it.
#[derive(Clone, Debug, Serialize)]
pub struct Recipe {
    /// Its name.
    pub name: Yaku,
    /// Its points.
    pub points: u8,
    /// Its points once the pile's owner has called koi-koi in the round, where these are others.
    pub after_call_points: Option<u8>,
    /// Cards that must all be there.
    pub with: Set,
    /// Cards of which some must be there.
    pub of: Set,
    /// So many of them.
    pub need: u8,
    /// Points for each further one of them.
    pub further: u8,
    /// Cards of which none may be there.
    pub blocked_by: Set,
    /// Of which month the cards must be, where they must be of one.
    pub month: Option<OfMonth>,
    /// It counts only when its owner stops with another yaku.
    pub bonus: bool,
    /// Yaku that do not count beside it.
    pub replaces: Vec<Yaku>,
    /// Cards that make it.
    pub example: Set,
}

impl Recipe {
    /// How many of the cards that it takes are in a pile, and how many it takes; `None` if there are none yet, or if it cannot be made any
    /// more since the opponent has captured too much of it. One that counts for each month anew, or only beside another, is never in
    /// reach.
    pub fn reach(&self, pile: Set, theirs: Set, month: Month) -> Option<(usize, usize)> {
        let of = match self.month {
            Some(OfMonth::Each) => return None,
            Some(OfMonth::Round) => self.of & month.cards(),
            None => self.of,
        };
        let need = usize::from(self.need);
        let blocked = !(self.blocked_by & pile).is_empty() || !(self.with & theirs).is_empty();
        if self.bonus || blocked || (of - theirs).len() < need {
            return None;
        }
        let have = (self.with & pile).len() + (of & pile).len().min(need);
        (have > 0).then_some((have, self.with.len() + need))
    }
}

/// Of which month the cards of a yaku must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfMonth {
    /// The month of the round.
    Round,
    /// Any one, and it counts for each month anew.
    Each,
}

/// The yaku of the rules that can score, in the order in which they are told.
pub(super) fn recipes(rules: &Rules) -> Vec<Recipe> {
    let mut recipes: Vec<Recipe> = Yaku::ALL.into_iter().filter_map(|yaku| recipe(yaku, rules)).collect();
    let chaff = chaff(rules);
    let spotless = recipes.iter().map(|recipe| recipe.example).find(|example| (*example & chaff).is_empty());
    if let Some(example) = spotless.filter(|_| rules.no_chaff > 0) {
        let bonus = Recipe { bonus: true, blocked_by: chaff, example, ..new(Yaku::NoChaff, rules.no_chaff) };
        recipes.push(bonus);
    }
    recipes
}

/// The yaku if it can score; what no chaff is worth depends on all others.
fn recipe(yaku: Yaku, rules: &Rules) -> Option<Recipe> {
    let dry = LIGHTS - RAIN_MAN.into();
    let mut recipe = match yaku {
        Yaku::FiveLights => Recipe {
            replaces: vec![Yaku::DryFourLights, Yaku::RainyFourLights, Yaku::ThreeLights],
            ..some(yaku, rules.five_lights, LIGHTS, 5)
        },
        Yaku::DryFourLights => {
            Recipe { replaces: vec![Yaku::ThreeLights], ..some(yaku, rules.dry_four_lights, dry, 4) }
        }
        Yaku::RainyFourLights => Recipe {
            replaces: vec![Yaku::ThreeLights],
            with: RAIN_MAN.into(),
            ..some(yaku, rules.rainy_four_lights, dry, 3)
        },
        Yaku::ThreeLights => {
            some(yaku, rules.three_lights, if rules.three_lights_with_rain { LIGHTS } else { dry }, 3)
        }
        Yaku::BoarDeerButterfly => {
            let replaced = rules.boar_deer_butterfly_replaces.then_some(Yaku::Animals);
            let grows = rules.boar_deer_butterfly_grows;
            group(yaku, rules.boar_deer_butterfly, BOAR_DEER_BUTTERFLY, ANIMALS, grows, replaced)
        }
        Yaku::PoetryRibbons => ribbons(yaku, rules.poetry_ribbons, POETRY_RIBBONS, rules),
        Yaku::BlueRibbons => ribbons(yaku, rules.blue_ribbons, BLUE_RIBBONS, rules),
        Yaku::PoetryAndBlue => {
            if rules.poetry_with_blue == Together::AddUp {
                return None;
            }
            let both = POETRY_RIBBONS | BLUE_RIBBONS;
            let mut recipe = ribbons(yaku, rules.poetry_with_blue_points, both, rules);
            if rules.poetry_with_blue == Together::Replaces {
                recipe.replaces.extend([Yaku::PoetryRibbons, Yaku::BlueRibbons]);
            }
            recipe
        }
        Yaku::Animals => Recipe { further: 1, ..some(yaku, rules.animals, ANIMALS, 5) },
        Yaku::Ribbons => Recipe { further: 1, ..some(yaku, rules.ribbons, RIBBONS, 5) },
        Yaku::Chaff => Recipe { further: 1, ..some(yaku, rules.chaff, chaff(rules), 10) },
        Yaku::CherryViewing => viewing(yaku, rules.cherry_viewing, CHERRY_VIEWING, rules),
        Yaku::MoonViewing => viewing(yaku, rules.moon_viewing, MOON_VIEWING, rules),
        Yaku::FourOfAMonth => {
            let month = match rules.four_of_a_month {
                FourOfAMonth::Never => return None,
                FourOfAMonth::RoundMonthOf12 if rules.rounds < 12 => return None,
                FourOfAMonth::RoundMonth | FourOfAMonth::RoundMonthOf12 => OfMonth::Round,
                FourOfAMonth::Any => OfMonth::Each,
            };
            Recipe { month: Some(month), ..some(yaku, rules.four_of_a_month_points, Set::ALL, 4) }
        }
        Yaku::NoChaff => return None,
    };
    recipe.example = match recipe.month {
        Some(_) => Month::all().next().map_or(Set::EMPTY, Month::cards),
        None => {
            // Cards of no group come first, so that an example of many cards shows no other yaku of their kind.
            let groups = BOAR_DEER_BUTTERFLY | POETRY_RIBBONS | BLUE_RIBBONS;
            let cards = (recipe.of - groups).iter().chain(recipe.of & groups);
            cards.take(recipe.need.into()).collect::<Set>() | recipe.with
        }
    };
    (recipe.points > 0).then_some(recipe)
}

fn new(name: Yaku, points: u8) -> Recipe {
    Recipe {
        name,
        points,
        after_call_points: None,
        with: Set::EMPTY,
        of: Set::EMPTY,
        need: 0,
        further: 0,
        blocked_by: Set::EMPTY,
        month: None,
        bonus: false,
        replaces: Vec::new(),
        example: Set::EMPTY,
    }
}

/// So many of these cards.
fn some(name: Yaku, points: u8, of: Set, need: u8) -> Recipe {
    Recipe { of, need, ..new(name, points) }
}

/// These cards, and perhaps a point for each further one of their kind.
fn group(name: Yaku, points: u8, with: Set, kind: Set, grows: bool, replaced: Option<Yaku>) -> Recipe {
    let of = if grows { kind - with } else { Set::EMPTY };
    Recipe { with, of, further: grows.into(), replaces: replaced.into_iter().collect(), ..new(name, points) }
}

fn ribbons(name: Yaku, points: u8, with: Set, rules: &Rules) -> Recipe {
    let replaced = rules.poetry_and_blue_replace.then_some(Yaku::Ribbons);
    group(name, points, with, RIBBONS, rules.poetry_and_blue_grow, replaced)
}

fn viewing(name: Yaku, points: u8, with: Set, rules: &Rules) -> Recipe {
    let after = Some(rules.viewing_after_call).filter(|after| *after > 0 && *after != points);
    let blocked_by = if rules.rain_blocks_viewing { RAIN } else { Set::EMPTY };
    Recipe { with, blocked_by, after_call_points: after, ..new(name, points) }
}

fn chaff(rules: &Rules) -> Set {
    if rules.cup_is_chaff { CHAFF | CUP.into() } else { CHAFF }
}
