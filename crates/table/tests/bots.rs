//! Bots at a table, whatever people do around them.
#![allow(clippy::unwrap_used)]

use bots::{Decision, Level};
use game::{Ruleset, Seat, Seats, Seed, Viewer};
use koikoi::{Action, KoiKoi, Rules};
use table::*;

const ANN: PlayerId = PlayerId(1);
const PACE: Millis = 600;

/// Ann, and a bot; or, if she is not there in time, two.
fn open(grace: Millis) -> (Table<KoiKoi>, Outbox<KoiKoi>) {
    let rules = Rules::preset("quick").unwrap();
    let absence = Absence { grace, then: Then::StandIn(Level::Beginner) };
    let settings = Settings { absence, pace: PACE, ..Settings::new(rules) };
    let seats = Seats::from_fn(2, |seat| {
        if seat == Seat::FIRST { Occupant::Player(ANN) } else { Occupant::Bot(Level::Beginner) }
    });
    let mut out = Outbox::default();
    let table = Table::open(ANN, settings, seats, Seed::from(7), 0, &mut out);
    (table, out)
}

/// Answers the question for the seat that the table waits for, if a bot has it.
fn decide(table: &mut Table<KoiKoi>, ask: &Ask<KoiKoi>, now: Millis, out: &mut Outbox<KoiKoi>) {
    table.decided(ask.question, Some(Decision::at_once(ask.legal[0])), now, out);
}

fn acts(out: &Outbox<KoiKoi>) -> usize {
    out.entries.iter().filter(|entry| matches!(entry.fact, Fact::Acted { .. })).count()
}

#[test]
fn nobody_keeps_a_bot_from_its_move_by_talking() {
    let (mut table, mut out) = open(30_000);
    table.arrive(Viewer::Seat(Seat::FIRST), None, 0, &mut out);
    let mut now = 0;
    // Until it is the bot's turn.
    let ask = loop {
        if let Some(ask) = std::mem::take(&mut out.asks).into_iter().find(|ask| ask.must) {
            break ask;
        }
        let Message::Snapshot(snapshot) = table.snapshot(Viewer::Seat(Seat::FIRST), None) else { panic!() };
        now += 1;
        let id = ActionId(now.to_string().into());
        table.act(ANN, id, snapshot.scene.legal[0], now, &mut out);
    };
    let mut out = Outbox::default();
    table.say(ANN, Line::Text("hurry".to_owned()), now, &mut out).unwrap();
    table.leave(ANN, now, &mut out).unwrap();
    table.sit(ANN, None, None, now, &mut out).unwrap();
    assert_eq!(acts(&out), 0);
    decide(&mut table, &ask, now, &mut out);
    table.wake(now + PACE, &mut out);
    assert_eq!(acts(&out), 1, "it was asked before they talked, and its answer counts");
}

#[test]
fn what_a_stand_in_was_about_to_do_is_left_to_who_returns() {
    let (mut table, mut out) = open(1000);
    let mut now = 1000;
    // Until it is the turn of whoever stands in for Ann.
    loop {
        table.wake(now, &mut out);
        if let Some(ask) = std::mem::take(&mut out.asks).into_iter().find(|ask| ask.must) {
            decide(&mut table, &ask, now, &mut out);
            if ask.question.seat == Seat::FIRST {
                break;
            }
        }
        now += PACE;
    }
    let mut out = Outbox::default();
    table.arrive(Viewer::Seat(Seat::FIRST), None, now, &mut out);
    table.wake(now + 10 * PACE, &mut out);
    assert_eq!(acts(&out), 0, "it is hers to decide");
}

#[test]
fn a_bot_decides_before_its_time_is_up() {
    let rules = Rules::preset("quick").unwrap();
    let settings = Settings { clock: Clock::Move { limit: 1000 }, pace: 10_000, ..Settings::new(rules) };
    let seats = Seats::from_fn(2, |_| Occupant::Bot(Level::Beginner));
    let mut out = Outbox::default();
    let mut table = Table::<KoiKoi>::open(ANN, settings, seats, Seed::from(7), 0, &mut out);
    let ask = std::mem::take(&mut out.asks).into_iter().find(|ask| ask.must).unwrap();
    assert_eq!(ask.until, Some(1000));
    decide(&mut table, &ask, 10, &mut out);
    assert!(table.next_wake().is_some_and(|at| at < 1000));
    table.wake(999, &mut out);
    let by_bot = |entry: &&Entry<KoiKoi>| matches!(entry.fact, Fact::Acted { by: By::Bot, .. });
    assert_eq!(out.entries.iter().filter(by_bot).count(), 1);
}

