use cards::french::Card;
use game::{ActionList, Game, Seat, Sink};

use crate::ability::Ability;
use crate::action::{Action, Spot};
use crate::event::Event;
use crate::places::list_slots;
use crate::refusal::Refusal;
use crate::round::Supply;
use crate::stage::Stage;
use crate::state::Kaboom;

/// The slots of the bottom row, at which everyone may look before the first turn.
pub(crate) const BOTTOM_ROW: [u8; 3] = [3, 4, 5];

/// What an awaited seat may do.
impl Kaboom {
    /// All but flips, ascending.
    #[inline]
    pub(crate) fn list_own_actions(&self, seat: Seat, out: &mut ActionList<Action>) {
        let own = self.filled[seat.index()];
        let discard = self.discard;
        if self.gift.is_some() {
            list_slots(own, Action::Give, out);
            out.push(Action::Decline);
            return;
        }
        match self.stage {
            Stage::Ready => {
                if !self.looked.contains(seat) {
                    out.push(Action::Look);
                }
                out.push(Action::Ready);
            }
            Stage::FirstMove => {
                out.push(Action::Draw);
                list_slots(own, |slot| Action::Take { slot, discard }, out);
                if self.caller.is_none() {
                    out.push(Action::Kaboom);
                }
            }
            Stage::Drawn | Stage::Spent => {
                if self.stage == Stage::Drawn && self.usable_ability().is_ok() {
                    out.push(Action::Use);
                }
                list_slots(own, |slot| Action::Keep { slot, discard }, out);
                out.push(Action::Discard);
            }
            Stage::Pick(_) | Stage::SwapWith(_) | Stage::PeekAgain(_) => {
                let swaps = matches!(self.stage, Stage::Pick(Ability::Swap) | Stage::SwapWith(_));
                self.each_open_spot(|spot| {
                    if self.is_target(spot) {
                        out.push(if swaps { Action::Swap(spot) } else { Action::Peek(spot) });
                    }
                });
                out.push(Action::Decline);
            }
            Stage::Over | Stage::NoDeck => {}
        }
    }

    /// Whether the seat may do this, which is neither a flip nor about a gift of its own.
    pub(crate) fn check_turn(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        if self.stage == Stage::Ready {
            return self.check_ready(seat, action);
        }
        match action {
            Action::Look | Action::Ready => return Err(Refusal::Begun),
            Action::Give(_) => return Err(Refusal::NoGift),
            _ => {}
        }
        if let Some(gift) = self.gift {
            return Err(Refusal::GiftPending(gift.flipper));
        }
        if seat != self.turn {
            return Err(Refusal::NotYourTurn);
        }
        match (self.stage, action) {
            (Stage::FirstMove, Action::Draw) => Ok(()),
            (Stage::FirstMove, Action::Take { slot, discard }) => self.check_own(seat, slot, discard),
            (Stage::FirstMove, Action::Kaboom) => {
                self.caller.map_or(Ok(()), |by| Err(Refusal::KaboomCalled(by)))
            }
            (Stage::FirstMove, _) => Err(Refusal::FirstMoveFirst),
            (_, Action::Draw | Action::Take { .. } | Action::Kaboom) => Err(Refusal::FirstMoveDone),
            (Stage::Drawn, Action::Use) => self.usable_ability().map(|_| ()),
            (Stage::Drawn | Stage::Spent, Action::Keep { slot, discard }) => {
                self.check_own(seat, slot, discard)
            }
            (Stage::Drawn | Stage::Spent, Action::Discard) => Ok(()),
            (_, Action::Use) => Err(Refusal::AbilitySpent),
            (Stage::Drawn | Stage::Spent, _) => Err(Refusal::NothingToPick),
            (Stage::Pick(Ability::Swap) | Stage::SwapWith(_), Action::Swap(spot)) => self.check_target(spot),
            (Stage::Pick(Ability::Swap) | Stage::SwapWith(_), Action::Peek(spot)) => {
                Err(Refusal::NotATarget(spot))
            }
            (_, Action::Peek(spot)) => self.check_target(spot),
            (_, Action::Swap(spot)) => Err(Refusal::NotATarget(spot)),
            (_, Action::Decline) => Ok(()),
            (_, _) => Err(Refusal::PickFirst),
        }
    }

