//! Followers whose connection loses frames end up with the same as those who got every frame, and have seen the same happen.

use std::collections::BTreeMap;

use bots::Levels;
use game::{Rng, Seat, Seed, Viewer, below};
use serde_json::{Value, json};
use table::{ActionId, Clock, Line, Message, Outbox, Settings};
use wire::Codec;
use wire::house::{BadFrame, Call, Follower, News, Notice, Request, read_action};

use super::play::{CODE, Play, name, player, rules};

/// Somebody with a connection that may lose what is sent.
#[derive(Default)]
struct Client {
    follower: Follower,
    /// Everything that it has seen happen.
    events: Vec<Value>,
    gaps: usize,
}

impl Client {
    fn receive(&mut self, frame: &str) -> Vec<Request> {
        let mut send = Vec::new();
        match self.follower.receive(frame, &mut send).unwrap() {
            News::Snapshot { missed, .. } => self.events.extend(missed.into_iter().flatten()),
            News::Update { events, .. } => self.events.extend(events),
            News::Gap => self.gaps += 1,
            News::Old | News::Notice(_) => {}
            News::Unknown => panic!("{frame}"),
        }
        send
    }
}

fn beacon<G: Codec>(play: &Play<G>, viewer: Viewer) -> String {
    Notice::Beacon { tables: BTreeMap::from([(CODE, play.table.version(viewer))]), time: play.now }.encode()
}

/// Answers what a client asks for, until it asks no more.
fn answer<G: Codec>(play: &mut Play<G>, viewer: Viewer, client: &mut Client, mut asked: Vec<Request>) {
    for _ in 0..10 {
        let Some(request) = asked.pop() else { return };
        let request = Request::decode(&request.encode()).unwrap();
        let (Call::Resync { seen, .. } | Call::Watch { seen, .. }) = request.call else {
            panic!("{request:?}")
        };
        asked.extend(client.receive(&play.snapshot(viewer, seen)));
    }
    panic!("it asks without end");
}

fn lossy<G: Codec + Levels>(preset: &str, seats: usize, seeds: u64) {
    let mut gaps = 0;
    for seed in 0..seeds {
        let mut rng = Seed::from(seed).stream(game::Purpose(*b"test"), 1, 0);
        let settings = Settings { clock: Clock::Move { limit: 30_000 }, ..rules::<G>(preset) };
        let mut play = Play::<G>::open(settings, seats, seed.into());
        let mut clients: Vec<(Viewer, Client, Client)> =
            Viewer::all(seats).map(|viewer| (viewer, Client::default(), Client::default())).collect();
        while !play.frames.is_empty() || !play.is_over() {
            for (viewer, frame) in std::mem::take(&mut play.frames) {
                let place = clients.iter_mut().find(|(other, ..)| *other == viewer).unwrap();
                let (_, sure, unsure) = place;
                assert_eq!(sure.receive(&frame), []);
                // Whoever has heard nothing at all would ask to look on.
                let first = unsure.follower.table(CODE).is_none();
                if first || below(&mut rng, 10) > 0 {
                    let asked = unsure.receive(&frame);
                    answer(&mut play, viewer, unsure, asked);
                }
                if below(&mut rng, 20) == 0 {
                    let asked = unsure.follower.reconnect();
                    answer(&mut play, viewer, unsure, asked);
                }
                if below(&mut rng, 8) == 0 {
                    let asked = unsure.receive(&beacon(&play, viewer));
                    answer(&mut play, viewer, unsure, asked);
                }
            }
            if below(&mut rng, 6) == 0 {
                let mut out = Outbox::default();
                play.table.say(player(Seat::FIRST), Line::Text("手".into()), play.now, &mut out).unwrap();
                play.settle(out, Viewer::Seat(Seat::FIRST));
            } else if !play.is_over() {
                play.step(&mut rng);
            }
        }
        for (viewer, sure, unsure) in &mut clients {
            let asked = unsure.receive(&beacon(&play, *viewer));
            answer(&mut play, *viewer, unsure, asked);
            let (one, other) = (sure.follower.table(CODE).unwrap(), unsure.follower.table(CODE).unwrap());
            assert_eq!((one.version, &one.scene, &one.chat), (other.version, &other.scene, &other.chat));
            assert_eq!(sure.events, unsure.events, "nothing is missed or seen twice");
            assert_eq!(sure.gaps, 0);
            gaps += unsure.gaps;
        }
    }
    assert!(gaps > 0, "the connections were too good");
}

#[test]
fn what_is_lost_is_noticed_and_told_again() {
    lossy::<koikoi::KoiKoi>("quick", 2, 6);
    lossy::<kierki::Kierki>("robbers", 4, 2);
    lossy::<kaboom::Kaboom>("short", 3, 4);
}

/// A follower with the table of a match, and the actions that its first seat may play.
fn followed() -> (Play<koikoi::KoiKoi>, Follower, Vec<String>) {
    let play = Play::<koikoi::KoiKoi>::open(rules::<koikoi::KoiKoi>("japan"), 2, 7.into());
    let mut follower = Follower::default();
    let own = Viewer::Seat(play.awaited());
    for (viewer, frame) in &play.frames {
        if *viewer == own {
            follower.receive(frame, &mut Vec::new()).unwrap();
        }
    }
    let legal = &follower.table(CODE).unwrap().scene["legal"];
    let legal = legal.as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect();
    (play, follower, legal)
}

