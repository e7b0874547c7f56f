use std::collections::VecDeque;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_util::codec::{Framed, LinesCodec, LinesCodecError};

use wire::house::Notice;

use super::{Broken, Frame, Received, Reception, Transport, serve};
use crate::limits::Limited;

/// So long is waited for the other end to close, and so much of it is read.
const LINGER: Duration = Duration::from_secs(1);
const MOST_UNREAD: usize = 256;

/// JSON lines over plain TCP.
struct Lines(Framed<TcpStream, LinesCodec>);

/// Serves a client that speaks lines.
pub async fn serve_lines(stream: TcpStream, reception: Reception) {
    let codec = LinesCodec::new_with_max_length(reception.config.frame_bytes as usize);
    serve(Lines(Framed::with_capacity(stream, codec, 1024)), reception).await;
}

/// Tells a client that speaks lines why it is not served.
pub async fn refuse_lines(stream: TcpStream, why: Limited) {
    let mut lines = Lines(Framed::new(stream, LinesCodec::new()));
    let bye = Notice::Bye { code: why.code().into(), message: why.to_string() };
    if lines.send(VecDeque::from([bye.encode().into()])).await.is_ok() {
        lines.close(why.code()).await;
    }
}

impl Transport for Lines {
    const KIND: &'static str = "lines";
    /// A connection that is broken shows by what is sent, and by the kernel's keep-alive.
    const ANSWERS_PINGS: bool = false;

    async fn receive(&mut self) -> Received {
        match self.0.next().await {
            Some(Ok(line)) if line.trim().is_empty() => Received::Alive,
            Some(Ok(line)) => Received::Text(line.into()),
            Some(Err(LinesCodecError::MaxLineLengthExceeded)) => Received::TooLong,
            Some(Err(LinesCodecError::Io(error))) if error.kind() == std::io::ErrorKind::InvalidData => {
                Received::NoText
            }
            Some(Err(LinesCodecError::Io(_))) | None => Received::Closed,
        }
    }

    async fn send(&mut self, frames: VecDeque<Frame>) -> Result<(), Broken> {
        for frame in frames {
            self.0.feed(frame.as_str()).await.map_err(|_| Broken)?;
        }
        SinkExt::<&str>::flush(&mut self.0).await.map_err(|_| Broken)
    }

    async fn ping(&mut self) -> Result<(), Broken> {
        Ok(())
    }

    /// Its goodbye was the last line.
    async fn close(self, _code: &'static str) {
        part(self.0.into_inner()).await;
    }
}

/// Closes a connection whose last words were sent. What the client is still sending is taken, up to a bound: a connection that is
/// closed with something unread is reset, and the last words with it.
pub(crate) async fn part(mut stream: TcpStream) {
    let mut rest = [0; 4096];
    if stream.shutdown().await.is_ok() {
        for _ in 0..MOST_UNREAD {
            match timeout(LINGER, stream.read(&mut rest)).await {
                Ok(Ok(1..)) => {}
                Ok(Ok(0) | Err(_)) | Err(_) => return,
            }
        }
    }
}
