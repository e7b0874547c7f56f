//! `tefuda verify`: what holds, what does not, and files that cannot be read.

use game::{Entropy, Ruleset as _, Seat, Seed, Viewer};
use koikoi::{KoiKoi, Rules};
use serde_json::{Value, json};
use table::{ActionId, Message, Occupant, Outbox, PlayerId, Settings, Table};
use wire::replay::{self, Replay};

use crate::run::{Run, scratch, tefuda};

fn run(name: &str, file: &Value, more: &[&str]) -> Run {
    let path = scratch(name);
    std::fs::write(&path, file.to_string()).unwrap();
    tefuda(&[&["verify", path.to_str().unwrap()], more].concat(), "")
}

/// A match of two who have given `00` and `0101`, as a house files it.
fn filed() -> Value {
    let rules = Rules { rounds: 1, ..Rules::preset("japan").unwrap() };
    let settings = Settings { entropy: 1, ..Settings::new(rules) };
    let players = [PlayerId(0), PlayerId(1)];
    let mut out = Outbox::default();
    let seats = players.map(Occupant::Player).into();
    let mut table = Table::<KoiKoi>::open(players[0], settings, seats, Seed::from(7), 0, &mut out);
    for player in players {
        let entropy = Entropy::new(vec![player.0 as u8; player.0 as usize + 1]).unwrap();
        table.give(player, entropy, 0, &mut out).unwrap();
    }
    for id in 0.. {
        let Some(seat) = table.awaited().first() else { break };
        let Message::Snapshot(snapshot) = table.snapshot(Viewer::Seat(seat), None) else { panic!() };
        table.act(players[seat.index()], ActionId(id.to_string()), snapshot.scene.legal[0], 0, &mut out);
    }
    assert!(table.seat_of(players[1]) == Seat::new(1));
    serde_json::from_str(&replay::write(&Replay::of(&table, Vec::new()).unwrap())).unwrap()
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
