//! What clients say: one JSON object with a `type`.

use std::fmt;
use std::sync::Arc;

use bots::Level;
use game::{Entropy, Seat};
use serde::{Serialize, Serializer};
use table::{ActionId, Line};

use crate::Code;

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// The client's name for it, which the answer has too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<ActionId>,
    /// What it wants.
    #[serde(flatten)]
    pub call: Call,
}

/// What a client can want.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Call {
    /// To be known as the player who has this token.
    Auth {
        /// The secret.
        token: Token,
    },
    /// To take a seat, or to return to its own.
    Sit {
        /// Where.
        table: Code,
        /// Which seat; any open one if it does not say.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The version that it has seen.
        #[serde(skip_serializing_if = "Option::is_none")]
        seen: Option<u64>,
        /// What it adds to the chance of the coming match.
        #[serde(skip_serializing_if = "Option::is_none")]
        entropy: Option<Entropy>,
    },
    /// To look on, from its seat if it has one.
    Watch {
        /// Where.
        table: Code,
        /// The version that it has seen.
        #[serde(skip_serializing_if = "Option::is_none")]
        seen: Option<u64>,
    },
    /// To give up its seat, or to look on no more.
    Leave {
        /// Where.
        table: Code,
    },
    /// To play. Such a request always has an id.
    Act {
        /// Where.
        table: Code,
        /// What, as the code of a legal action.
        action: String,
        /// The version at which it chose so.
        #[serde(skip_serializing_if = "Option::is_none")]
        version: Option<u64>,
    },
    /// To be told everything anew.
    Resync {
        /// Of which table.
        table: Code,
        /// The version that it has seen.
        #[serde(skip_serializing_if = "Option::is_none")]
        seen: Option<u64>,
    },
    /// To say something.
    Say {
        /// Where.
        table: Code,
        /// What.
        #[serde(flatten)]
        line: Line,
    },
    /// To add to the chance of the coming match.
    Entropy {
        /// Where.
        table: Code,
        /// What.
        hex: Entropy,
    },
    /// To play another match.
    Rematch {
        /// Where.
        table: Code,
        /// What it adds to the chance of that match.
        #[serde(skip_serializing_if = "Option::is_none")]
        entropy: Option<Entropy>,
    },
    /// To send away whoever has a seat.
    Kick {
        /// Where.
        table: Code,
        /// Which seat.
        seat: Seat,
    },
    /// To let a bot in.
    SeatBot {
        /// Where.
        table: Code,
        /// Which seat, open or of a player who is gone; any open one if it does not say.
        #[serde(skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// How well it plays.
        level: Level,
    },
    /// To be told what to do, where the owner allows it.
    Hint {
        /// Where.
        table: Code,
    },
    /// To let play wait.
    Pause {
        /// Where.
        table: Code,
    },
    /// To let play go on.
    Resume {
        /// Where.
        table: Code,
    },
    /// To see the public tables, and what changes among them.
    Lobby {
        /// Whether it wants to, as if it does not say, or wants no more.
        #[serde(skip_serializing_if = "Clone::clone")]
        follow: bool,
    },
    /// An answer.
    Ping,
}

/// A player's secret. Only [`Token::secret`] shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The longest.
    pub const LONGEST: usize = 128;

    /// The token, if it is 1 to 128 printable ASCII letters without a space.
    pub fn new(text: &str) -> Option<Token> {
        let fits =
            (1..=Token::LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Token(text.to_owned()))
    }

    /// The secret itself.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

impl Serialize for Token {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.secret())
    }
}

impl Request {
    /// A request without a name.
    pub fn new(call: Call) -> Request {
        Request { id: None, call }
    }

    /// A request with a name.
    pub fn named(id: impl Into<Arc<str>>, call: Call) -> Request {
        Request { id: Some(ActionId(id.into())), call }
    }

    /// The message as text.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("a request is plain data with names as keys")
    }
}

impl Call {
    /// Its `type`.
    pub const fn name(&self) -> &'static str {
        match self {
            Call::Auth { .. } => "auth",
            Call::Sit { .. } => "sit",
            Call::Watch { .. } => "watch",
            Call::Leave { .. } => "leave",
            Call::Act { .. } => "act",
            Call::Resync { .. } => "resync",
            Call::Say { .. } => "say",
            Call::Entropy { .. } => "entropy",
            Call::Rematch { .. } => "rematch",
            Call::Kick { .. } => "kick",
            Call::SeatBot { .. } => "seat-bot",
            Call::Hint { .. } => "hint",
            Call::Pause { .. } => "pause",
            Call::Resume { .. } => "resume",
            Call::Lobby { .. } => "lobby",
            Call::Ping => "ping",
        }
    }

    /// Whether the table remembers it for ever, and it is no play.
    pub const fn is_kept(&self) -> bool {
        match self {
            Call::Sit { .. }
            | Call::Leave { .. }
            | Call::Say { .. }
            | Call::Entropy { .. }
            | Call::Rematch { .. }
            | Call::Kick { .. }
            | Call::SeatBot { .. }
            | Call::Pause { .. }
            | Call::Resume { .. } => true,
            Call::Act { .. } | Call::Watch { .. } | Call::Resync { .. } | Call::Hint { .. } => false,
            Call::Auth { .. } | Call::Lobby { .. } | Call::Ping => false,
        }
    }

    /// The table that it is about.
    pub const fn table(&self) -> Option<Code> {
        match self {
            Call::Sit { table, .. }
            | Call::Watch { table, .. }
            | Call::Leave { table }
            | Call::Act { table, .. }
            | Call::Resync { table, .. }
            | Call::Say { table, .. }
            | Call::Entropy { table, .. }
            | Call::Rematch { table, .. }
            | Call::Kick { table, .. }
            | Call::SeatBot { table, .. }
            | Call::Hint { table }
            | Call::Pause { table }
            | Call::Resume { table } => Some(*table),
            Call::Auth { .. } | Call::Lobby { .. } | Call::Ping => None,
        }
    }
}

/// Without what is said, chosen or secret: logs may show it.
impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.table().map_or(Ok(()), |table| write!(f, " {table}"))
    }
}
