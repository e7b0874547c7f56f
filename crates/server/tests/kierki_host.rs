//! Every sentence of the protocol that binds a server, without sockets and without waiting.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use server::kierki::{ConnId, Effect, Host};
use wire::kierki::GameFile;

/// N has all clubs, E all diamonds, and so on: whoever leads takes every trick.
const SUITS: &str = "2C3C4C5C6C7C8C9C10CJCQCKCAC\n2D3D4D5D6D7D8D9D10DJDQDKDAD\n\
    2H3H4H5H6H7H8H9H10HJHQHKHAH\n2S3S4S5S6S7S8S9S10SJSQSKSAS\n";
/// N and E have clubs and diamonds by turns.
const MIXED: &str = "2C4C6C8C10CQCAC3D5D7D9DJDKD\n2D4D6D8D10DQDAD3C5C7C9CJCKC\n\
    2H3H4H5H6H7H8H9H10HJHQHKHAH\n2S3S4S5S6S7S8S9S10SJSQSKSAS\n";
const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const TIMEOUT: Duration = Duration::from_secs(5);

struct Room {
    host: Host,
    now: Instant,
    /// What was sent to each connection since it was looked at.
    sent: Vec<(u64, String)>,
    closed: Vec<u64>,
    received: Vec<(u64, Vec<u8>)>,
}

impl Room {
    fn new(file: &str) -> Room {
        let file = GameFile::parse(file.as_bytes()).unwrap();
        let host = Host::new(file, TIMEOUT).unwrap();
        Room { host, now: Instant::now(), sent: vec![], closed: vec![], received: vec![] }
    }

    /// Connections 1 to 4 sit in N, E, S, W. What they were told is left to look at.
    fn seated(file: &str) -> Room {
        let mut room = Room::new(file);
        for (id, seat) in (1..).zip(["N", "E", "S", "W"]) {
            room.come(id, seat);
        }
        room
    }

    fn running(file: &str) -> Room {
        let mut room = Room::seated(file);
        room.sent.clear();
        room
    }

    fn collect(&mut self) {
        for effect in self.host.take_effects() {
            match effect {
                Effect::Received(ConnId(id), line) => self.received.push((id, line)),
                Effect::Send(ConnId(id), message) => self.sent.push((id, message.to_string())),
                Effect::Close(ConnId(id)) => self.closed.push(id),
            }
        }
    }

    fn open(&mut self, id: u64) {
        self.host.opened(self.now, ConnId(id));
        self.collect();
    }

    fn bytes(&mut self, id: u64, bytes: &[u8]) {
        self.host.received(self.now, ConnId(id), bytes);
        self.collect();
    }

    fn say(&mut self, id: u64, line: &str) {
        self.bytes(id, format!("{line}\r\n").as_bytes());
    }

    fn come(&mut self, id: u64, seat: &str) {
        self.open(id);
        self.say(id, &format!("IAM{seat}"));
    }

    fn leave(&mut self, id: u64) {
        self.host.closed(ConnId(id));
        self.collect();
        self.closed.retain(|closed| *closed != id);
    }

    fn wait(&mut self, seconds: f64) {
        self.now += Duration::from_secs_f64(seconds);
        self.host.tick(self.now);
        self.collect();
    }

    /// Everything sent since the last look, as `1 TRICK1`.
    fn look(&mut self) -> Vec<String> {
        self.sent.drain(..).map(|(id, text)| format!("{id} {text}")).collect()
    }

    fn told(&mut self, id: u64) -> Vec<String> {
        let told = self.sent.iter().filter(|(to, _)| *to == id).map(|(_, text)| text.clone()).collect();
        self.sent.retain(|(to, _)| *to != id);
        told
    }

    fn is_closed(&self, id: u64) -> bool {
        self.closed.contains(&id)
    }

    /// A whole trick of `SUITS`, N leading.
    fn suits_trick(&mut self, number: usize) {
        for (id, suit) in (1..).zip(["C", "D", "H", "S"]) {
            self.say(id, &format!("TRICK{number}{}{suit}", RANKS[number - 1]));
        }
    }
}

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

#[test]
fn leaving_before_the_first_deal_frees_the_seat() {
    let mut room = Room::new(&format!("1N\n{SUITS}"));
    room.come(1, "N");
    room.come(2, "E");
    room.leave(1);
    room.come(3, "S");
    room.come(4, "W");
    assert_eq!(room.look(), [""; 0]);
    room.come(5, "N");
    assert_eq!(room.look().len(), 5);
}

#[test]
fn the_asked_client_leaves_before_the_first_trick() {
    let mut room = Room::running(&format!("1N\n{SUITS}"));
    room.leave(1);
    room.wait(60.0);
    assert_eq!(room.look(), [""; 0], "nobody is asked meanwhile");
    room.come(5, "N");
    assert_eq!(room.look(), ["5 DEAL1N2C3C4C5C6C7C8C9C10CJCQCKCAC", "5 TRICK1"]);
    room.wait(4.9);
    assert_eq!(room.look(), [""; 0]);
    room.wait(0.1);
    assert_eq!(room.look(), ["5 TRICK1"], "the timer was fresh");
}

#[test]
fn another_leaves_while_one_is_asked() {
    let mut room = Room::running(&format!("1N\n{SUITS}"));
    room.suits_trick(1);
    room.suits_trick(2);
    room.look();
    room.say(1, "TRICK34C");
    room.look();
    room.wait(4.0);
    room.leave(4);
    room.wait(30.0);
    assert_eq!(room.look(), [""; 0]);
    room.come(5, "W");
    assert_eq!(
        room.look(),
        ["5 DEAL1N2S3S4S5S6S7S8S9S10SJSQSKSAS", "5 TAKEN12C2D2H2SN", "5 TAKEN23C3D3H3SN", "2 TRICK34C",],
        "the deal as dealt, every TAKEN, and the asked seat is asked at once"
    );
    room.wait(4.9);
    assert_eq!(room.look(), [""; 0], "with a fresh timer");
    room.say(2, "TRICK34D");
    room.say(3, "TRICK34H");
    room.say(5, "TRICK34S");
    assert!(room.told(5).contains(&"TAKEN34C4D4H4SN".into()));
}

