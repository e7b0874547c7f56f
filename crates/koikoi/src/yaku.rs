//! The heart: which yaku a pile holds and what they are worth.

use std::fmt;

use cards::hanafuda::{
    ANIMALS, BLUE_RIBBONS, BOAR, BUTTERFLIES, CHAFF, CUP, CURTAIN, DEER, LIGHTNING, LIGHTS, MOON, Month,
    POETRY_RIBBONS, RAIN_MAN, RIBBONS, Set,
};
use serde::{Deserialize, Serialize};

use crate::months::{any, whole};
use crate::rules::{FourOfAMonth, Rules, Together};

/// A combination of captured cards that scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Yaku {
    /// All five lights (五光).
    FiveLights,
    /// Four lights without the rain man (四光).
    DryFourLights,
    /// Four lights with the rain man (雨四光).
    RainyFourLights,
    /// Three lights (三光).
    ThreeLights,
    /// Boar, deer and butterflies (猪鹿蝶).
    BoarDeerButterfly,
    /// The three poetry ribbons (赤短).
    PoetryRibbons,
    /// The three blue ribbons (青短).
    BlueRibbons,
    /// Poetry and blue ribbons, where together they are a yaku of their own (赤短・青短の重複).
    PoetryAndBlue,
    /// Five animals or more (タネ).
    Animals,
    /// Five ribbons or more (タン).
    Ribbons,
    /// Ten chaff or more (カス).
    Chaff,
    /// Curtain and sake cup (花見で一杯).
    CherryViewing,
    /// Moon and sake cup (月見で一杯).
    MoonViewing,
    /// All four cards of a month (月札).
    FourOfAMonth,
    /// No chaff in the pile, at the moment of cashing out.
    NoChaff,
}

/// What else than pile, rules and month decides about yaku.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The pile's owner has called koi-koi in this round.
    pub called: bool,
    /// The pile is being cashed out: the bonus for no chaff counts.
    pub cashing_out: bool,
}

/// The yaku of a pile with their points: a fixed array, one place per yaku (and one to fill a register), 0 where it is not made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Yakus([u8; 16]);

/// A yaku made, as clients get it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Made {
    /// Which one.
    pub yaku: Yaku,
    /// Its points.
    pub points: u8,
}

pub(crate) const BOAR_DEER_BUTTERFLY: Set = of(&[BOAR, DEER, BUTTERFLIES]);
pub(crate) const CHERRY_VIEWING: Set = of(&[CURTAIN, CUP]);
pub(crate) const MOON_VIEWING: Set = of(&[MOON, CUP]);
pub(crate) const RAIN: Set = of(&[RAIN_MAN, LIGHTNING]);

/// The yaku of a pile.
///
/// ```
/// use game::Ruleset;
/// use koikoi::{Rules, yaku::{Context, Yaku, yakus}};
/// let pile = "3-curtain 9-cup 9-plain-1 3-plain-1".parse().unwrap();
/// let month = cards::hanafuda::Month::new(1).unwrap();
/// let japan = Rules::preset("japan").unwrap();
/// assert_eq!(yakus(pile, &japan, month, Context::default())[Yaku::CherryViewing], 1);
/// let called = Context { called: true, ..Context::default() };
/// assert_eq!(yakus(pile, &japan, month, called)[Yaku::CherryViewing], 3);
/// ```
pub fn yakus(pile: Set, rules: &Rules, month: Month, context: Context) -> Yakus {
    let counts = Counts::of(pile, rules);
    let mut made = Yakus::default();
    lights(pile, counts.lights, rules, &mut made);
    animals(pile, counts.animals, rules, &mut made);
    ribbons(pile, counts.ribbons, rules, &mut made);
    viewings(pile, rules, context, &mut made);
    made[Yaku::Chaff] = counted(counts.chaff, 10, rules.chaff);
    made[Yaku::FourOfAMonth] = rules.four_of_a_month_points * fours(pile, rules, month);
    if context.cashing_out && counts.chaff == 0 && !made.is_empty() {
        made[Yaku::NoChaff] = rules.no_chaff;
    }
    made
}

