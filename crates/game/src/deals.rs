use std::fmt;

use crate::{Purpose, Seat, Seed, shuffle};

/// Where the cards of a match come from: a seed, or decks in a given order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deals {
    /// Every deal is shuffled by a stream of the seed.
    Seed(Seed),
    /// Every deal, redeal or reshuffle takes the next deck.
    Decks(Decks),
}

/// Decks in dealing order, as records of games from elsewhere give them. Like a seed, they tell every hand, so `Debug` hides them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Decks {
    /// Who deals or leads first, where the record says so.
    pub first: Option<Seat>,
    /// For each deal the indices of all cards, first dealt first.
    pub orders: Vec<Vec<u8>>,
}

impl fmt::Debug for Decks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Decks({} hidden)", self.orders.len())
    }
}

/// Why a match cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadDeal {
    /// The game is not for that many.
    #[error("a table of {seats}: this game is for {}", if least == most { least.to_string() } else { format!("{least} to {most}") })]
    Seats {
        /// The seats asked for.
        seats: usize,
        /// The fewest that play.
        least: usize,
        /// The most that play.
        most: usize,
    },
    /// A knob of the rules is off; the text names it.
    #[error("{0}")]
    Rules(String),
    /// There is no deck for the first deal (or redeal).
    #[error("the decks ran out before the first turn")]
    NoDeck,
    /// Decks without a word on who begins, under rules that would draw for it.
    #[error("decks need a first dealer under these rules")]
    NoFirst,
    /// The first dealer is no seat of the table.
    #[error("seat {0} cannot deal first: the table does not have it")]
    BadFirst(Seat),
    /// A deck is not every card once. Decks count from 1.
    #[error("deck {deck} has {found} cards, not {expected}")]
    DeckSize {
        /// Which deck.
        deck: usize,
        /// How many cards it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A card stands twice in a deck, or is none. Decks and places count from 1.
    #[error("deck {deck} has no new card at place {place}")]
    DeckCard {
        /// Which deck.
        deck: usize,
        /// Which place in it.
        place: usize,
    },
}

impl Deals {
    /// Whether these deals can serve a game of `cards` cards and `seats` seats.
    pub fn validate(&self, cards: usize, seats: usize) -> Result<(), BadDeal> {
        let Deals::Decks(decks) = self else { return Ok(()) };
        if let Some(first) = decks.first.filter(|first| first.index() >= seats) {
            return Err(BadDeal::BadFirst(first));
        }
        for (number, order) in (1..).zip(&decks.orders) {
            if order.len() != cards {
                return Err(BadDeal::DeckSize { deck: number, found: order.len(), expected: cards });
            }
            let mut seen = 0_u64;
            for (place, card) in (1..).zip(order) {
                let fresh = usize::from(*card) < cards && seen >> card & 1 == 0;
                if !fresh {
                    return Err(BadDeal::DeckCard { deck: number, place });
                }
                seen |= 1 << card;
            }
        }
        Ok(())
    }

    /// The order of the next deck of `N` cards, or `None` when the given decks have run out. `used` counts the decks
    /// taken so far; purpose, round and attempt name the stream of a seed.
    #[inline]
    pub fn next_deck<const N: usize>(
        &self,
        used: &mut u16,
        purpose: Purpose,
        round: u16,
        attempt: u16,
    ) -> Option<[u8; N]> {
        let order = match self {
            Deals::Seed(seed) => {
                let mut order = std::array::from_fn(|index| index as u8);
                shuffle(&mut order, &mut seed.stream(purpose, round, attempt));
                order
            }
            Deals::Decks(decks) => decks.orders.get(usize::from(*used))?.as_slice().try_into().ok()?,
        };
        *used = used.saturating_add(1);
        Some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decks(orders: &[&[u8]]) -> Deals {
        Deals::Decks(Decks { first: None, orders: orders.iter().map(|order| order.to_vec()).collect() })
    }

    #[test]
    fn decks_must_be_every_card_once() {
        assert_eq!(decks(&[&[0, 1, 2], &[2, 1, 0]]).validate(3, 2), Ok(()));
        let short = BadDeal::DeckSize { deck: 2, found: 2, expected: 3 };
        assert_eq!(decks(&[&[0, 1, 2], &[2, 1]]).validate(3, 2), Err(short));
        assert_eq!(decks(&[&[0, 1, 1]]).validate(3, 2), Err(BadDeal::DeckCard { deck: 1, place: 3 }));
        assert_eq!(decks(&[&[0, 1, 3]]).validate(3, 2), Err(BadDeal::DeckCard { deck: 1, place: 3 }));
        let third = Seat::new(2).unwrap();
        let deals = Deals::Decks(Decks { first: Some(third), orders: vec![] });
        assert_eq!(deals.validate(3, 2), Err(BadDeal::BadFirst(third)));
    }

    #[test]
    fn decks_are_used_up_in_order() {
        let (deals, mut used) = (decks(&[&[0, 1], &[1, 0]]), 0);
        assert_eq!(deals.next_deck(&mut used, Purpose::DEAL, 9, 9), Some([0, 1]));
        assert_eq!(deals.next_deck(&mut used, Purpose::DEAL, 9, 9), Some([1, 0]));
        assert_eq!(deals.next_deck::<2>(&mut used, Purpose::DEAL, 9, 9), None);
        assert_eq!(used, 2);
    }
}
