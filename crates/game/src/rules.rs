//! Rules as data: a struct of knobs, written as one table with a column for each preset.
//!
//! The macro [`knobs!`](crate::knobs) makes the struct, its presets and what people read about the knobs from one table; [`words!`](crate::words)
//! makes the knobs that are one of a few words.
//!
//! ```
//! use game::rules::{BadKnob, Ruleset};
//!
//! game::words! {
//!     /// Who begins.
//!     First {
//!         /// The youngest.
//!         Youngest = "youngest",
//!         /// Anybody.
//!         Random = "random",
//!     }
//! }
//!
//! game::knobs! {
//!     title: "Old Maid";
//!     presets: short: "a quick one", long: "for an evening";
//!
//!     // knob                short             long
//!     /// Rounds in a match.
//!     rounds: u8 [1..=12] = [3,               12];
//!     /// Who begins.
//!     first: First        = [First::Youngest, First::Random];
//! }
//!
//! impl Rules {
//!     /// Knobs that do not go together.
//!     fn contradictions(&self) -> Vec<BadKnob> {
//!         Vec::new()
//!     }
//! }
//!
//! let rules = Rules { rounds: 13, ..Rules::preset("long").unwrap() };
//! assert_eq!(rules.validate().unwrap_err().to_string(), "`rounds` is 13, and must be from 1 to 12");
//! assert_eq!(Rules::preset("medium").unwrap_err().to_string(), "`medium` is no preset of Old Maid; there are short, long");
//! ```

use std::fmt::Debug;
use std::ops::RangeInclusive;

use serde::Serialize;

/// A struct of knobs with named presets. [`knobs!`](crate::knobs) implements it.
pub trait Ruleset: Clone + PartialEq + Debug + Sized {
    /// What people call the game.
    const TITLE: &'static str;

    /// The named rulesets, in the order of the table.
    fn presets() -> Vec<Preset<Self>>;

    /// What each knob means and takes, in the order of the table.
    fn knobs() -> Vec<Knob>;

    /// The values in the order of [`Ruleset::knobs`], as people read them.
    fn values(&self) -> Vec<String>;

    /// Every knob that is off, or nothing if the rules can be played.
    fn problems(&self) -> Vec<BadKnob>;

    /// Provided: the rules of the preset with this name.
    fn preset(name: &str) -> Result<Self, UnknownPreset> {
        let found = Self::presets().into_iter().find(|preset| preset.name == name);
        found.map(|preset| preset.rules).ok_or_else(|| UnknownPreset {
            game: Self::TITLE,
            name: cards::quoted(name),
            known: Self::presets().iter().map(|preset| preset.name).collect(),
        })
    }

    /// Provided: the first problem as an error.
    fn validate(&self) -> Result<(), BadKnob> {
        self.problems().into_iter().next().map_or(Ok(()), Err)
    }
}

/// The presets as Markdown: a table with a row for each knob and a column for each preset, then a line about each.
pub fn presets_as_markdown<R: Ruleset>() -> String {
    let presets = R::presets();
    let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
    let mut table =
        format!("| knob | {} | meaning |\n|---|{}---|\n", names.join(" | "), "---|".repeat(names.len()));
    let columns: Vec<Vec<String>> = presets.iter().map(|preset| preset.rules.values()).collect();
    for (row, knob) in R::knobs().iter().enumerate() {
        let values: Vec<&str> = columns.iter().map(|column| column[row].as_str()).collect();
        table += &format!("| `{}` | {} | {} |\n", knob.name, values.join(" | "), knob.about);
    }
    for preset in &presets {
        table += &format!("\n- **{}**: {}.", preset.name, preset.about);
    }
    table + "\n"
}

