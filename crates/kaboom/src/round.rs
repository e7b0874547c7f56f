use cards::Card as _;
use cards::french::{Card, Set};
use game::{Game, MAX_SEATS, Purpose, Seat, SeatSet, Seats, Sink};

use crate::ability::value;
use crate::event::{Ending, Event, RoundResult};
use crate::rules::MOST_ROUNDS;
use crate::stage::Stage;
use crate::state::{Kaboom, LastRound};

/// Cards that everyone is dealt.
pub(crate) const HAND: usize = 6;
/// What a caller pays who does not have the lowest sum.
pub(crate) const FAILED_CALL: i32 = 10;

/// What the draw pile gives.
pub(crate) enum Supply {
    Card(Card),
    /// Nothing: neither pile has a card to draw.
    Dry,
    /// Nothing: the deck for the reshuffle was not given.
    NoDeck,
}

/// From the deal to the first turn, and on to the next turn.
impl Kaboom {
    /// Deals a round: six cards to each seat from the first one on, slot by slot; the rest is the draw pile.
    pub(crate) fn deal(&mut self, events: &mut impl Sink<Event>) {
        let setup = &self.setup;
        let deck = setup.deals.next_deck(&mut self.decks_used, Purpose::DEAL, self.round.into(), 0);
        let Some(deck) = deck else {
            self.stop_for_want_of_a_deck(events);
            return;
        };
        self.deck = deck.map(|index: u8| Card::at(index.into()));
        self.shuffled = Set::ALL;
        self.shuffle_of = [0; Card::COUNT];
        let mut seat = self.first;
        for hand in self.deck.chunks_exact(HAND).take(self.seats.into()) {
            self.slots[seat.index()][..HAND].copy_from_slice(hand);
            self.filled[seat.index()] = (1 << HAND) - 1;
            seat = seat.next(self.seats.into());
        }
        self.drawn = HAND as u8 * self.seats;
        self.deck_end = Card::COUNT as u8;
        self.discards = 0;
        self.knowledge.clear();
        self.turn_number = 0;
        self.reshuffles = 0;
        self.wrong = [0; MAX_SEATS];
        self.turn = self.first;
        self.stage = Stage::Ready;
        self.caller = None;
        self.flipped_by = None;
        self.looked = SeatSet::EMPTY;
        self.ready = SeatSet::EMPTY;
        events.emit(|| Event::RoundBegan { round: self.round, first: self.first });
    }

    /// Turns the first discard and begins the first turn.
    pub(crate) fn begin_play(&mut self, events: &mut impl Sink<Event>) {
        if let Supply::Card(card) = self.next_card(events) {
            self.put_on_pile(card, None);
            events.emit(|| Event::Turned { card, discard: self.discard });
        }
        self.begin_turn(self.first, events);
    }

    /// Goes on with the next seat, unless the round is over.
    pub(crate) fn end_turn(&mut self, events: &mut impl Sink<Event>) {
        let next = self.turn.next(self.seats.into());
        let turns = u16::from(self.rules().turn_limit) * u16::from(self.seats);
        if self.caller == Some(next) {
            self.end_round(Ending::Kaboom, events);
        } else if self.turn_number >= turns {
            self.end_round(Ending::TurnLimit, events);
        } else if self.is_dry() {
            self.run_out_of_cards(events);
        } else {
            self.begin_turn(next, events);
        }
    }

    fn begin_turn(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.turn = seat;
        self.turn_number += 1;
        self.stage = Stage::FirstMove;
        if !self.rules().one_wrong_flip_per_discard {
            self.wrong = [0; MAX_SEATS];
        }
        events.emit(|| Event::TurnBegan { seat, turn: self.turn_number });
    }

    pub(crate) fn run_out_of_cards(&mut self, events: &mut impl Sink<Event>) {
        self.end_round(Ending::OutOfCards, events);
    }

    /// Whether no card could be drawn even with the discards under the top one.
    fn is_dry(&self) -> bool {
        self.drawn == self.deck_end && self.discards < 2
    }

    /// The top card of the draw pile, for which the discard pile is reshuffled if need be.
    #[inline]
    pub(crate) fn next_card(&mut self, events: &mut impl Sink<Event>) -> Supply {
        if self.is_dry() {
            return Supply::Dry;
        }
        if self.drawn == self.deck_end && !self.reshuffle(events) {
            return Supply::NoDeck;
        }
        let card = self.deck[usize::from(self.drawn)];
        self.drawn += 1;
        Supply::Card(card)
    }

