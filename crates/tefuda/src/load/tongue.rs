//! What is said and heard: the protocol of the house, or that of the bare loop, which has only names of tables and padding.

use game::{Rng, Seat};
use wire::Code;
use wire::house::{Call, Request, Token};

use super::board::Board;
use super::glance::Frame;

#[derive(Clone, Copy)]
pub(super) enum Tongue {
    /// docs/protocol.md
    House,
    /// The bare loop, with moves of so many bytes.
    Bare {
        /// How long a move is.
        act: usize,
    },
}

/// What a frame means.
pub(super) enum Heard<'a> {
    /// The move was made, and is in this version; in the bare loop in the next one.
    Answer { version: Option<u64> },
    /// Something was refused, or the connection ends, for this reason.
    Refusal(String),
    /// The table looks like this now.
    Scene(Scene<'a>),
    /// Nothing that a player must know.
    Nothing,
}

/// What a seat sees of a table.
pub(super) enum Scene<'a> {
    /// A snapshot or an update.
    Frame(Box<Frame<'a>>),
    /// In the bare loop: somebody has moved; or, first of all, nobody yet.
    Turn { first: bool },
}

impl Scene<'_> {
    pub(super) fn is_whole(&self) -> bool {
        match self {
            Scene::Frame(frame) => frame.kind == "snapshot",
            Scene::Turn { first } => *first,
        }
    }
}

impl Tongue {
    /// Where the socket is.
    pub(super) const PATH: &'static str = "/api/v1/socket";

    /// The first words on a connection.
    pub(super) fn greeting(self, token: &str) -> Option<String> {
        match self {
            Tongue::House => Token::new(token).map(|token| Request::new(Call::Auth { token }).encode()),
            Tongue::Bare { .. } => None,
        }
    }

    /// To take the seat, or to come back to it.
    pub(super) fn join(self, board: &Board, seat: usize) -> String {
        let version = board.chairs[seat].glance.version;
        match self {
            Tongue::House => {
                let (table, seen) = (board.code, (version > 0).then_some(version));
                Request::new(Call::Sit { table, seat: Seat::new(seat), seen, entropy: None }).encode()
            }
            Tongue::Bare { .. } => format!("s{}{seat}{}", board.code, board.chairs.len()),
        }
    }

    /// To watch the table.
    pub(super) fn watch(self, table: Code) -> String {
        Request::new(Call::Watch { table, seen: None }).encode()
    }

    /// A move of the seat.
    pub(super) fn act(self, board: &Board, seat: usize, number: u64, rng: &mut impl Rng) -> Option<String> {
        let table = board.code;
        match self {
            Tongue::House => {
                let glance = &board.chairs[seat].glance;
                let action = glance.choose(rng)?;
                let act = Call::Act { table, action, version: Some(glance.version) };
                Some(Request::named(format!("m{number}"), act).encode())
            }
            Tongue::Bare { act } => Some(format!("{:.<act$}", format!("m{table}"))),
        }
    }

    /// To play once more.
    pub(super) fn rematch(self, table: Code) -> String {
        Request::new(Call::Rematch { table, entropy: None }).encode()
    }

    /// The table that a frame is about, and what it tells.
    pub(super) fn read(self, text: &str) -> (Option<Code>, Heard<'_>) {
        match self {
            Tongue::House => read_frame(text),
            Tongue::Bare { .. } => {
                let code = text.get(1..9).and_then(|code| code.parse().ok());
                let heard = match text.as_bytes().first() {
                    Some(b'a') => Heard::Answer { version: None },
                    Some(b'u') => Heard::Scene(Scene::Turn { first: false }),
                    Some(b's') => Heard::Scene(Scene::Turn { first: true }),
                    _ => Heard::Nothing,
                };
                (code, heard)
            }
        }
    }
}

fn read_frame(text: &str) -> (Option<Code>, Heard<'_>) {
    let Ok(frame) = serde_json::from_str::<Frame<'_>>(text) else {
        return (None, Heard::Refusal("bad-frame".to_owned()));
    };
    let code = frame.table.as_deref().and_then(|table| table.parse().ok());
    let heard = match &*frame.kind {
        "ack" if frame.version.is_some() => Heard::Answer { version: frame.version },
        "nack" | "error" | "bye" => {
            Heard::Refusal(frame.code.map_or_else(|| "no-code".to_owned(), |code| code.into_owned()))
        }
        "snapshot" | "update" => Heard::Scene(Scene::Frame(Box::new(frame))),
        _ => Heard::Nothing,
    };
    (code, heard)
}
