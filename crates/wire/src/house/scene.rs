//! A table as its observers get it.

use std::borrow::Cow;
use std::sync::Arc;

use bots::Level;
use game::{Commitment, SeatSet, Seats};
use serde::{Deserialize, Serialize, Serializer};
use table::{ClockFace, DealCard, Line, Occupant, Phase, PlayerId};

use crate::changes::{Pen, Tell, Told};
use crate::{Code, Codec, MatchId, PlayerCode};

/// How players are called.
pub type Names<'a> = &'a dyn Fn(PlayerId) -> Arc<str>;

/// The table as it is now, for one observer.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct Scene<'a, G: Codec> {
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
    pub view: Option<&'a G::View>,
    /// What the observer may do.
    pub legal: Choices<'a, G>,
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

/// What an observer was told last, or is to be told now: the table, and how those are called who sit there.
pub(super) struct Sight<G: Codec> {
    scene: Box<table::Scene<G>>,
    names: Seats<Option<Arc<str>>>,
}

impl<G: Codec> Sight<G> {
    pub(super) fn new(scene: Box<table::Scene<G>>, names: Names) -> Self {
        let name = |_, place: &table::Place| match place.occupant {
            Occupant::Player(player) => Some(names(player)),
            Occupant::Bot(_) | Occupant::Open => None,
        };
        Sight { names: scene.seats.map(name), scene }
    }

    /// All of it.
    pub(super) fn whole(&self, table: Code) -> Scene<'_, G> {
        Scene {
            phase: self.scene.phase,
            match_id: self.match_id(table),
            seats: self.places().all(),
            clocks: self.clocks(),
            deal: Deal::new(table, self.scene.deal),
            view: self.scene.view.as_ref(),
            legal: Choices::of(&self.scene.legal),
            must: self.scene.must,
        }
    }

    /// What has changed since.
    pub(super) fn tell(&self, old: &Self, table: Code, tell: &mut Tell<'_>) {
        let (now, then) = (&self.scene, &old.scene);
        tell.public("phase", &then.phase, &now.phase);
        tell.public("match", &old.match_id(table), &self.match_id(table));
        tell.public("seats", &old.places(), &self.places());
        tell.public("clocks", &old.clocks(), &self.clocks());
        tell.public("deal", &Deal::new(table, then.deal), &Deal::new(table, now.deal));
        match (&then.view, &now.view) {
            (Some(then), Some(now)) => tell.inside("view", |tell| G::tell(then, now, tell)),
            (None, None) => {}
            (_, view) => tell.whole("view", view),
        }
        tell.own("legal", &Choices::<G>::of(&then.legal), &Choices::of(&now.legal));
        tell.own("must", &then.must, &now.must);
    }

    fn match_id(&self, table: Code) -> Option<MatchId> {
        let number = self.scene.number;
        (number > 0).then_some(MatchId { table, number })
    }

    fn places(&self) -> Places<'_> {
        Places { seats: &self.scene.seats, names: &self.names }
    }

    fn clocks(&self) -> Option<&Seats<Option<ClockFace>>> {
        let counted = self.scene.clocks.iter().any(|(_, clock)| clock.is_some());
        counted.then_some(&self.scene.clocks)
    }
}

/// Who sits where.
#[derive(PartialEq)]
struct Places<'a> {
    seats: &'a Seats<table::Place>,
    names: &'a Seats<Option<Arc<str>>>,
}

impl Places<'_> {
    fn all(&self) -> Seats<Option<Place>> {
        let name = |seat| self.names.get(seat).cloned().flatten().unwrap_or_default();
        self.seats.map(|seat, place| {
            Place::new(place.occupant, &|_| name(seat)).map(|taken| taken.with(place.left, place.offers))
        })
    }
}

impl Serialize for Places<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.all().serialize(to)
    }
}

impl Told for Places<'_> {}

/// What a seat may do, which is written as a list of [`Legal`].
pub struct Choices<'a, G: Codec>(pub Cow<'a, [G::Action]>);

impl<'a, G: Codec> Choices<'a, G> {
    /// These.
    pub fn of(actions: &'a [G::Action]) -> Self {
        Choices(Cow::Borrowed(actions))
    }
}

impl<G: Codec> PartialEq for Choices<'_, G> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<G: Codec> Serialize for Choices<'_, G> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        G::write_choices(&self.0, to)
    }
}

impl<G: Codec> Told for Choices<'_, G> {
    /// Most turns leave nothing to do for who has acted, and something for others: the whole is the shortest then.
    fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
        match (old.0.len(), G::count_choices(&self.0)) {
            (_, 0) | (0, 2..) => pen.whole(self),
            _ => pen.texts(old, self),
        }
    }
}

impl Place {
    pub(super) fn new(occupant: Occupant, names: Names) -> Option<Place> {
        match occupant {
            Occupant::Open => None,
            Occupant::Bot(bot) => Some(Place::Bot { bot }),
            Occupant::Player(player) => Some(Place::player(PlayerCode(player), names(player).to_string())),
        }
    }

    /// A player's, who is in the match and wants no other one.
    pub fn player(player: PlayerCode, name: String) -> Place {
        Place::Player { player, name, left: false, offers: false }
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
        Chat { player: PlayerCode(player), name: names(player).to_string(), line: line.clone() }
    }
}
