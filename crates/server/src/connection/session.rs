use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use table::{ActionId, PlayerId};
use wire::Code;
use wire::house::{Call, Notice, Request, Unreadable};

use super::lobby::Lobby;
use super::{Bye, MOST_TABLES, Outbox, Reception};
use crate::Secret;
use crate::house::{Caller, ConnectionId, House, Letter, Plugged, Stub, now};
use crate::limits::{Bucket, Limits, Pass};
use crate::meters::Meters;
use crate::players::{Player, PlayerError, Players};

/// So many messages beyond the limit are refused; then the connection is closed.
const MOST_REFUSED: u32 = 200;

const NO_TOKEN: &str = "say by a token who you are first";

/// What a connection knows: who is at the other end, and which tables it follows.
pub(super) struct Session {
    pub(super) outbox: Arc<Outbox>,
    house: House,
    players: Arc<Players>,
    limits: Arc<Limits>,
    meters: Arc<Meters>,
    connection: ConnectionId,
    player: Option<Known>,
    tables: HashMap<Code, Followed>,
    pub(super) lobby: Lobby,
    messages: Bucket,
    refused: u32,
}

/// Who is at the other end.
struct Known {
    player: Player,
    /// By which it has shown so.
    token: Secret,
    _pass: Pass<PlayerId>,
    _plugged: Plugged,
}

struct Followed {
    stub: Stub,
    /// The version that was sent last; 0 if the table sends nothing.
    version: Arc<AtomicU64>,
}

impl Session {
    pub(super) fn new(reception: &Reception) -> Session {
        Session {
            outbox: Arc::default(),
            house: reception.house.clone(),
            players: reception.players.clone(),
            limits: reception.limits.clone(),
            meters: reception.meters.clone(),
            connection: reception.house.next_connection(),
            player: None,
            tables: HashMap::new(),
            lobby: Lobby::default(),
            messages: reception.limits.messages(),
            refused: 0,
        }
    }

    /// Whether the other end has said who it is.
    pub(super) fn is_known(&self) -> bool {
        self.player.is_some()
    }

    /// Whether the token is still worth something. A name that was changed meanwhile is learned by the way.
    pub(super) async fn is_welcome(&mut self) -> bool {
        let Some(known) = &mut self.player else { return true };
        match self.players.authenticate(known.token.reveal()).await {
            Ok(player) => known.player = player,
            Err(why) => return why != PlayerError::BadToken,
        }
        true
    }

    /// What the other end says. The error is why the connection ends with it.
    pub(super) async fn hear(&mut self, text: &str) -> Result<(), Bye> {
        let request = Request::decode(text);
        if let Err(limited) = self.messages.take(Instant::now()) {
            self.refused += 1;
            let (id, table) = match request {
                Ok(request) => (request.id, request.call.table()),
                Err(unreadable) => (unreadable.id, unreadable.table),
            };
            self.answer(&Notice::refusal(id, table, limited.code(), limited));
            return if self.refused > MOST_REFUSED { Err(Bye::Flood) } else { Ok(()) };
        }
        // Whoever slows down is forgiven.
        self.refused = self.refused.saturating_sub(1);
        match request {
            Ok(Request { id, call: Call::Auth { token } }) => return self.auth(id, token.secret()).await,
            Ok(Request { id, call: Call::Ping }) => self.answer(&Notice::Pong { id, time: now() }),
            Ok(Request { id, call: Call::Lobby { follow } }) => self.follow_lobby(id, follow),
            Ok(request) => self.forward(request).await,
            Err(Unreadable { id, table, why }) => self.answer(&Notice::refusal(id, table, why.code(), why)),
        }
        Ok(())
    }

    async fn auth(&mut self, id: Option<ActionId>, token: &str) -> Result<(), Bye> {
        let player = match self.players.authenticate(token).await {
            Ok(player) => player,
            Err(why) => {
                self.answer(&Notice::refusal(id, None, why.code(), &why));
                let nobodys = why == PlayerError::BadToken;
                return if nobodys { Err(Bye::BadToken) } else { Ok(()) };
            }
        };
        if self.player.as_ref().is_some_and(|known| known.player.id != player.id) {
            let why = "this connection is another player's";
            self.answer(&Notice::refusal(id, None, "other-player", why));
            return Ok(());
        }
        let known =
            wire::house::Player { id: wire::PlayerCode(player.id), name: player.name.as_ref().to_owned() };
        let (player_id, first) = (player.id, self.player.is_none());
        if first {
            match self.limits.admit(player.id) {
                Ok(_pass) => {
                    let _plugged = self.house.plug(player.id, self.outbox.clone());
                    self.player = Some(Known { player, token: Secret::new(token), _pass, _plugged });
                }
                Err(limited) => {
                    self.answer(&Notice::refusal(id, None, limited.code(), limited));
                    return Err(Bye::TooMany);
                }
            }
        }
        if let Some(id) = id {
            self.answer(&Notice::Ack { id, table: None, version: None });
        }
        self.answer(&Notice::Welcome { player: known });
        if first {
            self.house.tell_matches(player_id, &self.outbox);
        }
        Ok(())
    }

