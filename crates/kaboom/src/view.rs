use cards::Card as _;
use cards::french::{Card, Set};
use game::{Game, Outcome, Seat, SeatSet, Seats, Viewer};
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::action::Spot;
use crate::event::RoundResult;
use crate::rules::Rules;
use crate::stage::Stage;
use crate::state::Kaboom;

/// All that a viewer may know of a match, with everything that a table shows.
///
/// It has perfect recall: each card that the viewer has seen, where it lies now. Clients hide that unless the table plays with
/// a memory aid, and bots forget by [`Laid::seen`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The knobs.
    pub rules: Rules,
    /// Which round, from 1.
    pub round: u8,
    /// Who has the round's first turn.
    pub first: Seat,
    /// Whose turn it is, or was when play ended.
    pub turn: Seat,
    /// The number of the turn in the round, from 1; 0 before the first.
    pub turn_number: u16,
    /// What the seat in turn has to do.
    pub stage: Stage,
    /// What play is suspended for.
    pub gift: Option<Gift>,
    /// Who called kaboom.
    pub caller: Option<Seat>,
    /// Who has looked at the own bottom row.
    pub looked: SeatSet,
    /// Who is ready.
    pub ready: SeatSet,
    /// The face-down cards by seat and slot; `None` is an empty slot.
    pub hands: Seats<Vec<Option<Laid>>>,
    /// The drawn card, until it is kept or discarded.
    pub held: Option<Held>,
    /// How many cards the draw pile has.
    pub draw_pile: u8,
    /// For each shuffle of the round, the deal first, the cards that were in it and in no later one. The draw pile is of the last.
    pub shuffles: Vec<Set>,
    /// The discard pile, its top card last.
    pub discard_pile: Vec<Card>,
    /// The running number of the top discard; it runs through the whole match.
    pub discard: u32,
    /// Who flipped the top discard, if it was flipped: nobody else may flip onto it.
    pub flipped_by: Option<Seat>,
    /// The wrong flips of each seat that count against its next one: onto this discard or in this turn, by the rules.
    pub wrong_flips: Seats<u8>,
    /// The totals, without this round.
    pub scores: Seats<i32>,
    /// How the round before ended; of a finished match, the last one.
    pub last: Option<RoundResult>,
    /// How the match ended.
    pub outcome: Option<Outcome>,
}

/// A card that lies face-down.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Laid {
    /// The card, if the viewer has seen it.
    pub card: Option<Card>,
    /// The ability that it was announced with: it is one of that ability's cards.
    pub one_of: Option<Ability>,
    /// The shuffle that it came from: it is one of [`View::shuffles`]' cards of that number.
    pub shuffle: u8,
    /// The turn at which each seat last saw the card, if it has. That a seat saw it is open to all, even where the card is not.
    pub seen: Seats<Option<u16>>,
    /// The turn at which the card was last shown to everyone, if it was.
    pub shown: Option<u16>,
}

/// The drawn card in the hand of the seat in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Held {
    /// The card, for its drawer.
    pub card: Option<Card>,
    /// The ability that it was announced with.
    pub one_of: Option<Ability>,
    /// The shuffle that it came from.
    pub shuffle: u8,
}

/// Play is suspended until the flipper gives a card or declines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gift {
    /// Who may give.
    pub flipper: Seat,
    /// The slot that it emptied.
    pub to: Spot,
}

impl View {
    pub(crate) fn new(state: &Kaboom, viewer: Viewer) -> View {
        let seats = state.seats();
        let announced = |card: Card| Ability::of(card).filter(|_| state.knowledge.announced.contains(card));
        let seen = |card: Card| Some(card).filter(|card| state.knowledge.of(viewer).contains(*card));
        let laid = |card: Card| Laid {
            card: seen(card),
            one_of: announced(card),
            shuffle: state.shuffle_of[card.index()],
            seen: Seats::from_fn(seats, |seat| state.knowledge.last_seen(Viewer::Seat(seat), card)),
            shown: state.knowledge.last_seen(Viewer::Spectator, card),
        };
        let hand = |seat: Seat| {
            let mut hand = vec![None; state.slots_of(seat)];
            state.hand(seat).for_each(|(slot, card)| hand[usize::from(slot)] = Some(laid(card)));
            hand
        };
        View {
            viewer,
            rules: state.rules().clone(),
            round: state.round,
            first: state.first,
            turn: state.turn,
            turn_number: state.turn_number,
            stage: state.stage,
            gift: state.gift,
            caller: state.caller,
            looked: state.looked,
            ready: state.ready,
            hands: Seats::from_fn(seats, hand),
            held: state.held.map(|card| {
                let shuffle = state.shuffle_of[card.index()];
                Held { card: seen(card), one_of: announced(card), shuffle }
            }),
            draw_pile: state.draw_pile().len() as u8,
            shuffles: shuffles(state),
            discard_pile: state.discard_pile().to_vec(),
            discard: state.discard,
            flipped_by: state.flipped_by,
            wrong_flips: Seats::from_fn(seats, |seat| state.wrong[seat.index()]),
            scores: state.scores(),
            last: state.last.as_ref().map(|last| state.result(last)),
            outcome: state.outcome(),
        }
    }

    /// What lies at the spot.
    pub fn at(&self, spot: Spot) -> Option<&Laid> {
        self.hands.get(spot.seat)?.get(usize::from(spot.slot))?.as_ref()
    }

    /// The top discard.
    pub fn top(&self) -> Option<Card> {
        self.discard_pile.last().copied()
    }

    /// Every card that lies face-down, with its spot.
    pub fn laid(&self) -> impl Iterator<Item = (Spot, &Laid)> {
        self.hands.iter().flat_map(|(seat, hand)| {
            let slots = (0_u8..).zip(hand);
            slots.filter_map(move |(slot, laid)| Some((Spot { seat, slot }, laid.as_ref()?)))
        })
    }

    /// How many cards lie in front of the seat.
    pub fn cards_of(&self, seat: Seat) -> usize {
        self.hands[seat].iter().flatten().count()
    }
}

/// The cards by the shuffle that they were in last.
fn shuffles(state: &Kaboom) -> Vec<Set> {
    let mut shuffles = vec![Set::EMPTY; usize::from(state.last_shuffle()) + 1];
    Set::ALL.iter().for_each(|card| shuffles[usize::from(state.shuffle_of[card.index()])].insert(card));
    shuffles
}
