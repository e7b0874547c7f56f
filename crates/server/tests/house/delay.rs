//! Tables that are watched with a delay: nobody who watches learns anything sooner, by any way.

use serde_json::{Value, json};
use server::house::{Order, SeatOrder};
use table::Phase;
use wire::GameKind;

use super::common::{Served, against_bots, order};
use super::matches::play;

fn delayed(seats: Vec<SeatOrder>, delay: u64) -> Order {
    let mut order = order(GameKind::KoiKoi, "quick", seats);
    order.settings.delay = delay;
    order
}

#[tokio::test]
async fn whoever_watches_sees_the_table_as_it_was() {
    let served = Served::start().await;
    let (aki, eve) = (served.guest("Aki").await, served.guest("Eve").await);
    let code = served.open(&aki, delayed(vec![SeatOrder::Me, SeatOrder::Open], 600_000)).await;
    let (mut player, mut watcher) = (served.client(&aki).await, served.client(&eve).await);
    watcher.say(json!({"type": "watch", "table": code})).await;
    let first = watcher.next_of("snapshot").await;
    assert_eq!((&first["you"], &first["scene"]["phase"]), (&Value::Null, &json!("waiting")));
    assert_eq!(player.ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
    let bot = json!({"type": "seat-bot", "table": code, "seat": 1, "level": "beginner"});
    assert_eq!(player.ask(bot, "b").await["type"], "ack");
    player.say(json!({"type": "say", "table": code, "phrase": "hello"})).await;
    player.say(json!({"type": "resync", "table": code})).await;
    play(&mut player, &code.to_string()).await;
    // Everything that it can ask for shows what was.
    for ask in [
        json!({"type": "resync", "table": code}),
        json!({"type": "watch", "table": code, "seen": 1}),
        json!({"type": "act", "table": code, "action": "stop"}),
        json!({"type": "act", "table": code, "action": "no action"}),
    ] {
        let mut ask = ask;
        ask["id"] = json!("x");
        watcher.say(ask).await;
        let again = watcher.next_of("snapshot").await;
        for field in ["version", "scene", "chat"] {
            assert_eq!(again[field], first[field]);
        }
    }
    assert_eq!(watcher.ask(json!({"type": "ping"}), "p").await["type"], "pong");
    let house = &served.reception.house;
    let shown = house.table(code).unwrap();
    assert_eq!((shown.phase, shown.number, shown.watching), (Phase::Waiting, 0, 1));
    assert_eq!(house.tables_of(aki.player.id)[0].phase, Phase::Over, "she sits there");
    assert!(house.finished(format!("{code}-1").parse().unwrap()).await.unwrap().is_none());
}

#[tokio::test]
async fn whoever_sits_looks_from_its_seat_alone() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let code = served.open(&aki, delayed(against_bots(2), 600_000)).await;
    let (mut one, mut two) = (served.client(&aki).await, served.client(&aki).await);
    for client in [&mut one, &mut two] {
        client.say(json!({"type": "watch", "table": code})).await;
        let snapshot = client.next_of("snapshot").await;
        assert_eq!((&snapshot["you"], &snapshot["scene"]["phase"]), (&json!(0), &json!("playing")));
    }
    assert_eq!(one.next_of("taken-over").await["table"], code.to_string());
}

#[tokio::test]
async fn in_the_end_everybody_has_seen_it() {
    let served = Served::start().await;
    let (aki, eve) = (served.guest("Aki").await, served.guest("Eve").await);
    let code = served.open(&aki, delayed(against_bots(2), 50)).await;
    let (mut player, mut watcher) = (served.client(&aki).await, served.client(&eve).await);
    watcher.say(json!({"type": "watch", "table": code})).await;
    player.say(json!({"type": "watch", "table": code})).await;
    let end = play(&mut player, &code.to_string()).await;
    let seen = play(&mut watcher, &code.to_string()).await;
    assert_eq!(end["view"]["outcome"], seen["view"]["outcome"]);
    let id = format!("{code}-1").parse().unwrap();
    while served.reception.house.finished(id).await.unwrap().is_none() {
        tokio::task::yield_now().await;
    }
}
