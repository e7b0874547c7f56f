//! The bot protocol: the house's own bots behind it, other programs in seats, and what docs/bots.md says of both.

use std::path::PathBuf;

use game::{ActionList, Deals, Game, Ruleset, Seat, Viewer};
use kierki::{Kierki, Rules};
use serde_json::{Value, json};
use wire::bot::{read_answer, read_question, write_question};

use crate::run::{Run, repository, scratch, tefuda};

/// The code block that comes first behind these words of docs/bots.md.
fn block(behind: &str) -> String {
    let document = std::fs::read_to_string(repository("docs/bots.md")).unwrap();
    let (_, chapter) = document.split_once("## The bot protocol").unwrap();
    let (_, rest) = chapter.split_once(behind).unwrap();
    let (_, rest) = rest.split_once("```").unwrap();
    let (_, rest) = rest.split_once('\n').unwrap();
    rest.split_once("```").unwrap().0.to_owned()
}

/// The command that runs this program.
fn python(name: &str, program: &str) -> String {
    let path = scratch(name);
    std::fs::write(&path, program).unwrap();
    format!("python3 '{}'", path.display())
}

fn shell(script: &str) -> String {
    format!("sh -c '{script}'")
}

fn bot(arguments: &[&str], input: &str) -> Vec<Value> {
    let run = tefuda(&[&["bot", "--seed", "1"], arguments].concat(), input);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn play_six() -> Kierki {
    let rules = Rules::preset("seven").unwrap();
    let mut state = Kierki::start(&rules, 4, &Deals::Seed(7.into()), &mut ()).unwrap();
    for (seat, action) in
        [(0, "play 4D"), (1, "play 3D"), (2, "play 5D"), (3, "play AD"), (3, "play 2S"), (0, "play QS")]
    {
        state.play(Seat::new(seat).unwrap(), action.parse().unwrap(), &mut ()).unwrap();
    }
    state
}

#[test]
fn the_examples_are_true() {
    let state = play_six();
    let (seat, mut legal) = (Seat::new(1).unwrap(), ActionList::new());
    state.legal(seat, &mut legal);
    let line = write_question::<Kierki>(&state.view(Viewer::Seat(seat)), &legal, true);
    let question: Value = serde_json::from_str(&block("**A question**")).unwrap();
    assert_eq!(question, serde_json::from_str::<Value>(&line).unwrap());
    assert!(read_question::<Kierki>(question.to_string().as_bytes()).is_ok());
    let answers = block("**An answer**");
    assert_eq!(answers.lines().count(), 5);
    for answer in answers.lines() {
        assert!(read_answer(answer.as_bytes(), &legal, false).is_ok(), "{answer}");
    }
    let [error] = &bot(&["--game", "kierki", "--level", "casual"], "dance\n")[..] else { panic!() };
    assert_eq!(block("**`tefuda bot`**").trim(), error.to_string());
    let document = std::fs::read_to_string(repository("docs/bots.md")).unwrap();
    for code in [
        "no-question",
        "too-long",
        "no-view",
        "impossible-view",
        "spectator",
        "no-legal",
        "not-legal",
        "internal",
    ] {
        assert!(document.contains(&format!("`{code}`")), "{code}");
    }
}

#[test]
fn the_bot_in_python_plays_whole_matches_of_all_games() {
    let command = python("mine.py", &block("### A bot in Python"));
    for (game, options) in [
        ("koikoi", &["--preset", "nintendo", "--matches", "2"][..]),
        ("koikoi", &["--preset", "japan", "--matches", "2"]),
        ("kierki", &["--matches", "4"]),
        ("kaboom", &["--preset", "short", "--seats", "3", "--matches", "6"]),
    ] {
        let run = tefuda(
            &[&["arena", game, "--a", &command, "--b", "casual", "--json", "--cores", "1"], options].concat(),
            "",
        );
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{game}");
        let result: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(result["matches"].to_string(), options[options.len() - 1]);
        assert!(result["a"]["decisions"].as_u64().unwrap() > 10, "{result}");
        assert_eq!(result["a"]["cpu_ms_mean"], Value::Null, "a program's CPU time is not known");
    }
}

/// The players by rules of docs/examples play on against whoever thinks, and lose to it.
#[test]
fn the_players_by_rules_are_beaten() {
    let program = repository("docs/examples/kierki_rules.py");
    let mut better = 0.0;
    for number in 0..7 {
        let command = format!("python3 '{}' {number}", program.display());
        let run =
            tefuda(&["arena", "kierki", "--a", "club", "--b", &command, "--matches", "4", "--json"], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{number}");
        let result: Value = serde_json::from_str(&run.stdout).unwrap();
        better += result["a_better_by"]["mean"].as_f64().unwrap() / 7.0;
    }
    assert!(better > 10.0, "{better}");
}

#[test]
fn a_level_behind_the_protocol_plays_as_the_level_itself() {
    let program = format!("'{}' bot --game kierki --level casual --seed 1", env!("CARGO_BIN_EXE_tefuda"));
    let scores = |a: &str| {
        let run =
            tefuda(&["arena", "kierki", "--a", a, "--b", "casual", "--matches", "4", "--json"], "").stdout;
        let result: Value = serde_json::from_str(&run).unwrap();
        (result["a_better_by"].clone(), result["a"]["points_per_match"].clone())
    };
    assert_eq!(scores(&program), scores("casual"), "casual uses no chance");
}

#[test]
fn every_line_gets_a_line() {
    let question = block("**A question**").replace('\n', "");
    let good: Value = serde_json::from_str(&question).unwrap();
    let with = |field: &str, value: Value| {
        let mut question = good.clone();
        question[field] = value;
        question.to_string()
    };
    let long = "x".repeat(3 << 20);
    let one = with("legal", json!(["play AS"]));
    let input = [
        &question,
        "",
        &long,
        "[1]",
        &with("view", json!(7)),
        &with("legal", json!([])),
        &with("legal", json!(["play 2C"])),
        &one,
    ]
    .join("\n");
    let answers = bot(&["--game", "kierki", "--level", "casual", "--preset", "full"], &input);
    let codes: Vec<&str> = answers.iter().filter_map(|answer| answer["error"]["code"].as_str()).collect();
    assert_eq!(codes, ["no-question", "too-long", "no-question", "no-view", "no-legal", "not-legal"]);
    assert!(good["legal"].as_array().unwrap().contains(&answers[0]["action"]), "{}", answers[0]);
    assert_eq!(answers[7]["action"], "play AS", "only a part of what is legal");
    assert!(bot(&["--game", "koikoi", "--level", "casual"], "").is_empty());
}

/// Plays against this command, and what came of it.
fn against(command: &str, options: &[&str]) -> Run {
    let table = ["play", "kierki", "--seed", "5", "--opponent", command];
    tefuda(&[&table, options].concat(), &"1\n".repeat(100))
}

#[test]
fn a_program_that_breaks_the_protocol_ends_the_game_with_a_sentence() {
    for (command, sentence) in [
        ("/nowhere/at/all --fast", "cannot be started: No such file"),
        (&shell("exit 7"), "ended in the middle of the game (exit status: 7)"),
        (&shell("exec >&-; read x; exec sleep 100"), "closed its input or output"),
        (&shell("read x; echo hello; read y"), "the answer is no JSON: `hello` (expected value"),
        (&shell("read x; echo null; read y"), "the answer is null, but the seat must act"),
        (&shell("read x; echo \\\"stop\\\"; read y"), "`stop` is none of the legal actions"),
        (&shell("read x; echo 7; read y"), "an object with an `action`"),
        (&shell("read x; echo {\\\"after_ms\\\":5}; read y"), "the answer is `{\"after_ms\":5}`"),
        (&shell("read x; head -c 1100000 /dev/zero; read y"), "longer than 1048576 bytes"),
        (
            &format!("'{}' bot --game koikoi --level casual", env!("CARGO_BIN_EXE_tefuda")),
            "no view of koikoi",
        ),
    ] {
        let run = against(command, &[]);
        assert_eq!(run.code, 3, "{command}: {}", run.stderr);
        assert!(
            run.stderr.contains(sentence) && run.stderr.lines().count() == 1,
            "{command}: {}",
            run.stderr
        );
    }
}

#[test]
fn what_is_no_program_is_a_wrong_option() {
    for (command, sentence) in [
        ("", "it is empty"),
        ("'' x", "it is empty"),
        ("python3 'x", "a quotation mark is missing"),
        ("expert", "a level is given by `--level expert`"),
    ] {
        let run = against(command, &[]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{command}");
        assert!(run.stderr.contains(sentence), "{command}: {}", run.stderr);
    }
}

#[test]
fn a_program_that_says_or_reads_nothing_is_not_waited_for() {
    for command in [shell("exec sleep 100"), shell("read x; exec sleep 100")] {
        let run = against(&command, &["--time-limit-ms", "100"]);
        assert_eq!(run.code, 3, "{command}: {}", run.stderr);
        assert!(run.stderr.contains("gave no answer within 100 ms"), "{command}: {}", run.stderr);
    }
}

#[test]
fn a_program_that_says_more_than_asked_is_told() {
    let twice = block("### A bot in Python")
        .replace("print(json.dumps", "print(2 * ('%s\\n' % json.dumps")
        .replace("), flush", ")), end='', flush");
    let run = against(&python("twice.py", &twice), &[]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("said a line that nobody asked for"), "{}", run.stderr);
}

#[test]
fn what_was_played_before_a_fault_is_saved() {
    let path = scratch("broken.json");
    let file = path.to_str().unwrap();
    let run = against(&shell("exit 1"), &["--save", file]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let replay: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(replay["actions"].as_array().unwrap().len(), 1, "the person's card");
    assert_eq!(tefuda(&["replay", file], "").code, 0);
}

#[test]
fn a_person_can_play_against_any_program_and_level() {
    let command = python("opponent.py", &block("### A bot in Python"));
    for game in ["koikoi", "kierki", "kaboom"] {
        for opponent in [["--opponent", &command], ["--level", "beginner"]] {
            let arguments = [&["play", game, "--seed", "5"], &opponent[..]].concat();
            let run = tefuda(&arguments, &"1\n\n".repeat(4000));
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments:?}");
            assert!(run.stdout.contains(" the match"), "{arguments:?}: {}", run.stdout);
        }
    }
}

#[test]
fn wrong_options_are_told() {
    for (arguments, sentence) in [
        (&["bot", "--level", "casual"][..], "--game"),
        (&["bot", "--game", "koikoi"], "--level"),
        (&["bot", "--game", "koikoi", "--level", "genius"], "beginner, casual, club, strong, expert"),
        (&["bot", "--game", "koikoi", "--level", "casual", "--preset", "seven"], "`seven` is no preset"),
        (&["bot", "--game", "koikoi", "--level", "casual", "--seed", "x"], "a seed is 64"),
        (&["play", "--level", "casual", "--opponent", "x"], "cannot be used with"),
    ] {
        let run = tefuda(arguments, "");
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(sentence), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn programs_do_not_outlive_the_game() {
    let pids: PathBuf = scratch("pids");
    let _ = std::fs::remove_file(&pids);
    let script = format!("echo $$ >> \"{}\"; exec sleep 100", pids.display());
    let run = against(&shell(&script), &["--time-limit-ms", "300"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let pids = std::fs::read_to_string(&pids).unwrap();
    assert_eq!(pids.lines().count(), 3, "one for each other seat");
    for pid in pids.lines() {
        assert!(!PathBuf::from(format!("/proc/{pid}")).exists(), "{pid} is still there");
    }
}
