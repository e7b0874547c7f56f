//! The client's shell: a socket around a [`Guest`].

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

use super::guest::{Guest, GuestEffect};
use super::report::Report;
use super::serve::prepare;

/// How many messages may wait for a server that does not read.
const OUTBOX: usize = 64;
/// How long the server may leave them unread.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long one address may take to answer before the next one is tried.
const CONNECT: Duration = Duration::from_secs(10);

/// Which addresses to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Whatever the name has.
    Any,
    /// IPv4 only.
    V4,
    /// IPv6 only.
    V6,
}

/// Why a client has not seen the end of the game.
#[derive(Debug, thiserror::Error)]
pub enum VisitError {
    /// The name has no address.
    #[error("cannot find {host}: {error}")]
    Resolve {
        /// The name.
        host: String,
        /// Why.
        error: io::Error,
    },
    /// The name has no address of the family.
    #[error("{host} has no address of the wanted family")]
    NoAddress {
        /// The name.
        host: String,
    },
    /// No address answers; this is what the last one said.
    #[error("cannot connect to {host}: {error}")]
    Connect {
        /// The name.
        host: String,
        /// Why.
        error: io::Error,
    },
    /// The seat is taken.
    #[error("the seat is taken")]
    Busy,
    /// The server went away before the last deal was over.
    #[error("the server closed the connection before the game was over")]
    Closed,
    /// The server does not speak the protocol, or does not listen.
    #[error("the server broke the protocol: {0}")]
    Broken(&'static str),
}

/// Connects to the first address of the host that answers.
pub async fn connect(host: &str, port: u16, family: Family) -> Result<TcpStream, VisitError> {
    let name = || host.to_owned();
    let found = tokio::net::lookup_host((host, port)).await;
    let found = found.map_err(|error| VisitError::Resolve { host: name(), error })?;
    let wanted = |address: &SocketAddr| match family {
        Family::Any => true,
        Family::V4 => address.is_ipv4(),
        Family::V6 => address.is_ipv6(),
    };
    let mut last = VisitError::NoAddress { host: name() };
    for address in found.filter(wanted) {
        let connecting = tokio::time::timeout(CONNECT, TcpStream::connect(address));
        let connected = connecting.await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
        match connected.and_then(|stream| prepare(&stream).map(|()| stream)) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = VisitError::Connect { host: name(), error },
        }
    }
    Err(last)
}

/// Plays until the server closes. `typed` gives what a person types; its end is not the end of the game. `show` gets what the person
/// is to read.
pub async fn visit(
    stream: TcpStream,
    mut guest: Guest,
    mut typed: mpsc::Receiver<String>,
    mut report: Report,
    mut show: impl FnMut(&str),
) -> Result<(), VisitError> {
    let closed = |_| VisitError::Closed;
    let (here, there) = (stream.local_addr().map_err(closed)?, stream.peer_addr().map_err(closed)?);
    let (mut read, mut write) = stream.into_split();
    let (outbox, mut messages) = mpsc::channel::<Vec<u8>>(OUTBOX);
    // A task of its own, so that a server that does not read blocks nobody here.
    let writing = tokio::spawn(async move {
        while let Some(bytes) = messages.recv().await {
            if write.write_all(&bytes).await.is_err() {
                break;
            }
        }
        // Whoever reads may still be told the end: only the dropped socket closes both ways.
        write
    });
    let mut buffer = [0; 4096];
    let (mut typing, mut broken) = (true, None);
    let ending = loop {
        for effect in guest.take_effects() {
            match effect {
                GuestEffect::Received(line) => report.message(there, here, &line),
                GuestEffect::Send(message) => {
                    // Many questions may come at once, as after a long sleep: the writer gets its time for each answer.
                    let sent = tokio::time::timeout(PATIENCE, outbox.send(message.line())).await;
                    match sent {
                        Ok(Ok(())) => report.message(here, there, message.to_string().as_bytes()),
                        Ok(Err(_)) => {}
                        Err(_) => broken = Some("it does not read"),
                    }
                }
                GuestEffect::Show(text) => show(&text),
            }
        }
        if guest.is_busy() {
            break Err(VisitError::Busy);
        }
        if let Some(how) = broken {
            break if guest.is_content() { Ok(()) } else { Err(VisitError::Broken(how)) };
        }
        tokio::select! {
            // What came before the end of the connection is read before the end itself.
            read = read.read(&mut buffer) => match read {
                Ok(count @ 1..) => {
                    broken = guest.received(&buffer[..count]).err().map(|_| "a line is too long");
                }
                Ok(0) | Err(_) if guest.is_content() => break Ok(()),
                Ok(_) | Err(_) => break Err(VisitError::Closed),
            },
            line = typed.recv(), if typing => match line {
                Some(line) => guest.typed(&line),
                None => typing = false,
            },
        }
    };
    writing.abort();
    ending
}
