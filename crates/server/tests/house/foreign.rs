//! Clients of the public Kierki protocol at tables of the house, beside people and bots.

use std::time::Duration;

use cards::french::Set;
use kierki::seats;
use serde_json::{Value, json};
use server::config::{Config, KierkiPreset};
use server::house::TableCard;
use server::listen::serve_kierki;
use table::Phase;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use wire::kierki::Message;

use super::common::{Client, Served, config};

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
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
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

#[tokio::test]
async fn each_four_clients_play_a_match_at_a_table_of_the_house() {
    let house = House::with(patient()).await;
    let mut tables = Vec::new();
    for _ in 0..2 {
        let four = house.four().await;
        let card = house.card().unwrap();
        assert_eq!((card.game, card.preset, card.spectators), ("kierki", Some("robbers"), true));
        assert_eq!(card.visibility, table::Visibility::Public);
        let playing: Vec<_> = four.into_iter().map(|client| tokio::spawn(client.play())).collect();
        let mut totals = Vec::new();
        for (number, client) in playing.into_iter().enumerate() {
            let heard = client.await.unwrap();
            saw_the_end(&heard);
            assert_eq!((count(&heard, "DEAL"), count(&heard, "TAKEN"), count(&heard, "WRONG")), (4, 52, 0));
            assert!(count(&heard, "TRICK") == 52, "client {number} plays every card once");
            totals.push(heard.last().unwrap().clone());
        }
        assert!(totals.iter().all(|total| *total == totals[0]));
        let card = house.until(|card| card.phase == Phase::Over && taken(card) == 0).await;
        let id = wire::MatchId { table: card.code, number: 1 };
        let filed = house.served.reception.house.finished(id).await.unwrap().expect("it is filed");
        assert!(filed.result.pool.is_none(), "nobody is rated");
        let scores = seats::all().zip(&filed.result.seats);
        let scores: String =
            scores.map(|(seat, row)| format!("{}{}", kierki::letter(seat), row.score)).collect();
        assert_eq!(totals[0], format!("TOTAL{scores}"));
        tables.push(card.code);
    }
    assert_ne!(tables[0], tables[1]);
}

#[tokio::test]
async fn a_taken_seat_is_busy_and_a_seat_that_was_left_before_the_match_is_not() {
    let house = House::with(patient()).await;
    let north = house.sit("N").await;
    house.until(|card| taken(card) == 1).await;
    let mut second = house.sit("N").await;
    second.hears("BUSYN").await;
    assert_eq!(second.next().await, None);
    let _south = house.sit("S").await;
    house.until(|card| taken(card) == 2).await;
    assert_eq!(house.sit("S").await.hears("BUSY").await, "BUSYNS");
    drop(north);
    house.until(|card| taken(card) == 1).await;
    assert_eq!(house.sit("S").await.hears("BUSY").await, "BUSYS");
    let _again = house.sit("N").await;
    house.until(|card| taken(card) == 2).await;
    assert_eq!(house.served.reception.house.all_tables().len(), 1);
}

