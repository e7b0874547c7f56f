//! The limit: what a game server on the same libraries cannot do without. Moves come in over WebSockets, a table's state is changed
//! under a lock, its mover gets an answer and all its seats get news. There is no JSON, there are no rules, and nothing is kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::routing::get;
use axum::serve::ListenerExt;
use clap::Args;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use super::tongue::Tongue;
use crate::failure::Failure;

/// News that wait for a connection.
const WAITING: usize = 256;
/// As the house has them.
const BUFFER: usize = 4096;

/// `tefuda load-limit`
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LimitOptions {
    /// The length of an answer in bytes.
    ack: usize,
    /// The length of an update.
    update: usize,
}

type Tables = Arc<Mutex<HashMap<String, Arc<Mutex<Table>>>>>;

/// A table's tiny state.
struct Table {
    moves: u64,
    seats: Vec<Option<mpsc::Sender<Utf8Bytes>>>,
    ack: Utf8Bytes,
    update: Utf8Bytes,
}

impl LimitOptions {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve())
    }

    async fn serve(self) -> Result<(), Failure> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port().to_string();
        println!("{}", serde_json::json!({ "settings": { "port": port } }));
        let tables = Tables::default();
        let open = async move |State(tables): State<Tables>, upgrade: WebSocketUpgrade| {
            let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
            upgrade.on_upgrade(move |socket| self.play(socket, tables))
        };
        let router = Router::new().route(Tongue::PATH, get(open)).with_state(tables);
        // Whoever goes away is no news.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        Ok(axum::serve(listener, router).await?)
    }

    async fn play(self, mut socket: WebSocket, tables: Tables) {
        let (news, mut waiting) = mpsc::channel(WAITING);
        let mut own: HashMap<String, Arc<Mutex<Table>>> = HashMap::new();
        loop {
            let sent = tokio::select! {
                Some(frame) = waiting.recv() => {
                    let mut fed = socket.feed(Message::Text(frame)).await;
                    while let (Ok(()), Ok(frame)) = (&fed, waiting.try_recv()) {
                        fed = socket.feed(Message::Text(frame)).await;
                    }
                    fed
                }
                message = socket.next() => {
                    let Some(Ok(message)) = message else { return };
                    let Message::Text(text) = message else { continue };
                    let Some(code) = text.get(1..9) else { continue };
                    match own.get(code) {
                        Some(table) if text.starts_with('m') => {
                            let (ack, update) = lock(table).make_move(&news);
                            match socket.feed(Message::Text(ack)).await {
                                Ok(()) => socket.feed(Message::Text(update)).await,
                                error => error,
                            }
                        }
                        _ => {
                            let table = self.sit(&tables, &text, code, &news);
                            own.insert(code.to_owned(), table);
                            socket.feed(Message::Text(format!("s{code}").into())).await
                        }
                    }
                }
            };
            if sent.is_err() || SinkExt::flush(&mut socket).await.is_err() {
                return;
            }
        }
    }

    /// `sK7F3Q9MX12`: seat 1 of a table for 2.
    fn sit(
        self,
        tables: &Tables,
        text: &str,
        code: &str,
        news: &mpsc::Sender<Utf8Bytes>,
    ) -> Arc<Mutex<Table>> {
        let number = |place: usize| text.as_bytes().get(place).map_or(0, |digit| usize::from(digit & 15));
        let (seat, seats) = (number(9), number(10));
        let padded = |letter: char, length: usize| format!("{:.<length$}", format!("{letter}{code}")).into();
        let new = || {
            Arc::new(Mutex::new(Table {
                moves: 0,
                seats: vec![None; seats],
                ack: padded('a', self.ack),
                update: padded('u', self.update),
            }))
        };
        let table = lock(tables).entry(code.to_owned()).or_insert_with(new).clone();
        if let Some(place) = lock(&table).seats.get_mut(seat) {
            *place = Some(news.clone());
        }
        table
    }
}

impl Table {
    /// Everyone else is told at once, whoever moved by what this returns.
    fn make_move(&mut self, mover: &mpsc::Sender<Utf8Bytes>) -> (Utf8Bytes, Utf8Bytes) {
        self.moves += 1;
        for other in self.seats.iter().flatten().filter(|other| !other.same_channel(mover)) {
            // Who does not read must not hold up others.
            let _ = other.try_send(self.update.clone());
        }
        (self.ack.clone(), self.update.clone())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
