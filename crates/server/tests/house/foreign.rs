//! Clients of the public Kierki protocol at tables of the house, beside people and bots.

mod going;
mod playing;
mod silent;

use std::net::Ipv4Addr;
use std::time::Duration;

use cards::french::Set;
use server::config::{Config, KierkiPreset};
use server::house::TableCard;
use server::listen::serve_kierki;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpSocket};
use tokio::time::timeout;
use wire::kierki::Message;

use super::common::{Served, config};

const PATIENCE: Duration = Duration::from_secs(20);
const LETTERS: [&str; 4] = ["N", "E", "S", "W"];
const LONG: Duration = Duration::from_secs(3600);

/// A house with a port for such clients, which waits for nobody by itself.
struct House {
    served: Served,
    port: u16,
}

fn patient() -> Config {
    Config {
        kierki_timeout: LONG,
        kierki_fill: LONG,
        kierki_absence: LONG,
        kierki_pace: Duration::ZERO,
        kierki_preset: KierkiPreset("robbers"),
        kierki_bots: bots::Level::Beginner,
        guests_per_hour: 1000,
        ..config()
    }
}

impl House {
    async fn with(config: Config) -> House {
        House::around(Served::with(config).await).await
    }

    async fn around(served: Served) -> House {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(serve_kierki(listener, served.reception.clone()));
        House { served, port }
    }

    async fn connect(&self) -> Foreign {
        self.connect_from(Ipv4Addr::LOCALHOST).await
    }

    async fn connect_from(&self, from: Ipv4Addr) -> Foreign {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((from, 0).into()).unwrap();
        let stream = socket.connect((Ipv4Addr::LOCALHOST, self.port).into()).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let (read, write) = stream.into_split();
        Foreign { read: BufReader::new(read), write, hand: Set::EMPTY, heard: Vec::new() }
    }

    async fn sit(&self, seat: &str) -> Foreign {
        let mut client = self.connect().await;
        client.say(&format!("IAM{seat}")).await;
        client
    }

    /// Four clients, who have been dealt their cards.
    async fn four(&self) -> Vec<Foreign> {
        let mut four = Vec::new();
        for (number, seat) in (1..).zip(LETTERS) {
            four.push(self.sit(seat).await);
            if number < 4 {
                self.until(|card| taken(card) == number).await;
            }
        }
        for client in &mut four {
            client.hears("DEAL").await;
        }
        four
    }

    /// The newest table.
    fn card(&self) -> Option<TableCard> {
        let tables = self.served.reception.house.all_tables();
        tables.into_iter().max_by_key(|card| card.opened).map(|card| (*card).clone())
    }

    /// Waits until the log of the newest table has so many entries of that kind.
    async fn until_logged(&self, kind: &str, number: usize) {
        let kind = format!("\"{kind}\"");
        self.until(|card| {
            let entries = self.served.store.entries(card.code.number()).unwrap();
            entries.iter().filter(|entry| entry.body.contains(&kind)).count() >= number
        })
        .await;
    }

    /// Waits until the newest table is like that.
    async fn until(&self, is: impl Fn(&TableCard) -> bool) -> TableCard {
        let waiting = async {
            loop {
                if let Some(card) = self.card().filter(&is) {
                    return card;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, waiting).await.expect("the table never comes to that")
    }
}

fn taken(card: &TableCard) -> usize {
    card.seats.iter().filter(|seat| **seat != server::house::SeatCard::Open).count()
}

/// A foreign client, which follows the rules.
struct Foreign {
    read: BufReader<OwnedReadHalf>,
    write: OwnedWriteHalf,
    hand: Set,
    heard: Vec<String>,
}

impl Foreign {
    async fn say(&mut self, line: &str) {
        self.write.write_all(format!("{line}\r\n").as_bytes()).await.unwrap();
    }

    /// The next line; `None` when the house has closed.
    async fn next(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = timeout(PATIENCE, self.read.read_line(&mut line)).await.expect("nothing comes");
        if read.unwrap_or(0) == 0 {
            return None;
        }
        let line = line.strip_suffix("\r\n").expect("CR LF").to_owned();
        match Message::parse(line.as_bytes()).expect("only messages of the protocol come") {
            Message::Deal { cards, .. } => self.hand = cards.into_iter().collect(),
            Message::Taken { cards, .. } => self.hand &= !cards.into_iter().collect::<Set>(),
            _ => {}
        }
        self.heard.push(line.clone());
        Some(line)
    }

    /// The next line begins like this.
    #[track_caller]
    fn hears<'a>(&'a mut self, begin: &'a str) -> impl Future<Output = String> + 'a {
        let place = std::panic::Location::caller();
        async move {
            let line = self.next().await.unwrap_or_else(|| panic!("closed before {begin} at {place}"));
            assert!(line.starts_with(begin), "{line} instead of {begin} at {place}");
            line
        }
    }

    /// Nothing comes for a while.
    async fn hears_nothing(&mut self) {
        let heard = timeout(Duration::from_millis(150), self.next()).await;
        assert!(heard.is_err(), "{heard:?}");
    }

    /// A good answer to this TRICK.
    fn answer(&self, question: &str) -> String {
        let Ok(Message::Trick { number, cards }) = Message::parse(question.as_bytes()) else {
            panic!("{question} is no question")
        };
        let led = cards.first().and_then(|card| card.suit());
        let following = led.map_or(self.hand, |suit| self.hand & suit.cards());
        let from = if following.is_empty() { self.hand } else { following };
        format!("TRICK{number}{}", from.into_iter().next().unwrap())
    }

    /// Answers the next question.
    async fn plays(&mut self) {
        let question = self.hears("TRICK").await;
        self.say(&self.answer(&question)).await;
    }

    /// Plays to the end, and gives all that was heard.
    async fn play(mut self) -> Vec<String> {
        while let Some(line) = self.next().await {
            if line.starts_with("TRICK") {
                self.say(&self.answer(&line)).await;
            }
        }
        self.heard
    }
}

fn count(heard: &[String], word: &str) -> usize {
    heard.iter().filter(|line| line.starts_with(word)).count()
}

/// A whole match of four deals was told.
#[track_caller]
fn saw_the_end(heard: &[String]) {
    assert_eq!((count(heard, "SCORE"), count(heard, "TOTAL")), (4, 4), "{heard:?}");
    assert!(heard.last().unwrap().starts_with("TOTAL"), "{heard:?}");
}
