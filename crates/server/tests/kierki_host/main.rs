//! Every sentence of the protocol that binds a server, without sockets and without waiting.
#![allow(clippy::unwrap_used)]

mod leaving;
mod room;

use room::*;

#[test]
fn iam_must_come_in_time() {
    let mut room = Room::new(&format!("1N\n{SUITS}"));
    room.open(1);
    room.wait(4.9);
    assert!(!room.is_closed(1));
    room.bytes(1, b"IAM");
    room.wait(0.2);
    assert!(room.is_closed(1), "half a line is no IAM");
    assert_eq!(room.look(), [""; 0]);
    // The seat is free, and one that is taken stays taken however long nothing comes.
    room.come(2, "N");
    room.wait(1000.0);
    assert!(!room.is_closed(2));
}

#[test]
fn a_wrong_iam_closes_at_once_and_gets_no_busy() {
    for wrong in [
        "IAMX", "IAMNE", "iamN", "IAM", "", "TRICK12C", "BUSYN", "HELLO", "IAMN ", " IAMN", "IAMN\0",
        "IAM\tN",
    ] {
        let mut room = Room::new(&format!("1N\n{SUITS}"));
        room.come(1, "N");
        room.open(2);
        room.say(2, wrong);
        assert!(room.is_closed(2), "{wrong:?}");
        assert_eq!(room.look(), [""; 0]);
        assert_eq!(room.received.last().unwrap().1, wrong.as_bytes(), "it is reported");
    }
}

#[test]
fn busy_lists_the_seats_that_are_taken_at_the_moment() {
    let mut room = Room::new(&format!("1N\n{SUITS}"));
    room.come(1, "S");
    room.come(2, "S");
    assert_eq!(room.look(), ["2 BUSYS"]);
    assert!(room.is_closed(2));
    room.come(3, "N");
    room.come(4, "N");
    assert_eq!(room.look(), ["4 BUSYNS"]);
    room.leave(1);
    room.come(5, "N");
    assert_eq!(room.look(), ["5 BUSYN"]);
    // In a running game all are taken, except one whose client left.
    let mut room = Room::running(&format!("1N\n{SUITS}"));
    room.come(5, "E");
    assert_eq!(room.look(), ["5 BUSYNESW"]);
    room.leave(3);
    room.come(6, "E");
    assert_eq!(room.look(), ["6 BUSYNEW"]);
    assert!(room.is_closed(5) && room.is_closed(6));
}

#[test]
fn before_the_game_garbage_closes_and_frees_the_seat() {
    for garbage in ["IAMN", "IAME", "TRICK12C", "TRICK1", "HELLO", "", "WRONG1"] {
        let mut room = Room::new(&format!("1N\n{SUITS}"));
        room.come(1, "N");
        room.say(1, garbage);
        assert!(room.is_closed(1), "{garbage:?}");
        assert_eq!(room.look(), [""; 0], "never WRONG");
        room.come(2, "N");
        assert!(!room.is_closed(2), "the seat is free again");
    }
    let mut room = Room::new(&format!("1N\n{SUITS}"));
    room.open(1);
    room.bytes(1, b"IAMN\r\nTRICK12C\r\n");
    assert!(room.is_closed(1), "in the same segment as well");
}

#[test]
fn a_game_begins_when_four_are_seated() {
    let mut room = Room::seated(&format!("3E\n{SUITS}"));
    assert_eq!(
        room.look(),
        [
            "1 DEAL3E2C3C4C5C6C7C8C9C10CJCQCKCAC",
            "2 DEAL3E2D3D4D5D6D7D8D9D10DJDQDKDAD",
            "3 DEAL3E2H3H4H5H6H7H8H9H10HJHQHKHAH",
            "4 DEAL3E2S3S4S5S6S7S8S9S10SJSQSKSAS",
            "2 TRICK1",
        ]
    );
}

#[test]
fn cards_are_dealt_in_the_order_of_the_file() {
    let mut room = Room::seated(&format!("1N\n{}", SUITS.replace("2C3C", "3C2C")));
    assert_eq!(room.told(1)[0], "DEAL1N3C2C4C5C6C7C8C9C10CJCQCKCAC");
}

#[test]
fn a_question_is_repeated_until_it_is_answered() {
    let mut room = Room::running(&format!("1N\n{SUITS}"));
    room.wait(4.9);
    assert_eq!(room.look(), [""; 0]);
    room.wait(0.1);
    assert_eq!(room.look(), ["1 TRICK1"]);
    room.wait(5.0);
    assert_eq!(room.look(), ["1 TRICK1"]);
    room.say(1, "TRICK12C");
    assert_eq!(room.look(), ["2 TRICK12C"], "the next one is asked, with the cards that lie");
    room.wait(5.0);
    assert_eq!(room.look(), ["2 TRICK12C"]);
    room.say(2, "TRICK12D");
    room.say(3, "TRICK12H");
    assert_eq!(room.look(), ["3 TRICK12C2D", "4 TRICK12C2D2H"]);
    room.say(4, "TRICK12S");
    let taken: Vec<String> = (1..=4).map(|id| format!("{id} TAKEN12C2D2H2SN")).collect();
    assert_eq!(room.look()[..4], taken);
}

