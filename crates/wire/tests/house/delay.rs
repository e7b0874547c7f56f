//! Whoever watches with a delay gets what others get, later; and nothing sooner.

use std::collections::VecDeque;

use bots::Level;
use game::{Seat, Seed, Viewer};
use koikoi::KoiKoi;
use serde_json::Value;
use table::{
    ActionId, Clock, Entry, Line, Millis, Occupant, Outbox, Phase, Phrase, PlayerId, Settings, Shadow, Table,
    To,
};
use wire::house::Writer;

use super::play::{CODE, START, name, player, rules};

const DELAY: Millis = 10_000;

/// The same table twice: one that is watched at once, and one that is watched later.
struct Twins {
    now: Millis,
    plain: (Table<KoiKoi>, Writer<KoiKoi>),
    delayed: (Table<KoiKoi>, Writer<KoiKoi>),
    shadow: Shadow<KoiKoi>,
    log: Vec<Entry<KoiKoi>>,
    /// What was seen at once, and when.
    early: VecDeque<(Millis, String)>,
    late: Vec<(Millis, String)>,
}

impl Twins {
    fn open(settings: Settings<koikoi::Rules>) -> Twins {
        let seats = || [Occupant::Player(player(Seat::FIRST)), Occupant::Open].into();
        let mut outs = [Outbox::default(), Outbox::default()];
        let [plain, delayed] = &mut outs;
        let table = |delay, out: &mut Outbox<KoiKoi>| {
            let settings = Settings { spectators: true, delay, ..settings.clone() };
            Table::open(player(Seat::FIRST), settings, seats(), Seed::from(5), START, out)
        };
        let (plain, delayed) = (table(0, plain), table(DELAY, delayed));
        let [_, out] = outs;
        let shadow = Shadow::of(&out.entries, START).unwrap();
        let mut twins = Twins {
            now: START,
            plain: (plain, Writer::new(CODE)),
            delayed: (delayed, Writer::new(CODE)),
            shadow,
            log: out.entries,
            early: VecDeque::new(),
            late: Vec::new(),
        };
        let mut outs = [Outbox::default(), Outbox::default()];
        twins.plain.0.arrive(Viewer::Spectator, None, START, &mut outs[0]);
        twins.shadow.arrive(None, &mut outs[1]);
        let [mut early, mut late] = outs;
        let early = twins.plain.1.frame(early.messages.remove(0).1, &name);
        let late = twins.delayed.1.frame(late.messages.remove(0).1, &name);
        assert_eq!(early.replace("\"delay\":0", &format!("\"delay\":{DELAY}")), late);
        twins
    }

    /// Lets time pass, for the shadow too, and then does the same at both tables.
    fn tell(&mut self, mut command: impl FnMut(&mut Table<KoiKoi>, Millis, &mut Outbox<KoiKoi>)) {
        self.pass(700);
        let mut outs = [Outbox::default(), Outbox::default()];
        command(&mut self.plain.0, self.now, &mut outs[0]);
        command(&mut self.delayed.0, self.now, &mut outs[1]);
        let [plain, mut delayed] = outs;
        for (to, message) in plain.messages {
            if to == To::Viewer(Viewer::Spectator) {
                self.early.push_back((self.now, self.plain.1.frame(message, &name)));
            }
        }
        self.log.extend(delayed.entries.iter().cloned());
        self.shadow.hear(&mut delayed, self.now);
        assert!(delayed.messages.iter().all(|(to, _)| *to != To::Viewer(Viewer::Spectator)));
    }

    fn pass(&mut self, time: Millis) {
        self.now += time;
        while let Some(at) = self.shadow.next_wake().filter(|at| *at <= self.now) {
            let mut out = Outbox::default();
            assert!(self.shadow.wake(at, &mut out));
            for (to, message) in out.messages {
                assert_eq!(to, To::Viewer(Viewer::Spectator));
                self.late.push((at, self.delayed.1.frame(message, &name)));
            }
        }
    }

    /// A match with all that can happen around it.
    fn play(&mut self) {
        let (first, second) = (Seat::FIRST, Seat::new(1).unwrap());
        let (ada, basho) = (player(first), player(second));
        self.tell(|table, now, out| table.arrive(Viewer::Seat(first), None, now, out));
        self.tell(|table, now, out| table.sit(basho, None, None, now, out).unwrap());
        self.tell(|table, now, out| table.arrive(Viewer::Seat(second), None, now, out));
        self.tell(|table, now, out| table.say(ada, Line::Phrase(Phrase::GoodLuck), now, out).unwrap());
        let mut acts = 0;
        while self.plain.0.phase() != Phase::Over {
            acts += 1;
            if acts == 10 {
                self.tell(|table, now, out| table.pause(ada, now, out).unwrap());
                self.tell(|table, now, out| table.resume(ada, now, out).unwrap());
                self.tell(|table, now, out| table.depart(Viewer::Seat(second), now, out));
                self.tell(|table, now, out| {
                    table.seat_bot(ada, Some(second), Level::Club, now, out).unwrap();
                });
                self.tell(|table, now, out| table.arrive(Viewer::Seat(second), None, now, out));
            }
            let seat = self.plain.0.awaited().first().unwrap();
            let mut legal = game::ActionList::new();
            game::Game::legal(self.plain.0.game().unwrap().0, seat, &mut legal);
            let (action, id) = (legal[0], ActionId(acts.to_string().into()));
            self.tell(|table, now, out| table.act(player(seat), id.clone(), action, now, out));
        }
        self.tell(|table, now, out| table.offer_rematch(ada, None, now, out).unwrap());
    }
}

