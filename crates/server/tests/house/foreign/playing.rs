//! Whole matches, who may sit down, and what is wrong.

use std::time::Duration;

use kierki::seats;
use serde_json::{Value, json};
use server::config::Config;
use table::Phase;
use tokio::io::AsyncWriteExt;

use super::{House, count, patient, saw_the_end, taken};
use crate::common::Client;

#[tokio::test]
async fn each_four_clients_play_a_match_at_a_table_of_the_house() {
    let house = House::with(patient()).await;
    let mut tables = Vec::new();
    for _ in 0..2 {
        let four = house.four().await;
        let card = house.card().unwrap();
        assert_eq!((card.game, card.preset, card.spectators), ("kierki", Some("robbers"), true));
        assert_eq!(card.visibility, table::Visibility::Public);
        let playing: Vec<_> = four.into_iter().map(|client| tokio::spawn(client.play())).collect();
        let mut totals = Vec::new();
        for (number, client) in playing.into_iter().enumerate() {
            let heard = client.await.unwrap();
            saw_the_end(&heard);
            assert_eq!((count(&heard, "DEAL"), count(&heard, "TAKEN"), count(&heard, "WRONG")), (4, 52, 0));
            assert!(count(&heard, "TRICK") == 52, "client {number} plays every card once");
            totals.push(heard.last().unwrap().clone());
        }
        assert!(totals.iter().all(|total| *total == totals[0]));
        let card = house.until(|card| card.phase == Phase::Over && taken(card) == 0).await;
        let id = wire::MatchId { table: card.code, number: 1 };
        let filed = house.served.reception.house.finished(id).await.unwrap().expect("it is filed");
        assert!(filed.result.pool.is_none(), "nobody is rated");
        let scores = seats::all().zip(&filed.result.seats);
        let scores: String =
            scores.map(|(seat, row)| format!("{}{}", kierki::letter(seat), row.score)).collect();
        assert_eq!(totals[0], format!("TOTAL{scores}"));
        tables.push(card.code);
    }
    assert_ne!(tables[0], tables[1]);
}

#[tokio::test]
async fn a_taken_seat_is_busy_and_a_seat_that_was_left_before_the_match_is_not() {
    let house = House::with(patient()).await;
    let north = house.sit("N").await;
    house.until(|card| taken(card) == 1).await;
    let mut second = house.sit("N").await;
    second.hears("BUSYN").await;
    assert_eq!(second.next().await, None);
    let _south = house.sit("S").await;
    house.until(|card| taken(card) == 2).await;
    assert_eq!(house.sit("S").await.hears("BUSY").await, "BUSYNS");
    drop(north);
    house.until(|card| taken(card) == 1).await;
    assert_eq!(house.sit("S").await.hears("BUSY").await, "BUSYS");
    let _again = house.sit("N").await;
    house.until(|card| taken(card) == 2).await;
    assert_eq!(house.served.reception.house.all_tables().len(), 1);
}