#[tokio::test]
async fn whoever_says_anything_else_at_first_is_closed_and_others_are_not_disturbed() {
    let house = House::with(Config { kierki_timeout: Duration::from_secs(1), ..patient() }).await;
    let long = "x".repeat(300);
    for bad in ["", "IAMX", "iamN", "TRICK12C", "BUSYN", " IAMN", "\0", "{\"type\":\"auth\"}", &long] {
        let mut client = house.connect().await;
        client.say(bad).await;
        assert_eq!(client.next().await, None, "{bad}");
    }
    assert_eq!(house.connect().await.next().await, None, "nothing at all");
    assert!(house.card().is_none(), "no table was opened for that");
    // Anything more than the IAM before the match frees the seat.
    for more in ["IAMN\r\nIAMN", "IAMN\r\nTRICK12C", "IAMN\r\nhello"] {
        let mut client = house.connect().await;
        client.say(more).await;
        assert_eq!(client.next().await, None, "{more}");
        house.until(|card| taken(card) == 0).await;
    }
    let mut slow = house.connect().await;
    for byte in b"IAMW\r\n" {
        slow.write.write_all(&[*byte]).await.unwrap();
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    house.until(|card| taken(card) == 1).await;
}

#[tokio::test]
async fn wrong_answers_and_silence_are_met_as_the_protocol_says() {
    let house = House::with(Config { kierki_timeout: Duration::from_secs(1), ..patient() }).await;
    let mut four = house.four().await;
    let question = four[0].hears("TRICK1").await;
    let foreign = four[1].hand.into_iter().next().unwrap();
    for bad in [&format!("TRICK1{foreign}"), "TRICK1", "nonsense", "IAMN"] {
        four[0].say(bad).await;
        four[0].hears("WRONG1").await;
    }
    four[1].say(&format!("TRICK1{foreign}")).await;
    four[1].hears("WRONG1").await;
    four[1].say("nonsense").await;
    four[1].hears_nothing().await;
    assert_eq!(four[0].hears("TRICK").await, question, "asked again");
    assert_eq!(four[0].hears("TRICK").await, question, "and again");
    let answer = four[0].answer(&question);
    four[0].say(&answer).await;
    let asked = four[1].hears("TRICK1").await;
    assert_eq!(asked, format!("{question}{}", answer.strip_prefix("TRICK1").unwrap()));
}

#[tokio::test]
async fn who_leaves_suspends_the_match_and_whoever_takes_the_seat_is_told_the_deal() {
    let house = House::with(patient()).await;
    let mut four = house.four().await;
    for _ in 0..2 {
        play_a_trick(&mut four).await;
    }
    let leader = leader(&four);
    let question = four[leader].hears("TRICK3").await;
    // The one after it goes: nobody is asked meanwhile, and what the asked one says is kept.
    let gone = (leader + 1) % 4;
    let dealt = four[gone].heard[0].clone();
    let taken: Vec<String> =
        four[gone].heard.iter().filter(|line| line.starts_with("TAKEN")).cloned().collect();
    let mut newcomer = house.connect().await;
    std::mem::swap(&mut four[gone], &mut newcomer);
    drop(newcomer);
    house.until(|card| card.phase == Phase::Paused).await;
    let answer = four[leader].answer(&question);
    four[leader].say("nonsense").await;
    four[leader].say(&answer).await;
    for client in four.iter_mut() {
        client.hears_nothing().await;
    }
    let busy = (gone + 1) % 4;
    let mut other = house.sit(LETTERS[busy]).await;
    // There is no table that gathers, so that a client for another seat opens one.
    other.hears_nothing().await;
    drop(other);
    four[gone].say(&format!("IAM{}", LETTERS[gone])).await;
    assert_eq!(four[gone].next().await.unwrap(), dealt);
    for line in taken {
        assert_eq!(four[gone].next().await.unwrap(), line);
    }
    four[leader].hears("WRONG3").await;
    let asked = four[gone].hears("TRICK3").await;
    assert_eq!(asked, format!("TRICK3{}", answer.strip_prefix("TRICK3").unwrap()), "what was kept counts");
    let again = four[gone].answer(&asked);
    four[gone].say(&again).await;
    let playing: Vec<_> = four.into_iter().map(|client| tokio::spawn(client.play())).collect();
    for client in playing {
        let heard = client.await.unwrap();
        saw_the_end(&heard);
    }
}

#[tokio::test]
async fn after_the_chosen_time_a_bot_plays_and_its_seat_is_free_for_the_next() {
    let house = House::with(Config { kierki_absence: Duration::from_millis(50), ..patient() }).await;
    let mut four = house.four().await;
    let west = four.pop().unwrap();
    let (south, east, north) = (four.pop().unwrap(), four.pop().unwrap(), four.pop().unwrap());
    let dealt = west.heard[0].clone();
    drop(west);
    let (north, east) = (tokio::spawn(north.play()), tokio::spawn(east.play()));
    // The bot plays: South is asked, and holds everything up.
    let mut south = south;
    let question = south.hears("TRICK1").await;
    let card = house.until(|card| card.phase == Phase::Playing).await;
    let mut newcomer = house.sit("W").await;
    assert_eq!(newcomer.next().await.unwrap(), dealt, "it sits at the same table");
    assert_eq!(house.served.reception.house.all_tables().len(), 1);
    assert_eq!(house.card().unwrap().code, card.code);
    let answer = south.answer(&question);
    south.say(&answer).await;
    let (south, west) = (tokio::spawn(south.play()), tokio::spawn(newcomer.play()));
    for client in [north, east, south, west] {
        saw_the_end(&client.await.unwrap());
    }
}

#[tokio::test]
async fn bots_fill_the_table_and_all_are_served_again_afterwards() {
    let house = House::with(Config { kierki_fill: Duration::from_millis(100), ..patient() }).await;
    for _ in 0..2 {
        let heard = house.sit("E").await.play().await;
        saw_the_end(&heard);
        assert_eq!((count(&heard, "DEAL"), count(&heard, "TRICK")), (4, 52));
    }
    assert_eq!(house.served.reception.house.all_tables().len(), 2);
}

#[tokio::test]
async fn three_clients_play_with_somebody_who_came_by_the_lobby() {
    let house = House::with(patient()).await;
    let mut three = Vec::new();
    for seat in ["N", "E", "W"] {
        three.push(house.sit(seat).await);
        house.until(|card| taken(card) == three.len()).await;
    }
    let ann = house.served.guest("Ann").await;
    let mut client = house.served.client(&ann).await;
    client.say(json!({"type": "lobby"})).await;
    let lobby = client.next_of("lobby").await;
    let code = lobby["tables"][0]["code"].clone();
    assert_eq!(lobby["tables"][0]["seats"][2], Value::Null);
    assert_eq!(client.ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
    let three: Vec<_> = three.into_iter().map(|client| tokio::spawn(client.play())).collect();
    play_to_the_end(&mut client, &code).await;
    for foreign in three {
        saw_the_end(&foreign.await.unwrap());
    }
}

#[tokio::test]
async fn after_a_restart_bots_hold_the_seats_until_clients_come_back() {
    // Slow enough that the bots do not end the match before anybody comes.
    let slow = Duration::from_millis(300);
    let config = || Config { kierki_absence: slow, kierki_pace: slow, ..patient() };
    let first = House::with(config()).await;
    let mut four = first.four().await;
    play_a_trick(&mut four).await;
    let before: Vec<String> =
        four[1].heard.iter().filter(|line| !line.starts_with("TRICK")).cloned().collect();
    first.served.reception.house.close().await;
    for client in &mut four {
        while client.next().await.is_some() {}
    }
    let second = House::around(Served::over(config(), first.served.store.clone()).await).await;
    // First it waits for everybody.
    second.until(|card| card.phase == Phase::Paused).await;
    second.until(|card| card.phase == Phase::Playing).await;
    let mut east = second.sit("E").await;
    for line in before {
        assert_eq!(east.next().await.unwrap(), line);
    }
    east.plays().await;
    while !east.hears("T").await.starts_with("TAKEN") {}
    assert_eq!(second.served.reception.house.all_tables().len(), 1);
}

/// Where the next trick is led.
fn leader(four: &[Foreign]) -> usize {
    let taken = four[0].heard.iter().rfind(|line| line.starts_with("TAKEN"));
    taken.map_or(0, |line| LETTERS.iter().position(|letter| line.ends_with(letter)).unwrap())
}

/// All four play a card.
async fn play_a_trick(four: &mut [Foreign]) {
    let leader = leader(four);
    for place in 0..4 {
        four[(leader + place) % 4].plays().await;
    }
    for client in four {
        client.hears("TAKEN").await;
    }
}

/// Plays whatever may be played, by the messages of the house.
async fn play_to_the_end(client: &mut Client, code: &Value) {
    let mut follower = wire::house::Follower::default();
    let table: wire::Code = code.as_str().unwrap().parse().unwrap();
    client.say(json!({"type": "resync", "table": code})).await;
    let mut requests = Vec::new();
    for turn in 0.. {
        let message = client.next().await;
        assert_ne!(message, Value::Null, "closed before the end");
        follower.receive(&message.to_string(), &mut requests).unwrap();
        assert!(requests.is_empty());
        let Some(known) = follower.table(table) else { continue };
        if known.scene["phase"] == "over" {
            return;
        }
        if known.scene["must"] == true && follower.waiting().next().is_none() {
            let action = known.scene["legal"][0].as_str().unwrap().to_owned();
            let request = follower.act(table, format!("a{turn}"), action).unwrap();
            client.raw(format!("{}\n", request.encode()).as_bytes()).await;
        }
    }
}