#[test]
fn a_delayed_spectator_gets_the_very_frames_of_another_later() {
    let mut twins = Twins::open(rules::<KoiKoi>("quick"));
    twins.play();
    let seen = twins.late.len();
    assert!(seen > 0 && seen < twins.early.len(), "the end is yet to come");
    assert!(!twins.late.iter().any(|(_, frame)| frame.contains("\"seed\"")));
    twins.pass(DELAY);
    let early: Vec<_> = twins.early.into_iter().map(|(at, frame)| (at + DELAY, frame)).collect();
    assert_eq!(early, twins.late);
    assert!(twins.late.iter().any(|(_, frame)| frame.contains("\"seed\"")));
    assert_eq!(twins.shadow.next_wake(), None);
}

/// Lets all clocks end later; how many there are.
fn later(value: &mut Value) -> usize {
    match value {
        Value::Object(fields) => fields
            .iter_mut()
            .map(|(key, value)| match value.as_u64().filter(|_| key.ends_with("until")) {
                Some(until) => {
                    *value = (until + DELAY).into();
                    1
                }
                None => later(value),
            })
            .sum(),
        Value::Array(values) => values.iter_mut().map(later).sum(),
        _ => 0,
    }
}

#[test]
fn a_clock_is_seen_to_run_as_long_as_it_does() {
    let clock = Clock::Move { limit: 20_000 };
    let mut twins = Twins::open(Settings { clock, ..rules::<KoiKoi>("quick") });
    twins.play();
    twins.pass(DELAY);
    let mut running = 0;
    for ((_, early), (_, late)) in twins.early.iter().zip(&twins.late) {
        let [mut early, late]: [Value; 2] = [early, late].map(|frame| serde_json::from_str(frame).unwrap());
        running += later(&mut early);
        assert_eq!(early, late);
    }
    assert!(running > 10);
}

#[test]
fn after_a_restart_it_is_seen_as_it_would_have_been() {
    let mut twins = Twins::open(rules::<KoiKoi>("quick"));
    twins.play();
    for time in [0, DELAY / 2, DELAY] {
        twins.pass(time);
        let again = Shadow::of(&twins.log, twins.now).unwrap();
        assert_eq!(again.next_wake(), twins.shadow.next_wake());
        let frame = |shadow: &Shadow<KoiKoi>, seen| {
            let frame = Writer::new(CODE).frame(shadow.snapshot(seen), &name);
            let mut frame: Value = serde_json::from_str(&frame).unwrap();
            // Who is there is not in the log.
            frame["presence"] = Value::Null;
            frame
        };
        let version = twins.shadow.table().version(Viewer::Spectator);
        for seen in [None, Some(version.saturating_sub(5)), Some(version)] {
            assert_eq!(frame(&again, seen), frame(&twins.shadow, seen));
        }
    }
}

#[test]
fn a_spectator_that_is_refused_is_shown_nothing_newer() {
    let mut twins = Twins::open(rules::<KoiKoi>("quick"));
    twins.play();
    let mut out = Outbox::default();
    let action = "stop".parse().unwrap();
    twins.delayed.0.act(PlayerId(999), ActionId("x".into()), action, twins.now, &mut out);
    twins.shadow.hear(&mut out, twins.now);
    let [(To::Caller, nack), (To::Caller, snapshot)] = <[_; 2]>::try_from(out.messages).ok().unwrap() else {
        panic!("two answers")
    };
    assert!(twins.delayed.1.frame(nack, &name).contains("not-seated"));
    let frame = twins.delayed.1.frame(snapshot, &name);
    assert_eq!(frame, twins.delayed.1.frame(twins.shadow.snapshot(None), &name));
    assert!(frame.contains("\"phase\":\"playing\"") && twins.delayed.0.phase() == Phase::Over);
}

#[test]
fn without_a_delay_or_spectators_there_is_no_shadow() {
    for (delay, spectators) in [(0, true), (DELAY, false)] {
        let settings = Settings { delay, spectators, ..rules::<KoiKoi>("quick") };
        let mut out = Outbox::default();
        let seats = [Occupant::Open, Occupant::Open].into();
        Table::<KoiKoi>::open(player(Seat::FIRST), settings, seats, Seed::from(1), START, &mut out);
        assert!(Shadow::of(&out.entries, START).is_none());
    }
}