#[test]
fn a_bad_answer_gets_wrong_and_the_timer_goes_on() {
    let mut room = Room::running(&format!("1N\n{MIXED}"));
    let wrong = [
        "TRICK1",     // no card
        "TRICK12C4C", // two cards
        "TRICK13C",   // not held
        "TRICK22C",   // another trick
        "TRICK1310C", // another trick
        "TRICK012C",  // a leading zero
        "TRICK1 2C",  // white space
        "TRICK12C ",
        "TRICK12C\0",
        "TRICK12c",
        "TRICK1XX",
        "TRICK",
        "TRICK11C",
        "IAMN",
        "HELLO",
        "",
        "TAKEN12C3C4C5CN",
    ];
    for (count, answer) in wrong.iter().enumerate() {
        room.say(1, answer);
        assert_eq!(room.look(), ["1 WRONG1"], "{answer:?}");
        assert_eq!(room.received.len(), 5 + count, "it is reported");
    }
    room.wait(4.9);
    room.say(1, "TRICK13C");
    assert_eq!(room.look(), ["1 WRONG1"]);
    room.wait(0.1);
    assert_eq!(room.look(), ["1 TRICK1"], "wrong answers give no more time");
    room.say(1, "TRICK12C");
    assert_eq!(room.look(), ["2 TRICK12C"]);
    room.say(2, "TRICK12D");
    assert_eq!(room.look(), ["2 WRONG1"], "E has clubs, and must follow");
    room.say(2, "TRICK13C");
    assert_eq!(room.look(), ["3 TRICK12C3C"]);
}

#[test]
fn who_is_not_asked_gets_wrong_for_a_trick_and_nothing_for_other_garbage() {
    let mut room = Room::running(&format!("1N\n{SUITS}"));
    room.say(2, "TRICK12D");
    room.say(3, "TRICK");
    room.say(4, "TRICK142S2C");
    assert_eq!(room.look(), ["2 WRONG1", "3 WRONG1", "4 WRONG1"]);
    for garbage in ["IAME", "IAMS", "HELLO", "", "WRONG1", "trick12D", "BUSY"] {
        room.say(2, garbage);
        assert_eq!(room.look(), [""; 0], "{garbage:?}");
    }
    assert!(room.closed.is_empty());
    room.suits_trick(1);
    room.look();
    room.say(1, "TRICK23C");
    room.say(1, "TRICK24C");
    assert_eq!(
        room.look(),
        ["2 TRICK23C", "1 WRONG2"],
        "the running trick's number, and only one answer counts"
    );
}

#[test]
fn a_line_that_is_too_long_closes() {
    let mut room = Room::running(&format!("1N\n{SUITS}"));
    room.bytes(2, &[b'x'; 256]);
    assert!(!room.is_closed(2));
    room.bytes(2, b"x");
    assert!(room.is_closed(2));
    assert_eq!(room.received.last().unwrap(), &(2, vec![b'x'; 256]));
    let mut room = Room::new(&format!("1N\n{SUITS}"));
    room.open(1);
    room.bytes(1, &[b'I'; 100_000]);
    assert!(room.is_closed(1));
}

#[test]
fn lines_come_byte_by_byte_and_together() {
    let mut room = Room::new(&format!("1N\n{SUITS}"));
    for id in 1..=4 {
        room.open(id);
    }
    for at in 0..6 {
        for (id, seat) in (1..).zip(["N", "E", "S", "W"]) {
            room.bytes(id, &format!("IAM{seat}\r\n").as_bytes()[at..=at]);
        }
    }
    assert_eq!(room.look().len(), 5);
    room.bytes(1, b"TRICK12C\r\nTRICK13C\r\nHELLO\r\nTRI");
    assert_eq!(room.look(), ["2 TRICK12C", "1 WRONG1"]);
    // A half line blocks nobody.
    room.say(2, "TRICK12D");
    room.say(3, "TRICK12H");
    room.say(4, "TRICK12S");
    room.look();
    room.bytes(1, b"CK23C\r\n");
    assert_eq!(room.look(), ["2 TRICK23C"]);
}

#[test]
fn a_whole_game_with_scores_after_each_deal() {
    let mut room = Room::running(&format!("1N\n{SUITS}7N\n{SUITS}"));
    for number in 1..=13 {
        room.suits_trick(number);
    }
    let told = room.told(1);
    assert!(told.ends_with(&[
        "TAKEN13ACADAHASN".into(),
        "SCOREN13E0S0W0".into(),
        "TOTALN13E0S0W0".into(),
        "DEAL7N2C3C4C5C6C7C8C9C10CJCQCKCAC".into(),
        "TRICK1".into(),
    ]));
    room.open(9);
    for number in 1..=13 {
        room.suits_trick(number);
    }
    for id in 1..=4 {
        let told = room.told(id);
        assert_eq!(told[told.len() - 2..], ["SCOREN100E0S0W0", "TOTALN113E0S0W0"]);
    }
    assert_eq!(room.closed, [1, 2, 3, 4, 9], "all connections are closed");
    assert_eq!(room.host.ended(), Some(&[113, 0, 0, 0].into()));
    assert_eq!(room.host.deadline(), None);
}
