use std::io::Write;
use std::net::SocketAddr;

use jiff::Zoned;
use wire::kierki::shown;

/// Where the report goes: a line for every message sent or received.
///
/// Whoever reads it may go away; the game goes on without a report then.
pub struct Report {
    to: Option<Box<dyn Write + Send>>,
}

impl Report {
    /// A report that is written to this.
    pub fn to(to: impl Write + Send + 'static) -> Report {
        Report { to: Some(Box::new(to)) }
    }

    /// No report.
    pub fn silent() -> Report {
        Report { to: None }
    }

    /// A message, without its CR LF, that goes from the one address to the other now.
    pub fn message(&mut self, from: SocketAddr, to: SocketAddr, message: &[u8]) {
        if let Some(out) = &mut self.to {
            let text = line(from, to, &Zoned::now(), message);
            if out.write_all(text.as_bytes()).is_err() {
                self.to = None;
            }
        }
    }

    /// Lets everything written so far be seen.
    pub fn flush(&mut self) {
        if self.to.as_mut().is_some_and(|out| out.flush().is_err()) {
            self.to = None;
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
