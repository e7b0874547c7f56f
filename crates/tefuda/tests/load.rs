//! `tefuda load` plays, and tells what it has measured. How much that is depends on the machine, and is not looked at.
#![allow(clippy::unwrap_used)]

use std::process::Command;

use serde_json::Value;

fn load(arguments: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tefuda"));
    let output = command.arg("load").args(arguments).arg("--json").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn all_games_are_played_without_a_fault_and_so_is_the_limit() {
    let games = ["--game", "koikoi,kierki,kaboom", "--tables", "6", "--tables-per-connection", "2"];
    let report =
        load(&[&games[..], &["--seconds", "1", "--warmup", "0.2", "--store", "memory,sqlite"]].concat());
    let runs = report["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 2);
    for run in runs.iter().chain([&report["limit"]]) {
        assert!(run["moves"].as_u64().unwrap() > 0, "{run}");
        assert_eq!((&run["tables"], &run["connections"]), (&6.into(), &10.into()));
        for fault in ["broken", "gaps", "lost", "reconnects"] {
            assert_eq!(run[fault], 0, "{run}");
        }
        assert_eq!(run["refused"], serde_json::json!({}));
        assert!(run["ack"]["p50"].as_f64().unwrap() > 0.0);
        assert!(run["bytes_per_move_and_player"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn connections_that_break_are_made_again_over_lines_too() {
    let arguments =
        ["--tables", "3", "--rate", "100", "--seconds", "1", "--warmup", "0", "--no-limit", "--lines"];
    let report =
        load(&[&arguments[..], &["--reconnect", "5", "--spectators", "2", "--slow-readers", "1"]].concat());
    let run = &report["runs"][0];
    assert!(run["moves"].as_u64().unwrap() > 0 && run["reconnects"].as_u64().unwrap() > 0, "{run}");
    assert_eq!((&run["gaps"], &run["lost"], &run["broken"]), (&0.into(), &0.into(), &0.into()));
}

#[test]
fn a_server_that_is_killed_keeps_what_it_has_acknowledged() {
    let arguments = ["--tables", "3", "--store", "sqlite", "--seconds", "3", "--warmup", "0", "--no-limit"];
    let report = load(&[&arguments[..], &["--rate", "100", "--kill-every", "1"]].concat());
    let run = &report["runs"][0];
    assert!(run["moves"].as_u64().unwrap() > 0 && run["killed"].as_u64().unwrap() > 0, "{run}");
    assert_eq!((&run["gaps"], &run["lost"]), (&0.into(), &0.into()));
}

#[test]
fn options_that_make_no_sense_are_refused() {
    for arguments in
        [&["--tables", "0"][..], &["--rate", "fast"], &["--kill-every", "5"], &["--server", "ftp://x"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tefuda"));
        let output = command.arg("load").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
