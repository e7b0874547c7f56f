//! Many games at once, with clients that go and come back, and with garbage on the side: all end well and with the right totals.
#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bots::Level;
use cards::french::WITHOUT_JOKERS;
use game::{Purpose, Rng, Seat, Seed, Stream, below, shuffle};
use kierki::{DealPlan, DealType, seats};
use server::kierki::visit::connect;
use server::kierki::{Family, Guest, GuestEffect, Report, Style, listen, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use wire::kierki::{FileDeal, GameFile, Message};

const GAMES: u64 = 200;
/// Nothing here takes long; this is for a fault that would hang for ever.
const PATIENCE: Duration = Duration::from_secs(120);

#[test]
fn two_hundred_games_in_a_storm() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        // A few at a time, so that each has something to wait for.
        for begin in (0..GAMES).step_by(10) {
            let games: Vec<_> = (begin..begin + 10).map(|seed| tokio::spawn(game(seed))).collect();
            for game in games {
                tokio::time::timeout(PATIENCE, game).await.expect("the games end").unwrap();
            }
        }
    });
    let left = LEFT.load(Ordering::Relaxed);
    println!("{left} clients left and came back");
    assert!(left > 500, "only {left} clients left");
}

/// How often a client has left.
static LEFT: AtomicUsize = AtomicUsize::new(0);

async fn game(seed: u64) {
    let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
    let file = random_file(&mut rng);
    let listener = listen(0).unwrap();
    let port = listener.local_addr().unwrap().port();
    let report = Shared::default();
    let serving =
        tokio::spawn(serve(listener, file.clone(), Duration::from_secs(5), Report::to(report.clone())));
    let clients: Vec<_> =
        seats::all().map(|seat| tokio::spawn(client(port, seat, Seed::random(&mut rng)))).collect();
    let noise = tokio::spawn(garbage(port, Seed::random(&mut rng)));
    for client in clients {
        assert!(client.await.unwrap(), "game {seed}: a client has not seen the end");
    }
    let ended = serving.await.unwrap().unwrap();
    noise.abort();
    let text = String::from_utf8(report.0.lock().unwrap().clone()).unwrap();
    let totals = totals_of(&text, &file);
    assert_eq!(ended.scores, totals.into(), "game {seed}");
    let last = text.lines().rev().find_map(|line| line.split_once("] TOTAL")).unwrap().1;
    let [n, e, s, w] = totals;
    assert_eq!(last, format!("N{n}E{e}S{s}W{w}"));
}

/// Plays by itself, but hangs up now and then in the middle of things and comes back. Never in the last tricks: after the last TAKEN
/// nobody is waited for.
async fn client(port: u16, seat: Seat, seed: Seed) -> bool {
    let mut rng = seed.stream(Purpose(*b"test"), 0, 0);
    let mut leaves = below(&mut rng, 4);
    loop {
        let Ok(mut stream) = connect("localhost", port, Family::Any).await else { return false };
        let mut guest = Guest::new(seat, Style::Automatic(Level::Casual));
        let mut buffer = [0; 64];
        let left = 'visit: loop {
            for effect in guest.take_effects() {
                match effect {
                    GuestEffect::Send(message) => {
                        // In two pieces, and now and then with garbage behind it.
                        let mut bytes = message.line();
                        if below(&mut rng, 20) == 0 && !matches!(message, Message::Iam(_)) {
                            bytes.extend(b"HELLO\r\nTRICK1XX\r\n");
                        }
                        let cut = below(&mut rng, bytes.len() as u32) as usize;
                        let _ = stream.write_all(&bytes[..cut]).await;
                        let _ = stream.write_all(&bytes[cut..]).await;
                    }
                    GuestEffect::Received(line) => {
                        let early = match Message::parse(&line).unwrap() {
                            Message::Trick { number, .. } | Message::Taken { number, .. } => number <= 11,
                            Message::Deal { .. } => true,
                            _ => false,
                        };
                        if early && leaves > 0 && below(&mut rng, 10) == 0 {
                            leaves -= 1;
                            LEFT.fetch_add(1, Ordering::Relaxed);
                            if below(&mut rng, 2) == 0 {
                                socket2::SockRef::from(&stream).set_linger(Some(Duration::ZERO)).unwrap();
                            }
                            break 'visit true;
                        }
                    }
                    GuestEffect::Show(_) => {}
                }
            }
            if guest.is_busy() {
                // The server has not yet noticed that the seat is free.
                tokio::time::sleep(Duration::from_millis(1)).await;
                break true;
            }
            match stream.read(&mut buffer).await {
                Ok(count @ 1..) => guest.received(&buffer[..count]).unwrap(),
                _ => break false,
            }
        };
        if !left {
            return guest.is_content();
        }
    }
}