    /// Makes a draw pile of all discards but the top one, in the order that they have in the next deck.
    fn reshuffle(&mut self, events: &mut impl Sink<Event>) -> bool {
        let deals = &self.setup.deals;
        let order: Option<[u8; Card::COUNT]> =
            deals.next_deck(&mut self.decks_used, Purpose::RESHUFFLE, self.round.into(), self.reshuffles);
        let Some(order) = order else {
            self.stop_for_want_of_a_deck(events);
            return false;
        };
        let top = usize::from(self.discards) - 1;
        self.shuffled = self.pile[..top].iter().copied().collect();
        let cards = order.into_iter().map(|index| Card::at(index.into()));
        let cards = cards.filter(|card| self.shuffled.contains(*card));
        self.deck.iter_mut().zip(cards).for_each(|(place, card)| *place = card);
        self.drawn = 0;
        self.deck_end = top as u8;
        self.pile[0] = self.pile[top];
        self.discards = 1;
        self.reshuffles = self.reshuffles.saturating_add(1);
        let number = self.last_shuffle();
        self.shuffled.iter().for_each(|card| self.shuffle_of[card.index()] = number);
        events.emit(|| Event::Reshuffled { cards: self.deck_end });
        true
    }

    /// The number of the shuffle that the draw pile comes from. From the 255th on they are not told apart.
    pub(crate) fn last_shuffle(&self) -> u8 {
        self.reshuffles.try_into().unwrap_or(u8::MAX)
    }

    fn stop_for_want_of_a_deck(&mut self, events: &mut impl Sink<Event>) {
        self.stage = Stage::NoDeck;
        events.emit(|| Event::DecksRanOut { round: self.round });
    }
}

/// The end of a round.
impl Kaboom {
    fn end_round(&mut self, ending: Ending, events: &mut impl Sink<Event>) {
        let mut hands = [Set::EMPTY; MAX_SEATS];
        for seat in Seat::all(self.seats.into()) {
            hands[seat.index()] = self.hand(seat).map(|(_, card)| card).collect();
        }
        let last = LastRound { round: self.round, first: self.first, ending, caller: self.caller, hands };
        self.last = Some(last);
        for (seat, points) in self.points(&last).iter() {
            self.scores[seat.index()] += points;
        }
        events.emit(|| Event::Revealed { hands: Seats::from_fn(self.seats(), |seat| self.laid_out(seat)) });
        events.emit(|| Event::RoundEnded(self.result(&last)));
        if self.was_last_round() {
            self.stage = Stage::Over;
            self.reveal(&last);
            events.emit(|| Event::MatchEnded { outcome: game::Outcome::lowest(self.scores()) });
            return;
        }
        self.round += 1;
        self.first = self.first.next(self.seats.into());
        self.deal(events);
        if self.stage == Stage::NoDeck {
            self.reveal(&last);
        }
    }

    /// What was revealed stays known where the match stops with it on the table.
    fn reveal(&mut self, last: &LastRound) {
        for card in last.hands.iter().flat_map(|hand| hand.iter()) {
            self.knowledge.show_all(card, self.turn_number);
        }
    }

    fn was_last_round(&self) -> bool {
        let rules = self.rules();
        if rules.until_score == 0 {
            return self.round >= rules.rounds;
        }
        let reached = self.scores.iter().any(|score| *score >= i32::from(rules.until_score));
        reached || self.round >= MOST_ROUNDS
    }

    /// The seat's cards by slot, up to its last card but at least both rows.
    pub(crate) fn laid_out(&self, seat: Seat) -> Vec<Option<Card>> {
        let mut laid = vec![None; self.slots_of(seat)];
        self.hand(seat).for_each(|(slot, card)| laid[usize::from(slot)] = Some(card));
        laid
    }

    /// How many slots the seat has: both rows, and on to its last card. An empty slot behind that is the next new one.
    pub(crate) fn slots_of(&self, seat: Seat) -> usize {
        HAND.max((u64::BITS - self.filled[seat.index()].leading_zeros()) as usize)
    }

    fn sums(&self, last: &LastRound) -> Seats<i32> {
        Seats::from_fn(self.seats.into(), |seat| last.hands[seat.index()].iter().map(value).sum())
    }

    fn points(&self, last: &LastRound) -> Seats<i32> {
        let sums = self.sums(last);
        let wins = |caller: Seat| {
            sums.iter()
                .filter(|(seat, _)| *seat != caller)
                .all(|(_, sum)| sums[caller] < *sum || sums[caller] == *sum && self.rules().caller_wins_ties)
        };
        sums.map(|seat, sum| match last.caller {
            Some(caller) if caller == seat => {
                if wins(caller) {
                    0
                } else {
                    sum + FAILED_CALL
                }
            }
            _ => *sum,
        })
    }

    /// The full result of the round that ended last.
    pub(crate) fn result(&self, last: &LastRound) -> RoundResult {
        RoundResult {
            round: last.round,
            first: last.first,
            ending: last.ending,
            caller: last.caller,
            hands: Seats::from_fn(self.seats(), |seat| last.hands[seat.index()]),
            sums: self.sums(last),
            points: self.points(last),
            scores: self.scores(),
        }
    }
}
