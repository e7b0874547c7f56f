//! The bot protocol: one JSON object a line, described in docs/bots.md.
//!
//! A question is what a seat sees and may do, and an answer is one of these actions. Nothing else is needed to decide.
//!
//! ```
//! use game::{ActionList, Deals, Game, Ruleset, Seat, Viewer};
//! use koikoi::{KoiKoi, Rules};
//! use wire::bot::{Question, read_answer, read_question, write_question};
//!
//! let rules = Rules::preset("japan").unwrap();
//! let state = KoiKoi::start(&rules, 2, &Deals::Seed(7.into()), &mut ()).unwrap();
//! let mut legal = ActionList::new();
//! state.legal(Seat::FIRST, &mut legal);
//! let line = write_question::<KoiKoi>(&state.view(Viewer::Seat(Seat::FIRST)), &legal, true);
//! let question: Question<KoiKoi> = read_question(line.as_bytes()).unwrap();
//! assert_eq!(question.legal, *legal);
//! let answer = read_answer(br#"{"action": "play 1-crane", "after_ms": 350}"#, &legal, true).unwrap().unwrap();
//! assert_eq!(answer.action.to_string(), "play 1-crane");
//! ```

use std::fmt::Display;
use std::time::Duration;

use bots::Decision;
use cards::quoted;
use game::{Game, Impossible, Purpose, Seed, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Codec, plain};

/// The longest line that is read, without its end. A question takes a hundredth of it.
pub const LONGEST_LINE: usize = 1 << 20;
/// The longest that an answer may let wait: an hour.
pub const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// What a bot is asked.
pub struct Question<G: Game> {
    /// All that its seat may know.
    pub view: G::View,
    /// What it may do, ascending and never empty: all legal actions, or those of them that it is to choose from.
    pub legal: Vec<G::Action>,
    /// Whether it is awaited; if not, it may let things be.
    pub must: bool,
}

/// Why a line is no question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadQuestion {
    /// Longer than [`LONGEST_LINE`].
    #[error("the line is longer than {LONGEST_LINE} bytes")]
    TooLong,
    /// Not JSON, or a field is missing or of the wrong kind.
    #[error("not a question: {0}")]
    Json(String),
    /// Not a view of this game.
    #[error("`view` is no view of {game}: {why}")]
    View {
        /// The game that it was read for.
        game: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// A view whose parts do not fit together.
    #[error("`view` is no view of {game}: {why}")]
    Impossible {
        /// The game that it was read for.
        game: &'static str,
        /// What is wrong with it.
        why: Impossible,
    },
    /// Nobody to ask.
    #[error("`view` is a spectator's, who has nothing to decide")]
    Spectator,
    /// Nothing to choose from.
    #[error("`legal` is empty")]
    NoLegal,
    /// Something that the seat cannot do.
    #[error("`{action}` in `legal`: {why}")]
    NotLegal {
        /// The text.
        action: String,
        /// What is wrong with it.
        why: String,
    },
}

/// Why a line is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswer {
    /// Not JSON.
    #[error("the answer is no JSON: `{line}` ({why})")]
    Json {
        /// What it is.
        line: String,
        /// What is wrong with it.
        why: String,
    },
    /// JSON of another form.
    #[error("the answer is `{0}`, and must be an object with an `action`, or null")]
    Form(String),
    /// The program says that it does not understand.
    #[error("the answer is an error: {0}")]
    Error(String),
    /// None of the actions that it was given.
    #[error("the answer `{0}` is none of the legal actions")]
    NotLegal(String),
    /// Nothing, where the seat is awaited.
    #[error("the answer is null, but the seat must act")]
    Null,
    /// A time that is none, or too long.
    #[error("`after_ms` is {0}, and must be a whole number up to {most}", most = LONGEST_WAIT.as_millis())]
    After(String),
}

impl BadQuestion {
    /// A stable word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            BadQuestion::TooLong => "too-long",
            BadQuestion::Json(_) => "no-question",
            BadQuestion::View { .. } => "no-view",
            BadQuestion::Impossible { .. } => "impossible-view",
            BadQuestion::Spectator => "spectator",
            BadQuestion::NoLegal => "no-legal",
            BadQuestion::NotLegal { .. } => "not-legal",
        }
    }
}

/// The line of a question, without its end.
pub fn write_question<G: Codec>(view: &G::View, legal: &[G::Action], must: bool) -> String {
    #[derive(Serialize)]
    struct Line<'a, V> {
        view: &'a V,
        legal: Vec<String>,
        must: bool,
    }
    let line = Line { view, legal: legal.iter().map(ToString::to_string).collect(), must };
    serde_json::to_string(&line).expect("a view is plain data with names as keys")
}

