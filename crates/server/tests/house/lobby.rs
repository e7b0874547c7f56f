//! The lobby, followed live.

use serde_json::{Value, json};
use server::house::SeatOrder;
use table::Visibility;
use wire::GameKind;

use super::common::{Served, against_bots, order};

fn codes(tables: &Value) -> Vec<&str> {
    tables.as_array().unwrap().iter().map(|table| table["code"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn whoever_follows_is_told_what_opens_fills_and_begins() {
    let served = Served::start().await;
    let (aki, eve) = (served.guest("Aki").await, served.guest("Eve").await);
    let open = || order(GameKind::KoiKoi, "quick", vec![SeatOrder::Me, SeatOrder::Open]);
    let first = served.open(&aki, open()).await.to_string();
    let mut hidden = open();
    hidden.settings.visibility = Visibility::Private;
    served.open(&aki, hidden).await;

    let (mut player, mut looker) = (served.client(&aki).await, served.client(&eve).await);
    assert_eq!(looker.ask(json!({"type": "lobby"}), "l").await["type"], "ack");
    let list = looker.next_of("lobby").await;
    assert_eq!(codes(&list["tables"]), [&first]);
    assert_eq!(
        list["tables"][0]["seats"],
        json!([{"player": list["tables"][0]["owner"], "name": "Aki"}, null])
    );

    // What happens at once comes in one message.
    let second = served.open(&aki, open()).await.to_string();
    player.say(json!({"type": "seat-bot", "table": first, "level": "beginner"})).await;
    let mut seen = Vec::new();
    while !(seen.contains(&(second.clone(), json!("waiting")))
        && seen.contains(&(first.clone(), json!("playing"))))
    {
        let news = looker.next_of("lobby-changed").await;
        assert_eq!(news["gone"], json!([]));
        for table in news["tables"].as_array().unwrap() {
            seen.push((table["code"].as_str().unwrap().to_owned(), table["phase"].clone()));
        }
    }
    assert!(seen.iter().all(|(code, _)| *code == first || *code == second), "{seen:?}");

    assert_eq!(looker.ask(json!({"type": "lobby", "follow": false}), "e").await["type"], "ack");
    let third = served.open(&aki, open()).await.to_string();
    assert_eq!(looker.ask(json!({"type": "lobby"}), "l").await["type"], "ack");
    let again = looker.next().await;
    assert_eq!(again["type"], "lobby");
    let mut known: Vec<String> = codes(&again["tables"]).into_iter().map(str::to_owned).collect();
    assert!(known.contains(&first) && known.contains(&second));
    // What is newer than the last edition comes with the next one.
    while !known.contains(&third) {
        let news = looker.next_of("lobby-changed").await;
        known.extend(codes(&news["tables"]).into_iter().map(str::to_owned));
    }
}

#[tokio::test]
async fn whoever_asks_again_and_again_is_not_told_more_often() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    served.open(&aki, order(GameKind::KoiKoi, "quick", against_bots(2))).await;
    let mut looker = served.client(&aki).await;
    for _ in 0..50 {
        looker.say(json!({"type": "lobby", "follow": false})).await;
        looker.say(json!({"type": "lobby"})).await;
    }
    looker.say(json!({"type": "ping", "id": "p"})).await;
    let mut lists = 0;
    loop {
        let message = looker.next().await;
        match message["type"].as_str() {
            Some("lobby") => lists += 1,
            Some("pong") => break,
            _ => panic!("{message}"),
        }
    }
    assert!(lists <= 5, "{lists} lists");
}

#[tokio::test]
async fn the_lobby_is_for_players() {
    let served = Served::start().await;
    let mut stranger = served.stranger().await;
    stranger.say(json!({"type": "lobby"})).await;
    assert_eq!(stranger.next().await["code"], "no-token");
}
