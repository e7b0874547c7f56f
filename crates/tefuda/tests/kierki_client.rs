//! `kierki-klient` over real sockets, sentence by sentence, against a server that says what we like.
#![allow(clippy::unwrap_used)]
#![allow(dead_code, reason = "the common part serves three tests")]

#[path = "kierki_common/mod.rs"]
mod common;

use common::{Fake, Line, Program, RANKS, client, has_ipv6};

const DEAL: &str = "DEAL1N2C3C4C5C6C7C8C9C10CJCQCKCAC";
const END: [&str; 2] = ["SCOREN13E0S0W0", "TOTALN13E0S0W0"];

/// A client in the north and the server's end of its connection, IAM received.
fn meet(fake: &Fake, arguments: &[&str]) -> (Program, Line) {
    let port = fake.port();
    let program = client(&[&["-h", "127.0.0.1", "-p", &port, "-N"], arguments].concat());
    let mut line = fake.accept();
    line.hears(&["IAMN"]);
    (program, line)
}

fn says(line: &mut Line, lines: &[&str]) {
    lines.iter().for_each(|text| line.say(text));
}

#[test]
fn the_automatic_player_plays_a_deal_and_is_content() {
    let fake = Fake::new("127.0.0.1:0");
    let (program, mut line) = meet(&fake, &["-a"]);
    line.say(DEAL);
    let mut held: Vec<String> = RANKS.iter().map(|rank| format!("{rank}C")).collect();
    for (number, rank) in (1..).zip(RANKS) {
        line.say(&format!("TRICK{number}"));
        let answer = line.hear();
        let card = answer.strip_prefix(&format!("TRICK{number}")).unwrap().to_owned();
        assert!(held.contains(&card), "{answer}");
        // Asked again it answers again; the card has not left the hand yet.
        line.say(&format!("TRICK{number}"));
        assert_eq!(line.hear(), answer);
        held.retain(|own| *own != card);
        line.say(&format!("TAKEN{number}{card}{rank}D{rank}H{rank}SN"));
    }
    says(&mut line, &END);
    let (here, there) = (line.stream.local_addr().unwrap(), line.stream.peer_addr().unwrap());
    drop(line);
    let ended = program.end();
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    let reported: Vec<&str> = ended.out.split_terminator("\r\n").collect();
    assert_eq!(reported.len(), 1 + 1 + 13 * 5 + 2, "a line for every message");
    assert!(reported[0].starts_with(&format!("[{there},{here},")) && reported[0].ends_with("] IAMN"));
    assert!(
        reported[1].starts_with(&format!("[{here},{there},")) && reported[1].ends_with(&format!("] {DEAL}"))
    );
}

#[test]
fn after_wrong_it_waits_for_the_next_question() {
    let fake = Fake::new("127.0.0.1:0");
    let (program, mut line) = meet(&fake, &["-a"]);
    says(&mut line, &[DEAL, "TRICK1"]);
    line.hear();
    // The next thing it says belongs to the TRICK behind the WRONG, and there is only one.
    says(&mut line, &["WRONG1", "HELLO", "TRICK2", "TRICK1"]);
    assert!(line.hear().starts_with("TRICK1"));
    says(&mut line, &END);
    line.close_for_writing();
    line.hears_the_end();
    assert_eq!(program.end().code, Some(0));
}

#[test]
fn messages_come_byte_by_byte_and_all_at_once() {
    let fake = Fake::new("127.0.0.1:0");
    let (program, mut line) = meet(&fake, &["-a"]);
    [DEAL, "TRICK1"].iter().for_each(|text| line.say_byte_by_byte(text));
    assert!(line.hear().starts_with("TRICK1"));
    let all =
        ["TAKEN12C2D2H2SN", "TRICK2", "TRICK2", "NONSENSE", "", "SCOREN1E0S0W0", DEAL, "TRICK1"].join("\r\n");
    line.bytes(format!("{all}\r\n").as_bytes());
    assert!(line.hear().starts_with("TRICK2"));
    assert!(line.hear().starts_with("TRICK2"));
    assert!(line.hear().starts_with("TRICK1"), "a deal may end early, and without a TOTAL");
    // The last messages, in any order of the seats, come together with the end.
    line.bytes(b"SCOREW0S0E0N13\r\nTOTALE0N13S0W0\r\n");
    drop(line);
    assert_eq!(program.end().code, Some(0));
}

#[test]
fn exit_codes() {
    let fake = Fake::new("127.0.0.1:0");
    let cases: [(&[&str], i32); 8] = [
        (&["BUSYN"], 1),
        (&[], 1),
        (&[DEAL], 1),
        (&[DEAL, END[0]], 1),
        (&[DEAL, END[1]], 1),
        (&[END[0], END[1]], 1),
        (&[DEAL, END[0], END[1]], 0),
        (&[DEAL, END[0], END[1], DEAL], 1),
    ];
    for style in [&["-a"][..], &[]] {
        for (lines, code) in cases {
            let (program, mut line) = meet(&fake, style);
            says(&mut line, lines);
            line.close_for_writing();
            let ended = program.end();
            assert_eq!(ended.code, Some(code), "{lines:?}");
            assert_eq!(ended.err.is_empty(), code == 0, "what went wrong is on standard error: {lines:?}");
        }
    }
    let (program, mut line) = meet(&fake, &["-a"]);
    line.bytes(&[b'x'; 1000]);
    let ended = program.end();
    assert_eq!(ended.code, Some(1));
    assert!(ended.err.contains("too long"));
}

