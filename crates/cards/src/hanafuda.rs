//! The hanafuda deck: 48 cards, twelve months of four.
//!
//! A card's index is `(month - 1) * 4 + rank`, rank 0 the most valuable of its month. So a month is one hexadecimal
//! digit of a [`Set`]'s mask, which makes 'matches a card of the field' a few bit operations.

use std::fmt;
use std::str::FromStr;

use crate::Card as _;
use crate::card::BadCard;

/// A set of hanafuda cards.
pub type Set = crate::Set<Card>;

/// One of the 48 cards. Its code is the month, a dash and a word: `3-curtain`, `1-plain-2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// What sort of card it is; each sort has yaku of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One of the five lights (光).
    Light,
    /// An animal (種), the bridge and the sake cup among them.
    Animal,
    /// A poem, blue or red ribbon (短冊).
    Ribbon,
    /// A plain card (カス).
    Chaff,
}

/// January to December; each has its plant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(u8);

macro_rules! cards {
    ($($name:ident = $month:literal, $rank:literal;)*) => {
        $(
            #[doc = concat!("The card ", stringify!($name), " of month ", $month, ".")]
            pub const $name: Card = Card(($month - 1) * 4 + $rank);
        )*
    };
}

cards! {
    CRANE = 1, 0;
    CURTAIN = 3, 0;
    BUTTERFLIES = 6, 0;
    BOAR = 7, 0;
    MOON = 8, 0;
    CUP = 9, 0;
    DEER = 10, 0;
    RAIN_MAN = 11, 0;
    LIGHTNING = 11, 3;
    PHOENIX = 12, 0;
}

/// The five lights.
pub const LIGHTS: Set = set(&[(1, 0), (3, 0), (8, 0), (11, 0), (12, 0)]);
/// The nine animals, the sake cup among them.
pub const ANIMALS: Set = set(&[(2, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 1), (9, 0), (10, 0), (11, 1)]);
/// The ten ribbons.
pub const RIBBONS: Set =
    set(&[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (9, 1), (10, 1), (11, 2)]);
/// The 24 plain cards, without the sake cup.
pub const CHAFF: Set = Set::from_mask(
    (u64::MAX >> (64 - <Card as crate::Card>::COUNT)) & !(LIGHTS.mask() | ANIMALS.mask() | RIBBONS.mask()),
);
/// The red ribbons with writing: January to March.
pub const POETRY_RIBBONS: Set = set(&[(1, 1), (2, 1), (3, 1)]);
/// The blue ribbons: June, September and October.
pub const BLUE_RIBBONS: Set = set(&[(6, 1), (9, 1), (10, 1)]);

const fn set(cards: &[(u8, u8)]) -> Set {
    let mut mask = 0;
    let mut i = 0;
    while i < cards.len() {
        let (month, rank) = cards[i];
        mask |= 1 << ((month - 1) * 4 + rank);
        i += 1;
    }
    Set::from_mask(mask)
}

impl crate::Card for Card {
    const COUNT: usize = 48;

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
        NAMES[self.0 as usize].0
    }
}

impl Card {
    /// Its index as a number, for constants.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The month that the card belongs to.
    pub const fn month(self) -> Month {
        Month(self.0 / 4 + 1)
    }

    /// Light, animal, ribbon or chaff. The sake cup is an animal here; whether it counts as chaff too is the rules' say.
    pub fn kind(self) -> Kind {
        match Set::of(self) {
            card if LIGHTS.contains_all(card) => Kind::Light,
            card if ANIMALS.contains_all(card) => Kind::Animal,
            card if RIBBONS.contains_all(card) => Kind::Ribbon,
            _ => Kind::Chaff,
        }
    }

    /// The English name, plant first: `cherry with curtain`, `pine, plain 1`.
    pub fn english(self) -> &'static str {
        NAMES[self.0 as usize].1
    }

    /// The Japanese name: `桜に幕`.
    pub fn japanese(self) -> &'static str {
        NAMES[self.0 as usize].2
    }
}

impl Kind {
    /// All four, the most valuable first.
    pub const ALL: [Kind; 4] = [Kind::Light, Kind::Animal, Kind::Ribbon, Kind::Chaff];

