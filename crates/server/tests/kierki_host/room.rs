//! Clients without sockets, and a clock that goes on when it is told to.

use std::time::{Duration, Instant};

use server::kierki::{ConnId, Effect, Host};
use wire::kierki::GameFile;

/// N has all clubs, E all diamonds, and so on: whoever leads takes every trick.
pub(super) const SUITS: &str = "2C3C4C5C6C7C8C9C10CJCQCKCAC\n2D3D4D5D6D7D8D9D10DJDQDKDAD\n\
    2H3H4H5H6H7H8H9H10HJHQHKHAH\n2S3S4S5S6S7S8S9S10SJSQSKSAS\n";
/// N and E have clubs and diamonds by turns.
pub(super) const MIXED: &str = "2C4C6C8C10CQCAC3D5D7D9DJDKD\n2D4D6D8D10DQDAD3C5C7C9CJCKC\n\
    2H3H4H5H6H7H8H9H10HJHQHKHAH\n2S3S4S5S6S7S8S9S10SJSQSKSAS\n";
pub(super) const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);

pub(super) struct Room {
    pub(super) host: Host,
    pub(super) now: Instant,
    /// What was sent to each connection since it was looked at.
    pub(super) sent: Vec<(u64, String)>,
    pub(super) closed: Vec<u64>,
    pub(super) received: Vec<(u64, Vec<u8>)>,
}

impl Room {
    pub(super) fn new(file: &str) -> Room {
        let file = GameFile::parse(file.as_bytes()).unwrap();
        let host = Host::new(file, TIMEOUT).unwrap();
        Room { host, now: Instant::now(), sent: vec![], closed: vec![], received: vec![] }
    }

    /// Connections 1 to 4 sit in N, E, S, W. What they were told is left to look at.
    pub(super) fn seated(file: &str) -> Room {
        let mut room = Room::new(file);
        for (id, seat) in (1..).zip(["N", "E", "S", "W"]) {
            room.come(id, seat);
        }
        room
    }

    pub(super) fn running(file: &str) -> Room {
        let mut room = Room::seated(file);
        room.sent.clear();
        room
    }

    pub(super) fn collect(&mut self) {
        for effect in self.host.take_effects() {
            match effect {
                Effect::Received(ConnId(id), line) => self.received.push((id, line)),
                Effect::Send(ConnId(id), message) => self.sent.push((id, message.to_string())),
                Effect::Close(ConnId(id)) => self.closed.push(id),
            }
        }
    }

    pub(super) fn open(&mut self, id: u64) {
        self.host.opened(self.now, ConnId(id));
        self.collect();
    }

    pub(super) fn bytes(&mut self, id: u64, bytes: &[u8]) {
        self.host.received(self.now, ConnId(id), bytes);
        self.collect();
    }

    pub(super) fn say(&mut self, id: u64, line: &str) {
        self.bytes(id, format!("{line}\r\n").as_bytes());
    }

    pub(super) fn come(&mut self, id: u64, seat: &str) {
        self.open(id);
        self.say(id, &format!("IAM{seat}"));
    }

    pub(super) fn leave(&mut self, id: u64) {
        self.host.closed(ConnId(id));
        self.collect();
        self.closed.retain(|closed| *closed != id);
    }

    pub(super) fn wait(&mut self, seconds: f64) {
        self.now += Duration::from_secs_f64(seconds);
        self.host.tick(self.now);
        self.collect();
    }

    /// Everything sent since the last look, as `1 TRICK1`.
    pub(super) fn look(&mut self) -> Vec<String> {
        self.sent.drain(..).map(|(id, text)| format!("{id} {text}")).collect()
    }

    pub(super) fn told(&mut self, id: u64) -> Vec<String> {
        let told = self.sent.iter().filter(|(to, _)| *to == id).map(|(_, text)| text.clone()).collect();
        self.sent.retain(|(to, _)| *to != id);
        told
    }

    pub(super) fn is_closed(&self, id: u64) -> bool {
        self.closed.contains(&id)
    }

    /// A whole trick of `SUITS`, N leading.
    pub(super) fn suits_trick(&mut self, number: usize) {
        for (id, suit) in (1..).zip(["C", "D", "H", "S"]) {
            self.say(id, &format!("TRICK{number}{}{suit}", RANKS[number - 1]));
        }
    }
}
