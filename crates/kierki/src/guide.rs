//! A match as data, for whoever explains it: its deals in order, and what each type of deal costs.

use cards::french::{Card, Set, WITHOUT_JOKERS};
use game::Seat;
use serde::Serialize;

use crate::deal::{Cost, DealType};
use crate::rules::Rules;
use crate::seats;

/// Everything that explains a match, beside its knobs.
#[derive(Clone, Debug, Serialize)]
pub struct Guide {
    /// The deck, each suit from the two up to the ace, which is the highest.
    pub cards: Vec<CardGuide>,
    /// The letters of the seats, in the order of play.
    pub seats: Vec<char>,
    /// The types of deals that the match has, by their numbers.
    pub kinds: Vec<KindGuide>,
    /// The deals in order.
    pub deals: Vec<DealGuide>,
}

/// What a card is.
#[derive(Clone, Debug, Serialize)]
pub struct CardGuide {
    /// Its code.
    pub code: Card,
    /// The letter of its suit.
    pub suit: Option<char>,
    /// 2 to 14, the ace.
    pub rank: Option<u8>,
}

/// What costs points in a type of deal.
#[derive(Clone, Debug, Serialize)]
pub struct KindGuide {
    /// Its number.
    pub kind: DealType,
    /// The name in English.
    pub name: String,
    /// Everything that costs points.
    pub costs: Vec<Cost>,
    /// What the deal gives away in all.
    pub total: i32,
    /// Whether hearts are not led while another suit is held.
    pub no_heart_lead: bool,
}

/// One deal.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DealGuide {
    /// Its type.
    pub kind: DealType,
    /// Who leads to the first trick.
    pub first: Seat,
}

impl Guide {
    /// The guide to a match of these rules.
    pub fn new(rules: &Rules) -> Guide {
        let played = |kind: &DealType| rules.deals.iter().any(|plan| plan.kind == *kind);
        let kind = |kind: DealType| KindGuide {
            kind,
            name: kind.to_string(),
            costs: kind.costs(rules.traditional_scores),
            total: kind.total(rules.traditional_scores),
            no_heart_lead: rules.no_heart_lead && kind.spares_hearts(),
        };
        Guide {
            cards: deck(),
            seats: seats::all().map(seats::letter).collect(),
            kinds: DealType::ALL.into_iter().filter(played).map(kind).collect(),
            deals: rules.deals.iter().map(|plan| DealGuide { kind: plan.kind, first: plan.first }).collect(),
        }
    }
}

fn deck() -> Vec<CardGuide> {
    let cards: Set = WITHOUT_JOKERS;
    let card = |card: Card| CardGuide {
        code: card,
        suit: card.suit().map(|suit| suit.letter()),
        rank: card.rank().map(|rank| rank.number()),
    };
    cards.iter().map(card).collect()
}
