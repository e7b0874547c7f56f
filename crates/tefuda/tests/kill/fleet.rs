use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use game::{Entropy, Rng as _, SeedableRng, below};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use table::ActionId;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use wire::Code;
use wire::house::{Call, Follower, News, Notice, Request, Token};

use crate::plan::Plan;

/// Where the server listens, if it is there; and whether everyone rests.
#[derive(Clone, Copy, Default)]
struct Weather {
    port: Option<u16>,
    rest: bool,
}

/// The clients of a plan, one for each player.
pub(crate) struct Fleet {
    weather: watch::Sender<Weather>,
    pub(crate) transcripts: Vec<Arc<Mutex<Transcript>>>,
    clients: Mutex<Vec<JoinHandle<()>>>,
}

/// What a client has heard.
#[derive(Default)]
pub(crate) struct Transcript {
    /// Its actions with what it asked for, and what it was told.
    pub(crate) acts: BTreeMap<String, Act>,
    pub(crate) tables: BTreeMap<Code, Story>,
    /// How often it came back to a table that it knew.
    pub(crate) resumed: usize,
}

pub(crate) struct Act {
    pub(crate) table: Code,
    pub(crate) action: String,
    pub(crate) answers: Vec<Answer>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Ack,
    Nack(String),
}

/// What a client has heard of a table.
#[derive(Default)]
pub(crate) struct Story {
    /// Its seat.
    pub(crate) seat: usize,
    /// The version before the first event.
    pub(crate) from: u64,
    pub(crate) events: Vec<Value>,
    pub(crate) version: u64,
    pub(crate) scene: Value,
    /// How often it had to begin anew.
    pub(crate) holes: usize,
    /// The version when the server came back last.
    mark: u64,
    over: bool,
}

impl Fleet {
    pub(crate) fn launch(plan: &Plan, seed: u64) -> Fleet {
        let weather = watch::Sender::new(Weather::default());
        let mut fleet = Fleet { weather, transcripts: Vec::new(), clients: Mutex::default() };
        for (number, (_, token)) in plan.players.iter().enumerate() {
            let transcript = Arc::new(Mutex::new(Transcript::default()));
            let tables = plan.tables.iter().filter(|table| table.players.contains(&number));
            let client = Client {
                name: format!("p{number}"),
                token: Token::new(token).unwrap(),
                tables: tables.map(|table| table.code).collect(),
                follower: Follower::default(),
                transcript: transcript.clone(),
                rng: Xoshiro256PlusPlus::seed_from_u64(seed ^ number as u64),
                acts: 0,
                asked: BTreeMap::new(),
                done: BTreeMap::new(),
            };
            fleet.transcripts.push(transcript);
            fleet.clients.get_mut().unwrap().push(tokio::spawn(client.live(fleet.weather.subscribe())));
        }
        fleet
    }

    pub(crate) fn come_back(&self, port: u16) {
        for transcript in &self.transcripts {
            for story in transcript.lock().unwrap().tables.values_mut() {
                story.mark = story.version;
            }
        }
        self.weather.send_modify(|weather| weather.port = Some(port));
    }

    pub(crate) fn forget_server(&self) {
        self.weather.send_modify(|weather| weather.port = None);
    }

