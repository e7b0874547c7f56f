//! A client's connection, whatever it is made of: what comes in goes to the tables, and what waits for it goes out.

mod lines;
mod lobby;
mod outbox;
mod session;
mod socket;

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tokio_util::task::TaskTracker;
use wire::house::Notice;

pub(crate) use lines::part;
pub use lines::{refuse_lines, serve_lines};
pub(crate) use outbox::{CutOff, Due, Frame, Outbox};
pub use socket::{NoUpgrade, Upgrade, serve_socket};

use crate::config::Config;
use crate::defuse::Defuse;
use crate::house::{House, Stage, now};
use crate::limits::Limits;
use crate::meters::Meters;
use crate::players::Players;
use session::Session;

/// Whoever does not take what is sent for so long is closed.
const SEND: Duration = Duration::from_secs(20);
/// Tables that one connection follows at the most.
const MOST_TABLES: usize = 4096;

/// What all connections share.
#[derive(Clone)]
pub struct Reception {
    /// The tables.
    pub house: House,
    /// Who may come.
    pub players: Arc<Players>,
    /// Who defuses.
    pub defuse: Defuse,
    /// How much they may ask for.
    pub limits: Arc<Limits>,
    /// What the host has chosen.
    pub config: Arc<Config>,
    /// What is measured.
    pub meters: Arc<Meters>,
    /// Who is here: a house that closes waits for them to go.
    pub visits: TaskTracker,
}

/// What a connection is made of.
pub(crate) trait Transport {
    /// What the meters call it.
    const KIND: &'static str;
    /// Whether the other end answers pings by itself.
    const ANSWERS_PINGS: bool;

    /// The next message. Whoever stops waiting for it loses nothing.
    async fn receive(&mut self) -> Received;

    /// Sends all of it.
    async fn send(&mut self, frames: VecDeque<Frame>) -> Result<(), Broken>;

    /// Asks for a sign of life, where that is possible.
    async fn ping(&mut self) -> Result<(), Broken>;

    /// Ends it.
    async fn close(self, code: &'static str);
}

/// What came in.
pub(crate) enum Received {
    /// A message.
    Text(Frame),
    /// A sign of life.
    Alive,
    /// Something that is no text.
    NoText,
    /// Something longer than a message may be.
    TooLong,
    /// Nothing will come any more.
    Closed,
}

/// The connection is broken.
pub(crate) struct Broken;

/// Who has ended a connection.
enum End {
    Theirs,
    Ours(Bye),
}

impl From<Bye> for End {
    fn from(bye: Bye) -> End {
        End::Ours(bye)
    }
}

/// Why the server ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bye {
    TooLong,
    NoText,
    NoToken,
    BadToken,
    Flood,
    TooMany,
    Slow,
    Silent,
    Restart,
}

impl Bye {
    const fn code(self) -> &'static str {
        match self {
            Bye::TooLong => "too-long",
            Bye::NoText => "no-text",
            Bye::NoToken => "no-token",
            Bye::BadToken => "bad-token",
            Bye::Flood => "flood",
            Bye::TooMany => "too-many-connections",
            Bye::Slow => "slow",
            Bye::Silent => "silent",
            Bye::Restart => "restart",
        }
    }

    const fn message(self) -> &'static str {
        match self {
            Bye::TooLong => "the message is too long",
            Bye::NoText => "messages are UTF-8 text",
            Bye::NoToken => "the first message must say by a token who you are",
            Bye::BadToken => "this token is nobody's",
            Bye::Flood => "too many messages",
            Bye::TooMany => "you have too many connections",
            Bye::Slow => "you do not read what you asked for",
            Bye::Silent => "there was no sign of life",
            Bye::Restart => "the server restarts; all tables will be there again",
        }
    }
}

