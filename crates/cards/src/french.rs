//! The French deck: 52 cards and two jokers.
//!
//! A card's index is `suit * 13 + rank`, suits in the order clubs, diamonds, hearts, spades and ranks from two up to
//! the ace, then the red and the black joker. So a suit is thirteen neighbouring bits of a [`Set`]'s mask, its highest
//! card the highest bit.

use std::fmt;
use std::str::FromStr;

use crate::Card as _;
use crate::card::BadCard;

/// A set of French cards.
pub type Set = crate::Set<Card>;

/// One of the 54 cards. Its code is the rank and the suit's letter: `10C`, `QH`; or `joker-red`, `joker-black`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// Clubs, diamonds, hearts or spades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

/// Two to ace, the ace high.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// The joker in red.
pub const JOKER_RED: Card = Card(52);
/// The joker in black.
pub const JOKER_BLACK: Card = Card(53);
/// Both jokers.
pub const JOKERS: Set = Set::from_mask(3 << 52);
/// The 52 cards without the jokers.
pub const WITHOUT_JOKERS: Set = Set::from_mask((1 << 52) - 1);

impl crate::Card for Card {
    const COUNT: usize = 54;

    fn index(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn at(index: usize) -> Card {
        debug_assert!(index < Self::COUNT);
        Card(index as u8)
    }

    fn from_index(index: usize) -> Option<Card> {
        (index < Self::COUNT).then_some(Card(index as u8))
    }

    fn code(self) -> &'static str {
        CODES[self.0 as usize]
    }
}

/// The codes by index.
#[rustfmt::skip]
const CODES: [&str; 54] = [
    "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC",
    "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD",
    "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH",
    "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS",
    "joker-red", "joker-black",
];

impl Card {
    /// The card of this suit and rank.
    pub const fn new(suit: Suit, rank: Rank) -> Card {
        Card(suit as u8 * 13 + rank.0)
    }

    /// Its suit; `None` for a joker.
    pub const fn suit(self) -> Option<Suit> {
        match self.0 / 13 {
            0 => Some(Suit::Clubs),
            1 => Some(Suit::Diamonds),
            2 => Some(Suit::Hearts),
            3 => Some(Suit::Spades),
            _ => None,
        }
    }

    /// Its rank; `None` for a joker.
    pub const fn rank(self) -> Option<Rank> {
        if self.is_joker() { None } else { Some(Rank(self.0 % 13)) }
    }

    /// Whether it is one of the two jokers.
    pub const fn is_joker(self) -> bool {
        self.0 >= JOKER_RED.0
    }

    /// Hearts, diamonds and the red joker.
    pub const fn is_red(self) -> bool {
        matches!(self.suit(), Some(Suit::Diamonds | Suit::Hearts)) || self.0 == JOKER_RED.0
    }

    /// Rank and suit symbol: `10♣`, `Q♥`; jokers are `★♥` and `★♠`, red and black.
    pub fn symbol(self) -> String {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => format!("{rank}{}", suit.symbol()),
            _ if self.is_red() => "★♥".to_owned(),
            _ => "★♠".to_owned(),
        }
    }

    /// The card as one character of Unicode's playing cards: `🃚` is the ten of clubs.
    pub fn glyph(self) -> char {
        let (Some(suit), Some(rank)) = (self.suit(), self.rank()) else {
            return if self.is_red() { '🂿' } else { '🃏' };
        };
        let block = match suit {
            Suit::Spades => 0x1F0A0,
            Suit::Hearts => 0x1F0B0,
            Suit::Diamonds => 0x1F0C0,
            Suit::Clubs => 0x1F0D0,
        };
        // Unicode counts the ace as one and has a knight between jack and queen.
        let place = match rank {
            Rank::ACE => 1,
            Rank::QUEEN => 13,
            Rank::KING => 14,
            Rank(other) => u32::from(other) + 2,
        };
        char::from_u32(block + place).expect("every place of the four blocks is a character")
    }
}

