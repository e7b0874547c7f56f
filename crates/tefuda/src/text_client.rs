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
        loop {
            match house.read(&mut bytes) {
                Ok(0) => return Ok(()),
                Ok(read) => {
                    let shown: Vec<u8> = bytes[..read].iter().copied().filter(|byte| shows(*byte)).collect();
                    output.write_all(&shown)?;
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

/// Carriage returns are the network's, and nothing that a house prints may steer the terminal.
fn shows(byte: u8) -> bool {
    byte == b'\n' || !byte.is_ascii_control()
}
