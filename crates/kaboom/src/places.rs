use cards::Card as _;
use cards::french::{Card, Set};
use game::{ActionList, Game, Seat};

use crate::action::{Action, Spot};
use crate::rules::Rules;
use crate::state::Kaboom;

/// What lies where.
impl Kaboom {
    #[inline]
    pub(crate) fn rules(&self) -> &Rules {
        &self.setup.rules
    }

    #[inline]
    pub(crate) fn card_at(&self, spot: Spot) -> Card {
        self.slots[spot.seat.index()][usize::from(spot.slot)]
    }

    #[inline]
    pub(crate) fn is_filled(&self, spot: Spot) -> bool {
        self.filled[spot.seat.index()] >> spot.slot & 1 == 1
    }

    /// The seat's cards with their slots, ascending.
    pub(crate) fn hand(&self, seat: Seat) -> impl Iterator<Item = (u8, Card)> {
        bits(self.filled[seat.index()]).map(move |slot| (slot, self.slots[seat.index()][usize::from(slot)]))
    }

    pub(crate) fn draw_pile(&self) -> &[Card] {
        &self.deck[self.drawn.into()..self.deck_end.into()]
    }

    pub(crate) fn discard_pile(&self) -> &[Card] {
        &self.pile[..self.discards.into()]
    }

    pub(crate) fn top_discard(&self) -> Card {
        self.pile[usize::from(self.discards) - 1]
    }

    /// The slots of the seat with cards that may be flipped, swapped or peeked at.
    #[inline]
    pub(crate) fn open_slots(&self, seat: Seat) -> u64 {
        if self.is_locked(seat) { 0 } else { self.filled[seat.index()] }
    }

    #[inline]
    pub(crate) fn is_locked(&self, seat: Seat) -> bool {
        self.caller == Some(seat) && self.rules().lock_caller
    }

    /// All spots with such cards, ascending.
    #[inline]
    pub(crate) fn each_open_spot(&self, mut visit: impl FnMut(Spot)) {
        for seat in Seat::all(self.seats()) {
            bits(self.open_slots(seat)).for_each(|slot| visit(Spot { seat, slot }));
        }
    }

    /// The conservation of cards: each of the 54 lies in exactly one place.
    pub(crate) fn has_every_card_once(&self) -> bool {
        let hands = Seat::all(self.seats()).flat_map(|seat| self.hand(seat)).map(|(_, card)| card);
        let piles = self.draw_pile().iter().chain(self.discard_pile()).copied();
        let all = hands.chain(piles).chain(self.held);
        let (mut set, mut count) = (Set::EMPTY, 0);
        for card in all {
            set.insert(card);
            count += 1;
        }
        set == Set::ALL && count == Card::COUNT
    }
}

/// Adds an action for each of the slots. Most hands have no gap, and counting is faster than looking for bits.
#[inline]
pub(crate) fn list_slots(slots: u64, action: impl Fn(u8) -> Action, out: &mut ActionList<Action>) {
    let gapless = slots & slots.wrapping_add(1) == 0;
    if gapless {
        out.extend((0..slots.trailing_ones() as u8).map(action));
    } else {
        out.extend(bits(slots).map(action));
    }
}

/// The numbers of the bits that are set, ascending. It knows how many, so that lists grow once for all of them.
#[inline]
pub(crate) fn bits(mut mask: u64) -> impl ExactSizeIterator<Item = u8> {
    (0..mask.count_ones()).map(move |_| {
        let bit = mask.trailing_zeros() as u8;
        mask &= mask.wrapping_sub(1);
        bit
    })
}
