//! The two programs and the other side of their sockets, for the Kierki tests. Every wait has an end; no test asks how long
//! anything took.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The end of every wait: nothing in these tests takes nearly as long.
const PATIENCE: Duration = Duration::from_secs(30);

/// N has all clubs, E all diamonds, and so on: whoever leads takes every trick.
pub(crate) const SUITS: &str = "2C3C4C5C6C7C8C9C10CJCQCKCAC\n2D3D4D5D6D7D8D9D10DJDQDKDAD\n\
    2H3H4H5H6H7H8H9H10HJHQHKHAH\n2S3S4S5S6S7S8S9S10SJSQSKSAS\n";
pub(crate) const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
pub(crate) const LETTERS: [&str; 4] = ["N", "E", "S", "W"];

/// A game file that is gone with the test.
pub(crate) struct File(PathBuf);

impl File {
    pub(crate) fn new(text: impl AsRef<[u8]>) -> File {
        use std::sync::atomic::{AtomicU32, Ordering};
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("kierki-{}-{}.txt", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, text).unwrap();
        File(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A running program. What it writes is collected while it runs, so that it never waits for us.
pub(crate) struct Program {
    child: Child,
    pub(crate) stdin: Option<ChildStdin>,
    out: JoinHandle<Vec<u8>>,
    err: JoinHandle<String>,
    /// The lines on its standard output, as they come.
    pub(crate) lines: Receiver<String>,
    errors: Receiver<String>,
}

/// How a program ended.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Program {
    pub(crate) fn start(program: &str, arguments: &[&str]) -> Program {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (stdout, stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (to_lines, lines) = channel();
        let (to_errors, errors) = channel();
        let out = std::thread::spawn(move || {
            let mut all = Vec::new();
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
                all.extend(&line);
                let _ = to_lines.send(String::from_utf8_lossy(&line).trim_end_matches('\n').to_owned());
                line.clear();
            }
            all
        });
        let err = std::thread::spawn(move || {
            let mut all = String::new();
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                all += &line;
                all.push('\n');
                let _ = to_errors.send(line);
            }
            all
        });
        Program { stdin: child.stdin.take(), child, out, err, lines, errors }
    }

    /// Types a line.
    pub(crate) fn types(&mut self, line: &str) {
        self.stdin.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The next line on standard output.
    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the program writes a line")
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits for the end of the program.
    pub(crate) fn end(mut self) -> Ended {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if begin.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("the program does not end");
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        drop(self.stdin.take());
        let (out, err) = (self.out.join().unwrap(), self.err.join().unwrap());
        Ended { code: status.code(), out: String::from_utf8_lossy(&out).into_owned(), err }
    }

    pub(crate) fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A running server.
pub(crate) struct Server {
    pub(crate) program: Program,
    pub(crate) port: u16,
    _file: File,
}

impl Server {
    /// On a port of the system's choice, which it tells on standard error.
    pub(crate) fn start(game: &str, arguments: &[&str]) -> Server {
        let file = File::new(game);
        let all = [&["-f", file.path()], arguments].concat();
        let program = Program::start(env!("CARGO_BIN_EXE_kierki-serwer"), &all);
        let told = program.errors.recv_timeout(PATIENCE).expect("the server tells its port");
        let port = told.rsplit(' ').next().unwrap().parse().unwrap();
        Server { program, port, _file: file }
    }

    pub(crate) fn connect(&self) -> Line {
        Line::connect(([127, 0, 0, 1], self.port).into())
    }

    /// Connects and asks for the seat.
    pub(crate) fn sit(&self, seat: &str) -> Line {
        let mut line = self.connect();
        line.say(&format!("IAM{seat}"));
        line
    }

    /// Four clients that have been dealt their cards; the first seat's TRICK is still to be read.
    pub(crate) fn seat_all(&self) -> Vec<Line> {
        let mut four: Vec<Line> = LETTERS.iter().map(|seat| self.sit(seat)).collect();
        four.iter_mut().for_each(|line| assert!(line.hear().starts_with("DEAL")));
        four
    }

    pub(crate) fn end(self) -> Ended {
        self.program.end()
    }
}

/// One end of a connection, by lines.
pub(crate) struct Line {
    pub(crate) stream: TcpStream,
    reader: BufReader<TcpStream>,
}

impl Line {
    pub(crate) fn connect(address: SocketAddr) -> Line {
        Line::new(TcpStream::connect_timeout(&address, PATIENCE).unwrap())
    }

    pub(crate) fn new(stream: TcpStream) -> Line {
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Line { reader: BufReader::new(stream.try_clone().unwrap()), stream }
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.bytes(format!("{line}\r\n").as_bytes());
    }

    pub(crate) fn say_byte_by_byte(&mut self, line: &str) {
        for byte in format!("{line}\r\n").bytes() {
            self.bytes(&[byte]);
        }
    }

    /// The next line without its CR LF.
    pub(crate) fn hear(&mut self) -> String {
        let mut line = String::new();
        self.reader.read_line(&mut line).expect("a line comes");
        line.strip_suffix("\r\n").unwrap_or_else(|| panic!("no CR LF behind {line:?}")).to_owned()
    }

    #[track_caller]
    pub(crate) fn hears(&mut self, lines: &[&str]) {
        for line in lines {
            assert_eq!(self.hear(), *line);
        }
    }

    /// The other side closes, and says nothing more before.
    #[track_caller]
    pub(crate) fn hears_the_end(&mut self) {
        let mut rest = Vec::new();
        match self.reader.read_to_end(&mut rest) {
            Ok(_) => assert_eq!(String::from_utf8_lossy(&rest), ""),
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset),
        }
    }

    /// All that comes before the other side closes.
    pub(crate) fn hear_all(&mut self) -> String {
        let mut rest = String::new();
        self.reader.read_to_string(&mut rest).unwrap();
        rest
    }

    /// Closes with a reset instead of an orderly end.
    pub(crate) fn reset(self) {
        socket2::SockRef::from(&self.stream).set_linger(Some(Duration::ZERO)).unwrap();
    }

    pub(crate) fn close_for_writing(&self) {
        self.stream.shutdown(Shutdown::Write).unwrap();
    }
}

/// A server of our own, for a client to meet.
pub(crate) struct Fake {
    pub(crate) listener: TcpListener,
}

impl Fake {
    pub(crate) fn new(address: &str) -> Fake {
        Fake { listener: TcpListener::bind(address).unwrap() }
    }

    pub(crate) fn port(&self) -> String {
        self.listener.local_addr().unwrap().port().to_string()
    }

    /// The next client.
    pub(crate) fn accept(&self) -> Line {
        self.listener.set_nonblocking(true).unwrap();
        let begin = Instant::now();
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false).unwrap();
                    return Line::new(stream);
                }
                Err(_) if begin.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(2)),
                Err(error) => panic!("no client comes: {error}"),
            }
        }
    }
}

pub(crate) fn client(arguments: &[&str]) -> Program {
    Program::start(env!("CARGO_BIN_EXE_kierki-klient"), arguments)
}

/// Tries again until there is something: the server needs a moment to notice that a client has left.
pub(crate) fn eventually<T>(mut attempt: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = attempt() {
            return found;
        }
        assert!(begin.elapsed() < PATIENCE, "it does not come to pass");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whether this machine has an IPv6 loopback. Without one the IPv6 tests cannot run, and say so.
pub(crate) fn has_ipv6() -> bool {
    let has = TcpListener::bind("[::1]:0").is_ok();
    if !has {
        println!("skipped: this machine has no ::1");
    }
    has
}
