//! Tables that are shared: with friends, with browsers, with whoever watches.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::visitor::{House, Visitor};

fn ask(house: &House, method: &str, path: &str, token: &str, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", house.http)).unwrap();
    let head = format!("{method} /api/v1{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
    let head = head + "content-type: application/json\r\n" + &format!("authorization: Bearer {token}\r\n");
    write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// The code of the table that was just opened.
fn code(told: &str) -> String {
    let (_, rest) = told.rsplit_once("Friends type `join ").unwrap();
    rest[..8].to_owned()
}

/// Two at one table, and the table's code.
pub(crate) fn pair(house: &House) -> (Visitor, Visitor, String) {
    let (mut ada, mut basho) = (Visitor::named(house, "Ada"), Visitor::named(house, "Basho"));
    ["koikoi", "quick", "1", "friend"].iter().for_each(|answer| ada.types(answer));
    let code = code(&ada.until("The match begins when all seats are taken"));
    basho.types(&format!("join {}", code.to_lowercase()));
    ada.until("Basho sits down.");
    (ada, basho, code)
}

#[test]
fn friends_meet_by_a_code_and_play_to_the_end() {
    let house = House::open(&[]);
    let (mut ada, mut basho, _) = pair(&house);
    ada.types("say Good luck, my friend!");
    basho.until("Ada says: Good luck, my friend!");
    let other = std::thread::spawn(move || basho.plays_to_the_end());
    let told = ada.plays_to_the_end();
    let other = other.join().unwrap();
    for told in [told, other] {
        assert!(told.contains("Ada plays") && told.contains("Basho plays"), "{told}");
        assert!(told.contains("wins the match") || told.contains("The match is a draw"), "{told}");
    }
}

#[test]
fn a_browser_and_a_text_player_share_a_table() {
    let house = House::open(&[]);
    let guest = ask(&house, "POST", "/guests", "", &json!({ "name": "Chiyo" }));
    let order =
        json!({ "game": "kaboom", "preset": "short", "seats": ["me", "open"], "visibility": "public" });
    let table = ask(&house, "POST", "/tables", guest["token"].as_str().unwrap(), &order);
    let mut ada = Visitor::named(&house, "Ada");
    ada.types("tables");
    assert!(ada.until("\n> ").contains("kaboom (short): Chiyo, (open)"));
    ada.types("1");
    ada.until("At table");
    let path = format!("/tables/{}", table["code"].as_str().unwrap());
    assert_eq!(ask(&house, "GET", &path, "", &json!({}))["seats"][1]["name"], "Ada");
}

#[test]
fn visitors_are_counted_among_the_connections() {
    let house = House::open(&[]);
    let _ada = Visitor::named(&house, "Ada");
    let mut stream = TcpStream::connect(("127.0.0.1", house.http)).unwrap();
    write!(stream, "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("tefuda_connections{kind=\"text\"} 1\n"), "{answer}");
}

#[test]
fn others_watch_where_they_may() {
    let house = House::open(&[]);
    let (mut ada, mut chiyo) = (Visitor::named(&house, "Ada"), Visitor::named(&house, "Chiyo"));
    ["koikoi", "quick", "1", "anyone"].iter().for_each(|answer| ada.types(answer));
    let code = code(&ada.until("The match begins when all seats are taken"));
    chiyo.types(&format!("watch {code}"));
    chiyo.until(&format!("At table {code}: Ada, (open)."));
    ada.types("bot expert");
    let told = chiyo.until("On the field");
    assert!(!told.contains("holds"), "a watcher sees no hand: {told}");
    chiyo.types("1");
    chiyo.until("You only watch here.");
    chiyo.types("watch 00000000");
    chiyo.types("menu");
    chiyo.until("What will you do?");
    chiyo.types("join 00000000");
    chiyo.until("No: there is no such table");
}

#[test]
fn the_next_who_wants_the_same_is_met() {
    let house = House::open(&[]);
    let mut visitors = ["Ada", "Basho"].map(|name| Visitor::named(&house, name));
    for visitor in &mut visitors {
        ["koikoi", "japan", "", "quick"].iter().for_each(|answer| visitor.types(answer));
        visitor.until_any(&["You wait for the next", "Somebody wants to play."]);
    }
    visitors.iter_mut().for_each(|visitor| drop(visitor.until("== Round 1 of 8")));
}

#[test]
fn a_phrase_brings_a_player_back_to_its_seat() {
    let house = House::open(&[]);
    let (mut ada, basho, code) = pair(&house);
    ada.types("phrase");
    let told = ada.until("brings you back to your seats.");
    let (_, words) = told.split_once("Whoever has them is you:").unwrap();
    let (words, _) = words.split_once("At the door").unwrap();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    drop(ada);
    let mut again = Visitor::connect(&house);
    again.types(&format!("resume {words}"));
    again.until("Welcome, Ada.");
    // The menu before it has numbers too: which of both are meant is said.
    again.until("You sit at these tables: a number brings you there, a name to a game.");
    again.types("1");
    again.until(&format!("at table {code}"));
    again.until("Ada: 0 points");
    drop(basho);
    let mut nobody = Visitor::connect(&house);
    nobody.types("resume some words that are nobody's");
    nobody.until("No: ");
    nobody.until("Your name? ");
}

#[test]
fn passes_bring_a_player_from_a_browser_to_the_text_port_and_further() {
    let house = House::open(&[]);
    let guest = ask(&house, "POST", "/guests", "", &json!({ "name": "Chiyo" }));
    let token = guest["token"].as_str().unwrap();
    let order = json!({ "game": "kierki", "preset": "seven", "seats": ["me", { "bot": "beginner" }, { "bot": "beginner" }, { "bot": "beginner" }], "pace": 0 });
    let code = ask(&house, "POST", "/tables", token, &order)["code"].as_str().unwrap().to_owned();
    let pass = ask(&house, "POST", "/me/pass", token, &json!({}))["code"].as_str().unwrap().to_owned();
    let come = |pass: &str| {
        let mut visitor = Visitor::connect(&house);
        visitor.types(&format!("resume {}", pass.to_lowercase()));
        visitor.until("Welcome, Chiyo.");
        visitor.until("You sit at these tables");
        visitor.types("1");
        visitor.until(&format!("at table {code}"));
        visitor
    };
    let mut first = come(&pass);
    first.until("  1)");
    first.types("1");
    first.until("Chiyo plays");
    first.types("pass");
    first.until("It is good once and for five minutes:");
    let told = first.until("Here it is `resume`");
    let next = told.split_whitespace().next().unwrap().to_owned();
    let mut second = come(&next);
    first.until("your seat is held from another connection");
    second.until("  1)");
    let mut late = Visitor::connect(&house);
    for used in [&pass, &next] {
        late.types(&format!("resume {used}"));
        late.until("No: ");
    }
}
