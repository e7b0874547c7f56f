//! Matches in the line mode, as people and scripts play them.

use crate::run::{scratch, tefuda};

/// Always the first action of the list.
fn ones() -> String {
    "1\n".repeat(600)
}

#[test]
fn a_match_of_every_preset_ends_and_replays() {
    for preset in ["lightning", "quick", "months", "nintendo", "japan"] {
        let file = scratch(&format!("{preset}.json"));
        let path = file.to_str().unwrap();
        let arguments =
            ["play", "koikoi", "--plain", "--preset", preset, "--rounds", "3", "--seed", "5", "--save", path];
        let run = tefuda(&arguments, &ones());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{preset}");
        assert!(
            run.stdout.contains("wins the match") || run.stdout.contains("a draw"),
            "{preset}: {}",
            run.stdout
        );
        let replay = tefuda(&["replay", path], "");
        assert_eq!((replay.code, replay.stderr.as_str()), (0, ""), "{preset}");
        assert!(replay.stdout.contains("The match is over after"), "{}", replay.stdout);
    }
}

#[test]
fn numbers_and_codes_are_the_same_and_nonsense_changes_nothing() {
    let arguments = ["play", "--rounds", "1", "--seed", "7"];
    let by_number = tefuda(&arguments, "1\n1\nquit\n");
    let by_code = tefuda(&arguments, "play 1-crane\nplay 3-plain-1\nquit\n");
    assert_eq!(by_number.stdout, by_code.stdout);
    let clumsy = tefuda(
        &arguments,
        "0\n9\nplay 12-crane\nkoikoi\n\n help \n-1\nplay 1-crane\nx\nplay 3-plain-1\nquit\n",
    );
    assert_eq!(clumsy.code, 0);
    assert_eq!(clumsy.stdout.matches("That is none of the actions").count(), 5);
    assert!(clumsy.stdout.contains("No: a card has to be played first."), "{}", clumsy.stdout);
    let moves = |text: &str| {
        text.lines().filter(|line| line.contains("plays")).map(str::to_owned).collect::<Vec<_>>()
    };
    let strip = |line: String| line.trim_start_matches("> ").to_owned();
    let left: Vec<String> = moves(&by_code.stdout).into_iter().map(strip).collect();
    let right: Vec<String> = moves(&clumsy.stdout).into_iter().map(strip).collect();
    assert!(left.iter().zip(&right).all(|(a, b)| b.ends_with(a.as_str())), "{left:?} {right:?}");
}

#[test]
fn nonsense_without_end_leaves_the_table() {
    let run = tefuda(&["play", "--seed", "7"], &"nonsense\n".repeat(10_000));
    assert_eq!(run.code, 0);
    assert_eq!(run.stdout.matches("That is none of the actions").count(), 100);
    // The tail of a line that is too long is no answer of its own.
    let run = tefuda(&["play", "--seed", "7"], &format!("{}1\nquit\n", "x".repeat(1024)));
    assert!(!run.stdout.contains("Player plays"), "{}", run.stdout);
}

#[test]
fn every_line_fits_80_columns() {
    for preset in ["lightning", "quick", "months", "nintendo", "japan"] {
        for answers in ["1\n", "2\n1\n"] {
            let run =
                tefuda(&["play", "--preset", preset, "--rounds", "6", "--seed", "42"], &answers.repeat(300));
            let long = run.stdout.lines().find(|line| line.chars().count() > 80);
            assert_eq!(long, None, "{preset}");
        }
    }
}

#[test]
fn a_name_may_look_like_a_seat() {
    let run = tefuda(&["play", "--seed", "7", "--name", "My seat 1"], "1\nquit\n");
    assert!(run.stdout.contains("My seat 1 plays 1-crane"), "{}", run.stdout);
}

#[test]
fn the_end_of_input_leaves_the_table() {
    for input in ["", "1\n", "1", "\u{0}\u{1}\n", &"9".repeat(5000)] {
        let run = tefuda(&["play", "--seed", "7"], input);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.trim_end().ends_with("You leave the table."), "{}", run.stdout);
    }
}

