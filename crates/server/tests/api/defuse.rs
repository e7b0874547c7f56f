//! Runs of the defuse mode, as the API has them.

use serde_json::{Value, json};

use crate::client::{Answer, Client};

fn id(answer: &Answer) -> String {
    answer.json()["id"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
}

#[tokio::test]
async fn a_run_from_its_beginning_to_giving_up() {
    let client = Client::new(&[]);
    let (ada, ben) = (client.guest("Ada").await, client.guest("Ben").await);
    assert_eq!(client.get("/me/defuse", &ada).await.refusal(), (404, "no-such-run".into()));
    let begun = client.post("/defuse", &ada, json!({ "opponent": "defuser" })).await;
    assert_eq!((begun.status.as_u16(), &begun.json()["countdown"]), (201, &json!(600_000)));
    let path = format!("/defuse/{}", id(&begun));
    assert_eq!(begun.header("location"), format!("/api/v1{path}"));
    assert_eq!(client.get("/me/defuse", &ada).await.json(), begun.json());
    assert_eq!(client.get(&path, "").await.json(), begun.json(), "anyone may look");
    let second = client.post("/defuse", &ada, json!({ "opponent": { "bot": "club" } })).await;
    assert_eq!((second.status.as_u16(), &second.json()["code"]), (409, &json!("run-running")));
    assert_eq!(second.json()["id"], begun.json()["id"]);
    let next = format!("{path}/match");
    let bot = json!({ "opponent": { "bot": "casual" } });
    assert_eq!(client.post(&next, &ben, bot.clone()).await.refusal(), (409, "not-running".into()));
    let playing = client.post(&next, &ada, bot.clone()).await.json();
    assert_eq!((&playing["state"], &playing["matches"][0]["result"]), (&json!("playing"), &Value::Null));
    let table = playing["table"].as_str().unwrap();
    assert_eq!(playing["matches"][0]["match"], format!("{table}-1"));
    let card = client.get(&format!("/tables/{table}"), "").await.json();
    assert_eq!((&card["preset"], &card["seats"][1]), (&json!("quick"), &json!({ "bot": "casual" })));
    assert_eq!(client.post(&next, &ada, bot).await.refusal(), (409, "playing".into()));
    let gone = client.ask("DELETE", &path, &ada, None).await.json();
    assert_eq!((&gone["state"], &gone["matches"][0]["result"]), (&json!("given-up"), &json!("lost")));
    assert_eq!(gone["matches"][0]["replay"], false, "a match that was left is not filed");
    assert_eq!(client.get(&path, "").await.json(), gone, "it is kept");
    assert_eq!(client.ask("DELETE", &path, &ada, None).await.refusal(), (409, "not-running".into()));
}

#[tokio::test]
async fn whoever_waits_is_answered_when_something_changes() {
    let client = Client::new(&[]);
    let (ada, ben) = (client.guest("Ada").await, client.guest("Ben").await);
    let run = client.post("/defuse", &ada, json!({ "opponent": "defuser" })).await;
    let path = format!("/defuse/{}?wait=10", id(&run));
    let (news, _) =
        tokio::join!(client.get(&path, ""), client.post("/defuse", &ben, json!({ "opponent": "defuser" })));
    // Either it came while somebody waited, or before: then the version tells.
    let seen = format!("{path}&seen={}", run.json()["version"]);
    assert_eq!(client.get(&seen, "").await.json()["state"], "playing");
    assert_eq!(news.json()["player"], run.json()["player"]);
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let client = Client::new(&[]);
    let ada = client.guest("Ada").await;
    for (body, code) in [
        (json!({}), "bad-form"),
        (json!({ "opponent": "dog" }), "bad-form"),
        (json!({ "opponent": "defuser", "countdown_ms": 9_999 }), "bad-time"),
        (json!({ "opponent": "defuser", "countdown_ms": 3_600_001 }), "bad-time"),
        (json!({ "opponent": "defuser", "countdown_ms": -1 }), "bad-form"),
    ] {
        assert_eq!(client.post("/defuse", &ada, body).await.refusal(), (400, code.into()));
    }
    let good = json!({ "opponent": "defuser" });
    assert_eq!(client.post("/defuse", "", good).await.refusal(), (401, "no-token".into()));
    assert_eq!(client.get("/defuse/x", "").await.refusal(), (404, "no-such-run".into()));
    assert_eq!(client.get("/defuse/0000000000000", "").await.refusal(), (404, "no-such-run".into()));
    assert_eq!(client.get("/defuse/0000000000000?wait=x", "").await.refusal(), (400, "bad-query".into()));
}
