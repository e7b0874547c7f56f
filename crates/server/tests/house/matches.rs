//! Whole matches, and what people do around them.

use std::sync::Arc;

use serde_json::{Value, json};
use server::house::{Bounds, House, SeatOrder};
use store::{Log, Shard};
use table::{Absence, Clock, Then};
use wire::GameKind;
use wire::house::Follower;

use super::common::{Client, Served, against_bots, order};

/// Plays the first legal action whenever it must, until the match is over.
pub(crate) async fn play(client: &mut Client, table: &str) -> Value {
    let mut scene = json!(null);
    let mut acts = 0;
    loop {
        let message = client.next().await;
        match message["type"].as_str().unwrap() {
            "snapshot" => scene = message["scene"].clone(),
            // A snapshot is on its way.
            "update" if scene.is_null() => continue,
            "update" => wire::changes::apply(&mut scene, &message["changes"]).unwrap(),
            // Two updates may come before the answer to what the first has led to.
            "ack" | "nack" => continue,
            _ => panic!("{message}"),
        }
        if scene["phase"] == "over" {
            return scene;
        }
        if scene["must"] == true {
            acts += 1;
            let action = &scene["legal"][0];
            client
                .say(json!({"type": "act", "table": table, "id": format!("{acts}"), "action": action}))
                .await;
        }
    }
}

#[tokio::test]
async fn a_match_against_bots_is_filed_with_its_replay() {
    let served = Served::start().await;
    for (game, preset, seats) in [(GameKind::KoiKoi, "quick", 2), (GameKind::Kierki, "robbers", 4)] {
        let aki = served.guest("Aki").await;
        let code = served.open(&aki, order(game, preset, against_bots(seats))).await;
        let mut client = served.client(&aki).await;
        client.say(json!({"type": "watch", "table": code})).await;
        let scene = play(&mut client, &code.to_string()).await;
        let row =
            served.reception.house.finished(format!("{code}-1").parse().unwrap()).await.unwrap().unwrap();
        assert_eq!(row.result.seats[0].who, Some(store::Who::Player(aki.player.id.0)));
        assert_eq!(row.result.seats[1].who, Some(store::Who::Bot("beginner".into())));
        assert_eq!((row.result.pool, row.result.preset.as_deref()), (None, Some(preset)));
        let replay: Value = serde_json::from_str(&row.replay).unwrap();
        assert_eq!(replay["scores"], scene["view"]["outcome"]["scores"]);
        assert_eq!(replay["players"][0], "Aki");
        assert!(replay["actions"][0]["at"].is_u64());
    }
}

#[tokio::test]
async fn friends_play_kaboom_and_somebody_watches() {
    let served = Served::start().await;
    let (aki, ben, eve) = (served.guest("Aki").await, served.guest("Ben").await, served.guest("Eve").await);
    let mut order = order(GameKind::Kaboom, "short", against_bots(2));
    order.seats[1] = SeatOrder::Open;
    let code = served.open(&aki, order).await;
    let table = code.to_string();
    let (mut one, mut two, mut watcher) =
        (served.client(&aki).await, served.client(&ben).await, served.client(&eve).await);
    watcher.say(json!({"type": "watch", "table": table})).await;
    assert_eq!(watcher.next().await["you"], Value::Null);
    one.say(json!({"type": "sit", "table": table})).await;
    two.say(json!({"type": "sit", "table": table})).await;
    let (first, second) = tokio::join!(play(&mut one, &table), play(&mut two, &table));
    assert_eq!(first["view"]["scores"], second["view"]["scores"]);
    let mut follower = Follower::default();
    loop {
        let message = watcher.next().await;
        follower.receive(&message.to_string(), &mut Vec::new()).unwrap();
        // The first snapshot was read above.
        if follower.table(code).is_none() {
            watcher.say(json!({"type": "resync", "table": table})).await;
        } else if follower.table(code).unwrap().scene["phase"] == "over" {
            break;
        }
    }
    // Another match, when both want one.
    assert_eq!(one.ask(json!({"type": "rematch", "table": table}), "again").await["type"], "ack");
    assert_eq!(two.ask(json!({"type": "rematch", "table": table}), "again").await["type"], "ack");
    assert_eq!(one.ask(json!({"type": "leave", "table": table}), "bye").await["type"], "ack");
    let seen = two.ask(json!({"type": "resync", "table": table}), "look").await;
    assert_eq!(seen["type"], "ack");
}

