//! What has changed between two JSON texts of the same kind: an object from paths to new values.
//!
//! A path is the keys and list places that lead to a value, joined by dots; keys have no dots and are not empty. A path that begins with
//! a dot leads into the `view`. In a list, the place
//! just behind its end appends, `+3` inserts the items of a list at place 3, and `-3` removes so many items from place 3 on. Whatever
//! is shorter to tell as a whole is told so. The path `""` is everything; it is needed only where the outermost values have no
//! parts in common.
//!
//! ```
//! let old = r#"{"hand":["1-crane","3-poem","9-cup"],"turn":0,"scores":[30,30]}"#;
//! let new = r#"{"hand":["1-crane","9-cup"],"turn":1,"scores":[30,30]}"#;
//! let mut changes = String::new();
//! wire::changes::write(old, new, &mut changes);
//! assert_eq!(changes, r#"{"hand.-1":1,"turn":1}"#);
//!
//! let mut scene = serde_json::from_str(old).unwrap();
//! wire::changes::apply(&mut scene, &serde_json::from_str(&changes).unwrap()).unwrap();
//! assert_eq!(scene.to_string(), new);
//! ```

mod list;
mod path;
mod pen;
mod tell;
mod text;
mod told;
mod walk;

use cards::quoted;
pub use pen::Pen;
use serde_json::Value;
pub use tell::Tell;
pub(crate) use tell::changes;
pub use told::Told;

/// Why changes do not fit what they should change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadChanges {
    /// Not an object.
    #[error("changes are an object from paths to values")]
    Form,
    /// A path that leads nowhere.
    #[error("there is no place `{0}` to change")]
    NoPlace(String),
}

impl BadChanges {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            BadChanges::Form => "bad-changes",
            BadChanges::NoPlace(_) => "no-such-place",
        }
    }
}

/// Makes the changes, in their order. After an error some of them may have been made: only the whole can mend it.
pub fn apply(scene: &mut Value, changes: &Value) -> Result<(), BadChanges> {
    for (path, value) in changes.as_object().ok_or(BadChanges::Form)? {
        set(scene, path, value).ok_or_else(|| BadChanges::NoPlace(quoted(path)))?;
    }
    Ok(())
}

fn set(scene: &mut Value, path: &str, value: &Value) -> Option<()> {
    if path.is_empty() {
        scene.clone_from(value);
        return Some(());
    }
    let (way, last) = path.rsplit_once('.').map_or((None, path), |(way, last)| (Some(way), last));
    let mut parts = way.into_iter().flat_map(|way| way.split('.'));
    let place = parts.try_fold(scene, |place, part| match place {
        Value::Object(members) => members.get_mut(if part.is_empty() { "view" } else { part }),
        Value::Array(items) => items.get_mut(part.parse::<usize>().ok()?),
        _ => None,
    })?;
    match place {
        Value::Object(members) => {
            members.insert(last.to_owned(), value.clone());
        }
        Value::Array(items) => return set_item(items, last, value),
        _ => return None,
    }
    Some(())
}

fn set_item(items: &mut Vec<Value>, place: &str, value: &Value) -> Option<()> {
    let digits = place.trim_start_matches(['+', '-']);
    let index: usize = digits.parse().ok().filter(|index| *index <= items.len())?;
    match place.as_bytes() {
        [b'+', ..] => drop(items.splice(index..index, value.as_array()?.iter().cloned())),
        [b'-', ..] => {
            let end = index.checked_add(value.as_u64()?.try_into().ok()?)?;
            items.get(index..end)?;
            items.drain(index..end);
        }
        _ if index == items.len() => items.push(value.clone()),
        _ => items[index].clone_from(value),
    }
    Some(())
}

/// Appends the object of what has changed, by walking both texts side by side. They are compact JSON, as this crate writes it.
pub fn write(old: &str, new: &str, out: &mut String) {
    let mut changes = vec![b'{'];
    walk::Walk::new(&mut pen::Pen::new(&mut changes, Default::default()))
        .compare(old.as_bytes(), new.as_bytes());
    changes.push(b'}');
    out.push_str(&text(changes));
}

/// What was put together of texts is one, if they were cut between their parts.
pub(crate) fn text(json: Vec<u8>) -> String {
    String::from_utf8(json).expect("JSON is UTF-8")
}
