//! Quick match, for those who have a connection and those who lose it; and what becomes of their ratings.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use server::house::{Bounds, House, State, Wish};
use store::{Log, Pool, Shard};
use table::{Clock, PlayerId};
use wire::{Code, GameKind};

use super::common::{Guest, Served};
use super::matches::play;

fn wish() -> Wish {
    Wish { game: GameKind::KoiKoi, preset: "quick", seats: 2, clock: Clock::None, rated: true }
}

fn ask(served: &Served, guest: &Guest) {
    served.reception.house.ask_for_match(&guest.player, wish(), None).unwrap();
}

async fn table_of(served: &Served, guest: &Guest) -> Code {
    loop {
        let tickets = served.reception.house.wait_for_match(guest.player.id, Duration::from_secs(1)).await;
        if let State::Matched { table, .. } = tickets[0].state {
            return table;
        }
    }
}

async fn matches_counted(house: &House, player: PlayerId) -> (u32, f64) {
    loop {
        if let Some(row) = house.ratings_of(player).await.unwrap().first() {
            assert_eq!(row.pool, Pool::People);
            return (row.matches, row.rating);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn both_are_told_and_play_and_are_rated_once() {
    let served = Served::start().await;
    let (aki, ben) = (served.guest("Aki").await, served.guest("Ben").await);
    let (mut one, mut two) = (served.client(&aki).await, served.client(&ben).await);
    ask(&served, &aki);
    ask(&served, &ben);
    let told = one.next_of("matched").await;
    assert_eq!((&told["game"], &told["preset"]), (&json!("koikoi"), &json!("quick")));
    assert_eq!(two.next_of("matched").await, told);
    let table = told["table"].as_str().unwrap().to_owned();
    for client in [&mut one, &mut two] {
        client.say(json!({"type": "watch", "table": table})).await;
    }
    assert_eq!(one.ask(json!({"type": "pause", "table": table}), "p").await["code"], "rated");
    one.say(json!({"type": "resync", "table": table})).await;
    let (first, second) = tokio::join!(play(&mut one, &table), play(&mut two, &table));
    assert_eq!(first["view"]["scores"], second["view"]["scores"]);
    let house = &served.reception.house;
    let (first, second) =
        (matches_counted(house, aki.player.id).await, matches_counted(house, ben.player.id).await);
    assert_eq!((first.0, second.0), (1, 1));
    assert!((first.1 + second.1 - 3000.0).abs() < 1e-6, "what one wins the other loses");
    // After a restart nothing is counted again.
    house.close().await;
    let log: Arc<dyn Log> = served.store.clone();
    let fence = log.claim(Shard(0), "next").unwrap();
    let house = House::open(log.clone(), fence, Bounds::default(), 1, Arc::default()).unwrap();
    assert!(log.uncounted(9).unwrap().is_empty());
    assert_eq!(matches_counted(&house, aki.player.id).await, first);
}

#[tokio::test]
async fn who_loses_its_connection_in_between_finds_its_match() {
    let served = Served::start().await;
    let (aki, ben) = (served.guest("Aki").await, served.guest("Ben").await);
    let client = served.client(&aki).await;
    ask(&served, &aki);
    drop(client);
    ask(&served, &ben);
    let table = table_of(&served, &ben).await;
    assert_eq!(table_of(&served, &aki).await, table, "by asking");
    let mut client = served.client(&aki).await;
    let told = client.next().await;
    assert_eq!((&told["type"], &told["table"]), (&json!("matched"), &json!(table)), "and by coming back");
    // The deal waits a moment for what they add to its chance.
    let mut other = served.client(&ben).await;
    for (number, client) in [&mut client, &mut other].into_iter().enumerate() {
        client.say(json!({"type": "watch", "table": table})).await;
        client.next_of("snapshot").await;
        let entropy = json!({"type": "entropy", "table": table, "hex": format!("0{number}")});
        client.say(entropy).await;
    }
    client.say(json!({"type": "resync", "table": table})).await;
    while client.next_of("snapshot").await["scene"]["phase"] != "playing" {
        tokio::time::sleep(Duration::from_millis(20)).await;
        client.say(json!({"type": "resync", "table": table})).await;
    }
    let card = served.reception.house.table(table).unwrap();
    assert!(card.rated && card.seats_player(aki.player.id) && card.seats_player(ben.player.id));
}

#[tokio::test]
async fn a_crowd_is_paired_off_and_nobody_sits_twice() {
    let served = Served::start().await;
    let mut guests = Vec::new();
    for number in 0..20 {
        guests.push(served.guest(&format!("P{number}")).await);
    }
    for guest in &guests {
        ask(&served, guest);
        ask(&served, guest);
    }
    let mut tables = Vec::new();
    for guest in &guests {
        tables.push(table_of(&served, guest).await);
        assert_eq!(served.reception.house.tables_of(guest.player.id).len(), 1);
    }
    tables.sort();
    assert!(tables.chunks(2).all(|two| two[0] == two[1]));
    tables.dedup();
    assert_eq!(tables.len(), 10);
    assert_eq!(served.reception.house.waiting_for_matches().get("koikoi"), None);
}
