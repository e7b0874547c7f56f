//! Hints: who gets them, where, and what of.

use serde_json::{Value, json};
use server::house::SeatOrder;
use table::Then;
use wire::{Code, GameKind};

use super::common::{Client, Guest, Served, order};

async fn table(served: &Served, owner: &Guest, hints: bool) -> Code {
    let mut order = order(GameKind::KoiKoi, "quick", vec![SeatOrder::Me, SeatOrder::Open]);
    order.settings.hints = hints;
    served.open(owner, order).await
}

async fn hint(client: &mut Client, code: Code) -> Value {
    client.ask(json!({"type": "hint", "table": code}), "h").await
}

/// Both sit down; the one in turn comes first.
async fn seated(served: &Served, code: Code, guests: [&Guest; 2]) -> [(Client, Value); 2] {
    let mut clients = Vec::new();
    for guest in guests {
        let mut client = served.client(guest).await;
        assert_eq!(client.ask(json!({"type": "sit", "table": code}), "sit").await["type"], "ack");
        clients.push(client);
    }
    let mut both = Vec::new();
    for mut client in clients {
        client.say(json!({"type": "resync", "table": code})).await;
        let mut snapshot = client.next_of("snapshot").await;
        while snapshot["scene"]["phase"] != "playing" {
            snapshot = client.next_of("snapshot").await;
        }
        both.push((client, snapshot));
    }
    both.sort_by_key(|(_, snapshot)| snapshot["scene"]["must"] != true);
    both.try_into().ok().unwrap()
}

#[tokio::test]
async fn whoever_is_in_turn_is_told_what_to_do_and_nobody_else_is() {
    let served = Served::start().await;
    let (aki, ben, eve) = (served.guest("Aki").await, served.guest("Ben").await, served.guest("Eve").await);
    let code = table(&served, &aki, true).await;
    let mut watcher = served.client(&eve).await;
    assert_eq!(watcher.ask(json!({"type": "watch", "table": code}), "w").await["type"], "ack");
    assert_eq!(hint(&mut watcher, code).await["code"], "not-seated");
    let [(mut mover, seen), (mut waiter, _)] = seated(&served, code, [&aki, &ben]).await;
    assert_eq!(hint(&mut waiter, code).await["code"], "not-your-turn");
    let mut told = Vec::new();
    for _ in 0..2 {
        assert_eq!(hint(&mut mover, code).await["type"], "ack");
        assert_eq!(hint(&mut mover, code).await["code"], "too-fast");
        let mut hint = mover.next_of("hint").await;
        while hint["version"] != seen["version"] {
            hint = mover.next_of("hint").await;
        }
        told.push(hint);
        tokio::time::sleep(std::time::Duration::from_millis(350)).await;
    }
    let ranked = told[0]["ranked"].as_array().unwrap();
    let mut actions: Vec<&Value> = ranked.iter().map(|one| &one["action"]).collect();
    let legal = seen["scene"]["legal"].as_array().unwrap();
    actions.sort_by_key(|action| legal.iter().position(|other| other == *action));
    assert_eq!(actions, legal.iter().collect::<Vec<_>>(), "each action is judged once");
    assert_eq!((&told[0]["unit"], &ranked[0]["equal"]), (&json!("win-probability"), &json!(true)));
    assert_eq!(told[0], told[1], "it follows from what is seen");
    // Whoever else is there has been told nothing of it.
    for client in [&mut waiter, &mut watcher] {
        client.say(json!({"type": "ping", "id": "p"})).await;
        loop {
            let message = client.next().await;
            assert_ne!(message["type"], "hint");
            if message["type"] == "pong" {
                break;
            }
        }
    }
}

#[tokio::test]
async fn there_are_no_hints_where_the_owner_wants_none_nor_where_it_counts() {
    let served = Served::start().await;
    let (aki, ben) = (served.guest("Aki").await, served.guest("Ben").await);
    let code = table(&served, &aki, false).await;
    let [(mut mover, _), _] = seated(&served, code, [&aki, &ben]).await;
    assert_eq!(hint(&mut mover, code).await["code"], "no-hints");
    let waiting = table(&served, &aki, true).await;
    let mut client = served.client(&aki).await;
    assert_eq!(client.ask(json!({"type": "sit", "table": waiting}), "s").await["type"], "ack");
    assert_eq!(hint(&mut client, waiting).await["code"], "not-playing");
    let mut rated = order(GameKind::KoiKoi, "quick", vec![SeatOrder::Me, SeatOrder::Open]);
    (rated.settings.hints, rated.settings.rated) = (true, true);
    let refused = served.reception.house.open_table(&aki.player, rated).await.unwrap_err();
    assert_eq!(refused.code(), "bad-hints");
}

#[tokio::test]
async fn a_rated_match_does_not_wait_for_who_would_rather_not_finish_it() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let mut rated = order(GameKind::KoiKoi, "quick", vec![SeatOrder::Me, SeatOrder::Open]);
    (rated.settings.rated, rated.settings.absence.then) = (true, Then::Pause);
    let refused = served.reception.house.open_table(&aki.player, rated).await.unwrap_err();
    assert_eq!(refused.code(), "bad-absence");
}