    /// The cards of this kind.
    pub const fn cards(self) -> Set {
        match self {
            Kind::Light => LIGHTS,
            Kind::Animal => ANIMALS,
            Kind::Ribbon => RIBBONS,
            Kind::Chaff => CHAFF,
        }
    }

    /// `light`, `animal`, `ribbon` or `chaff`.
    pub const fn english(self) -> &'static str {
        match self {
            Kind::Light => "light",
            Kind::Animal => "animal",
            Kind::Ribbon => "ribbon",
            Kind::Chaff => "chaff",
        }
    }

    /// 光, 種, 短冊 or カス.
    pub const fn japanese(self) -> &'static str {
        match self {
            Kind::Light => "光",
            Kind::Animal => "種",
            Kind::Ribbon => "短冊",
            Kind::Chaff => "カス",
        }
    }
}

impl Month {
    /// The month with this number, 1 to 12.
    pub fn new(number: u8) -> Option<Month> {
        (1..=12).contains(&number).then_some(Month(number))
    }

    /// January to December.
    pub fn all() -> impl Iterator<Item = Month> {
        (1..=12).map(Month)
    }

    /// 1 to 12.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its four cards.
    pub const fn cards(self) -> Set {
        Set::from_mask(0xF << ((self.0 - 1) * 4))
    }

    /// `January` to `December`.
    pub fn english(self) -> &'static str {
        MONTHS[self.0 as usize - 1].0
    }

    /// `1月` to `12月`.
    pub fn japanese(self) -> &'static str {
        MONTHS[self.0 as usize - 1].1
    }

    /// The plant: `pine`.
    pub fn plant(self) -> &'static str {
        MONTHS[self.0 as usize - 1].2
    }

    /// The plant in Japanese: `松`.
    pub fn plant_japanese(self) -> &'static str {
        MONTHS[self.0 as usize - 1].3
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
        let card = NAMES.iter().position(|(code, ..)| *code == text);
        card.map(Card::at).ok_or_else(|| BadCard::new("hanafuda", text))
    }
}

crate::card::serde_as_code!(Card);

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english())
    }
}

impl fmt::Debug for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english())
    }
}

/// A month is its number in JSON.
impl serde::Serialize for Month {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.0)
    }
}

impl<'de> serde::Deserialize<'de> for Month {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(from)?;
        Month::new(number).ok_or_else(|| serde::de::Error::custom("a month is a number from 1 to 12"))
    }
}

/// English and Japanese name, plant in English and Japanese.
const MONTHS: [(&str, &str, &str, &str); 12] = [
    ("January", "1月", "pine", "松"),
    ("February", "2月", "plum", "梅"),
    ("March", "3月", "cherry", "桜"),
    ("April", "4月", "wisteria", "藤"),
    ("May", "5月", "iris", "菖蒲"),
    ("June", "6月", "peony", "牡丹"),
    ("July", "7月", "bush clover", "萩"),
    ("August", "8月", "susuki", "芒"),
    ("September", "9月", "chrysanthemum", "菊"),
    ("October", "10月", "maple", "紅葉"),
    ("November", "11月", "willow", "柳"),
    ("December", "12月", "paulownia", "桐"),
];

