//! A ruleset as data, for whoever explains it: what cards count and do, and what things cost.

use cards::french::{Card, Set};
use serde::Serialize;

use crate::ability::{Ability, value};
use crate::round::{FAILED_CALL, HAND};
use crate::rules::Rules;
use crate::turn::BOTTOM_ROW;

/// Everything that explains a ruleset, beside its knobs.
#[derive(Clone, Debug, Serialize)]
pub struct Guide {
    /// All cards.
    pub cards: Vec<CardGuide>,
    /// What cards can do, with the cards that can.
    pub abilities: Vec<AbilityGuide>,
    /// How many cards everyone is dealt.
    pub hand: usize,
    /// The slots that one may look at before the first turn.
    pub bottom_row: Vec<u8>,
    /// What a caller gets on top of its sum who does not have the lowest.
    pub failed_call: i32,
    /// How many wrong flips a seat has, onto one discard or in one turn.
    pub wrong_flips: u8,
}

/// What a card counts and does.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CardGuide {
    /// Its code.
    pub code: Card,
    /// What it counts at the end of a round.
    pub value: i32,
    /// What its drawer may do with it.
    pub ability: Option<Ability>,
    /// The cards of its rank: it can be flipped onto these.
    pub matches: Set,
}

/// An ability with the cards that have it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AbilityGuide {
    /// Which one.
    pub ability: Ability,
    /// The cards.
    pub cards: Set,
}

impl Guide {
    /// The guide to these rules.
    pub fn new(rules: &Rules) -> Guide {
        let alike = |card: Card| Set::ALL.iter().filter(move |other| other.rank() == card.rank());
        let card = |card: Card| CardGuide {
            code: card,
            value: value(card),
            ability: Ability::of(card),
            matches: alike(card).filter(|other| *other != card).collect(),
        };
        Guide {
            cards: Set::ALL.iter().map(card).collect(),
            abilities: Ability::ALL.map(|ability| AbilityGuide { ability, cards: ability.cards() }).into(),
            hand: HAND,
            bottom_row: BOTTOM_ROW.into(),
            failed_call: FAILED_CALL,
            wrong_flips: rules.wrong_flips(),
        }
    }
}
