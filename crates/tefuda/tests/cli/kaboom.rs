//! Kaboom in the line mode: turns, and flips in between.

use crate::run::{repository, scratch, tefuda};

/// The first action of the list where one is awaited, nothing where nobody waits.
fn ones() -> String {
    "1\n\n".repeat(4000)
}

#[test]
fn a_match_of_every_preset_ends_and_replays() {
    for (preset, seats) in [("standard", "2"), ("short", "3"), ("gentle", "4"), ("party", "3")] {
        let file = scratch(&format!("kaboom-{preset}.json"));
        let path = file.to_str().unwrap();
        let arguments = ["play", "kaboom", "--plain", "--preset", preset, "--seats", seats, "--seed", "5"];
        let run = tefuda(&[&arguments[..], &["--save", path]].concat(), &ones());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{preset}");
        assert!(run.stdout.contains(" the match ("), "{preset}: {}", run.stdout);
        let again = tefuda(&arguments, &ones());
        assert!(run.stdout.starts_with(&again.stdout), "{preset}: the same seed and input, the same match");
        let replay = tefuda(&["replay", path], "");
        assert_eq!((replay.code, replay.stderr.as_str()), (0, ""), "{preset}");
        assert!(replay.stdout.contains("The match is over after"), "{}", replay.stdout);
        assert!(replay.stdout.contains(&format!("Kaboom, {preset}\n")), "{}", replay.stdout);
        let events = tefuda(&["replay", path, "--json"], "").stdout;
        assert!(events.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
    }
}

#[test]
fn a_person_flips_when_nobody_waits() {
    // Seed 5 turns 4H first, and the person, in the second seat, peeks at a 4 or not: any card can be tried.
    let arguments = ["play", "kaboom", "--seats", "3", "--seed", "5", "--seat", "1"];
    let run = tefuda(&arguments, "look\nready\nflip 1.0\nquit\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("(Enter to let play go on) > Player flips 1.0: "), "{}", run.stdout);
}

/// A finished match with a reshuffle, flips and gifts, as some build on some machine recorded it with its hash.
#[test]
fn a_recorded_match_ends_in_the_recorded_state() {
    let path = repository("crates/tefuda/tests/cli/kaboom.json");
    let recorded: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let run = tefuda(&["replay", path.to_str().unwrap()], "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains(recorded["hash"].as_str().unwrap()), "{}", run.stdout);
    for what in ["right, is discard", "wrong", "gives", "shuffled into a new draw pile"] {
        assert!(run.stdout.contains(what), "{what}");
    }
}

#[test]
fn no_card_is_shown_before_one_is_seen() {
    let run = tefuda(&["play", "kaboom", "--seats", "4", "--seed", "5"], "");
    assert!(run.stdout.contains("1) look"));
    for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"] {
        for suit in ["C", "D", "H", "S", "♣", "♦", "♥", "♠"] {
            assert!(!run.stdout.contains(&format!(" {rank}{suit}")), "{}", run.stdout);
        }
    }
}

#[test]
fn wrong_options_get_a_sentence_and_code_2() {
    for (arguments, sentence) in [
        (&["play", "kaboom", "--seats", "7"][..], "a table of 7: this game is for 2 to 6"),
        (&["play", "koikoi", "--seats", "3"], "a table of 3: this game is for 2"),
        (&["play", "kaboom", "--seat", "2"], "seat 2: the table has seats 0 to 1"),
        (&["play", "kaboom", "--preset", "quick"], "`quick` is no preset of Kaboom; there are standard"),
        (&["play", "kaboom", "--rule", "flip_penalty=3"], "`flip_penalty` is 3, and must be from 0 to 2"),
        (&["play", "kaboom", "--seats", "4", "--rule", "seats=3"], "a table of 4: this game is for 2 to 3"),
    ] {
        let run = tefuda(arguments, "");
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(sentence), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn the_benchmark_prints_a_figure() {
    let arguments =
        ["bench", "kaboom", "--preset", "standard", "--seats", "4", "--seconds", "0.05", "--json"];
    let figure: serde_json::Value = serde_json::from_str(&tefuda(&arguments, "").stdout).unwrap();
    assert_eq!(figure["seats"], 4);
    assert!(figure["rounds_per_cpu_second"].as_f64().unwrap() > 0.0);
}
