//! The text port of `tefuda serve`, `tefuda text-server` and `tefuda text-client`, over real sockets.
#![allow(clippy::unwrap_used)]

mod tables;
mod trouble;
mod visitor;

use std::io::Write;
use std::process::{Command, Stdio};

use visitor::{House, Visitor};

/// Every line of the text fits the width that was asked for, and has nothing but ASCII.
fn assert_plain(text: &str, columns: usize) {
    for line in text.lines() {
        assert!(line.is_ascii() && line.len() <= columns, "{line}");
    }
}

#[test]
fn whole_matches_of_each_game_are_played_over_a_socket() {
    let house = House::open(&[]);
    for (game, preset, seats) in
        [("koikoi", "quick", None), ("kierki", "seven", None), ("kaboom", "short", Some("2"))]
    {
        let mut visitor = Visitor::named(&house, "Ada");
        let answers = [Some(game), Some(preset), Some("1"), seats, Some("beginner")];
        answers.into_iter().flatten().for_each(|answer| visitor.types(answer));
        let told = visitor.plays_to_the_end();
        assert!(told.contains("Ada") && told.contains("The match is over; it is kept as"), "{told}");
        assert_plain(&told, 80);
        visitor.types("score");
        assert!(visitor.until("points win.").contains("Ada"));
        visitor.types("log 3");
        visitor.until("The match is over; it is kept as");
        if game == "koikoi" {
            visitor.types("review");
            visitor.until("Koi-Koi, Ada: chance to win");
            visitor.until("\n> ");
        }
        visitor.types("rematch");
        visitor.until("\n> ");
        if game != "kaboom" {
            visitor.types("hint");
            visitor.until("Bots advise:");
        }
        visitor.types("quit");
        visitor.until("`quit` again to leave");
        visitor.types("quit");
        assert!(visitor.hears_the_end().ends_with("Goodbye.\n"));
    }
}

#[test]
fn bytes_may_come_one_by_one_and_lines_may_end_anyhow() {
    let house = House::open(&[]);
    for (end, answers) in [
        ("\n", ["koikoi", "quick", "1", "beginner"].as_slice()),
        ("\r\n", &["kierki", "seven", "1", "beginner"]),
        ("\r\0", &["kaboom", "short", "1", "2", "beginner"]),
    ] {
        let mut visitor = Visitor::connect(&house);
        (visitor.end, visitor.bytewise) = (end, true);
        visitor.until("Your name? ");
        visitor.enter("Ada");
        answers.iter().for_each(|answer| visitor.types(answer));
        assert!(visitor.plays_to_the_end().contains("The match is over"));
    }
}

#[test]
fn a_flip_needs_no_turn() {
    let house = House::open(&[]);
    let mut visitor = Visitor::named(&house, "Ada");
    ["kaboom", "standard", "1", "", "casual", "ready"].iter().for_each(|answer| visitor.types(answer));
    visitor.until("is turned as discard 1");
    visitor.types("flip 0");
    // The bot may have been quicker, or the card the right one.
    visitor.until_any(&[
        "flips 0.0: ",
        "is none of the choices",
        "It is not your turn",
        "Another card was discarded",
        "No: ",
    ]);
}

#[test]
fn many_lines_may_come_in_one_segment() {
    let house = House::open(&[]);
    let mut visitor = Visitor::connect(&house);
    visitor.sends(b"Ada\r\npace 0\nkoikoi\nquick\r\n2\n\ntable\nscore\n1\n1\n");
    let told = visitor.until("points win.");
    for expected in ["Welcome, Ada.", "With whom?", "== Round 1 of 2", "Ada: 0 points, 8 cards in hand"] {
        assert!(told.contains(expected), "{expected} in {told}");
    }
    visitor.until("Ada plays");
}

#[test]
fn a_house_for_text_alone_and_its_client() {
    let house = House::start(&["text-server", "0"]);
    let mut client = Command::new(env!("CARGO_BIN_EXE_tefuda"))
        .args(["text-client", "localhost", &house.text.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    client
        .stdin
        .take()
        .unwrap()
        .write_all("Bashō\nkaboom\n\n1\n3\nclub\ntable\nquit\nquit\n".as_bytes())
        .unwrap();
    let output = client.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("Welcome, Basho.") && told.contains("\nBot 2: 0 points"), "{told}");
    assert!(told.ends_with("Goodbye.\n") && !told.contains('\r'), "{told}");
    assert_eq!(house.stop(), Some(0));
}

#[test]
fn a_client_without_a_house_says_what_to_do() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_tefuda")).args(["text-client", "127.0.0.1", "1"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("no house answers; `tefuda serve` opens one"), "{said}");
}