#[test]
fn nobody_there() {
    let port = Fake::new("127.0.0.1:0").port();
    let ended = client(&["-h", "127.0.0.1", "-p", &port, "-N", "-a"]).end();
    assert_eq!(ended.code, Some(1));
    assert!(ended.err.contains("cannot connect to 127.0.0.1"), "{}", ended.err);
    let ended = client(&["-h", "no.such.host.invalid", "-p", "1", "-N", "-a"]).end();
    assert_eq!(ended.code, Some(1));
    assert!(ended.err.contains("cannot find no.such.host.invalid"), "{}", ended.err);
}

#[test]
fn families_of_addresses() {
    // The name may have an IPv6 address first: every address is tried.
    let four = Fake::new("127.0.0.1:0");
    let port = four.port();
    for family in [&["-4"][..], &[], &["-6", "-4"]] {
        let program = client(&[&["-h", "localhost", "-p", &port, "-E", "-a"], family].concat());
        four.accept().hears(&["IAME"]);
        assert_eq!(program.end().code, Some(1));
    }
    let ended = client(&["-h", "127.0.0.1", "-p", &port, "-E", "-a", "-6"]).end();
    assert_eq!(ended.code, Some(1));
    assert!(!ended.err.is_empty());
    if !has_ipv6() {
        return;
    }
    let six = Fake::new("[::1]:0");
    let port = six.port();
    for family in [&["-6"][..], &[], &["-4", "-6"]] {
        let program = client(&[&["-h", "::1", "-p", &port, "-E", "-a"], family].concat());
        six.accept().hears(&["IAME"]);
        assert_eq!(program.end().code, Some(1));
    }
}

#[test]
fn people_read_and_type() {
    let fake = Fake::new("127.0.0.1:0");
    let (mut program, mut line) = meet(&fake, &[]);
    line.say(DEAL);
    assert_eq!(
        program.line(),
        "New deal 1: staring place N, your cards: 2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, 10C, JC, QC, KC, AC."
    );
    // Not asked: held back, and the network hears nothing of it.
    program.types("!2C");
    assert!(program.line().contains("2C is held back"));
    // Nothing comes from the network, and still every command is answered.
    program.types("cards");
    assert_eq!(program.line(), "2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, 10C, JC, QC, KC, AC");
    line.say("TRICK1");
    assert_eq!(program.line(), "Trick: (1) ");
    assert_eq!(program.line(), "Available: 2C, 3C, 4C, 5C, 6C, 7C, 8C, 9C, 10C, JC, QC, KC, AC");
    program.types("!10C");
    line.hears(&["TRICK110C"]);
    line.say("WRONG1");
    assert_eq!(program.line(), "Wrong message received in trick 1.");
    program.types("!2C");
    line.hears(&["TRICK12C"]);
    line.say("TAKEN12C2D2H2SN");
    assert_eq!(program.line(), "A trick 1 is taken by N, cards 2C, 2D, 2H, 2S.");
    program.types("tricks");
    assert_eq!(program.line(), "2C, 2D, 2H, 2S");
    line.say("TRICK23D3H3S");
    assert_eq!(program.line(), "Trick: (2) 3D, 3H, 3S");
    assert_eq!(program.line(), "Available: 3C, 4C, 5C, 6C, 7C, 8C, 9C, 10C, JC, QC, KC, AC");
    // The end of input does not disconnect.
    program.types("!3C");
    drop(program.stdin.take());
    line.hears(&["TRICK23C"]);
    says(&mut line, &["TAKEN23D3H3S3CE", END[0], END[1]]);
    assert_eq!(program.line(), "A trick 2 is taken by E, cards 3D, 3H, 3S, 3C.");
    let scores = ["N | 13", "E | 0", "S | 0", "W | 0"];
    for title in ["The scores are:", "The total scores are:"] {
        assert_eq!(program.line(), title);
        scores.iter().for_each(|row| assert_eq!(program.line(), *row));
    }
    assert!(program.is_running());
    drop(line);
    let ended = program.end();
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    assert!(!ended.out.contains("] "), "no report for people");
}

#[test]
fn people_are_told_that_the_place_is_busy() {
    let fake = Fake::new("127.0.0.1:0");
    let (program, mut line) = meet(&fake, &[]);
    line.say("BUSYNEW");
    let ended = program.end();
    assert_eq!(ended.out, "Place busy, list of busy places received: N, E, W.\n");
    assert_eq!(ended.code, Some(1));
}

#[test]
fn a_server_that_does_not_read_blocks_no_person() {
    let fake = Fake::new("127.0.0.1:0");
    let (mut program, mut line) = meet(&fake, &[]);
    says(&mut line, &[DEAL, "TRICK1"]);
    (0..3).for_each(|_| drop(program.line()));
    program.types("!2C");
    // The answer is not read, and a half message comes.
    line.bytes(b"TAKEN1");
    program.types("cards");
    assert!(program.line().starts_with("2C, 3C"));
    program.kill();
}
