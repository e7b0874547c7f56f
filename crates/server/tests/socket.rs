//! The socket, through a whole server and over a real connection.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use bots::Level;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::Server;
use server::config::{Config, StoreKind};
use server::house::{Order, SeatOrder};
use table::Settings;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use wire::GameKind;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn open(changes: impl FnOnce(&mut Config)) -> Server {
    let mut config =
        Config { port: 0, lines_port: None, store: StoreKind::Memory, bot_threads: 1, ..Config::default() };
    changes(&mut config);
    Server::open(config).await.unwrap()
}

async fn connect(server: &str) -> Result<Socket, tungstenite::Error> {
    connect_async(format!("{}/api/v1/socket", server.replace("http", "ws"))).await.map(|(socket, _)| socket)
}

async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

/// Asks the HTTP API.
async fn ask(port: u16, path: &str, token: &str, body: Value) -> Value {
    let body = body.to_string();
    let head = format!(
        "POST /api/v1{path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {token}\r\n"
    );
    let head = format!("{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream.write_all((head + &body).as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// The next message that is no beacon.
async fn hear(socket: &mut Socket) -> Value {
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] != "beacon" {
                return message;
            }
        }
    }
}

#[tokio::test]
async fn a_player_sits_down_and_is_told_when_the_house_closes() {
    let server = open(|config| config.drain = Duration::from_millis(300)).await;
    let (url, desk) = (server.config().url(), server.reception().clone());
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { drop(stopped.await) }));
    let (ann, token) = desk.players.welcome(Some("Ann")).await.unwrap();
    let order = Order {
        game: GameKind::KoiKoi,
        settings: Settings::new(json!("japan")),
        seats: vec![SeatOrder::Open, SeatOrder::Bot(Level::Casual)],
    };
    let code = desk.house.open_table(&ann, order).await.unwrap().code;
    let mut socket = connect(&url).await.unwrap();
    assert_eq!(hear(&mut socket).await["type"], "hello");
    say(&mut socket, json!({ "type": "auth", "token": token.reveal() })).await;
    assert_eq!(hear(&mut socket).await["player"]["name"], "Ann");
    say(&mut socket, json!({ "type": "sit", "table": code, "id": "1" })).await;
    let snapshot = hear(&mut socket).await;
    assert_eq!(
        (&snapshot["type"], &snapshot["you"], &snapshot["scene"]["phase"]),
        (&json!("snapshot"), &json!(0), &json!("playing"))
    );
    stop.send(()).unwrap();
    let mut last = Vec::new();
    while let Some(Ok(message)) = socket.next().await {
        match message {
            Message::Text(text) => last.push(serde_json::from_str::<Value>(&text).unwrap()["type"].clone()),
            Message::Close(Some(frame)) => last.push(json!(u16::from(frame.code))),
            _ => {}
        }
    }
    // Play goes on until the end.
    last.retain(|kind| kind != "beacon" && kind != "update" && kind != "ack");
    assert_eq!(last, [json!("draining"), json!("bye"), json!(1012)]);
    running.await.unwrap().unwrap();
    assert!(connect(&url).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn an_address_has_only_so_many_connections_until_one_ends() {
    let server = open(|config| config.connections_per_address = 2).await;
    let url = server.config().url();
    let running = tokio::spawn(server.run(std::future::pending()));
    let mut first = connect(&url).await.unwrap();
    let mut second = connect(&url).await.unwrap();
    assert_eq!(hear(&mut second).await["type"], "hello");
    let Err(tungstenite::Error::Http(refused)) = connect(&url).await else { panic!("that is one too many") };
    assert_eq!(refused.status().as_u16(), 429);
    assert_eq!(hear(&mut first).await["type"], "hello");
    first.close(None).await.unwrap();
    while first.next().await.is_some() {}
    let mut third = connect(&url).await;
    for _ in 0..1000 {
        if third.is_ok() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        third = connect(&url).await;
    }
    assert_eq!(hear(&mut third.unwrap()).await["type"], "hello");
    running.abort();
}

#[tokio::test]
async fn whoever_has_no_place_is_told_why() {
    for (each, all, status, code) in
        [(1, 10, "HTTP/1.1 429", "too-many-connections"), (10, 1, "HTTP/1.1 503", "full")]
    {
        let limits = |config: &mut Config| {
            config.lines_port = Some(0);
            (config.connections_per_address, config.connections) = (each, all);
        };
        let server = open(limits).await;
        let (http, lines) = (server.config().port, server.config().lines_port.unwrap());
        let running = tokio::spawn(server.run(std::future::pending()));
        let mut held = TcpStream::connect(("127.0.0.1", lines)).await.unwrap();
        held.read_exact(&mut [0; 10]).await.unwrap();
        let mut answer = String::new();
        let mut asked = TcpStream::connect(("127.0.0.1", http)).await.unwrap();
        asked.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        asked.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with(status) && answer.contains(code), "{answer}");
        let mut answer = String::new();
        let mut asked = TcpStream::connect(("127.0.0.1", lines)).await.unwrap();
        asked.write_all(b"{\"type\":\"ping\"}\n").await.unwrap();
        asked.read_to_string(&mut answer).await.unwrap();
        let bye: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!((&bye["type"], &bye["code"]), (&json!("bye"), &json!(code)));
        running.abort();
    }
}

