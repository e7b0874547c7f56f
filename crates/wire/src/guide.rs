//! A ruleset explained to programs: what `POST /guide` answers.
//!
//! ```
//! use game::Ruleset;
//! let rules = kaboom::Rules::preset("short").unwrap();
//! let guide: serde_json::Value = serde_json::from_str(&wire::guide::write::<kaboom::Kaboom>(&rules)).unwrap();
//! assert_eq!(guide["preset"], "short");
//! assert_eq!(guide["cards"][0]["code"], "2C");
//! ```

use serde::Serialize;

use crate::{Codec, rules};

/// The guide as it is written.
#[derive(Serialize)]
struct Guide<'a, R, G> {
    game: &'static str,
    preset: Option<&'static str>,
    rules: &'a R,
    #[serde(flatten)]
    guide: G,
}

/// The guide to these rules, as JSON.
pub fn write<G: Codec>(rules: &G::Rules) -> String {
    let preset = rules::preset_of::<G>(rules);
    let written = Guide { game: G::NAME, preset, rules, guide: G::guide(rules) };
    serde_json::to_string(&written).expect("a guide is plain data with names as keys")
}
