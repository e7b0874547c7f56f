//! Quick match over HTTP.

use serde_json::{Value, json};

use crate::client::Client;

async fn ask(client: &Client, token: &str, wish: Value) -> Value {
    let answer = client.post("/queue", token, wish).await;
    assert_eq!(answer.status.as_u16(), 202, "{}", answer.text);
    answer.json()
}

/// The one ticket, when something has become of it.
async fn matched(client: &Client, token: &str) -> Value {
    for _ in 0..10 {
        let tickets = client.get("/queue?wait=9", token).await.json();
        if tickets["tickets"][0]["state"] != "waiting" {
            return tickets["tickets"][0].clone();
        }
    }
    panic!("nothing becomes of it");
}

fn japan() -> Value {
    json!({ "game": "koikoi", "preset": "japan" })
}

#[tokio::test]
async fn two_strangers_meet_at_a_rated_table() {
    let client = Client::new(&[]);
    let (ann, bob, eve) = (client.guest("Ann").await, client.guest("Bob").await, client.guest("Eve").await);
    let first = ask(&client, &ann, japan()).await;
    let expected = json!({
        "state": "waiting", "game": "koikoi", "preset": "japan", "seats": 2,
        "clock": { "kind": "move", "limit": 60000 }, "rated": true, "fallback": null,
        "since": first["since"], "table": null,
    });
    assert_eq!(first, expected);
    assert_eq!(ask(&client, &ann, japan()).await["since"], first["since"], "the same place");
    let other = json!({ "game": "koikoi", "preset": "japan", "rated": false });
    assert_eq!(ask(&client, &eve, other).await["state"], "waiting");
    ask(&client, &bob, japan()).await;
    let (one, two) = (matched(&client, &ann).await, matched(&client, &bob).await);
    assert_eq!((&one["state"], &one["table"]), (&json!("matched"), &two["table"]));
    assert_eq!(client.get("/queue", &eve).await.json()["tickets"][0]["state"], "waiting");
    for token in [&ann, &bob] {
        let tables = client.get("/me/tables", token).await.json();
        assert_eq!(tables["tables"][0]["code"], one["table"]);
        assert_eq!(tables["tables"][0]["rated"], true);
    }
    assert_eq!(ask(&client, &ann, japan()).await["table"], one["table"], "as long as the match is played");
    assert_eq!(client.ask("DELETE", "/queue", &ann, None).await.json(), json!({ "tickets": [] }));
    assert_eq!(ask(&client, &ann, japan()).await["state"], "waiting");
    assert_eq!(client.reception.house.all_tables().len(), 1);
}

#[tokio::test]
async fn bots_come_when_nobody_does() {
    let client = Client::new(&[]);
    let ann = client.guest("Ann").await;
    let wish = json!({
        "game": "kaboom", "preset": "short", "seats": 3, "clock": { "kind": "none" },
        "fallback": { "after_ms": 1, "level": "club" },
    });
    assert_eq!(ask(&client, &ann, wish).await["fallback"], json!({ "after_ms": 1, "level": "club" }));
    let table = matched(&client, &ann).await["table"].as_str().unwrap().to_owned();
    let seats = client.get(&format!("/tables/{table}"), "").await.json()["seats"].clone();
    assert_eq!(
        (&seats[0]["name"], &seats[1], &seats[2]),
        (&json!("Ann"), &json!({"bot": "club"}), &json!({"bot": "club"}))
    );
}

#[tokio::test]
async fn a_wrong_wish_waits_for_nothing() {
    let client = Client::new(&[("tickets_per_player", "2"), ("tables_per_player", "1")]);
    let ann = client.guest("Ann").await;
    for (wish, code) in [
        (json!({ "game": "koikoi" }), "bad-form"),
        (json!({ "game": "whist", "preset": "japan" }), "no-such-game"),
        (json!({ "game": "koikoi", "preset": "mars" }), "bad-rules"),
        (json!({ "game": "koikoi", "preset": "japan", "seats": 3 }), "bad-seats"),
        (json!({ "game": "koikoi", "preset": "japan", "seats": 1_000_000_000 }), "bad-seats"),
        (json!({ "game": "koikoi", "preset": "japan", "seats": -1 }), "bad-form"),
        (json!({ "game": "koikoi", "preset": "japan", "clock": { "kind": "move", "limit": 1 } }), "bad-time"),
        (
            json!({ "game": "koikoi", "preset": "japan", "fallback": { "after_ms": u64::MAX, "level": "club" } }),
            "bad-time",
        ),
        (
            json!({ "game": "koikoi", "preset": "japan", "fallback": { "after_ms": 1, "level": "god" } }),
            "bad-form",
        ),
    ] {
        assert_eq!(client.post("/queue", &ann, wish.clone()).await.refusal(), (400, code.into()), "{wish}");
    }
    for query in ["?game=koikoi", "?preset=japan"] {
        let refused = client.ask("DELETE", &format!("/queue{query}"), &ann, None).await;
        assert_eq!(refused.refusal(), (400, "bad-query".into()));
    }
    assert_eq!(client.get("/queue?wait=soon", &ann).await.refusal(), (400, "bad-query".into()));
    assert_eq!(client.get("/queue", &ann).await.json(), json!({ "tickets": [] }));
    ask(&client, &ann, japan()).await;
    ask(&client, &ann, json!({ "game": "koikoi", "preset": "quick" })).await;
    let third = json!({ "game": "kierki", "preset": "seven" });
    assert_eq!(client.post("/queue", &ann, third.clone()).await.refusal(), (409, "too-many-tickets".into()));
    let left = client.ask("DELETE", "/queue?game=koikoi&preset=quick", &ann, None).await.json();
    assert_eq!(
        (left["tickets"].as_array().unwrap().len(), &left["tickets"][0]["preset"]),
        (1, &json!("japan"))
    );
    client.table(&ann, japan()).await;
    assert_eq!(client.post("/queue", &ann, third).await.refusal(), (409, "too-many-tables".into()));
    // Her turn comes, and there is no room for her; who came is still there for the next.
    let (bob, cyd) = (client.guest("Bob").await, client.guest("Cyd").await);
    ask(&client, &bob, japan()).await;
    assert_eq!(matched(&client, &ann).await["state"], "crowded");
    ask(&client, &cyd, japan()).await;
    assert_eq!(matched(&client, &bob).await["state"], "matched");
}

#[tokio::test]
async fn who_waits_is_metered_and_a_house_that_closes_takes_nobody() {
    let client = Client::new(&[]);
    let ann = client.guest("Ann").await;
    ask(&client, &ann, japan()).await;
    let text = client.page("/metrics").await.text;
    assert!(text.lines().any(|line| line == r#"tefuda_tickets{game="koikoi"} 1"#), "{text}");
    let waiting = client.get("/queue?wait=10", &ann);
    let drained = async {
        tokio::task::yield_now().await;
        client.reception.house.drain();
    };
    let (answer, ()) = tokio::join!(waiting, drained);
    assert_eq!(
        answer.json()["tickets"][0]["state"],
        "waiting",
        "nobody is kept waiting by a house that closes"
    );
    assert_eq!(client.post("/queue", &ann, japan()).await.refusal(), (503, "draining".into()));
}
