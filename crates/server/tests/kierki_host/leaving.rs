//! Clients that leave, and what those are told who come in their place.

use super::room::*;

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