    /// Waits until something was played on every table since the server came back last, beyond its coming back; but not for ever.
    pub(crate) async fn all_tables_move(&self, patience: Duration) {
        let moved = async {
            while !self.stuck().is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let _ = tokio::time::timeout(patience, moved).await;
    }

    /// The tables on which nothing was played since the server came back last.
    pub(crate) fn stuck(&self) -> BTreeSet<Code> {
        let mut tables: BTreeMap<Code, bool> = BTreeMap::new();
        for transcript in &self.transcripts {
            for (code, story) in &transcript.lock().unwrap().tables {
                *tables.entry(*code).or_default() |= story.version > story.mark + 3;
            }
        }
        tables.into_iter().filter(|(_, moved)| !moved).map(|(code, _)| code).collect()
    }

    /// What everyone knows of the tables that are stuck.
    pub(crate) fn stuck_stories(&self) -> String {
        let mut text = String::new();
        for code in self.stuck() {
            for transcript in &self.transcripts {
                let transcript = transcript.lock().unwrap();
                let Some(story) = transcript.tables.get(&code) else { continue };
                let scene = &story.scene;
                text += &format!(
                    "\n{code} seat {} version {} ({} when it came back) {} must {} {} turn {} {}",
                    story.seat,
                    story.version,
                    story.mark,
                    scene["phase"],
                    scene["must"],
                    scene["view"]["stage"],
                    scene["view"]["turn"],
                    scene["seats"],
                );
                for (id, act) in
                    transcript.acts.iter().filter(|(_, act)| act.table == code && act.answers.is_empty())
                {
                    text += &format!("\n    {id} {} has no answer", act.action);
                }
            }
        }
        text
    }

    /// Everyone stops to play, hears what is still to be heard, and closes.
    pub(crate) async fn rest(&self, patience: Duration) {
        self.weather.send_modify(|weather| weather.rest = true);
        let clients = std::mem::take(&mut *self.clients.lock().unwrap());
        let until = tokio::time::Instant::now() + patience;
        for mut client in clients {
            // Whoever waits for what will not come ends without; it is seen by what it has not heard.
            if tokio::time::timeout_at(until, &mut client).await.is_err() {
                client.abort();
            }
        }
    }
}

struct Client {
    name: String,
    token: Token,
    tables: Vec<Code>,
    follower: Follower,
    transcript: Arc<Mutex<Transcript>>,
    rng: Xoshiro256PlusPlus,
    acts: u64,
    /// The tables at which a request of this client has no answer yet, with its id.
    asked: BTreeMap<Code, String>,
    /// The last action at each table that was acknowledged.
    done: BTreeMap<Code, Request>,
}

impl Client {
    async fn live(mut self, mut weather: watch::Receiver<Weather>) {
        loop {
            let now = *weather.borrow_and_update();
            match now.port {
                Some(port) if self.visit(port, &mut weather).await => return,
                Some(_) => tokio::time::sleep(Duration::from_millis(10)).await,
                None if weather.changed().await.is_err() => return,
                None => {}
            }
        }
    }

    /// Whether it has come to rest; otherwise the connection broke.
    async fn visit(&mut self, port: u16, weather: &mut watch::Receiver<Weather>) -> bool {
        let Ok(stream) = TcpStream::connect(("127.0.0.1", port)).await else { return false };
        stream.set_nodelay(true).unwrap();
        let (input, mut output) = stream.into_split();
        let mut lines = BufReader::new(input).lines();
        let auth = Call::Auth { token: self.token.clone() };
        let mut send = vec![Request::new(auth)];
        self.transcript.lock().unwrap().resumed +=
            self.tables.iter().filter(|code| self.follower.table(**code).is_some()).count();
        send.extend(self.follower.reconnect());
        // Actions are asked for again; what else was asked is not.
        let waiting: BTreeSet<&str> = self.follower.waiting().map(|id| &*id.0).collect();
        self.asked.retain(|_, id| waiting.contains(id.as_str()));
        for code in self.tables.iter().filter(|code| self.follower.table(**code).is_none()) {
            send.push(Request::new(Call::Sit { table: *code, seat: None, seen: None, entropy: None }));
        }
        // What was done long ago is asked for once more: it must be done no more than once.
        send.extend(self.done.values().cloned());
        let mut last_ping = false;
        loop {
            let text: String = send.drain(..).map(|request| request.encode() + "\n").collect();
            if output.write_all(text.as_bytes()).await.is_err() {
                return false;
            }
            let resting = weather.borrow().rest;
            // What was asked before the ping is answered before the pong, and the beacon tells of all else.
            if resting && !last_ping && self.asked.is_empty() {
                last_ping = true;
                tokio::time::sleep(Duration::from_millis(1500)).await;
                let all =
                    self.tables.iter().map(|table| Call::Resync { table: *table, seen: self.seen(*table) });
                send.extend(all.map(Request::new));
                send.push(Request::named("last", Call::Ping));
                tokio::time::sleep(Duration::from_millis(1)).await;
                continue;
            }
            let line = tokio::select! {
                line = lines.next_line() => line,
                _ = weather.changed() => continue,
            };
            let Ok(Some(line)) = line else { return false };
            let news = self.follower.receive(&line, &mut send).unwrap();
            if self.hear(news, resting, &mut send) {
                return true;
            }
        }
    }

    fn seen(&self, table: Code) -> Option<u64> {
        self.follower.table(table).map(|known| known.version)
    }

