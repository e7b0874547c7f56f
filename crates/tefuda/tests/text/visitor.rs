//! A house with a text port, and somebody with no more than a socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Nothing takes so long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that is stopped at the latest with the test.
pub(crate) struct House {
    process: Child,
    pub(crate) text: u16,
    pub(crate) http: u16,
}

impl House {
    /// `tefuda serve`, in which nobody has to slow down.
    pub(crate) fn open(more: &[&str]) -> House {
        let usual = "serve --port 0 --lines-port none --text-port 0 --store memory --messages-per-second 5000 \
                     --message-burst 5000 --guests-per-hour 100000 --drain 1s";
        House::start(&usual.split_whitespace().chain(more.iter().copied()).collect::<Vec<_>>())
    }

    pub(crate) fn start(arguments: &[&str]) -> House {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tefuda"));
        command.args(arguments).env_remove("TEFUDA_CONFIG").stdout(Stdio::piped()).stderr(Stdio::null());
        let process = command.spawn().unwrap();
        let mut house = House { process, text: 0, http: 0 };
        for line in BufReader::new(house.process.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            let last = || line.trim_end_matches('/').rsplit([' ', ':']).next().unwrap().parse().unwrap();
            if line.contains("tefuda text-client") {
                house.text = last();
            }
            if line.starts_with("Tefuda is at") {
                house.http = last();
            }
            if line.starts_with("Tefuda ") {
                return house;
            }
        }
        panic!("it did not start");
    }

    /// Asks the house to stop, and gives its exit code.
    pub(crate) fn stop(mut self) -> Option<i32> {
        Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap();
        self.process.wait().unwrap().code()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Somebody at the text port.
pub(crate) struct Visitor {
    stream: TcpStream,
    /// What was read and not looked at yet.
    heard: String,
    /// How lines end, and whether each byte goes alone.
    pub(crate) end: &'static str,
    pub(crate) bytewise: bool,
}

impl Visitor {
    pub(crate) fn connect(house: &House) -> Visitor {
        let stream = TcpStream::connect(("127.0.0.1", house.text)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Visitor { stream, heard: String::new(), end: "\n", bytewise: false }
    }

    /// Somebody of this name, in the menu, whose bots do not dawdle.
    pub(crate) fn named(house: &House, name: &str) -> Visitor {
        let mut visitor = Visitor::connect(house);
        visitor.until("Your name? ");
        visitor.enter(name);
        visitor
    }

    pub(crate) fn enter(&mut self, name: &str) {
        self.types(name);
        self.until("What will you do?");
        self.until("\n> ");
        self.types("pace 0");
        self.until("\n> ");
    }

    pub(crate) fn types(&mut self, line: &str) {
        let line = format!("{line}{}", self.end);
        self.sends(line.as_bytes());
    }

    pub(crate) fn sends(&mut self, bytes: &[u8]) {
        let size = if self.bytewise { 1 } else { bytes.len().max(1) };
        for piece in bytes.chunks(size) {
            self.stream.write_all(piece).unwrap();
        }
    }

    /// Reads until this comes, and gives everything up to its end.
    pub(crate) fn until(&mut self, wanted: &str) -> String {
        self.until_any(&[wanted])
    }

    /// Reads until one of these comes, and gives everything up to the end of the first one.
    pub(crate) fn until_any(&mut self, wanted: &[&str]) -> String {
        loop {
            let found =
                wanted.iter().filter_map(|wanted| Some(self.heard.find(wanted)? + wanted.len())).min();
            if let Some(end) = found {
                return self.heard.drain(..end).collect();
            }
            assert!(self.read(), "{wanted:?} did not come, but the end after: {}", self.heard);
        }
    }

    /// Reads until the house closes the connection.
    pub(crate) fn hears_the_end(mut self) -> String {
        while self.read() {}
        self.heard
    }

    pub(crate) fn hangs_up(&mut self) {
        self.stream.shutdown(Shutdown::Write).unwrap();
    }

    /// Whether there was something more.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 4096];
        let read = self.stream.read(&mut bytes);
        let read = read.unwrap_or_else(|error| panic!("{error} after: {}", self.heard));
        let text = std::str::from_utf8(&bytes[..read]).expect("whole letters");
        assert!(
            text.chars().all(|letter| letter == '\r' || letter == '\n' || !letter.is_control()),
            "{text:?}"
        );
        self.heard += &text.replace('\r', "");
        read > 0
    }

    /// Plays the first of the choices whenever it is asked, until the match is over. Gives all that was told.
    pub(crate) fn plays_to_the_end(&mut self) -> String {
        let mut told = String::new();
        for _ in 0..2_000 {
            told += &self.until_any(&["\n> ", "`rematch` for another one"]);
            if told.ends_with("another one") {
                return told;
            }
            self.types("1");
        }
        panic!("the match does not end: {told}");
    }
}
