//! A table as its observers get it.

use bots::Level;
use game::{Commitment, Seat, SeatSet, Seats};
use serde::{Deserialize, Serialize};
use table::{ClockFace, DealCard, Line, Occupant, Phase, PlayerId};

use crate::{Code, Codec, MatchId, PlayerCode};

/// How players are called.
pub type Names<'a> = &'a dyn Fn(PlayerId) -> String;

/// The table as it is now, for one observer.
#[derive(Serialize)]
pub struct Scene<'a, V> {
    /// What it is doing.
    pub phase: Phase,
    /// The match, or the last one.
    #[serde(rename = "match")]
    pub match_id: Option<MatchId>,
    /// Who sits where; nothing is an open seat.
    pub seats: Seats<Option<Place>>,
    /// The clocks, where anyone's time is counted.
    pub clocks: Option<&'a Seats<Option<ClockFace>>>,
    /// What may be known of the chance of the running match, or else of the coming one.
    pub deal: Deal,
    /// The match, as the observer may see it: docs/views.md.
    pub view: Option<&'a V>,
    /// What the observer may do.
    pub legal: Vec<Legal>,
    /// Whether it must.
    pub must: bool,
}

/// What may be known of the chance of a match before it is over: docs/fairness.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Deal {
    /// Which match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// What binds the house to its secret.
    pub commitment: Commitment,
    /// The seats that have added to it.
    pub given: SeatSet,
}

impl Deal {
    /// Of a match of this table.
    pub fn new(table: Code, card: DealCard) -> Deal {
        let DealCard { number, commitment, given } = card;
        Deal { match_id: MatchId { table, number }, commitment, given }
    }
}

/// A seat that is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Place {
    /// By a player.
    Player {
        /// Who.
        player: PlayerCode,
        /// Its name.
        name: String,
        /// It has left the match, which a bot plays to its end.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        left: bool,
        /// It wants another match.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        offers: bool,
    },
    /// By a program.
    Bot {
        /// Of this level.
        bot: Level,
    },
}

/// What a seat may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Legal {
    /// The action with this code.
    Action(String),
    /// All flips of Kaboom: each `spot` stands for the action `flip SPOT @DISCARD`.
    Flips {
        /// The spots.
        flip: Vec<String>,
        /// The number of the discard to flip onto.
        discard: u32,
    },
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chat {
    /// Who said it.
    pub player: PlayerCode,
    /// Its name.
    pub name: String,
    /// What.
    #[serde(flatten)]
    pub line: Line,
}

impl<'a, V> Scene<'a, V> {
    pub(super) fn new<G: Codec<View = V>>(scene: &'a table::Scene<G>, table: Code, names: Names) -> Self {
        let place = |_: Seat, place: &table::Place| {
            Place::new(place.occupant, names).map(|taken| taken.with(place.left, place.offers))
        };
        let counted = scene.clocks.iter().any(|(_, clock)| clock.is_some());
        Scene {
            phase: scene.phase,
            match_id: (scene.number > 0).then_some(MatchId { table, number: scene.number }),
            seats: scene.seats.map(place),
            clocks: counted.then_some(&scene.clocks),
            deal: Deal::new(table, scene.deal),
            view: scene.view.as_ref(),
            legal: G::choices(&scene.legal),
            must: scene.must,
        }
    }
}

impl Place {
    pub(super) fn new(occupant: Occupant, names: Names) -> Option<Place> {
        match occupant {
            Occupant::Open => None,
            Occupant::Bot(bot) => Some(Place::Bot { bot }),
            Occupant::Player(player) => Some(Place::Player {
                player: PlayerCode(player),
                name: names(player),
                left: false,
                offers: false,
            }),
        }
    }

    fn with(self, left: bool, offers: bool) -> Place {
        match self {
            Place::Player { player, name, .. } => Place::Player { player, name, left, offers },
            bot @ Place::Bot { .. } => bot,
        }
    }
}

impl Chat {
    pub(super) fn new(player: PlayerId, line: &Line, names: Names) -> Chat {
        Chat { player: PlayerCode(player), name: names(player), line: line.clone() }
    }
}
