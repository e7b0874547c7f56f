//! The entries of a table's log as the store keeps them: each fact a line of JSON. When it happened stands beside it.
//!
//! A log begins with `opened`, or with `noted`, which holds all that follows from what was before: whose table it is, its settings and its
//! secret as in `opened`, and in `note` the rest, the actions of the running match among it.
//!
//! What is written once must be read for ever: fields that are not known any more are ignored, and new ones must do without.
//!
//! ```
//! use kierki::Kierki;
//!
//! let body = r#"{"fact":"acted","seat":2,"action":"play QS","by":{"player":"m-17"}}"#;
//! let fact = wire::log::read::<Kierki>(body).unwrap();
//! assert_eq!(wire::log::write(&fact), body);
//! ```

use std::fmt::Display;
use std::str::FromStr;

use bots::Level;
use game::{Entropy, Seat, Seats, Text};
use serde::{Deserialize, Serialize};
use table::{By, Cut, Fact, Line, Note, Occupant, PlayerId, Settings, Why};

use crate::Codec;

/// Why a text is no fact. It repeats nothing of the text: there are secrets in logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFact {
    /// Not JSON, or no fact of a table of this game.
    #[error("the entry is no fact of a table of this game")]
    Form,
    /// The secret is none.
    #[error("the table's secret is no seed")]
    Secret,
    /// The game knows no such action.
    #[error("the action is none of this game")]
    Action,
}

impl BadFact {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            BadFact::Form => "bad-fact",
            BadFact::Secret => "bad-secret",
            BadFact::Action => "bad-action",
        }
    }
}

/// The fact as it is written, with the text of an action and by whom it was played.
#[derive(Serialize, Deserialize)]
#[serde(
    tag = "fact",
    rename_all = "kebab-case",
    bound(
        serialize = "R: Serialize, A: Display, T: Serialize, B: Serialize",
        deserialize = "R: Deserialize<'de>, A: FromStr<Err: Display>, T: Deserialize<'de>, B: Deserialize<'de>"
    )
)]
enum Written<R, A, T, B> {
    Opened { owner: PlayerId, settings: Settings<R>, seats: Seats<Occupant>, secret: String },
    Sat { seat: Seat, occupant: Occupant },
    Left { seat: Seat },
    Returned { seat: Seat },
    Kicked { seat: Seat },
    StoodIn { seat: Seat, level: Level },
    Gave { seat: Seat, entropy: Entropy },
    Dealt,
    Acted { seat: Seat, action: T, by: B },
    Paused { why: Why },
    Resumed,
    Said { player: PlayerId, line: Line },
    Offered { seat: Seat },
    BrokenOff { seat: Seat, cut: Cut },
    Reopened,
    Noted { owner: PlayerId, settings: Settings<R>, secret: String, note: Box<Note<A>> },
}

/// The fact as text.
pub fn write<G: Codec>(fact: &Fact<G>) -> String {
    let written: Written<G::Rules, G::Action, Text<G::Action>, &By> = match fact {
        Fact::Opened { owner, settings, seats, secret } => Written::Opened {
            owner: *owner,
            settings: settings.clone(),
            seats: seats.clone(),
            secret: secret.to_hex(),
        },
        Fact::Sat { seat, occupant } => Written::Sat { seat: *seat, occupant: *occupant },
        Fact::Left { seat } => Written::Left { seat: *seat },
        Fact::Returned { seat } => Written::Returned { seat: *seat },
        Fact::Kicked { seat } => Written::Kicked { seat: *seat },
        Fact::StoodIn { seat, level } => Written::StoodIn { seat: *seat, level: *level },
        Fact::Gave { seat, entropy } => Written::Gave { seat: *seat, entropy: entropy.clone() },
        Fact::Dealt => Written::Dealt,
        Fact::Acted { seat, action, by } => Written::Acted { seat: *seat, action: Text(*action), by },
        Fact::Paused(why) => Written::Paused { why: *why },
        Fact::Resumed => Written::Resumed,
        Fact::Said { player, line } => Written::Said { player: *player, line: line.clone() },
        Fact::Offered { seat } => Written::Offered { seat: *seat },
        Fact::BrokenOff { seat, cut } => Written::BrokenOff { seat: *seat, cut: *cut },
        Fact::Reopened => Written::Reopened,
        Fact::Noted { owner, settings, secret, note } => Written::Noted {
            owner: *owner,
            settings: settings.clone(),
            secret: secret.to_hex(),
            note: note.clone(),
        },
    };
    serde_json::to_string(&written).expect("a fact is plain data with names as keys")
}

/// The fact that the text tells.
pub fn read<G: Codec>(body: &str) -> Result<Fact<G>, BadFact> {
    let written: Written<G::Rules, G::Action, String, By> =
        serde_json::from_str(body).map_err(|_| BadFact::Form)?;
    Ok(match written {
        Written::Opened { owner, settings, seats, secret } => {
            let secret = secret.parse().map_err(|_| BadFact::Secret)?;
            Fact::Opened { owner, settings, seats, secret }
        }
        Written::Sat { seat, occupant } => Fact::Sat { seat, occupant },
        Written::Left { seat } => Fact::Left { seat },
        Written::Returned { seat } => Fact::Returned { seat },
        Written::Kicked { seat } => Fact::Kicked { seat },
        Written::StoodIn { seat, level } => Fact::StoodIn { seat, level },
        Written::Gave { seat, entropy } => Fact::Gave { seat, entropy },
        Written::Dealt => Fact::Dealt,
        Written::Acted { seat, action, by } => {
            Fact::Acted { seat, action: action.parse().map_err(|_| BadFact::Action)?, by }
        }
        Written::Paused { why } => Fact::Paused(why),
        Written::Resumed => Fact::Resumed,
        Written::Said { player, line } => Fact::Said { player, line },
        Written::Offered { seat } => Fact::Offered { seat },
        Written::BrokenOff { seat, cut } => Fact::BrokenOff { seat, cut },
        Written::Reopened => Fact::Reopened,
        Written::Noted { owner, settings, secret, note } => {
            let secret = secret.parse().map_err(|_| BadFact::Secret)?;
            Fact::Noted { owner, settings, secret, note }
        }
    })
}
