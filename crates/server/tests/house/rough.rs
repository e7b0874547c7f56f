//! Bad input and bad networks: whoever sends or reads badly harms nobody else.

use std::time::Duration;

use serde_json::{Value, json};
use server::config::Config;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use wire::house::{Follower, News};

use super::common::{Client, Served, config};

#[tokio::test]
async fn nonsense_is_refused_with_a_code_and_the_connection_goes_on() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let code = served.table(&aki, false).await;
    let mut client = served.client(&aki).await;
    assert_eq!(client.ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
    let before = served.logged(code);
    let deep = "[".repeat(8000);
    let nonsense: Vec<(String, &str)> = vec![
        ("hello".into(), "bad-json"),
        ("[]".into(), "bad-json"),
        ("null".into(), "bad-json"),
        ("{".into(), "bad-json"),
        (deep, "bad-json"),
        (r#"{"type":7}"#.into(), "bad-field"),
        (r#"{}"#.into(), "bad-field"),
        (r#"{"type":"dance"}"#.into(), "unknown-type"),
        (r#"{"type":"sit"}"#.into(), "bad-field"),
        (r#"{"type":"sit","table":"K7"}"#.into(), "bad-field"),
        (format!(r#"{{"type":"sit","table":"{code}","seat":99}}"#), "bad-field"),
        (format!(r#"{{"type":"sit","table":"{code}","seat":-1}}"#), "bad-field"),
        (format!(r#"{{"type":"act","table":"{code}","action":"stop"}}"#), "bad-field"),
        (format!(r#"{{"type":"say","table":"{code}"}}"#), "bad-field"),
        (format!(r#"{{"type":"say","table":"{code}","phrase":"boo"}}"#), "bad-field"),
        (format!(r#"{{"type":"seat-bot","table":"{code}","level":"god"}}"#), "bad-field"),
        (format!(r#"{{"type":"watch","table":"{code}","seen":1.5}}"#), "bad-field"),
    ];
    for (line, expected) in nonsense {
        client.raw(format!("{line}\r\n").as_bytes()).await;
        let answer = client.next_of("error").await;
        assert_eq!(answer["code"], expected, "{}", &line[..line.len().min(80)]);
    }
    for (action, expected) in
        [("eat 1-crane", "bad-action"), ("", "bad-action"), ("play 1-crane", "not-playing")]
    {
        let act = json!({"type": "act", "table": code, "action": action});
        assert_eq!(client.ask(act, "a").await["code"], expected);
        assert_eq!(client.next_of("snapshot").await["table"], code.to_string());
    }
    for (text, expected) in
        [("", "bad-line"), ("   ", "bad-line"), ("a\u{7}b", "bad-line"), ("a\u{202e}b", "bad-line")]
    {
        let say = json!({"type": "say", "table": code, "text": text});
        assert_eq!(client.ask(say, "t").await["code"], expected);
    }
    let long = json!({"type": "say", "table": code, "text": "札".repeat(201)});
    assert_eq!(client.ask(long, "t").await["code"], "bad-line");
    assert_eq!(served.logged(code), before);
    // Unknown fields are let be, and so are empty lines.
    client.raw(b"\n\r\n").await;
    let ping = json!({"type": "ping", "colour": "red"});
    assert_eq!(client.ask(ping, "p").await["type"], "pong");
}

#[tokio::test]
async fn what_is_no_message_at_all_ends_the_connection_with_a_reason() {
    let served = Served::start().await;
    let long = [b'x'; 20_000];
    for (bytes, expected) in [(&long[..], "too-long"), (&b"\xff\xfe\n"[..], "no-text")] {
        let mut client = served.stranger().await;
        client.raw(bytes).await;
        let bye = client.next().await;
        assert_eq!((&bye["type"], &bye["code"]), (&json!("bye"), &json!(expected)));
        assert_eq!(client.next().await, Value::Null);
    }
}

#[tokio::test]
async fn messages_cut_at_every_byte_are_whole() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let mut client = served.stranger().await;
    let text =
        format!("{}\n{}\n", json!({"type": "auth", "token": aki.token}), json!({"type": "ping", "id": "p"}));
    for byte in text.as_bytes() {
        client.raw(&[*byte]).await;
        tokio::task::yield_now().await;
    }
    assert_eq!(client.next().await["type"], "welcome");
    assert_eq!(client.next().await["type"], "pong");
    // And many in one piece.
    let pings: String =
        (0..100).map(|id| format!("{}\n", json!({"type": "ping", "id": format!("{id}")}))).collect();
    client.raw(pings.as_bytes()).await;
    for id in 0..100 {
        assert_eq!(client.next().await["id"], format!("{id}"));
    }
}

#[tokio::test]
async fn a_flood_is_refused_then_closed_and_others_play_on() {
    let served = Served::with(Config { messages_per_second: 10, message_burst: 20, ..config() }).await;
    let (aki, eve) = (served.guest("Aki").await, served.guest("Eve").await);
    let mut flood = served.client(&eve).await;
    let mut other = served.client(&aki).await;
    let pings: String = (0..500).map(|_| "{\"type\":\"ping\",\"id\":\"p\"}\n").collect();
    flood.raw(pings.as_bytes()).await;
    assert_eq!(other.ask(json!({"type": "ping"}), "mine").await["type"], "pong");
    let (mut pongs, mut refused) = (0, 0);
    loop {
        let message = flood.next().await;
        match message["type"].as_str() {
            Some("pong") => pongs += 1,
            Some("nack") if message["code"] == "too-fast" => refused += 1,
            Some("bye") => break assert_eq!(message["code"], "flood"),
            _ => panic!("{message}"),
        }
    }
    assert!((19..40).contains(&pongs) && refused > 100, "{pongs} answered, {refused} refused");
}

#[tokio::test]
async fn what_is_kept_and_is_no_play_has_a_bound_for_a_player_on_all_its_connections() {
    let served = Served::with(Config { messages_per_second: 10, message_burst: 20, ..config() }).await;
    let aki = served.guest("Aki").await;
    let code = served.table(&aki, false).await;
    let mut clients = [served.client(&aki).await, served.client(&aki).await];
    assert_eq!(clients[0].ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
    let before = served.logged(code);
    for number in 0..30 {
        let words = json!({"type": "say", "table": code, "text": format!("{number}")});
        let answer = clients[number % 2].ask(words, "say").await;
        assert!(answer["type"] == "ack" || answer["code"] == "too-fast", "{answer}");
    }
    let said = served.logged(code) - before;
    assert!((19..25).contains(&said), "{said} lines are kept");
    // To look and to ask is free.
    assert_eq!(clients[1].ask(json!({"type": "ping"}), "p").await["type"], "pong");
}

#[tokio::test]
async fn whoever_says_nothing_is_let_go() {
    let served = Served::with(Config { idle_connection: Duration::from_millis(300), ..config() }).await;
    let mut silent = served.stranger().await;
    assert_eq!(silent.next().await["code"], "no-token");
    assert_eq!(silent.next().await, Value::Null);
    // Whoever is known may be silent.
    let aki = served.guest("Aki").await;
    let mut known = served.client(&aki).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(known.ask(json!({"type": "ping"}), "p").await["type"], "pong");
}

#[tokio::test]
async fn a_player_has_so_many_connections_and_no_more() {
    let served = Served::with(Config { connections_per_player: 2, ..config() }).await;
    let aki = served.guest("Aki").await;
    let (first, _second) = (served.client(&aki).await, served.client(&aki).await);
    let mut third = served.stranger().await;
    let answer = third.ask(json!({"type": "auth", "token": aki.token}), "a").await;
    assert_eq!(answer["code"], "too-many-connections");
    assert_eq!(third.next().await["code"], "too-many-connections");
    drop(first);
    tokio::time::sleep(Duration::from_millis(200)).await;
    served.client(&aki).await;
}

/// Chat makes news as fast as anything; a reader that stops is cut off, and told in one piece when it reads again.
#[tokio::test]
async fn a_slow_reader_is_told_in_one_piece_and_nobody_waits_for_it() {
    let served = Served::start().await;
    let (aki, eve) = (served.guest("Aki").await, served.guest("Eve").await);
    let code = served.table(&aki, true).await;
    let mut player = served.client(&aki).await;
    assert_eq!(player.ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
    // A small window, so that what is not read soon waits in the server.
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(&std::net::SocketAddr::from(([127, 0, 0, 1], served.port)).into()).unwrap();
    socket.set_nonblocking(true).unwrap();
    let stream = TcpStream::from_std(socket.into()).unwrap();
    let (input, out) = stream.into_split();
    let mut slow = Client { lines: tokio::io::AsyncBufReadExt::lines(tokio::io::BufReader::new(input)), out };
    slow.say(json!({"type": "auth", "token": eve.token})).await;
    slow.say(json!({"type": "watch", "table": code})).await;
    slow.next_of("snapshot").await;
    let text = "札".repeat(200);
    for number in 0..5000 {
        let say = json!({"type": "say", "table": code, "text": text});
        player.say(say).await;
        if number % 50 == 49 {
            assert_eq!(player.ask(json!({"type": "ping"}), "p").await["type"], "pong");
        }
    }
    assert_eq!(
        player.ask(json!({"type": "say", "table": code, "text": "done"}), "last").await["type"],
        "ack"
    );
    let mut follower = Follower::default();
    let (mut frames, mut send) = (0, Vec::new());
    loop {
        let message = slow.next().await;
        assert_ne!(message, Value::Null, "it was closed");
        frames += 1;
        let news = follower.receive(&message.to_string(), &mut send).unwrap();
        assert!(frames < 4500, "everything was kept for it");
        let said = follower.table(code).and_then(|known| known.chat.back().cloned());
        if matches!(news, News::Snapshot { .. }) && said.is_some_and(|said| said["text"] == "done") {
            break;
        }
    }
}

/// Connections that break in the middle of everything leave nothing behind.
#[tokio::test]
async fn sudden_ends_harm_nobody() {
    let served = Served::start().await;
    let aki = served.guest("Aki").await;
    let code = served.table(&aki, false).await;
    for _ in 0..6 {
        let mut client = served.client(&aki).await;
        client.say(json!({"type": "sit", "table": code})).await;
        client.raw(b"{\"type\":\"pi").await;
        drop(client);
        let mut stream = TcpStream::connect(("127.0.0.1", served.port)).await.unwrap();
        let _ = stream.read_u8().await;
        // Closed with something unread: the other end sees a reset.
        drop(stream);
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut client = served.client(&aki).await;
    assert_eq!(client.ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
}
