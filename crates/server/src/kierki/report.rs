use std::io::Write;
use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use jiff::Zoned;
use wire::kierki::shown;

/// How many lines may wait for whoever reads the report. A game of a hundred deals has fewer.
const MOST_WAITING: usize = 1 << 16;
/// How long the end of the program waits for whoever reads the report.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where the report goes: a line for every message sent or received.
///
/// A thread of its own writes it. Whoever reads it may be slow, or go away; the game goes on all the same. Lines that come while
/// 65,536 others wait are lost.
pub struct Report {
    lines: Option<SyncSender<String>>,
    writer: Option<JoinHandle<()>>,
}

impl Report {
    /// A report that is written to this.
    pub fn to(to: impl Write + Send + 'static) -> Report {
        let (lines, waiting) = sync_channel(MOST_WAITING);
        let writer = std::thread::Builder::new().name("report".to_owned()).spawn(move || write(waiting, to));
        Report { lines: Some(lines), writer: writer.ok() }
    }

    /// No report.
    pub fn silent() -> Report {
        Report { lines: None, writer: None }
    }

    /// A message, without its CR LF, that goes from the one address to the other now.
    pub fn message(&mut self, from: SocketAddr, to: SocketAddr, message: &[u8]) {
        if let Some(lines) = &self.lines {
            let text = line(from, to, &Zoned::now(), message);
            // What does not fit any more is lost, and the report goes on with what comes later.
            if let Err(TrySendError::Disconnected(_)) = lines.try_send(text) {
                self.lines = None;
            }
        }
    }
}

/// Waits until everything is written, but not for ever.
impl Drop for Report {
    fn drop(&mut self) {
        self.lines = None;
        let until = Instant::now() + PATIENCE;
        let Some(writer) = self.writer.take() else { return };
        while !writer.is_finished() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Writes line after line, and lets them be seen whenever none is waiting.
fn write(waiting: Receiver<String>, mut to: impl Write) {
    while let Ok(first) = waiting.recv() {
        let mut text = first;
        text.extend(waiting.try_iter());
        if to.write_all(text.as_bytes()).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// A line of the report: `[1.2.3.4:1234,4.3.2.1:4321,2024-04-25T18:21:00.010] IAMS`, with CR LF.
pub fn line(from: SocketAddr, to: SocketAddr, time: &Zoned, message: &[u8]) -> String {
    let (from, to) = (address(from), address(to));
    format!("[{from},{to},{}] {}\r\n", time.strftime("%Y-%m-%dT%H:%M:%S%.3f"), shown(message))
}

/// `ip:port`; an IPv4 address in an IPv6 coat is printed as IPv4.
fn address(address: SocketAddr) -> String {
    format!("{}:{}", address.ip().to_canonical(), address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_as_the_protocol_says() {
        let time = jiff::civil::date(2024, 4, 25).at(18, 21, 0, 10_900_000).to_zoned(jiff::tz::TimeZone::UTC);
        let text = |from: &str, to: &str, message: &[u8]| {
            line(from.parse().unwrap(), to.parse().unwrap(), time.as_ref().unwrap(), message)
        };
        assert_eq!(
            text("11.22.33.44:1234", "44.33.22.11:4321", b"IAMS"),
            "[11.22.33.44:1234,44.33.22.11:4321,2024-04-25T18:21:00.010] IAMS\r\n"
        );
        assert_eq!(
            text("[::ffff:1.2.3.4]:5", "[::1]:6", b"a\0\n\xFF b"),
            "[1.2.3.4:5,::1:6,2024-04-25T18:21:00.010] a\\x00\\x0a\\xff b\r\n"
        );
    }
}