#[test]
fn an_action_is_repeated_until_it_is_answered_and_counts_once() {
    let (mut play, mut follower, legal) = followed();
    let seat = play.awaited();
    let act = follower.act(CODE, "a-1", legal[0].clone()).unwrap();
    let again = follower.reconnect();
    assert!(matches!(again[0].call, Call::Watch { table: CODE, seen: Some(_) }));
    assert_eq!((again.len(), &again[1]), (2, &act));
    for request in [act, again[1].clone()] {
        let Request { id: Some(id), call: Call::Act { action, .. } } =
            Request::decode(&request.encode()).unwrap()
        else {
            panic!("{request:?}")
        };
        let mut out = Outbox::default();
        play.table.act(player(seat), id, read_action(&action).unwrap(), play.now, &mut out);
        play.settle(out, Viewer::Seat(seat));
    }
    let acts = play.log.iter().filter(|entry| matches!(entry.fact, table::Fact::Acted { .. }));
    assert_eq!(acts.count(), 1);
    assert_eq!(follower.waiting().count(), 1);
    for (viewer, frame) in play.frames {
        if viewer == Viewer::Seat(seat) {
            follower.receive(&frame, &mut Vec::new()).unwrap();
        }
    }
    assert_eq!(follower.waiting().count(), 0);
    assert_eq!(follower.reconnect().len(), 1);
}

#[test]
fn the_actions_that_wait_have_a_limit() {
    let mut follower = Follower::default();
    let sent = (0..100).filter_map(|number| follower.act(CODE, number.to_string(), "stop")).count();
    assert_eq!((sent, follower.waiting().count()), (64, 64));
}

#[test]
fn a_refused_action_waits_no_more_and_brings_a_snapshot() {
    let (mut play, mut follower, _) = followed();
    let seat = play.awaited();
    follower.act(CODE, "a-1", "stop").unwrap();
    play.frames.clear();
    let mut out = Outbox::default();
    play.table.act(player(seat), ActionId("a-1".into()), koikoi::Action::Stop, play.now, &mut out);
    play.settle(out, Viewer::Seat(seat));
    let mut news = play.frames.iter().map(|(_, frame)| follower.receive(frame, &mut Vec::new()).unwrap());
    let refused = news.next();
    assert!(matches!(refused, Some(News::Notice(Notice::Nack { code, .. })) if code == "not-legal"));
    assert!(matches!(news.next(), Some(News::Snapshot { missed: Some(missed), .. }) if missed.is_empty()));
    drop(news);
    assert_eq!(follower.waiting().count(), 0);
}

#[test]
fn presence_and_a_takeover_are_noted() {
    let (mut play, mut follower, _) = followed();
    let other = Seat::all(2).find(|seat| *seat != play.awaited()).unwrap();
    let presence = Message::Presence { seat: other, presence: table::Presence::Away };
    let frame = play.writer.frame(presence, &name);
    follower.receive(&frame, &mut Vec::new()).unwrap();
    assert_eq!(follower.table(CODE).unwrap().presence[other.index()], "away");
    follower.receive(&Notice::TakenOver { table: CODE }.encode(), &mut Vec::new()).unwrap();
    assert!(follower.table(CODE).is_none());
}

#[test]
fn changes_that_do_not_fit_are_a_gap() {
    let (_, mut follower, _) = followed();
    let version = follower.table(CODE).unwrap().version;
    let update = |after: u64| {
        let changes = json!({"view.nothing.here": 1});
        json!({"type": "update", "table": CODE, "after": after, "version": after + 1, "events": [], "changes": changes})
            .to_string()
    };
    let mut send = Vec::new();
    assert_eq!(follower.receive(&update(version), &mut send), Ok(News::Gap));
    assert_eq!(follower.receive(&update(version + 1), &mut send), Ok(News::Gap));
    assert_eq!(send, [Request::new(Call::Resync { table: CODE, seen: Some(version) })], "asked for once");
}

#[test]
fn frames_of_any_kind_do_no_harm() {
    let mut follower = Follower::default();
    let mut receive = |frame: &str| follower.receive(frame, &mut Vec::new());
    assert_eq!(receive("{"), Err(BadFrame::Json));
    assert_eq!(receive("[]"), Err(BadFrame::Json));
    assert_eq!(receive(r#"{"type":"confetti"}"#), Ok(News::Unknown));
    for kind in ["snapshot", "update", "ack", "hello", "beacon", "presence"] {
        assert_eq!(receive(&json!({ "type": kind }).to_string()), Err(BadFrame::Fields(kind.to_owned())));
    }
    let (play, mut follower, _) = followed();
    let mut rng = Seed::from(1).stream(game::Purpose(*b"test"), 2, 0);
    for (_, frame) in play.frames.iter().cycle().take(2_000) {
        let mut bytes = frame.clone().into_bytes();
        for _ in 0..below(&mut rng, 4) {
            let at = below(&mut rng, bytes.len() as u32) as usize;
            bytes[at] = b"{}[]\",:0a"[rng.next_u32() as usize % 9];
        }
        let _ = follower.receive(&String::from_utf8_lossy(&bytes), &mut Vec::new());
    }
}
