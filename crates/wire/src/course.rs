//! The course of a match: where it began, and what every action changed, for whoever looks at it afterwards.
//!
//! ```
//! use wire::course::{self, Eyes};
//! let replay = r#"{ "version": 1, "game": "koikoi", "rules": "japan", "seed": "7",
//!     "actions": [{ "seat": 0, "action": "play 1-crane" }] }"#;
//! let course = course::of_file(replay, Eyes::Open).unwrap();
//! let course: serde_json::Value = serde_json::from_str(&course).unwrap();
//! assert_eq!(course["view"]["open"][0].as_array().unwrap().len(), 8);
//! assert_eq!(course["steps"][0]["events"][0]["event"], "played");
//! ```

mod walk;

use std::fmt;
use std::str::FromStr;

use game::{Seat, Viewer};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::replay::{BadMatch, Document, Replay};
use crate::{Codec, MatchId, PlayerCode, for_game, rules};
pub(crate) use walk::Walk;

/// The most actions of a match whose course is told.
pub const MOST_ACTIONS: usize = 10_000;
/// The longest view at its beginning, in bytes. Only Kierki's list of deals can be longer, longer than at any table.
const LONGEST_VIEW: usize = 16 << 10;

/// Who looks at the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// Somebody who sees all cards.
    Open,
    /// A player or a spectator, who sees what it saw then.
    Of(Viewer),
}

/// A text that names nobody who could look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("eyes are the number of a seat, `watch` or `open`")]
pub struct BadEyes;

impl FromStr for Eyes {
    type Err = BadEyes;

    fn from_str(text: &str) -> Result<Eyes, BadEyes> {
        match text {
            "open" => Ok(Eyes::Open),
            "watch" => Ok(Eyes::Of(Viewer::Spectator)),
            seat => {
                let seat = seat.parse().ok().and_then(Seat::new).ok_or(BadEyes)?;
                Ok(Eyes::Of(Viewer::Seat(seat)))
            }
        }
    }
}

impl fmt::Display for Eyes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Eyes::Open => f.write_str("open"),
            Eyes::Of(Viewer::Spectator) => f.write_str("watch"),
            Eyes::Of(Viewer::Seat(seat)) => write!(f, "{seat}"),
        }
    }
}

impl Serialize for Eyes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Who had a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sitter {
    /// What it was called, if that is known.
    pub name: Option<String>,
    /// The player, if it was one of the house.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerCode>,
    /// The level of the bot, if it was one of the house.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

/// The course as it is written.
#[derive(Serialize)]
struct Course<'a, R, E> {
    #[serde(rename = "match")]
    match_id: Option<MatchId>,
    game: &'static str,
    preset: Option<&'static str>,
    rules: &'a R,
    seats: Vec<Sitter>,
    eyes: Eyes,
    events: Vec<E>,
    view: Box<RawValue>,
    steps: Vec<CourseStep<E>>,
}

/// An action and what came of it.
#[derive(Serialize)]
struct CourseStep<E> {
    seat: Seat,
    action: String,
    at: Option<u64>,
    events: Vec<E>,
    changes: Box<RawValue>,
}

/// The course of the match in a file.
pub fn of_file(replay: &str, eyes: Eyes) -> Result<String, BadMatch> {
    course(replay, eyes, None, |_| None)
}

/// The course of a match of the house, in which these had the seats. Their names are those of the file.
pub fn of_match(match_id: MatchId, replay: &str, sitters: &[Sitter], eyes: Eyes) -> Result<String, BadMatch> {
    course(replay, eyes, Some(match_id), |seat: Seat| sitters.get(seat.index()).cloned())
}

fn course(
    replay: &str,
    eyes: Eyes,
    match_id: Option<MatchId>,
    sitter: impl Fn(Seat) -> Option<Sitter>,
) -> Result<String, BadMatch> {
    fn write<G: Codec>(
        document: Document,
        eyes: Eyes,
        match_id: Option<MatchId>,
        sitter: impl Fn(Seat) -> Option<Sitter>,
    ) -> Result<String, BadMatch> {
        let replay = document.replay::<G>()?;
        let names = replay.players.iter().cloned().map(Some).chain(std::iter::repeat(None));
        let seats = Seat::all(replay.record.seats).zip(names);
        let seats = seats.map(|(seat, name)| Sitter { name, ..sitter(seat).unwrap_or_default() }).collect();
        tell(&replay, eyes, match_id, seats)
    }
    let document = Document::parse(replay)?;
    for_game!(document.kind()?, write(document, eyes, match_id, sitter))
}

fn tell<G: Codec>(
    replay: &Replay<G>,
    eyes: Eyes,
    match_id: Option<MatchId>,
    seats: Vec<Sitter>,
) -> Result<String, BadMatch> {
    let record = &replay.record;
    if let Eyes::Of(Viewer::Seat(seat)) = eyes
        && seat.index() >= record.seats
    {
        return Err(BadMatch::NoSeat(seat));
    }
    let (mut walk, events) = Walk::<G>::begin(record, eyes)?;
    let view = walk.view();
    if record.actions.len() > MOST_ACTIONS || view.get().len() > LONGEST_VIEW {
        return Err(BadMatch::TooLong);
    }
    let times = replay.times.iter().copied().chain(std::iter::repeat(None));
    let mut steps = Vec::with_capacity(record.actions.len());
    for (&(seat, action), at) in record.actions.iter().zip(times) {
        let (events, changes) = walk.step(seat, action)?;
        steps.push(CourseStep { seat, action: action.to_string(), at, events, changes });
    }
    let preset = rules::preset_of::<G>(&record.rules);
    let rules = &record.rules;
    let written = Course { match_id, game: G::NAME, preset, rules, seats, eyes, events, view, steps };
    Ok(serde_json::to_string(&written).expect("a course is plain data with names as keys"))
}