/// Reads a question, and checks all that an answer could stumble over: the view is one of a possible match, and what is to be
/// chosen from is legal in it.
pub fn read_question<G: Codec>(line: &[u8]) -> Result<Question<G>, BadQuestion> {
    #[derive(Deserialize)]
    struct Line {
        view: Value,
        legal: Vec<String>,
        must: bool,
    }
    if line.len() > LONGEST_LINE {
        return Err(BadQuestion::TooLong);
    }
    // A list would do for a struct.
    if line.trim_ascii_start().first() != Some(&b'{') {
        return Err(BadQuestion::Json("it is not an object".to_owned()));
    }
    let line: Line = serde_json::from_slice(line).map_err(|error| BadQuestion::Json(plain(error)))?;
    let no_view = |why| BadQuestion::View { game: G::NAME, why };
    if !line.view.is_object() {
        return Err(no_view("it is not an object".to_owned()));
    }
    let view: G::View = serde_json::from_value(line.view).map_err(|error| no_view(plain(error)))?;
    let viewer = G::check_view(&view).map_err(|why| BadQuestion::Impossible { game: G::NAME, why })?;
    let Viewer::Seat(seat) = viewer else { return Err(BadQuestion::Spectator) };
    // What is legal shows in the view, so it is the same in every world that fits.
    let world = G::sample(&view, &mut Seed::from(0).stream(Purpose(*b"chck"), 0, 0));
    let mut legal = Vec::with_capacity(line.legal.len());
    for text in &line.legal {
        let bad = |why: &dyn Display| BadQuestion::NotLegal { action: quoted(text), why: why.to_string() };
        let action: G::Action = text.parse().map_err(|why| bad(&why))?;
        world.check(seat, action).map_err(|why| bad(&why))?;
        legal.push(action);
    }
    legal.sort_unstable();
    legal.dedup();
    if legal.is_empty() {
        return Err(BadQuestion::NoLegal);
    }
    Ok(Question { view, legal, must: line.must })
}

/// The line of an answer, without its end.
pub fn write_answer<A: Display>(answer: Option<&Decision<A>>) -> String {
    let Some(answer) = answer else { return Value::Null.to_string() };
    json!({ "action": answer.action.to_string(), "after_ms": answer.after.as_millis() as u64 }).to_string()
}

/// The line that stands in place of an answer where there is none.
pub fn write_error(code: &str, message: &str) -> String {
    json!({ "error": { "code": code, "message": message } }).to_string()
}

/// Reads the answer to a question with these actions.
pub fn read_answer<A: Copy + Display>(
    line: &[u8],
    legal: &[A],
    must: bool,
) -> Result<Option<Decision<A>>, BadAnswer> {
    let value: Value = serde_json::from_slice(line).map_err(|error| BadAnswer::Json {
        line: quoted(&String::from_utf8_lossy(line)),
        why: plain(error),
    })?;
    let (text, after) = match &value {
        Value::Null => (None, Duration::ZERO),
        Value::String(text) => (Some(text), Duration::ZERO),
        Value::Object(fields) => match (fields.get("action"), fields.get("error")) {
            (Some(Value::String(text)), _) => (Some(text), after(fields.get("after_ms"))?),
            (Some(Value::Null), _) => (None, Duration::ZERO),
            (None, Some(error)) => {
                let message = error.get("message").and_then(Value::as_str);
                return Err(BadAnswer::Error(message.map_or_else(|| quoted(&error.to_string()), plain)));
            }
            _ => return Err(BadAnswer::Form(quoted(&value.to_string()))),
        },
        _ => return Err(BadAnswer::Form(quoted(&value.to_string()))),
    };
    let Some(text) = text else {
        return if must { Err(BadAnswer::Null) } else { Ok(None) };
    };
    let action = legal.iter().find(|action| action.to_string() == *text);
    match action {
        Some(action) => Ok(Some(Decision { action: *action, after })),
        None => Err(BadAnswer::NotLegal(quoted(text))),
    }
}

fn after(value: Option<&Value>) -> Result<Duration, BadAnswer> {
    let Some(value) = value else { return Ok(Duration::ZERO) };
    let after = value.as_u64().map(Duration::from_millis).filter(|after| *after <= LONGEST_WAIT);
    after.ok_or_else(|| BadAnswer::After(quoted(&value.to_string())))
}