#[tokio::test]
async fn a_head_that_is_too_long_is_not_read_to_its_end() {
    let server = open(|_| {}).await;
    let port = server.config().port;
    let running = tokio::spawn(server.run(std::future::pending()));
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nx: ").await.unwrap();
    let sent = async { while stream.write_all(&[b'x'; 4096]).await.is_ok() {} };
    assert!(
        tokio::time::timeout(std::time::Duration::from_secs(60), sent).await.is_ok(),
        "it reads for ever"
    );
    let mut healthy = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    healthy.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    healthy.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    running.abort();
}

/// A connection by lines, of whoever has the token.
struct Lines(BufReader<TcpStream>);

impl Lines {
    async fn connect(port: u16, token: &str) -> Lines {
        let mut lines = Lines(BufReader::new(TcpStream::connect(("127.0.0.1", port)).await.unwrap()));
        lines.say(json!({ "type": "auth", "token": token })).await;
        lines.hear_of("welcome").await;
        lines
    }

    async fn say(&mut self, message: Value) {
        self.0.get_mut().write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let mut line = String::new();
            assert_ne!(self.0.read_line(&mut line).await.unwrap(), 0, "closed before a {kind}");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["type"] == kind {
                return message;
            }
        }
    }
}

async fn hear_of(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let message = hear(socket).await;
        if message["type"] == kind {
            return message;
        }
    }
}

#[tokio::test]
async fn a_player_moves_in_the_middle_of_a_match_by_a_pass_and_back() {
    let server = open(|config| config.lines_port = Some(0)).await;
    let (url, http) = (server.config().url(), server.config().port);
    let (lines, desk) = (server.config().lines_port.unwrap(), server.reception().clone());
    let running = tokio::spawn(server.run(std::future::pending()));
    let (ann, token) = desk.players.welcome(Some("Ann")).await.unwrap();
    let order = Order {
        game: GameKind::KoiKoi,
        settings: Settings { pace: 0, ..Settings::new(json!("japan")) },
        seats: vec![SeatOrder::Me, SeatOrder::Bot(Level::Beginner)],
    };
    let code = desk.house.open_table(&ann, order).await.unwrap().code;

    // In the browser: it is asked, and gets a pass.
    let mut browser = connect(&url).await.unwrap();
    say(&mut browser, json!({ "type": "auth", "token": token.reveal() })).await;
    say(&mut browser, json!({ "type": "watch", "table": code })).await;
    let mut scene = hear_of(&mut browser, "snapshot").await["scene"].clone();
    while scene["must"] != true {
        say(&mut browser, json!({ "type": "resync", "table": code })).await;
        scene = hear_of(&mut browser, "snapshot").await["scene"].clone();
    }
    let pass = ask(http, "/me/pass", token.reveal(), json!({})).await;

    // By lines: the same player has the same hand, and plays on. The browser is told.
    let redeemed = ask(http, "/guests/redeem", "", json!({ "code": pass["code"] })).await;
    assert_eq!(redeemed["player"]["id"], json!(wire::PlayerCode(ann.id).to_string()));
    let mut terminal = Lines::connect(lines, redeemed["token"].as_str().unwrap()).await;
    terminal.say(json!({ "type": "watch", "table": code })).await;
    let taken = terminal.hear_of("snapshot").await;
    assert_eq!((&taken["you"], &taken["scene"]["view"]["hand"]), (&json!(0), &scene["view"]["hand"]));
    assert_eq!(hear_of(&mut browser, "taken-over").await["table"], code.to_string());
    let action = taken["scene"]["legal"][0].clone();
    terminal.say(json!({ "type": "act", "id": "a1", "table": code, "action": action })).await;
    assert_eq!(terminal.hear_of("ack").await["id"], "a1");

    // And back, with the token that the browser has.
    say(&mut browser, json!({ "type": "watch", "table": code })).await;
    let back = hear_of(&mut browser, "snapshot").await;
    assert_eq!(back["you"], 0);
    assert_ne!(back["scene"]["view"]["hand"], scene["view"]["hand"], "what was played elsewhere was played");
    assert_eq!(terminal.hear_of("taken-over").await["table"], code.to_string());
    running.abort();
}
