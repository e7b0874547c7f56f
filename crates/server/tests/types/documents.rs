//! The examples of the documents, which are what the code writes, fit the types.

use serde_json::{Deserializer, Value};

use crate::model::Model;

fn document(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The blocks of a kind, each with the word behind the kind.
fn blocks<'a>(text: &'a str, kind: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let blocks = text.split("\n```").skip(1).step_by(2);
    blocks.filter_map(move |block| {
        let (head, body) = block.split_once('\n')?;
        let word = head.strip_prefix(kind)?;
        (word.is_empty() || word.starts_with(' ')).then_some((word.trim(), body))
    })
}

fn values(text: &str) -> impl Iterator<Item = Value> {
    Deserializer::from_str(text).into_iter().map(Result::unwrap)
}

fn check(model: &Model, value: &Value, name: &str) {
    model.fits(value, name).unwrap_or_else(|why| panic!("{why}\nin {value}"));
}

#[test]
fn the_messages_of_the_protocol_fit() {
    let (model, text) = (Model::of_the_house(), document("protocol.md"));
    let mut seen = 0;
    for (word, body) in blocks(&text, "json") {
        for value in values(body) {
            seen += 1;
            match word {
                "client" => check(&model, &value, "Request"),
                "yaku" => check(&model, &value, "KoikoiRecipe"),
                "clocks" => check(&model, &value, "Clock"),
                "events" => check(&model, &value, "TableEvent"),
                "flips" => value.as_array().unwrap().iter().for_each(|legal| check(&model, legal, "Legal")),
                _ => check(&model, &value, "Notice"),
            }
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn the_requests_and_answers_of_the_http_api_fit() {
    let (model, text) = (Model::of_the_house(), document("protocol.md"));
    let mut seen = 0;
    for (_, body) in blocks(&text, "http") {
        let (request, answer) = body.split_once("\n\n").unwrap();
        let (line, asked) = request.split_once('\n').unwrap_or((request, ""));
        let (status, answered) = answer.split_once('\n').unwrap();
        let path = line.split_once('?').map_or(line, |(path, _)| path);
        let words: Vec<&str> = path.split([' ', '/']).collect();
        let (asks, answers) = match (words[0], words[2]) {
            ("POST", "guests") if path == "POST /guests/redeem" => ("RedeemForm", "TokenForm"),
            ("POST", "guests") => ("NameForm", "TokenForm"),
            ("POST", "recover") => ("PhraseForm", "TokenForm"),
            ("PATCH", "me") => ("NameForm", "PlayerForm"),
            ("POST", "me") if path == "POST /me/pass" => ("", "PassForm"),
            ("POST", "me") => ("", "PhraseForm"),
            ("POST", "tables") => ("OrderForm", "TableCard"),
            ("GET", "tables") if path == "GET /tables" => ("", "TablesForm"),
            ("GET", "tables") => ("", "TableCard"),
            ("POST", "guide") => ("RulesForm", "Guide"),
            ("GET", "matches") => ("", "MatchReview"),
            ("POST", "course") => ("Replay", "Course"),
            ("POST", "defuse") => ("BeginForm", "RunForm"),
            (_, "defuse") => ("", "RunForm"),
            ("POST", "queue") => ("WishForm", "TicketForm"),
            (_, "queue") => ("", "TicketsForm"),
            ("GET", "players") => ("", "PageForm"),
            ("GET", "leaderboard") => ("", "LeadersForm"),
            unknown => panic!("{unknown:?}"),
        };
        let answers = if status.starts_with('4') { "Problem" } else { answers };
        values(asked).for_each(|value| check(&model, &value, asks));
        values(answered).for_each(|value| check(&model, &value, answers));
        seen += 1;
    }
    assert!(seen > 15, "{seen}");
}

#[test]
fn views_and_findings_fit() {
    let model = Model::of_the_house();
    let views = document("views.md");
    let names = ["KoikoiView", "KierkiView", "KaboomView"];
    let mut seen = 0;
    for ((_, body), name) in blocks(&views, "json").zip(names) {
        values(body).for_each(|value| check(&model, &value, name));
        seen += 1;
    }
    assert_eq!(seen, names.len());
    let fairness = document("fairness.md");
    let findings: Vec<_> = blocks(&fairness, "json").filter(|(word, _)| *word == "findings").collect();
    assert_eq!(findings.len(), 1);
    findings.iter().flat_map(|(_, body)| values(body)).for_each(|value| check(&model, &value, "Findings"));
}
