use std::collections::VecDeque;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::limits::Connected;

use super::{Broken, Frame, Received, Reception, Transport, serve};

/// A close frame's code for 'policy violation', which says as much as is known to browsers.
const POLICY: u16 = 1008;
/// 'Message too big'.
const TOO_BIG: u16 = 1009;
/// 'Service restart'.
const RESTART: u16 = 1012;

/// So much is read at once, which is more than a move takes: most connections are idle, and each keeps this room.
const READ: usize = 256;
/// About so much is written at once.
const WRITTEN: usize = 4096;
/// So long is what stands before a frame at the most.
const LONGEST_HEAD: usize = 10;

/// A request for a WebSocket.
pub struct Upgrade {
    accept: HeaderValue,
    upgraded: OnUpgrade,
}

/// Why a request is not one for a WebSocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoUpgrade {
    /// It asks for something else.
    #[error("`Connection: upgrade` and `Upgrade: websocket` are needed")]
    NotAsked,
    /// There is one version of the protocol.
    #[error("`Sec-WebSocket-Version` must be 13")]
    Version,
    /// Nothing shows that it comes from a client of the protocol.
    #[error("`Sec-WebSocket-Key` is missing")]
    Key,
    /// What it came by cannot become anything else.
    #[error("the connection cannot be upgraded")]
    Connection,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = NoUpgrade;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, NoUpgrade> {
        let has = |name: HeaderName, word: &str| {
            let text = parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
            text.split(',').any(|part| part.trim().eq_ignore_ascii_case(word))
        };
        if !has(header::CONNECTION, "upgrade") || !has(header::UPGRADE, "websocket") {
            return Err(NoUpgrade::NotAsked);
        }
        if !has(header::SEC_WEBSOCKET_VERSION, "13") {
            return Err(NoUpgrade::Version);
        }
        let key = parts.headers.get(header::SEC_WEBSOCKET_KEY).ok_or(NoUpgrade::Key)?;
        let accept = derive_accept_key(key.as_bytes()).parse().map_err(|_| NoUpgrade::Key)?;
        let upgraded = parts.extensions.remove::<OnUpgrade>().ok_or(NoUpgrade::Connection)?;
        Ok(Upgrade { accept, upgraded })
    }
}

impl IntoResponse for NoUpgrade {
    fn into_response(self) -> Response {
        (StatusCode::UPGRADE_REQUIRED, self.to_string()).into_response()
    }
}

/// Answers the request for a WebSocket, and serves the client on it, who has the pass for so long.
pub fn serve_socket(upgrade: Upgrade, reception: Reception, pass: Connected) -> Response {
    let Upgrade { accept, upgraded } = upgrade;
    let longest = reception.config.frame_bytes as usize;
    tokio::spawn(async move {
        let _here = (pass, reception.visits.token());
        // What is needed only at first is not kept for as long as the client stays.
        if let Some(socket) = Box::pin(Socket::open(upgraded, longest)).await {
            serve(socket, reception).await;
        }
    });
    let headers = [
        (header::CONNECTION, HeaderValue::from_static("upgrade")),
        (header::UPGRADE, HeaderValue::from_static("websocket")),
        (header::SEC_WEBSOCKET_ACCEPT, accept),
    ];
    (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
}

/// A WebSocket.
///
/// It is large, and would be kept in more than one place of what serves it.
struct Socket {
    socket: Box<WebSocketStream<TokioIo<Upgraded>>>,
    longest: usize,
    /// Whether it may have something to say itself.
    speaks: bool,
    /// What is being written. Whoever was not waited for has the rest of it before its goodbye.
    unsent: Vec<u8>,
    /// So much of it is written.
    written: usize,
}

impl Socket {
    /// `None` if the client did not stay for so long.
    async fn open(upgraded: OnUpgrade, longest: usize) -> Option<Socket> {
        let stream = TokioIo::new(upgraded.await.ok()?);
        let config = WebSocketConfig::default()
            .read_buffer_size(READ)
            // What is longer than that is not even read to its end.
            .max_message_size(Some(2 * longest))
            .max_frame_size(Some(2 * longest));
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        Some(Socket { socket: Box::new(socket), longest, speaks: false, unsent: Vec::new(), written: 0 })
    }

    /// Writes past the socket's own buffer: it would keep the room for the longest message for as long as the client stays.
    async fn write(&mut self, frames: VecDeque<Frame>) -> Result<(), Error> {
        self.write_unsent().await?;
        // What it has to say itself, to a ping, goes first.
        if self.speaks {
            SinkExt::flush(&mut *self.socket).await?;
            self.speaks = false;
        }
        let head = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
        let room = frames.iter().map(|frame| LONGEST_HEAD + frame.len()).sum::<usize>().min(WRITTEN);
        self.unsent.reserve(room);
        for frame in frames {
            head.format(frame.len() as u64, &mut self.unsent)?;
            self.unsent.extend_from_slice(frame.as_bytes());
            if self.unsent.len() >= WRITTEN {
                self.write_unsent().await?;
            }
        }
        self.write_unsent().await?;
        Ok(self.socket.get_mut().flush().await?)
    }

    async fn write_unsent(&mut self) -> Result<(), Error> {
        while let Some(rest @ [_, ..]) = self.unsent.get(self.written..) {
            match self.socket.get_mut().write(rest).await? {
                0 => return Err(Error::ConnectionClosed),
                some => self.written += some,
            }
        }
        (self.unsent, self.written) = (Vec::new(), 0);
        Ok(())
    }
}

impl Transport for Socket {
    const KIND: &'static str = "socket";
    const ANSWERS_PINGS: bool = true;

    async fn receive(&mut self) -> Received {
        match self.socket.next().await {
            Some(Ok(Message::Text(text))) if text.len() > self.longest => Received::TooLong,
            Some(Ok(Message::Text(text))) => Received::Text(text),
            Some(Ok(Message::Binary(_))) => Received::NoText,
            Some(Ok(Message::Ping(_))) => {
                self.speaks = true;
                Received::Alive
            }
            Some(Ok(Message::Pong(_) | Message::Frame(_))) => Received::Alive,
            Some(Err(Error::Capacity(_))) => Received::TooLong,
            Some(Err(Error::Utf8(_))) => Received::NoText,
            Some(Ok(Message::Close(_)) | Err(_)) | None => Received::Closed,
        }
    }

    async fn send(&mut self, frames: VecDeque<Frame>) -> Result<(), Broken> {
        self.write(frames).await.map_err(|_| Broken)
    }

    async fn ping(&mut self) -> Result<(), Broken> {
        // Whoever was not waited for has the rest of this, too, before its goodbye.
        self.speaks = true;
        self.socket.send(Message::Ping(Default::default())).await.map_err(|_| Broken)
    }

    async fn close(mut self, code: &'static str) {
        let number = match code {
            "too-long" => TOO_BIG,
            "restart" => RESTART,
            _ => POLICY,
        };
        let frame = CloseFrame { code: number.into(), reason: code.into() };
        let _ = self.socket.send(Message::Close(Some(frame))).await;
    }
}
