use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::{Setting, Value};

/// Values from one place, as texts.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Layer {
    /// Where they come from, for errors.
    source: String,
    /// Whether names that nobody knows are wrong here.
    strict: bool,
    values: BTreeMap<String, String>,
}

/// Everything that is wrong with a configuration, a sentence each.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct BadConfig(pub Vec<String>);

impl Layer {
    /// What was given as flags.
    pub fn flags(values: BTreeMap<String, String>) -> Layer {
        Layer { source: "the flags".to_owned(), strict: true, values }
    }

    /// What is in the environment: `TEFUDA_PORT=8080`. What else begins so may be for another program.
    pub fn environment(variables: impl Iterator<Item = (String, String)>) -> Layer {
        let setting = |(name, value): (String, String)| {
            Some((name.strip_prefix("TEFUDA_")?.to_ascii_lowercase(), value))
        };
        let values = variables.filter_map(setting).collect();
        Layer { source: "the environment".to_owned(), strict: false, values }
    }

    /// What is in a TOML file of this name.
    pub fn file(name: &str, text: &str) -> Result<Layer, BadConfig> {
        // What the parser says shows the line, which may hold a secret.
        let table = text.parse::<toml::Table>().map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            BadConfig(vec![format!("{name}, line {line}: {}", error.message())])
        })?;
        let mut layer = Layer { source: name.to_owned(), strict: true, values: BTreeMap::new() };
        let mut problems = Vec::new();
        for (setting, value) in table {
            match plain(value) {
                Some(text) => drop(layer.values.insert(setting, text)),
                None => problems.push(format!("`{setting}` in {name} is no single value and no list")),
            }
        }
        if problems.is_empty() { Ok(layer) } else { Err(BadConfig(problems)) }
    }
}

/// The text that would be given as a flag.
fn plain(value: toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Boolean(switch) => Some(switch.to_string()),
        toml::Value::Array(values) => {
            let texts: Option<Vec<String>> = values.into_iter().map(plain).collect();
            texts.map(|texts| texts.join(","))
        }
        toml::Value::Float(_) | toml::Value::Datetime(_) | toml::Value::Table(_) => None,
    }
}

/// Names that no setting has.
pub(super) fn strangers(layers: &[Layer], settings: &[Setting]) -> Vec<String> {
    let known = |name: &String| settings.iter().any(|setting| setting.name == name);
    let names = layers.iter().filter(|layer| layer.strict);
    let names = names.flat_map(|layer| layer.values.keys().map(move |name| (name, &layer.source)));
    let strange = names.filter(|(name, _)| !known(name));
    strange.map(|(name, source)| format!("`{}` in {source} is no setting", cards::quoted(name))).collect()
}

/// The value of the first layer that has one.
pub(super) fn value<T: Value>(
    layers: &[Layer],
    name: &str,
    default: &str,
    problems: &mut Vec<String>,
) -> Option<T> {
    let found =
        layers.iter().find_map(|layer| Some((layer.values.get(name)?.as_str(), layer.source.as_str())));
    let (text, source) = found.unwrap_or((default, "the defaults"));
    let problem = |takes| match T::SECRET {
        true => format!("`{name}` in {source} takes {takes}"),
        false => format!("`{name}` in {source} is `{}`, and takes {takes}", cards::quoted(text)),
    };
    T::parse(text.trim()).map_err(|takes| problems.push(problem(takes))).ok()
}

/// The value, if it is in the range.
pub(super) fn within<T: Value + PartialOrd>(
    value: Option<T>,
    range: RangeInclusive<T>,
    name: &str,
    problems: &mut Vec<String>,
) -> Option<T> {
    let value = value?;
    if range.contains(&value) {
        return Some(value);
    }
    let (value, least, most) = (value.text(), range.start().text(), range.end().text());
    problems.push(format!("`{name}` is {value}, and must be from {least} to {most}"));
    None
}
