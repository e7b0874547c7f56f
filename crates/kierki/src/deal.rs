//! The seven types of deals and what they cost.

use std::fmt;
use std::str::FromStr;

use cards::french::{Rank, Set, Suit};
use game::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::seats::{letter, seat};

/// What costs points in a deal. Its number is the one of the game file and of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DealType {
    /// Every trick.
    Tricks = 1,
    /// Every heart.
    Hearts,
    /// Every queen.
    Queens,
    /// Every jack and king.
    Gentlemen,
    /// The king of hearts.
    KingOfHearts,
    /// The seventh and the last trick.
    SeventhAndLast,
    /// All of that together.
    Robber,
}

/// One deal of a match: its type and who leads first. Its text is that of a game file: `3E`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DealPlan {
    /// What costs points.
    pub kind: DealType,
    /// Who leads to the first trick.
    pub first: Seat,
}

/// Something that costs points in a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Cost {
    /// Each of these cards.
    Cards {
        /// Which ones.
        cards: Set,
        /// What one of them costs.
        points: i32,
    },
    /// Each of these tricks, whatever lies in it.
    Tricks {
        /// Their numbers, from 1.
        tricks: Vec<usize>,
        /// What one of them costs.
        points: i32,
    },
}

/// What one item of each type costs, in the order of the types.
const COSTS: [i32; 6] = [1, 1, 5, 2, 18, 10];
const TRADITIONAL_COSTS: [i32; 6] = [20, 20, 60, 30, 150, 75];

const HEARTS: Set = Suit::Hearts.cards();
const QUEENS: Set = Rank::QUEEN.cards();
const GENTLEMEN: Set = Rank::JACK.cards().union(Rank::KING.cards());
const KING_OF_HEARTS: Set = Set::from_mask(HEARTS.mask() & Rank::KING.cards().mask());

impl DealType {
    /// In the order of their numbers.
    pub const ALL: [DealType; 7] = [
        DealType::Tricks,
        DealType::Hearts,
        DealType::Queens,
        DealType::Gentlemen,
        DealType::KingOfHearts,
        DealType::SeventhAndLast,
        DealType::Robber,
    ];

    /// The type with this number, 1 to 7.
    pub fn new(number: u8) -> Option<DealType> {
        DealType::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// 1 to 7.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The cards that cost points when taken, whatever the trick.
    pub const fn costly(self) -> Set {
        match self {
            DealType::Tricks | DealType::SeventhAndLast => Set::EMPTY,
            DealType::Hearts => HEARTS,
            DealType::Queens => QUEENS,
            DealType::Gentlemen => GENTLEMEN,
            DealType::KingOfHearts => KING_OF_HEARTS,
            DealType::Robber => HEARTS.union(QUEENS).union(GENTLEMEN),
        }
    }

    /// Whether it matters which tricks one takes, besides the cards in them.
    pub const fn counts_tricks(self) -> bool {
        matches!(self, DealType::Tricks | DealType::SeventhAndLast | DealType::Robber)
    }

    /// Whether hearts cannot be led under the knob `no_heart_lead`: where a heart as such costs points.
    pub const fn spares_hearts(self) -> bool {
        matches!(self, DealType::Hearts | DealType::KingOfHearts | DealType::Robber)
    }

    /// What taking these cards in this trick (from 1) costs.
    #[inline]
    pub fn points(self, trick: usize, cards: Set, traditional: bool) -> i32 {
        let costs = if traditional { &TRADITIONAL_COSTS } else { &COSTS };
        let milestone = i32::from(trick == 7 || trick == 13);
        let of_trick = match self {
            DealType::Tricks => costs[0],
            DealType::SeventhAndLast => milestone * costs[5],
            DealType::Robber => costs[0] + milestone * costs[5],
            _ => 0,
        };
        of_trick + self.points_of(cards, traditional)
    }

    /// What these cards cost, whatever the trick they are taken in.
    #[inline]
    pub fn points_of(self, cards: Set, traditional: bool) -> i32 {
        let costs = if traditional { &TRADITIONAL_COSTS } else { &COSTS };
        let count = |set: Set| (cards & set).len() as i32;
        match self {
            DealType::Tricks | DealType::SeventhAndLast => 0,
            DealType::Hearts => count(HEARTS) * costs[1],
            DealType::Queens => count(QUEENS) * costs[2],
            DealType::Gentlemen => count(GENTLEMEN) * costs[3],
            DealType::KingOfHearts => count(KING_OF_HEARTS) * costs[4],
            DealType::Robber => {
                count(HEARTS) * costs[1]
                    + count(QUEENS) * costs[2]
                    + count(GENTLEMEN) * costs[3]
                    + count(KING_OF_HEARTS) * costs[4]
            }
        }
    }

    /// The same as data: everything that costs points, each apart.
    pub fn costs(self, traditional: bool) -> Vec<Cost> {
        let costs = if traditional { &TRADITIONAL_COSTS } else { &COSTS };
        let of_type = |(kind, points): (DealType, &i32)| match kind {
            DealType::Tricks => Cost::Tricks { tricks: (1..=13).collect(), points: *points },
            DealType::SeventhAndLast => Cost::Tricks { tricks: vec![7, 13], points: *points },
            kind => Cost::Cards { cards: kind.costly(), points: *points },
        };
        let own = |(kind, _): &(DealType, &i32)| self == DealType::Robber || self == *kind;
        DealType::ALL.into_iter().zip(costs).filter(own).map(of_type).collect()
    }

    /// What a deal of this type gives away in all.
    pub fn total(self, traditional: bool) -> i32 {
        let costs = if traditional { &TRADITIONAL_COSTS } else { &COSTS };
        const ITEMS: [i32; 6] = [13, 13, 4, 8, 1, 2];
        match self {
            DealType::Robber => costs.iter().zip(ITEMS).map(|(cost, items)| cost * items).sum(),
            one => costs[one as usize - 1] * ITEMS[one as usize - 1],
        }
    }
}

impl fmt::Display for DealType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DealType::Tricks => "tricks",
            DealType::Hearts => "hearts",
            DealType::Queens => "queens",
            DealType::Gentlemen => "jacks and kings",
            DealType::KingOfHearts => "the king of hearts",
            DealType::SeventhAndLast => "the seventh and the last trick",
            DealType::Robber => "robber",
        })
    }
}