#[test]
fn an_answer_given_meanwhile_is_kept_and_judged_on_resuming() {
    let mut room = Room::running(&format!("1N\n{SUITS}"));
    room.leave(3);
    room.say(1, "TRICK12C");
    assert_eq!(room.look(), [""; 0], "not judged yet");
    room.come(5, "S");
    assert_eq!(
        room.look(),
        ["5 DEAL1N2H3H4H5H6H7H8H9H10HJHQHKHAH", "2 TRICK12C"],
        "it was good: no TRICK for N"
    );
    // A wrong one is judged too, and the question comes again.
    room.leave(5);
    room.say(2, "TRICK12S");
    assert_eq!(room.look(), [""; 0]);
    room.come(6, "S");
    assert_eq!(room.look()[1..], ["2 WRONG1", "2 TRICK12C"]);
    // The first good one of several counts; what follows was not asked for.
    room.leave(6);
    room.say(2, "HELLO");
    room.say(2, "TRICK12D");
    room.say(2, "TRICK13D");
    room.come(7, "S");
    assert_eq!(room.look()[1..], ["2 WRONG1", "7 TRICK12C2D", "2 WRONG1"]);
}

#[test]
fn a_kept_answer_goes_with_its_client() {
    let mut room = Room::running(&format!("1N\n{SUITS}"));
    room.leave(3);
    room.say(1, "TRICK12C");
    room.leave(1);
    room.come(5, "N");
    assert_eq!(room.look(), ["5 DEAL1N2C3C4C5C6C7C8C9C10CJCQCKCAC"]);
    // Whoever took the seat was not asked.
    room.say(5, "TRICK13C");
    assert_eq!(room.look(), ["5 WRONG1"]);
    room.come(6, "S");
    assert_eq!(room.look(), ["6 DEAL1N2H3H4H5H6H7H8H9H10HJHQHKHAH", "5 TRICK1"]);
}

#[test]
fn others_get_wrong_for_a_trick_while_the_game_is_suspended() {
    let mut room = Room::running(&format!("1N\n{SUITS}"));
    room.leave(3);
    room.say(2, "TRICK12D");
    room.say(4, "HELLO");
    assert_eq!(room.look(), ["2 WRONG1"]);
    // There is an end to what is kept.
    for _ in 0..16 {
        room.say(1, "TRICK13D");
    }
    assert_eq!(room.look(), [""; 0]);
    room.say(1, "TRICK12C");
    assert_eq!(room.look(), ["1 WRONG1"]);
}

#[test]
fn all_four_leave_and_return() {
    let mut room = Room::running(&format!("1N\n{SUITS}"));
    room.suits_trick(1);
    room.say(1, "TRICK23C");
    room.look();
    (1..=4).for_each(|id| room.leave(id));
    room.come(5, "N");
    assert_eq!(room.look(), ["5 DEAL1N2C3C4C5C6C7C8C9C10CJCQCKCAC", "5 TAKEN12C2D2H2SN"]);
    room.come(6, "N");
    assert_eq!(room.look(), ["6 BUSYN"]);
    room.come(7, "E");
    room.come(8, "W");
    room.come(9, "S");
    assert_eq!(room.look().last().unwrap(), "7 TRICK23C");
}

#[test]
fn leaving_in_the_last_trick_of_a_deal() {
    let mut room = Room::running(&format!("1N\n{SUITS}2E\n{SUITS}"));
    (1..=12).for_each(|number| room.suits_trick(number));
    room.say(1, "TRICK13AC");
    room.say(2, "TRICK13AD");
    room.look();
    room.leave(1);
    room.say(3, "TRICK13AH");
    assert_eq!(room.look(), [""; 0]);
    room.come(5, "N");
    let told = room.told(5);
    assert_eq!(told.len(), 13, "the deal and twelve tricks");
    assert_eq!(room.look(), ["4 TRICK13ACADAH"]);
    room.say(4, "TRICK13AS");
    assert_eq!(room.told(5)[..3], ["TAKEN13ACADAHASN", "SCOREN13E0S0W0", "TOTALN13E0S0W0"]);
}

#[test]
fn who_comes_between_deals_gets_the_next_deal_only() {
    let mut room = Room::running(&format!("1N\n{SUITS}2E\n{SUITS}"));
    (1..=13).for_each(|number| room.suits_trick(number));
    room.look();
    room.leave(4);
    room.come(5, "W");
    assert_eq!(room.look(), ["5 DEAL2E2S3S4S5S6S7S8S9S10SJSQSKSAS", "2 TRICK1"]);
}

#[test]
fn after_the_last_taken_nobody_is_waited_for() {
    let mut room = Room::running(&format!("1N\n{SUITS}"));
    (1..=12).for_each(|number| room.suits_trick(number));
    for (id, suit) in (1..).zip(["C", "D", "H"]) {
        room.say(id, &format!("TRICK13A{suit}"));
    }
    // The last answer and the end of the connection come together.
    room.bytes(4, b"TRICK13AS\r\n");
    assert!(room.host.ended().is_some());
    room.leave(4);
    assert_eq!(room.told(1).last().unwrap(), "TOTALN13E0S0W0");
}
