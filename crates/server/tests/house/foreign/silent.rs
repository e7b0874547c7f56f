//! Clients that do not answer, that say too much, and those that a restart has cut off.

use std::time::{Duration, Instant};

use serde_json::json;
use server::config::Config;

use super::going::play_a_trick;
use super::{House, count, patient, saw_the_end};
use crate::common::{Client, Served};

#[tokio::test]
async fn a_bot_plays_for_who_is_silent_until_it_speaks_again() {
    let (kierki_timeout, kierki_absence) = (Duration::from_secs(2), Duration::from_millis(100));
    let house = House::with(Config { kierki_timeout, kierki_absence, ..patient() }).await;
    let mut four = house.four().await;
    let question = four[0].hears("TRICK1").await;
    let late = four[0].answer(&question);
    assert_eq!(four[0].hears("TRICK1").await, question, "asked again");
    house.until_logged("stood-in", 1).await;
    for client in &mut four[1..] {
        client.plays().await;
    }
    for client in &mut four[1..] {
        client.hears("TAKEN1").await;
    }
    four[0].hears_nothing().await;
    four[0].say("nonsense").await;
    four[0].hears_nothing().await;
    // The answer comes too late: it is told what it has missed, and what it said is wrong now.
    four[0].say(&late).await;
    four[0].hears("TAKEN1").await;
    four[0].hears("WRONG2").await;
    house.until_logged("returned", 1).await;
    let playing: Vec<_> = four.into_iter().map(|client| tokio::spawn(client.play())).collect();
    for client in playing {
        let heard = client.await.unwrap();
        saw_the_end(&heard);
        assert_eq!((count(&heard, "DEAL"), count(&heard, "TAKEN")), (4, 52));
    }
    assert_eq!(house.served.reception.house.all_tables().len(), 1);
}

#[tokio::test]
async fn who_stays_silent_holds_up_nobody_and_is_told_the_end() {
    let (kierki_timeout, kierki_absence) = (Duration::from_millis(700), Duration::ZERO);
    let house = House::with(Config { kierki_timeout, kierki_absence, ..patient() }).await;
    let mut four = house.four().await;
    let mut silent = four.remove(0);
    let playing: Vec<_> = four.into_iter().map(|client| tokio::spawn(client.play())).collect();
    let mut heard = Vec::new();
    for client in playing {
        heard = client.await.unwrap();
        saw_the_end(&heard);
    }
    while silent.next().await.is_some() {}
    assert_eq!(count(&silent.heard, "TAKEN"), 0, "{:?}", silent.heard);
    assert_eq!(silent.heard[silent.heard.len() - 2..], heard[heard.len() - 2..], "but how it ended");
}

#[tokio::test]
async fn lines_are_read_as_fast_as_messages_of_others() {
    let slow = Config { messages_per_second: 50, message_burst: 10, ..patient() };
    let house = House::with(slow).await;
    let mut four = house.four().await;
    let question = four[0].hears("TRICK1").await;
    let begun = Instant::now();
    four[0].say(&["nonsense"; 60].join("\r\n")).await;
    for _ in 0..60 {
        four[0].hears("WRONG1").await;
    }
    let answer = four[0].answer(&question);
    four[0].say(&answer).await;
    four[1].hears("TRICK1").await;
    assert!(begun.elapsed() > Duration::from_millis(900), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn after_a_restart_the_seats_of_clients_are_free_at_once_and_those_of_people_are_not() {
    let first = House::with(patient()).await;
    let mut three = Vec::new();
    for (number, seat) in (1..).zip(["N", "E", "S"]) {
        three.push(first.sit(seat).await);
        first.until(|card| super::taken(card) == number).await;
    }
    // Somebody in a browser is the fourth.
    let person = first.served.guest("Wanda").await;
    let mut wanda: Client = first.served.client(&person).await;
    let table = first.card().unwrap().code;
    wanda.say(json!({ "type": "sit", "table": table, "seat": 3 })).await;
    for client in &mut three {
        client.hears("DEAL").await;
    }
    let dealt = three[1].heard[0].clone();
    first.served.reception.house.close().await;
    let second = House::around(Served::over(patient(), first.served.store.clone()).await).await;
    second.until_logged("left", 3).await;
    let mut west = second.sit("W").await;
    west.hears_nothing().await;
    assert_eq!(second.served.reception.house.all_tables().len(), 2, "her seat is kept");
    let mut east = second.sit("E").await;
    assert_eq!(east.next().await.unwrap(), dealt, "the old table waits for her");
    assert_eq!(second.served.reception.house.all_tables().len(), 2);
}

#[tokio::test]
async fn after_a_restart_four_clients_play_on_where_they_were() {
    let first = House::with(patient()).await;
    let mut four = first.four().await;
    play_a_trick(&mut four).await;
    let taken = four[0].heard.iter().find(|line| line.starts_with("TAKEN1")).unwrap().clone();
    first.served.reception.house.close().await;
    let second = House::around(Served::over(patient(), first.served.store.clone()).await).await;
    second.until_logged("left", 4).await;
    let mut again = Vec::new();
    for seat in super::LETTERS {
        let mut client = second.sit(seat).await;
        client.hears("DEAL").await;
        assert_eq!(client.next().await.unwrap(), taken);
        again.push(client);
    }
    assert_eq!(second.served.reception.house.all_tables().len(), 1);
    let playing: Vec<_> = again.into_iter().map(|client| tokio::spawn(client.play())).collect();
    for client in playing {
        saw_the_end(&client.await.unwrap());
    }
}
