//! Too much, too often, too long.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;

use crate::client::Client;

#[tokio::test]
async fn whoever_asks_too_often_waits_and_others_do_not() {
    let client = Client::new(&[("requests_per_second", "1"), ("request_burst", "3")]);
    for _ in 0..3 {
        assert_eq!(client.get("/games", "").await.status.as_u16(), 200);
    }
    let refused = client.get("/games", "").await;
    assert_eq!(refused.refusal(), (429, "too-fast".into()));
    assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1);
    let other = client.from("192.0.2.9");
    assert_eq!(other.get("/games", "").await.status.as_u16(), 200);
    assert_eq!(
        client.page("/healthz").await.status.as_u16(),
        200,
        "the host's own questions are not counted"
    );
}

#[tokio::test]
async fn an_address_becomes_few_guests_and_tries_few_phrases() {
    let client = Client::new(&[("guests_per_hour", "3")]);
    let token = client.guest("Ann").await;
    for _ in 0..2 {
        assert_eq!(
            client.post("/recover", "", json!({ "phrase": "a b c d e f" })).await.refusal().1,
            "bad-phrase"
        );
    }
    assert_eq!(
        client.post("/recover", "", json!({ "phrase": "a b c d e f" })).await.refusal(),
        (429, "too-fast".into())
    );
    let code = json!({ "code": "K7F3Q9MX" });
    assert_eq!(client.post("/guests/redeem", "", code).await.refusal(), (429, "too-fast".into()));
    assert_eq!(client.post("/guests", "", json!({})).await.refusal(), (429, "too-fast".into()));
    assert_eq!(client.get("/me", &token).await.status.as_u16(), 200);
}

#[tokio::test]
async fn behind_a_proxy_each_client_is_counted() {
    let client = Client::new(&[("guests_per_hour", "1"), ("trusted_proxies", "127.0.0.0/8")]);
    let welcome = async |client: &Client, forwarded: &str| {
        let request = Request::post("/api/v1/guests").header("x-forwarded-for", forwarded);
        let request =
            request.header(header::CONTENT_TYPE, "application/json").body(Body::from("{}")).unwrap();
        client.send(request).await.status.as_u16()
    };
    assert_eq!(welcome(&client, "192.0.2.1").await, 201);
    assert_eq!(welcome(&client, "192.0.2.2").await, 201);
    assert_eq!(welcome(&client, "192.0.2.2").await, 429);
    assert_eq!(
        welcome(&client, "192.0.2.3, 192.0.2.2").await,
        429,
        "what a client says about itself counts nothing"
    );
    let direct = client.from("198.51.100.1");
    assert_eq!(welcome(&direct, "192.0.2.4").await, 201);
    assert_eq!(welcome(&direct, "192.0.2.5").await, 429);
}

#[tokio::test]
async fn a_body_that_is_no_good_is_refused() {
    let client = Client::new(&[]);
    let send = async |kind: &str, body: &str| {
        let request = Request::post("/api/v1/guests").header(header::CONTENT_TYPE, kind);
        client.send(request.body(Body::from(body.to_owned())).unwrap()).await.refusal()
    };
    let long = json!({ "name": "x".repeat(70_000) }).to_string();
    let deep = "[".repeat(60_000);
    for (kind, body, status, code) in [
        ("text/plain", "{}", 415, "bad-content-type"),
        ("application/json", "", 400, "bad-json"),
        ("application/json", "{", 400, "bad-json"),
        ("application/json", "\u{0}", 400, "bad-json"),
        ("application/json", &deep, 400, "bad-json"),
        ("application/json", "[]x", 400, "bad-json"),
        ("application/json", r#"{"name": 5}"#, 400, "bad-form"),
        ("application/json", r#"["Ann"]"#, 400, "bad-form"),
        ("application/json", "5", 400, "bad-form"),
        ("application/json", &long, 413, "too-long"),
    ] {
        assert_eq!(send(kind, body).await, (status, code.into()), "{}", &body[..body.len().min(30)]);
    }
}
