//! Replay files, good and broken.

use crate::run::{Run, repository, scratch, tefuda};
use serde_json::{Value, json};

fn replay(name: &str, text: &str, more: &[&str]) -> Run {
    let file = scratch(name);
    std::fs::write(&file, text).unwrap();
    tefuda(&[&["replay", file.to_str().unwrap()], more].concat(), "")
}

/// Two actions of a match from seed 7, to be spoilt.
fn good() -> Value {
    json!({
        "version": 1, "game": "koikoi", "rules": "japan", "seed": "7",
        "actions": [{ "seat": 0, "action": "play 1-crane" }, { "seat": 1, "action": "play 4-cuckoo" }],
    })
}

/// All cards in the order of their indices, so that everyone is dealt whole months.
fn deck() -> Vec<String> {
    cards::hanafuda::Set::ALL.iter().map(|card| card.to_string()).collect()
}

#[test]
fn the_examples_of_the_docs_are_replays() {
    let text = std::fs::read_to_string(repository("docs/replay.md")).unwrap();
    let examples: Vec<&str> =
        text.split("```json\n").skip(1).filter_map(|part| part.split("```").next()).collect();
    assert_eq!(examples.len(), 3);
    for (i, example) in examples.iter().enumerate() {
        let run = replay(&format!("docs-{i}.json"), example, &[]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{example}");
    }
}

#[test]
fn a_record_may_stop_after_any_action() {
    let run = replay("good.json", &good().to_string(), &[]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.contains("The record ends here after 2 actions, 30 : 30"), "{}", run.stdout);
    let mut none = good();
    none["actions"] = json!([]);
    assert_eq!(replay("none.json", &none.to_string(), &[]).code, 0);
}

/// The hash of a finished match, as some build on some machine computed it.
#[test]
fn the_hash_is_the_same_in_every_process_and_build() {
    let text = std::fs::read_to_string(repository("crates/tefuda/tests/cli/match.json")).unwrap();
    let claimed = serde_json::from_str::<Value>(&text).unwrap()["hash"].as_str().unwrap().to_owned();
    let run = replay("match.json", &text, &["--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let last: Value = serde_json::from_str(run.stdout.lines().last().unwrap()).unwrap();
    assert_eq!(last["hash"], claimed);
    assert_eq!(last["over"], true);
}

#[test]
fn json_has_an_event_per_line_and_scores_after_each_round() {
    let text = std::fs::read_to_string(repository("crates/tefuda/tests/cli/match.json")).unwrap();
    let run = replay("lines.json", &text, &["--json"]);
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let rounds: Vec<&Value> = lines.iter().filter(|line| line["event"] == "round-ended").collect();
    assert_eq!(rounds.len(), 3);
    assert!(rounds.iter().all(|round| round["scores"].as_array().unwrap().len() == 2));
    assert_eq!(rounds[2]["scores"], lines.last().unwrap()["scores"]);
}

/// Every name that the JSON of a match uses is in the docs.
#[test]
fn the_docs_know_every_event() {
    let docs = std::fs::read_to_string(repository("docs/replay.md")).unwrap();
    let mut names = std::collections::BTreeSet::new();
    for preset in ["lightning", "quick", "months", "nintendo", "japan"] {
        let file = scratch(&format!("names-{preset}.json"));
        let path = file.to_str().unwrap();
        for seed in ["1", "2", "3", "4"] {
            tefuda(&["play", "--preset", preset, "--seed", seed, "--save", path], &"1\n".repeat(600));
            let lines = tefuda(&["replay", "--json", path], "").stdout;
            for line in lines.lines() {
                collect_names(&serde_json::from_str(line).unwrap(), &mut names);
            }
        }
    }
    assert!(names.len() > 25, "{names:?}");
    let unknown: Vec<&String> = names.iter().filter(|name| !docs.contains(name.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// The names that stand under keys which name things.
fn collect_names(value: &Value, names: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                names.insert(key.clone());
                if ["event", "how", "kind", "lies", "factor", "yaku", "decision"].contains(&key.as_str()) {
                    names.extend(value.as_str().map(str::to_owned));
                }
                collect_names(value, names);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_names(item, names)),
        _ => {}
    }
}

#[test]
fn an_illegal_action_stops_the_replay_with_code_1() {
    for (actions, sentence) in [
        (
            json!([{ "seat": 1, "action": "play 4-cuckoo" }]),
            "action 1, seat 1 `play 4-cuckoo`: it is not this seat's turn; legal was for seat 0: `play 1-crane`, ",
        ),
        (
            json!([{ "seat": 0, "action": "play 4-cuckoo" }]),
            "action 1, seat 0 `play 4-cuckoo`: 4-cuckoo is not in this hand; legal was",
        ),
        (json!([{ "seat": 0, "action": "stop" }]), "a card has to be played first"),
        (
            json!([{ "seat": 0, "action": "play 6-butterflies" }, { "seat": 0, "action": "choose 1-plain-1" }]),
            "action 2, seat 0 `choose 1-plain-1`: 6-butterflies cannot take 1-plain-1; legal was for seat 0: `choose 6-ribbon`, `choose 6-plain-1`",
        ),
        (
            json!([{ "seat": 0, "action": "play 6-butterflies" }, { "seat": 0, "action": "play 1-crane" }]),
            "what 6-butterflies takes has to be chosen first",
        ),
        (json!([{ "seat": 5, "action": "play 1-crane" }]), "it is not this seat's turn"),
    ] {
        let mut file = good();
        file["actions"] = actions;
        let run = replay("illegal.json", &file.to_string(), &[]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stderr.contains(sentence), "{sentence}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(run.stdout.contains("round 1 (January)"), "what came before is printed: {}", run.stdout);
    }
}

#[test]
fn what_the_file_claims_is_checked() {
    for (field, value, sentence) in [
        ("scores", json!([31, 29]), "the scores after the last action are [30, 30], not [31, 29]"),
        ("hash", json!("0".repeat(64)), "is not the recorded one"),
    ] {
        let mut file = good();
        file[field] = value;
        let run = replay("claims.json", &file.to_string(), &[]);
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains(sentence), "{}", run.stderr);
    }
}

#[test]
fn broken_files_get_one_sentence_and_code_2() {
    let spoilt = |field: &str, value: Value| {
        let mut file = good();
        file[field] = value;
        file.to_string()
    };
    let with_decks = |decks: Value| {
        let mut file = good();
        file.as_object_mut().unwrap().remove("seed");
        file["decks"] = decks;
        file["dealer"] = json!(0);
        file.to_string()
    };
    let mut wrong_card = deck();
    wrong_card[3] = "1-phoenix".into();
    let mut twice = deck();
    twice[47] = "1-crane".into();
    let mut no_dealer: Value = serde_json::from_str(&with_decks(json!([deck()]))).unwrap();
    no_dealer.as_object_mut().unwrap().remove("dealer");
    let cut = good().to_string();
    let cases = [
        (String::new(), "not a replay: EOF"),
        (cut[..cut.len() / 2].to_owned(), "not a replay: EOF"),
        ("[]".into(), "it is a list, not an object"),
        ("{}".into(), "missing field `version`"),
        ("{\"version\":1}".into(), "missing field `game`"),
        (spoilt("version", json!(2)), "the replay is of version 2; this program reads version 1"),
        (good().to_string().replacen('{', r#"{"game":"koikoi","#, 1), "duplicate field `game`"),
        (spoilt("game", json!("chess")), "the replay is of the game `chess`"),
        (spoilt("rules", json!("tokyo")), "`tokyo` is no preset"),
        (spoilt("rules", json!({ "preset": "japan", "rounds": 99 })), "`rounds` is 99, and takes 1 to 12"),
        (spoilt("rules", json!({ "rounds": 3 })), "the knob `first_dealer` is missing"),
        (spoilt("version", json!("1")), "the replay is of version \"1\""),
        (spoilt("dealer", json!(0)), "a replay with a `seed` has no `dealer`"),
        (
            spoilt("players", json!(["Bob\n   2. fake"])),
            "the player's name `Bob\\n   2. fake` has a control character",
        ),
        (spoilt("game", json!("\u{1b}[2J\nfoo")), "the game `\\u{1b}[2J\\nfoo`"),
        (spoilt("seats", json!("x".repeat(1 << 20))), "not a replay: invalid type"),
        (format!("{}{}", " ".repeat(5 << 20), good()), "the file is larger than 4 MiB"),
        (spoilt("rules", json!(7)), "rules are a preset's name"),
        (spoilt("seed", json!("seven")), "a seed is 64 hexadecimal digits"),
        (spoilt("seed", json!(null)), "a replay has a `seed` or `decks`"),
        (spoilt("fair", json!({ "number": 1 })), "not a replay: missing field"),
        (spoilt("seats", json!(3)), "a table of 3: this game is for 2"),
        (spoilt("hash", json!("beef")), "a hash is 64 hexadecimal digits"),
        (
            spoilt("actions", json!([{ "seat": 0, "action": "fold" }])),
            "action 1, `fold`: an action is `play CARD`",
        ),
        (
            spoilt("actions", json!([{ "seat": 0, "action": "play 13-crane" }])),
            "`13-crane` is not a hanafuda card",
        ),
        (spoilt("actions", json!([{ "seat": 6, "action": "play 1-crane" }])), "6 is no seat"),
        (spoilt("actions", json!([{ "seat": -1, "action": "play 1-crane" }])), "not a replay"),
        (spoilt("actions", json!("play 1-crane")), "not a replay"),
        (with_decks(json!([wrong_card])), "deck 1, place 4: `1-phoenix` is not a hanafuda card"),
        (with_decks(json!([twice])), "deck 1, place 48: `1-crane` was there before"),
        (with_decks(json!([deck()[..47]])), "deck 1 has 47 cards, not 48"),
        (with_decks(json!([])), "the decks ran out before the first turn"),
        (no_dealer.to_string(), "decks need a first dealer"),
    ];
    for (text, sentence) in cases {
        let run = replay("broken.json", &text, &[]);
        assert_eq!(run.code, 2, "{sentence}: {}", run.stderr);
        assert!(run.stderr.contains(sentence), "{sentence}: {}", run.stderr);
        assert_eq!(run.stderr.trim_end().lines().count(), 1, "one sentence: {}", run.stderr);
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    }
    assert_eq!(tefuda(&["replay", "/nowhere/at/all.json"], "").code, 2);
    assert_eq!(tefuda(&["replay", "/"], "").code, 2);
}

/// A replay that is cut at any byte, or has any one byte changed, is refused or replayed, but nothing panics.
#[test]
fn no_damage_makes_it_panic() {
    let text = good().to_string();
    let mut damaged: Vec<Vec<u8>> =
        (0..text.len()).step_by(7).map(|at| text.as_bytes()[..at].to_vec()).collect();
    for at in (0..text.len()).step_by(5) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = bytes[at].wrapping_add(1 + at as u8 % 200);
        damaged.push(bytes);
    }
    for bytes in damaged {
        let file = scratch("damaged.json");
        std::fs::write(&file, &bytes).unwrap();
        let run = tefuda(&["replay", file.to_str().unwrap()], "");
        assert!((0..=2).contains(&run.code) && !run.stderr.contains("panicked"), "{}", run.stderr);
    }
}

/// A deck of whole months is dealt again, for which there is none: the record ends before its first turn.
#[test]
fn a_redeal_without_a_deck_ends_the_record() {
    let mut file = good();
    file.as_object_mut().unwrap().remove("seed");
    file["decks"] = json!([deck()]);
    file["dealer"] = json!(0);
    file["actions"] = json!([]);
    let run = replay("undealt.json", &file.to_string(), &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("no deck is left to deal round 1"), "{}", run.stdout);
}

#[test]
fn standard_input_is_a_file_too() {
    assert_eq!(tefuda(&["replay", "-"], &good().to_string()).code, 0);
}