    fn check_ready(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Look | Action::Ready if seat.index() >= self.seats() => Err(Refusal::NotYourTurn),
            Action::Look | Action::Ready if self.ready.contains(seat) => Err(Refusal::AlreadyReady),
            Action::Look if self.looked.contains(seat) => Err(Refusal::AlreadyLooked),
            Action::Look | Action::Ready => Ok(()),
            _ => Err(Refusal::BeforeTheFirstTurn),
        }
    }

    /// Whether the seat can put a card in place of its own, with this discard on top.
    fn check_own(&self, seat: Seat, slot: u8, discard: u32) -> Result<(), Refusal> {
        let spot = Spot { seat, slot };
        if discard != self.discard {
            return Err(Refusal::PileChanged { top: self.discard });
        }
        if self.is_filled(spot) { Ok(()) } else { Err(Refusal::Empty(spot)) }
    }

    fn check_target(&self, spot: Spot) -> Result<(), Refusal> {
        self.check_open(spot)?;
        if self.is_target(spot) { Ok(()) } else { Err(Refusal::NotATarget(spot)) }
    }

    /// Whether a card lies there that is not locked.
    pub(crate) fn check_open(&self, spot: Spot) -> Result<(), Refusal> {
        if !self.is_filled(spot) {
            return Err(Refusal::Empty(spot));
        }
        if self.is_locked(spot.seat) { Err(Refusal::Locked(spot)) } else { Ok(()) }
    }

    /// Whether the ability that waits can be used on this card.
    #[inline]
    fn is_target(&self, spot: Spot) -> bool {
        match self.stage {
            Stage::Pick(Ability::PeekOwn) => spot.seat == self.turn,
            Stage::Pick(Ability::PeekOther) => spot.seat != self.turn,
            Stage::Pick(Ability::Swap) => {
                Seat::all(self.seats()).any(|seat| seat != spot.seat && self.open_slots(seat) != 0)
            }
            Stage::Pick(Ability::PeekTwo) => true,
            Stage::SwapWith(first) => spot.seat != first.seat,
            Stage::PeekAgain(first) => Some(spot) != first,
            Stage::Ready | Stage::FirstMove | Stage::Drawn | Stage::Spent | Stage::Over | Stage::NoDeck => {
                false
            }
        }
    }

    /// The ability of the drawn card, if there is a card to use it on.
    #[inline]
    fn usable_ability(&self) -> Result<Ability, Refusal> {
        let ability = self.held.and_then(Ability::of).ok_or(Refusal::NoAbility)?;
        let with_cards = Seat::all(self.seats()).filter(|seat| self.open_slots(*seat) != 0);
        let own = usize::from(self.open_slots(self.turn) != 0);
        let usable = match ability {
            Ability::PeekOwn => own > 0,
            Ability::PeekOther => with_cards.count() > own,
            Ability::Swap => with_cards.count() > 1,
            Ability::PeekTwo => with_cards.count() > 0,
        };
        if usable { Ok(ability) } else { Err(Refusal::NoTarget) }
    }
}

/// What it does.
impl Kaboom {
    pub(crate) fn look(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.looked.insert(seat);
        BOTTOM_ROW.into_iter().for_each(|slot| self.see(seat, Spot { seat, slot }, events));
    }

    pub(crate) fn get_ready(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.ready.insert(seat);
        events.emit(|| Event::Ready { seat });
        if self.ready.len() == self.seats() {
            self.begin_play(events);
        }
    }

    /// Draws a card. Where penalties have used up the last one since the turn began, the round ends.
    pub(crate) fn draw(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        match self.next_card(events) {
            Supply::Card(card) => {
                self.held = Some(card);
                self.knowledge.show(seat, card, self.turn_number);
                self.stage = Stage::Drawn;
                events.emit(|| Event::Drew { seat, card: Some(card) });
            }
            Supply::Dry => self.run_out_of_cards(events),
            Supply::NoDeck => {}
        }
    }