/// False only if no rules at all would find a new or better yaku in the pile than in what it was before.
///
/// Nearly every turn of a match asks this, and the answer is nearly always no, so the rarest condition of each group comes
/// first; [`yakus`] of both piles then tells exactly.
#[inline]
pub fn may_have_risen(pile: Set, before: Set, rules: &Rules) -> bool {
    let counts = Counts::of(pile, rules);
    let new = pile - before;
    let touched = |group: Set| !(new & group).is_empty();
    let complete = |group: Set| pile.contains_all(group);
    counts.lights >= 3 && touched(LIGHTS)
        || (counts.animals >= 5 || complete(BOAR_DEER_BUTTERFLY)) && touched(ANIMALS)
        || (counts.ribbons >= 5 || complete(POETRY_RIBBONS) || complete(BLUE_RIBBONS)) && touched(RIBBONS)
        || counts.chaff >= 10 && touched(CHAFF | CUP.into())
        || (complete(CHERRY_VIEWING) || complete(MOON_VIEWING)) && touched(CHERRY_VIEWING | MOON_VIEWING)
        || whole(pile) & any(new) != 0
}

/// How many cards of each kind a pile has.
struct Counts {
    lights: u8,
    animals: u8,
    ribbons: u8,
    chaff: u8,
}

impl Counts {
    #[inline]
    fn of(pile: Set, rules: &Rules) -> Counts {
        let count = |kind: Set| (pile & kind).len() as u8;
        let cup = u8::from(rules.cup_is_chaff && pile.contains(CUP));
        Counts {
            lights: count(LIGHTS),
            animals: count(ANIMALS),
            ribbons: count(RIBBONS),
            chaff: count(CHAFF) + cup,
        }
    }
}

fn lights(pile: Set, count: u8, rules: &Rules, made: &mut Yakus) {
    let rain = pile.contains(RAIN_MAN);
    match count {
        5 => made[Yaku::FiveLights] = rules.five_lights,
        4 if rain => made[Yaku::RainyFourLights] = rules.rainy_four_lights,
        4 => made[Yaku::DryFourLights] = rules.dry_four_lights,
        3 if !rain || rules.three_lights_with_rain => made[Yaku::ThreeLights] = rules.three_lights,
        _ => {}
    }
}

fn animals(pile: Set, count: u8, rules: &Rules, made: &mut Yakus) {
    if pile.contains_all(BOAR_DEER_BUTTERFLY) {
        made[Yaku::BoarDeerButterfly] =
            growing(rules.boar_deer_butterfly, rules.boar_deer_butterfly_grows, count - 3);
    }
    if made[Yaku::BoarDeerButterfly] == 0 || !rules.boar_deer_butterfly_replaces {
        made[Yaku::Animals] = counted(count, 5, rules.animals);
    }
}

fn ribbons(pile: Set, count: u8, rules: &Rules, made: &mut Yakus) {
    let (poetry, blue) = (pile.contains_all(POETRY_RIBBONS), pile.contains_all(BLUE_RIBBONS));
    let together = poetry && blue && rules.poetry_with_blue != Together::AddUp;
    if together {
        made[Yaku::PoetryAndBlue] =
            growing(rules.poetry_with_blue_points, rules.poetry_and_blue_grow, count - 6);
    }
    if !(together && rules.poetry_with_blue == Together::Replaces) {
        if poetry {
            made[Yaku::PoetryRibbons] = growing(rules.poetry_ribbons, rules.poetry_and_blue_grow, count - 3);
        }
        if blue {
            made[Yaku::BlueRibbons] = growing(rules.blue_ribbons, rules.poetry_and_blue_grow, count - 3);
        }
    }
    let special = made[Yaku::PoetryRibbons] | made[Yaku::BlueRibbons] | made[Yaku::PoetryAndBlue];
    if special == 0 || !rules.poetry_and_blue_replace {
        made[Yaku::Ribbons] = counted(count, 5, rules.ribbons);
    }
}

fn viewings(pile: Set, rules: &Rules, context: Context, made: &mut Yakus) {
    if !pile.contains(CUP) || (rules.rain_blocks_viewing && !(pile & RAIN).is_empty()) {
        return;
    }
    let points = |points: u8| match rules.viewing_after_call {
        after if after > 0 && points > 0 && context.called => after,
        _ => points,
    };
    if pile.contains_all(CHERRY_VIEWING) {
        made[Yaku::CherryViewing] = points(rules.cherry_viewing);
    }
    if pile.contains_all(MOON_VIEWING) {
        made[Yaku::MoonViewing] = points(rules.moon_viewing);
    }
}

/// How many whole months of the pile count.
fn fours(pile: Set, rules: &Rules, month: Month) -> u8 {
    let round_month = || u8::from(pile.contains_all(month.cards()));
    match rules.four_of_a_month {
        FourOfAMonth::Never => 0,
        FourOfAMonth::RoundMonthOf12 if rules.rounds < 12 => 0,
        FourOfAMonth::RoundMonth | FourOfAMonth::RoundMonthOf12 => round_month(),
        FourOfAMonth::Any => whole(pile).count_ones() as u8,
    }
}

