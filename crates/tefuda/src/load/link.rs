//! A connection to the server: a WebSocket, or lines.

use std::io;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use tokio_util::codec::{Framed, LinesCodec};

use super::tongue::Tongue;

const PATIENCE: Duration = Duration::from_secs(30);
/// Most connections are idle.
const BUFFER: usize = 4096;

/// Where the server is found.
#[derive(Clone, Debug)]
pub(super) enum Address {
    /// A host and port for WebSockets, and the path before that of the API.
    Socket(String, String),
    /// A host and port for lines.
    Lines(String),
}

pub(super) enum Link {
    Socket(Box<WebSocketStream<TcpStream>>),
    Lines(Box<Framed<TcpStream, LinesCodec>>),
}

/// What came in, and how many bytes that took on the wire.
pub(super) struct Arrived {
    pub(super) text: Utf8Bytes,
    pub(super) bytes: usize,
}

impl Link {
    pub(super) async fn connect(address: &Address) -> io::Result<Link> {
        timeout(PATIENCE, Link::open(address)).await.map_err(|_| io::ErrorKind::TimedOut)?
    }

    async fn open(address: &Address) -> io::Result<Link> {
        let (Address::Socket(host, _) | Address::Lines(host)) = address;
        let stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        match address {
            Address::Lines(_) => {
                Ok(Link::Lines(Box::new(Framed::with_capacity(stream, LinesCodec::new(), BUFFER))))
            }
            Address::Socket(host, base) => {
                let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
                let url = format!("ws://{host}{base}{}", Tongue::PATH);
                let opened = client_async_with_config(url, stream, Some(config)).await;
                let (socket, _) = opened.map_err(io::Error::other)?;
                Ok(Link::Socket(Box::new(socket)))
            }
        }
    }

    /// Lets little wait here for being read, so that the rest waits at the server.
    pub(super) fn narrow(&self) {
        let stream = match self {
            Link::Socket(socket) => socket.get_ref(),
            Link::Lines(lines) => lines.get_ref(),
        };
        // A system that does otherwise makes the reader less slow.
        let _ = socket2::SockRef::from(stream).set_recv_buffer_size(BUFFER);
    }

    /// The next text; `None` when the connection has ended.
    pub(super) async fn next(&mut self) -> Option<Arrived> {
        loop {
            match self {
                Link::Socket(socket) => match socket.next().await? {
                    Ok(Message::Text(text)) => {
                        let head = if text.len() < 126 { 2 } else { 4 };
                        return Some(Arrived { bytes: text.len() + head, text });
                    }
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                },
                Link::Lines(lines) => {
                    let line = lines.next().await?.ok()?;
                    return Some(Arrived { bytes: line.len() + 1, text: line.into() });
                }
            }
        }
    }

    /// Sends all of it.
    pub(super) async fn send(&mut self, texts: impl Iterator<Item = String>) -> io::Result<()> {
        match self {
            Link::Socket(socket) => {
                for text in texts {
                    socket.feed(Message::text(text)).await.map_err(io::Error::other)?;
                }
                socket.flush().await.map_err(io::Error::other)
            }
            Link::Lines(lines) => {
                for text in texts {
                    lines.feed(text).await.map_err(io::Error::other)?;
                }
                SinkExt::<String>::flush(&mut **lines).await.map_err(io::Error::other)
            }
        }
    }
}