#[tokio::test]
async fn a_second_connection_takes_the_seat_over() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let code = served.table(&aki, false).await;
    let mut first = served.client(&aki).await;
    assert_eq!(first.ask(json!({"type": "sit", "table": code}), "1").await["type"], "ack");
    let mut second = served.client(&aki).await;
    assert_eq!(second.ask(json!({"type": "sit", "table": code}), "1").await["type"], "ack");
    assert_eq!(first.next_of("taken-over").await["table"], code.to_string());
    second.say(json!({"type": "say", "table": code, "phrase": "hello"})).await;
    assert_eq!(second.next_of("update").await["events"][0]["phrase"], "hello");
    // The first hears no more of the table, and can take it back.
    first.say(json!({"type": "ping", "id": "p"})).await;
    assert_eq!(first.next().await["type"], "pong");
    assert_eq!(first.ask(json!({"type": "watch", "table": code}), "2").await["type"], "ack");
    assert_eq!(second.next_of("taken-over").await["table"], code.to_string());
}

#[tokio::test]
async fn an_action_that_is_asked_for_twice_is_done_once() {
    let served = Served::start().await;
    let (aki, ben) = (served.guest("Aki").await, served.guest("Ben").await);
    let code = served.table(&aki, false).await;
    let (mut one, mut two) = (served.client(&aki).await, served.client(&ben).await);
    for client in [&mut one, &mut two] {
        assert_eq!(client.ask(json!({"type": "sit", "table": code}), "sit").await["type"], "ack");
    }
    for client in [&mut one, &mut two] {
        client.say(json!({"type": "resync", "table": code})).await;
        let scene = client.next_of("snapshot").await["scene"].clone();
        // The first snapshot may be from before the deal.
        let scene =
            if scene["view"].is_null() { client.next_of("snapshot").await["scene"].clone() } else { scene };
        if scene["must"] == true {
            let act = json!({"type": "act", "table": code, "action": scene["legal"][0]});
            let before = served.logged(code);
            let first = client.ask(act.clone(), "once").await;
            assert_eq!(first["type"], "ack");
            assert_eq!(client.ask(act.clone(), "once").await, first);
            assert_eq!(served.logged(code), before + 1);
            let other = json!({"type": "act", "table": code, "action": scene["legal"][1]});
            assert_eq!(client.ask(other, "once").await["code"], "id-reused");
            assert_eq!(client.next_of("snapshot").await["type"], "snapshot");
            assert_eq!(served.logged(code), before + 1);
        }
    }
}

#[tokio::test]
async fn a_gone_player_is_stood_in_for_and_comes_back() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let mut order = order(GameKind::KoiKoi, "quick", against_bots(2));
    order.settings.absence = Absence { grace: 100, then: Then::StandIn(bots::Level::Beginner) };
    order.settings.clock = Clock::None;
    let code = served.open(&aki, order).await;
    let mut client = served.client(&aki).await;
    client.say(json!({"type": "watch", "table": code})).await;
    let seen = client.next_of("snapshot").await["version"].as_u64().unwrap();
    drop(client);
    // Two bots play to the end by themselves.
    let id = format!("{code}-1").parse().unwrap();
    while served.reception.house.finished(id).await.unwrap().is_none() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let mut client = served.client(&aki).await;
    client.say(json!({"type": "watch", "table": code, "seen": seen})).await;
    assert_eq!(client.next_of("snapshot").await["scene"]["phase"], "over");
}

#[tokio::test]
async fn a_house_that_closes_tells_everyone_and_opens_again() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let code = served.table(&aki, false).await;
    let mut client = served.client(&aki).await;
    client.say(json!({"type": "sit", "table": code})).await;
    let version = client.next_of("snapshot").await["version"].as_u64().unwrap();
    served.reception.house.close().await;
    assert_eq!(client.next().await["type"], "draining");
    assert_eq!(client.next().await["code"], "restart");
    assert_eq!(client.next().await, Value::Null);
    let log: Arc<dyn Log> = served.store.clone();
    let fence = log.claim(Shard(0), "next").unwrap();
    let house = House::open(log, fence, Bounds::default(), 1, Arc::default()).unwrap();
    assert_eq!(house.recover().await.unwrap().tables, 1);
    let card = house.table(code).unwrap();
    assert!(card.seats_player(aki.player.id));
    assert_eq!(version, 1);
}

