//! The knobs and the named rulesets, as one table.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// A match ends after so many rounds, however few points are made.
pub const MOST_ROUNDS: u8 = 100;
/// So many wrong flips a seat has in a turn where not each discard allows only one.
const WRONG_FLIPS_PER_TURN: u8 = 8;

/// Writes the knobs once, as a table with a column for each preset: the struct, the presets and what people read about
/// the knobs all come from it.
macro_rules! knobs {
    (
        presets: $($preset:ident: $about:literal),*;
        $($(#[doc = $doc:literal])+ $knob:ident: $type:ty $([$range:expr])? = [$($value:expr),*];)*
    ) => {
        /// The rules of a match: every knob with its value.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Rules {
            $($(#[doc = $doc])+ pub $knob: $type,)*
        }

        impl Rules {
            /// What each knob means and takes, in the order of the table.
            pub fn knobs() -> Vec<Knob> {
                vec![$(Knob {
                    name: stringify!($knob),
                    about: concat!($($doc),+).trim(),
                    takes: knobs!(@takes $type $(, $range)?),
                }),*]
            }

            /// The values in the order of [`Rules::knobs`], as people read them.
            pub fn values(&self) -> Vec<String> {
                vec![$(self.$knob.text()),*]
            }

            fn out_of_range(&self) -> Vec<BadKnob> {
                let mut bad = Vec::new();
                $(knobs!(@range self, bad, $knob $(, $range)?);)*
                bad
            }
        }

        /// The named rulesets, in the order of the table.
        pub fn presets() -> Vec<Preset> {
            let names = [$((stringify!($preset), $about)),*];
            $(let mut $knob = [$($value),*].into_iter();)*
            names.into_iter().map(|(name, about)| Preset {
                name,
                about,
                rules: Rules { $($knob: $knob.next().expect("every knob has a value for every preset")),* },
            }).collect()
        }
    };
    (@takes $type:ty, $range:expr) => { Takes::Number(*$range.start() as u16..=*$range.end() as u16) };
    (@takes $type:ty) => { <$type as Value>::takes() };
    (@range $rules:ident, $bad:ident, $knob:ident, $range:expr) => {
        if !$range.contains(&$rules.$knob) {
            let message = format!("is {}, and must be from {} to {}", $rules.$knob, $range.start(), $range.end());
            $bad.push(BadKnob { knob: stringify!($knob), message });
        }
    };
    (@range $rules:ident, $bad:ident, $knob:ident) => {};
}

knobs! {
    presets:
        standard: "five rounds; a wrong flip costs a card",
        short: "a single round of at most thirty turns each",
        gentle: "three rounds with a memory aid; a wrong flip costs nothing",
        party: "until somebody has 100 points; a wrong flip costs two cards, and kaboom locks the caller's cards";

    // knob                                 standard  short   gentle  party
    /// The most seats at a table; the fewest are two.
    seats: u8 [2..=6]                       = [6,      6,      6,      6];
    /// Rounds in a match.
    rounds: u8 [1..=MOST_ROUNDS]            = [5,      1,      3,      5];
    /// The match ends with the round in which a total reaches this, whatever `rounds` says, but after 100 rounds at the
    /// latest; 0: it is played for rounds.
    until_score: u16 [0..=1000]             = [0,      0,      0,      100];
    /// Turns that each seat has in a round; then it ends and is scored as if the cards had run out.
    turn_limit: u8 [1..=200]                = [60,     30,     60,     60];
    /// Cards from the draw pile for a wrong flip.
    flip_penalty: u8 [0..=2]                = [1,      1,      0,      2];
    /// A seat that flipped wrongly may not flip again onto the same discard. Without it, it may flip wrongly eight times in a
    /// turn, whoever is in turn, so that every round ends.
    one_wrong_flip_per_discard: bool        = [true,   true,   true,   true];
    /// After kaboom the caller's cards can be neither flipped, swapped nor peeked at.
    lock_caller: bool                       = [false,  false,  false,  true];
    /// A caller whose sum is as low as another's counts as the lowest.
    caller_wins_ties: bool                  = [true,   true,   true,   true];
    /// Clients may show a player the cards that it has seen and where they lie now.
    memory_aid: bool                        = [false,  false,  true,   false];
}

/// A named ruleset.
#[derive(Clone, Debug)]
pub struct Preset {
    /// Its name in commands and files.
    pub name: &'static str,
    /// What it is like, in a line.
    pub about: &'static str,
    /// Its knobs.
    pub rules: Rules,
}

/// What people read about a knob.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Knob {
    /// Its name in files and commands.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The values it takes.
    pub takes: Takes,
}

/// The values that a knob takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// `true` or `false`.
    Switch,
    /// A whole number in this range.
    Number(RangeInclusive<u16>),
}

/// A knob with a value that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{knob}` {message}")]
pub struct BadKnob {
    /// Its name.
    pub knob: &'static str,
    /// What is wrong, as the rest of a sentence that begins with the name.
    pub message: String,
}

impl Rules {
    /// The preset with this name.
    pub fn preset(name: &str) -> Result<Rules, UnknownPreset> {
        let found = presets().into_iter().find(|preset| preset.name == name);
        found
            .map(|preset| preset.rules)
            .ok_or_else(|| UnknownPreset { name: name.chars().take(40).collect() })
    }

    /// Every knob that is off, or nothing if the rules can be played.
    pub fn problems(&self) -> Vec<BadKnob> {
        let mut bad = self.out_of_range();
        if self.flip_penalty == 0 && !self.one_wrong_flip_per_discard {
            let message =
                "is 0, and then `one_wrong_flip_per_discard` must be on, or wrong flips would be free"
                    .to_owned();
            bad.push(BadKnob { knob: "flip_penalty", message });
        }
        bad
    }

    /// How many wrong flips a seat has: onto one discard, or in one turn.
    pub(crate) fn wrong_flips(&self) -> u8 {
        if self.one_wrong_flip_per_discard { 1 } else { WRONG_FLIPS_PER_TURN }
    }

    /// The first problem as an error; `Ok` if the rules can be played.
    pub fn validate(&self) -> Result<(), BadKnob> {
        self.problems().into_iter().next().map_or(Ok(()), Err)
    }
}

/// A name that is no preset's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no preset of Kaboom; there are {}", preset_names().join(", "))]
pub struct UnknownPreset {
    /// What was asked for.
    pub name: String,
}

/// The names of the presets in the order of the table.
pub fn preset_names() -> Vec<&'static str> {
    presets().into_iter().map(|preset| preset.name).collect()
}

/// A type of knob.
trait Value {
    fn takes() -> Takes;
    fn text(&self) -> String;
}

impl Value for bool {
    fn takes() -> Takes {
        Takes::Switch
    }
    fn text(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

impl Value for u8 {
    fn takes() -> Takes {
        Takes::Number(0..=u8::MAX.into())
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Value for u16 {
    fn takes() -> Takes {
        Takes::Number(0..=u16::MAX)
    }
    fn text(&self) -> String {
        self.to_string()
    }
}
