//! What happened at a table, as its observers get it.

use bots::Level;
use game::{Entropy, FairDeal, Seat, Seats};
use serde::{Deserialize, Serialize, Serializer};
use table::{Cut, Happened, Why};

use super::scene::{Chat, Names, Place};
use crate::{Code, MatchId};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Event<'a, E> {
    /// In the match: docs/replay.md has the events of each game.
    Game(&'a E),
    /// At the table.
    Table(TableEvent),
}

/// Something that happened at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "table", rename_all = "kebab-case")]
pub enum TableEvent {
    /// It was opened.
    Opened,
    /// Somebody, or a bot, took a seat.
    Sat {
        /// Which.
        seat: Seat,
        /// Who.
        #[serde(flatten)]
        place: Option<Place>,
    },
    /// A player left.
    Left {
        /// Its seat.
        seat: Seat,
    },
    /// A player is back.
    Returned {
        /// Its seat.
        seat: Seat,
    },
    /// The owner has sent away whoever had the seat.
    Kicked {
        /// The seat, which is open now.
        seat: Seat,
    },
    /// A bot plays for a player who is gone, until it is `returned` or the match is over.
    StoodIn {
        /// The player's seat.
        seat: Seat,
        /// The bot's level.
        bot: Level,
    },
    /// A player added to the chance of the coming match.
    Gave {
        /// Its seat.
        seat: Seat,
    },
    /// A match begins.
    Dealt {
        /// Which.
        #[serde(rename = "match")]
        match_id: MatchId,
    },
    /// The match is over.
    Over {
        /// Which.
        #[serde(rename = "match")]
        match_id: MatchId,
        /// The seed of all its deals, which is no secret any more.
        seed: String,
        /// What the house had drawn for it.
        secret: String,
        /// What each seat had added.
        entropy: Seats<Option<Entropy>>,
    },
    /// The match has ended before its rules say so, without an outcome.
    BrokenOff {
        /// By the player of this seat.
        seat: Seat,
        /// Why.
        why: Cut,
    },
    /// Play waits.
    Paused {
        /// Why.
        why: Why,
    },
    /// Play goes on.
    Resumed,
    /// Somebody said something.
    Said(Chat),
    /// A player wants another match.
    Offered {
        /// Its seat.
        seat: Seat,
    },
    /// The server was away.
    Reopened,
}

impl<'a, E> Event<'a, E> {
    pub(super) fn new(happened: &'a Happened<E>, table: Code, names: Names) -> Self {
        Event::Table(match happened {
            Happened::Game(event) => return Event::Game(event),
            Happened::Opened => TableEvent::Opened,
            Happened::Sat(seat, occupant) => {
                TableEvent::Sat { seat: *seat, place: Place::new(*occupant, names) }
            }
            Happened::Left(seat) => TableEvent::Left { seat: *seat },
            Happened::Returned(seat) => TableEvent::Returned { seat: *seat },
            Happened::Kicked(seat) => TableEvent::Kicked { seat: *seat },
            Happened::StoodIn(seat, level) => TableEvent::StoodIn { seat: *seat, bot: *level },
            Happened::Gave(seat) => TableEvent::Gave { seat: *seat },
            Happened::Dealt(number) => TableEvent::Dealt { match_id: MatchId { table, number: *number } },
            Happened::Over(fair) => TableEvent::over(table, fair),
            Happened::BrokenOff(seat, cut) => TableEvent::BrokenOff { seat: *seat, why: *cut },
            Happened::Paused(why) => TableEvent::Paused { why: *why },
            Happened::Resumed => TableEvent::Resumed,
            Happened::Said(player, line) => TableEvent::Said(Chat::new(*player, line, names)),
            Happened::Offered(seat) => TableEvent::Offered { seat: *seat },
            Happened::Reopened => TableEvent::Reopened,
        })
    }
}

/// All that has happened, which is written as a list of [`Event`].
pub(super) struct Events<'a, E> {
    pub(super) happened: &'a [Happened<E>],
    pub(super) table: Code,
    pub(super) names: Names<'a>,
}

impl<E: Serialize> Serialize for Events<'_, E> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.happened.iter().map(|happened| Event::new(happened, self.table, self.names)))
    }
}

impl TableEvent {
    /// The end of a match, which shows what its chance was made of.
    pub fn over(table: Code, fair: &FairDeal) -> TableEvent {
        TableEvent::Over {
            match_id: MatchId { table, number: fair.number },
            seed: fair.seed().to_hex(),
            secret: fair.secret.to_hex(),
            entropy: fair.entropy.clone(),
        }
    }
}
