use std::collections::VecDeque;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use wire::house::LONGEST_FRAME;

use super::{Broken, Frame, Received, Reception, Transport, serve};

/// A close frame's code for 'policy violation', which says as much as is known to browsers.
const POLICY: u16 = 1008;
/// 'Message too big'.
const TOO_BIG: u16 = 1009;
/// 'Service restart'.
const RESTART: u16 = 1012;
/// What is longer than that is not even read to its end.
const LONGEST_READ: usize = 2 * LONGEST_FRAME;

/// A WebSocket.
struct Socket(WebSocket);

/// Answers the request for a WebSocket, and serves the client on it. Its buffers are small: most connections are idle.
pub(crate) fn serve_socket(upgrade: WebSocketUpgrade, reception: Reception) -> Response {
    upgrade
        .read_buffer_size(4096)
        .write_buffer_size(4096)
        .max_write_buffer_size(1 << 20)
        .max_message_size(LONGEST_READ)
        .max_frame_size(LONGEST_READ)
        .on_upgrade(|socket| serve(Socket(socket), reception))
}

impl Transport for Socket {
    const ANSWERS_PINGS: bool = true;

    async fn receive(&mut self) -> Received {
        match self.0.next().await {
            Some(Ok(Message::Text(text))) if text.len() > LONGEST_FRAME => Received::TooLong,
            Some(Ok(Message::Text(text))) => Received::Text(text.as_str().to_owned()),
            Some(Ok(Message::Binary(_))) => Received::NoText,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Received::Alive,
            Some(Err(error)) if error.to_string().contains("too long") => Received::TooLong,
            Some(Ok(Message::Close(_)) | Err(_)) | None => Received::Closed,
        }
    }

    async fn send(&mut self, frames: VecDeque<Frame>) -> Result<(), Broken> {
        for frame in frames {
            self.0.feed(Message::Text(frame)).await.map_err(|_| Broken)?;
        }
        SinkExt::flush(&mut self.0).await.map_err(|_| Broken)
    }

    async fn ping(&mut self) -> Result<(), Broken> {
        self.0.send(Message::Ping(Default::default())).await.map_err(|_| Broken)
    }

    async fn close(mut self, code: &'static str) {
        let number = match code {
            "too-long" => TOO_BIG,
            "restart" => RESTART,
            _ => POLICY,
        };
        let frame = CloseFrame { code: number, reason: code.into() };
        let _ = self.0.send(Message::Close(Some(frame))).await;
    }
}
