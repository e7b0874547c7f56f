//! `kierki-serwer` over real sockets, sentence by sentence.
#![allow(clippy::unwrap_used)]
#![allow(dead_code, reason = "the common part serves three tests")]

#[path = "kierki_common/mod.rs"]
mod common;

use common::{LETTERS, Line, RANKS, SUITS, Server, has_ipv6};

/// All four play their suits, from this trick to that one, N leading; the TRICK of the first one is still to be read.
fn play_suits(four: &mut [Line], tricks: std::ops::RangeInclusive<usize>) {
    for number in tricks {
        let mut table = String::new();
        for (client, suit) in four.iter_mut().zip(["C", "D", "H", "S"]) {
            client.hears(&[&format!("TRICK{number}{table}")]);
            let card = format!("{}{suit}", RANKS[number - 1]);
            client.say(&format!("TRICK{number}{card}"));
            table += &card;
        }
        four.iter_mut().for_each(|client| client.hears(&[&format!("TAKEN{number}{table}N")]));
    }
}

fn ends_with_13_for_north(server: Server, mut four: Vec<Line>) {
    for client in &mut four {
        client.hears(&["SCOREN13E0S0W0", "TOTALN13E0S0W0"]);
        client.hears_the_end();
    }
    drop(four);
    let ended = server.end();
    assert_eq!(ended.code, Some(0), "{}", ended.err);
}

#[test]
fn a_game_from_the_first_to_the_last_message() {
    let server = Server::start(&format!("1N\n{SUITS}7N\n{SUITS}"), &[]);
    let mut four: Vec<Line> = LETTERS.iter().map(|seat| server.sit(seat)).collect();
    for (client, cards) in four.iter_mut().zip(SUITS.lines()) {
        client.hears(&[&format!("DEAL1N{cards}")]);
    }
    play_suits(&mut four, 1..=13);
    for (client, cards) in four.iter_mut().zip(SUITS.lines()) {
        client.hears(&["SCOREN13E0S0W0", "TOTALN13E0S0W0", &format!("DEAL7N{cards}")]);
    }
    play_suits(&mut four, 1..=13);
    let local: Vec<String> =
        four.iter().map(|client| client.stream.local_addr().unwrap().to_string()).collect();
    for client in &mut four {
        client.hears(&["SCOREN100E0S0W0", "TOTALN113E0S0W0"]);
        client.hears_the_end();
    }
    drop(four);
    let port = server.port;
    let ended = server.end();
    assert_eq!(ended.code, Some(0));
    check_report(&ended.out, port, &local);
}

/// Every message is there, with CR LF, both addresses and a time of three digits of milliseconds.
fn check_report(report: &str, port: u16, clients: &[String]) {
    let lines: Vec<&str> = report.split_terminator("\r\n").collect();
    assert!(report.ends_with("\r\n") && !lines.iter().any(|line| line.contains('\n')));
    // IAM, and in each of two deals DEAL, 13 times a question and an answer for one and TAKEN for all, SCORE, TOTAL.
    assert_eq!(lines.len(), 4 + 2 * 4 * (1 + 13 * (1 + 1 + 1) + 2));
    for (client, seat) in clients.iter().zip(LETTERS) {
        let server = format!("127.0.0.1:{port}");
        let (to_client, to_server) = (format!("[{server},{client},"), format!("[{client},{server},"));
        let sent: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix(&*to_client)).collect();
        let received: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix(&*to_server)).collect();
        assert_eq!((sent.len(), received.len()), (2 * (1 + 13 * 2 + 2), 1 + 2 * 13));
        assert!(received[0].ends_with(&format!("] IAM{seat}")));
        for line in sent.iter().chain(&received) {
            let (time, _) = line.split_once("] ").unwrap();
            let form: String =
                time.chars().map(|sign| if sign.is_ascii_digit() { '0' } else { sign }).collect();
            assert_eq!(form, "0000-00-00T00:00:00.000");
        }
    }
}

