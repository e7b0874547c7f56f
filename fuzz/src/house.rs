//! The decoders of the house's protocol and of its logs. The test suite runs these too.

use serde_json::Value;
use wire::house::{Follower, Request};
use wire::{Codec, changes, log};

/// A message of a client: one that is read is written and read again as it was.
pub fn request(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(request) = Request::decode(text) {
        assert_eq!(Request::decode(&request.encode()), Ok(request));
    }
}

/// An entry of a log, of each game.
pub fn table_log(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    read_again::<koikoi::KoiKoi>(text);
    read_again::<kierki::Kierki>(text);
    read_again::<kaboom::Kaboom>(text);
}

fn read_again<G: Codec>(text: &str) {
    if let Ok(fact) = log::read::<G>(text) {
        let line = log::write(&fact);
        let again = log::read::<G>(&line).expect("what was written is read");
        assert_eq!(log::write(&again), line);
    }
}

/// Two texts, a line each: what has changed between them leads from one to the other, and as changes no text is a danger.
pub fn scene_changes(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (old, new) = text.split_once('\n').unwrap_or((text, ""));
    changes::write(old, new, &mut String::new());
    let (Ok(old), Ok(new)) = (serde_json::from_str::<Value>(old), serde_json::from_str::<Value>(new)) else {
        return;
    };
    let _ = changes::apply(&mut old.clone(), &new);
    if !(fits(&old) && fits(&new)) {
        return;
    }
    let mut told = String::new();
    changes::write(&old.to_string(), &new.to_string(), &mut told);
    let told = serde_json::from_str(&told).expect("changes are JSON");
    let mut scene = old;
    changes::apply(&mut scene, &told).expect("changes fit");
    assert_eq!(scene, new);
}

/// Whether all keys can be parts of paths. Fractions are left out, for they are not always read as they were written.
fn fits(value: &Value) -> bool {
    match value {
        Value::Object(members) => {
            members.iter().all(|(key, value)| !key.is_empty() && !key.contains('.') && fits(value))
        }
        Value::Array(items) => items.iter().all(fits),
        Value::Number(number) => !number.is_f64(),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

/// What a server may send, a frame a line.
pub fn frames(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (mut follower, mut send) = (Follower::default(), Vec::new());
    for frame in text.lines() {
        let _ = follower.receive(frame, &mut send);
    }
    assert!(send.len() <= 2 * text.len());
}
