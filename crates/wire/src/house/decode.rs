//! Reading what clients say. Nothing that they can send does more than be refused.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use cards::quoted;
use game::Entropy;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use table::{ActionId, Line};

use super::{Call, Request, Token};
use crate::Code;

/// The longest frame or line that is read.
pub const LONGEST_FRAME: usize = 16 * 1024;
/// The longest name of a request.
pub const LONGEST_ID: usize = 64;
/// The longest code of an action. None is half as long.
const LONGEST_ACTION: usize = 64;
/// An `act` has as many.
const USUAL_FIELDS: usize = 5;

/// A message that asks for nothing, with as much as could be read of whom it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The name of the request.
    pub id: Option<ActionId>,
    /// The table that it is about.
    pub table: Option<Code>,
    /// What is wrong with it.
    pub why: BadRequest,
}

/// Why a message asks for nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRequest {
    /// Longer than [`LONGEST_FRAME`].
    #[error("a message has at most {LONGEST_FRAME} bytes")]
    TooLong,
    /// Not a JSON object.
    #[error("a message is a JSON object")]
    Json,
    /// Nobody knows what it means.
    #[error("`{0}` is no type of message")]
    UnknownType(String),
    /// A field is missing, or is not what it should be.
    #[error("`{field}` must be {wanted}")]
    Field {
        /// Which.
        field: &'static str,
        /// What it should be.
        wanted: &'static str,
    },
    /// An action that the game does not know.
    #[error("{0}")]
    Action(String),
}

impl BadRequest {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            BadRequest::TooLong => "too-long",
            BadRequest::Json => "bad-json",
            BadRequest::UnknownType(_) => "unknown-type",
            BadRequest::Field { .. } => "bad-field",
            BadRequest::Action(_) => "bad-action",
        }
    }
}

/// The action with this code.
pub fn read_action<A: FromStr<Err: ToString>>(code: &str) -> Result<A, BadRequest> {
    code.parse().map_err(|why: A::Err| BadRequest::Action(why.to_string()))
}

impl Request {
    /// Reads a message.
    pub fn decode(text: &str) -> Result<Request, Unreadable> {
        let nameless = |why| Unreadable { id: None, table: None, why };
        if text.len() > LONGEST_FRAME {
            return Err(nameless(BadRequest::TooLong));
        }
        let Ok(fields) = serde_json::from_str::<Fields>(text) else {
            return Err(nameless(BadRequest::Json));
        };
        let id = fields.id().map_err(nameless)?;
        let call = fields.call(id.is_some());
        match call {
            Ok(call) => Ok(Request { id, call }),
            Err(why) => Err(Unreadable { id, table: fields.table().ok(), why }),
        }
    }
}

/// The members of a message, each as it was sent: most messages have few, and are asked for some of them. Of those with the same
/// name the last one counts.
struct Fields<'a>(Vec<(Text<'a>, &'a RawValue)>);

/// A text, as it stands in the message if nothing in it is escaped.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Members)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Fields<'de>, A::Error> {
        let mut fields = Vec::with_capacity(USUAL_FIELDS);
        while let Some(field) = members.next_entry()? {
            fields.push(field);
        }
        Ok(Fields(fields))
    }
}

