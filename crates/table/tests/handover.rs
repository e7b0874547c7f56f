//! Tables at which seats change hands during a match.
#![allow(clippy::unwrap_used)]

use bots::{Decision, Level};
use game::{Game, Ruleset, Seat, SeatSet, Seats, Seed, Viewer};
use kierki::{Kierki, Rules};
use table::*;

const GRACE: Millis = 1000;
const STRANGER: PlayerId = PlayerId(77);

/// A table of four, and all that its log has.
struct House {
    table: Table<Kierki>,
    log: Vec<Entry<Kierki>>,
    asks: Vec<Ask<Kierki>>,
}

fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

fn player(number: usize) -> PlayerId {
    PlayerId(number as u64)
}

impl House {
    /// Three players who are there, and whoever is in the last seat.
    fn with(last: Occupant) -> House {
        let absence = Absence { grace: GRACE, then: Then::StandIn(Level::Beginner) };
        let rules = Rules::preset("seven").unwrap();
        let settings =
            Settings { absence, handover: true, pace: 0, spectators: true, ..Settings::new(rules) };
        let seats = Seats::from_fn(4, |seat| match seat.index() {
            3 => last,
            other => Occupant::Player(player(other)),
        });
        let mut out = Outbox::default();
        let table = Table::open(player(0), settings, seats, Seed::from(7), 0, &mut out);
        let mut house = House { table, log: out.entries, asks: out.asks };
        (0..3).for_each(|number| house.arrive(number, 10));
        house
    }

    fn run<T>(&mut self, command: impl FnOnce(&mut Table<Kierki>, &mut Outbox<Kierki>) -> T) -> T {
        let mut out = Outbox::default();
        let answer = command(&mut self.table, &mut out);
        self.log.extend(out.entries);
        self.asks.extend(out.asks);
        answer
    }

    fn arrive(&mut self, number: usize, now: Millis) {
        self.run(|table, out| table.arrive(Viewer::Seat(seat(number)), None, now, out));
    }

    fn depart(&mut self, number: usize, now: Millis) {
        self.run(|table, out| table.depart(Viewer::Seat(seat(number)), now, out));
        self.wake(now);
    }

    /// As a house does it: the seat is given up, and nobody looks from it any more.
    fn leave(&mut self, number: usize, now: Millis) {
        self.run(|table, out| table.leave(player(number), now, out)).unwrap();
        self.depart(number, now);
    }

    fn sit(&mut self, who: PlayerId, number: usize, now: Millis) -> Result<(), &'static str> {
        self.run(|table, out| table.sit(who, Some(seat(number)), None, now, out)).map_err(|why| why.code())
    }

    fn wake(&mut self, now: Millis) {
        self.run(|table, out| table.wake(now, out));
    }

    fn presence(&self, number: usize) -> Presence {
        let Message::Snapshot(snapshot) = self.table.snapshot(Viewer::Spectator, None) else { panic!() };
        snapshot.presence[seat(number)]
    }

    fn free(&self) -> Vec<usize> {
        self.table.free_seats().iter().map(Seat::index).collect()
    }
}

#[test]
fn nobody_is_missing_who_sits_down_as_the_last_one() {
    let mut house = House::with(Occupant::Open);
    assert_eq!((house.table.phase(), house.free()), (Phase::Waiting, vec![3]));
    house.run(|table, out| {
        table.sit(STRANGER, None, None, 20, out).unwrap();
        table.arrive(Viewer::Seat(seat(3)), None, 20, out);
    });
    house.wake(20);
    assert_eq!(house.table.phase(), Phase::Playing);
    assert!(house.log.iter().all(|entry| !matches!(entry.fact, Fact::Paused(_))));
}

#[test]
fn who_is_gone_suspends_the_match_and_keeps_the_seat_until_a_bot_plays() {
    let mut house = House::with(Occupant::Player(player(3)));
    house.arrive(3, 10);
    house.depart(2, 100);
    assert_eq!((house.table.phase(), house.presence(2)), (Phase::Paused, Presence::Away));
    assert_eq!(house.sit(STRANGER, 2, 150), Err("seat-taken"), "its player may come back");
    house.wake(100 + GRACE - 1);
    assert_eq!(house.table.phase(), Phase::Paused);
    house.wake(100 + GRACE);
    assert_eq!(
        (house.table.phase(), house.presence(2)),
        (Phase::Playing, Presence::StandIn(Level::Beginner))
    );
    assert_eq!(house.free(), [2]);
    house.arrive(2, 2000);
    assert_eq!((house.presence(2), house.free()), (Presence::Here, vec![]));
}

#[test]
fn a_seat_that_was_left_is_waited_for_and_whoever_comes_takes_it() {
    let mut house = House::with(Occupant::Player(player(3)));
    house.arrive(3, 10);
    house.leave(1, 100);
    assert_eq!((house.table.phase(), house.presence(1)), (Phase::Paused, Presence::Away));
    assert_eq!(house.free(), [1]);
    assert_eq!(house.table.viewer(player(1)), Some(Viewer::Spectator), "the seat is not its own any more");
    assert_eq!(house.sit(STRANGER, 0, 150), Err("seat-taken"));
    assert_eq!(house.sit(STRANGER, 1, 150), Ok(()));
    house.arrive(1, 150);
    assert_eq!((house.table.phase(), house.free()), (Phase::Playing, vec![]));
    assert_eq!(house.table.seat_of(STRANGER), Some(seat(1)));
    assert_eq!(house.table.seat_of(player(1)), None);
    assert!(!house.table.places()[seat(1)].offers, "it has not asked for another match");
    assert_eq!(house.sit(player(1), 1, 160), Err("seat-taken"));
    let rebuilt = Table::rebuild(house.log.iter().cloned()).unwrap();
    assert_eq!(rebuilt.places(), house.table.places());
    assert_eq!(rebuilt.phase(), Phase::Playing);
}