#[test]
fn bytes_one_by_one_and_many_messages_in_a_segment() {
    let server = Server::start(&format!("1N\n{SUITS}"), &[]);
    let mut four: Vec<Line> = LETTERS.iter().map(|_| server.connect()).collect();
    for (client, seat) in four.iter_mut().zip(LETTERS) {
        client.say_byte_by_byte(&format!("IAM{seat}"));
    }
    four.iter_mut().for_each(|client| assert!(client.hear().starts_with("DEAL")));
    four[0].hears(&["TRICK1"]);
    // A half line of one blocks nobody else.
    four[3].bytes(b"TRI");
    four[0].bytes(b"HELLO\r\nTRICK13D\r\nTRICK12C\r\nTRICK13C\r\nIAMN\r\n");
    four[0].hears(&["WRONG1", "WRONG1", "WRONG1"]);
    four[1].hears(&["TRICK12C"]);
    four[1].say_byte_by_byte("TRICK12D");
    four[2].hears(&["TRICK12C2D"]);
    four[2].say("TRICK12H");
    four[3].hears(&["TRICK12C2D2H"]);
    four[3].bytes(b"CK12S\r\n");
    four.iter_mut().for_each(|client| client.hears(&["TAKEN12C2D2H2SN"]));
    play_suits(&mut four, 2..=13);
    ends_with_13_for_north(server, four);
}

#[test]
fn wrong_answers_nul_and_white_space() {
    let server = Server::start(&format!("1N\n{SUITS}"), &[]);
    let mut four = server.seat_all();
    four[0].hears(&["TRICK1"]);
    for wrong in [
        "TRICK12C\0",
        "TRICK1 2C",
        " TRICK12C",
        "TRICK12C ",
        "TRICK12C\t",
        "TRICK12C\n",
        "TRICK12D",
        "TRICK22C",
    ] {
        four[0].say(wrong);
        four[0].hears(&["WRONG1"]);
    }
    four[1].say("TRICK12D");
    four[1].hears(&["WRONG1"]);
    four[0].say("TRICK12C");
    four[1].hears(&["TRICK12C"]);
    drop(four);
    server.program.kill();
    // Before the game: no answer at all.
    let server = Server::start(&format!("1N\n{SUITS}"), &[]);
    for wrong in ["IAMN\0", "IAM N", "\0", "IAMN ", "IAMX", "TRICK12C", ""] {
        let mut client = server.connect();
        client.say(wrong);
        client.hears_the_end();
    }
    let mut client = server.sit("N");
    client.say("IAMN");
    client.hears_the_end();
    server.program.kill();
}

#[test]
fn lines_that_are_too_long() {
    let server = Server::start(&format!("1N\n{SUITS}"), &[]);
    let mut stranger = server.connect();
    stranger.bytes(&[b'I'; 300]);
    stranger.hears_the_end();
    let mut four = server.seat_all();
    four[2].bytes(&[b'T'; 257]);
    four[2].hears_the_end();
    four[2] = server.sit("S");
    four[2].hears(&["DEAL1N2H3H4H5H6H7H8H9H10HJHQHKHAH"]);
    four[0].hears(&["TRICK1"]);
    play_suits(&mut four, 1..=13);
    ends_with_13_for_north(server, four);
}

#[test]
fn silent_clients_are_sent_away_or_asked_again() {
    let server = Server::start(&format!("1N\n{SUITS}"), &["-t", "1"]);
    let mut silent = server.connect();
    let mut half = server.connect();
    half.bytes(b"IAM");
    silent.hears_the_end();
    half.hears_the_end();
    let mut four = server.seat_all();
    four[0].hears(&["TRICK1", "TRICK1", "TRICK1"]);
    four[0].say("TRICK12C");
    four[1].hears(&["TRICK12C", "TRICK12C"]);
    server.program.kill();
}

#[test]
fn busy_in_all_its_cases() {
    let server = Server::start(&format!("1N\n{SUITS}"), &[]);
    let mut north = server.sit("N");
    let refused = |seat: &str, taken: &str| {
        let mut late = server.sit(seat);
        late.hears(&[&format!("BUSY{taken}")]);
        late.hears_the_end();
    };
    refused("N", "N");
    let west = server.sit("W");
    refused("W", "NW");
    refused("N", "NW");
    // Leaving before the first deal frees the seat; the server needs a moment to see it.
    drop(west);
    waits_for(&server, "N", "BUSYN");
    let mut others: Vec<Line> = LETTERS[1..].iter().map(|seat| server.sit(seat)).collect();
    assert!(north.hear().starts_with("DEAL"));
    LETTERS.iter().for_each(|seat| refused(seat, "NESW"));
    // One has left the running game: its seat alone is free.
    others.remove(0).reset();
    waits_for(&server, "S", "BUSYNSW");
    refused("W", "NSW");
    server.program.kill();
    // A wrong IAM for a taken seat gets no BUSY.
    let server = Server::start(&format!("1N\n{SUITS}"), &[]);
    let _north = server.sit("N");
    let mut late = server.connect();
    late.say("IAMNN");
    late.hears_the_end();
    server.program.kill();
}

