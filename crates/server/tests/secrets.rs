//! What must not show anywhere. It is a program of its own, since whoever logs first decides for the whole process what is logged.
#![allow(clippy::unwrap_used)]

#[allow(dead_code, reason = "most of it is for the tests of the API")]
#[path = "api/client.rs"]
mod client;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use client::Client;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Lines;
    fn make_writer(&'a self) -> Lines {
        self.clone()
    }
}

#[tokio::test]
async fn no_secret_reaches_a_log_line_or_an_error() {
    let lines = Lines::default();
    let logger =
        tracing_subscriber::fmt().with_writer(lines.clone()).with_max_level(tracing::Level::TRACE).finish();
    let _logging = tracing::subscriber::set_default(logger);
    let client = Client::new(&[]);
    let token = client.guest("Ann").await;
    let phrase =
        client.ask("POST", "/me/phrase", &token, None).await.json()["phrase"].as_str().unwrap().to_owned();
    let pass = client.ask("POST", "/me/pass", &token, None).await.json()["code"].as_str().unwrap().to_owned();
    let code = client.table(&token, json!({ "game": "koikoi", "preset": "japan" })).await;
    let mut answers = vec![
        client.get(&format!("/tables/{code}?secret={phrase}").replace(' ', "%20"), &token).await,
        client.get(&format!("/tables/{code}x"), &token).await,
        client.get(&format!("/me?token={token}"), "").await,
        client.ask("PATCH", "/me", &token, Some(json!({ "name": "" }))).await,
    ];
    for wrong in
        [json!({ "phrase": format!("{phrase} x") }), json!({ "phrase": [phrase] }), json!({ "name": token })]
    {
        answers.push(client.post("/recover", &token, wrong).await);
    }
    for wrong in [json!({ "code": format!("{pass}0") }), json!({ "code": [pass] }), json!({ "pass": pass })] {
        answers.push(client.post("/guests/redeem", &token, wrong).await);
    }
    assert_eq!(client.post("/guests/redeem", "", json!({ "code": pass })).await.status.as_u16(), 201);
    answers.push(client.post("/guests/redeem", "", json!({ "code": pass })).await);
    let logged = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    assert!(logged.contains("/api/v1/tables/{code}"), "something is logged:\n{logged}");
    for secret in [&token[7..], &phrase, &pass, &code] {
        assert!(!logged.contains(secret), "{logged}");
    }
    for answer in answers {
        let secrets = [&token[7..], &phrase, &pass];
        assert!(!secrets.iter().any(|secret| answer.text.contains(secret)), "{}", answer.text);
    }
}