    /// Whether that was the last that it waited for.
    fn hear(&mut self, news: News, resting: bool, send: &mut Vec<Request>) -> bool {
        let table = match news {
            News::Snapshot { table, missed } => {
                self.note(table, missed);
                table
            }
            News::Update { table, events } => {
                self.note(table, Some(events));
                table
            }
            News::Notice(Notice::Ack { id, table: Some(table), .. }) => {
                self.answered(&id.0, Answer::Ack);
                if self.is_answer(table, &id) {
                    self.keep(table, id);
                }
                table
            }
            News::Notice(Notice::Nack { id, table: Some(table), code, .. }) => {
                self.answered(&id.0, Answer::Nack(code.into_owned()));
                self.is_answer(table, &id);
                table
            }
            News::Notice(Notice::Pong { id: Some(_), .. }) => return true,
            News::Notice(Notice::Error { code, message, .. }) => panic!("{code}: {message}"),
            News::Notice(_) | News::Old | News::Gap | News::Unknown => return false,
        };
        if !resting && !self.asked.contains_key(&table) {
            self.play(table, send);
        }
        false
    }

    fn note(&mut self, table: Code, events: Option<Vec<Value>>) {
        let known = self.follower.table(table).unwrap();
        let mut transcript = self.transcript.lock().unwrap();
        let story = transcript.tables.entry(table).or_default();
        match events {
            Some(events) => story.events.extend(events),
            None if story.version == 0 => story.from = known.version,
            // A snapshot after a refusal has nothing new in it.
            None if story.version == known.version => {}
            None => {
                story.holes += 1;
                story.events.clear();
                story.from = known.version;
            }
        }
        if let Some(seat) = known.frame["you"].as_u64() {
            story.seat = seat as usize;
        }
        story.version = known.version;
        story.scene.clone_from(&known.scene);
        story.over = known.scene["phase"] == "over";
    }

    /// Whether this is what the client waits for at the table, which it then does no more.
    fn is_answer(&mut self, table: Code, id: &ActionId) -> bool {
        let awaited = self.asked.get(&table) == Some(&id.0.to_string());
        if awaited {
            self.asked.remove(&table);
        }
        awaited
    }

    fn keep(&mut self, table: Code, id: ActionId) {
        if let Some(act) = self.transcript.lock().unwrap().acts.get(&*id.0) {
            let call = Call::Act { table, action: act.action.clone(), version: None };
            self.done.insert(table, Request { id: Some(id), call });
        }
    }

    fn answered(&mut self, id: &str, answer: Answer) {
        if let Some(act) = self.transcript.lock().unwrap().acts.get_mut(id) {
            act.answers.push(answer);
        }
    }

    fn play(&mut self, table: Code, send: &mut Vec<Request>) {
        let Some(known) = self.follower.table(table) else { return };
        let scene = &known.scene;
        if scene["phase"] == "over" {
            let seat = known.frame["you"].as_u64().unwrap() as usize;
            if scene["seats"][seat]["offers"] != true {
                self.acts += 1;
                let id = format!("{}-r{}", self.name, self.acts);
                self.asked.insert(table, id.clone());
                let entropy = Entropy::new(self.rng.next_u64().to_be_bytes()).ok();
                send.push(Request::named(id, Call::Rematch { table, entropy }));
            }
            return;
        }
        let Some(legal) = scene["legal"].as_array().filter(|legal| !legal.is_empty()) else { return };
        if scene["must"] != true && below(&mut self.rng, 8) > 0 {
            return;
        }
        let action = match &legal[below(&mut self.rng, legal.len() as u32) as usize] {
            Value::String(action) => action.clone(),
            flips => {
                let spots = flips["flip"].as_array().unwrap();
                let spot = spots[below(&mut self.rng, spots.len() as u32) as usize].as_str().unwrap();
                format!("flip {spot} @{}", flips["discard"])
            }
        };
        self.acts += 1;
        let id = format!("{}-{}", self.name, self.acts);
        if let Some(request) = self.follower.act(table, id.clone(), action.clone()) {
            self.asked.insert(table, id.clone());
            let act = Act { table, action, answers: Vec::new() };
            self.transcript.lock().unwrap().acts.insert(id, act);
            send.push(request);
        }
    }
}
