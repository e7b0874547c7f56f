//! Whole matches over real connections, in one process.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use bots::Level;
use serde_json::{Value, json};
use server::config::Config;
use server::connection::{Reception, serve_lines};
use server::house::{House, Limits, Order, SeatOrder};
use server::players::Players;
use store::{Log, Memory, Shard};
use table::{Absence, Clock, Visibility};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use wire::GameKind;

struct Client {
    lines: Lines<BufReader<OwnedReadHalf>>,
    out: OwnedWriteHalf,
}

impl Client {
    async fn connect(port: u16, token: &str) -> Client {
        let (input, out) = TcpStream::connect(("127.0.0.1", port)).await.unwrap().into_split();
        let mut client = Client { lines: BufReader::new(input).lines(), out };
        assert_eq!(client.next().await["type"], "hello");
        client.say(json!({"type": "auth", "token": token})).await;
        assert_eq!(client.next().await["type"], "welcome");
        client
    }

    async fn say(&mut self, message: Value) {
        self.out.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        loop {
            let line = self.lines.next_line().await.unwrap().expect("the server closed");
            let value: Value = serde_json::from_str(&line).unwrap();
            if value["type"] != "beacon" {
                return value;
            }
        }
    }
}

async fn start(store: Arc<dyn Log>) -> (Reception, u16) {
    let config = Arc::new(Config { messages_per_second: 10_000, message_burst: 10_000, ..Config::default() });
    let fence = store.claim(Shard(0), "test").unwrap();
    let players = Arc::new(Players::new(store.clone(), fence.clone()));
    let house = House::open(store, fence, Limits::default(), 1).unwrap();
    house.recover().await.unwrap();
    let limits = Arc::new(server::limits::Limits::new(&config));
    let reception = Reception { house, players, limits, config, meters: Arc::default() };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let inside = reception.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve_lines(stream, inside.clone()));
        }
    });
    (reception, port)
}

fn order(game: GameKind, preset: &str, seats: Vec<SeatOrder>) -> Order {
    Order {
        game,
        rules: json!(preset),
        seats,
        clock: Clock::None,
        absence: Absence::default(),
        spectators: true,
        visibility: Visibility::Public,
        pace: 0,
        window: 20_000,
    }
}

/// Plays the first legal action whenever it must, and asserts that the scene is always the one that a resync shows.
async fn play(client: &mut Client, table: &str) -> Value {
    let mut follower = json!(null);
    let mut acts = 0;
    loop {
        let message = client.next().await;
        match message["type"].as_str().unwrap() {
            "snapshot" => follower = message["scene"].clone(),
            "update" => wire::changes::apply(&mut follower, &message["changes"]).unwrap(),
            "ack" | "presence" => continue,
            _ => panic!("{message}"),
        }
        if follower["phase"] == "over" {
            return follower;
        }
        if follower["must"] == true {
            acts += 1;
            let action = &follower["legal"][0];
            client
                .say(json!({"type": "act", "table": table, "id": format!("{acts}"), "action": action}))
                .await;
        }
    }
}

#[tokio::test]
async fn a_whole_match_of_each_game_against_bots() {
    let (reception, port) = start(Arc::new(Memory::new())).await;
    for (game, preset, seats) in
        [(GameKind::KoiKoi, "quick", 2), (GameKind::Kierki, "robbers", 4), (GameKind::Kaboom, "short", 3)]
    {
        let (player, token) = reception.players.welcome(Some("Aki")).await.unwrap();
        let mut order_seats = vec![SeatOrder::Bot(Level::Beginner); seats];
        order_seats[0] = SeatOrder::Me;
        let card = reception.house.open_table(&player, order(game, preset, order_seats)).await.unwrap();
        let mut client = Client::connect(port, token.reveal()).await;
        let table = card.code.to_string();
        client.say(json!({"type": "watch", "table": table})).await;
        let scene = play(&mut client, &table).await;
        assert!(scene["view"]["outcome"].is_object(), "{scene}");
        let id = format!("{table}-1").parse().unwrap();
        let row = reception.house.finished(id).await.unwrap().unwrap();
        assert_eq!(row.players, [(player.id.0, 0)]);
    }
}