/// A named ruleset.
#[derive(Clone, Debug)]
pub struct Preset<R> {
    /// Its name in commands and files.
    pub name: &'static str,
    /// What it is like, in a line.
    pub about: &'static str,
    /// Its knobs.
    pub rules: R,
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
    Number(RangeInclusive<u32>),
    /// One of these words.
    OneOf(Vec<&'static str>),
    /// Something else, described.
    Other(&'static str),
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

/// A name that is no preset's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no preset of {game}; there are {}", known.join(", "))]
pub struct UnknownPreset {
    /// The game.
    pub game: &'static str,
    /// What was asked for.
    pub name: String,
    /// What there is.
    pub known: Vec<&'static str>,
}

/// A type of knob.
pub trait Value {
    /// The values it takes, where the table gives no range.
    fn takes() -> Takes;
    /// The value as people read it.
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

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Value for $type {
            fn takes() -> Takes {
                Takes::Number(0..=<$type>::MAX.into())
            }
            fn text(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
numbers! { u8 u16 }

/// The values that people read and type, for the type of each knob.
impl std::fmt::Display for Takes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Takes::Switch => f.write_str("yes or no"),
            Takes::Number(range) => write!(f, "{} to {}", range.start(), range.end()),
            Takes::OneOf(words) => f.write_str(&words.join(", ")),
            Takes::Other(what) => f.write_str(what),
        }
    }
}

/// Writes a game's knobs once, as a table with a column for each preset: the struct `Rules`, its presets and what people read about
/// the knobs all come from it. The game adds a method `contradictions(&self) -> Vec<BadKnob>` for knobs that do not go together.
/// The [module](crate::rules) has an example.
#[macro_export]
macro_rules! knobs {
    (
        title: $title:literal;
        presets: $($preset:ident: $about:literal),*;
        $($(#[doc = $doc:literal])+ $knob:ident: $type:ty $([$range:expr])? = [$($value:expr),*];)*
    ) => {
        /// The rules of a match: every knob with its value.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, $crate::serde::Serialize, $crate::serde::Deserialize)]
        #[serde(crate = "game::serde", deny_unknown_fields)]
        pub struct Rules {
            $($(#[doc = $doc])+ pub $knob: $type,)*
        }

        impl $crate::rules::Ruleset for Rules {
            const TITLE: &'static str = $title;

            fn presets() -> Vec<$crate::rules::Preset<Rules>> {
                let names = [$((stringify!($preset), $about)),*];
                const PRESETS: usize = [$(stringify!($preset)),*].len();
                $(let row: [$type; PRESETS] = [$($value),*];
                let mut $knob = row.into_iter();)*
                names.into_iter().map(|(name, about)| $crate::rules::Preset {
                    name,
                    about,
                    rules: Rules { $($knob: $knob.next().expect("every knob has a value for every preset")),* },
                }).collect()
            }

            fn knobs() -> Vec<$crate::rules::Knob> {
                vec![$($crate::rules::Knob {
                    name: stringify!($knob),
                    about: concat!($($doc),+).trim(),
                    takes: $crate::knobs!(@takes $type $(, $range)?),
                }),*]
            }

            fn values(&self) -> Vec<String> {
                vec![$($crate::rules::Value::text(&self.$knob)),*]
            }

            fn problems(&self) -> Vec<$crate::rules::BadKnob> {
                let mut bad = Vec::new();
                $($crate::knobs!(@range self, bad, $knob $(, $range)?);)*
                bad.extend(self.contradictions());
                bad
            }
        }
    };
    (@takes $type:ty, $range:expr) => {{
        let range: std::ops::RangeInclusive<$type> = $range;
        $crate::rules::Takes::Number((*range.start()).into()..=(*range.end()).into())
    }};
    (@takes $type:ty) => { <$type as $crate::rules::Value>::takes() };
    (@range $rules:ident, $bad:ident, $knob:ident, $range:expr) => {
        if !$range.contains(&$rules.$knob) {
            let message = format!("is {}, and must be from {} to {}", $rules.$knob, $range.start(), $range.end());
            $bad.push($crate::rules::BadKnob { knob: stringify!($knob), message });
        }
    };
    (@range $rules:ident, $bad:ident, $knob:ident) => {};
}

/// Makes knobs that are one of a few words; the word in files is the one that people read.
#[macro_export]
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, $crate::serde::Serialize, $crate::serde::Deserialize)]
        #[serde(crate = "game::serde")]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $word)] $variant,)* }

        impl $crate::rules::Value for $name {
            fn takes() -> $crate::rules::Takes {
                $crate::rules::Takes::OneOf(vec![$($word),*])
            }
            fn text(&self) -> String {
                match self { $($name::$variant => $word,)* }.to_owned()
            }
        }
    )*};
}
