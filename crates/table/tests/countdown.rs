//! A match that must end in time is broken off right at zero, and whatever comes later has no effect.
#![allow(clippy::unwrap_used)]

use bots::{Decision, Level};
use game::{ActionList, Game as _, Ruleset, Seat, Seats, Seed, Viewer};
use koikoi::{KoiKoi, Rules};
use table::*;

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const ZERO: Millis = 10_000;

struct Played {
    table: Table<KoiKoi>,
    log: Vec<Entry<KoiKoi>>,
    acts: u32,
}

impl Played {
    fn open(seats: [Occupant; 2], zeros: [Option<Millis>; 2]) -> Played {
        let countdown = Some(Box::new(Seats::from(zeros)));
        let settings = Settings { countdown, pace: 0, ..Settings::new(Rules::preset("quick").unwrap()) };
        let mut out = Outbox::default();
        let table = Table::open(ANN, settings, seats.into(), Seed::from(7), 0, &mut out);
        let mut played = Played { table, log: out.entries, acts: 0 };
        for seat in Seat::all(2) {
            played.does(|table, out| table.arrive(Viewer::Seat(seat), None, 0, out));
        }
        played
    }

    fn two() -> Played {
        Played::open([Occupant::Player(ANN), Occupant::Player(BEN)], [Some(ZERO), Some(3 * ZERO)])
    }

    fn does(&mut self, command: impl FnOnce(&mut Table<KoiKoi>, &mut Outbox<KoiKoi>)) -> Outbox<KoiKoi> {
        let mut out = Outbox::default();
        command(&mut self.table, &mut out);
        self.log.extend(out.entries.iter().cloned());
        out
    }

    /// Whoever is awaited does the first thing that it may; why it was refused, if it was.
    fn act(&mut self, now: Millis) -> Result<(), &'static str> {
        let (game, _) = self.table.game().unwrap();
        let seat = game.awaited().first().unwrap();
        let mut legal = ActionList::new();
        game.legal(seat, &mut legal);
        self.acts += 1;
        let id = ActionId(self.acts.to_string().into());
        let player = if seat == Seat::FIRST { ANN } else { BEN };
        let out = self.does(|table, out| table.act(player, id, legal[0], now, out));
        let mut answers = out.messages.iter().filter_map(|(_, message)| match message {
            Message::Ack { .. } => Some(Ok(())),
            Message::Nack { why, .. } => Some(Err(why.code())),
            _ => None,
        });
        answers.next_back().unwrap()
    }

    /// What is in the log makes the same table again.
    fn is_what_its_log_says(&self) {
        let again = Table::rebuild(self.log.iter().cloned()).unwrap();
        assert_eq!(again.ending(), self.table.ending());
        assert_eq!(again.phase(), self.table.phase());
        assert_eq!(again.version(Viewer::Spectator), self.table.version(Viewer::Spectator));
    }
}

fn cut_off(seat: usize, cut: Cut) -> Option<Ending> {
    Some(Ending::BrokenOff { seat: Seat::new(seat).unwrap(), cut })
}

fn happened(out: &Outbox<KoiKoi>) -> Vec<String> {
    let updates = out.messages.iter().filter_map(|(_, message)| match message {
        Message::Update(update) => Some(&update.happened),
        _ => None,
    });
    updates.flat_map(|happened| happened.iter()).map(|happened| format!("{happened:?}")).collect()
}

#[test]
fn a_match_is_broken_off_right_at_zero() {
    let mut played = Played::two();
    for now in 1..8 {
        played.act(now * 1000).unwrap();
    }
    assert_eq!(played.table.next_wake(), Some(ZERO));
    played.does(|table, out| table.wake(ZERO - 1, out));
    assert_eq!((played.table.phase(), played.table.ending()), (Phase::Playing, None));
    let out = played.does(|table, out| table.wake(ZERO, out));
    assert_eq!((played.table.phase(), played.table.ending()), (Phase::Over, cut_off(0, Cut::Countdown)));
    assert_eq!(played.table.next_wake(), None);
    // Both players are told once, and no seed is.
    assert_eq!(happened(&out), ["BrokenOff(Seat(0), Countdown)"; 2]);
    assert_eq!(played.act(ZERO), Err("not-playing"));
    played.is_what_its_log_says();
}

