//! `tefuda review`: a graph and the moments, the same as JSON, and files that cannot be reviewed.

use serde_json::Value;

use crate::run::{repository, tefuda};

fn review(file: &str, more: &[&str]) -> crate::run::Run {
    let path = repository("crates/tefuda/tests/cli").join(file);
    tefuda(&[&["review", path.to_str().unwrap(), "--budget", "200"], more].concat(), "")
}

#[test]
fn every_round_has_a_line_and_every_moment_a_sentence() {
    for (file, seat, unit) in [("match.json", "1", "chance to win"), ("kaboom.json", "0", "chance to win")] {
        let json = review(file, &["--seat", seat, "--json"]);
        assert_eq!((json.code, json.stderr.as_str()), (0, ""), "{file}");
        let told: Value = serde_json::from_str(&json.stdout).unwrap();
        let points = told["points"].as_array().unwrap();
        let mut rounds: Vec<u64> = points.iter().map(|point| point["round"].as_u64().unwrap()).collect();
        rounds.dedup();
        let moments = told["moments"].as_array().unwrap().len();
        assert!(!rounds.is_empty(), "{file}");
        let text = review(file, &["--seat", seat]);
        let lines: Vec<&str> = text.stdout.lines().collect();
        assert!(lines[0].ends_with(unit), "{}", lines[0]);
        assert_eq!(lines.len(), 1 + rounds.len() + moments.max(1), "{}", text.stdout);
        for (line, round) in lines[1..].iter().zip(&rounds) {
            let bars = line.chars().filter(|letter| ('▁'..='█').contains(letter)).count();
            let own = points.iter().filter(|point| point["round"] == *round).count();
            assert_eq!(bars, own, "{line}");
        }
    }
}

#[test]
fn what_cannot_be_reviewed_is_said_to_be_so() {
    assert_eq!(review("match.json", &["--seat", "2"]).code, 2);
    assert_eq!(review("none.json", &[]).code, 2);
    assert_eq!(tefuda(&["review", "-"], "{}").code, 2);
    let illegal = r#"{"version":1,"game":"kierki","rules":"seven","seats":4,"seed":"7","actions":[{"seat":3,"action":"play 2C"}]}"#;
    let refused = tefuda(&["review", "-"], illegal);
    assert_eq!((refused.code, refused.stdout.as_str()), (1, ""));
    assert!(refused.stderr.contains("action 1"), "{}", refused.stderr);
    let claims =
        illegal.replace("{\"seat\":3,\"action\":\"play 2C\"}", "").replace('}', ",\"scores\":[0,0,0,9]}");
    let refused = tefuda(&["review", "-"], &claims);
    assert_eq!((refused.code, refused.stdout.as_str()), (1, ""));
    assert!(refused.stderr.contains("not [0, 0, 0, 9] as recorded"), "{}", refused.stderr);
}
