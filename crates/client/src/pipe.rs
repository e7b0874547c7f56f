//! The socket below a line: opened, opened again when it was cut, and watched for life. It knows nothing of tables.

use std::io;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use wire::house::{Call, Request, Token};

use crate::dial::Stream;
use crate::{Dial, Refused};

/// So many messages may wait on either side.
pub(crate) const QUEUE: usize = 256;
/// How long a house may take to open a socket.
const PATIENCE: Duration = Duration::from_secs(10);
/// Whoever says nothing for so long is asked whether it is still there,
const QUIET: Duration = Duration::from_secs(10);
/// and after so long it is not.
const SILENT: Duration = Duration::from_secs(30);
/// The shortest and the longest pause before the next try.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(10));
/// The longest frame that is read: a snapshot is a hundredth of it.
const LONGEST_FRAME: usize = 4 << 20;

/// What comes up the pipe.
pub(crate) enum Drop {
    /// There is a connection, and messages for it go here. The token was sent.
    Open(mpsc::Sender<String>),
    /// A frame came.
    Frame(String),
    /// There is none any more, for this reason; the next is on its way.
    Cut(String),
    /// There will be no more: the house does not want this token.
    End(Refused),
}

/// Keeps a connection to the house until nobody listens any more.
pub(crate) async fn run(dial: Dial, token: Token, up: mpsc::Sender<Drop>) {
    let mut failures = 0;
    loop {
        let opened = timeout(PATIENCE, open(&dial, &token)).await;
        let why = match opened.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut))) {
            Ok(socket) => {
                let began = Instant::now();
                let end = talk(socket, &up).await;
                // A connection that holds for a while is no failure.
                failures = if began.elapsed() > SILENT { 0 } else { failures };
                match end {
                    End::Nobody => return,
                    End::Cut(why) => why,
                    End::Final(refused) => {
                        let _ = up.send(Drop::End(refused)).await;
                        return;
                    }
                }
            }
            Err(error) => error.to_string(),
        };
        if up.send(Drop::Cut(why)).await.is_err() {
            return;
        }
        tokio::select! {
            () = sleep(pause(failures)) => failures += 1,
            () = up.closed() => return,
        }
    }
}

type Socket = WebSocketStream<Box<dyn Stream>>;

async fn open(dial: &Dial, token: &Token) -> io::Result<Socket> {
    let stream = dial.open().await?;
    // Whatever the stream is made of, it is there already: only the host and the path of this address count.
    let url = format!("ws://{}{}", dial.authority(), dial.path("/socket"));
    let config =
        WebSocketConfig::default().max_message_size(Some(LONGEST_FRAME)).max_frame_size(Some(LONGEST_FRAME));
    let (mut socket, _) =
        client_async_with_config(url, stream, Some(config)).await.map_err(io::Error::other)?;
    let auth = Request::new(Call::Auth { token: token.clone() }).encode();
    socket.send(Message::text(auth)).await.map_err(io::Error::other)?;
    Ok(socket)
}

enum End {
    /// Nobody listens.
    Nobody,
    Cut(String),
    Final(Refused),
}

async fn talk(mut socket: Socket, up: &mpsc::Sender<Drop>) -> End {
    let (sender, mut down) = mpsc::channel(QUEUE);
    if up.send(Drop::Open(sender)).await.is_err() {
        return End::Nobody;
    }
    let mut heard = Instant::now();
    let mut look = interval(QUIET / 2);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // What the house says last is why it ends the connection.
    let mut farewell = None;
    loop {
        tokio::select! {
            came = socket.next() => {
                heard = Instant::now();
                match came {
                    Some(Ok(Message::Text(text))) => {
                        farewell = parting(&text).or(farewell);
                        if up.send(Drop::Frame(text.as_str().to_owned())).await.is_err() {
                            return End::Nobody;
                        }
                    }
                    Some(Ok(Message::Close(_))) | None => break,
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return End::Cut(error.to_string()),
                }
            }
            text = down.recv() => {
                // The line puts it away when it asks for too much, or is gone.
                let Some(text) = text else { break };
                match timeout(SILENT, socket.send(Message::text(text))).await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => return End::Cut(error.to_string()),
                    Err(_) => return End::Cut("the house takes no messages".to_owned()),
                }
            }
            _ = look.tick() => {
                if heard.elapsed() > SILENT {
                    return End::Cut("the house is silent".to_owned());
                }
                if heard.elapsed() > QUIET && let Err(error) = socket.send(Message::Ping(Default::default())).await {
                    return End::Cut(error.to_string());
                }
            }
            () = up.closed() => {
                let _ = timeout(QUIET, socket.close(None)).await;
                return End::Nobody;
            }
        }
    }
    match farewell {
        Some(refused) if refused.code == "bad-token" => End::Final(refused),
        Some(refused) => End::Cut(refused.to_string()),
        None => End::Cut("the house has closed the connection".to_owned()),
    }
}

/// Why the house ends the connection, if the frame says that.
fn parting(frame: &str) -> Option<Refused> {
    if !frame.contains(r#""bye""#) {
        return None;
    }
    let frame: serde_json::Value = serde_json::from_str(frame).ok()?;
    if frame.get("type")?.as_str()? != "bye" {
        return None;
    }
    serde_json::from_value(frame).ok()
}

/// Longer after each failure, and never the same for all who were cut at once.
fn pause(failures: u32) -> Duration {
    let longest = PAUSES.0.saturating_mul(1 << failures.min(10)).min(PAUSES.1);
    let mut byte = [0];
    // Without chance it is the longest.
    let part = getrandom::fill(&mut byte).map_or(255, |()| u32::from(byte[0]));
    longest / 2 + longest / 2 * part / 255
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_a_bound() {
        for failures in [0, 3, 10, u32::MAX] {
            let (least, most) = (PAUSES.0 / 2, PAUSES.1);
            let pause = pause(failures);
            assert!(least <= pause && pause <= most, "{pause:?}");
        }
        assert!(pause(10) >= PAUSES.1 / 2);
    }

    #[test]
    fn only_a_farewell_is_one() {
        let bye = parting(r#"{"type":"bye","code":"bad-token","message":"nobody's"}"#).unwrap();
        assert_eq!(bye.code, "bad-token");
        assert_eq!(parting(r#"{"type":"update","text":"\"bye\""}"#), None);
    }
}
