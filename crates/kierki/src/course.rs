use std::sync::Arc;

use cards::Card as _;
use cards::french::{Card, Set};
use game::{Deals, Game, Outcome, Purpose, Seat, Sink};

use crate::deal::DealPlan;
use crate::event::{DealResult, Event};
use crate::rules::Rules;
use crate::seats::SEATS;
use crate::state::{CARDS, HAND, Kierki, SUIT_OF, Setup, seat_of_bits};
use crate::view::{Earlier, Stage};

/// The course of a match.
impl Kierki {
    pub(crate) fn before_the_deal(rules: Rules, deals: Deals) -> Kierki {
        Kierki {
            setup: Arc::new(Setup { rules, deals }),
            hands: [Set::EMPTY; SEATS],
            scores: [0; SEATS],
            takers: 0,
            last_points: [0; SEATS],
            deal: 0,
            order: [Card::at(0); CARDS],
            played: 0,
            last_tricks: 0,
            turn: Seat::FIRST,
            stage: Stage::Play,
            earlier: Earlier::default(),
        }
    }

    pub(crate) fn next_deal(&mut self, events: &mut impl Sink<Event>) {
        let mut used = self.deal;
        self.deal += 1;
        self.played = 0;
        self.takers = 0;
        self.turn = self.plan().first;
        let deck = self.setup.deals.next_deck::<CARDS>(&mut used, Purpose::DEAL, self.deal, 0);
        let Some(deck) = deck else {
            self.stage = Stage::NoDeck;
            self.hands = [Set::EMPTY; SEATS];
            events.emit(|| Event::DecksRanOut { deal: self.deal });
            return;
        };
        for (hand, cards) in self.hands.iter_mut().zip(deck.chunks_exact(HAND)) {
            *hand = Set::from_mask(cards.iter().fold(0, |mask, card| mask | 1 << card));
        }
        let DealPlan { kind, first } = self.plan();
        events.emit(|| Event::DealBegan { deal: self.deal, kind, first });
        events.emit(|| Event::Dealt { hands: self.hands.map(Some).into() });
    }

    pub(crate) fn take_trick(&mut self, leader: Seat, events: &mut impl Sink<Event>) {
        let trick = usize::from(self.played) / SEATS - 1;
        let cards: [Card; SEATS] = std::array::from_fn(|place| self.order[SEATS * trick + place]);
        let all = cards.iter().fold(Set::EMPTY, |set, card| set | (*card).into());
        let highest = 63 - (all & SUIT_OF[cards[0].index()]).mask().leading_zeros() as usize;
        // Which place won is anybody's guess, so this adds up instead of branching.
        let place: usize = (1..SEATS).map(|place| place * usize::from(cards[place].index() == highest)).sum();
        let taker = seat_of_bits((leader.index() + place) as u32);
        self.takers |= (taker.index() as u32) << (2 * trick);
        self.turn = taker;
        events.emit(|| {
            let points = self.plan().kind.points(trick + 1, all, self.setup.rules.traditional_scores);
            Event::Taken { trick: trick as u8 + 1, cards, taker, points }
        });
        if trick + 1 == HAND || self.setup.rules.end_early && self.all_points_taken() {
            self.end_deal(events);
        }
    }

    /// Whether no card that costs points is left, in a deal whose tricks cost nothing by themselves.
    fn all_points_taken(&self) -> bool {
        let kind = self.plan().kind;
        let held = self.hands.iter().fold(Set::EMPTY, |all, hand| all | *hand);
        !kind.counts_tricks() && (held & kind.costly()).is_empty()
    }

    fn end_deal(&mut self, events: &mut impl Sink<Event>) {
        let points = self.points();
        self.last_points = points.map(|points| points as u16);
        self.last_tricks = self.played / SEATS as u8;
        self.scores = std::array::from_fn(|seat| self.scores[seat] + points[seat]);
        self.earlier.push(&self.order[..self.played.into()]);
        let DealPlan { kind, first } = self.plan();
        events.emit(|| {
            Event::DealEnded(DealResult {
                deal: self.deal,
                kind,
                first,
                tricks: self.last_tricks,
                points: points.into(),
                scores: self.scores(),
            })
        });
        if usize::from(self.deal) == self.setup.rules.deals.len() {
            self.stage = Stage::Over;
            events.emit(|| Event::MatchEnded { outcome: Outcome::lowest(self.scores()) });
        } else {
            self.next_deal(events);
        }
    }
}
