//! Who may do what: every request that needs a token, without one, with a wrong one, and with another player's.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};

use crate::client::Client;

/// Everything that needs a token, from the description of the API, with a body that would do.
async fn guarded(client: &Client) -> Vec<(String, String, Option<Value>)> {
    let description = client.get("/openapi.json", "").await.json();
    let mut found = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if operation.get("security").is_none() {
                continue;
            }
            let body = operation.get("requestBody").map(|_| match path.as_str() {
                "/api/v1/me" => json!({ "name": "Mallory" }),
                "/api/v1/tables" => json!({ "game": "koikoi", "preset": "japan", "visibility": "public" }),
                "/api/v1/defuse" | "/api/v1/defuse/{id}/match" => json!({ "opponent": { "bot": "casual" } }),
                "/api/v1/queue" => json!({ "game": "koikoi", "preset": "japan" }),
                other => panic!("a body for {other}"),
            });
            found.push((method.to_uppercase(), path.strip_prefix("/api/v1").unwrap().to_owned(), body));
        }
    }
    found.sort_by_key(|(method, path, _)| (path.clone(), method.clone()));
    found
}

/// All that a request could have changed.
async fn state(client: &Client, token: &str) -> (Value, usize, Value) {
    let tables = client.reception.house.all_tables().len();
    (client.get("/me", token).await.json(), tables, client.get("/me/tables", token).await.json())
}

#[tokio::test]
async fn what_needs_a_token_is_refused_without_one_and_changes_nothing() {
    let client = Client::new(&[]);
    let ann = client.guest("Ann").await;
    client.table(&ann, json!({ "game": "koikoi", "preset": "japan" })).await;
    let guarded = guarded(&client).await;
    let names: Vec<String> = guarded.iter().map(|(method, path, _)| format!("{method} {path}")).collect();
    let expected = [
        "POST /defuse",
        "DELETE /defuse/{id}",
        "POST /defuse/{id}/match",
        "GET /me",
        "PATCH /me",
        "GET /me/defuse",
        "POST /me/pass",
        "POST /me/phrase",
        "GET /me/tables",
        "DELETE /me/tokens",
        "DELETE /queue",
        "GET /queue",
        "POST /queue",
        "POST /tables",
    ];
    assert_eq!(names, expected);
    let before = state(&client, &ann).await;
    let wrong = [
        format!("tefuda_{}", "0".repeat(64)),
        "x".into(),
        ann.to_uppercase(),
        ann[..ann.len() - 1].to_owned(),
    ];
    for (method, path, body) in &guarded {
        let none = client.ask(method, path, "", body.clone()).await;
        assert_eq!(none.refusal(), (401, "no-token".into()), "{method} {path}");
        assert_eq!(none.header("www-authenticate"), "Bearer");
        for token in &wrong {
            let refused = client.ask(method, path, token, body.clone()).await;
            assert_eq!(refused.refusal(), (401, "bad-token".into()), "{method} {path}");
        }
        // A token is taken from its one place only.
        for (uri, header, value) in [
            (format!("/api/v1{path}?token={ann}"), header::ACCEPT, "*/*".to_owned()),
            (format!("/api/v1{path}?access_token={ann}"), header::COOKIE, format!("token={ann}")),
            (format!("/api/v1{path}"), header::AUTHORIZATION, format!("Basic {ann}")),
            (format!("/api/v1{path}"), header::AUTHORIZATION, ann.clone()),
        ] {
            let request = Request::builder().method(method.as_str()).uri(uri).header(header, value);
            let request = request.header(header::CONTENT_TYPE, "application/json");
            let body = body.as_ref().map_or_else(Body::empty, |body| Body::from(body.to_string()));
            let refused = client.send(request.body(body).unwrap()).await;
            assert_eq!(refused.refusal(), (401, "no-token".into()), "{method} {path}");
        }
    }
    assert_eq!(state(&client, &ann).await, before);
}

#[tokio::test]
async fn another_player_changes_only_itself() {
    let client = Client::new(&[]);
    let (ann, mallory) = (client.guest("Ann").await, client.guest("Mallory").await);
    let phrase = client.ask("POST", "/me/phrase", &ann, None).await.json()["phrase"].clone();
    client.table(&ann, json!({ "game": "koikoi", "preset": "japan", "seats": ["me", "open"] })).await;
    let before = state(&client, &ann).await;
    let body = json!({ "opponent": { "bot": "casual" } });
    let run = client.post("/defuse", &ann, body).await.json()["id"].as_str().unwrap().to_owned();
    let before = (before.0, before.1, state(&client, &ann).await.2);
    for (method, path, body) in guarded(&client).await {
        if path.contains("{id}") {
            let answer = client.ask(&method, &path.replace("{id}", &run), &mallory, body).await;
            assert_eq!(answer.refusal(), (409, "not-running".into()), "{method} {path}");
            continue;
        }
        let answer = client.ask(&method, &path, &mallory, body).await;
        assert!(answer.status.is_success(), "{method} {path}: {}", answer.text);
        let (me, _, tables) = state(&client, &ann).await;
        assert_eq!((&me, &tables), (&before.0, &before.2), "{method} {path}");
    }
    let moved = client.post("/recover", "", json!({ "phrase": phrase })).await.json();
    assert_eq!(moved["player"]["name"], "Ann", "her phrase is still hers");
    assert_eq!(
        client.get("/me/tables", &mallory).await.json()["tables"][0]["owner"],
        client.get("/me", &mallory).await.json()["id"]
    );
}

#[tokio::test]
async fn what_is_closed_or_draining_lets_nobody_in() {
    let client = Client::new(&[]);
    let ann = client.guest("Ann").await;
    client.reception.house.drain();
    let order = json!({ "game": "koikoi", "preset": "japan" });
    assert_eq!(client.post("/tables", &ann, order).await.refusal(), (503, "draining".into()));
    assert!(client.reception.house.all_tables().is_empty());
    assert_eq!(client.get("/me", &ann).await.status.as_u16(), 200, "whoever is here may still ask");
}
