//! Kierki at the command line.

use crate::run::{scratch, tefuda};

/// Always the first action of the list.
fn ones() -> String {
    "1\n".repeat(600)
}

#[test]
fn a_match_of_every_preset_ends_and_replays() {
    for preset in ["seven", "full", "robbers"] {
        let file = scratch(&format!("kierki-{preset}.json"));
        let path = file.to_str().unwrap();
        let arguments =
            ["play", "kierki", "--plain", "--preset", preset, "--seed", "5", "--seat", "2", "--save", path];
        let run = tefuda(&arguments, &ones());
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{preset}");
        assert!(run.stdout.contains("the fewest points"), "{preset}: {}", run.stdout);
        assert!(!run.stdout.contains("seat "), "names stand in place of seats");
        let replay = tefuda(&["replay", path], "");
        assert_eq!((replay.code, replay.stderr.as_str()), (0, ""), "{preset}");
        assert!(replay.stdout.contains("The match is over after"), "{}", replay.stdout);
        assert!(replay.stdout.starts_with(&format!("Kierki, {preset}\n")));
        let json = tefuda(&["replay", path, "--json"], "");
        assert!(json.stdout.lines().all(|line| line.starts_with('{')), "{}", json.stdout);
    }
}

#[test]
fn knobs_and_their_faults() {
    let deal = ["play", "kierki", "--seed", "7", "--rule", "deals=5W 7N", "--rule", "end_early=yes"];
    let run = tefuda(&deal, "");
    assert!(run.stdout.contains("Deal 1, type 5 (the king of hearts): Bot 3 leads first"), "{}", run.stdout);
    for (rule, message) in [
        (
            "deals=8N",
            "`deals` is `8N`, and takes deals like 1N 2E 7W: a deal is its type from 1 to 7 and the seat",
        ),
        ("deals=", "`deals` has 0 deals"),
        ("trumps=yes", "`trumps` is no knob"),
        ("end_early=7", "`end_early`"),
    ] {
        let run = tefuda(&["play", "kierki", "--rule", rule], "");
        assert_eq!(run.code, 2, "{rule}");
        assert!(run.stderr.contains(message), "{rule}: {}", run.stderr);
    }
    let rules = tefuda(&["rules", "kierki"], "");
    assert_eq!(rules.code, 0);
    assert!(rules.stdout.contains("deals = 1N 2E 3S 4W 5N 6E 7S"), "{}", rules.stdout);
}

#[test]
fn deals_from_a_game_file() {
    let file = scratch("kierki-deals.txt");
    let text = "2E\n2C3C4C5C6C7C8C9C10CJCQCKCAC\n2D3D4D5D6D7D8D9D10DJDQDKDAD\n\
        2H3H4H5H6H7H8H9H10HJHQHKHAH\n2S3S4S5S6S7S8S9S10SJSQSKSAS\n";
    std::fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let saved = scratch("kierki-deals.json");
    let run = tefuda(&["play", "kierki", "--deals", path, "--save", saved.to_str().unwrap()], &ones());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("Player holds 2C 3C 4C"), "{}", run.stdout);
    assert!(
        run.stdout.contains("is over: 0 : 13 : 0 : 0"),
        "whoever leads takes every heart: {}",
        run.stdout
    );
    assert_eq!(tefuda(&["replay", saved.to_str().unwrap()], "").code, 0);
    std::fs::write(&file, text.replace("AS", "AC")).unwrap();
    let run = tefuda(&["play", "kierki", "--deals", path], "");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("line 5: AC is dealt twice"), "{}", run.stderr);
    let other = tefuda(&["play", "koikoi", "--deals", path], "");
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("no files of deals"), "{}", other.stderr);
}
