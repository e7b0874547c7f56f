//! Clients that leave, are played for, and come back.

use std::net::Ipv4Addr;
use std::time::Duration;

use server::config::Config;
use table::Phase;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

use super::{Foreign, House, LETTERS, count, patient, saw_the_end};
use crate::common::Served;

#[tokio::test]
async fn who_leaves_suspends_the_match_and_whoever_takes_the_seat_is_told_the_deal() {
    let house = House::with(patient()).await;
    let mut four = house.four().await;
    for _ in 0..2 {
        play_a_trick(&mut four).await;
    }
    let leader = leader(&four);
    let question = four[leader].hears("TRICK3").await;
    // The one after it goes: nobody is asked meanwhile, and what the asked one says is kept.
    let gone = (leader + 1) % 4;
    let dealt = four[gone].heard[0].clone();
    let taken: Vec<String> =
        four[gone].heard.iter().filter(|line| line.starts_with("TAKEN")).cloned().collect();
    let mut newcomer = house.connect().await;
    std::mem::swap(&mut four[gone], &mut newcomer);
    drop(newcomer);
    house.until(|card| card.phase == Phase::Paused).await;
    let answer = four[leader].answer(&question);
    four[leader].say("nonsense").await;
    four[leader].say(&answer).await;
    for client in four.iter_mut() {
        client.hears_nothing().await;
    }
    let busy = (gone + 1) % 4;
    let mut other = house.sit(LETTERS[busy]).await;
    // There is no table that gathers, so that a client for another seat opens one.
    other.hears_nothing().await;
    drop(other);
    four[gone].say(&format!("IAM{}", LETTERS[gone])).await;
    assert_eq!(four[gone].next().await.unwrap(), dealt);
    for line in taken {
        assert_eq!(four[gone].next().await.unwrap(), line);
    }
    four[leader].hears("WRONG3").await;
    let asked = four[gone].hears("TRICK3").await;
    assert_eq!(asked, format!("TRICK3{}", answer.strip_prefix("TRICK3").unwrap()), "what was kept counts");
    let again = four[gone].answer(&asked);
    four[gone].say(&again).await;
    let playing: Vec<_> = four.into_iter().map(|client| tokio::spawn(client.play())).collect();
    for client in playing {
        let heard = client.await.unwrap();
        saw_the_end(&heard);
    }
}

#[tokio::test]
async fn after_the_chosen_time_a_bot_plays_and_its_seat_is_free_for_the_next() {
    let house = House::with(Config { kierki_absence: Duration::from_millis(50), ..patient() }).await;
    let mut four = house.four().await;
    let west = four.pop().unwrap();
    let (south, east, north) = (four.pop().unwrap(), four.pop().unwrap(), four.pop().unwrap());
    let dealt = west.heard[0].clone();
    drop(west);
    house.until_logged("left", 1).await;
    house.until_logged("resumed", 1).await;
    let (north, east) = (tokio::spawn(north.play()), tokio::spawn(east.play()));
    // The bot plays: South is asked, and holds everything up.
    let mut south = south;
    let question = south.hears("TRICK1").await;
    let code = house.card().unwrap().code;
    // Somebody else from elsewhere comes, not whoever has left.
    let mut newcomer = house.connect_from(Ipv4Addr::new(127, 0, 0, 2)).await;
    newcomer.say("IAMW").await;
    assert_eq!(newcomer.next().await.unwrap(), dealt, "it sits at the same table");
    assert_eq!(house.served.reception.house.all_tables().len(), 1);
    assert_eq!(house.card().unwrap().code, code);
    house.until_logged("sat", 5).await;
    let answer = south.answer(&question);
    south.say(&answer).await;
    let (south, west) = (tokio::spawn(south.play()), tokio::spawn(newcomer.play()));
    for client in [north, east, south, west] {
        saw_the_end(&client.await.unwrap());
    }
}

/// How far a client comes before it is gone.
const STAGES: [&str; 8] = [
    "",
    "IAM",
    "IAMW\r\n",
    "IAMW\r\nDEAL",
    "IAMW\r\nTRICK1AS\r\nTRICK1AC\r\n",
    "IAMW\r\n\0\u{ff}\r\n\r\n",
    "IAMW\r\nIAMW\r\nBUSYN\r\n",
    "IAMW\r\nTRICK",
];

#[tokio::test]
async fn whoever_comes_and_goes_badly_harms_nobody_else() {
    let house = House::with(Config { kierki_absence: Duration::from_millis(5), ..patient() }).await;
    let mut four = house.four().await;
    drop(four.pop());
    let three: Vec<_> = four.into_iter().map(|client| tokio::spawn(client.play())).collect();
    let code = house.card().unwrap().code;
    for (number, stage) in STAGES.iter().cycle().enumerate() {
        if house.served.reception.house.table(code).unwrap().phase == Phase::Over {
            assert!(number > STAGES.len(), "{number} came and went");
            break;
        }
        let mut client = house.connect().await;
        let _ = client.write.write_all(stage.as_bytes()).await;
        // Some go at once, some hear a little, and some are reset.
        if number % 3 != 0 {
            let _ = timeout(Duration::from_millis(10), client.next()).await;
        }
        if number % 2 == 0 {
            let stream = client.write.reunite(client.read.into_inner()).unwrap();
            socket2::SockRef::from(&stream).set_linger(Some(Duration::ZERO)).unwrap();
        }
    }
    for client in three {
        let heard = client.await.unwrap();
        saw_the_end(&heard);
        assert_eq!((count(&heard, "DEAL"), count(&heard, "TAKEN")), (4, 52));
    }
}

#[tokio::test]
async fn after_a_restart_bots_hold_the_seats_until_clients_come_back() {
    // Slow enough that the bots do not end the match before anybody comes.
    let slow = Duration::from_millis(300);
    let config = || Config { kierki_absence: slow, kierki_pace: slow, ..patient() };
    let first = House::with(config()).await;
    let mut four = first.four().await;
    play_a_trick(&mut four).await;
    let before: Vec<String> =
        four[1].heard.iter().filter(|line| !line.starts_with("TRICK")).cloned().collect();
    first.served.reception.house.close().await;
    for client in &mut four {
        while client.next().await.is_some() {}
    }
    let second = House::around(Served::over(config(), first.served.store.clone()).await).await;
    // First it waits for everybody.
    second.until_logged("paused", 1).await;
    second.until_logged("resumed", 1).await;
    let mut east = second.sit("E").await;
    for line in before {
        assert_eq!(east.next().await.unwrap(), line);
    }
    east.plays().await;
    while !east.hears("T").await.starts_with("TAKEN") {}
    assert_eq!(second.served.reception.house.all_tables().len(), 1);
}

/// Where the next trick is led.
fn leader(four: &[Foreign]) -> usize {
    let taken = four[0].heard.iter().rfind(|line| line.starts_with("TAKEN"));
    taken.map_or(0, |line| LETTERS.iter().position(|letter| line.ends_with(letter)).unwrap())
}

/// All four play a card.
pub(super) async fn play_a_trick(four: &mut [Foreign]) {
    let leader = leader(four);
    for place in 0..4 {
        four[(leader + place) % 4].plays().await;
    }
    for client in four {
        client.hears("TAKEN").await;
    }
}