#[test]
fn the_other_hand_is_never_shown() {
    // Seat 1 of the deal of seed 7, as a replay of it tells.
    let bot =
        ["4-cuckoo", "5-bridge", "5-ribbon", "5-plain-2", "7-boar", "9-ribbon", "11-swallow", "12-plain-1"];
    let run = tefuda(&["play", "--seed", "7", "--rounds", "1"], "");
    assert!(bot.iter().all(|card| !run.stdout.contains(card)), "{}", run.stdout);
    let from_the_other_side = tefuda(&["play", "--seed", "7", "--rounds", "1", "--seat", "1"], "");
    assert!(
        bot.iter().all(|card| from_the_other_side.stdout.contains(card)),
        "{}",
        from_the_other_side.stdout
    );
}

#[test]
fn wrong_options_get_a_sentence_and_code_2() {
    for (arguments, sentence) in [
        (&["play", "--preset", "tokyo"][..], "`tokyo` is no preset of Koi-Koi; there are lightning, quick"),
        (&["play", "--rounds", "13"], "`rounds` is 13, and takes 1 to 12"),
        (&["play", "--rounds", "0"], "`rounds` is 0, and takes 1 to 12"),
        (&["play", "--rule", "tempo=3"], "`tempo` is no knob of these rules"),
        (&["play", "--rule", "rounds"], "`rounds` is not of the form KNOB=VALUE"),
        (&["play", "--rule", "must_capture=maybe"], "`must_capture` is `maybe`, and takes yes or no"),
        (
            &["play", "--rule", "koikoi_limit=twice"],
            "`koikoi_limit` is `twice`, and takes none, once, once-and-higher",
        ),
        (
            &["play", "--rule", "three_lights=9"],
            "`rainy_four_lights` is 7, and must be at least `three_lights` (9)",
        ),
        (&["play", "--rule", "stake=300"], "`stake` is 300, and takes 0 to 200"),
        (&["play", "--seed", "abc"], "a seed is 64 hexadecimal digits"),
        (&["play", "--seat", "2"], "seat 2: the table has seats 0 to 1"),
        (&["play", "--rounds", "300"], "`rounds` is 300, and takes 1 to 12"),
        (&["play", "--name", ""], "a name has 1 to 24 letters"),
        (&["play", "--name", "a\nb"], "a name has 1 to 24 letters"),
        (&["play", "--save", "/nowhere/at/all.json"], "/nowhere/at/all.json: No such file"),
        (&["play", "--preset", "\u{1b}[2J\n"], "`\\u{1b}[2J\\n` is no preset"),
        (&["play", "chess"], "invalid value 'chess'"),
        (&["bench", "--preset", "tokyo"], "`tokyo` is no preset"),
        (&["bench", "--seconds", "0"], "--seconds is a number from"),
        (&["rules", "--rule", "double_at=-1"], "`double_at` is -1, and takes 0 to 100"),
        (&["dance"], "unrecognized subcommand"),
    ] {
        let run = tefuda(arguments, "");
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(sentence), "{arguments:?}: {}", run.stderr);
        assert!(!run.stderr.contains("panicked"), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn rules_print_and_come_back() {
    let run = tefuda(&["rules", "koikoi", "--preset", "months", "--json"], "");
    let rules: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(rules["cherry_viewing"], 6);
    let text = tefuda(&["rules", "koikoi", "--rule", "no_chaff=3"], "").stdout;
    assert!(text.contains("no_chaff = 3") && text.contains("nintendo"), "{text}");
}

#[test]
fn the_benchmark_prints_a_figure() {
    let run = tefuda(&["bench", "koikoi", "--preset", "japan", "--seconds", "0.05", "--json"], "");
    let figure: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(
        figure["rounds"].as_u64().unwrap() > 0 && figure["rounds_per_cpu_second"].as_f64().unwrap() > 0.0
    );
}

#[test]
fn a_pace_is_for_tables_that_are_opened_on_the_screen() {
    for options in [&["--plain"][..], &["--server", "http://127.0.0.1:1", "--code", "K7F3Q9MX"]] {
        let run = tefuda(&[&["play", "--pace", "5"], options].concat(), "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{options:?}");
        assert!(run.stderr.contains("'--pace <MS>' cannot be used with"), "{}", run.stderr);
    }
}
