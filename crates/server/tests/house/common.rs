//! A house in this process, and clients that speak lines to it.

use std::sync::Arc;
use std::time::Duration;

use bots::Level;
use serde_json::{Value, json};
use server::config::Config;
use server::connection::{Reception, serve_lines};
use server::defuse::Defuse;
use server::house::{Bounds, House, Order, SeatOrder};
use server::players::Players;
use server::webhook::{Hooks, Patience};
use store::{Log, Memory, Shard};
use table::{Settings, Visibility};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use wire::{Code, GameKind};

/// What must come, comes long before.
const PATIENCE: Duration = Duration::from_secs(20);

/// A house in memory, with whom to speak to it.
pub(crate) struct Served {
    pub(crate) store: Arc<dyn Log>,
    pub(crate) reception: Reception,
    pub(crate) port: u16,
}

/// Somebody who plays.
pub(crate) struct Guest {
    pub(crate) player: server::players::Player,
    pub(crate) token: String,
}

/// A connection to the house.
pub(crate) struct Client {
    pub(crate) lines: Lines<BufReader<OwnedReadHalf>>,
    pub(crate) out: OwnedWriteHalf,
}

pub(crate) fn config() -> Config {
    Config {
        messages_per_second: 10_000,
        message_burst: 10_000,
        beacon: Duration::from_millis(100),
        ..Config::default()
    }
}

impl Served {
    pub(crate) async fn start() -> Served {
        Served::with(config()).await
    }

    pub(crate) async fn with(config: Config) -> Served {
        Served::over(config, Arc::new(Memory::new())).await
    }

    /// A house over what there was before, whose server can write no more.
    pub(crate) async fn over(config: Config, store: Arc<dyn Log>) -> Served {
        let log = store.clone();
        let fence = log.claim(Shard(0), "test").unwrap();
        let players = Arc::new(Players::new(log.clone(), fence.clone()));
        let limits = Arc::new(server::limits::Limits::new(&config));
        let house = House::open(log.clone(), fence.clone(), Bounds::default(), 1, Arc::default()).unwrap();
        if let Some(hooks) = Hooks::open(&config, Patience::default(), Arc::default()).unwrap() {
            house.hook(hooks);
        }
        house.recover().await.unwrap();
        let defuse = Defuse::new(house.clone(), players.clone(), log, fence);
        defuse.recover().await.unwrap();
        let reception = Reception {
            house,
            players,
            defuse,
            limits,
            config: Arc::new(config),
            meters: Arc::default(),
            visits: Default::default(),
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let inside = reception.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve_lines(stream, inside.clone()));
            }
        });
        Served { store, reception, port }
    }

    pub(crate) async fn guest(&self, name: &str) -> Guest {
        let (player, token) = self.reception.players.welcome(Some(name)).await.unwrap();
        Guest { player, token: token.reveal().to_owned() }
    }

    /// A table of two at Koi-Koi: the guest, and whoever comes.
    pub(crate) async fn table(&self, owner: &Guest, spectators: bool) -> Code {
        let mut order = order(GameKind::KoiKoi, "quick", vec![SeatOrder::Me, SeatOrder::Open]);
        order.settings.spectators = spectators;
        self.open(owner, order).await
    }

    pub(crate) async fn open(&self, owner: &Guest, order: Order) -> Code {
        self.reception.house.open_table(&owner.player, order).await.unwrap().code
    }

    /// How long the table's log is.
    pub(crate) fn logged(&self, table: Code) -> usize {
        self.store.entries(table.number()).unwrap().len()
    }

    /// A connection that has said nothing yet.
    pub(crate) async fn stranger(&self) -> Client {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (input, out) = stream.into_split();
        let mut client = Client { lines: BufReader::new(input).lines(), out };
        assert_eq!(client.next().await["type"], "hello");
        client
    }

    pub(crate) async fn client(&self, guest: &Guest) -> Client {
        let mut client = self.stranger().await;
        client.say(json!({"type": "auth", "token": guest.token})).await;
        let welcome = client.next().await;
        assert_eq!(welcome["type"], "welcome");
        assert_eq!(welcome["player"]["name"], *guest.player.name);
        client
    }
}

pub(crate) fn order(game: GameKind, preset: &str, seats: Vec<SeatOrder>) -> Order {
    let settings = Settings {
        spectators: true,
        visibility: Visibility::Public,
        pace: 0,
        ..Settings::new(json!(preset))
    };
    Order { game, settings, seats }
}

pub(crate) fn against_bots(seats: usize) -> Vec<SeatOrder> {
    let mut order = vec![SeatOrder::Bot(Level::Beginner); seats];
    order[0] = SeatOrder::Me;
    order
}

impl Client {
    pub(crate) async fn say(&mut self, message: Value) {
        self.raw(format!("{message}\n").as_bytes()).await;
    }

    pub(crate) async fn raw(&mut self, bytes: &[u8]) {
        self.out.write_all(bytes).await.unwrap();
    }

    /// The next message but beacons and presence; `null` when the server has closed.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            let line = tokio::time::timeout(PATIENCE, self.lines.next_line()).await.expect("nothing comes");
            let Ok(Some(line)) = line else { return Value::Null };
            let value: Value = serde_json::from_str(&line).unwrap();
            if value["type"] != "beacon" && value["type"] != "presence" {
                return value;
            }
        }
    }

    /// The next message of this type; others before it are passed over.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            assert_ne!(message, Value::Null, "closed before a {kind}");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The answer to a request with this id: an ack, a nack or a pong.
    pub(crate) async fn answer(&mut self, id: &str) -> Value {
        loop {
            let message = self.next().await;
            assert_ne!(message, Value::Null, "closed before the answer to {id}");
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Says it and waits for the answer.
    pub(crate) async fn ask(&mut self, mut message: Value, id: &str) -> Value {
        message["id"] = json!(id);
        self.say(message).await;
        self.answer(id).await
    }
}