    fn follow_lobby(&mut self, id: Option<ActionId>, follow: bool) {
        if !self.is_known() {
            return self.answer(&Notice::refusal(id, None, "no-token", NO_TOKEN));
        }
        match follow {
            true => self.lobby.follow(self.house.editions()),
            false => self.lobby.end(),
        }
        if let Some(id) = id {
            self.answer(&Notice::Ack { id, table: None, version: None });
        }
    }

    /// Brings a request to the table that it is about.
    async fn forward(&mut self, request: Request) {
        let Some(code) = request.call.table() else { return };
        let id = request.id.clone();
        let refuse = |code: &'static str, why| Notice::refusal(id.clone(), request.call.table(), code, why);
        let Some(player) = self.player.as_ref().map(|known| known.player.clone()) else {
            return self.answer(&refuse("no-token", NO_TOKEN));
        };
        if request.call.is_kept()
            && let Err(limited) = self.limits.write(player.id)
        {
            return self.answer(&Notice::refusal(id, Some(code), limited.code(), limited));
        }
        let follows = self.tables.contains_key(&code);
        let Some(stub) = self.house.stub(code) else { return self.gone(id, code) };
        let mut coming = None;
        if matches!(request.call, Call::Sit { .. }) {
            coming = self.house.may_sit(player.id, code);
            if coming.is_none() {
                return self.answer(&refuse("too-many-tables", "you sit at enough tables"));
            }
        }
        let wants_to_follow =
            matches!(request.call, Call::Sit { .. } | Call::Watch { .. } | Call::Resync { .. });
        if wants_to_follow && !follows && self.tables.len() >= MOST_TABLES {
            self.tables.retain(|_, followed| followed.version.load(Ordering::Relaxed) > 0);
            if self.tables.len() >= MOST_TABLES {
                return self.answer(&refuse("too-many-tables", "this connection follows enough tables"));
            }
        }
        let version = match self.tables.get(&code) {
            Some(followed) => followed.version.clone(),
            None => Arc::default(),
        };
        if wants_to_follow {
            // A table that was built again is reached in another way than before.
            self.tables.insert(code, Followed { stub: stub.clone(), version: version.clone() });
        }
        let caller = Caller { connection: self.connection, player, outbox: self.outbox.clone(), version };
        if !stub.bring(Letter::Request(Box::new((caller, request, coming)))).await {
            self.gone(id, code);
        }
    }

    /// There is no such table to ask, any more or for now.
    fn gone(&mut self, id: Option<ActionId>, table: Code) {
        self.tables.remove(&table);
        let (code, why) = match self.house.is_open() {
            true => ("no-such-table", "there is no such table, or it is closed"),
            false => ("draining", "the server is about to restart; try again in a moment"),
        };
        self.answer(&Notice::refusal(id, Some(table), code, why));
    }

    /// Everything that could not be told is told in one piece.
    pub(super) async fn resync(&mut self, tables: Vec<Code>) {
        for table in tables {
            let seen = self.tables.get(&table).map(|followed| followed.version.load(Ordering::Relaxed));
            if seen.is_some_and(|seen| seen > 0) {
                self.forward(Request::new(Call::Resync { table, seen })).await;
            }
        }
    }

    pub(super) fn beacon(&self) {
        let version = |(code, followed): (&Code, &Followed)| {
            let version = followed.version.load(Ordering::Relaxed);
            (version > 0).then_some((*code, version))
        };
        let tables = self.tables.iter().filter_map(version).collect();
        self.answer(&Notice::Beacon { tables, time: now() });
    }

    /// The tables are told that nobody is there any more.
    pub(super) async fn end(&mut self) {
        for followed in std::mem::take(&mut self.tables).into_values() {
            followed.stub.bring(Letter::Gone(self.connection)).await;
        }
    }

    fn answer(&self, notice: &Notice) {
        if let Some(outcome) = notice.outcome() {
            self.meters.answered(outcome);
        }
        self.outbox.answer(notice.encode().into());
    }
}
