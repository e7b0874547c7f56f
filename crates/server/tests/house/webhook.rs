//! What the program of a host is told, and that it can check it.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use server::config::{Config, Layer};
use server::house::SeatOrder;
use table::{Absence, Clock, Then};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use wire::GameKind;

use super::common::{Client, Served, against_bots, config, order};

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const DAY: u64 = 24 * 3600 * 1000;

/// What came to a receiver.
struct Told {
    headers: BTreeMap<String, String>,
    body: String,
}

impl Told {
    fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

struct Receiver {
    url: String,
    told: mpsc::UnboundedReceiver<Told>,
}

impl Receiver {
    async fn start() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let (tell, told) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(take(stream, tell.clone()));
            }
        });
        Receiver { url, told }
    }

    async fn next(&mut self) -> Told {
        tokio::time::timeout(Duration::from_secs(20), self.told.recv()).await.expect("nothing comes").unwrap()
    }

    fn config(&self) -> Config {
        let flags = [
            ("webhook_url", self.url.as_str()),
            ("webhook_secret", SECRET),
            ("public_url", "https://cards.example"),
        ];
        let flags = flags.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let read = Config::read(&[Layer::flags(flags.into())]).unwrap();
        Config { messages_per_second: 10_000, message_burst: 10_000, beacon: config().beacon, ..read }
    }
}

async fn take(mut stream: TcpStream, tell: mpsc::UnboundedSender<Told>) {
    let (input, mut output) = stream.split();
    let mut input = BufReader::new(input);
    loop {
        let mut headers = BTreeMap::new();
        loop {
            let mut line = String::new();
            if input.read_line(&mut line).await.unwrap() == 0 {
                return;
            }
            match line.trim_end().split_once(": ") {
                Some((name, value)) => drop(headers.insert(name.to_ascii_lowercase(), value.to_owned())),
                None if line == "\r\n" => break,
                None => assert!(line.starts_with("POST /hook "), "{line}"),
            }
        }
        let mut body = vec![0; headers["content-length"].parse().unwrap()];
        input.read_exact(&mut body).await.unwrap();
        tell.send(Told { headers, body: String::from_utf8(body).unwrap() }).unwrap();
        output.write_all(b"HTTP/1.1 204 x\r\n\r\n").await.unwrap();
    }
}

async fn act(client: &mut Client, table: &str, scene: &mut Value) {
    let action = &scene["legal"][0];
    client.say(json!({"type": "act", "table": table, "id": action, "action": action})).await;
    let update = client.next_of("update").await;
    wire::changes::apply(scene, &update["changes"]).unwrap();
}

#[tokio::test]
async fn turns_at_a_slow_table_are_told_once_and_again_after_a_restart() {
    let mut receiver = Receiver::start().await;
    let served = Served::with(receiver.config()).await;
    let (ada, ben) = (served.guest("Ada").await, served.guest("Ben").await);
    let mut slow =
        order(GameKind::KoiKoi, "quick", vec![SeatOrder::Me, SeatOrder::Player(ben.player.clone())]);
    slow.settings.clock = Clock::Move { limit: DAY };
    slow.settings.absence = Absence { grace: DAY, then: Then::StandIn(bots::Level::Casual) };
    let table = served.open(&ada, slow.clone()).await.to_string();
    let turn = receiver.next().await;
    let event = turn.json();
    assert_eq!((&event["type"], &event["data"]["table"]), (&json!("turn"), &json!(table)));
    assert_eq!(event["data"]["player"]["name"], "Ada", "who has the first seat begins");
    assert_eq!((&event["data"]["seat"], &event["data"]["here"]), (&json!(0), &json!(false)));
    assert_eq!(event["data"]["link"], format!("https://cards.example/t/{table}"));
    assert!(event["data"]["until"].is_u64() && event["timestamp"].as_str().unwrap().ends_with('Z'));
    assert_eq!(turn.id(), format!("{table}-1.0.1"));
    // Whatever she does before her turn is over is the same turn; then it is his.
    let mut client = served.client(&ada).await;
    client.say(json!({"type": "watch", "table": table})).await;
    let mut scene = client.next_of("snapshot").await["scene"].clone();
    while scene["must"] == true {
        act(&mut client, &table, &mut scene).await;
    }
    let his = receiver.next().await;
    assert_eq!(
        (his.id(), &his.json()["data"]["player"]["name"]),
        (format!("{table}-1.1.1").as_str(), &json!("Ben"))
    );
    // The next server tells again whose turn it is, and nobody else's.
    let again = Served::over(receiver.config(), served.store.clone()).await;
    let repeated = receiver.next().await;
    assert_eq!((repeated.id(), repeated.json()["type"].clone()), (his.id(), json!("turn")));
    assert_eq!(repeated.json()["data"]["player"], his.json()["data"]["player"]);
    // A table where people play at once is none of a host's business, but its end is.
    let quick = order(GameKind::KoiKoi, "quick", against_bots(2));
    let quick = again.open(&ada, quick).await.to_string();
    let mut client = again.client(&ada).await;
    client.say(json!({"type": "watch", "table": quick})).await;
    let mut scene = client.next_of("snapshot").await["scene"].clone();
    let mut acts = 0;
    while scene["phase"] != "over" {
        if scene["must"] == true {
            acts += 1;
            let action = &scene["legal"][0];
            client
                .say(json!({"type": "act", "table": quick, "id": format!("{acts}"), "action": action}))
                .await;
        }
        let update = client.next_of("update").await;
        wire::changes::apply(&mut scene, &update["changes"]).unwrap();
    }
    let over = receiver.next().await;
    let data = &over.json()["data"];
    assert_eq!((over.id(), &over.json()["type"]), (format!("{quick}-1.over").as_str(), &json!("match-over")));
    assert_eq!((&data["match"], &data["preset"]), (&json!(format!("{quick}-1")), &json!("quick")));
    assert_eq!(data["players"][1], json!({"bot": "beginner"}));
    assert_eq!(data["scores"], scene["view"]["outcome"]["scores"]);
    assert_eq!(data["places"], scene["view"]["outcome"]["places"]);
    for told in [turn, his, repeated, over] {
        for secret in ["tefuda_", "seed", "hand", "deck"] {
            assert!(!told.body.contains(secret), "{}", told.body);
        }
        check_by_the_document(&told);
    }
}

/// With the lines of docs/hosting.md, if there is somebody to read them.
fn check_by_the_document(told: &Told) {
    let document =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting.md")).unwrap();
    let (_, code) = document.split_once("```python\n").unwrap();
    let (code, _) = code.split_once("```").unwrap();
    let script = format!(
        "{code}\nimport json\nheaders, body = json.loads(input())\n\
         assert verify('{SECRET}', headers, body.encode())\n\
         assert not verify('{SECRET}', headers, body.encode() + b' ')\n\
         assert not verify('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', headers, body.encode())\n\
         headers['webhook-timestamp'] = '1700000000'\n\
         assert not verify('{SECRET}', headers, body.encode())\n"
    );
    let python = Command::new("python3").args(["-c", &script]).stdin(Stdio::piped()).spawn();
    let Ok(mut python) = python else { return };
    let input = json!([told.headers, told.body]).to_string();
    python.stdin.take().unwrap().write_all(format!("{input}\n").as_bytes()).unwrap();
    assert!(python.wait().unwrap().success());
}
