use std::fmt;

use cards::french::{Card, Rank, Set};
use serde::{Deserialize, Serialize};

/// What a drawn card lets its drawer do before it is kept or discarded.
///
/// Using one announces the kind and not the card, so that a card kept afterwards is publicly one of [`Ability::cards`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ability {
    /// 7 and 8: peek at one of one's own cards.
    PeekOwn,
    /// 9 and 10: peek at one card of an opponent.
    PeekOther,
    /// Jack and queen: swap two cards of different seats, unseen.
    Swap,
    /// Black king: peek at any two cards, one after the other.
    PeekTwo,
}

impl Ability {
    /// In the order of the cards' ranks.
    pub const ALL: [Ability; 4] = [Ability::PeekOwn, Ability::PeekOther, Ability::Swap, Ability::PeekTwo];

    /// The ability of the card; A to 6, red kings and jokers have none.
    #[inline]
    pub fn of(card: Card) -> Option<Ability> {
        match card.rank()?.number() {
            7 | 8 => Some(Ability::PeekOwn),
            9 | 10 => Some(Ability::PeekOther),
            11 | 12 => Some(Ability::Swap),
            13 if !card.is_red() => Some(Ability::PeekTwo),
            _ => None,
        }
    }

    /// The cards that have it. No card has two abilities.
    pub fn cards(self) -> Set {
        Set::ALL.iter().filter(|card| Ability::of(*card) == Some(self)).collect()
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ability::PeekOwn => "peek at one of its own cards",
            Ability::PeekOther => "peek at a card of an opponent",
            Ability::Swap => "swap two cards",
            Ability::PeekTwo => "peek at two cards",
        })
    }
}

/// What a card counts at the end of a round: ace 1, 2 to 10 their number, jack, queen and black king 10, red king -1,
/// joker 0.
#[inline]
pub fn value(card: Card) -> i32 {
    match card.rank() {
        None => 0,
        Some(Rank::ACE) => 1,
        Some(Rank::KING) if card.is_red() => -1,
        Some(rank) => i32::from(rank.number().min(10)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abilities_are_of_the_ranks_of_the_rules() {
        let codes = |ability: Ability| ability.cards().to_string();
        assert_eq!(codes(Ability::PeekOwn), "7C 8C 7D 8D 7H 8H 7S 8S");
        assert_eq!(codes(Ability::PeekOther), "9C 10C 9D 10D 9H 10H 9S 10S");
        assert_eq!(codes(Ability::Swap), "JC QC JD QD JH QH JS QS");
        assert_eq!(codes(Ability::PeekTwo), "KC KS");
    }

    #[test]
    fn values_are_those_of_the_rules() {
        for (cards, worth) in [
            ("AC AD AH AS", 1),
            ("2C 2D", 2),
            ("10H 10S JC JD QH QS KC KS", 10),
            ("KD KH", -1),
            ("joker-red joker-black", 0),
        ] {
            let cards: Set = cards.parse().unwrap();
            assert!(cards.iter().all(|card| value(card) == worth), "{cards}");
        }
        assert_eq!(Set::ALL.iter().map(value).sum::<i32>(), 4 * 55 + 8 * 10 + 2 * 10 - 2);
    }
}
