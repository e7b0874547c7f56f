//! What owners do about those who sit at their tables.

use serde_json::json;
use server::house::SeatOrder;
use wire::GameKind;

use super::common::{Served, order};

#[tokio::test]
async fn whoever_is_kicked_is_told_hears_no_more_and_cannot_come_back() {
    let served = Served::start().await;
    let (aki, ben) = (served.guest("Aki").await, served.guest("Ben").await);
    let seats = vec![SeatOrder::Me, SeatOrder::Open, SeatOrder::Open];
    let code = served.open(&aki, order(GameKind::Kaboom, "short", seats)).await;
    let (mut owner, mut guest) = (served.client(&aki).await, served.client(&ben).await);
    for client in [&mut owner, &mut guest] {
        assert_eq!(client.ask(json!({"type": "sit", "table": code}), "sit").await["type"], "ack");
    }
    let kick = |seat: u8| json!({"type": "kick", "table": code, "seat": seat});
    assert_eq!(guest.ask(kick(0), "k").await["code"], "not-owner");
    assert_eq!(owner.ask(kick(0), "k").await["code"], "own-seat");
    assert_eq!(owner.ask(kick(2), "k").await["code"], "seat-open");
    assert_eq!(owner.ask(kick(1), "k").await["type"], "ack");
    let told = guest.next_of("dismissed").await;
    assert_eq!((&told["table"], &told["code"]), (&json!(code), &json!("kicked")));
    // What is said now is for others.
    owner.say(json!({"type": "say", "table": code, "phrase": "hello"})).await;
    assert_eq!(guest.ask(json!({"type": "ping"}), "p").await["type"], "pong");
    assert_eq!(guest.ask(json!({"type": "sit", "table": code}), "again").await["code"], "kicked");
    assert_eq!(
        guest.ask(json!({"type": "say", "table": code, "phrase": "oops"}), "s").await["code"],
        "not-seated"
    );
    // Others may watch this table, and so may he.
    assert_eq!(guest.ask(json!({"type": "watch", "table": code}), "w").await["type"], "ack");
}

#[tokio::test]
async fn a_bot_stands_in_for_who_is_gone_until_it_returns() {
    let served = Served::start().await;
    let (aki, ben) = (served.guest("Aki").await, served.guest("Ben").await);
    let code = served.table(&aki, false).await;
    let (mut owner, mut guest) = (served.client(&aki).await, served.client(&ben).await);
    for client in [&mut owner, &mut guest] {
        assert_eq!(client.ask(json!({"type": "sit", "table": code}), "sit").await["type"], "ack");
    }
    let bot = json!({"type": "seat-bot", "table": code, "seat": 1, "level": "club"});
    assert_eq!(owner.ask(bot.clone(), "b").await["code"], "seat-taken");
    drop(guest);
    // Until the table has noticed.
    while owner.ask(bot.clone(), "b").await["type"] != "ack" {}
    let mut guest = served.client(&ben).await;
    guest.say(json!({"type": "watch", "table": code})).await;
    assert_eq!(guest.next_of("snapshot").await["presence"], json!(["here", "here"]));
    while owner.next_of("update").await["events"][0] != json!({"table": "returned", "seat": 1}) {}
}

#[tokio::test]
async fn many_seats_asked_for_at_once_are_no_way_around_the_limit() {
    let served = Served::start().await;
    let most = server::house::Bounds::default().tables_per_player;
    let owners = [served.guest("Aki").await, served.guest("Ben").await];
    let mut codes = Vec::new();
    for place in 0..most + 4 {
        codes.push(served.table(&owners[place % 2], false).await);
    }
    let guest = served.guest("Chie").await;
    let mut client = served.client(&guest).await;
    let sit = |code: &wire::Code| json!({"type": "sit", "table": code, "id": code});
    let asked: String = codes.iter().map(|code| format!("{}\n", sit(code))).collect();
    client.raw(asked.as_bytes()).await;
    let mut refused = Vec::new();
    let mut sat = 0;
    while sat + refused.len() < codes.len() {
        let answer = client.next().await;
        match answer["type"].as_str().unwrap() {
            "ack" => sat += 1,
            "nack" => refused.push((answer["code"].clone(), answer["id"].clone())),
            _ => {}
        }
    }
    assert_eq!((sat, refused.len()), (most, 4));
    assert!(refused.iter().all(|(code, _)| code == "too-many-tables"));
    assert_eq!(served.reception.house.tables_of(guest.player.id).len(), most);
    let another = json!({"type": "sit", "table": refused[0].1});
    assert_eq!(client.ask(another.clone(), "again").await["code"], "too-many-tables");
    assert_eq!(client.ask(json!({"type": "sit", "table": codes[0]}), "own").await["type"], "ack");
}
