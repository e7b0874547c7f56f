use serde_json::Value;

use crate::run::tefuda;

/// The result as JSON, without what depends on the machine.
fn result(arguments: &[&str]) -> Value {
    let run = tefuda(&[&["arena", "--json"], arguments].concat(), "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut result: Value = serde_json::from_str(&run.stdout).unwrap();
    for side in ["a", "b"] {
        for time in ["cpu_ms_mean", "cpu_ms_p99"] {
            let time = result[side].as_object_mut().unwrap().remove(time);
            assert!(time.unwrap().as_f64().unwrap() >= 0.0);
        }
    }
    result
}

#[test]
fn the_same_on_any_number_of_cores() {
    for arguments in [
        ["koikoi", "--a", "casual", "--b", "beginner", "--matches", "24", "--seed", "3"],
        ["kierki", "--a", "casual", "--b", "beginner", "--matches", "8", "--seed", "3"],
        ["kaboom", "--a", "casual", "--b", "beginner", "--matches", "8", "--seed", "3"],
    ] {
        let one = result(&[&arguments[..], &["--cores", "1"]].concat());
        assert_eq!(one, result(&[&arguments[..], &["--cores", "3"]].concat()));
        assert_eq!(one["matches"].to_string(), arguments[6]);
    }
}

#[test]
fn equal_players_on_both_sides_of_two_seats_come_out_even() {
    let result = result(&["koikoi", "--a", "casual", "--b", "casual", "--matches", "31"]);
    assert_eq!(result["matches"], 32, "each deal is played from both seats");
    assert_eq!(result["a_better_by"]["mean"], 0.0);
    assert_eq!(result["a_wins"]["mean"], 0.5);
}

#[test]
fn points_of_deals_that_were_all_alike_have_no_interval() {
    let sides = ["kierki", "--a", "casual", "--b", "casual", "--matches", "400", "--rule", "deals=7N"];
    let told = &result(&sides)["a_better_by"];
    assert_eq!(told, &serde_json::json!({ "mean": 0.0, "low": null, "high": null }));
}

/// A short arena of Kierki, in which little is decided.
const SHORT: [&str; 11] =
    ["kierki", "--a", "casual", "--b", "club", "--matches", "8", "--budget-b", "5", "--rounds", "2"];

#[test]
fn the_table_says_all_that_was_asked_for() {
    let run = tefuda(&[&["arena", "--sprt=-5,5", "--seed", "7"], &SHORT[..]].concat(), "");
    for part in [
        "Kierki, seven with deals = 1N 2E, 4 seats: 8 matches on 2 deals",
        "00000007\n  A  casual\n  B  club, 5 playouts for a decision, 3 seats",
        "fair would be 25.0",
        "sequential test: not decided between -5 and 5 Elo (log-likelihood ratio +0.00)",
    ] {
        assert!(run.stdout.contains(part), "{part} in {}", run.stdout);
    }
    let told = result(&[&["--sprt=-5,5"], &SHORT[..]].concat());
    assert_eq!(told["rules"]["deals"], serde_json::json!(["1N", "2E"]));
    assert_eq!((&told["a"]["playouts"], &told["b"]["playouts"]), (&Value::Null, &5.into()));
    assert_eq!((&told["sprt"]["lower"], &told["sprt"]["verdict"]), (&(-5.0).into(), &"open".into()));
}

#[test]
fn a_decided_test_says_what_is_decided() {
    let sides = ["arena", "koikoi", "--a", "casual", "--b", "beginner", "--matches", "400", "--cores", "1"];
    for (bounds, sentence) in [
        ("--sprt=0,40", "decided: A is better by 40 Elo rather than 0"),
        ("--sprt=300,400", "decided: A is better by 300 Elo rather than 400"),
    ] {
        let run = tefuda(&[&sides[..], &[bounds]].concat(), "");
        assert!(run.stdout.contains(sentence), "{}", run.stdout);
    }
}

#[test]
fn what_is_reckoned_once_is_no_decision() {
    let run = tefuda(&["arena", "koikoi", "--a", "club", "--b", "club", "--matches", "2", "--json"], "");
    let told: Value = serde_json::from_str(&run.stdout).unwrap();
    for side in ["a", "b"] {
        let [mean, p99] = ["cpu_ms_mean", "cpu_ms_p99"].map(|time| told[side][time].as_f64().unwrap());
        // To reckon the odds of the match takes more than a hundred.
        assert!(mean <= p99 && p99 < 20.0, "{mean} {p99}");
    }
}

#[test]
fn wrong_options_are_told() {
    for (arguments, sentence) in [
        (&["--matches", "0"][..], "at least 1"),
        (&["--sprt", "15,0"], "the smaller one first"),
        (&["--sprt", "-15,-20"], "the smaller one first"),
        (&["--cores", "0"], "--cores"),
        (&["kierki", "--seats", "3"], "this game is for 4"),
        (&["--budget", "0"], "--budget"),
        (&["--a", ""], "it is empty"),
        (&["--b", "mine", "--budget-b", "9"], "the program `mine` thinks as it likes"),
        (&["--b", "python3 'mine.py"], "a quotation mark is missing"),
    ] {
        let run = tefuda(&[&["arena"], arguments].concat(), "");
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stdout);
        assert!(run.stderr.contains(sentence), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn a_level_that_is_none_is_told_with_all_of_them() {
    let run = tefuda(&["arena", "--a", "Expert"], "");
    assert_eq!(run.code, 3);
    let sentence = "the program `Expert` cannot be started: No such file or directory (os error 2); \
        if a level is meant, the levels are beginner, casual, club, strong and expert";
    assert!(run.stderr.contains(sentence), "{}", run.stderr);
}