impl Fields<'_> {
    /// What the message says there, unless that is nothing.
    fn get(&self, field: &str) -> Option<&str> {
        let field = self.0.iter().rev().find(|(name, _)| name.0 == field);
        field.map(|(_, value)| value.get()).filter(|value| *value != "null")
    }

    fn call(&self, named: bool) -> Result<Call, BadRequest> {
        let kind = self.text("type", "the type of the message")?;
        Ok(match &*kind {
            "auth" => Call::Auth { token: self.token()? },
            "sit" => Call::Sit {
                table: self.table()?,
                seat: self.seat()?,
                seen: self.version("seen")?,
                entropy: self.entropy("entropy")?,
            },
            "watch" => Call::Watch { table: self.table()?, seen: self.version("seen")? },
            "leave" => Call::Leave { table: self.table()? },
            "act" if !named => return Err(ID),
            "act" => {
                Call::Act { table: self.table()?, action: self.action()?, version: self.version("version")? }
            }
            "resync" => Call::Resync { table: self.table()?, seen: self.version("seen")? },
            "say" => Call::Say { table: self.table()?, line: self.line()? },
            "kick" => {
                let seat = self.seat()?.ok_or(BadRequest::Field { field: "seat", wanted: SEAT })?;
                Call::Kick { table: self.table()?, seat }
            }
            "entropy" => {
                let hex = self.entropy("hex")?.ok_or(BadRequest::Field { field: "hex", wanted: ENTROPY })?;
                Call::Entropy { table: self.table()?, hex }
            }
            "rematch" => Call::Rematch { table: self.table()?, entropy: self.entropy("entropy")? },
            "seat-bot" => {
                let level = self.parsed("level", "a bot's level")?;
                let level = level.ok_or(BadRequest::Field { field: "level", wanted: "a bot's level" })?;
                Call::SeatBot { table: self.table()?, seat: self.seat()?, level }
            }
            "hint" => Call::Hint { table: self.table()? },
            "pause" => Call::Pause { table: self.table()? },
            "resume" => Call::Resume { table: self.table()? },
            "lobby" => {
                let follow = self.parsed("follow", "`true` or `false`")?;
                Call::Lobby { follow: follow.unwrap_or(true) }
            }
            "ping" => Call::Ping,
            unknown => return Err(BadRequest::UnknownType(quoted(unknown))),
        })
    }

    fn id(&self) -> Result<Option<ActionId>, BadRequest> {
        let fits = |id: &str| {
            (1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        };
        match self.parsed::<String>("id", "a text") {
            Ok(None) => Ok(None),
            Ok(Some(id)) if fits(&id) => Ok(Some(ActionId(id.into()))),
            Ok(Some(_)) | Err(_) => Err(ID),
        }
    }

    fn table(&self) -> Result<Code, BadRequest> {
        let wanted = "the code of a table, like K7F3Q9MX";
        let code = self.text("table", wanted)?.parse();
        code.map_err(|_| BadRequest::Field { field: "table", wanted })
    }

    fn token(&self) -> Result<Token, BadRequest> {
        let wanted = "a player's token";
        Token::new(&self.text("token", wanted)?).ok_or(BadRequest::Field { field: "token", wanted })
    }

    fn action(&self) -> Result<String, BadRequest> {
        let wanted = "the code of an action";
        let action = Some(self.text("action", wanted)?).filter(|action| action.len() <= LONGEST_ACTION);
        action.map(Cow::into_owned).ok_or(BadRequest::Field { field: "action", wanted })
    }

    fn line(&self) -> Result<Line, BadRequest> {
        let phrase = self.parsed("phrase", "one of the preset phrases")?;
        let wanted = "a text, if there is no `phrase`";
        match (phrase, self.parsed("text", wanted)?) {
            (Some(phrase), None) => Ok(Line::Phrase(phrase)),
            (None, Some(text)) => Ok(Line::Text(text)),
            _ => Err(BadRequest::Field { field: "text", wanted }),
        }
    }

    fn seat(&self) -> Result<Option<game::Seat>, BadRequest> {
        self.parsed("seat", SEAT)
    }

    fn version(&self, field: &'static str) -> Result<Option<u64>, BadRequest> {
        self.parsed(field, "a version, which is a whole number")
    }

    fn entropy(&self, field: &'static str) -> Result<Option<Entropy>, BadRequest> {
        self.parsed(field, ENTROPY)
    }

    fn text(&self, field: &'static str, wanted: &'static str) -> Result<Cow<'_, str>, BadRequest> {
        let text = self.get(field).and_then(|value| serde_json::from_str(value).ok());
        text.map(|Text(text)| text).ok_or(BadRequest::Field { field, wanted })
    }

    /// What the field says, if it is there.
    fn parsed<T: DeserializeOwned>(
        &self,
        field: &'static str,
        wanted: &'static str,
    ) -> Result<Option<T>, BadRequest> {
        let value = self.get(field).map(serde_json::from_str).transpose();
        value.map_err(|_| BadRequest::Field { field, wanted })
    }
}

const SEAT: &str = "the number of a seat";
const ENTROPY: &str = "1 to 64 bytes as hexadecimal digits";

const ID: BadRequest =
    BadRequest::Field { field: "id", wanted: "a text of 1 to 64 printable ASCII letters, which `act` needs" };
