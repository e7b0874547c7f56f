//! A terminal's end of the text port.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::failure::Failure;

/// How long an address may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// `tefuda text-client`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The machine's name or address.
    #[arg(default_value = "localhost")]
    host: String,
    /// The text port of its house.
    #[arg(default_value_t = 8082)]
    port: u16,
}

impl Options {
    /// Ends with the connection, or with the input: what the house still says is printed.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut house = self.connect()?;
        let mut typed = house.try_clone()?;
        thread::spawn(move || {
            // A house that is gone shows on the other side.
            let _ = io::copy(&mut io::stdin().lock(), &mut typed);
            let _ = typed.shutdown(Shutdown::Write);
        });
        let mut output = io::stdout().lock();
        let mut bytes = [0; 4096];
        let mut screen = Screen::default();
        loop {
            match house.read(&mut bytes) {
                Ok(0) => return Ok(()),
                Ok(read) => {
                    output.write_all(&screen.shown(&bytes[..read]))?;
                    output.flush()?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed("the connection is lost", &error)),
            }
        }
    }

    /// The first of the host's addresses that answers.
    fn connect(&self) -> Result<TcpStream, Failure> {
        let addresses = (self.host.as_str(), self.port).to_socket_addrs();
        let addresses = addresses.map_err(|error| self.failed("there is no such host", &error))?;
        let mut last = io::Error::from(ErrorKind::NotFound);
        for address in addresses {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(self.failed("no house answers; `tefuda serve` opens one, and prints its text port", &last))
    }

    fn failed(&self, what: &str, error: &io::Error) -> Failure {
        Failure::Usage(format!("{}:{}: {what} ({error})", cards::quoted(&self.host), self.port))
    }
}

/// Lets through what is to be read: carriage returns are the network's, and nothing that a house prints may steer the terminal.
#[derive(Default)]
struct Screen {
    /// The last byte was 0xC2, behind which the second set of controls begins.
    high: bool,
}

impl Screen {
    fn shown(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut shown = Vec::with_capacity(bytes.len() + 1);
        for byte in bytes {
            let high = std::mem::replace(&mut self.high, *byte == 0xc2);
            match byte {
                // It waits for what comes behind it.
                0xc2 => {}
                0x80..=0x9f if high => {}
                _ if high => shown.extend([0xc2, *byte]),
                b'\n' => shown.push(b'\n'),
                byte if byte.is_ascii_control() => {}
                byte => shown.push(*byte),
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        let mut screen = Screen::default();
        assert_eq!(
            screen.shown("a\r\n\u{1b}[2J\u{9b}2Jé\u{a0}松".as_bytes()),
            "a\n[2J2Jé\u{a0}松".as_bytes()
        );
        // Cut in the middle.
        assert_eq!((screen.shown(b"\xc2"), screen.shown(b"\x9bx")), (vec![], b"x".to_vec()));
        assert_eq!((screen.shown(b"\xc2"), screen.shown(b"\xa0")), (vec![], b"\xc2\xa0".to_vec()));
    }
}
