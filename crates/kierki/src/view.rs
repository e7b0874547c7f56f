use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrayvec::ArrayVec;
use cards::french::{Card, Set};
use game::{Game, Outcome, Seat, Seats, Viewer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::deal::{DealPlan, DealType};
use crate::event::DealResult;
use crate::rules::Rules;
use crate::seats::SEATS;
use crate::state::Kierki;

/// All that a viewer may know of a match, with everything that a table shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The knobs, the list of deals among them.
    pub rules: Rules,
    /// Which deal, from 1.
    pub deal: u16,
    /// What costs points in it.
    pub kind: DealType,
    /// Who led first in it.
    pub first: Seat,
    /// Whose turn it is, or was to be next when play ended.
    pub turn: Seat,
    /// What the seat in turn has to do.
    pub stage: Stage,
    /// The viewer's thirteen cards as dealt; empty for a spectator.
    pub dealt: Set,
    /// What the viewer still holds.
    pub hand: Set,
    /// What the viewer may play now; empty while another seat is in turn.
    pub playable: Set,
    /// How many cards each holds.
    pub hand_sizes: Seats<u8>,
    /// Every trick of the deal in order, the running one last once a card of it lies.
    pub tricks: Vec<Trick>,
    /// The suits, whole, that each seat has shown by its play not to hold any more.
    pub voids: Seats<Set>,
    /// The points of this deal so far.
    pub points: Seats<i32>,
    /// The totals, without the running deal.
    pub scores: Seats<i32>,
    /// The deals that are over, for all have seen them; whoever came later may not know of any.
    #[serde(default)]
    pub earlier: Earlier,
    /// How the deal before ended; of a finished match, the last one.
    pub last: Option<DealResult>,
    /// How the match ended.
    pub outcome: Option<Outcome>,
}

/// What the seat in turn has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "kebab-case")]
pub enum Stage {
    /// Play a card.
    Play,
    /// Nothing: the match is over.
    Over,
    /// Nothing: the record of the match has no deck for the next deal.
    NoDeck,
}

/// A trick, whole or begun.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trick {
    /// Who led.
    pub leader: Seat,
    /// The cards in the order of play, clockwise from the leader.
    pub cards: ArrayVec<Card, SEATS>,
    /// Who took it, once four cards lie.
    pub taker: Option<Seat>,
}

/// The deals of a match that are over, the first one first: of each its cards in the order of play. Who led and who took what follows
/// from them. Copies share them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Earlier(Arc<Vec<Vec<Card>>>);

impl Earlier {
    /// The most deals that are remembered, so that a view does not grow for ever: two full matches.
    pub const MOST: usize = 56;

    /// Each deal's cards in the order of play.
    pub fn deals(&self) -> &[Vec<Card>] {
        &self.0
    }

    /// One more deal is over. Of a match that is longer than most the first ones are remembered.
    pub fn push(&mut self, cards: &[Card]) {
        if self.0.len() < Earlier::MOST {
            Arc::make_mut(&mut self.0).push(cards.to_vec());
        }
    }
}

/// In a first deal there is nothing to hash: what is decided there by a view's hash does not depend on what may come before a deal.
impl Hash for Earlier {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|deal| deal.hash(state));
    }
}

impl Serialize for Earlier {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Earlier {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(|deals| Earlier(Arc::new(deals)))
    }
}

impl View {
    /// The deals that are over and known, with what they were about.
    pub fn earlier_deals(&self) -> impl Iterator<Item = (DealPlan, &[Card])> {
        self.rules.deals.iter().copied().zip(self.earlier.deals().iter().map(Vec::as_slice))
    }

    pub(crate) fn new(state: &Kierki, viewer: Viewer) -> View {
        let (plan, played) = (state.plan(), state.played_by());
        let own = |sets: &dyn Fn(Seat) -> Set| match viewer {
            Viewer::Seat(seat) => sets(seat),
            Viewer::Spectator => Set::EMPTY,
        };
        let in_turn = state.actors().first().is_some_and(|seat| viewer.is(seat));
        View {
            viewer,
            rules: state.rules().clone(),
            deal: state.deal,
            kind: plan.kind,
            first: plan.first,
            turn: state.turn,
            stage: state.stage,
            dealt: own(&|seat| state.hands[seat.index()] | played[seat.index()]),
            hand: own(&|seat| state.hands[seat.index()]),
            playable: if in_turn { state.playable() } else { Set::EMPTY },
            hand_sizes: state.hands.map(|hand| hand.len() as u8).into(),
            tricks: state.tricks(),
            voids: state.voids().into(),
            points: state.points().into(),
            scores: state.scores(),
            earlier: state.earlier.clone(),
            last: state.last(),
            outcome: state.outcome(),
        }
    }
}

impl Kierki {
    fn tricks(&self) -> Vec<Trick> {
        let tricks = self.order().chunks(SEATS).enumerate();
        let trick = |(number, cards): (usize, &[Card])| Trick {
            leader: self.leader(number),
            cards: cards.iter().copied().collect(),
            taker: (cards.len() == SEATS).then(|| self.taker(number)),
        };
        tricks.map(trick).collect()
    }
}