/// Asks for a seat that is taken until the answer is this one.
fn waits_for(server: &Server, seat: &str, busy: &str) {
    common::eventually(|| (server.sit(seat).hear() == busy).then_some(()));
}

/// A client that takes the seat as soon as it is free.
fn return_to(server: &Server, seat: &str, deal: &str) -> Line {
    common::eventually(|| {
        let mut client = server.sit(seat);
        let first = client.hear();
        assert!(first == deal || first.starts_with("BUSY"), "{first}");
        (first == deal).then_some(client)
    })
}

const NORTH: &str = "DEAL1N2C3C4C5C6C7C8C9C10CJCQCKCAC";
const EAST: &str = "DEAL1N2D3D4D5D6D7D8D9D10DJDQDKDAD";
const WEST: &str = "DEAL1N2S3S4S5S6S7S8S9S10SJSQSKSAS";

#[test]
fn clients_leave_and_return_in_every_phase() {
    let server = Server::start(&format!("1N\n{SUITS}1N\n{SUITS}"), &[]);
    let mut four = server.seat_all();
    // Before the first trick, while asked, with a reset.
    four[0].hears(&["TRICK1"]);
    four.remove(0).reset();
    four.insert(0, return_to(&server, "N", NORTH));
    play_suits(&mut four, 1..=1);
    // While another one is asked, in an orderly way, and the asked one answers meanwhile.
    four[0].hears(&["TRICK2"]);
    four.pop();
    waits_for(&server, "N", "BUSYNES");
    four[0].say("TRICK23C");
    let mut west = return_to(&server, "W", WEST);
    west.hears(&["TAKEN12C2D2H2SN"]);
    four.push(west);
    four[1].hears(&["TRICK23C"]);
    // The same with an answer that is wrong.
    four[1].say("TRICK23D");
    four[2].hears(&["TRICK23C3D"]);
    four.remove(0);
    waits_for(&server, "E", "BUSYESW");
    four[1].say("TRICK24C");
    let mut north = return_to(&server, "N", NORTH);
    north.hears(&["TAKEN12C2D2H2SN"]);
    four.insert(0, north);
    four[2].hears(&["WRONG2", "TRICK23C3D"]);
    four[2].say("TRICK23H");
    four[3].hears(&["TRICK23C3D3H"]);
    // By closing one direction only.
    four[1].close_for_writing();
    four[1].hears_the_end();
    let mut east = return_to(&server, "E", EAST);
    east.hears(&["TAKEN12C2D2H2SN"]);
    four[1] = east;
    four[3].hears(&["TRICK23C3D3H"]);
    four[3].say("TRICK23S");
    four.iter_mut().for_each(|client| client.hears(&["TAKEN23C3D3H3SN"]));
    play_suits(&mut four, 3..=12);
    // During the last trick.
    four[0].hears(&["TRICK13"]);
    four[0].say("TRICK13AC");
    four[1].hears(&["TRICK13AC"]);
    four.pop().unwrap().reset();
    let mut west = return_to(&server, "W", WEST);
    (1..=12).for_each(|number| assert!(west.hear().starts_with(&format!("TAKEN{number}"))));
    four.push(west);
    four[1].hears(&["TRICK13AC"]);
    for (seat, card) in [(1, "AD"), (2, "AH"), (3, "AS")] {
        if seat > 1 {
            assert!(four[seat].hear().starts_with("TRICK13"));
        }
        four[seat].say(&format!("TRICK13{card}"));
    }
    // Between deals: whoever comes gets the next deal only.
    for client in &mut four {
        client.hears(&["TAKEN13ACADAHASN", "SCOREN13E0S0W0", "TOTALN13E0S0W0"]);
    }
    drop(four.pop());
    four.push(return_to(&server, "W", WEST));
    (0..3).for_each(|seat| assert!(four[seat].hear().starts_with("DEAL1N")));
    // North was asked before the other one left, and is asked again.
    four[0].hears(&["TRICK1", "TRICK1"]);
    server.program.kill();
}

