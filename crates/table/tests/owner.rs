//! What the owner of a table may do about those who sit there, and about those who do not come back.
#![allow(clippy::unwrap_used)]

use bots::Level;
use game::{Game, Ruleset, Seat, Seats, Seed, Viewer};
use koikoi::{KoiKoi, Rules};
use table::*;

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const SECOND: Seat = Seat::new(1).unwrap();

/// Ann's table, which pauses when somebody is gone for a second, and all that its log has.
struct House {
    table: Table<KoiKoi>,
    log: Vec<Entry<KoiKoi>>,
}

impl House {
    fn open(second: Occupant) -> House {
        let absence = Absence { grace: 1000, then: Then::Pause };
        let settings = Settings { absence, pace: 0, ..Settings::new(Rules::preset("quick").unwrap()) };
        let seats: Seats<Occupant> = [Occupant::Player(ANN), second].into();
        let mut out = Outbox::default();
        let table = Table::open(ANN, settings, seats, Seed::from(7), 0, &mut out);
        House { table, log: out.entries }
    }

    /// Does it, and keeps what must last.
    fn run<T>(&mut self, command: impl FnOnce(&mut Table<KoiKoi>, &mut Outbox<KoiKoi>) -> T) -> T {
        let mut out = Outbox::default();
        let answer = command(&mut self.table, &mut out);
        self.log.extend(out.entries);
        answer
    }

    fn arrive(&mut self, seat: Seat, now: Millis) {
        self.run(|table, out| table.arrive(Viewer::Seat(seat), None, now, out));
    }

    /// After a restart.
    fn rebuilt(&self) -> Table<KoiKoi> {
        Table::rebuild(self.log.iter().cloned()).unwrap()
    }

    fn presence(&self, seat: Seat) -> Presence {
        let Message::Snapshot(snapshot) = self.table.snapshot(Viewer::Spectator, None) else { panic!() };
        snapshot.presence[seat]
    }
}

#[test]
fn whoever_was_sent_away_does_not_sit_down_again() {
    let mut house = House::open(Occupant::Open);
    // A third would be needed, for with the second the match begins.
    let rules = Rules::preset("quick").unwrap();
    let open: Seats<Occupant> = [Occupant::Open, Occupant::Player(BEN)].into();
    let mut out = Outbox::default();
    house.table = Table::open(ANN, Settings::new(rules), open, Seed::from(7), 0, &mut out);
    house.log = out.entries;
    let refused = |house: &mut House, player, seat| {
        house.run(|table, out| table.kick(player, seat, 1, out)).map_err(|why| why.code())
    };
    let entries = house.log.len();
    assert_eq!(refused(&mut house, BEN, SECOND), Err("not-owner"));
    assert_eq!(refused(&mut house, ANN, Seat::FIRST), Err("seat-open"));
    assert_eq!(refused(&mut house, ANN, Seat::new(2).unwrap()), Err("no-such-seat"));
    assert_eq!(house.log.len(), entries, "a refusal changes nothing");
    assert_eq!(refused(&mut house, ANN, SECOND), Ok(()));
    assert_eq!(house.table.places()[SECOND].occupant, Occupant::Open);
    for mut table in [house.rebuilt(), house.table] {
        let sits = table.sit(BEN, None, None, 2, &mut Outbox::default());
        assert_eq!(sits.map_err(|why| why.code()), Err("kicked"));
        assert!(table.is_kicked(BEN) && !table.is_kicked(ANN));
        table.seat_bot(ANN, Some(SECOND), Level::Club, 2, &mut Outbox::default()).unwrap();
        table.kick(ANN, SECOND, 2, &mut Outbox::default()).unwrap();
        assert_eq!(table.places()[SECOND].occupant, Occupant::Open, "a bot goes too");
        table.sit(ANN, Some(Seat::FIRST), None, 3, &mut Outbox::default()).unwrap();
        let own = table.kick(ANN, Seat::FIRST, 3, &mut Outbox::default());
        assert_eq!(own.map_err(|why| why.code()), Err("own-seat"));
    }
}

#[test]
fn nobody_is_sent_away_from_a_match() {
    let mut house = House::open(Occupant::Player(BEN));
    let kicked = house.run(|table, out| table.kick(ANN, SECOND, 1, out));
    assert_eq!(kicked.map_err(|why| why.code()), Err("playing"));
    assert_eq!(house.table.seat_of(BEN), Some(SECOND));
}

#[test]
fn a_bot_stands_in_at_once_also_where_play_would_wait_and_also_after_a_restart() {
    let mut house = House::open(Occupant::Player(BEN));
    house.arrive(Seat::FIRST, 10);
    house.arrive(SECOND, 10);
    let stand_in = |house: &mut House, player, seat, now| {
        house
            .run(|table, out| table.seat_bot(player, Some(seat), Level::Strong, now, out))
            .map_err(|why| why.code())
    };
    assert_eq!(stand_in(&mut house, ANN, SECOND, 20), Err("seat-taken"), "he is there");
    house.run(|table, out| table.depart(Viewer::Seat(SECOND), 30, out));
    assert_eq!(stand_in(&mut house, BEN, SECOND, 40), Err("not-owner"), "the owner is there");
    house.run(|table, out| table.wake(1030, out));
    assert_eq!(house.table.phase(), Phase::Paused);
    assert_eq!(stand_in(&mut house, ANN, SECOND, 2000), Ok(()));
    assert_eq!(
        (house.table.phase(), house.presence(SECOND)),
        (Phase::Playing, Presence::StandIn(Level::Strong))
    );
    let entries = house.log.len();
    assert_eq!(stand_in(&mut house, ANN, SECOND, 2001), Ok(()));
    assert_eq!(house.log.len(), entries, "the same again is nothing new");

    // Nobody waits for Ben after a restart either.
    house.table = house.rebuilt();
    house.run(|table, out| table.reopen(5000, out));
    house.arrive(Seat::FIRST, 5000);
    house.run(|table, out| table.wake(10_000, out));
    assert_eq!(
        (house.table.phase(), house.presence(SECOND)),
        (Phase::Playing, Presence::StandIn(Level::Strong))
    );

    house.arrive(SECOND, 11_000);
    assert_eq!(house.presence(SECOND), Presence::Here);
    assert!(matches!(house.log.last().unwrap().fact, Fact::Returned { seat } if seat == SECOND));
    house.run(|table, out| table.depart(Viewer::Seat(SECOND), 12_000, out));
    house.run(|table, out| table.wake(13_000, out));
    assert_eq!(house.table.phase(), Phase::Paused, "he is waited for again");
}

