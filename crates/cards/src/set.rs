use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{BadCard, Card};

/// A set of cards of one deck: bit *i* is the card with index *i*.
///
/// ```
/// use cards::{Set, french::Card};
/// let hand: Set<Card> = "10C QH".parse().unwrap();
/// let codes: Vec<String> = hand.iter().map(|card| card.to_string()).collect();
/// assert_eq!(codes, ["10C", "QH"]);
/// ```
pub struct Set<C> {
    mask: u64,
    deck: PhantomData<C>,
}

impl<C> Set<C> {
    /// No card.
    pub const EMPTY: Self = Set::from_mask(0);

    /// The set with this mask. Bits at or above the deck's size must not be set; use [`Set::try_from_mask`] for
    /// masks from outside.
    pub const fn from_mask(mask: u64) -> Self {
        Set { mask, deck: PhantomData }
    }

    /// The mask: bit *i* is the card with index *i*.
    pub const fn mask(self) -> u64 {
        self.mask
    }

    /// How many cards.
    pub const fn len(self) -> usize {
        self.mask.count_ones() as usize
    }

    /// Whether there is no card in it.
    pub const fn is_empty(self) -> bool {
        self.mask == 0
    }

    /// Both sets' cards; [`BitOr`] for constants.
    pub const fn union(self, other: Self) -> Self {
        Set::from_mask(self.mask | other.mask)
    }

    /// Whether every card of `other` is in this set.
    pub const fn contains_all(self, other: Self) -> bool {
        self.mask & other.mask == other.mask
    }
}

impl<C: Card> Set<C> {
    /// The whole deck.
    pub const ALL: Self = Set::from_mask(u64::MAX >> (64 - C::COUNT));

    /// The set with this mask, or `None` where a bit is no card of the deck.
    pub fn try_from_mask(mask: u64) -> Option<Self> {
        Self::ALL.contains_all(Set::from_mask(mask)).then_some(Set::from_mask(mask))
    }

    /// The set of one card.
    pub fn of(card: C) -> Self {
        Set::from_mask(1 << card.index())
    }

    /// Whether the card is in the set.
    pub fn contains(self, card: C) -> bool {
        self.mask >> card.index() & 1 == 1
    }

    /// Adds a card.
    pub fn insert(&mut self, card: C) {
        self.mask |= 1 << card.index();
    }

    /// Takes a card out.
    pub fn remove(&mut self, card: C) {
        self.mask &= !(1 << card.index());
    }

    /// The card with the lowest index.
    #[inline]
    pub fn first(self) -> Option<C> {
        if self.mask == 0 { None } else { Some(C::at(self.mask.trailing_zeros() as usize)) }
    }

    /// The cards in ascending order, without allocation.
    #[inline]
    pub fn iter(self) -> Iter<C> {
        Iter { rest: self }
    }

    /// The same for filling a list: it counts beforehand, so that the list grows once and not card by card.
    #[inline]
    pub fn counted(self) -> impl ExactSizeIterator<Item = C> {
        let mut rest = self.mask;
        (0..rest.count_ones()).map(move |_| {
            let card = C::at(rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            card
        })
    }
}

/// The cards of a [`Set`], ascending.
#[derive(Clone)]
pub struct Iter<C> {
    rest: Set<C>,
}

impl<C: Card> Iterator for Iter<C> {
    type Item = C;

    #[inline]
    fn next(&mut self) -> Option<C> {
        let card = self.rest.first()?;
        self.rest.mask &= self.rest.mask - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len(), Some(self.rest.len()))
    }
}

impl<C: Card> ExactSizeIterator for Iter<C> {}

impl<C: Card> IntoIterator for Set<C> {
    type Item = C;
    type IntoIter = Iter<C>;

    fn into_iter(self) -> Iter<C> {
        self.iter()
    }
}

impl<C: Card> FromIterator<C> for Set<C> {
    fn from_iter<I: IntoIterator<Item = C>>(cards: I) -> Self {
        cards.into_iter().fold(Set::EMPTY, |set, card| set | Set::of(card))
    }
}

impl<C: Card> From<C> for Set<C> {
    fn from(card: C) -> Self {
        Set::of(card)
    }
}

impl<C: Card> fmt::Display for Set<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl<C: Card> fmt::Debug for Set<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// Codes separated by white space; a card named twice is in the set once.
impl<C: Card> FromStr for Set<C> {
    type Err = BadCard;

    fn from_str(text: &str) -> Result<Self, BadCard> {
        text.split_whitespace().map(str::parse).collect()
    }
}

impl<C: Card> Serialize for Set<C> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter().map(C::code))
    }
}

impl<'de, C: Card + Deserialize<'de>> Deserialize<'de> for Set<C> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Codes<C>(PhantomData<C>);
        impl<'de, C: Card + Deserialize<'de>> serde::de::Visitor<'de> for Codes<C> {
            type Value = Set<C>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of different cards")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut codes: A) -> Result<Set<C>, A::Error> {
                let mut set = Set::EMPTY;
                while let Some(card) = codes.next_element::<C>()? {
                    if set.contains(card) {
                        return Err(serde::de::Error::custom(format_args!("`{card}` is there twice")));
                    }
                    set.insert(card);
                }
                Ok(set)
            }
        }
        from.deserialize_seq(Codes(PhantomData))
    }
}

// Derives would ask the same of `C`, which is only a marker here.
impl<C> Clone for Set<C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<C> Copy for Set<C> {}
impl<C> PartialEq for Set<C> {
    fn eq(&self, other: &Self) -> bool {
        self.mask == other.mask
    }
}
impl<C> Eq for Set<C> {}
impl<C> Hash for Set<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.mask.hash(state);
    }
}
impl<C> Default for Set<C> {
    fn default() -> Self {
        Set::EMPTY
    }
}
impl<C> BitOr for Set<C> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}
impl<C> BitOrAssign for Set<C> {
    fn bitor_assign(&mut self, other: Self) {
        self.mask |= other.mask;
    }
}
impl<C> BitAnd for Set<C> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Set::from_mask(self.mask & other.mask)
    }
}
impl<C> BitAndAssign for Set<C> {
    fn bitand_assign(&mut self, other: Self) {
        self.mask &= other.mask;
    }
}
impl<C> Sub for Set<C> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Set::from_mask(self.mask & !other.mask)
    }
}
impl<C> SubAssign for Set<C> {
    fn sub_assign(&mut self, other: Self) {
        self.mask &= !other.mask;
    }
}
impl<C: Card> Not for Set<C> {
    type Output = Self;
    fn not(self) -> Self {
        Self::ALL - self
    }
}