#[test]
fn an_action_counts_before_zero_and_not_at_it_however_late_the_table_wakes() {
    for (now, counts) in [(ZERO - 1, true), (ZERO, false), (ZERO + 1, false), (2 * ZERO, false)] {
        let mut played = Played::two();
        assert_eq!(played.act(now).is_ok(), counts, "{now}");
        let last = played.log.last().unwrap();
        assert_eq!(matches!(last.fact, Fact::BrokenOff { .. }), !counts);
        assert_eq!(last.at, now.min(ZERO), "it is broken off at zero, not when somebody noticed");
        played.is_what_its_log_says();
    }
}

#[test]
fn the_action_that_ends_the_match_wins_the_race_before_zero() {
    let mut last = 1;
    // How many actions the match has, by playing it in time.
    let mut played = Played::two();
    while played.table.phase() == Phase::Playing {
        played.act(last).unwrap();
        last += 1;
    }
    assert!(matches!(played.table.ending(), Some(Ending::Played(_))));
    played.does(|table, out| table.wake(ZERO, out));
    assert!(matches!(played.table.ending(), Some(Ending::Played(_))), "what is won stays won");
    let entries = played.log.len();
    for (at, ends) in [(ZERO - 1, true), (ZERO, false)] {
        let mut again = Played::two();
        for now in 1..last - 1 {
            again.act(now).unwrap();
        }
        assert_eq!(again.act(at).is_ok(), ends);
        assert_eq!(again.table.ending() == played.table.ending(), ends);
        assert_eq!((again.table.phase(), again.log.len()), (Phase::Over, entries));
        again.is_what_its_log_says();
    }
}

#[test]
fn a_bot_that_was_to_act_before_zero_acts_no_more_after_it() {
    let bots = [Occupant::Player(ANN), Occupant::Bot(Level::Beginner)];
    let mut played = Played::open(bots, [Some(ZERO), None]);
    let mut now = 1;
    let ask = loop {
        let (game, _) = played.table.game().unwrap();
        let mut legal = ActionList::new();
        game.legal(Seat::FIRST, &mut legal);
        now += 1;
        let id = ActionId(now.to_string().into());
        let out = played.does(|table, out| table.act(ANN, id, legal[0], now, out));
        if let Some(ask) = out.asks.into_iter().find(|ask| ask.must) {
            break ask;
        }
    };
    let answer = Some(Decision::at_once(ask.legal[0]));
    let out = played.does(|table, out| table.decided(ask.question, answer, ZERO + 5, out));
    assert_eq!(happened(&out), ["BrokenOff(Seat(0), Countdown)"; 2]);
    assert_eq!(played.table.ending(), cut_off(0, Cut::Countdown));
}

#[test]
fn whoever_leaves_gives_the_match_up_and_there_is_no_other() {
    let mut played = Played::two();
    played.act(1).unwrap();
    let refused = |what: &str, refused: Result<(), Refused<_>>| {
        assert_eq!(refused.map_err(|why| why.code()), Err("countdown"), "{what}");
    };
    let mut out = Outbox::default();
    refused("pause", played.table.pause(ANN, 2, &mut out));
    played.does(|table, out| table.leave(BEN, 2, out).unwrap());
    assert_eq!(played.table.ending(), cut_off(1, Cut::Left));
    refused("rematch", played.table.offer_rematch(ANN, None, 3, &mut out));
    refused("sit", played.table.sit(BEN, None, None, 3, &mut out));
    assert!(out.entries.is_empty());
    played.does(|table, out| table.wake(9 * ZERO, out));
    assert_eq!(played.table.ending(), cut_off(1, Cut::Left), "zero changes nothing any more");
    played.is_what_its_log_says();
    // Who leaves at zero has not given up, but run out of time.
    let mut late = Played::two();
    late.does(|table, out| table.leave(BEN, ZERO, out).unwrap());
    assert_eq!(late.table.ending(), cut_off(0, Cut::Countdown));
}

#[test]
fn a_countdown_goes_on_while_the_server_is_away() {
    for (back, ending) in
        [(ZERO - 1, None), (ZERO, cut_off(0, Cut::Countdown)), (9 * ZERO, cut_off(0, Cut::Countdown))]
    {
        let mut played = Played::two();
        played.act(1).unwrap();
        played.table = Table::rebuild(played.log.iter().cloned()).unwrap();
        played.does(|table, out| table.reopen(back, out));
        assert_eq!(played.table.ending(), ending);
        played.does(|table, out| table.wake(ZERO, out));
        assert_eq!(played.table.ending(), cut_off(0, Cut::Countdown));
        let at = |entry: &&Entry<KoiKoi>| matches!(entry.fact, Fact::BrokenOff { .. });
        assert_eq!(played.log.iter().filter(at).map(|entry| entry.at).collect::<Vec<_>>(), [ZERO]);
        played.is_what_its_log_says();
    }
}
