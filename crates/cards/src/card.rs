use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A card of one deck: a number below [`Card::COUNT`] with a text code that prints and parses.
pub trait Card: Copy + Ord + Hash + Debug + Display + FromStr<Err = BadCard> + 'static {
    /// How many cards the deck has; at most 64, so that a set fits a mask.
    const COUNT: usize;

    /// The card's number in its deck.
    fn index(self) -> usize;

    /// The card with this number, which must be below [`Card::COUNT`].
    fn at(index: usize) -> Self;

    /// The card with this number, if the deck has it.
    fn from_index(index: usize) -> Option<Self>;

    /// The text that it prints and parses as.
    fn code(self) -> &'static str;
}

/// A text that is no card of the deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a {deck} card")]
pub struct BadCard {
    /// The deck in which the card was looked for.
    pub deck: &'static str,
    /// What was given instead, cut to a readable length.
    pub text: String,
}

impl BadCard {
    pub(crate) fn new(deck: &'static str, text: &str) -> Self {
        BadCard { deck, text: quoted(text) }
    }
}

/// What an error may repeat of a text from outside: its beginning, on one line, without anything that a terminal obeys.
///
/// ```
/// assert_eq!(cards::quoted("sh -c 'echo \"x\"'\u{1b}\n"), "sh -c 'echo \"x\"'\\u{1b}\\n");
/// ```
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut quoted = String::new();
    for letter in text.chars().take(LONGEST) {
        match letter {
            '\'' | '"' | '\\' => quoted.push(letter),
            letter => quoted.extend(letter.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        quoted.push('…');
    }
    quoted
}

/// Serde for types that print and parse: as that text. The crate that uses it has serde as a dependency.
#[macro_export]
macro_rules! serde_as_text {
    ($($type:ty),*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        $crate::deserialize_from_text!($type);
    )*};
}

/// Serde for cards: as their codes.
macro_rules! serde_as_code {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str($crate::Card::code(*self))
            }
        }

        $crate::deserialize_from_text!($type);
    };
}

pub(crate) use serde_as_code;

/// Half of [`serde_as_text`].
#[doc(hidden)]
#[macro_export]
macro_rules! deserialize_from_text {
    ($type:ty) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<str> as serde::Deserialize>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