    pub(crate) fn take(&mut self, seat: Seat, slot: u8, events: &mut impl Sink<Event>) {
        let card = self.top_discard();
        self.discards -= 1;
        self.knowledge.show_all(card, self.turn_number);
        let (replaced, discard) = self.replace(seat, slot, card);
        events.emit(|| Event::Took { seat, slot, card, replaced, discard });
        self.end_turn(events);
    }

    pub(crate) fn keep(&mut self, seat: Seat, slot: u8, events: &mut impl Sink<Event>) {
        if let Some(card) = self.held.take() {
            let (replaced, discard) = self.replace(seat, slot, card);
            events.emit(|| Event::Kept { seat, slot, card: Some(card), replaced, discard });
        }
        self.end_turn(events);
    }

    pub(crate) fn discard_held(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        if let Some(card) = self.held.take() {
            self.put_on_pile(card, None);
            events.emit(|| Event::Discarded { seat, card, discard: self.discard });
        }
        self.end_turn(events);
    }

    pub(crate) fn call_kaboom(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.caller = Some(seat);
        events.emit(|| Event::Kaboom { seat });
        self.end_turn(events);
    }

    pub(crate) fn use_ability(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        if let Some((card, ability)) = self.held.and_then(|card| Some((card, Ability::of(card)?))) {
            self.knowledge.announced.insert(card);
            self.stage = Stage::Pick(ability);
            events.emit(|| Event::Used { seat, ability });
        }
    }

    pub(crate) fn peek(&mut self, seat: Seat, spot: Spot, events: &mut impl Sink<Event>) {
        self.see(seat, spot, events);
        let first_of_two = self.stage == Stage::Pick(Ability::PeekTwo);
        self.stage = Stage::PeekAgain(Some(spot));
        let mut more = false;
        self.each_open_spot(|other| more |= other != spot);
        if !first_of_two || !more {
            self.stage = Stage::Spent;
        }
    }

    pub(crate) fn swap(&mut self, seat: Seat, spot: Spot, events: &mut impl Sink<Event>) {
        let Stage::SwapWith(first) = self.stage else {
            self.stage = Stage::SwapWith(spot);
            events.emit(|| Event::Picked { seat, spot });
            return;
        };
        let (one, other) = (self.card_at(first), self.card_at(spot));
        self.slots[first.seat.index()][usize::from(first.slot)] = other;
        self.slots[spot.seat.index()][usize::from(spot.slot)] = one;
        self.stage = Stage::Spent;
        events.emit(|| Event::Swapped { seat, one: first, other: spot });
    }

    pub(crate) fn decline(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.stage = Stage::Spent;
        events.emit(|| Event::Declined { seat });
    }

    fn see(&mut self, seat: Seat, spot: Spot, events: &mut impl Sink<Event>) {
        let card = self.card_at(spot);
        self.knowledge.show(seat, card, self.turn_number);
        events.emit(|| Event::Peeked { seat, spot, card: Some(card) });
    }

    /// Puts the card in place of the one in the slot, which goes onto the discard pile.
    fn replace(&mut self, seat: Seat, slot: u8, card: Card) -> (Card, u32) {
        let replaced = std::mem::replace(&mut self.slots[seat.index()][usize::from(slot)], card);
        self.put_on_pile(replaced, None);
        (replaced, self.discard)
    }

    /// Puts the card on top of the discard pile, with the next number.
    pub(crate) fn put_on_pile(&mut self, card: Card, flipped_by: Option<Seat>) {
        self.pile[usize::from(self.discards)] = card;
        self.discards += 1;
        self.discard += 1;
        self.flipped_by = flipped_by;
        self.knowledge.forget(card);
        if self.rules().one_wrong_flip_per_discard {
            self.wrong = Default::default();
        }
    }
}