impl Suit {
    /// In the order of the cards' indices.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Its thirteen cards.
    pub const fn cards(self) -> Set {
        Set::from_mask(0x1FFF << (self as u8 * 13))
    }

    /// The letter of the code: `C`, `D`, `H` or `S`.
    pub const fn letter(self) -> char {
        match self {
            Suit::Clubs => 'C',
            Suit::Diamonds => 'D',
            Suit::Hearts => 'H',
            Suit::Spades => 'S',
        }
    }

    /// ♣, ♦, ♥ or ♠.
    pub const fn symbol(self) -> char {
        match self {
            Suit::Clubs => '♣',
            Suit::Diamonds => '♦',
            Suit::Hearts => '♥',
            Suit::Spades => '♠',
        }
    }

    /// `clubs`, `diamonds`, `hearts` or `spades`.
    pub const fn english(self) -> &'static str {
        match self {
            Suit::Clubs => "clubs",
            Suit::Diamonds => "diamonds",
            Suit::Hearts => "hearts",
            Suit::Spades => "spades",
        }
    }
}

impl Rank {
    /// The jack.
    pub const JACK: Rank = Rank(9);
    /// The queen.
    pub const QUEEN: Rank = Rank(10);
    /// The king.
    pub const KING: Rank = Rank(11);
    /// The ace.
    pub const ACE: Rank = Rank(12);

    /// The rank with this number: 2 to 10, 11 the jack, to 14 the ace.
    pub fn new(number: u8) -> Option<Rank> {
        (2..=14).contains(&number).then(|| Rank(number - 2))
    }

    /// From two up to the ace.
    pub fn all() -> impl Iterator<Item = Rank> {
        (0..13).map(Rank)
    }

    /// 2 to 10, 11 the jack, to 14 the ace.
    pub const fn number(self) -> u8 {
        self.0 + 2
    }

    /// The four cards of this rank.
    pub const fn cards(self) -> Set {
        Set::from_mask(0x80_0400_2001 << self.0)
    }

    const fn code(self) -> &'static str {
        ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"][self.0 as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Card {
    type Err = BadCard;

    fn from_str(text: &str) -> Result<Card, BadCard> {
        let card = CODES.iter().position(|code| *code == text);
        card.map(Card::at).ok_or_else(|| BadCard::new("French", text))
    }
}

crate::card::serde_as_code!(Card);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_parses_back() {
        for card in Set::ALL {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        let written: std::collections::BTreeSet<String> = Set::ALL.iter().map(|c| c.to_string()).collect();
        assert_eq!(written.len(), 54);
        assert_eq!("10C".parse::<Card>().unwrap().glyph(), '🃚');
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "C", "1C", "11C", "010C", "10c", "10C ", "qh", "Q♥", "joker", "TC"] {
            assert!(text.parse::<Card>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn suits_and_ranks_are_the_cards_they_say() {
        for suit in Suit::ALL {
            assert!(suit.cards().iter().all(|card| card.suit() == Some(suit)));
            assert_eq!(suit.cards().len(), 13);
        }
        for rank in Rank::all() {
            assert!(rank.cards().iter().all(|card| card.rank() == Some(rank)));
            assert_eq!(rank.cards().len(), 4);
        }
        assert_eq!(JOKERS.iter().map(|joker| joker.suit()).collect::<Vec<_>>(), [None, None]);
    }

    #[test]
    fn glyphs_and_symbols_differ() {
        let glyphs: std::collections::BTreeSet<char> = Set::ALL.iter().map(Card::glyph).collect();
        let symbols: std::collections::BTreeSet<String> = Set::ALL.iter().map(Card::symbol).collect();
        assert_eq!((glyphs.len(), symbols.len()), (54, 54));
        assert_eq!("AS".parse::<Card>().unwrap().glyph(), '🂡');
        assert_eq!("KD".parse::<Card>().unwrap().glyph(), '🃎');
    }
}
