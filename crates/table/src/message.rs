use std::sync::Arc;

use bots::Level;
use game::{Commitment, FairDeal, Game, Seat, SeatSet, Seats, Viewer};
use serde::{Deserialize, Serialize};

use crate::clock::ClockFace;
use crate::countdown::Cut;
use crate::fact::{ActionId, Line, Why};
use crate::refused::Refused;
use crate::settings::{Occupant, PlayerId, Settings};

/// What the table says to somebody.
pub enum Message<G: Game> {
    /// All there is.
    Snapshot(Box<Snapshot<G>>),
    /// What has happened since.
    Update(Update<G>),
    /// The action was played: now, or when it was first asked for.
    Ack {
        /// The request.
        id: ActionId,
        /// The version at which the asker sees it.
        version: u64,
    },
    /// The action was refused. A snapshot follows.
    Nack {
        /// The request.
        id: ActionId,
        /// Why.
        why: Refused<G::Refusal>,
    },
    /// Somebody came or went. This is not kept, and has no version.
    Presence {
        /// Whose seat.
        seat: Seat,
        /// How it is now.
        presence: Presence,
    },
}

/// All that an observer may know of a table.
pub struct Snapshot<G: Game> {
    /// As whom it looks.
    pub viewer: Viewer,
    /// How many updates the observer has had, or missed.
    pub version: u64,
    /// What is played, and how.
    pub settings: Settings<G::Rules>,
    /// Whose table it is.
    pub owner: PlayerId,
    /// The table as it is.
    pub scene: Box<Scene<G>>,
    /// Who is there.
    pub presence: Seats<Presence>,
    /// What was said last.
    pub chat: Vec<(PlayerId, Line)>,
    /// What has happened since the observer was last told, if the table still knows.
    pub missed: Option<Missed<G::Event>>,
}

/// What an observer has missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed<E> {
    /// The version that it has seen.
    pub after: u64,
    /// What has happened since, in order.
    pub happened: Arc<[Happened<E>]>,
}

/// What has happened since a version.
pub struct Update<G: Game> {
    /// Who sees it.
    pub viewer: Viewer,
    /// The version before.
    pub after: u64,
    /// The version now.
    pub version: u64,
    /// How many facts have made the table, if it is the table itself that tells it: two updates with the same number show the same
    /// table, each as its viewer may see it.
    pub moment: Option<u64>,
    /// What has happened, in order.
    pub happened: Arc<[Happened<G::Event>]>,
    /// The table as it is now.
    pub scene: Box<Scene<G>>,
}

/// The table as it is now, for one observer.
pub struct Scene<G: Game> {
    /// What it is doing.
    pub phase: Phase,
    /// Which match, from 1; 0 before the first.
    pub number: u32,
    /// Who sits where.
    pub seats: Seats<Place>,
    /// The match, as the observer may see it.
    pub view: Option<G::View>,
    /// What the observer may do.
    pub legal: Vec<G::Action>,
    /// Whether it must.
    pub must: bool,
    /// The clocks of those whose time is counted.
    pub clocks: Seats<Option<ClockFace>>,
    /// What may be known of the chance of the running match, or else of the coming one.
    pub deal: DealCard,
}

/// What may be known of the chance of a match before it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealCard {
    /// Which match, from 1.
    pub number: u32,
    /// What binds the house to its secret.
    pub commitment: Commitment,
    /// The seats that have added to it.
    pub given: SeatSet,
}

/// What a table is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// It waits for players.
    Waiting,
    /// A match is played.
    Playing,
    /// A match waits.
    Paused,
    /// The match is over.
    Over,
}

/// A seat as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Who has it.
    pub occupant: Occupant,
    /// Whether its player has left the match, which a bot plays to its end.
    pub left: bool,
    /// Whether its player wants another match.
    pub offers: bool,
}

/// Whether the player of a seat is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    /// It is; or a bot has the seat, or nobody.
    Here,
    /// It has lost the connection, and is waited for.
    Away,
    /// A bot plays for it.
    StandIn(Level),
}

/// Something that an observer sees happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened<E> {
    /// The table was opened.
    Opened,
    /// Somebody, or a bot, took a seat.
    Sat(Seat, Occupant),
    /// A player left.
    Left(Seat),
    /// A player is back.
    Returned(Seat),
    /// The owner has sent away whoever had the seat.
    Kicked(Seat),
    /// A bot plays for a player who is gone.
    StoodIn(Seat, Level),
    /// A player added to the chance of the coming match.
    Gave(Seat),
    /// A match begins, with this number.
    Dealt(u32),
    /// In the match.
    Game(E),
    /// The match is over, and its chance is no secret any more.
    Over(Box<FairDeal>),
    /// The player of this seat has broken the match off.
    BrokenOff(Seat, Cut),
    /// Play waits.
    Paused(Why),
    /// Play goes on.
    Resumed,
    /// Somebody said something.
    Said(PlayerId, Line),
    /// A player wants another match.
    Offered(Seat),
    /// The server was away.
    Reopened,
}
