//! What the command line says of itself. `INSTA_UPDATE=always` writes the snapshots anew.

use crate::run::{scratch, tefuda};

/// Every command that the help shows.
fn commands() -> Vec<String> {
    let help = tefuda(&["--help"], "").stdout;
    let named = help.lines().filter_map(|line| line.strip_prefix("  ")?.split_once("  "));
    let named = named.map(|(name, _)| name.trim().to_owned());
    named
        .filter(|name| !name.is_empty() && !name.starts_with(['-', ' ']) && name.parse::<u8>().is_err())
        .collect()
}

#[test]
fn the_help_of_every_command_is_as_it_was() {
    insta::assert_snapshot!("help", tefuda(&["--help"], "").stdout);
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    for command in commands.iter().filter(|command| *command != "help") {
        let run = tefuda(&[command, "--help"], "");
        assert_eq!(run.code, 0, "{command}");
        assert!(run.stdout.contains("Examples:\n  tefuda "), "{command} has no example: {}", run.stdout);
        insta::assert_snapshot!(format!("help-{command}"), run.stdout);
    }
}

#[test]
fn shells_get_their_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = tefuda(&["completions", shell], "");
        assert_eq!(script.code, 0, "{shell}");
        assert!(script.stdout.contains("text-server"), "{shell}");
        // The others complete no values.
        if ["bash", "zsh", "fish"].contains(&shell) {
            assert!(script.stdout.contains("koikoi") && script.stdout.contains("expert"), "{shell}");
        }
    }
    let wrong = tefuda(&["completions", "fsh"], "");
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("'fish'"), "{}", wrong.stderr);
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let page = tefuda(&["man"], "").stdout;
    assert!(
        page.starts_with(".ie") && page.contains(".TH tefuda 1") && page.contains("Exit codes"),
        "{page}"
    );
    let folder = scratch("man");
    std::fs::create_dir_all(&folder).unwrap();
    let written = tefuda(&["man", "--out", folder.to_str().unwrap()], "");
    assert_eq!(written.code, 0, "{}", written.stderr);
    for command in commands().iter().filter(|command| *command != "help") {
        let page = std::fs::read_to_string(folder.join(format!("tefuda-{command}.1"))).unwrap();
        assert!(page.contains("Examples:"), "{command}");
    }
    let nowhere = tefuda(&["man", "--out", "/no/such/place"], "");
    assert_eq!(nowhere.code, 2);
    assert!(nowhere.stderr.contains("--out names a directory that is there"), "{}", nowhere.stderr);
}

#[test]
fn what_is_nearly_right_is_guessed() {
    for (arguments, guess) in [
        (vec!["paly"], "'play'"),
        (vec!["rules", "koykoi"], "'koikoi'"),
        (vec!["rules", "koikoi", "--preset", "quik"], "did you mean `quick`?"),
        (vec!["bot", "--game", "kaboom", "--level", "exprt"], "'expert'"),
        (vec!["serve", "--txt-port", "1"], "'--text-port'"),
    ] {
        let run = tefuda(&arguments, "");
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.stderr.contains(guess), "{arguments:?}: {}", run.stderr);
    }
}
