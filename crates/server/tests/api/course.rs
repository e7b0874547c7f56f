//! The course of matches.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

use crate::client::{Answer, Client};

/// The code of a table at which two bots have played a round.
pub(crate) async fn played(client: &Client, token: &str) -> String {
    let bots = json!([{ "bot": "beginner" }, { "bot": "beginner" }]);
    let rules = json!({ "preset": "japan", "rounds": 1 });
    let order = json!({ "game": "koikoi", "rules": rules, "seats": bots, "pace": 0 });
    let code = client.table(token, order).await;
    for _ in 0..1000 {
        if client.get(&format!("/tables/{code}"), "").await.json()["phase"] == "over" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    code
}

async fn post_file(client: &Client, path: &str, file: String) -> Answer {
    let request = Request::post(format!("/api/v1{path}")).header(header::CONTENT_TYPE, "application/json");
    client.send(request.body(Body::from(file)).unwrap()).await
}

#[tokio::test]
async fn a_match_is_told_step_by_step_from_the_house_and_from_its_file() {
    let client = Client::new(&[]);
    let description = client.get("/openapi.json", "").await.json();
    let token = client.guest("Ann").await;
    let code = played(&client, &token).await;
    let file = client.get(&format!("/matches/{code}-1"), "").await.text;
    for eyes in ["?eyes=0", "?eyes=watch", "?eyes=open", ""] {
        let course = client.get(&format!("/matches/{code}-1/course{eyes}"), "").await.json();
        crate::description::fits(&description, "CourseForm", &course);
        assert_eq!(course["match"], format!("{code}-1"));
        assert_eq!(course["seats"][1], json!({ "name": "bot (beginner)", "bot": "beginner" }));
        let last = course["steps"].as_array().unwrap().last().unwrap();
        assert_eq!(last["events"].as_array().unwrap().last().unwrap()["event"], "match-ended");
        let mut own = post_file(&client, &format!("/course{eyes}"), file.clone()).await.json();
        crate::description::fits(&description, "CourseForm", &own);
        assert_eq!(
            (own["match"].take(), own["seats"][1]["name"].take()),
            (Value::Null, json!("bot (beginner)"))
        );
        assert_eq!((&own["view"], &own["steps"]), (&course["view"], &course["steps"]));
    }
}

#[tokio::test]
async fn what_cannot_be_told_is_refused() {
    let client = Client::new(&[]);
    let token = client.guest("Ann").await;
    let code = played(&client, &token).await;
    let running =
        json!({ "game": "koikoi", "preset": "japan", "seats": ["me", { "bot": "casual" }], "entropy": 0 });
    let running = client.table(&token, running).await;
    for (path, refusal) in [
        (format!("/matches/{running}-1/course"), (404, "no-such-match")),
        (format!("/matches/{code}-2/course"), (404, "no-such-match")),
        (format!("/matches/{code}-1/course?eyes=2"), (400, "no-such-seat")),
        (format!("/matches/{code}-1/course?eyes=all"), (400, "no-such-eyes")),
    ] {
        assert_eq!(client.get(&path, &token).await.refusal(), (refusal.0, refusal.1.to_owned()), "{path}");
    }
    let file = client.get(&format!("/matches/{code}-1"), "").await.text;
    // A replay may be longer than other bodies.
    let padded = format!("{file}{}", " ".repeat(500_000));
    assert_eq!(post_file(&client, "/course", padded).await.status.as_u16(), 200);
    for (file, refusal) in [
        (format!("{file}{}", " ".repeat(1 << 20)), (413, "too-long")),
        ("{".to_owned(), (400, "bad-json")),
        ("{}".to_owned(), (400, "bad-replay")),
        (file.replace("\"seat\": 0", "\"seat\": 1"), (400, "not-legal")),
    ] {
        let refused = post_file(&client, "/course", file).await.refusal();
        assert_eq!(refused, (refusal.0, refusal.1.to_owned()));
    }
}
