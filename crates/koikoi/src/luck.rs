use std::fmt;

use cards::hanafuda::{Month, Set};
use game::Seat;
use serde::{Deserialize, Serialize};

use crate::months;
use crate::rules::{LuckyField, LuckyHand, Rules};

/// A deal that may not be played as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", content = "month", rename_all = "kebab-case")]
pub enum Luck {
    /// All four cards of the month.
    Four(Month),
    /// Four pairs.
    Pairs,
    /// Three cards of the month, on the field.
    Three(Month),
}

/// Where luck struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "lies", content = "seat", rename_all = "kebab-case")]
pub enum Where {
    /// In this seat's hand.
    Hand(Seat),
    /// On the field.
    Field,
}

/// The luck of a dealt hand and what it does.
pub(crate) fn of_hand(hand: Set, rules: &Rules) -> Option<(Luck, LuckyHand)> {
    let luck = match first(months::whole(hand)) {
        Some(month) => (Luck::Four(month), rules.four_in_hand),
        None if months::four_pairs(hand) => (Luck::Pairs, rules.pairs_in_hand),
        None => return None,
    };
    (luck.1 != LuckyHand::Play).then_some(luck)
}

/// The luck of a dealt field and what it does.
pub(crate) fn of_field(field: Set, rules: &Rules) -> Option<(Luck, LuckyField)> {
    let four = first(months::whole(field)).map(|month| (Luck::Four(month), rules.four_on_field));
    let pairs = || months::four_pairs(field).then_some((Luck::Pairs, rules.pairs_on_field));
    let three = || first(months::threes(field)).map(|month| (Luck::Three(month), rules.three_on_field));
    let counts = |luck: &(Luck, LuckyField)| luck.1 != LuckyField::Play;
    four.filter(counts).or_else(|| pairs().filter(counts)).or_else(|| three().filter(counts))
}

/// The first month of a mask with one bit a month.
fn first(months: u64) -> Option<Month> {
    Set::from_mask(months).first().map(|card| card.month())
}

impl fmt::Display for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Luck::Four(month) => write!(f, "all four of {month}"),
            Luck::Pairs => f.write_str("four pairs"),
            Luck::Three(month) => write!(f, "three of {month}"),
        }
    }
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Where::Hand(seat) => write!(f, "in the hand of seat {seat}"),
            Where::Field => f.write_str("on the field"),
        }
    }
}