impl Serialize for DealType {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for DealType {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(from)?;
        DealType::new(number)
            .ok_or_else(|| serde::de::Error::custom(format_args!("{number} is no type of deal: 1 to 7")))
    }
}

impl fmt::Display for DealPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.number(), letter(self.first))
    }
}

/// A text that is no deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a deal is its type from 1 to 7 and the seat that leads first, N, E, S or W: `3E`")]
pub struct BadPlan;

impl FromStr for DealPlan {
    type Err = BadPlan;

    fn from_str(text: &str) -> Result<DealPlan, BadPlan> {
        let mut signs = text.chars();
        let (Some(kind), Some(first), None) = (signs.next(), signs.next(), signs.next()) else {
            return Err(BadPlan);
        };
        let kind = kind.to_digit(10).and_then(|digit| DealType::new(digit as u8)).ok_or(BadPlan)?;
        Ok(DealPlan { kind, first: seat(first).ok_or(BadPlan)? })
    }
}

cards::serde_as_text!(DealPlan);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_costs_add_up_to_the_points_of_a_trick() {
        let mut rng = game::Seed::from(1).stream(game::Purpose(*b"test"), 0, 0);
        for kind in DealType::ALL {
            for traditional in [false, true] {
                let costs = kind.costs(traditional);
                for number in 0..1_300 {
                    let trick = number % 13 + 1;
                    let mut cards: Vec<_> = cards::french::WITHOUT_JOKERS.iter().collect();
                    game::shuffle(&mut cards, &mut rng);
                    let cards: Set = cards.into_iter().take(4).collect();
                    let of = |cost: &Cost| match cost {
                        Cost::Cards { cards: costly, points } => points * (cards & *costly).len() as i32,
                        Cost::Tricks { tricks, points } => points * i32::from(tricks.contains(&trick)),
                    };
                    let told: i32 = costs.iter().map(of).sum();
                    assert_eq!(told, kind.points(trick, cards, traditional), "{kind} {trick} {cards}");
                }
            }
        }
    }

    #[test]
    fn totals_are_what_the_rules_say() {
        let totals = |traditional| DealType::ALL.map(|kind| kind.total(traditional));
        assert_eq!(totals(false), [13, 13, 20, 16, 18, 20, 100]);
        assert_eq!(totals(true), [260, 260, 240, 240, 150, 150, 1300]);
    }

    #[test]
    fn plans_parse_back_and_others_are_refused() {
        for kind in DealType::ALL {
            for first in crate::seats::all() {
                let plan = DealPlan { kind, first };
                assert_eq!(plan.to_string().parse(), Ok(plan));
            }
        }
        for text in ["", "1", "N", "0N", "8N", "1X", "1n", "N1", "1N ", " 1N", "1NN", "11N", "１N"] {
            assert_eq!(text.parse::<DealPlan>(), Err(BadPlan), "{text:?}");
        }
    }
}