#[test]
fn after_the_last_taken_nobody_is_waited_for() {
    let server = Server::start(&format!("1N\n{SUITS}"), &[]);
    let mut four = server.seat_all();
    play_suits(&mut four, 1..=12);
    for (seat, card) in [(0, "AC"), (1, "AD"), (2, "AH")] {
        assert!(four[seat].hear().starts_with("TRICK13"));
        four[seat].say(&format!("TRICK13{card}"));
    }
    four[3].hears(&["TRICK13ACADAH"]);
    // The last answer and the end come together, and the rest is still told.
    four[3].say("TRICK13AS");
    four[3].close_for_writing();
    for client in &mut four {
        client.hears(&["TAKEN13ACADAHASN"]);
    }
    ends_with_13_for_north(server, four);
}

#[test]
fn the_last_messages_survive_what_a_client_still_sends() {
    let server = Server::start(&format!("1N\n{SUITS}"), &[]);
    let mut four = server.seat_all();
    let _silent = server.connect();
    play_suits(&mut four, 1..=12);
    for (seat, card) in [(0, "AC"), (1, "AD"), (2, "AH"), (3, "AS")] {
        assert!(four[seat].hear().starts_with("TRICK13"));
        // Data that the server will not read must not destroy SCORE and TOTAL.
        let garbage = if seat == 3 { "HELLO\r\n".repeat(500) } else { String::new() };
        four[seat].bytes(format!("TRICK13{card}\r\n{garbage}").as_bytes());
    }
    four.iter_mut().for_each(|client| client.hears(&["TAKEN13ACADAHASN"]));
    ends_with_13_for_north(server, four);
}

#[test]
fn ipv4_and_ipv6_on_one_socket() {
    if !has_ipv6() {
        return;
    }
    let server = Server::start(&format!("1N\n{SUITS}"), &[]);
    let mut four = Vec::new();
    for (index, seat) in LETTERS.iter().enumerate() {
        let address = if index % 2 == 0 { "127.0.0.1" } else { "::1" };
        let mut client = Line::connect((address.parse::<std::net::IpAddr>().unwrap(), server.port).into());
        client.say(&format!("IAM{seat}"));
        four.push(client);
    }
    four.iter_mut().for_each(|client| assert!(client.hear().starts_with("DEAL")));
    play_suits(&mut four, 1..=13);
    let port = server.port;
    let ports: Vec<u16> = four.iter().map(|client| client.stream.local_addr().unwrap().port()).collect();
    for client in &mut four {
        client.hears(&["SCOREN13E0S0W0", "TOTALN13E0S0W0"]);
    }
    drop(four);
    let ended = server.end();
    assert_eq!(ended.code, Some(0));
    assert!(ended.out.contains(&format!("[127.0.0.1:{},127.0.0.1:{port},", ports[0])), "IPv4 as IPv4");
    assert!(ended.out.contains(&format!("[::1:{},::1:{port},", ports[1])));
}

#[test]
fn wrong_messages_and_refused_clients_are_reported() {
    let server = Server::start(&format!("1N\n{SUITS}"), &[]);
    let mut four = server.seat_all();
    let mut late = server.sit("N");
    late.hears(&["BUSYNESW"]);
    let mut lost = server.connect();
    lost.say("HELLO\0WORLD");
    lost.hears_the_end();
    four[1].say("NONSENSE");
    play_suits(&mut four, 1..=13);
    let port = server.port;
    let address = late.stream.local_addr().unwrap();
    drop(late);
    ends_with_13_for_north_and(server, four, |out| {
        let about = out.split("\r\n").filter(|line| line.contains(&address.to_string()));
        let messages: Vec<&str> = about.filter_map(|line| Some(line.split_once("] ")?.1)).collect();
        assert_eq!(messages, ["IAMN", "BUSYNESW"]);
        assert!(out.contains(&format!("[127.0.0.1:{port},{address},")));
        assert!(out.contains("] HELLO\\x00WORLD\r\n"), "what cannot be printed is escaped");
        assert!(out.contains("] NONSENSE\r\n"));
    });
}

fn ends_with_13_for_north_and(server: Server, mut four: Vec<Line>, check: impl FnOnce(&str)) {
    for client in &mut four {
        client.hears(&["SCOREN13E0S0W0", "TOTALN13E0S0W0"]);
    }
    drop(four);
    let ended = server.end();
    assert_eq!(ended.code, Some(0));
    check(&ended.out);
}