#[test]
fn while_the_owner_is_gone_whoever_plays_lets_a_bot_in_for_it() {
    let mut house = House::open(Occupant::Player(BEN));
    house.arrive(SECOND, 10);
    let stranger =
        house.run(|table, out| table.seat_bot(PlayerId(9), Some(Seat::FIRST), Level::Club, 20, out));
    assert_eq!(stranger.map_err(|why| why.code()), Err("not-owner"));
    let bot = house.run(|table, out| table.seat_bot(BEN, Some(Seat::FIRST), Level::Club, 20, out));
    assert_eq!(bot.map_err(|why| why.code()), Ok(()));
    assert_eq!(house.presence(Seat::FIRST), Presence::StandIn(Level::Club));
    house.arrive(Seat::FIRST, 30);
    assert_eq!(house.presence(Seat::FIRST), Presence::Here);
}

#[test]
fn the_bot_that_stands_in_is_asked_and_plays() {
    let mut house = House::open(Occupant::Player(BEN));
    let mut out = Outbox::default();
    for (player, seat) in [(ANN, SECOND), (ANN, Seat::FIRST)] {
        house.table.seat_bot(player, Some(seat), Level::Beginner, 20, &mut out).unwrap();
    }
    let ask = out.asks.into_iter().rfind(|ask| ask.must).unwrap();
    assert_eq!(ask.level, Level::Beginner);
    let mut out = Outbox::default();
    house.table.decided(ask.question, Some(bots::Decision::at_once(ask.legal[0])), 30, &mut out);
    assert!(matches!(out.entries[0].fact, Fact::Acted { by: By::Bot, .. }));
}

#[test]
fn whoever_takes_a_freed_seat_hears_nothing_of_what_its_former_player_saw() {
    let mut house = House::open(Occupant::Player(BEN));
    house.arrive(SECOND, 10);
    let mut legal = game::ActionList::new();
    for now in 11.. {
        let (game, _) = house.table.game().unwrap();
        let Some(seat) = game.actors().first() else { break };
        game.legal(seat, &mut legal);
        let (player, id, action) = ([ANN, BEN][seat.index()], ActionId(now.to_string().into()), legal[0]);
        house.run(|table, out| table.act(player, id, action, now, out));
    }
    assert_eq!(house.table.phase(), Phase::Over);
    let missed = |table: &Table<KoiKoi>, seen| {
        let Message::Snapshot(snapshot) = table.snapshot(Viewer::Seat(SECOND), Some(seen)) else { panic!() };
        snapshot.missed
    };
    let before = house.table.version(Viewer::Seat(SECOND));
    let own = missed(&house.table, before - 3).unwrap();
    assert!(
        own.happened.iter().any(|happened| matches!(happened, Happened::Game(_))),
        "Ben may see it again"
    );

    house.run(|table, out| table.leave(BEN, 90_000, out)).unwrap();
    house.run(|table, out| table.sit(PlayerId(3), Some(SECOND), None, 90_001, out)).unwrap();
    let sat = house.table.version(Viewer::Seat(SECOND));
    house.run(|table, out| table.say(ANN, Line::Phrase(Phrase::Hello), 90_002, out)).unwrap();
    for table in [house.rebuilt(), house.table] {
        assert!((0..sat).all(|seen| missed(&table, seen).is_none()), "it was Ben's");
        let said = Happened::Said(ANN, Line::Phrase(Phrase::Hello));
        assert_eq!(missed(&table, sat), Some(Missed { after: sat, happened: [said].into() }));
    }
}

#[test]
fn who_has_left_a_match_has_no_more_say_there() {
    let mut house = House::open(Occupant::Player(BEN));
    for (seat, _) in house.table.places().clone().iter() {
        house.arrive(seat, 0);
    }
    let hello = || Line::Text("hello".to_owned());
    house.run(|table, out| table.say(ANN, hello(), 1, out)).unwrap();
    house.run(|table, out| table.leave(ANN, 2, out)).unwrap();
    let refused = house.run(|table, out| table.say(ANN, hello(), 3, out));
    assert_eq!(refused, Err(Refused::NotSeated));
    // Nor is it waited for, where only who plays decides.
    house.arrive(SECOND, 4);
    house.run(|table, out| table.say(BEN, hello(), 5, out)).unwrap();
    for unseen in ["\u{200b}", "\u{2060}\u{feff}", "\u{3164}", "a\u{e0041}b"] {
        let refused = house.run(|table, out| table.say(BEN, Line::Text(unseen.to_owned()), 6, out));
        assert_eq!(refused, Err(Refused::BadLine), "{unseen:?}");
    }
}
