//! Rules as people write them: a preset's name, a preset with some knobs changed, or every knob.

use game::Ruleset;
use game::rules::{BadKnob, UnknownPreset};
use serde_json::{Map, Value};

use crate::Codec;

/// Why a text or object gives no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRules {
    /// No preset has this name.
    #[error(transparent)]
    Preset(#[from] UnknownPreset),
    /// Neither a name nor an object.
    #[error("rules are a preset's name, or an object with a `preset` and knobs, or one with every knob")]
    Form,
    /// The preset has no such knob.
    #[error("`{0}` is no knob of these rules")]
    UnknownKnob(String),
    /// `KNOB=VALUE` without a part of it.
    #[error("`{0}` is not of the form KNOB=VALUE")]
    Assignment(String),
    /// A knob with a value of the wrong kind, or a knob missing.
    #[error("{0}")]
    Value(String),
    /// Knobs with values that make no sense, a sentence each.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Problems(Vec<BadKnob>),
}

/// The rules of a JSON value: `"japan"`, `{ "preset": "japan", "rounds": 3 }`, or an object with every knob.
pub fn from_value<G: Codec>(value: Value) -> Result<G::Rules, BadRules> {
    match value {
        Value::String(name) => Ok(G::Rules::preset(&name)?),
        Value::Object(mut knobs) => match knobs.remove("preset") {
            Some(Value::String(name)) => change::<G>(&G::Rules::preset(&name)?, knobs),
            Some(_) => Err(BadRules::Form),
            None => finish::<G>(knobs),
        },
        _ => Err(BadRules::Form),
    }
}

/// These rules with knobs changed by texts of the form `KNOB=VALUE`.
pub fn with_assignments<G: Codec>(rules: &G::Rules, assignments: &[String]) -> Result<G::Rules, BadRules> {
    let mut knobs = Map::new();
    for text in assignments {
        let (knob, value) = text.split_once('=').ok_or_else(|| BadRules::Assignment(text.clone()))?;
        let value = match value {
            "yes" => Value::Bool(true),
            "no" => Value::Bool(false),
            word => serde_json::from_str(word).unwrap_or_else(|_| Value::String(word.to_owned())),
        };
        knobs.insert(knob.trim().to_owned(), value);
    }
    change::<G>(rules, knobs)
}

/// The rules as an object with every knob.
pub fn to_value<G: Codec>(rules: &G::Rules) -> Value {
    serde_json::to_value(rules).expect("rules are plain data with names as keys")
}

fn change<G: Codec>(rules: &G::Rules, changes: Map<String, Value>) -> Result<G::Rules, BadRules> {
    let Value::Object(mut knobs) = to_value::<G>(rules) else { return Err(BadRules::Form) };
    for (knob, value) in changes {
        match knobs.get_mut(&knob) {
            Some(place) => *place = value,
            None => return Err(BadRules::UnknownKnob(knob.chars().take(40).collect())),
        }
    }
    finish::<G>(knobs)
}

fn finish<G: Codec>(knobs: Map<String, Value>) -> Result<G::Rules, BadRules> {
    // Knob by knob first, since the error of the whole does not say which knob it is about.
    let rules: G::Rules = serde_json::from_value(Value::Object(knobs.clone())).map_err(|error| {
        let culprit = knobs.keys().find(|knob| misfits::<G>(&knobs, knob));
        match culprit {
            Some(knob) => BadRules::Value(format!("`{knob}`: {error}")),
            None => BadRules::Value(error.to_string()),
        }
    })?;
    let problems = rules.problems();
    if problems.is_empty() { Ok(rules) } else { Err(BadRules::Problems(problems)) }
}

/// Whether the rules would be readable if this one knob were not there: then it is the one that is off.
fn misfits<G: Codec>(knobs: &Map<String, Value>, knob: &str) -> bool {
    let mut others = knobs.clone();
    others.remove(knob);
    let without = serde_json::from_value::<G::Rules>(Value::Object(others)).err();
    without.is_some_and(|error| error.to_string().contains(&format!("missing field `{knob}`")))
}
