//! The knobs and the named matches, as one table.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::deal::{DealPlan, DealType};
use crate::seats;

/// The most deals in a match.
pub const MOST_DEALS: usize = 10_000;

/// Writes the knobs once, as a table with a column for each preset: the struct, the presets and what people read about
/// the knobs all come from it.
macro_rules! knobs {
    (
        presets: $($preset:ident: $about:literal),*;
        $($(#[doc = $doc:literal])+ $knob:ident: $type:ty = [$($value:expr),*];)*
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
                    takes: <$type as Value>::takes(),
                }),*]
            }

            /// The values in the order of [`Rules::knobs`], as people read them.
            pub fn values(&self) -> Vec<String> {
                vec![$(self.$knob.text()),*]
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
}

knobs! {
    presets:
        seven: "one deal of each type, the lead passing on",
        full: "28 deals: each type, led once by each seat",
        robbers: "four robbers, led once by each seat";

    // knob                           seven        full        robbers
    /// The deals of the match, each as its type from 1 to 7 and the seat that leads first: `1N 2E`.
    deals: Vec<DealPlan>            = [one_of_each(), all_by_all(), robbers()];
    /// Hearts are not led in deals of the types 2, 5 and 7 while another suit is held.
    no_heart_lead: bool             = [false,       false,      false];
    /// Points per item as of old: 20 a trick, 20 a heart, 60 a queen, 30 a jack or king, 150 the king of hearts, 75 the seventh and the last trick.
    traditional_scores: bool        = [false,       false,      false];
    /// A deal ends as soon as all its points are taken.
    end_early: bool                 = [false,       false,      false];
}

fn one_of_each() -> Vec<DealPlan> {
    let firsts = seats::all().cycle();
    DealType::ALL.into_iter().zip(firsts).map(|(kind, first)| DealPlan { kind, first }).collect()
}

fn all_by_all() -> Vec<DealPlan> {
    let all = |kind| seats::all().map(move |first| DealPlan { kind, first });
    DealType::ALL.into_iter().flat_map(all).collect()
}

fn robbers() -> Vec<DealPlan> {
    seats::all().map(|first| DealPlan { kind: DealType::Robber, first }).collect()
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
    /// A list of deals, so many of them.
    Deals(RangeInclusive<u16>),
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

    /// A match of these deals, every other knob off: as a game file asks for.
    pub fn of_deals(deals: Vec<DealPlan>) -> Rules {
        Rules { deals, no_heart_lead: false, traditional_scores: false, end_early: false }
    }

    /// Every knob that is off, or nothing if the rules can be played.
    pub fn problems(&self) -> Vec<BadKnob> {
        let mut bad = Vec::new();
        if self.deals.is_empty() || self.deals.len() > MOST_DEALS {
            let message = format!("has {} deals, and must have from 1 to {MOST_DEALS}", self.deals.len());
            bad.push(BadKnob { knob: "deals", message });
        }
        let stranger = (1..).zip(&self.deals).find(|(_, plan)| plan.first.index() >= seats::SEATS);
        if let Some((number, plan)) = stranger {
            let message = format!("has deal {number} led by seat {}, which the table lacks", plan.first);
            bad.push(BadKnob { knob: "deals", message });
        }
        bad
    }

    /// The first problem as an error; `Ok` if the rules can be played.
    pub fn validate(&self) -> Result<(), BadKnob> {
        self.problems().into_iter().next().map_or(Ok(()), Err)
    }
}

/// A name that is no preset's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no preset of Kierki; there are {}", preset_names().join(", "))]
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

impl Value for Vec<DealPlan> {
    fn takes() -> Takes {
        Takes::Deals(1..=MOST_DEALS as u16)
    }
    fn text(&self) -> String {
        let plans: Vec<String> = self.iter().map(DealPlan::to_string).collect();
        plans.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_presets_are_the_matches_they_say() {
        let plans = |name| Rules::preset(name).unwrap().values().remove(0);
        assert_eq!(plans("seven"), "1N 2E 3S 4W 5N 6E 7S");
        assert_eq!(plans("robbers"), "7N 7E 7S 7W");
        assert_eq!(plans("full").split(' ').count(), 28);
        assert!(plans("full").starts_with("1N 1E 1S 1W 2N"));
        for preset in presets() {
            assert_eq!(preset.rules.problems(), []);
            let text = serde_json::to_string(&preset.rules).unwrap();
            assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), preset.rules);
        }
        let unknown = Rules::preset("bridge").unwrap_err().to_string();
        assert_eq!(unknown, "`bridge` is no preset of Kierki; there are seven, full, robbers");
    }

    #[test]
    fn bad_knobs_are_named() {
        let none = Rules::of_deals(Vec::new());
        assert_eq!(
            none.validate().unwrap_err().to_string(),
            "`deals` has 0 deals, and must have from 1 to 10000"
        );
        let fifth = game::Seat::new(4).unwrap();
        let rules = Rules::of_deals(vec![DealPlan { kind: DealType::Tricks, first: fifth }]);
        assert!(rules.validate().unwrap_err().to_string().contains("seat 4, which the table lacks"));
        assert!(serde_json::from_str::<Rules>(r#"{"deals":["8N"]}"#).is_err());
        let unknown =
            r#"{"deals":["1N"],"no_heart_lead":false,"traditional_scores":false,"end_early":false,"x":1}"#;
        assert!(serde_json::from_str::<Rules>(unknown).is_err());
    }

    #[test]
    fn every_knob_has_a_text() {
        let knobs = Rules::knobs();
        let names: Vec<&str> = knobs.iter().map(|knob| knob.name).collect();
        assert_eq!(names, ["deals", "no_heart_lead", "traditional_scores", "end_early"]);
        assert!(knobs.iter().all(|knob| knob.about.ends_with('.') || knob.about.ends_with("`.")));
    }
}
