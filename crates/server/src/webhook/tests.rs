#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;

use super::*;
use crate::config::Value as _;

/// A receiver that answers with these, one after the other; nothing for a 0. What it was sent: the id, and whether it came over TLS.
fn receiver(answers: Vec<u16>) -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let (got, ids) = mpsc::channel();
    std::thread::spawn(move || {
        let mut silent = Vec::new();
        for status in answers {
            let (stream, _) = listener.accept().unwrap();
            got.send(read(&stream)).unwrap();
            match status {
                0 => silent.push(stream),
                300..=399 => respond(stream, status, "location: http://127.0.0.1:1/elsewhere\r\n"),
                _ => respond(stream, status, ""),
            }
        }
    });
    (url, ids)
}

fn read(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let (mut id, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        match line.trim_end().to_ascii_lowercase().split_once(": ") {
            Some(("webhook-id", value)) => value.clone_into(&mut id),
            Some(("content-length", value)) => length = value.parse().unwrap(),
            _ => {}
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    assert_eq!(body, b"{}");
    id
}

fn respond(mut stream: TcpStream, status: u16, more: &str) {
    let answer = format!("HTTP/1.1 {status} x\r\n{more}content-length: 0\r\nconnection: close\r\n\r\n");
    stream.write_all(answer.as_bytes()).unwrap();
}

fn hooks(url: &str) -> Hooks {
    let key = HookKey::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
    let patience = Patience { answer: Duration::from_millis(300), tries: 3, pause: Duration::from_millis(1) };
    let url = HookUrl::parse(url).unwrap();
    Hooks::start(url, key, patience, String::new(), 3_600_000, Arc::default()).unwrap()
}

fn send(hooks: &Hooks, ids: &[&str]) {
    for id in ids {
        hooks.send(Event { id: (*id).to_owned(), kind: "turn", body: "{}".to_owned() });
    }
}

fn close(hooks: &Hooks) {
    hooks.close().unwrap().blocking_recv().unwrap();
}

fn counted(hooks: &Hooks, outcome: &str) -> u64 {
    let text = hooks.shared.meters.text(&Default::default(), 0, &Default::default()).unwrap();
    let line = format!("tefuda_webhooks_total{{outcome=\"{outcome}\"}} ");
    text.lines().find_map(|text| text.strip_prefix(&line)).map_or(0, |count| count.parse().unwrap())
}

#[test]
fn what_fails_is_tried_again_under_its_id_and_all_come_in_their_order() {
    let (url, ids) = receiver(vec![500, 429, 204, 200, 503, 200]);
    let hooks = hooks(&url);
    send(&hooks, &["a", "b", "c"]);
    let got: Vec<String> = ids.iter().take(6).collect();
    assert_eq!(got, ["a", "a", "a", "b", "c", "c"]);
    close(&hooks);
    assert_eq!((counted(&hooks, "sent"), counted(&hooks, "failed")), (3, 0));
}

#[test]
fn what_is_refused_sent_elsewhere_or_tried_often_enough_is_given_up() {
    let (url, ids) = receiver(vec![400, 307, 500, 500, 500, 410, 200]);
    let hooks = hooks(&url);
    send(&hooks, &["refused", "elsewhere", "failing", "gone", "good"]);
    let got: Vec<String> = ids.iter().take(7).collect();
    assert_eq!(got, ["refused", "elsewhere", "failing", "failing", "failing", "gone", "good"]);
    close(&hooks);
    assert_eq!((counted(&hooks, "sent"), counted(&hooks, "failed")), (1, 4));
}

#[test]
fn a_slow_receiver_is_not_waited_for_and_a_full_queue_leaves_out() {
    let (url, ids) = receiver(vec![0, 200]);
    let hooks = hooks(&url);
    send(&hooks, &["slow"]);
    assert_eq!(ids.recv().unwrap(), "slow");
    // While nobody answers, tables go on: what fits waits.
    for _ in 0..QUEUE + 5 {
        send(&hooks, &["more"]);
    }
    assert_eq!(counted(&hooks, "dropped"), 5);
    assert_eq!(ids.recv().unwrap(), "slow", "it is tried again");
    // Nobody listens any more: a house that closes does not wait for each.
    close(&hooks);
    let all = ["sent", "failed", "dropped"].map(|outcome| counted(&hooks, outcome));
    assert_eq!((all[0], all.iter().sum::<u64>()), (1, 1 + QUEUE as u64 + 5));
    send(&hooks, &["late"]);
    assert_eq!(counted(&hooks, "dropped"), all[2] + 1);
}

#[test]
fn https_speaks_tls() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let hooks = hooks(&format!("https://{}/", listener.local_addr().unwrap()));
    send(&hooks, &["secret"]);
    let (mut stream, _) = listener.accept().unwrap();
    let mut hello = [0; 6];
    stream.read_exact(&mut hello).unwrap();
    assert_eq!((hello[0], hello[1], hello[5]), (22, 3, 1), "a handshake, which begins with a hello");
    drop((stream, listener));
    close(&hooks);
}

#[test]
fn a_table_is_slow_where_moves_and_absences_may_take_long() {
    let hooks = hooks("http://127.0.0.1:1/");
    let slow = |clock, then, grace| {
        let absence = table::Absence { grace, then };
        hooks.is_slow(&Settings { clock, absence, ..Settings::new(()) })
    };
    let (hour, stand_in) = (3_600_000, Then::StandIn(bots::Level::Club));
    assert!(slow(Clock::Move { limit: hour }, stand_in, hour));
    assert!(slow(Clock::Match { initial: hour, increment: 0 }, stand_in, hour));
    assert!(slow(Clock::None, stand_in, hour), "for ever is long");
    assert!(!slow(Clock::None, stand_in, 30_000), "a bot plays on soon");
    assert!(!slow(Clock::Move { limit: hour - 1 }, stand_in, hour));
    assert!(!slow(Clock::None, Then::Pause, hour), "all must be there");
    close(&hooks);
}