/// Serves a client until either side ends it.
pub(crate) async fn serve<T: Transport>(mut transport: T, reception: Reception) {
    let _counted = reception.meters.connected(T::KIND);
    let mut session = Session::new(&reception);
    let end = talk(&mut transport, &mut session, &reception).await;
    Box::pin(session.end()).await;
    if let Err(End::Ours(bye)) = end {
        // What was answered before is sent before; but not to whom does not read.
        let mut last = if bye == Bye::Slow { VecDeque::new() } else { session.outbox.rest() };
        let notice = Notice::Bye { code: bye.code().into(), message: bye.message().to_owned() };
        last.push_back(notice.encode().into());
        // Whoever does not take its goodbye goes without.
        if let Ok(Ok(())) = timeout(SEND, transport.send(last)).await {
            let _ = timeout(SEND, transport.close(bye.code())).await;
        }
    }
}

/// Ends only by one side's ending it. Most connections wait most of the time: what they do then and now is on the heap, and only
/// while they do it.
async fn talk<T: Transport>(
    transport: &mut T,
    session: &mut Session,
    reception: &Reception,
) -> Result<Infallible, End> {
    let mut stage = reception.house.stage();
    let mut beacon = interval(reception.config.beacon);
    beacon.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beacon.reset();
    let begun = Instant::now();
    let mut alive = begun;
    let mut told = false;
    session.outbox.answer(hello(reception).encode().into());
    loop {
        // What comes most often is looked at first. Nothing is kept from its turn by it: how much a client may say is limited, and
        // so is what tables tell.
        tokio::select! {
            biased;
            due = session.outbox.due() => match due {
                Due::Frames(frames) => Box::pin(in_time(transport.send(frames))).await?,
                Due::Resync(tables) => Box::pin(session.resync(tables)).await,
                Due::Overrun => return Err(Bye::Slow.into()),
            },
            received = transport.receive() => {
                alive = Instant::now();
                match received {
                    Received::Text(text) => Box::pin(session.hear(&text)).await?,
                    Received::Alive => {}
                    Received::NoText => return Err(Bye::NoText.into()),
                    Received::TooLong => return Err(Bye::TooLong.into()),
                    Received::Closed => return Err(End::Theirs),
                }
            },
            _ = beacon.tick() => {
                if !session.is_known() && begun.elapsed() > reception.config.idle_connection {
                    return Err(Bye::NoToken.into());
                }
                if T::ANSWERS_PINGS && alive.elapsed() > reception.config.idle_connection {
                    return Err(Bye::Silent.into());
                }
                if !Box::pin(session.is_welcome()).await {
                    return Err(Bye::BadToken.into());
                }
                session.beacon();
                in_time(transport.ping()).await?;
            },
            frame = session.lobby.next(reception) => session.outbox.answer(frame),
            changed = stage.changed() => {
                let stage = stage.borrow_and_update().clone();
                // A house that closes at once has drained too.
                if !told && stage != Stage::Open {
                    told = true;
                    let reconnect_ms = reception.config.drain.as_millis() as u64;
                    session.outbox.answer(Notice::Draining { reconnect_ms }.encode().into());
                }
                // All tables are at rest: nothing more will be said.
                if changed.is_err() || matches!(stage, Stage::Closed | Stage::Failed(_)) {
                    return Err(Bye::Restart.into());
                }
            },
        }
    }
}

/// Whoever does not take what is sent is not waited for. Nearly everything is taken at once, and no clock is set for it.
async fn in_time(sending: impl Future<Output = Result<(), Broken>>) -> Result<(), End> {
    tokio::select! {
        biased;
        sent = sending => sent.map_err(|Broken| End::Theirs),
        () = async { sleep(SEND).await } => Err(Bye::Slow.into()),
    }
}

fn hello(reception: &Reception) -> Notice {
    let config = &reception.config;
    Notice::Hello {
        protocol: wire::house::PROTOCOL,
        server: concat!("tefuda ", env!("CARGO_PKG_VERSION")).to_owned(),
        time: now(),
        capabilities: Vec::new(),
        beacon_ms: config.beacon.as_millis() as u64,
        limits: wire::house::Limits {
            frame: config.frame_bytes as usize,
            per_second: config.messages_per_second,
            burst: config.message_burst,
            tables: MOST_TABLES as u32,
        },
    }
}
