//! What the server says beside what happens at tables.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bots::{Levels, Ranked, Unit};
use game::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{ActionId, Millis, Presence};

use super::Run;
use crate::review::rounded;
use crate::{Code, GameKind, PlayerCode};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// A message that needs no table to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Notice {
    /// The first message of every connection.
    Hello {
        /// [`PROTOCOL`].
        protocol: u32,
        /// The program and its version.
        server: String,
        /// The server's clock.
        time: Millis,
        /// What it can do beyond the protocol's first version.
        capabilities: Vec<String>,
        /// A beacon comes at least so often.
        beacon_ms: Millis,
        /// What clients must keep to.
        limits: Limits,
    },
    /// The token is good.
    Welcome {
        /// Whose it is.
        player: Player,
    },
    /// It was done: now, or when it was first asked for.
    Ack {
        /// The request.
        id: ActionId,
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<Code>,
        /// The version that shows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<u64>,
    },
    /// It was refused, and has changed nothing.
    Nack {
        /// The request.
        id: ActionId,
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<Code>,
        /// Why, for programs.
        code: Cow<'static, str>,
        /// Why, for people.
        message: String,
    },
    /// A request without an id was refused.
    Error {
        /// Where.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<Code>,
        /// Why, for programs.
        code: Cow<'static, str>,
        /// Why, for people.
        message: String,
    },
    /// Somebody came or went. This has no version.
    Presence {
        /// Where.
        table: Code,
        /// Whose seat.
        seat: Seat,
        /// How it is now.
        presence: Presence,
    },
    /// Another connection of the same player has the seat now; this one gets nothing more from the table.
    TakenOver {
        /// Which table.
        table: Code,
    },
    /// The connection gets nothing more from the table, for another reason.
    Dismissed {
        /// Which table.
        table: Code,
        /// Why, for programs.
        code: Cow<'static, str>,
        /// Why, for people.
        message: String,
    },
    /// The versions of all tables of the connection, so that a lost last message is noticed.
    Beacon {
        /// Of each table.
        tables: BTreeMap<Code, u64>,
        /// The server's clock.
        time: Millis,
    },
    /// The public tables, for whoever follows the lobby.
    Lobby {
        /// As the HTTP API lists them.
        tables: Vec<Value>,
    },
    /// What has changed among them since.
    LobbyChanged {
        /// The tables that are new, or not as they were.
        tables: Vec<Value>,
        /// Those that are not in the list any more.
        gone: Vec<Code>,
    },
    /// A match that the player was waiting for begins.
    Matched {
        /// The game.
        game: GameKind,
        /// Its ruleset.
        preset: Cow<'static, str>,
        /// Where the player has a seat now.
        table: Code,
    },
    /// What the house would do in the place of whoever has asked.
    Hint {
        /// Where.
        table: Code,
        /// The version that it is about.
        version: u64,
        /// What values count.
        unit: Unit,
        /// The actions that are worth a thought, the best first.
        ranked: Vec<Hinted>,
    },
    /// The answer to a ping.
    Pong {
        /// The request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<ActionId>,
        /// The server's clock.
        time: Millis,
    },
    /// A run of the player has changed.
    Defuse {
        /// As it is now.
        run: Box<Run>,
    },
    /// The server is about to end; all tables will be there again.
    Draining {
        /// When to come back.
        reconnect_ms: Millis,
    },
    /// The last message of a connection that the server closes.
    Bye {
        /// Why, for programs.
        code: Cow<'static, str>,
        /// Why, for people.
        message: String,
    },
}

/// An action that is worth a thought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hinted {
    /// Its code.
    pub action: String,
    /// What it is worth to the one who asks.
    pub value: f64,
    /// Half the width of the 95% interval around that.
    pub interval: f64,
    /// Whether it cannot be told from the best.
    pub equal: bool,
}

/// Why a connection gets nothing more from a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Dismissal {
    /// The owner has sent the player away.
    #[error("the owner has sent you away from this table")]
    Kicked,
    /// The table was built again from its log.
    #[error("the table fell and stands again as it was: come back")]
    Rebuilt,
    /// The table cannot be played at for now.
    #[error("the table fell by a fault of the server; nothing is lost")]
    Fallen,
}

impl Dismissal {
    /// A stable word for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Dismissal::Kicked => "kicked",
            Dismissal::Rebuilt => "rebuilt",
            Dismissal::Fallen => "fallen",
        }
    }

    /// What is told to the connection.
    pub fn notice(self, table: Code) -> Notice {
        Notice::Dismissed { table, code: self.code().into(), message: self.to_string() }
    }
}

/// A player as others know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Its id.
    pub id: PlayerCode,
    /// Its name.
    pub name: String,
}

/// What clients must keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes in a frame or line.
    pub frame: usize,
    /// Messages in a second, over some time.
    pub per_second: u32,
    /// Messages at once.
    pub burst: u32,
    /// Tables that one connection follows.
    pub tables: u32,
}

impl Notice {
    /// The message as text.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("a notice is plain data with names as keys")
    }

    /// A hint: what the search thinks of the actions, the best first.
    pub fn hint<G: Levels>(table: Code, version: u64, ranked: &[Ranked<G::Action>]) -> Notice {
        let hinted = |ranked: &Ranked<G::Action>| Hinted {
            action: ranked.action.to_string(),
            value: rounded(ranked.worth),
            interval: rounded(ranked.interval),
            equal: ranked.equal,
        };
        Notice::Hint { table, version, unit: G::UNIT, ranked: ranked.iter().map(hinted).collect() }
    }

    /// How it answers a request, if it does: by doing it, or with the code of a refusal.
    pub fn outcome(&self) -> Option<Result<(), &str>> {
        match self {
            Notice::Ack { .. } => Some(Ok(())),
            Notice::Nack { code, .. } | Notice::Error { code, .. } => Some(Err(code)),
            _ => None,
        }
    }

    /// The refusal of a request: a nack if it has an id, and else an error.
    pub fn refusal(
        id: Option<ActionId>,
        table: Option<Code>,
        code: impl Into<Cow<'static, str>>,
        why: impl ToString,
    ) -> Notice {
        let (code, message) = (code.into(), why.to_string());
        match id {
            Some(id) => Notice::Nack { id, table, code, message },
            None => Notice::Error { table, code, message },
        }
    }
}
