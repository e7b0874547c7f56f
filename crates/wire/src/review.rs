//! A match looked at again from one seat: what each decision was worth, which were mistakes, and what was luck.
//!
//! ```
//! use bots::Budget;
//! use game::Seat;
//! use std::ops::ControlFlow;
//!
//! let replay = r#"{ "version": 1, "game": "kierki", "rules": { "preset": "seven", "deals": "1N" }, "seats": 4, "seed": "7",
//!     "actions": [{ "seat": 0, "action": "play 4C" }] }"#;
//! let budget = Budget { playouts: Some(50), deadline: None };
//! let review = wire::review::review(None, replay, Seat::FIRST, budget, |_| ControlFlow::Continue(())).unwrap();
//! assert_eq!((review.points.len(), review.points[0].played.as_str()), (1, "play 4C"));
//! ```

use std::ops::ControlFlow;

use bots::{Budget, Levels, Moment, NoReview, Point, Unit};
use game::Seat;
use serde::{Deserialize, Serialize};

use crate::replay::{BadMatch, BadReplay, Document};
use crate::{Codec, GameKind, MatchId, for_game};

/// A match as one seat has played it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchReview {
    /// Which match; nothing if it came from a file.
    #[serde(rename = "match")]
    pub match_id: Option<MatchId>,
    /// What was played.
    pub game: GameKind,
    /// Whose play it is about.
    pub seat: Seat,
    /// What values count, for the seat.
    pub unit: Unit,
    /// The decisions of the seat, in order: those where the table waited for it and there was a choice.
    pub points: Vec<ReviewPoint>,
    /// The few of them that mattered, in order.
    pub moments: Vec<Moment>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewPoint {
    /// How many actions were played before it.
    pub step: usize,
    /// In which round or deal, from 1.
    pub round: u16,
    /// What the best action was worth, by what the seat saw.
    pub value: f64,
    /// Half the width of the 95% interval around that.
    pub interval: f64,
    /// What was played.
    pub played: String,
    /// What was best.
    pub best: String,
    /// By how much what was played is worse than the best.
    pub loss: f64,
    /// Half the width of the 95% interval around the loss.
    pub margin: f64,
    /// What has changed until the next decision, or the result, that the choice does not explain. Nothing if the match was not played
    /// on.
    pub luck: Option<f64>,
}

/// Why there is no review.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadReview {
    /// The match cannot be looked at.
    #[error(transparent)]
    Match(#[from] BadMatch),
    /// Somebody wants it no more.
    #[error("the review was broken off")]
    Stopped,
}

impl From<BadReplay> for BadReview {
    fn from(bad: BadReplay) -> BadReview {
        BadReview::Match(bad.into())
    }
}

impl BadReview {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            BadReview::Match(bad) => bad.code(),
            BadReview::Stopped => "stopped",
        }
    }
}

/// Looks at the match of a replay's text again: see [`bots::review`](bots::review()).
pub fn review(
    match_id: Option<MatchId>,
    replay: &str,
    seat: Seat,
    budget: Budget,
    progress: impl FnMut(f32) -> ControlFlow<()>,
) -> Result<MatchReview, BadReview> {
    let document = Document::parse(replay)?;
    let game = document.kind()?;
    let (unit, points, moments) = for_game!(game, look(document, seat, budget, progress))?;
    Ok(MatchReview { match_id, game, seat, unit, points, moments })
}

type Looked = (Unit, Vec<ReviewPoint>, Vec<Moment>);

fn look<G: Codec + Levels>(
    document: Document,
    seat: Seat,
    budget: Budget,
    progress: impl FnMut(f32) -> ControlFlow<()>,
) -> Result<Looked, BadReview> {
    let replay = document.replay::<G>()?;
    // What is not legal is found below, with all that can be said of it.
    if let Ok(end) = replay.record.replay(&mut ()) {
        replay.check_end(&end).map_err(|bad| BadMatch::Illegal(bad.to_string()))?;
    }
    let review = bots::review(&replay.record, seat, budget, progress).map_err(|why| match why {
        NoReview::Replay(why) => BadMatch::Illegal(crate::plain(why)).into(),
        NoReview::NoSeat(seat) => BadMatch::NoSeat(seat).into(),
        NoReview::TooLong => BadMatch::TooLong.into(),
        NoReview::Stopped => BadReview::Stopped,
    })?;
    Ok((review.unit, review.points.iter().map(ReviewPoint::new).collect(), review.moments))
}

impl ReviewPoint {
    fn new<A: ToString>(point: &Point<A>) -> ReviewPoint {
        ReviewPoint {
            step: point.step,
            round: point.round,
            value: rounded(point.value),
            interval: rounded(point.interval),
            played: point.played.to_string(),
            best: point.best.to_string(),
            loss: rounded(point.loss),
            margin: rounded(point.margin),
            luck: point.luck.map(rounded),
        }
    }

    /// What the decision led to: the value of the next one, or the result.
    pub fn after(&self) -> Option<f64> {
        self.luck.map(|luck| self.value - self.loss + luck)
    }
}

/// Playouts do not tell more.
pub(crate) fn rounded(value: f32) -> f64 {
    (f64::from(value) * 10_000.0).round() / 10_000.0
}
