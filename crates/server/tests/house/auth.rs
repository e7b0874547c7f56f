//! Every message from everyone who may not send it is refused with a code, and changes nothing.

use serde_json::{Value, json};
use server::house::SeatOrder;
use wire::{Code, GameKind};

use super::common::{Client, Guest, Served, order};

/// Every message that is about a table.
fn messages(table: Code) -> Vec<Value> {
    vec![
        json!({"type": "sit", "table": table}),
        json!({"type": "watch", "table": table}),
        json!({"type": "resync", "table": table}),
        json!({"type": "leave", "table": table}),
        json!({"type": "act", "table": table, "action": "play 1-crane"}),
        json!({"type": "say", "table": table, "text": "psst"}),
        json!({"type": "rematch", "table": table}),
        json!({"type": "seat-bot", "table": table, "level": "expert"}),
        json!({"type": "pause", "table": table}),
        json!({"type": "resume", "table": table}),
    ]
}

/// The codes of the refusals, in order of the messages; the log must stay as it is.
async fn refusals(served: &Served, client: &mut Client, table: Code, skip: &[&str]) -> Vec<String> {
    let before = served.logged(table);
    let mut codes = Vec::new();
    for message in messages(table) {
        let kind = message["type"].as_str().unwrap().to_owned();
        if skip.contains(&kind.as_str()) {
            continue;
        }
        let answer = client.ask(message, &format!("id {kind}")).await;
        assert_eq!(answer["type"], "nack", "{kind}: {answer}");
        assert!(answer["message"].as_str().is_some_and(|why| !why.is_empty()), "{answer}");
        codes.push(format!("{kind}: {}", answer["code"].as_str().unwrap()));
        assert_eq!(served.logged(table), before, "{kind} has changed something");
    }
    codes
}

#[tokio::test]
async fn without_a_token_nothing_is_answered_but_that() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let code = served.table(&aki, true).await;
    let mut stranger = served.stranger().await;
    for refusal in refusals(&served, &mut stranger, code, &[]).await {
        assert!(refusal.ends_with(": no-token"), "{refusal}");
    }
    assert_eq!(stranger.ask(json!({"type": "ping"}), "p").await["type"], "pong");
}

#[tokio::test]
async fn a_token_that_is_nobodys_ends_the_connection() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let wrong = aki.token.replace(|letter: char| letter.is_ascii_digit(), "0");
    for token in ["x", "tefuda_", wrong.as_str(), &aki.token[..70]] {
        let mut stranger = served.stranger().await;
        let answer = stranger.ask(json!({"type": "auth", "token": token}), "a").await;
        assert_eq!((&answer["type"], &answer["code"]), (&json!("nack"), &json!("bad-token")));
        assert!(!answer.to_string().contains(&token[1..]) || token.len() < 10, "the token is in the answer");
        assert_eq!(stranger.next().await["code"], "bad-token");
        assert_eq!(stranger.next().await, Value::Null);
    }
}

#[tokio::test]
async fn a_revoked_token_ends_its_connections_and_no_others() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let players = &served.reception.players;
    let phrase = players.new_phrase(aki.player.id).await.unwrap();
    let (player, token) = players.recover(phrase.reveal()).await.unwrap();
    let elsewhere = Guest { player, token: token.reveal().to_owned() };
    let (mut old, mut new) = (served.client(&aki).await, served.client(&elsewhere).await);
    players.revoke_others(aki.player.id, &elsewhere.token).await.unwrap();
    assert_eq!(old.next().await["code"], "bad-token");
    assert_eq!(old.next().await, Value::Null);
    assert_eq!(new.ask(json!({"type": "ping"}), "p").await["type"], "pong");
}

#[tokio::test]
async fn one_connection_is_one_players() {
    let served = Served::start().await;
    let (aki, ben) = (served.guest("Aki").await, served.guest("Ben").await);
    let mut client = served.client(&aki).await;
    assert_eq!(client.ask(json!({"type": "auth", "token": ben.token}), "b").await["code"], "other-player");
    assert_eq!(client.ask(json!({"type": "auth", "token": aki.token}), "a").await["type"], "ack");
}

/// Two play; Eve has a token of her own, and that is all.
#[tokio::test]
async fn another_players_token_opens_no_seat() {
    let served = Served::start().await;
    let (aki, ben, eve) = (served.guest("Aki").await, served.guest("Ben").await, served.guest("Eve").await);
    for spectators in [false, true] {
        let code = served.table(&aki, spectators).await;
        let (mut one, mut two) = (served.client(&aki).await, served.client(&ben).await);
        for client in [&mut one, &mut two] {
            assert_eq!(client.ask(json!({"type": "sit", "table": code}), "sit").await["type"], "ack");
        }
        let mut watcher = served.client(&eve).await;
        // Whoever watches may do so anew, and stop to.
        let (skip, looks): (&[&str], &[&str]) = match spectators {
            true => (&["watch", "resync", "leave"], &[]),
            false => (&[], &["watch: no-spectators", "resync: no-spectators", "leave: not-seated"]),
        };
        if spectators {
            assert_eq!(watcher.ask(json!({"type": "watch", "table": code}), "w").await["type"], "ack");
        }
        let found = refusals(&served, &mut watcher, code, skip).await;
        let acts = ["act: not-seated", "say: not-seated", "rematch: not-seated"];
        let owns = ["seat-bot: not-owner", "pause: not-owner", "resume: not-owner"];
        assert_eq!(found, [&["sit: seat-taken"], looks, &acts, &owns].concat());
        // Ben plays, and does not own the table.
        let skip = ["sit", "watch", "resync", "leave", "act", "say"];
        let found = refusals(&served, &mut two, code, &skip).await;
        assert_eq!(
            found,
            ["rematch: playing", "seat-bot: not-owner", "pause: not-owner", "resume: not-owner"]
        );
    }
}

#[tokio::test]
async fn a_table_that_is_not_there_answers_nobody() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let mut client = served.client(&aki).await;
    let code: Code = "00000000".parse().unwrap();
    for refusal in refusals(&served, &mut client, code, &[]).await {
        assert!(refusal.ends_with(": no-such-table"), "{refusal}");
    }
}

/// What a match hides, and how it was dealt, stays hidden at its end from those who may not watch.
#[tokio::test]
async fn a_finished_table_takes_no_actions() {
    let served = Served::start().await;
    let (aki, eve) = (served.guest("Aki").await, served.guest("Eve").await);
    let mut wanted = order(GameKind::KoiKoi, "quick", vec![SeatOrder::Bot(bots::Level::Beginner); 2]);
    wanted.settings.spectators = false;
    let code = served.open(&aki, wanted).await;
    let id = format!("{code}-1").parse().unwrap();
    while served.reception.house.finished(id).await.unwrap().is_none() {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let mut client = served.client(&eve).await;
    let found = refusals(&served, &mut client, code, &[]).await;
    assert_eq!(found[0], "sit: seat-taken");
    assert_eq!(found[4], "act: not-seated");
    // The owner, who has no seat, can do no more.
    let mut owner = served.client(&aki).await;
    let found = refusals(&served, &mut owner, code, &[]).await;
    let last = ["seat-bot: seat-taken", "pause: not-playing", "resume: not-playing"];
    assert_eq!(found[7..], last);
}
