//! A turn: a card from the hand, the top of the draw pile, and what the captures lead to.

use cards::hanafuda::{Card, LIGHTNING, Set};
use game::{Seat, Sink};

use crate::event::{Decision, Event};
use crate::months;
use crate::round::LastEnding;
use crate::rules::KoikoiLimit;
use crate::state::{KoiKoi, SEATS};
use crate::view::Stage;
use crate::yaku::may_have_risen;

/// What is possible.
impl KoiKoi {
    /// The cards that the seat in turn may play.
    #[inline]
    pub(crate) fn playable(&self) -> Set {
        let hand = self.hand(self.turn);
        if !self.setup.rules.must_capture {
            return hand;
        }
        let mut matching = hand & months::spread(self.field);
        if self.setup.rules.wild_lightning && !self.field.is_empty() {
            matching |= hand & LIGHTNING.into();
        }
        if matching.is_empty() { hand } else { matching }
    }

    /// The cards of the field that a card played or drawn matches.
    #[inline]
    pub(crate) fn matches(&self, card: Card) -> Set {
        let others = self.field - card.into();
        if card == LIGHTNING && self.setup.rules.wild_lightning {
            others
        } else {
            others & card.month().cards()
        }
    }

    /// What the card takes if `option` is chosen: all three where the month's other cards lie together.
    fn taken_with(&self, card: Card, option: Card) -> Set {
        let month = (self.field - card.into()) & card.month().cards();
        if month.len() == 3 && month.contains(option) { month } else { option.into() }
    }
}

/// What happens.
impl KoiKoi {
    pub(crate) fn play_card(&mut self, seat: Seat, card: Card, events: &mut impl Sink<Event>) {
        self.pile_before = self.piles[seat.index()];
        events.emit(|| Event::Played { seat, card });
        let field = self.field;
        self.field.insert(card);
        let taken = self.matches(card);
        if self.is_choice(card, taken) {
            events.emit(|| Event::ChoiceArose { seat, card, options: taken });
            self.stage = Stage::ChooseForHand(card);
            return;
        }
        if taken.is_empty() {
            self.passed[seat.index()].learn(field, self.setup.rules.wild_lightning);
        }
        self.capture(seat, card, taken, events);
        self.draw(seat, events);
    }

    pub(crate) fn choose(&mut self, seat: Seat, option: Card, events: &mut impl Sink<Event>) {
        match self.stage {
            Stage::ChooseForHand(card) => {
                self.capture(seat, card, self.taken_with(card, option), events);
                self.draw(seat, events);
            }
            Stage::ChooseForDrawn(card) => {
                self.capture(seat, card, self.taken_with(card, option), events);
                self.end_turn(seat, events);
            }
            Stage::Play | Stage::Decide | Stage::Over | Stage::NoDeck => {}
        }
    }

    fn draw(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        let card = self.draw_pile[usize::from(self.drawn)];
        self.drawn += 1;
        events.emit(|| Event::Drawn { seat, card });
        self.field.insert(card);
        let taken = self.matches(card);
        if self.is_choice(card, taken) {
            events.emit(|| Event::ChoiceArose { seat, card, options: taken });
            self.stage = Stage::ChooseForDrawn(card);
            return;
        }
        self.capture(seat, card, taken, events);
        self.end_turn(seat, events);
    }

    /// Whether it makes a difference which of its matches the card takes.
    #[inline]
    fn is_choice(&self, card: Card, matches: Set) -> bool {
        let whole_month = matches.len() == 3 && card.month().cards().contains_all(matches);
        matches.len() >= 2 && !whole_month
    }

    /// Captures what the card takes of the field, on which it lies too; if that is nothing, it stays there.
    #[inline]
    fn capture(&mut self, seat: Seat, card: Card, taken: Set, events: &mut impl Sink<Event>) {
        events.emit(|| match taken.is_empty() {
            true => Event::Laid { seat, card },
            false => Event::Captured { seat, card, taken },
        });
        // Whether a card finds a match is anybody's guess, so this avoids a branch that would be mispredicted.
        let captured = if taken.is_empty() { Set::EMPTY } else { taken | card.into() };
        self.field -= captured;
        self.piles[seat.index()] |= captured;
    }

    fn end_turn(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        match self.decision(seat) {
            None => self.pass_turn(seat, events),
            Some(decision) => {
                events.emit(|| Event::YakuMade {
                    seat,
                    yaku: self.fresh(),
                    score: self.score(seat),
                    decision,
                });
                match decision {
                    Decision::Open => self.stage = Stage::Decide,
                    Decision::HandEmpty | Decision::AlreadyCalled => self.win(seat, events),
                }
            }
        }
    }

    /// What the yaku made in this turn lead to; `None` if there are none that are new or better.
    #[inline]
    fn decision(&self, seat: Seat) -> Option<Decision> {
        let pile = self.piles[seat.index()];
        if !may_have_risen(pile, self.pile_before, self.rules()) {
            return None;
        }
        let now = self.yakus(seat, pile, false);
        if !now.rose_since(&self.yakus(seat, self.pile_before, false)) {
            return None;
        }
        let limit = self.setup.rules.koikoi_limit;
        let (own, other) = (self.calls[seat.index()], self.calls[seat.next(SEATS).index()]);
        if limit == KoikoiLimit::OnceAndHigher && own > 0 && now.base() <= self.called_at {
            return None;
        }
        Some(if self.hand(seat).is_empty() {
            Decision::HandEmpty
        } else if limit != KoikoiLimit::None && own + other > 0 {
            Decision::AlreadyCalled
        } else {
            Decision::Open
        })
    }

    pub(crate) fn call_koikoi(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        if self.rules().koikoi_limit == KoikoiLimit::OnceAndHigher {
            self.called_at = self.yakus(seat, self.piles[seat.index()], false).base();
        }
        self.calls[seat.index()] += 1;
        events.emit(|| Event::KoiKoi { seat, calls: self.calls[seat.index()] });
        self.pass_turn(seat, events);
    }

    fn pass_turn(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.turn = seat.next(SEATS);
        self.pile_before = self.piles[self.turn.index()];
        self.stage = Stage::Play;
        if self.hand(self.turn).is_empty() {
            self.end_round(LastEnding::RanOut, events);
            self.go_on(events);
        }
    }

    pub(crate) fn win(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.last_pile = self.piles[seat.index()];
        self.end_round(LastEnding::Won { winner: seat, calls: self.calls }, events);
        self.go_on(events);
    }

    fn go_on(&mut self, events: &mut impl Sink<Event>) {
        if self.stage != Stage::Over {
            self.next_round(events);
        }
    }
}
