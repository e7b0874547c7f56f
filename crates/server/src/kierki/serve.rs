//! The server's shell: sockets around a [`Host`].

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::{Duration, Instant};

use game::{BadDeal, Seats};
use socket2::{Domain, Protocol, SockRef, Socket, TcpKeepalive, Type};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use wire::kierki::GameFile;

use super::host::{ConnId, Effect, Host};
use super::report::Report;

/// How many messages may wait for a client that does not read: more than the answers to all the lines that one read can hold, and
/// a deal's worth. One that is so far behind is closed.
const OUTBOX: usize = 1024;
/// How many reads may wait for the host.
const INBOX: usize = 64;
/// How many connections there may be at once; more are closed as they come.
const MOST_CONNECTIONS: usize = 1000;
/// How long a closed connection may take to read what was sent last and to close on its side.
const LINGER: Duration = Duration::from_secs(2);
/// How long a listener that cannot accept (no file descriptors) waits before it tries again.
const RETRY: Duration = Duration::from_millis(50);

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The final scores.
    pub scores: Seats<i32>,
}

/// A listener on this port for IPv6 and IPv4 at once; for IPv4 alone on a machine that has no IPv6. Port 0 is any free one.
pub fn listen(port: u16) -> io::Result<std::net::TcpListener> {
    let dual = || {
        let socket = Socket::new(Domain::IPV6, Type::STREAM, Some(Protocol::TCP))?;
        socket.set_only_v6(false)?;
        bind(socket, (Ipv6Addr::UNSPECIFIED, port).into())
    };
    match dual() {
        Err(error)
            if error.kind() != io::ErrorKind::AddrInUse
                && error.kind() != io::ErrorKind::PermissionDenied =>
        {
            let socket = Socket::new(Domain::IPV4, Type::STREAM, Some(Protocol::TCP))?;
            bind(socket, (Ipv4Addr::UNSPECIFIED, port).into())
        }
        bound => bound,
    }
}

fn bind(socket: Socket, address: SocketAddr) -> io::Result<std::net::TcpListener> {
    // A game that ended a second ago has left connections behind that would block its port for a minute.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(128)?;
    socket.set_nonblocking(true)?;
    Ok(socket.into())
}

/// Plays the game of the file with whoever comes, and returns when it is over and its last messages are on their way.
pub async fn serve(
    listener: std::net::TcpListener,
    file: GameFile,
    timeout: Duration,
    report: Report,
) -> Result<Ended, ServeError> {
    let host = Host::new(file, timeout)?;
    let listener = TcpListener::from_std(listener)?;
    let (inbox, inputs) = mpsc::channel(INBOX);
    let shell = Shell { host, report, peers: BTreeMap::new(), tasks: JoinSet::new(), inbox, opened: 0 };
    shell.run(listener, inputs).await
}

