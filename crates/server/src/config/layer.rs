use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::{Setting, Value};

/// Values from one place, as texts.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Layer {
    /// Where they come from, for errors.
    source: String,
    /// What stands there before the name of a setting.
    prefix: &'static str,
    values: BTreeMap<String, String>,
}

/// Everything that is wrong with a configuration, a sentence each.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct BadConfig(pub Vec<String>);

const ENVIRONMENT: &str = "TEFUDA_";

impl Layer {
    /// The setting as it is spelled here.
    fn spelled(&self, name: &str) -> String {
        match self.prefix {
            "" => name.to_owned(),
            prefix => format!("{prefix}{}", name.to_ascii_uppercase()),
        }
    }

    /// What was given as flags.
    pub fn flags(values: BTreeMap<String, String>) -> Layer {
        Layer { source: "the flags".to_owned(), prefix: "", values }
    }

    /// What is in the environment: `TEFUDA_PORT=8080`. `TEFUDA_CONFIG` names the file, and `TEFUDA_NO_PAGE` is for the build.
    pub fn environment(variables: impl Iterator<Item = (String, String)>) -> Layer {
        let setting = |(name, value): (String, String)| {
            let name = name.strip_prefix(ENVIRONMENT).filter(|name| !["CONFIG", "NO_PAGE"].contains(name))?;
            Some((name.to_ascii_lowercase(), value))
        };
        let values = variables.filter_map(setting).collect();
        Layer { source: "the environment".to_owned(), prefix: ENVIRONMENT, values }
    }

    /// What is in a TOML file of this name.
    pub fn file(name: &str, text: &str) -> Result<Layer, BadConfig> {
        // What the parser says shows the line, which may hold a secret.
        let table = text.parse::<toml::Table>().map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            BadConfig(vec![format!("{name}, line {line}: {}", error.message())])
        })?;
        let mut layer = Layer { source: name.to_owned(), prefix: "", values: BTreeMap::new() };
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

/// Names that no setting has, each with the one that may be meant.
pub(super) fn strangers(layers: &[Layer], settings: &[Setting]) -> Vec<String> {
    let known = |name: &String| settings.iter().any(|setting| setting.name == name);
    let names = layers.iter().flat_map(|layer| layer.values.keys().map(move |name| (name, layer)));
    let strange = names.filter(|(name, _)| !known(name));
    let problem = |(name, layer): (&String, &Layer)| {
        let Layer { source, .. } = layer;
        let near = settings.iter().map(|setting| (strsim::jaro_winkler(setting.name, name), setting.name));
        let nearest =
            near.filter(|(likeness, _)| *likeness > ALIKE).max_by(|one, other| one.0.total_cmp(&other.0));
        let meant = nearest.map(|(_, name)| format!("; is `{}` meant?", layer.spelled(name)));
        let name = cards::quoted(&layer.spelled(name));
        format!("`{name}` in {source} is no setting{}", meant.unwrap_or_default())
    };
    strange.map(problem).collect()
}

/// From here on two names may be the same with a slip, where 1 is the same.
const ALIKE: f64 = 0.85;

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
