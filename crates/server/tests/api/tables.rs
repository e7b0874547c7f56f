//! Tables: opened, listed, found, and played to their end.

use std::time::Duration;

use game::Game;
use koikoi::KoiKoi;
use serde_json::{Value, json};

use crate::client::Client;

#[tokio::test]
async fn games_tell_everything_that_can_be_chosen() {
    let games = Client::new(&[]).get("/games", "").await.json();
    assert_eq!(games["levels"], json!(["beginner", "casual", "club", "strong", "expert"]));
    let names: Vec<&str> =
        games["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["koikoi", "kierki", "kaboom"]);
    for game in games["games"].as_array().unwrap() {
        let knobs: Vec<&Value> = game["knobs"].as_array().unwrap().iter().map(|knob| &knob["name"]).collect();
        for preset in game["presets"].as_array().unwrap() {
            let given: Vec<Value> =
                preset["rules"].as_object().unwrap().keys().map(|key| json!(key)).collect();
            assert_eq!(given.iter().collect::<Vec<_>>(), knobs, "{preset}");
        }
    }
    assert_eq!(games["games"][2]["seats"], json!({ "least": 2, "most": 6 }));
}

#[tokio::test]
async fn every_preset_makes_a_table() {
    let client = Client::new(&[("tables_per_player", "1000")]);
    let token = client.guest("Ann").await;
    for game in client.get("/games", "").await.json()["games"].as_array().unwrap() {
        for preset in game["presets"].as_array().unwrap() {
            let order = json!({ "game": game["name"], "preset": preset["name"] });
            let table = client.post("/tables", &token, order).await;
            let table = (table.status.as_u16(), table.json());
            assert_eq!(
                (table.0, &table.1["preset"], &table.1["phase"]),
                (201, &preset["name"], &json!("waiting"))
            );
            assert_eq!(
                table.1["seats"].as_array().unwrap().len() as u64,
                game["seats"]["least"].as_u64().unwrap()
            );
        }
    }
}

#[tokio::test]
async fn a_table_is_opened_as_it_was_ordered() {
    let client = Client::new(&[("public_url", "https://example.org"), ("base_path", "/")]);
    let token = client.guest("Ann").await;
    let me = client.get("/me", &token).await.json();
    let order = json!({
        "game": "kaboom",
        "rules": { "preset": "short", "rounds": 2 },
        "seats": ["me", "open", { "bot": "club" }],
        "clock": { "kind": "match", "initial": 60000, "increment": 2000 },
        "absence": { "grace": 1000, "then": "pause" },
        "spectators": true,
        "visibility": "public",
        "pace": 0,
        "window": 5000,
        "delay": 60000,
        "unknown": "is ignored",
    });
    let answer = client.post("/tables", &token, order).await;
    let table = answer.json();
    let code = table["code"].as_str().unwrap();
    assert_eq!(answer.header("location"), format!("/api/v1/tables/{code}"));
    let expected = json!({
        "code": code,
        "link": format!("https://example.org/t/{code}"),
        "game": "kaboom",
        "preset": null,
        "phase": "waiting",
        "match": null,
        "deal": table["deal"],
        "owner": me["id"],
        "seats": [{ "player": me["id"], "name": "Ann" }, null, { "bot": "club" }],
        "clock": { "kind": "match", "initial": 60000, "increment": 2000 },
        "rated": false,
        "spectators": true,
        "delay": 60000,
        "watching": 0,
        "visibility": "public",
        "opened": table["opened"],
    });
    assert!(table["opened"].as_u64().is_some_and(|opened| opened > 0));
    assert_eq!(table, expected);
    assert_eq!(client.get(&format!("/tables/{code}"), "").await.json(), expected);
    assert_eq!(client.get(&format!("/tables/{}", code.to_lowercase()), "").await.json(), expected);
    assert_eq!(client.get("/tables", "").await.json()["tables"], json!([expected]));
    let own = client.get("/me/tables", &token).await.json();
    assert_eq!((&own["tables"][0]["code"], &own["tables"][0]["awaited"]), (&json!(code), &json!(false)));
}

#[tokio::test]
async fn a_private_table_is_found_by_its_code_alone() {
    let client = Client::new(&[]);
    let (ann, bob) = (client.guest("Ann").await, client.guest("Bob").await);
    let code = client.table(&ann, json!({ "game": "koikoi", "preset": "japan" })).await;
    assert_eq!(client.get("/tables", &ann).await.json()["tables"], json!([]));
    assert_eq!(client.get("/me/tables", &bob).await.json()["tables"], json!([]));
    assert_eq!(client.get("/me/tables", &ann).await.json()["tables"][0]["code"], code.as_str());
    assert_eq!(client.get(&format!("/tables/{code}"), &bob).await.json()["visibility"], "private");
    for path in ["/tables/00000000", "/tables/x", "/tables/K7F3Q9MXX", "/tables/K7F3%209MX"] {
        assert_eq!(client.get(path, &ann).await.refusal(), (404, "no-such-table".into()), "{path}");
    }
}

#[tokio::test]
async fn the_list_is_filtered_and_in_order() {
    let client = Client::new(&[]);
    let token = client.guest("Ann").await;
    let open = async |game: &str, preset: &str, more: Value| {
        // So that each is newer than the one before.
        tokio::time::sleep(Duration::from_millis(3)).await;
        let mut order = json!({ "game": game, "preset": preset, "visibility": "public", "entropy": 0 });
        order.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        client.table(&token, order).await
    };
    let bot = json!(["me", { "bot": "beginner" }]);
    let waiting = open("koikoi", "japan", json!({})).await;
    let watched = open("koikoi", "japan", json!({ "seats": bot, "spectators": true })).await;
    let closed = open("koikoi", "japan", json!({ "seats": bot })).await;
    let newest = open("kaboom", "short", json!({ "spectators": true })).await;
    let list = async |query: &str| -> Vec<String> {
        let answer = client.get(&format!("/tables{query}"), "").await.json();
        let codes = answer["tables"].as_array().unwrap().iter().map(|table| &table["code"]);
        codes.map(|code| code.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(list("").await, [&newest, &waiting, &closed, &watched].map(String::clone));
    assert_eq!(list("?game=koikoi").await, [&waiting, &closed, &watched].map(String::clone));
    assert_eq!(list("?open=true").await, [&newest, &waiting].map(String::clone));
    assert_eq!(list("?open=false&phase=playing").await, [&closed, &watched].map(String::clone));
    assert_eq!(list("?watch=true").await, [&watched].map(String::clone));
    assert_eq!(list("?game=koikoi&phase=waiting&open=true&watch=false").await, [waiting]);
    for (query, code) in [
        ("?game=whist", "no-such-game"),
        ("?phase=asleep", "bad-query"),
        ("?open=yes", "bad-query"),
        ("?watch=", "bad-query"),
        ("?colour=red", "bad-query"),
        ("?open=true&open=false", "bad-query"),
    ] {
        assert_eq!(client.get(&format!("/tables{query}"), "").await.refusal(), (400, code.into()), "{query}");
    }
}

#[tokio::test]
async fn a_wrong_order_opens_nothing() {
    let client = Client::new(&[("tables_per_player", "1")]);
    let token = client.guest("Ann").await;
    let good = json!({ "game": "koikoi", "preset": "japan" });
    let with = |changes: Value| {
        let mut order = good.clone();
        order.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        order
    };
    for (order, code) in [
        (json!({}), "bad-form"),
        (json!([]), "bad-form"),
        (json!({ "game": "koikoi" }), "bad-rules"),
        (with(json!({ "rules": { "preset": "japan" } })), "bad-rules"),
        (with(json!({ "game": "whist" })), "no-such-game"),
        (with(json!({ "preset": "mars" })), "bad-rules"),
        (json!({ "game": "koikoi", "rules": { "preset": "japan", "rounds": 99 } }), "bad-rules"),
        (json!({ "game": "koikoi", "rules": { "preset": "japan", "jokers": 1 } }), "bad-rules"),
        (json!({ "game": "koikoi", "rules": {} }), "bad-rules"),
        (
            json!({ "game": "koikoi", "rules": { "preset": "japan", "rounds": 3 }, "rated": true }),
            "bad-rules",
        ),
        (with(json!({ "rated": "yes" })), "bad-form"),
        (with(json!({ "seats": [] })), "bad-seats"),
        (with(json!({ "seats": ["me", "open", "open"] })), "bad-seats"),
        (with(json!({ "seats": ["me", "me"] })), "bad-seats"),
        (with(json!({ "seats": ["me", { "bot": "genius" }] })), "bad-form"),
        (with(json!({ "seats": ["me", "you"] })), "bad-form"),
        (with(json!({ "clock": { "kind": "move" } })), "bad-form"),
        (with(json!({ "clock": { "kind": "move", "limit": 1 } })), "bad-time"),
        (with(json!({ "clock": { "kind": "move", "limit": -1 } })), "bad-form"),
        (with(json!({ "absence": { "grace": u64::MAX, "then": "pause" } })), "bad-time"),
        (with(json!({ "pace": 1_000_000 })), "bad-time"),
        (with(json!({ "window": 0 })), "bad-time"),
        (with(json!({ "delay": 600_001 })), "bad-time"),
        (with(json!({ "delay": -1 })), "bad-form"),
        (with(json!({ "delay": 1, "rated": true })), "bad-time"),
        (with(json!({ "visibility": "secret" })), "bad-form"),
        (with(json!({ "spectators": "yes" })), "bad-form"),
    ] {
        let refused = client.post("/tables", &token, order.clone()).await;
        assert_eq!(refused.refusal(), (400, code.into()), "{order}");
    }
    // The field is named, and what was in it is not repeated.
    for (order, message) in [
        (json!({ "preset": "japan" }), "the field `game` is missing"),
        (json!([]), "the body must be an object"),
        (with(json!({ "seats": ["me", "genius"] })), "the field `seats[1]` is not what it should be"),
        (with(json!({ "clock": { "kind": "move" } })), "`clock` lacks the field `limit`"),
        (with(json!({ "pace": -1 })), "the field `pace` is not what it should be"),
    ] {
        let refused = client.post("/tables", &token, order).await;
        assert_eq!(refused.json()["message"], message);
    }
    assert!(client.reception.house.all_tables().is_empty());
    client.table(&token, good.clone()).await;
    assert_eq!(client.post("/tables", &token, good).await.refusal(), (409, "too-many-tables".into()));
    assert_eq!(client.reception.house.all_tables().len(), 1);
}

#[tokio::test]
async fn a_match_that_is_over_can_be_replayed_and_one_that_is_not_cannot() {
    let client = Client::new(&[]);
    let token = client.guest("Ann").await;
    let seats = json!(["me", { "bot": "casual" }]);
    let order = json!({ "game": "koikoi", "preset": "japan", "seats": seats, "entropy": 0 });
    let running = client.table(&token, order).await;
    assert_eq!(client.get(&format!("/tables/{running}"), "").await.json()["match"], format!("{running}-1"));
    let rules = json!({ "preset": "japan", "rounds": 1 });
    let bots = json!([{ "bot": "beginner" }, { "bot": "beginner" }]);
    let order = json!({ "game": "koikoi", "rules": rules, "seats": bots, "pace": 0 });
    let opened = client.post("/tables", &token, order).await.json();
    let code = opened["code"].as_str().unwrap();
    for _ in 0..1000 {
        if client.get(&format!("/tables/{code}"), "").await.json()["phase"] == "over" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let answer = client.get(&format!("/matches/{code}-1"), "").await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/json"));
    let replay = wire::replay::read::<KoiKoi>(&answer.text).unwrap();
    assert!(replay.record.replay(&mut ()).unwrap().is_over());
    let verified = client.get(&format!("/matches/{code}-1/verify"), "").await.json();
    assert_eq!((&verified["match"], &verified["holds"]), (&json!(format!("{code}-1")), &json!(true)));
    let shown = verified["checks"][0]["message"].as_str().unwrap();
    assert!(shown.contains(opened["deal"]["commitment"].as_str().unwrap()), "{shown}");
    for id in
        [format!("{running}-1"), format!("{code}-2"), format!("{code}-0"), "00000000-1".into(), "x".into()]
    {
        for path in [format!("/matches/{id}"), format!("/matches/{id}/verify")] {
            let refusal = client.get(&path, &token).await.refusal();
            assert_eq!(refusal, (404, "no-such-match".into()), "{path}");
        }
    }
}
