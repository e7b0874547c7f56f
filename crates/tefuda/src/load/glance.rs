//! What a client needs of a table to go on playing: whose turn it is and what may be done. The rest of a message is skipped, so that
//! many thousand clients fit on one core; that messages can be followed in full is what other programs are for.

use std::borrow::Cow;
use std::fmt;

use game::{Rng, below};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};

/// The parts of a scene that are kept.
const KEPT: [&str; 3] = ["phase", "legal", "must"];

/// A message, as far as it is read.
#[derive(Deserialize)]
pub(super) struct Frame<'a> {
    #[serde(rename = "type", borrow)]
    pub(super) kind: Cow<'a, str>,
    #[serde(default, borrow)]
    pub(super) table: Option<Cow<'a, str>>,
    #[serde(default)]
    after: Option<u64>,
    #[serde(default)]
    pub(super) version: Option<u64>,
    #[serde(default, borrow)]
    pub(super) code: Option<Cow<'a, str>>,
    #[serde(default)]
    changes: Option<Kept>,
    #[serde(default)]
    scene: Option<Kept>,
}

/// What a seat knows of its table.
#[derive(Default)]
pub(super) struct Glance {
    pub(super) version: u64,
    scene: Value,
}

/// An update does not follow from what is known.
pub(super) struct Gap;

impl Glance {
    /// Takes a snapshot, or an update that follows. So many versions further it leads.
    pub(super) fn take(&mut self, frame: Frame<'_>) -> Result<u64, Gap> {
        let before = self.version;
        let version = frame.version.ok_or(Gap)?;
        if let Some(Kept(scene)) = frame.scene {
            self.scene = Value::Object(scene);
        } else if version <= before {
            return Ok(0);
        } else if frame.after == Some(before) {
            let changes = Value::Object(frame.changes.ok_or(Gap)?.0);
            wire::changes::apply(&mut self.scene, &changes).map_err(|_| Gap)?;
        } else {
            return Err(Gap);
        }
        self.version = version;
        Ok(version.saturating_sub(before))
    }

    /// Whether the table waits for this seat.
    pub(super) fn must(&self) -> bool {
        self.scene.get("must").is_some_and(|must| must == true)
    }

    /// Whether a match has ended.
    pub(super) fn is_over(&self) -> bool {
        self.scene.get("phase").is_some_and(|phase| phase == "over")
    }

    /// Something that may be done.
    pub(super) fn choose(&self, rng: &mut impl Rng) -> Option<String> {
        let legal = self.scene.get("legal")?.as_array()?;
        match one(legal, rng)? {
            Value::String(action) => Some(action.clone()),
            flips => {
                let spot = one(flips.get("flip")?.as_array()?, rng)?.as_str()?;
                Some(format!("flip {spot} @{}", flips.get("discard")?))
            }
        }
    }
}

fn one<'a>(list: &'a [Value], rng: &mut impl Rng) -> Option<&'a Value> {
    let number = u32::try_from(list.len()).ok().filter(|number| *number > 0)?;
    list.get(below(rng, number) as usize)
}

/// What is kept of a scene, or of its changes.
struct Kept(Map<String, Value>);

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Kept, D::Error> {
        struct Picker;
        impl<'de> Visitor<'de> for Picker {
            type Value = Kept;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Kept, M::Error> {
                let mut kept = Map::new();
                while let Some(key) = map.next_key::<Cow<'de, str>>()? {
                    match KEPT.contains(&key.split('.').next().unwrap_or_default()) {
                        true => drop(kept.insert(key.into_owned(), map.next_value()?)),
                        false => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(Kept(kept))
            }
        }
        from.deserialize_map(Picker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(glance: &mut Glance, frame: &str) -> Option<u64> {
        glance.take(serde_json::from_str(frame).unwrap()).ok()
    }

    #[test]
    fn it_follows_what_it_needs() {
        let mut glance = Glance::default();
        let snapshot = r#"{"type":"snapshot","table":"K7F3Q9MX","version":3,"scene":{"phase":"playing","view":{"legal":1},"legal":["play QS","play KS"],"must":true}}"#;
        assert_eq!(take(&mut glance, snapshot), Some(3));
        assert!(glance.must() && !glance.is_over());
        let update = r#"{"type":"update","after":3,"version":4,"events":[{"event":"played"}],"changes":{"view.must":true,"legal.-0":1,"must":false}}"#;
        assert_eq!((take(&mut glance, update), take(&mut glance, update)), (Some(1), Some(0)));
        assert_eq!(glance.scene["legal"], serde_json::json!(["play KS"]));
        assert!(!glance.must());
        let later = r#"{"type":"update","after":5,"version":6,"events":[],"changes":{"must":true}}"#;
        assert_eq!(take(&mut glance, later), None);
    }
}