/// Points of a yaku that wants `from` cards and is worth `points` then, one more for each further card.
#[inline]
fn counted(count: u8, from: u8, points: u8) -> u8 {
    if count < from || points == 0 { 0 } else { points + count - from }
}

#[inline]
fn growing(points: u8, grows: bool, further: u8) -> u8 {
    if grows && points > 0 { points + further } else { points }
}

const fn of(cards: &[cards::hanafuda::Card]) -> Set {
    let (mut mask, mut i) = (0, 0);
    while i < cards.len() {
        mask |= 1 << cards[i].number();
        i += 1;
    }
    Set::from_mask(mask)
}

impl Yakus {
    /// Whether there is no yaku.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Yakus::default()
    }

    /// The sum of all points.
    #[inline]
    pub fn base(&self) -> u16 {
        self.0.iter().map(|points| u16::from(*points)).sum()
    }

    /// Whether any yaku is new, or worth more, compared to `before`.
    pub fn rose_since(&self, before: &Yakus) -> bool {
        // Without a way out in the middle, so that it is one comparison of registers.
        self.0.iter().zip(&before.0).fold(false, |rose, (now, before)| rose | (now > before))
    }

    /// The yaku that are new or worth more compared to `before`.
    pub fn risen_since(&self, before: &Yakus) -> Vec<Made> {
        self.made().into_iter().filter(|made| made.points > before[made.yaku]).collect()
    }

    /// Every yaku made, with its points.
    pub fn made(&self) -> Vec<Made> {
        let all = Yaku::ALL.into_iter().map(|yaku| Made { yaku, points: self[yaku] });
        all.filter(|made| made.points > 0).collect()
    }
}

impl std::ops::Index<Yaku> for Yakus {
    type Output = u8;

    #[inline]
    fn index(&self, yaku: Yaku) -> &u8 {
        &self.0[yaku as usize]
    }
}

impl std::ops::IndexMut<Yaku> for Yakus {
    #[inline]
    fn index_mut(&mut self, yaku: Yaku) -> &mut u8 {
        &mut self.0[yaku as usize]
    }
}

impl Yaku {
    /// Every yaku, in the order in which they are told.
    pub const ALL: [Yaku; 15] = [
        Yaku::FiveLights,
        Yaku::DryFourLights,
        Yaku::RainyFourLights,
        Yaku::ThreeLights,
        Yaku::BoarDeerButterfly,
        Yaku::PoetryRibbons,
        Yaku::BlueRibbons,
        Yaku::PoetryAndBlue,
        Yaku::Animals,
        Yaku::Ribbons,
        Yaku::Chaff,
        Yaku::CherryViewing,
        Yaku::MoonViewing,
        Yaku::FourOfAMonth,
        Yaku::NoChaff,
    ];

    /// The name in English.
    pub const fn english(self) -> &'static str {
        match self {
            Yaku::FiveLights => "five lights",
            Yaku::DryFourLights => "dry four lights",
            Yaku::RainyFourLights => "rainy four lights",
            Yaku::ThreeLights => "three lights",
            Yaku::BoarDeerButterfly => "boar-deer-butterfly",
            Yaku::PoetryRibbons => "poetry ribbons",
            Yaku::BlueRibbons => "blue ribbons",
            Yaku::PoetryAndBlue => "poetry and blue ribbons",
            Yaku::Animals => "animals",
            Yaku::Ribbons => "ribbons",
            Yaku::Chaff => "chaff",
            Yaku::CherryViewing => "cherry viewing",
            Yaku::MoonViewing => "moon viewing",
            Yaku::FourOfAMonth => "four of a month",
            Yaku::NoChaff => "no chaff",
        }
    }

    /// The name in Japanese.
    pub const fn japanese(self) -> &'static str {
        match self {
            Yaku::FiveLights => "五光",
            Yaku::DryFourLights => "四光",
            Yaku::RainyFourLights => "雨四光",
            Yaku::ThreeLights => "三光",
            Yaku::BoarDeerButterfly => "猪鹿蝶",
            Yaku::PoetryRibbons => "赤短",
            Yaku::BlueRibbons => "青短",
            Yaku::PoetryAndBlue => "赤短・青短の重複",
            Yaku::Animals => "タネ",
            Yaku::Ribbons => "タン",
            Yaku::Chaff => "カス",
            Yaku::CherryViewing => "花見で一杯",
            Yaku::MoonViewing => "月見で一杯",
            Yaku::FourOfAMonth => "月札",
            Yaku::NoChaff => "カスなし",
        }
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.yaku.english(), self.points)
    }
}
