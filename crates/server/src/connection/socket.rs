use std::collections::VecDeque;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};

use crate::limits::Connected;

use super::{Broken, Frame, Received, Reception, Transport, serve};

/// A close frame's code for 'policy violation', which says as much as is known to browsers.
const POLICY: u16 = 1008;
/// 'Message too big'.
const TOO_BIG: u16 = 1009;
/// 'Service restart'.
const RESTART: u16 = 1012;

/// A WebSocket.
///
/// It is large, and would be kept in more than one place of what serves it.
struct Socket {
    socket: Box<WebSocket>,
    longest: usize,
}

/// Answers the request for a WebSocket, and serves the client on it, who has the pass for so long. Its buffers are small: most
/// connections are idle.
pub fn serve_socket(upgrade: WebSocketUpgrade, reception: Reception, pass: Connected) -> Response {
    let longest = reception.config.frame_bytes as usize;
    upgrade
        .read_buffer_size(512)
        // It keeps the room that it once needed: a snapshot's, not that of all which was sent with one.
        .write_buffer_size(1024)
        .max_write_buffer_size(1 << 20)
        // What is longer than that is not even read to its end.
        .max_message_size(2 * longest)
        .max_frame_size(2 * longest)
        .on_upgrade(async move |socket| {
            let _here = (pass, reception.visits.token());
            serve(Socket { socket: Box::new(socket), longest }, reception).await;
        })
}

impl Transport for Socket {
    const KIND: &'static str = "socket";
    const ANSWERS_PINGS: bool = true;

    async fn receive(&mut self) -> Received {
        match self.socket.next().await {
            Some(Ok(Message::Text(text))) if text.len() > self.longest => Received::TooLong,
            Some(Ok(Message::Text(text))) => Received::Text(text),
            Some(Ok(Message::Binary(_))) => Received::NoText,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Received::Alive,
            // The kinds of these errors are behind axum's own; their texts are all there is.
            Some(Err(error)) if error.to_string().contains("too long") => Received::TooLong,
            Some(Err(error)) if error.to_string().contains("UTF-8") => Received::NoText,
            Some(Ok(Message::Close(_)) | Err(_)) | None => Received::Closed,
        }
    }

    async fn send(&mut self, frames: VecDeque<Frame>) -> Result<(), Broken> {
        for frame in frames {
            self.socket.feed(Message::Text(frame)).await.map_err(|_| Broken)?;
        }
        SinkExt::flush(&mut *self.socket).await.map_err(|_| Broken)
    }

    async fn ping(&mut self) -> Result<(), Broken> {
        self.socket.send(Message::Ping(Default::default())).await.map_err(|_| Broken)
    }

    async fn close(mut self, code: &'static str) {
        let number = match code {
            "too-long" => TOO_BIG,
            "restart" => RESTART,
            _ => POLICY,
        };
        let frame = CloseFrame { code: number, reason: code.into() };
        let _ = self.socket.send(Message::Close(Some(frame))).await;
    }
}