/// Connections that say nothing, nonsense, too much, or ask for a seat that is taken.
async fn garbage(port: u16, seed: Seed) {
    let mut rng = seed.stream(Purpose(*b"test"), 0, 0);
    let mut silent = Vec::new();
    loop {
        let Ok(mut stream) = connect("localhost", port, Family::Any).await else { return };
        let mut bytes = vec![0; 600];
        rng.fill_bytes(&mut bytes);
        let text: &[u8] = match below(&mut rng, 5) {
            0 => b"",
            1 => b"IAMX\r\n",
            2 => b"IAM",
            3 => &bytes,
            _ => b"HELLO\r\nIAMN\r\n",
        };
        let _ = stream.write_all(text).await;
        if silent.len() < 20 {
            silent.push(stream);
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

fn random_file(rng: &mut Stream) -> GameFile {
    let mut deck: Vec<_> = WITHOUT_JOKERS.iter().collect();
    let count = 1 + below(rng, 4);
    let mut deal = || {
        shuffle(&mut deck, rng);
        let hand = |seat: usize| deck[13 * seat..][..13].try_into().unwrap();
        let hands = std::array::from_fn(hand);
        let kind = DealType::new(1 + below(rng, 7) as u8).unwrap();
        FileDeal { plan: DealPlan { kind, first: Seat::new(below(rng, 4) as usize).unwrap() }, hands }
    };
    GameFile { deals: (0..count).map(|_| deal()).collect() }
}

/// The totals by hand, from every TAKEN in the report; who came back got some of them twice.
fn totals_of(report: &str, file: &GameFile) -> [i32; 4] {
    let mut totals = [0; 4];
    let mut deals = file.deals.iter();
    let mut tricks = std::collections::BTreeMap::new();
    for line in report.lines() {
        let (_, text) = line.split_once("] ").unwrap();
        match Message::parse(text.as_bytes()) {
            Ok(Message::Taken { number, cards, taker }) => drop(tricks.insert(number, (cards, taker))),
            Ok(Message::Score(_)) if !tricks.is_empty() => {
                let kind = deals.next().unwrap().plan.kind.number();
                assert_eq!(tricks.len(), 13);
                for (number, (cards, taker)) in std::mem::take(&mut tricks) {
                    let codes = cards.map(|card| card.to_string());
                    let items =
                        |is: &dyn Fn(&str) -> bool| codes.iter().filter(|code| is(code)).count() as i32;
                    let costs = [
                        1,
                        items(&|code| code.ends_with('H')),
                        5 * items(&|code| code.starts_with('Q')),
                        2 * items(&|code| code.starts_with(['J', 'K'])),
                        18 * items(&|code| code == "KH"),
                        10 * i32::from(number == 7 || number == 13),
                    ];
                    let types = if kind == 7 { 0..6 } else { usize::from(kind) - 1..usize::from(kind) };
                    totals[taker.index()] += costs[types].iter().sum::<i32>();
                }
            }
            _ => {}
        }
    }
    assert!(deals.next().is_none(), "every deal was scored");
    totals
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