#[test]
fn where_a_bot_has_no_answer_the_default_is_played() {
    let (mut table, mut out) = open(0);
    table.wake(1, &mut out);
    let ask = std::mem::take(&mut out.asks).into_iter().rfind(|ask| ask.must).unwrap();
    let mut out = Outbox::default();
    table.decided(ask.question, None, 1, &mut out);
    table.wake(1 + PACE, &mut out);
    assert_eq!(acts(&out), 1);
}

#[test]
fn a_bot_that_breaks_the_rules_plays_the_default() {
    let (mut table, mut out) = open(0);
    table.wake(1, &mut out);
    let ask = std::mem::take(&mut out.asks).into_iter().rfind(|ask| ask.must).unwrap();
    assert!(!ask.legal.contains(&Action::Stop));
    let mut out = Outbox::default();
    table.decided(ask.question, Some(Decision::at_once(Action::Stop)), 1, &mut out);
    table.wake(1 + PACE, &mut out);
    assert_eq!(acts(&out), 1);
}

#[test]
fn a_clock_set_back_while_the_house_was_closed_keeps_no_bot_waiting() {
    const DAY: Millis = 86_400_000;
    let settings = Settings { pace: PACE, ..Settings::new(Rules::preset("quick").unwrap()) };
    let seats = Seats::from_fn(2, |_| Occupant::Bot(Level::Beginner));
    let mut out = Outbox::default();
    let mut table = Table::<KoiKoi>::open(ANN, settings, seats, Seed::from(7), DAY, &mut out);
    for round in 1..4 {
        let ask = std::mem::take(&mut out.asks).into_iter().rfind(|ask| ask.must).unwrap();
        decide(&mut table, &ask, DAY + round * PACE, &mut out);
    }
    let mut table = Table::rebuild(out.entries).unwrap();
    let mut out = Outbox::default();
    table.reopen(1000, &mut out);
    let ask = std::mem::take(&mut out.asks).into_iter().rfind(|ask| ask.must).unwrap();
    decide(&mut table, &ask, 1000, &mut out);
    assert_eq!(table.next_wake(), Some(1000 + PACE));
    table.wake(1000 + PACE, &mut out);
    assert_eq!(acts(&out), 1);
    assert!(table.times().is_sorted(), "{:?}", table.times());
}

#[test]
fn bots_play_no_second_match_among_themselves() {
    let settings = Settings { pace: 0, ..Settings::new(Rules::preset("quick").unwrap()) };
    let seats = Seats::from_fn(2, |_| Occupant::Bot(Level::Beginner));
    let mut out = Outbox::default();
    let mut table = Table::<KoiKoi>::open(ANN, settings, seats, Seed::from(7), 0, &mut out);
    for now in 1..10_000 {
        let Some(ask) = std::mem::take(&mut out.asks).into_iter().rfind(|ask| ask.must) else { break };
        decide(&mut table, &ask, now, &mut out);
    }
    table.wake(1_000_000, &mut out);
    assert_eq!((table.phase(), table.game().map(|(_, number)| number)), (Phase::Over, Some(1)));
    assert_eq!(table.next_wake(), None);
}

#[test]
fn who_has_left_a_match_was_still_one_of_its_players() {
    let (mut table, mut out) = open(30_000);
    table.leave(ANN, 0, &mut out).unwrap();
    let mut now = 0;
    while table.phase() != Phase::Over {
        now += PACE;
        for ask in std::mem::take(&mut out.asks) {
            decide(&mut table, &ask, now, &mut out);
        }
        table.wake(now + PACE, &mut out);
    }
    assert_eq!(table.places()[Seat::FIRST].occupant, Occupant::Open);
    assert_eq!(table.players()[Seat::FIRST], Occupant::Player(ANN));
}

#[test]
fn a_rated_match_is_not_paused_and_no_bot_is_let_in() {
    let settings = Settings { rated: true, ..Settings::new(Rules::preset("quick").unwrap()) };
    let seats = Seats::from_fn(2, |seat| {
        if seat == Seat::FIRST { Occupant::Player(ANN) } else { Occupant::Bot(Level::Beginner) }
    });
    let mut out = Outbox::default();
    let mut table = Table::<KoiKoi>::open(ANN, settings, seats, Seed::from(7), 0, &mut out);
    assert_eq!(table.pause(ANN, 0, &mut out), Err(Refused::Rated));
    assert_eq!(table.phase(), Phase::Playing);
    // Nobody lets a bot play another one's rated match: whoever has just sat down is not there yet.
    assert_eq!(table.seat_bot(ANN, Some(Seat::FIRST), Level::Beginner, 0, &mut out), Err(Refused::Rated));
}
