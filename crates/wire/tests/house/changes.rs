//! Whatever is between two values, the changes lead from one to the other.

use proptest::prelude::*;
use serde_json::{Value, json};
use wire::changes::{BadChanges, apply, write};

fn changes(old: &Value, new: &Value) -> String {
    let mut out = String::new();
    write(&old.to_string(), &new.to_string(), &mut out);
    out
}

/// The changes, after looking whether they do what they should.
fn checked(old: &Value, new: &Value) -> String {
    let text = changes(old, new);
    let mut scene = old.clone();
    apply(&mut scene, &serde_json::from_str(&text).unwrap()).unwrap();
    assert_eq!(scene, *new, "{old} and {text}");
    text
}

/// Values of few keys and words, so that two of them have much in common.
fn value() -> impl Strategy<Value = Value> {
    let word = prop_oneof![Just("a"), Just("\"}],:{[\\"), Just("手"), Just("")];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i8>().prop_map(Value::from),
        word.prop_map(Value::from),
    ];
    let key = prop_oneof![Just("a"), Just("b"), Just("0"), Just("\""), Just("手")];
    leaf.prop_recursive(5, 60, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..5).prop_map(|members| members
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect()),
        ]
    })
}

proptest! {
    #[test]
    fn changes_lead_from_the_old_to_the_new(old in value(), new in value()) {
        checked(&old, &new);
        // A step inside something large is told by its way there.
        let inside = |value: &Value| json!({"view": {"hands": [[1, 2, 3], [value]], "rules": {"rounds": 8}}, "must": true});
        let text = checked(&inside(&old), &inside(&new));
        prop_assert!(!text.contains("rounds") && !text.contains("must"));
    }

    #[test]
    fn what_is_equal_has_no_changes(value in value()) {
        prop_assert_eq!(changes(&value, &value.clone()), "{}");
    }

    #[test]
    fn no_text_is_a_danger(old in ".{0,40}", new in r#"[\[\]{}",:\\a1手]{0,40}"#) {
        let mut out = String::new();
        write(&old, &new, &mut out);
        write(&new, &old, &mut out);
        write(&format!("{{{new}"), &format!("{{{old}"), &mut out);
    }

    #[test]
    fn no_change_is_a_danger(mut scene in value(), path in "[ab0-9.+-]{0,9}", value in value()) {
        let _ = apply(&mut scene, &json!({ path: value.clone() }));
        let _ = apply(&mut scene, &value);
    }
}

#[test]
fn changes_are_as_short_as_they_can_be() {
    let told = |old, new| checked(&old, &new);
    assert_eq!(told(json!({"a": [1, 2], "b": 1}), json!({"a": [1, 2, 3], "b": 1})), r#"{"a.2":3}"#);
    assert_eq!(told(json!({"a": [1, 2, 3]}), json!({"a": [1, 2]})), r#"{"a.-2":1}"#);
    assert_eq!(told(json!({"a": [1, 2, 3, 4, 5, 6]}), json!({"a": [1, 7, 8, 3, 6]})), r#"{"a":[1,7,8,3,6]}"#);
    let cards = |text: &str| json!({ "a": text.split(' ').collect::<Vec<_>>() });
    assert_eq!(
        told(
            cards("10-C 20-C 30-C 40-C 50-C 60-C 70-C 80-C"),
            cards("00-C 10-C 25-C 30-C 40-C 70-C 75-C 76-C 80-C")
        ),
        r#"{"a.+0":["00-C"],"a.2":"25-C","a.-5":2,"a.+6":["75-C","76-C"]}"#,
    );
    assert_eq!(
        told(cards("3 4 5 6 7"), cards("4 5 6 7 3")),
        r#"{"a":["4","5","6","7","3"]}"#,
        "another order"
    );
    assert_eq!(told(json!({"a": [1, 2, 3]}), json!({"a": [4, 5, 6]})), r#"{"a":[4,5,6]}"#);
    assert_eq!(told(json!({"a": {"left": 5}}), json!({"a": {"until": 7}})), r#"{"a":{"until":7}}"#);
    assert_eq!(
        told(json!({}), json!({"a": {"x": 1}, "b": []})),
        r#"{"a":{"x":1},"b":[]}"#,
        "from nothing, key by key"
    );
    assert_eq!(
        told(json!({"a": 1}), json!({"a": 2, "b": 3, "c": 4})),
        r#"{"a":2,"b":3,"c":4}"#,
        "the outermost object in parts even where that is longer"
    );
    assert_eq!(told(json!({"a": 1, "b": 2}), json!({"a": 1})), r#"{"":{"a":1}}"#);
    assert_eq!(told(json!([1]), json!(2)), r#"{"":2}"#);
}

#[test]
fn what_is_too_deep_is_told_as_a_whole() {
    let deep = |value: i32| {
        (0..100).fold(json!({ "v": value, "long": "x".repeat(400) }), |inner, _| json!([inner, 1]))
    };
    assert!(checked(&deep(1), &deep(2)).contains("xxx"));
}

#[test]
fn changes_that_do_not_fit_are_refused() {
    let refused = |changes: Value| apply(&mut json!({"a": [1], "b": 2}), &changes).unwrap_err();
    assert_eq!(refused(json!([])), BadChanges::Form);
    for path in [
        "a.2",
        "a.x",
        "a.-1",
        "a.-0.5",
        "a.+1",
        "a.+",
        "a.+2",
        "b.c",
        "c.d",
        "a.0.0",
        "a.99999999999999999999999",
        ".",
    ] {
        assert_eq!(refused(json!({ path: 1 })), BadChanges::NoPlace(path.to_owned()), "{path}");
    }
    for count in [json!(2), json!(-1), json!("1"), json!(u64::MAX)] {
        assert_eq!(refused(json!({ "a.-0": count })), BadChanges::NoPlace("a.-0".to_owned()));
    }
    assert!(refused(json!({"x".repeat(999) + ".y": 1})).to_string().len() < 100, "what it repeats is cut");
}