/// The code, the English and the Japanese name, by index.
const NAMES: [(&str, &str, &str); 48] = [
    ("1-crane", "pine with crane", "松に鶴"),
    ("1-poem", "pine with poem ribbon", "松に赤短"),
    ("1-plain-1", "pine, plain 1", "松のカス一"),
    ("1-plain-2", "pine, plain 2", "松のカス二"),
    ("2-warbler", "plum with bush warbler", "梅に鶯"),
    ("2-poem", "plum with poem ribbon", "梅に赤短"),
    ("2-plain-1", "plum, plain 1", "梅のカス一"),
    ("2-plain-2", "plum, plain 2", "梅のカス二"),
    ("3-curtain", "cherry with curtain", "桜に幕"),
    ("3-poem", "cherry with poem ribbon", "桜に赤短"),
    ("3-plain-1", "cherry, plain 1", "桜のカス一"),
    ("3-plain-2", "cherry, plain 2", "桜のカス二"),
    ("4-cuckoo", "wisteria with cuckoo", "藤に不如帰"),
    ("4-ribbon", "wisteria with red ribbon", "藤に短冊"),
    ("4-plain-1", "wisteria, plain 1", "藤のカス一"),
    ("4-plain-2", "wisteria, plain 2", "藤のカス二"),
    ("5-bridge", "iris with eight-plank bridge", "菖蒲に八橋"),
    ("5-ribbon", "iris with red ribbon", "菖蒲に短冊"),
    ("5-plain-1", "iris, plain 1", "菖蒲のカス一"),
    ("5-plain-2", "iris, plain 2", "菖蒲のカス二"),
    ("6-butterflies", "peony with butterflies", "牡丹に蝶"),
    ("6-ribbon", "peony with blue ribbon", "牡丹に青短"),
    ("6-plain-1", "peony, plain 1", "牡丹のカス一"),
    ("6-plain-2", "peony, plain 2", "牡丹のカス二"),
    ("7-boar", "bush clover with boar", "萩に猪"),
    ("7-ribbon", "bush clover with red ribbon", "萩に短冊"),
    ("7-plain-1", "bush clover, plain 1", "萩のカス一"),
    ("7-plain-2", "bush clover, plain 2", "萩のカス二"),
    ("8-moon", "susuki with moon", "芒に月"),
    ("8-geese", "susuki with geese", "芒に雁"),
    ("8-plain-1", "susuki, plain 1", "芒のカス一"),
    ("8-plain-2", "susuki, plain 2", "芒のカス二"),
    ("9-cup", "chrysanthemum with sake cup", "菊に盃"),
    ("9-ribbon", "chrysanthemum with blue ribbon", "菊に青短"),
    ("9-plain-1", "chrysanthemum, plain 1", "菊のカス一"),
    ("9-plain-2", "chrysanthemum, plain 2", "菊のカス二"),
    ("10-deer", "maple with deer", "紅葉に鹿"),
    ("10-ribbon", "maple with blue ribbon", "紅葉に青短"),
    ("10-plain-1", "maple, plain 1", "紅葉のカス一"),
    ("10-plain-2", "maple, plain 2", "紅葉のカス二"),
    ("11-rainman", "willow with rain man", "柳に小野道風"),
    ("11-swallow", "willow with swallow", "柳に燕"),
    ("11-ribbon", "willow with red ribbon", "柳に短冊"),
    ("11-lightning", "willow with lightning", "柳のカス"),
    ("12-phoenix", "paulownia with phoenix", "桐に鳳凰"),
    ("12-plain-1", "paulownia, plain 1", "桐のカス一"),
    ("12-plain-2", "paulownia, plain 2", "桐のカス二"),
    ("12-plain-3", "paulownia, plain 3", "桐のカス三"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_parses_back() {
        for card in Set::ALL {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        let codes: std::collections::BTreeSet<String> = Set::ALL.iter().map(|c| c.to_string()).collect();
        assert_eq!(codes.len(), 48);
        assert_eq!(CURTAIN.to_string(), "3-curtain");
        assert_eq!(LIGHTNING.to_string(), "11-lightning");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in
            ["", "-", "3", "03-curtain", "+3-curtain", "3-Curtain", "3-curtain ", "13-crane", "1-phoenix"]
        {
            assert!(text.parse::<Card>().is_err(), "{text:?}");
        }
        let long = "x".repeat(10_000).parse::<Card>().unwrap_err();
        assert!(long.to_string().len() < 90, "an error does not repeat what it was fed without end");
        let escape = "1-\u{1b}[2J\n".parse::<Card>().unwrap_err().to_string();
        assert!(!escape.contains(char::is_control), "nor anything that a terminal obeys: {escape:?}");
    }

    #[test]
    fn kinds_have_their_numbers() {
        let count = |kind: Kind| Set::ALL.iter().filter(|card| card.kind() == kind).count();
        assert_eq!(Kind::ALL.map(count), [5, 9, 10, 24]);
        for kind in Kind::ALL {
            assert!(kind.cards().iter().all(|card| card.kind() == kind));
        }
    }

    #[test]
    fn months_have_four_cards_that_name_their_plant() {
        for month in Month::all() {
            assert_eq!(month.cards().len(), 4);
            for card in month.cards() {
                assert_eq!(card.month(), month);
                assert!(card.english().starts_with(month.plant()), "{card}");
                assert!(card.japanese().starts_with(month.plant_japanese()), "{card}");
            }
        }
    }
}
