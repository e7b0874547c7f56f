//! How long a game of seven deals with four automatic clients takes over loopback: `cargo bench -p server --bench kierki`.
#![allow(missing_docs)]

use std::time::{Duration, Instant};

use bots::Level;
use game::{Purpose, Ruleset, Seed, shuffle};
use kierki::{Rules, seats};
use server::kierki::visit::{connect, visit};
use server::kierki::{Family, Guest, Report, Style, listen, serve};
use tokio::sync::mpsc;
use wire::kierki::{FileDeal, GameFile};

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let times: Vec<Duration> = (0..50).map(|seed| runtime.block_on(game(seed))).collect();
    let all: Duration = times.iter().sum();
    let (least, most) = (times.iter().min().expect("50 games"), times.iter().max().expect("50 games"));
    println!(
        "a game of 7 deals by four automatic clients on loopback: {:.1?} on average ({least:.1?} to {most:.1?})",
        all / 50
    );
}

async fn game(seed: u64) -> Duration {
    let listener = listen(0).expect("a free port");
    let port = listener.local_addr().expect("a bound listener").port();
    let begin = Instant::now();
    let serving = tokio::spawn(serve(listener, seven(seed), Duration::from_secs(5), Report::silent()));
    let clients: Vec<_> = seats::all()
        .map(|seat| {
            tokio::spawn(async move {
                let stream = connect("127.0.0.1", port, Family::Any).await?;
                let guest = Guest::new(seat, Style::Automatic(Level::Casual));
                visit(stream, guest, mpsc::channel(1).1, Report::silent(), |_| {}).await
            })
        })
        .collect();
    for client in clients {
        client.await.expect("no panic").expect("the game is seen to its end");
    }
    serving.await.expect("no panic").expect("the game ends");
    begin.elapsed()
}

fn seven(seed: u64) -> GameFile {
    let mut rng = Seed::from(seed).stream(Purpose(*b"file"), 0, 0);
    let mut deck: Vec<_> = cards::french::WITHOUT_JOKERS.iter().collect();
    let plans = Rules::preset("seven").expect("the preset is there").deals;
    let deal = |plan| {
        shuffle(&mut deck, &mut rng);
        let hand = |seat: usize| deck[13 * seat..][..13].try_into().expect("thirteen cards");
        FileDeal { plan, hands: std::array::from_fn(hand) }
    };
    GameFile { deals: plans.iter().copied().map(deal).collect() }
}
