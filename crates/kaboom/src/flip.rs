use game::{Game, Seat, Sink};

use crate::ability::Ability;
use crate::action::{Action, Spot};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::round::Supply;
use crate::stage::Stage;
use crate::state::Kaboom;
use crate::view::Gift;

/// Flips: at any moment, by any seat, judged in the order in which they come.
impl Kaboom {
    /// Whether there is a discard to flip onto, a card to flip, and nobody to wait for.
    #[inline]
    pub(crate) fn can_be_flipped_onto(&self) -> bool {
        let in_play = !matches!(self.stage, Stage::Ready | Stage::Over | Stage::NoDeck);
        in_play && self.gift.is_none() && Seat::all(self.seats()).any(|seat| self.open_slots(seat) != 0)
    }

    /// Whether the seat may flip, where anybody may.
    #[inline]
    pub(crate) fn has_flip(&self, seat: Seat) -> bool {
        seat.index() < self.seats() && self.check_flipper(seat).is_ok()
    }

    #[inline]
    fn check_flipper(&self, seat: Seat) -> Result<(), Refusal> {
        if let Some(by) = self.flipped_by.filter(|by| *by != seat) {
            return Err(Refusal::FlippedByAnother(by));
        }
        if seat == self.turn && self.stage != Stage::FirstMove {
            return Err(Refusal::PastFirstMove);
        }
        let used_up = self.wrong[seat.index()] >= self.rules().wrong_flips();
        if used_up { Err(Refusal::WrongBefore) } else { Ok(()) }
    }

    /// Whether the seat may flip this card onto this discard. The card's rank is not asked for: that would tell it.
    pub(crate) fn check_flip(&self, seat: Seat, spot: Spot, discard: u32) -> Result<(), Refusal> {
        if self.stage == Stage::Ready {
            return Err(Refusal::NoDiscard);
        }
        if seat.index() >= self.seats() {
            return Err(Refusal::NotYourTurn);
        }
        if discard != self.discard {
            return Err(Refusal::PileChanged { top: self.discard });
        }
        if let Some(gift) = self.gift.filter(|gift| gift.flipper == seat) {
            return Err(Refusal::GiftPending(gift.flipper));
        }
        self.check_flipper(seat)?;
        self.check_open(spot)
    }

    pub(crate) fn flip(&mut self, seat: Seat, spot: Spot, events: &mut impl Sink<Event>) {
        let card = self.card_at(spot);
        if card.rank() != self.top_discard().rank() {
            self.knowledge.show_all(card, self.turn_number);
            events.emit(|| Event::FlippedWrong { seat, spot, card });
            self.wrong[seat.index()] += 1;
            self.punish(seat, events);
            return;
        }
        self.leave(spot);
        self.put_on_pile(card, Some(seat));
        events.emit(|| Event::Flipped { seat, spot, card, discard: self.discard });
        if spot.seat != seat && self.filled[seat.index()] != 0 {
            self.gift = Some(Gift { flipper: seat, to: spot });
            events.emit(|| Event::GiftAsked { seat, to: spot });
        }
    }

    /// Penalty cards for a wrong flip, as far as there are any.
    fn punish(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        for _ in 0..self.rules().flip_penalty {
            let Supply::Card(card) = self.next_card(events) else { return };
            let slot = self.filled[seat.index()].trailing_ones() as u8;
            self.filled[seat.index()] |= 1 << slot;
            self.slots[seat.index()][usize::from(slot)] = card;
            events.emit(|| Event::Penalty { seat, slot });
        }
    }

    /// Whether the flipper may do this about the card that it may give.
    pub(crate) fn check_gift(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Give(slot) if !self.is_filled(Spot { seat, slot }) => {
                Err(Refusal::Empty(Spot { seat, slot }))
            }
            _ => Ok(()),
        }
    }

    /// Gives the card, or none, and lets play go on.
    pub(crate) fn give(&mut self, seat: Seat, slot: Option<u8>, events: &mut impl Sink<Event>) {
        let Some(gift) = self.gift.take() else { return };
        let Some(slot) = slot else {
            events.emit(|| Event::GiftDeclined { seat });
            return;
        };
        let (from, to) = (Spot { seat, slot }, gift.to);
        let card = self.card_at(from);
        self.leave(from);
        self.slots[to.seat.index()][usize::from(to.slot)] = card;
        self.filled[to.seat.index()] |= 1 << to.slot;
        events.emit(|| Event::Gave { seat, slot, to });
    }

    /// Empties the slot. A pick of an ability that names the card there falls away with it.
    fn leave(&mut self, spot: Spot) {
        self.filled[spot.seat.index()] &= !(1 << spot.slot);
        match self.stage {
            Stage::SwapWith(first) if first == spot => self.stage = Stage::Pick(Ability::Swap),
            Stage::PeekAgain(Some(first)) if first == spot => self.stage = Stage::PeekAgain(None),
            _ => {}
        }
    }
}
