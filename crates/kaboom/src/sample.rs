use arrayvec::ArrayVec;
use cards::Card as _;
use cards::french::{Card, Set};
use game::{Deals, Game, MAX_SEATS, Rng, Seat, Seats, Seed, shuffle};

use crate::ability::Ability;
use crate::action::Spot;
use crate::event::RoundResult;
use crate::state::{Kaboom, LastRound};
use crate::view::{Laid, View};

/// A world that fits the view, each equally likely.
///
/// The viewer's known cards lie where it knows them. Of the others everyone knows from which shuffle the card in a place came, so
/// each shuffle's cards are dealt to its own places. There, a card that was announced with an ability is one of that ability's; no
/// card has two abilities, so drawing these first and all others after them favours no world. What the other seats have seen is
/// open by place, so each knows whatever card came to lie there.
pub(crate) fn sample(view: &View, rng: &mut impl Rng) -> Kaboom {
    let deals = Deals::Seed(Seed::random(rng));
    let mut state = Kaboom::before_the_deal(view.rules.clone(), deals, view.hands.len());
    restore(view, &mut state);
    let mut unknown = Unknown::of_shuffles(view, rng);
    let mut next = |shuffle: u8, known, one_of| unknown[usize::from(shuffle)].card(known, one_of);
    for (spot, laid) in view.laid() {
        let card = next(laid.shuffle, laid.card, laid.one_of);
        lay(&mut state, spot, laid, card);
    }
    if let Some(held) = view.held {
        let card = next(held.shuffle, held.card, held.one_of);
        state.held = Some(card);
        state.knowledge.show(view.turn, card, view.turn_number);
        announce(&mut state, card, held.one_of);
    }
    let draw_pile = unknown.pop().expect("the deal is a shuffle").rest;
    for (place, card) in state.deck.iter_mut().zip(draw_pile) {
        *place = card;
    }
    state.deck_end = view.draw_pile;
    state
}

/// The cards of one shuffle that the viewer cannot place, in random order.
struct Unknown {
    /// Set aside for the places where an ability was announced.
    announced: [ArrayVec<Card, { Card::COUNT }>; Ability::ALL.len()],
    rest: ArrayVec<Card, { Card::COUNT }>,
}

impl Unknown {
    /// One for each shuffle of the view.
    fn of_shuffles(view: &View, rng: &mut impl Rng) -> Vec<Unknown> {
        let laid = view.laid().map(|(_, laid)| (laid.shuffle, laid.card, laid.one_of));
        let held = view.held.map(|held| (held.shuffle, held.card, held.one_of));
        let places: ArrayVec<_, { Card::COUNT }> = laid.chain(held).collect();
        let known: Set = places.iter().filter_map(|(_, card, _)| *card).collect();
        let face_up: Set = view.discard_pile.iter().copied().collect();
        let of_shuffle = |(shuffle, cards): (u8, &Set)| {
            let wanted =
                |ability| places.iter().filter(|place| **place == (shuffle, None, Some(ability))).count();
            Unknown::new(*cards - known - face_up, wanted, rng)
        };
        (0..=u8::MAX).zip(&view.shuffles).map(of_shuffle).collect()
    }

    fn new(cards: Set, wanted: impl Fn(Ability) -> usize, rng: &mut impl Rng) -> Unknown {
        let mut rest: ArrayVec<Card, { Card::COUNT }> = cards.iter().collect();
        shuffle(&mut rest, rng);
        let announced = Ability::ALL.map(|ability| {
            let wanted = wanted(ability);
            let mut drawn = ArrayVec::new();
            rest.retain(|card| {
                let fits = drawn.len() < wanted && Ability::of(*card) == Some(ability);
                if fits {
                    drawn.push(*card);
                }
                !fits
            });
            drawn
        });
        // Those were the first of their ability, so the others of it would stand too far back.
        shuffle(&mut rest, rng);
        Unknown { announced, rest }
    }

    /// The card if it is known, or the next that it may be.
    fn card(&mut self, known: Option<Card>, one_of: Option<Ability>) -> Card {
        let drawn = match (known, one_of) {
            (Some(card), _) => Some(card),
            (None, Some(ability)) => self.announced[ability as usize].pop(),
            (None, None) => self.rest.pop(),
        };
        drawn.expect("the view has as many places as there are cards for them")
    }
}

/// Everything that the view says outright.
fn restore(view: &View, state: &mut Kaboom) {
    state.pile[..view.discard_pile.len()].copy_from_slice(&view.discard_pile);
    state.discards = view.discard_pile.len() as u8;
    state.discard = view.discard;
    state.turn_number = view.turn_number;
    state.round = view.round;
    state.first = view.first;
    state.turn = view.turn;
    state.stage = view.stage;
    state.gift = view.gift;
    state.caller = view.caller;
    state.flipped_by = view.flipped_by;
    state.looked = view.looked;
    state.ready = view.ready;
    state.shuffled = view.shuffles.last().copied().unwrap_or(Set::ALL);
    state.reshuffles = view.shuffles.len().saturating_sub(1) as u16;
    for (number, cards) in (0..=u8::MAX).zip(&view.shuffles) {
        cards.iter().for_each(|card| state.shuffle_of[card.index()] = number);
    }
    state.scores = array(&view.scores);
    state.wrong = array(&view.wrong_flips);
    state.last = view.last.as_ref().map(fold);
}

/// The small form of a round's result.
fn fold(result: &RoundResult) -> LastRound {
    LastRound {
        round: result.round,
        first: result.first,
        ending: result.ending,
        caller: result.caller,
        hands: array(&result.hands),
    }
}

fn array<T: Copy + Default>(seats: &Seats<T>) -> [T; MAX_SEATS] {
    let mut array = [T::default(); MAX_SEATS];
    seats.iter().for_each(|(seat, item)| array[seat.index()] = *item);
    array
}

/// Puts the card there, with who has seen it.
fn lay(state: &mut Kaboom, spot: Spot, laid: &Laid, card: Card) {
    state.slots[spot.seat.index()][usize::from(spot.slot)] = card;
    state.filled[spot.seat.index()] |= 1 << spot.slot;
    for seat in Seat::all(state.seats()) {
        if let Some(turn) = laid.seen[seat] {
            state.knowledge.show(seat, card, turn);
        }
    }
    if let Some(turn) = laid.shown {
        state.knowledge.show_public(card, turn);
    }
    announce(state, card, laid.one_of);
}

fn announce(state: &mut Kaboom, card: Card, one_of: Option<Ability>) {
    if one_of.is_some() {
        state.knowledge.announced.insert(card);
    }
}
