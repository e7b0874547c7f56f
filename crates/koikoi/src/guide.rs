//! A ruleset as data, for whoever explains it: what each card counts as, what every yaku needs, and what changes the points.

mod recipe;

use cards::Card as _;
use cards::hanafuda::{CUP, Card, Kind, LIGHTNING, Month, Set};
use serde::Serialize;

pub use recipe::{OfMonth, Recipe};

use crate::rules::{CallBonus, LuckyField, LuckyHand, Rules};

/// Everything that explains a ruleset, beside its knobs.
#[derive(Clone, Debug, Serialize)]
pub struct Guide {
    /// All cards.
    pub cards: Vec<CardGuide>,
    /// The yaku that can score, in the order in which they are told.
    pub yaku: Vec<Recipe>,
    /// What changes the points of whoever stops, in this order.
    pub factors: Vec<FactorGuide>,
    /// The deals that are not played as they lie.
    pub lucky: Vec<LuckGuide>,
}

/// What a card is.
#[derive(Clone, Debug, Serialize)]
pub struct CardGuide {
    /// Its code.
    pub code: Card,
    /// Its month.
    pub month: Month,
    /// The plant of the month.
    pub plant: &'static str,
    /// What it shows: its code without the month.
    pub word: &'static str,
    /// What it counts as, first what it is: the sake cup may count as chaff too.
    pub kinds: Vec<&'static str>,
    /// Whether it takes any one card of the field.
    pub wild: bool,
}

/// Something that changes the points of whoever stops, when it applies. The names are those of [`Factor`](crate::Factor).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "factor", rename_all = "kebab-case")]
pub enum FactorGuide {
    /// From so many points on they are doubled.
    DoubledAt {
        /// The points.
        from: u8,
    },
    /// Doubled if the opponent has called koi-koi.
    OpponentCalled,
    /// Times one more than the calls of both.
    AllCalls,
    /// One more point for each own call.
    OwnCalls {
        /// With so many calls at most.
        most: u8,
    },
    /// Times the own calls less a few.
    ManyOwnCalls {
        /// With so many calls at least.
        from: u8,
        /// So many of them do not count.
        less: u8,
    },
}

/// A deal that is not played as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LuckGuide {
    /// `four` cards of a month, `three` of one, or four `pairs`.
    pub luck: &'static str,
    /// In a `hand` or on the `field`.
    pub place: &'static str,
    /// What it does.
    pub then: Then,
    /// What its holder scores; 0 where it does not.
    pub points: u8,
}

/// What a lucky deal does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// The cards are dealt again.
    Redeal,
    /// Its holder scores and the round is over.
    Score,
    /// Nobody plays the round.
    Void,
}

impl Guide {
    /// The guide to these rules.
    pub fn new(rules: &Rules) -> Guide {
        Guide {
            cards: Set::ALL.iter().map(|card| CardGuide::new(card, rules)).collect(),
            yaku: recipe::recipes(rules),
            factors: factors(rules),
            lucky: lucky(rules),
        }
    }
}

impl CardGuide {
    fn new(card: Card, rules: &Rules) -> CardGuide {
        let mut kinds = vec![card.kind().english()];
        if card == CUP && rules.cup_is_chaff {
            kinds.push(Kind::Chaff.english());
        }
        CardGuide {
            code: card,
            month: card.month(),
            plant: card.month().plant(),
            word: card.code().split_once('-').map_or("", |(_, word)| word),
            kinds,
            wild: card == LIGHTNING && rules.wild_lightning,
        }
    }
}

fn factors(rules: &Rules) -> Vec<FactorGuide> {
    let mut factors = Vec::new();
    if rules.double_at > 0 {
        factors.push(FactorGuide::DoubledAt { from: rules.double_at });
    }
    if rules.double_after_opponents_call {
        factors.push(FactorGuide::OpponentCalled);
    }
    match rules.call_bonus {
        CallBonus::None => {}
        CallBonus::AllCalls => factors.push(FactorGuide::AllCalls),
        CallBonus::OwnCalls => {
            factors.push(FactorGuide::OwnCalls { most: 3 });
            factors.push(FactorGuide::ManyOwnCalls { from: 4, less: 2 });
        }
    }
    factors
}

fn lucky(rules: &Rules) -> Vec<LuckGuide> {
    let hand = |luck, then| {
        let (then, points) = match then {
            LuckyHand::Play => return None,
            LuckyHand::Redeal => (Then::Redeal, 0),
            LuckyHand::Score => (Then::Score, rules.lucky_hand_points),
        };
        Some(LuckGuide { luck, place: "hand", then, points })
    };
    let field = |luck, then| {
        let then = match then {
            LuckyField::Play => return None,
            LuckyField::Redeal => Then::Redeal,
            LuckyField::Void => Then::Void,
        };
        Some(LuckGuide { luck, place: "field", then, points: 0 })
    };
    let all = [
        hand("four", rules.four_in_hand),
        hand("pairs", rules.pairs_in_hand),
        field("four", rules.four_on_field),
        field("pairs", rules.pairs_on_field),
        field("three", rules.three_on_field),
    ];
    all.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::luck::{Luck, of_field, of_hand};
    use crate::score::settle;
    use game::Ruleset;

    /// The points as a reader of the guide would reckon them.
    fn reckoned(factors: &[FactorGuide], base: i32, own: u8, other: u8) -> i32 {
        let mut points = base;
        for factor in factors {
            match *factor {
                FactorGuide::DoubledAt { from } if base >= from.into() => points *= 2,
                FactorGuide::OpponentCalled if other > 0 => points *= 2,
                FactorGuide::AllCalls => points *= 1 + i32::from(own) + i32::from(other),
                FactorGuide::OwnCalls { most } if own <= most => points += i32::from(own),
                FactorGuide::ManyOwnCalls { from, less } if own >= from => points *= i32::from(own - less),
                _ => {}
            }
        }
        points
    }

    #[test]
    fn the_factors_lead_to_the_points_of_play() {
        for preset in Rules::presets() {
            let factors = Guide::new(&preset.rules).factors;
            for base in 1..60 {
                for (own, other) in (0..64).map(|calls| (calls % 8, calls / 8)) {
                    let (_, points) = settle(base, &preset.rules, own, other);
                    assert_eq!(points, reckoned(&factors, base.into(), own, other), "{}", preset.name);
                }
            }
        }
    }

    #[test]
    fn the_luck_is_that_of_the_deal() {
        let four: Set = "1-crane 1-poem 1-plain-1 1-plain-2 2-poem 3-poem 4-ribbon 5-ribbon".parse().unwrap();
        let pairs: Set =
            "1-crane 1-poem 2-warbler 2-poem 3-curtain 3-poem 4-cuckoo 4-ribbon".parse().unwrap();
        let three: Set = "1-crane 1-poem 1-plain-1 2-poem 3-poem 4-ribbon 5-ribbon 6-ribbon".parse().unwrap();
        let name = |luck: Luck| match luck {
            Luck::Four(_) => "four",
            Luck::Pairs => "pairs",
            Luck::Three(_) => "three",
        };
        for preset in Rules::presets() {
            let rules = &preset.rules;
            let mut struck = Vec::new();
            for cards in [four, pairs, three] {
                struck.extend(of_hand(cards, rules).map(|(luck, _)| (name(luck), "hand")));
            }
            for cards in [four, pairs, three] {
                struck.extend(of_field(cards, rules).map(|(luck, _)| (name(luck), "field")));
            }
            let told: Vec<_> = lucky(rules).iter().map(|luck| (luck.luck, luck.place)).collect();
            assert_eq!(told, struck, "{}", preset.name);
        }
    }
}
