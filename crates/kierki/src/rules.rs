//! The knobs and the named matches, as one table.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use game::rules::{BadKnob, Takes, Value};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::deal::{BadPlan, DealPlan, DealType};
use crate::seats;

/// The most deals in a match.
pub const MOST_DEALS: usize = 10_000;

game::knobs! {
    title: "Kierki";
    presets:
        seven: "one deal of each type, the lead passing on",
        full: "28 deals: each type, led once by each seat",
        robbers: "four robbers, led once by each seat";

    // knob                           seven               full                robbers
    /// The deals of the match, each as its type from 1 to 7 and the seat that leads first.
    deals: DealList                 = [one_of_each(),     all_by_all(),       robbers()];
    /// Hearts are not led in deals of the types 2, 5 and 7 while another suit is held.
    no_heart_lead: bool             = [false,             false,              false];
    /// Points per item as of old: 20 a trick, 20 a heart, 60 a queen, 30 a jack or king, 150 the king of hearts, 75 for the seventh
    /// and the last trick.
    traditional_scores: bool        = [false,             false,              false];
    /// A deal ends as soon as all its points are taken.
    end_early: bool                 = [false,             false,              false];
}

impl Rules {
    /// A match of these deals, every other knob off: as a game file asks for.
    pub fn of_deals(deals: Vec<DealPlan>) -> Rules {
        Rules { deals: DealList(deals), no_heart_lead: false, traditional_scores: false, end_early: false }
    }

    fn contradictions(&self) -> Vec<BadKnob> {
        let mut bad = Vec::new();
        if self.deals.is_empty() || self.deals.len() > MOST_DEALS {
            let message = format!("has {} deals, and must have from 1 to {MOST_DEALS}", self.deals.len());
            bad.push(BadKnob { knob: "deals", message });
        }
        let stranger = (1..).zip(self.deals.iter()).find(|(_, plan)| plan.first.index() >= seats::SEATS);
        if let Some((number, plan)) = stranger {
            let message = format!("has deal {number} led by seat {}, which the table lacks", plan.first);
            bad.push(BadKnob { knob: "deals", message });
        }
        bad
    }
}

fn one_of_each() -> DealList {
    let firsts = seats::all().cycle();
    DealType::ALL.into_iter().zip(firsts).map(|(kind, first)| DealPlan { kind, first }).collect()
}

fn all_by_all() -> DealList {
    let all = |kind| seats::all().map(move |first| DealPlan { kind, first });
    DealType::ALL.into_iter().flat_map(all).collect()
}

fn robbers() -> DealList {
    seats::all().map(|first| DealPlan { kind: DealType::Robber, first }).collect()
}

/// The deals of a match in order. In files a list, `["1N", "2E"]`, or a text, `"1N 2E"`, which is also what people type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DealList(Vec<DealPlan>);

impl Deref for DealList {
    type Target = [DealPlan];

    #[inline]
    fn deref(&self) -> &[DealPlan] {
        &self.0
    }
}

impl FromIterator<DealPlan> for DealList {
    fn from_iter<I: IntoIterator<Item = DealPlan>>(plans: I) -> DealList {
        DealList(plans.into_iter().collect())
    }
}

impl Value for DealList {
    fn takes() -> Takes {
        Takes::Other("deals like 1N 2E 7W")
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for DealList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plans: Vec<String> = self.iter().map(DealPlan::to_string).collect();
        f.write_str(&plans.join(" "))
    }
}

/// Deals with white space or commas between them.
impl FromStr for DealList {
    type Err = BadPlan;

    fn from_str(text: &str) -> Result<DealList, BadPlan> {
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        words.map(str::parse).collect()
    }
}

impl Serialize for DealList {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for DealList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Plans;
        impl<'de> serde::de::Visitor<'de> for Plans {
            type Value = DealList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of deals, or a text like `1N 2E`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<DealList, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut plans: A) -> Result<DealList, A::Error> {
                let mut list = Vec::new();
                while let Some(plan) = plans.next_element()? {
                    list.push(plan);
                }
                Ok(DealList(list))
            }
        }
        from.deserialize_any(Plans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Ruleset;

    #[test]
    fn the_presets_are_the_matches_they_say() {
        let plans = |name| Rules::preset(name).unwrap().values().remove(0);
        assert_eq!(plans("seven"), "1N 2E 3S 4W 5N 6E 7S");
        assert_eq!(plans("robbers"), "7N 7E 7S 7W");
        assert_eq!(plans("full").split(' ').count(), 28);
        assert!(plans("full").starts_with("1N 1E 1S 1W 2N"));
        for preset in Rules::presets() {
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
        let rules = |deals: &str| {
            let rest = r#""no_heart_lead":false,"traditional_scores":false,"end_early":false"#;
            serde_json::from_str::<Rules>(&format!("{{\"deals\":{deals},{rest}}}"))
        };
        assert_eq!(rules(r#"["1N","7W"]"#).unwrap(), rules(r#""1N, 7W""#).unwrap());
        assert!(rules(r#"["8N"]"#).is_err() && rules(r#""1N2E""#).is_err() && rules("7").is_err());
        assert!(rules(r#"["1N"],"x":1"#).is_err(), "unknown knobs are refused");
    }
}