/// Why a game cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The deals make no game.
    #[error(transparent)]
    Deals(#[from] BadDeal),
    /// The listener is of no use.
    #[error(transparent)]
    Listener(#[from] io::Error),
}

struct Shell {
    host: Host,
    report: Report,
    peers: BTreeMap<ConnId, Peer>,
    tasks: JoinSet<()>,
    inbox: mpsc::Sender<(ConnId, Input)>,
    opened: u64,
}

/// A connection as the shell knows it. Dropping it closes the connection once what waits is sent.
struct Peer {
    here: SocketAddr,
    there: SocketAddr,
    outbox: mpsc::Sender<Vec<u8>>,
    _closing: oneshot::Sender<()>,
}

enum Input {
    Bytes(Vec<u8>),
    Gone,
}

impl Shell {
    async fn run(
        mut self,
        listener: TcpListener,
        mut inputs: mpsc::Receiver<(ConnId, Input)>,
    ) -> Result<Ended, ServeError> {
        loop {
            self.carry_out();
            if let Some(scores) = self.host.ended() {
                let ended = Ended { scores: scores.clone() };
                drop((listener, inputs));
                self.part().await;
                return Ok(ended);
            }
            let deadline = self.host.deadline();
            let time = async {
                match deadline {
                    Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, there)) => self.admit(stream, there),
                    Err(_) => tokio::time::sleep(RETRY).await,
                },
                Some((id, input)) = inputs.recv() => match input {
                    Input::Bytes(bytes) => self.host.received(Instant::now(), id, &bytes),
                    Input::Gone => self.host.closed(id),
                },
                () = time => self.host.tick(Instant::now()),
            }
            while self.tasks.try_join_next().is_some() {}
            // What is to be sent goes out before more is taken in.
            tokio::task::yield_now().await;
        }
    }

    fn admit(&mut self, stream: TcpStream, there: SocketAddr) {
        // A connection that cannot even be set up is gone already.
        let Ok(here) = stream.local_addr() else { return };
        if self.tasks.len() >= MOST_CONNECTIONS || prepare(&stream).is_err() {
            return;
        }
        self.opened += 1;
        let id = ConnId(self.opened);
        let (outbox, messages) = mpsc::channel(OUTBOX);
        let (closing, closed) = oneshot::channel();
        self.peers.insert(id, Peer { here, there, outbox, _closing: closing });
        self.tasks.spawn(converse(id, stream, self.inbox.clone(), messages, closed));
        self.host.opened(Instant::now(), id);
    }

    /// Does what the host wants, until it wants nothing more.
    fn carry_out(&mut self) {
        loop {
            let effects = self.host.take_effects();
            if effects.is_empty() {
                break;
            }
            for effect in effects {
                match effect {
                    Effect::Received(id, line) => {
                        if let Some(peer) = self.peers.get(&id) {
                            self.report.message(peer.there, peer.here, &line);
                        }
                    }
                    Effect::Send(id, message) => self.send(id, message.line()),
                    Effect::Close(id) => drop(self.peers.remove(&id)),
                }
            }
        }
    }

    fn send(&mut self, id: ConnId, line: Vec<u8>) {
        let Some(peer) = self.peers.get(&id) else { return };
        let message = line.strip_suffix(b"\r\n").unwrap_or(&line).to_vec();
        match peer.outbox.try_send(line) {
            Ok(()) => self.report.message(peer.here, peer.there, &message),
            Err(_) => self.host.closed(id),
        }
    }

    /// Waits until every client has its last messages, but not for ever.
    async fn part(mut self) {
        self.peers.clear();
        drop(self.inbox);
        let all = async { while self.tasks.join_next().await.is_some() {} };
        // Each one lingers no longer than that, so this is only for the case that time jumps.
        let _ = tokio::time::timeout(2 * LINGER, all).await;
    }
}

/// No Nagle delays, and a peer that vanished without a word is found out some day.
pub(super) fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let keepalive =
        TcpKeepalive::new().with_time(Duration::from_secs(30)).with_interval(Duration::from_secs(10));
    SockRef::from(stream).set_tcp_keepalive(&keepalive.with_retries(3))
}

/// The two directions of a connection, side by side: a client that does not read can still be heard, and one that does not
/// write is still told everything.
async fn converse(
    id: ConnId,
    stream: TcpStream,
    inbox: mpsc::Sender<(ConnId, Input)>,
    mut messages: mpsc::Receiver<Vec<u8>>,
    closed: oneshot::Receiver<()>,
) {
    let (mut read, mut write) = stream.into_split();
    let gone = inbox.clone();
    let reading = async move {
        let mut buffer = [0; 4096];
        let mut heard = true;
        // What comes after the close is read too, and thrown away: a reset in answer to it could destroy our last messages.
        while let Ok(count @ 1..) = read.read(&mut buffer).await {
            heard = heard && inbox.send((id, Input::Bytes(buffer[..count].to_vec()))).await.is_ok();
        }
        let _ = inbox.send((id, Input::Gone)).await;
    };
    let writing = async move {
        while let Some(mut bytes) = messages.recv().await {
            while let Ok(more) = messages.try_recv() {
                bytes.extend(more);
            }
            if write.write_all(&bytes).await.is_err() {
                let _ = gone.send((id, Input::Gone)).await;
                return;
            }
        }
        let _ = write.shutdown().await;
    };
    let mut both = std::pin::pin!(async { tokio::join!(reading, writing) });
    tokio::select! {
        _ = &mut both => return,
        _ = closed => {}
    }
    let _ = tokio::time::timeout(LINGER, both).await;
}