#[tokio::test]
async fn whoever_has_lost_its_seat_does_not_see_the_next_hand_there() {
    let served = Served::start().await;
    let (aki, ben) = (served.guest("Aki").await, served.guest("Ben").await);
    let two = vec![SeatOrder::Me, SeatOrder::Open];
    let three = vec![SeatOrder::Me, SeatOrder::Open, SeatOrder::Open];
    // Ben looks on from one connection and leaves by another: during a match, and before one.
    for (game, preset, seats, begins) in
        [(GameKind::KoiKoi, "quick", two, true), (GameKind::Kaboom, "short", three, false)]
    {
        let mut order = order(game, preset, seats);
        order.settings.spectators = false;
        let code = served.open(&aki, order).await;
        let (mut owner, mut first, mut second) =
            (served.client(&aki).await, served.client(&ben).await, served.client(&ben).await);
        assert_eq!(first.ask(json!({"type": "sit", "table": code}), "sit").await["type"], "ack");
        assert_eq!(second.ask(json!({"type": "leave", "table": code}), "leave").await["type"], "ack");
        owner.say(json!({"type": "sit", "table": code})).await;
        if begins {
            assert_eq!(play(&mut owner, &code.to_string()).await["phase"], "over");
        }
        assert_eq!(first.next_of("taken-over").await["table"], code.to_string());
        assert_eq!(
            first.ask(json!({"type": "resync", "table": code}), "look").await["code"],
            "no-spectators"
        );
    }
}

#[tokio::test]
async fn who_takes_over_a_seat_that_was_left_from_elsewhere_is_there() {
    let served = Served::start().await;
    let [aki, ben, cho] = [served.guest("Aki").await, served.guest("Ben").await, served.guest("Cho").await];
    let mut order = order(GameKind::KoiKoi, "quick", vec![SeatOrder::Me, SeatOrder::Open]);
    (order.settings.handover, order.settings.entropy) = (true, 0);
    let code = served.open(&aki, order).await;
    let mut owner = served.client(&aki).await;
    let [mut first, mut second, mut next] =
        [served.client(&ben).await, served.client(&ben).await, served.client(&cho).await];
    assert_eq!(owner.ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
    assert_eq!(first.ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
    assert_eq!(second.ask(json!({"type": "leave", "table": code}), "l").await["type"], "ack");
    // Nobody sits there now, whatever connections the player has.
    assert_eq!(first.next_of("taken-over").await["table"], code.to_string());
    let mut onlooker = served.client(&served.guest("Dan").await).await;
    onlooker.say(json!({"type": "watch", "table": code})).await;
    assert_eq!(onlooker.next_of("snapshot").await["presence"], json!(["here", "away"]));
    assert_eq!(next.ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
    // What was left of the one before is of no account.
    drop((first, second));
    assert_eq!(next.ask(json!({"type": "say", "table": code, "phrase": "hello"}), "h").await["type"], "ack");
    onlooker.say(json!({"type": "resync", "table": code})).await;
    assert_eq!(onlooker.next_of("snapshot").await["presence"], json!(["here", "here"]));
}

#[tokio::test]
async fn whoever_sits_down_looks_on_from_nowhere_else() {
    let served = Served::start().await;
    let (aki, ben) = (served.guest("Aki").await, served.guest("Ben").await);
    let code = served.table(&aki, true).await;
    let mut watching = served.client(&ben).await;
    assert_eq!(watching.ask(json!({"type": "watch", "table": code}), "w").await["type"], "ack");
    let mut sitting = served.client(&ben).await;
    assert_eq!(sitting.ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
    assert_eq!(watching.next_of("taken-over").await["table"], code.to_string());
    assert_eq!(
        sitting.ask(json!({"type": "say", "table": code, "phrase": "hello"}), "h").await["type"],
        "ack"
    );
    assert_eq!(watching.ask(json!({"type": "ping"}), "p").await["type"], "pong");
}
