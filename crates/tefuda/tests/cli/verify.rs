//! `tefuda verify`: what holds, what does not, and files that cannot be read.

use serde_json::{Value, json};

use crate::filed::filed;
use crate::run::{Run, scratch, tefuda};

fn run(name: &str, file: &Value, more: &[&str]) -> Run {
    let path = scratch(name);
    std::fs::write(&path, file.to_string()).unwrap();
    tefuda(&[&["verify", path.to_str().unwrap()], more].concat(), "")
}

#[test]
fn it_says_step_by_step_what_holds() {
    let file = filed();
    let commitment = file["fair"]["commitment"].as_str().unwrap();
    let noted = ["--commitment", commitment, "--entropy", "0=00", "--entropy", "1=0101"];
    let plain = run("fair.json", &file, &noted);
    assert_eq!((plain.code, plain.stderr.as_str()), (0, ""), "{}", plain.stdout);
    let steps: Vec<&str> = plain.stdout.lines().take(9).map(|line| line[..25].trim_end()).collect();
    let expected = [
        "ok     commitment",
        "ok     noted commitment",
        "ok     seed",
        "ok     noted entropy",
        "ok     noted entropy",
        "ok     decks",
        "ok     actions",
        "ok     scores",
        "ok     hash",
    ];
    assert_eq!(steps, expected);
    let json: Value = serde_json::from_str(&run("fair-json.json", &file, &["--json"]).stdout).unwrap();
    assert_eq!(json["holds"], true);
    assert_eq!(json["checks"][0]["check"], "commitment");
    assert_eq!(json["checks"].as_array().unwrap().len(), 6);
}

#[test]
fn what_does_not_hold_is_exit_code_1() {
    let mut file = filed();
    file["fair"]["entropy"][1] = Value::Null;
    let plain = run("unfair.json", &file, &[]);
    assert_eq!(plain.code, 1);
    assert!(plain.stdout.contains("WRONG  seed"), "{}", plain.stdout);
    assert!(plain.stderr.contains("does not hold"), "{}", plain.stderr);
    let json = run("unfair-json.json", &file, &["--json"]);
    assert_eq!(json.code, 1);
    assert_eq!(serde_json::from_str::<Value>(&json.stdout).unwrap()["holds"], false);

    let file = filed();
    for noted in [["--entropy", "0=01"], ["--entropy", "2=00"], ["--commitment", &"0".repeat(64)]] {
        let plain = run("noted.json", &file, &noted);
        assert_eq!(plain.code, 1, "{noted:?}");
        assert!(plain.stdout.contains("WRONG  noted"), "{}", plain.stdout);
    }
}

#[test]
fn files_and_options_that_cannot_be_read_are_exit_code_2() {
    let file = filed();
    for option in [["--entropy", "00"], ["--entropy", "6=00"], ["--entropy", "0=0"], ["--commitment", "00"]] {
        assert_eq!(run("options.json", &file, &option).code, 2, "{option:?}");
    }
    let mut broken = filed();
    broken["fair"]["secret"] = json!("secret");
    assert_eq!(run("broken.json", &broken, &[]).code, 2);
    assert_eq!(run("list.json", &json!([]), &[]).code, 2);
    assert_eq!(tefuda(&["verify", "/nowhere.json"], "").code, 2);
    assert_eq!(tefuda(&["verify", "-"], &filed().to_string()).code, 0);
}
