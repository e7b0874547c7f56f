//! Visitors who send what they should not, or nothing, or too much; and those who sit with them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::tables::pair;
use crate::visitor::{House, Visitor};

#[test]
fn garbage_and_long_lines_are_answered_and_change_nothing() {
    let house = House::open(&[]);
    let mut visitor = Visitor::named(&house, "Ada");
    visitor.sends(b"\xc3\x28\x80\xfe\n");
    visitor.until("That was no text");
    visitor.sends(&[vec![b'x'; 100_000], b"\n".to_vec()].concat());
    visitor.until("A line has at most 512 bytes.");
    visitor.sends(b"\x1b]0;title\x07\x1b[2J\0\x01\x02\n");
    visitor.until("is nothing of this");
    visitor.types("koikoi");
    visitor.until("by which rules?");
}

#[test]
fn telnet_is_refused_and_its_window_is_wide() {
    let house = House::open(&[]);
    let mut stream = TcpStream::connect(("127.0.0.1", house.text)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(b"\xff\xfb\x1f\xff\xfb\x18\xff\xfd\x01\xff\xfa\x1f\x00\x78\x00\x18\xff\xf0Ada\r\0wide\r\0quit\r\0").unwrap();
    let mut told = Vec::new();
    stream.read_to_end(&mut told).unwrap();
    let told = String::from_utf8_lossy(&told).into_owned();
    assert!(told.contains("up to 120 columns") && told.ends_with("Goodbye.\r\n"), "{told}");
    assert_eq!(
        told.chars().filter(|letter| *letter == '\u{fffd}').count(),
        6,
        "three answers of two such bytes: {told}"
    );
}

#[test]
fn nonsense_without_end_ends() {
    let house = House::open(&[]);
    let mut visitor = Visitor::named(&house, "Ada");
    for number in 0..100 {
        visitor.types(&format!("nonsense {number}"));
        if number < 99 {
            visitor.until("\n> ");
        }
    }
    assert!(visitor.hears_the_end().ends_with("Nothing of that could be understood.\nGoodbye.\n"));
}

#[test]
fn who_says_nothing_is_told_and_closed() {
    let house = House::open(&["--text-idle", "1s"]);
    let began = Instant::now();
    let told = Visitor::connect(&house).hears_the_end();
    assert!(told.contains("Nothing was typed for 1 min") && told.ends_with("Goodbye.\n"), "{told}");
    assert!(began.elapsed() >= Duration::from_secs(1));
}

#[test]
fn a_flood_is_told_and_closed_and_the_other_at_the_table_plays_on() {
    let house = House::open(&[]);
    let (mut ada, mut basho, _) = pair(&house);
    basho.sends(&b"table\n".repeat(5_000));
    assert!(basho.hears_the_end().ends_with("at most 64 lines may wait to be read.\nGoodbye.\n"));
    ada.until("Basho is away.");
    ada.types("score");
    ada.until("points win.");
}

#[test]
fn who_is_cut_off_keeps_the_seat_and_nobody_else_is() {
    let house = House::open(&[]);
    let (mut ada, basho, _) = pair(&house);
    drop(basho);
    ada.until("Basho is away.");
    ada.types("say Are you there?");
    ada.until("Ada says: Are you there?");
    ada.types("table");
    ada.until("Basho: 0 points");
}

#[test]
fn what_was_typed_before_the_end_of_input_is_read() {
    let house = House::open(&[]);
    let mut visitor = Visitor::connect(&house);
    visitor.sends(b"Ada\nwatch 00000000\nname Ada the first");
    visitor.hangs_up();
    assert!(visitor.hears_the_end().contains("Welcome, Ada the first."));
}

#[test]
fn a_house_that_closes_says_goodbye() {
    let house = House::open(&[]);
    let mut ada = Visitor::named(&house, "Ada");
    let stranger = Visitor::connect(&house);
    ada.types("koikoi");
    ada.until("\n> ");
    let stopping = std::thread::spawn(move || house.stop());
    ada.until("The house closes in a moment.");
    for told in [ada.hears_the_end(), stranger.hears_the_end()] {
        assert!(told.ends_with("The house closes. Tables are kept: come back later.\nGoodbye.\n"), "{told}");
    }
    assert_eq!(stopping.join().unwrap(), Some(0));
}

#[test]
fn an_address_has_so_many_connections() {
    let house = House::open(&["--connections-per-address", "1"]);
    let kept = Visitor::connect(&house);
    let told = Visitor::connect(&house).hears_the_end();
    assert_eq!(told, "No: you have too many connections. Goodbye.\n");
    drop(kept);
}
