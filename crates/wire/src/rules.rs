//! Rules as people write them: a preset's name, a preset with some knobs changed, or every knob.

use cards::quoted;
use game::Ruleset;
use game::rules::{Knob, Takes, UnknownPreset};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{Codec, plain};

/// Why a text or object gives no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRules {
    /// No preset has this name.
    #[error(transparent)]
    Preset(#[from] UnknownPreset),
    /// Neither a name nor an object.
    #[error("rules are a preset's name, or an object with a `preset` and knobs, or one with every knob")]
    Form,
    /// `KNOB=VALUE` without a part of it.
    #[error("`{0}` is not of the form KNOB=VALUE")]
    Assignment(String),
    /// Knobs that do not exist, are missing, or have values that make no sense: a sentence each.
    #[error("{}", .0.join("; "))]
    Knobs(Vec<String>),
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
        let (knob, value) = text.split_once('=').ok_or_else(|| BadRules::Assignment(quoted(text)))?;
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

/// The name of the preset that has exactly these rules.
pub fn preset_of<G: Codec>(rules: &G::Rules) -> Option<&'static str> {
    G::Rules::presets().into_iter().find(|preset| preset.rules == *rules).map(|preset| preset.name)
}

fn change<G: Codec>(rules: &G::Rules, changes: Map<String, Value>) -> Result<G::Rules, BadRules> {
    let Value::Object(mut knobs) = to_value::<G>(rules) else { return Err(BadRules::Form) };
    knobs.extend(changes);
    finish::<G>(knobs)
}

/// Checks every knob against what it takes, so that whatever is off is named in the words of the rules.
fn finish<G: Codec>(knobs: Map<String, Value>) -> Result<G::Rules, BadRules> {
    let known = G::Rules::knobs();
    let mut bad: Vec<String> = Vec::new();
    for name in knobs.keys().filter(|name| known.iter().all(|knob| knob.name != name.as_str())) {
        bad.push(format!("`{}` is no knob of these rules", quoted(name)));
    }
    for knob in &known {
        match knobs.get(knob.name) {
            None => bad.push(format!("the knob `{}` is missing", knob.name)),
            Some(value) if !fits(&knob.takes, value) => {
                bad.push(format!("`{}` is {}, and takes {}", knob.name, shown(value), knob.takes));
            }
            Some(_) => {}
        }
    }
    if bad.is_empty() {
        let knobs = Value::Object(knobs);
        match G::Rules::deserialize(&knobs) {
            Ok(rules) if rules.problems().is_empty() => return Ok(rules),
            Ok(rules) => bad.extend(rules.problems().iter().map(ToString::to_string)),
            Err(error) => {
                // Only a knob that is neither a switch nor a number nor a word can be off still.
                let other = known.iter().filter(|knob| matches!(knob.takes, Takes::Other(_)));
                let said = other.map(|Knob { name, takes, .. }| {
                    format!("`{name}` is {}, and takes {takes}: ", shown(&knobs[name]))
                });
                bad.push(said.collect::<String>() + &plain(error));
            }
        }
    }
    Err(BadRules::Knobs(bad))
}

fn fits(takes: &Takes, value: &Value) -> bool {
    match takes {
        Takes::Switch => value.is_boolean(),
        Takes::Number(range) => {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
            number.is_some_and(|number| range.contains(&number))
        }
        Takes::OneOf(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        Takes::Other(_) => true,
    }
}

/// The value as people write it.
fn shown(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(word) => format!("`{}`", quoted(word)),
        other => quoted(&other.to_string()),
    }
}
