//! The examples of docs/protocol.md are what the API answers. `UPDATE=1` writes the answers anew.

use serde_json::Value;

use crate::client::Client;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");

/// What is different each time, as the document shows it.
struct Shown(Vec<(String, &'static str)>);

impl Shown {
    fn learn(&mut self, answer: &Value) {
        for (pointer, shown) in [
            ("/player/id", "05CT8TWRZN72N"),
            ("/token", "tefuda_5f0c..."),
            ("/phrase", "crane moon maple rain deer cup"),
            ("/code", "K7F3Q9MX"),
            ("/deal/commitment", "efde14094f13423aff014c54ce6fe7cf4ed3ccdaefb363003f83d7f339ea60d9"),
        ] {
            if let Some(real) = answer.pointer(pointer).and_then(Value::as_str) {
                self.0.push((real.to_owned(), shown));
            }
        }
        if let Some(opened) = answer.pointer("/opened") {
            self.0.push((opened.to_string(), "1790000000000"));
        }
        if let (Some(until), None) = (answer.get("until"), answer.get("countdown")) {
            self.0.push((until.to_string(), "1790000300000"));
        }
        if answer.get("countdown").is_some() {
            self.learn_run(answer);
        }
        for pointer in ["/since", "/tickets/0/since"] {
            if let Some(real) = answer.pointer(pointer) {
                self.0.push((real.to_string(), "1790000000000"));
            }
        }
    }

    fn learn_run(&mut self, run: &Value) {
        for (name, shown) in [
            ("id", "1C7M4X0Q9TB2V"),
            ("table", "8ZT2W4HN"),
            ("until", "1790000600000"),
            ("since", "1790000000000"),
        ] {
            if let Some(real) = run.get(name).filter(|real| !real.is_null()) {
                self.0.push((real.as_str().map_or_else(|| real.to_string(), str::to_owned), shown));
            }
        }
    }

    fn hide(&self, text: String) -> String {
        self.0.iter().fold(text, |text, (real, shown)| text.replace(real, shown))
    }

    /// The latest, since a player may have several tokens.
    fn reveal(&self, text: &str) -> String {
        self.0.iter().rev().fold(text.to_owned(), |text, (real, shown)| text.replace(shown, real))
    }
}

#[tokio::test]
async fn the_examples_are_what_the_api_answers() {
    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let client = Client::new(&[("public_url", "https://example.org")]);
    let mut shown = Shown(Vec::new());
    let mut token = String::new();
    let mut written = String::new();
    let mut parts = document.split("```");
    written.push_str(parts.next().unwrap());
    let mut examples = 0;
    while let (Some(block), Some(text)) = (parts.next(), parts.next()) {
        let block = match block.strip_prefix("http\n") {
            None => block.to_owned(),
            Some(example) => {
                examples += 1;
                let (request, _) = example.split_once("\n\n").unwrap();
                let mut lines = request.lines();
                let (method, path) = lines.next().unwrap().split_once(' ').unwrap();
                let body = lines.next().map(|body| serde_json::from_str(&shown.reveal(body)).unwrap());
                let answer = client.ask(method, &shown.reveal(path), &token, body).await;
                if answer.status.is_success() {
                    shown.learn(&answer.json());
                }
                token = answer.json()["token"].as_str().map_or(token, str::to_owned);
                let status = answer.status.as_u16();
                shown.hide(format!("http\n{request}\n\n{status}\n{}\n", answer.text))
            }
        };
        written.push_str(&format!("```{block}```{text}"));
    }
    assert!(examples > 5);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(DOCUMENT, written).unwrap();
    } else {
        assert!(document == written, "docs/protocol.md is out of date: run the test with UPDATE=1");
    }
}
