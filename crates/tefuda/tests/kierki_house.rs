//! `kierki-klient` as it is, at the tables of `tefuda serve`.
#![allow(clippy::unwrap_used)]
#![allow(dead_code, reason = "the common part serves several tests")]

#[path = "kierki_common/mod.rs"]
mod common;

use common::{Ended, LETTERS, Line, Program, client, eventually};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use wire::Code;
use wire::house::{Follower, News, Request};

/// A house, which is stopped at the latest with the test.
struct House {
    program: Option<Program>,
    kierki: u16,
    url: String,
}

impl House {
    fn start(more: &[&str]) -> House {
        let fixed = [
            "serve",
            "--port",
            "0",
            "--lines-port",
            "none",
            "--text-port",
            "none",
            "--store",
            "memory",
            "--kierki-port",
            "0",
        ];
        let fast = [
            "--kierki-pace",
            "0s",
            "--kierki-preset",
            "robbers",
            "--kierki-bots",
            "beginner",
            "--messages-per-second",
            "10000",
            "--message-burst",
            "10000",
            "--requests-per-second",
            "10000",
            "--request-burst",
            "10000",
        ];
        let program = Program::start(env!("CARGO_BIN_EXE_tefuda"), &[&fixed[..], &fast, more].concat());
        let mut kierki = 0;
        loop {
            let line = program.line();
            if let Some(port) = line.strip_prefix("Kierki clients connect to port ") {
                kierki = port.trim_end_matches('.').parse().unwrap();
            }
            if let Some(url) = line.strip_prefix("Tefuda is at ") {
                return House { program: Some(program), kierki, url: url.trim_end_matches('/').to_owned() };
            }
        }
    }

    /// An automatic client for this seat.
    fn sits(&self, seat: &str) -> Program {
        let (seat, port) = (format!("-{seat}"), self.kierki.to_string());
        client(&["-h", "127.0.0.1", "-p", &port, &seat, "-a", "--level", "beginner"])
    }

    fn connect(&self) -> Line {
        Line::connect(([127, 0, 0, 1], self.kierki).into())
    }

    /// The newest table.
    fn table(&self) -> Option<Value> {
        let list: Value =
            ureq::get(format!("{}/api/v1/tables", self.url)).call().unwrap().body_mut().read_json().unwrap();
        let tables = list["tables"].as_array().unwrap();
        tables.iter().max_by_key(|table| table["opened"].as_u64()).cloned()
    }

    /// Waits until so many seats of the newest table are taken.
    fn until_taken(&self, seats: usize) -> Value {
        let taken =
            |table: &Value| table["seats"].as_array().unwrap().iter().filter(|seat| !seat.is_null()).count();
        eventually(|| self.table().filter(|table| taken(table) == seats))
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.program.take().unwrap().kill();
    }
}

fn saw_the_end(ended: &Ended) {
    assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
    let count = |word: &str| ended.out.lines().filter(|line| line.contains(&format!("] {word}"))).count();
    assert_eq!((count("SCORE"), count("TOTAL"), count("WRONG")), (4, 4, 0));
}

#[test]
fn each_four_programs_make_a_table() {
    let house = House::start(&[]);
    for _ in 0..2 {
        let four = LETTERS.map(|seat| house.sits(seat));
        four.into_iter().for_each(|program| saw_the_end(&program.end()));
    }
}

#[test]
fn one_program_plays_with_bots() {
    let house = House::start(&["--kierki-fill", "0s"]);
    saw_the_end(&house.sits("S").end());
}

/// Three programs, and a fourth client that is asked for its first card and then gone.
fn three_and_who_goes(house: &House) -> [Program; 3] {
    let three = ["N", "E", "S"].map(|seat| house.sits(seat));
    house.until_taken(3);
    let mut west = house.connect();
    west.say_byte_by_byte("IAMW");
    assert!(west.hear().starts_with("DEAL7N"));
    assert!(west.hear().starts_with("TRICK1"));
    west.reset();
    three
}

#[test]
fn a_client_that_goes_is_played_for() {
    let house = House::start(&["--kierki-absence", "0s"]);
    three_and_who_goes(&house).into_iter().for_each(|program| saw_the_end(&program.end()));
}

#[test]
fn a_client_that_goes_is_waited_for_and_the_next_one_takes_its_seat() {
    let house = House::start(&["--kierki-absence", "1h"]);
    let three = three_and_who_goes(&house);
    eventually(|| house.table().filter(|table| table["phase"] == "paused"));
    saw_the_end(&house.sits("W").end());
    three.into_iter().for_each(|program| saw_the_end(&program.end()));
}

#[test]
fn a_second_program_for_a_seat_finds_it_busy() {
    let house = House::start(&[]);
    let first = house.sits("N");
    house.until_taken(1);
    assert_eq!(house.sits("N").end().code, Some(1));
    first.kill();
    eventually(|| house.table().is_none().then_some(()));
    let four = LETTERS.map(|seat| house.sits(seat));
    four.into_iter().for_each(|program| saw_the_end(&program.end()));
}

#[test]
fn three_programs_play_with_somebody_in_a_browser() {
    let house = House::start(&[]);
    let three = ["N", "S", "W"].map(|seat| house.sits(seat));
    let table = house.until_taken(3);
    let code: Code = table["code"].as_str().unwrap().parse().unwrap();
    let guest: Value = ureq::post(format!("{}/api/v1/guests", house.url))
        .send_json(json!({ "name": "Ann" }))
        .unwrap()
        .body_mut()
        .read_json()
        .unwrap();
    let token = guest["token"].as_str().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(play(&house.url, token, code));
    three.into_iter().for_each(|program| saw_the_end(&program.end()));
    let replay = format!("{}/api/v1/matches/{code}-1", house.url);
    let replay: Value = eventually(|| ureq::get(&replay).call().ok()?.body_mut().read_json().ok());
    assert_eq!((&replay["game"], &replay["players"][1]), (&json!("kierki"), &json!("Ann")));
}

/// Sits down as a page does, and plays the first card that it may until the match is over.
async fn play(url: &str, token: &str, table: Code) {
    let socket = tokio_tungstenite::connect_async(format!("{}/api/v1/socket", url.replace("http", "ws")));
    let (mut socket, _) = socket.await.unwrap();
    for request in [json!({ "type": "auth", "token": token }), json!({ "type": "sit", "table": table })] {
        socket.send(Message::text(request.to_string())).await.unwrap();
    }
    let mut follower = Follower::default();
    for turn in 0.. {
        let Message::Text(frame) = socket.next().await.unwrap().unwrap() else { continue };
        let mut requests: Vec<Request> = Vec::new();
        let news = follower.receive(&frame, &mut requests).unwrap();
        assert!(!matches!(news, News::Gap), "{frame}");
        let Some(scene) = follower.table(table).map(|known| known.scene.clone()) else { continue };
        if scene["phase"] == "over" {
            return;
        }
        if scene["must"] == true && follower.waiting().next().is_none() {
            let action = scene["legal"][0].as_str().unwrap();
            requests.extend(follower.act(table, format!("a{turn}"), action));
        }
        for request in requests {
            socket.send(Message::text(request.encode())).await.unwrap();
        }
    }
}
