//! Guests, names, phrases and tokens.

use serde_json::json;

use crate::client::Client;

#[tokio::test]
async fn a_guest_is_welcomed_renamed_and_known() {
    let client = Client::new(&[]);
    let answer = client.post("/guests", "", json!({ "name": " Ann " })).await;
    assert_eq!(answer.status.as_u16(), 201);
    let guest = answer.json();
    assert_eq!(guest["player"]["name"], "Ann");
    assert_eq!(guest["player"]["id"].as_str().unwrap().len(), 13);
    let token = guest["token"].as_str().unwrap();
    assert_eq!(client.get("/me", token).await.json(), guest["player"]);
    let renamed = client.ask("PATCH", "/me", token, Some(json!({ "name": "Anna" }))).await.json();
    assert_eq!((&renamed["name"], &renamed["id"]), (&json!("Anna"), &guest["player"]["id"]));
    for name in ["", " ", "\u{7}", "\u{202e}x", &"x".repeat(25)] {
        let refused = client.ask("PATCH", "/me", token, Some(json!({ "name": name }))).await;
        assert_eq!(refused.refusal(), (400, "bad-name".into()));
        assert_eq!(
            client.post("/guests", "", json!({ "name": name })).await.refusal(),
            (400, "bad-name".into())
        );
    }
    assert_eq!(client.get("/me", token).await.json(), renamed);
    let nameless = client.post("/guests", "", json!({})).await.json();
    assert!(!nameless["player"]["name"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn a_phrase_moves_a_player_and_others_can_be_signed_out() {
    let client = Client::new(&[]);
    let token = client.guest("Ann").await;
    let phrase = client.ask("POST", "/me/phrase", &token, None).await;
    assert_eq!(phrase.status.as_u16(), 201);
    let phrase = phrase.json()["phrase"].as_str().unwrap().to_owned();
    let moved = client.post("/recover", "", json!({ "phrase": phrase })).await;
    assert_eq!((moved.status.as_u16(), &moved.json()["player"]["name"]), (201, &json!("Ann")));
    let further = moved.json()["token"].as_str().unwrap().to_owned();
    let wrong = client.post("/recover", "", json!({ "phrase": "crane ".repeat(6) })).await;
    assert_eq!(wrong.refusal(), (403, "bad-phrase".into()));
    assert_eq!(client.ask("DELETE", "/me/tokens", &further, None).await.status.as_u16(), 204);
    assert_eq!(client.get("/me", &token).await.refusal(), (401, "bad-token".into()));
    assert_eq!(client.get("/me", &further).await.json()["name"], "Ann");
}

#[tokio::test]
async fn a_pass_moves_a_player_once() {
    let client = Client::new(&[]);
    let token = client.guest("Ann").await;
    let pass = async || client.ask("POST", "/me/pass", &token, None).await.json();
    let redeem = async |code: &str| client.post("/guests/redeem", "", json!({ "code": code })).await;
    let first = pass().await["code"].as_str().unwrap().to_owned();
    let second = pass().await["code"].as_str().unwrap().to_owned();
    assert_eq!(second.len(), 8);
    assert_eq!(redeem(&first).await.refusal(), (403, "bad-pass".into()), "there is a newer one");
    let moved = redeem(&format!(" {} ", second.to_lowercase())).await;
    assert_eq!((moved.status.as_u16(), &moved.json()["player"]["name"]), (201, &json!("Ann")));
    let further = moved.json()["token"].as_str().unwrap().to_owned();
    assert_ne!(further, token);
    for known in [&further, &token] {
        assert_eq!(client.get("/me", known).await.json(), moved.json()["player"], "both are good");
    }
    for used in [&second, "", "K7F3", "!!!!!!!!", &"K".repeat(5000)] {
        assert_eq!(redeem(used).await.refusal(), (403, "bad-pass".into()));
    }
    let third = pass().await["code"].as_str().unwrap().to_owned();
    assert_eq!(client.ask("DELETE", "/me/tokens", &token, None).await.status.as_u16(), 204);
    assert_eq!(
        redeem(&third).await.refusal(),
        (403, "bad-pass".into()),
        "who signs others out means this too"
    );
}