#[test]
fn who_left_may_come_back_before_and_after_a_bot_plays() {
    for now in [200, 5000] {
        let mut house = House::with(Occupant::Player(player(3)));
        house.arrive(3, 10);
        house.leave(1, 100);
        house.wake(now);
        assert_eq!(house.sit(player(1), 1, now), Ok(()));
        house.arrive(1, now);
        assert_eq!((house.table.phase(), house.presence(1)), (Phase::Playing, Presence::Here));
        assert_eq!(house.table.free_seats(), SeatSet::EMPTY);
    }
}

#[test]
fn all_must_be_there_before_it_goes_on() {
    let mut house = House::with(Occupant::Player(player(3)));
    house.arrive(3, 10);
    house.leave(1, 100);
    house.depart(2, 600);
    house.wake(100 + GRACE);
    assert_eq!(house.table.phase(), Phase::Paused, "one is still waited for");
    assert_eq!(house.free(), [1]);
    house.wake(600 + GRACE);
    assert_eq!((house.table.phase(), house.free()), (Phase::Playing, vec![1, 2]));
}

#[test]
fn whoever_plays_lets_a_bot_in_at_once() {
    let mut house = House::with(Occupant::Player(player(3)));
    house.arrive(3, 10);
    house.leave(0, 100);
    let bot = house.run(|table, out| table.seat_bot(player(2), Some(seat(0)), Level::Club, 150, out));
    assert_eq!(bot.map_err(|why| why.code()), Ok(()));
    assert_eq!((house.table.phase(), house.free()), (Phase::Playing, vec![0]));
}

#[test]
fn a_bots_seat_is_taken_in_the_middle_of_a_match() {
    let mut house = House::with(Occupant::Bot(Level::Beginner));
    house.wake(10);
    assert_eq!((house.table.phase(), house.free()), (Phase::Playing, vec![3]));
    // Until the bot is asked.
    let mut now = 20;
    let ask = loop {
        if let Some(ask) = std::mem::take(&mut house.asks).into_iter().find(|ask| ask.must) {
            break ask;
        }
        let turn = house.table.game().unwrap().0.actors().first().unwrap();
        let Message::Snapshot(snapshot) = house.table.snapshot(Viewer::Seat(turn), None) else { panic!() };
        let (id, action) = (ActionId(now.to_string().into()), snapshot.scene.legal[0]);
        house.run(|table, out| table.act(player(turn.index()), id, action, now, out));
        now += 1;
    };
    house.run(|table, out| {
        table.sit(STRANGER, Some(seat(3)), None, now, out).unwrap();
        table.arrive(Viewer::Seat(seat(3)), None, now, out);
    });
    house.wake(now);
    assert_eq!((house.table.phase(), house.presence(3)), (Phase::Playing, Presence::Here));
    let entries = house.log.len();
    house.run(|table, out| {
        table.decided(ask.question, Some(Decision::at_once(ask.legal[0])), now, out);
        table.wake(now + 100, out);
    });
    assert_eq!(house.log.len(), entries, "what the bot thought does not count any more");
    let Message::Snapshot(snapshot) = house.table.snapshot(Viewer::Seat(seat(3)), None) else { panic!() };
    assert!(snapshot.scene.must && !snapshot.scene.legal.is_empty());
}

#[test]
fn after_a_restart_it_waits_for_all_and_then_goes_on_with_bots() {
    let mut house = House::with(Occupant::Player(player(3)));
    house.arrive(3, 10);
    house.wake(10);
    house.table = Table::rebuild(house.log.iter().cloned()).unwrap();
    house.run(|table, out| table.reopen(5000, out));
    house.wake(5000);
    assert_eq!(house.table.phase(), Phase::Paused);
    house.arrive(0, 5100);
    assert_eq!((house.table.phase(), house.free()), (Phase::Paused, vec![]));
    house.wake(5000 + GRACE);
    assert_eq!((house.table.phase(), house.free()), (Phase::Playing, vec![1, 2, 3]));
}

#[test]
fn elsewhere_seats_stay_with_their_players() {
    let settings = Settings { pace: 0, ..Settings::new(Rules::preset("seven").unwrap()) };
    let seats = Seats::from_fn(4, |seat| match seat.index() {
        3 => Occupant::Bot(Level::Beginner),
        other => Occupant::Player(player(other)),
    });
    let mut out = Outbox::default();
    let mut table: Table<Kierki> = Table::open(player(0), settings, seats, Seed::from(7), 0, &mut out);
    table.leave(player(1), 10, &mut out).unwrap();
    table.wake(100_000, &mut out);
    assert_eq!((table.phase(), table.free_seats()), (Phase::Playing, SeatSet::EMPTY));
    for number in 0..4 {
        let sits = table.sit(STRANGER, Some(seat(number)), None, 100_000, &mut out);
        assert_eq!(sits.map_err(|why| why.code()), Err("seat-taken"));
    }
}