#[tokio::test]
async fn whoever_says_anything_else_at_first_is_closed_and_others_are_not_disturbed() {
    let house = House::with(Config { kierki_timeout: Duration::from_secs(1), ..patient() }).await;
    let long = "x".repeat(300);
    for bad in ["", "IAMX", "iamN", "TRICK12C", "BUSYN", " IAMN", "\0", "{\"type\":\"auth\"}", &long] {
        let mut client = house.connect().await;
        client.say(bad).await;
        assert_eq!(client.next().await, None, "{bad}");
    }
    assert_eq!(house.connect().await.next().await, None, "nothing at all");
    assert!(house.card().is_none(), "no table was opened for that");
    // Anything more than the IAM before the match frees the seat.
    for more in ["IAMN\r\nIAMN", "IAMN\r\nTRICK12C", "IAMN\r\nhello"] {
        let mut client = house.connect().await;
        client.say(more).await;
        assert_eq!(client.next().await, None, "{more}");
        house.until(|card| taken(card) == 0).await;
    }
    let mut slow = house.connect().await;
    for byte in b"IAMW\r\n" {
        slow.write.write_all(&[*byte]).await.unwrap();
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    house.until(|card| taken(card) == 1).await;
}

#[tokio::test]
async fn wrong_answers_and_silence_are_met_as_the_protocol_says() {
    let house = House::with(Config { kierki_timeout: Duration::from_secs(1), ..patient() }).await;
    let mut four = house.four().await;
    let question = four[0].hears("TRICK1").await;
    let foreign = four[1].hand.into_iter().next().unwrap();
    for bad in [&format!("TRICK1{foreign}"), "TRICK1", "nonsense", "IAMN"] {
        four[0].say(bad).await;
        four[0].hears("WRONG1").await;
    }
    four[1].say(&format!("TRICK1{foreign}")).await;
    four[1].hears("WRONG1").await;
    four[1].say("nonsense").await;
    four[1].hears_nothing().await;
    assert_eq!(four[0].hears("TRICK").await, question, "asked again");
    assert_eq!(four[0].hears("TRICK").await, question, "and again");
    let answer = four[0].answer(&question);
    four[0].say(&answer).await;
    let asked = four[1].hears("TRICK1").await;
    assert_eq!(asked, format!("{question}{}", answer.strip_prefix("TRICK1").unwrap()));
}

#[tokio::test]
async fn bots_fill_the_table_and_all_are_served_again_afterwards() {
    let house = House::with(Config { kierki_fill: Duration::from_millis(100), ..patient() }).await;
    for _ in 0..2 {
        let heard = house.sit("E").await.play().await;
        saw_the_end(&heard);
        assert_eq!((count(&heard, "DEAL"), count(&heard, "TRICK")), (4, 52));
    }
    let rooms = &house.served.reception.house;
    assert_eq!(rooms.all_tables().len(), 2);
    // Nobody is there any more, so nobody who looks for a table is sent to one of them.
    let deserted = async {
        while !rooms.lobby(|_| true).is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), deserted).await.expect("the list is empty");
}

#[tokio::test]
async fn three_clients_play_with_somebody_who_came_by_the_lobby() {
    let house = House::with(patient()).await;
    let mut three = Vec::new();
    for seat in ["N", "E", "W"] {
        three.push(house.sit(seat).await);
        house.until(|card| taken(card) == three.len()).await;
    }
    let ann = house.served.guest("Ann").await;
    let mut client = house.served.client(&ann).await;
    client.say(json!({"type": "lobby"})).await;
    let lobby = client.next_of("lobby").await;
    let code = lobby["tables"][0]["code"].clone();
    assert_eq!(lobby["tables"][0]["seats"][2], Value::Null);
    assert_eq!(client.ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
    let three: Vec<_> = three.into_iter().map(|client| tokio::spawn(client.play())).collect();
    play_to_the_end(&mut client, &code).await;
    for foreign in three {
        saw_the_end(&foreign.await.unwrap());
    }
}

/// Plays whatever may be played, by the messages of the house.
async fn play_to_the_end(client: &mut Client, code: &Value) {
    let mut follower = wire::house::Follower::default();
    let table: wire::Code = code.as_str().unwrap().parse().unwrap();
    client.say(json!({"type": "resync", "table": code})).await;
    let mut requests = Vec::new();
    for turn in 0.. {
        let message = client.next().await;
        assert_ne!(message, Value::Null, "closed before the end");
        follower.receive(&message.to_string(), &mut requests).unwrap();
        assert!(requests.is_empty());
        let Some(known) = follower.table(table) else { continue };
        if known.scene["phase"] == "over" {
            return;
        }
        if known.scene["must"] == true && follower.waiting().next().is_none() {
            let action = known.scene["legal"][0].as_str().unwrap().to_owned();
            let request = follower.act(table, format!("a{turn}"), action).unwrap();
            client.raw(format!("{}\n", request.encode()).as_bytes()).await;
        }
    }
}
