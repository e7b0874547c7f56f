//! What search reads of a world it has sampled. Whoever plays gets a view, never a state, so nobody can peek through these.

use cards::hanafuda::{Card, Month, Set};
use game::{Game, Seat};

use crate::rules::Rules;
use crate::score::settle;
use crate::state::{KoiKoi, SEATS, month_of};
use crate::view::Stage;

impl KoiKoi {
    /// The knobs.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.setup.rules
    }

    /// Which round is played, from 1; of a finished match, the last one.
    #[inline]
    pub fn round(&self) -> u8 {
        self.round
    }

    /// The round's month.
    #[inline]
    pub fn month(&self) -> Month {
        month_of(self.round)
    }

    /// Who dealt.
    #[inline]
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// What the seat in turn has to do.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The seat's hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Set {
        self.dealt[seat.index()] - self.field - self.piles[0] - self.piles[1]
    }

    /// The cards face-up, with one that waits for a choice.
    #[inline]
    pub fn field(&self) -> Set {
        self.field
    }

    /// What the seat has captured.
    #[inline]
    pub fn pile(&self, seat: Seat) -> Set {
        self.piles[seat.index()]
    }

    /// The seat's koi-koi calls in this round.
    #[inline]
    pub fn calls(&self, seat: Seat) -> u8 {
        self.calls[seat.index()]
    }

    /// What would have matched the field whenever the seat laid a card down.
    #[inline]
    pub fn passed(&self, seat: Seat) -> Set {
        self.passed[seat.index()].cards()
    }

    /// The same where captures are forced, so that the seat cannot hold it.
    pub(crate) fn lacks(&self, seat: Seat) -> Set {
        if self.rules().must_capture { self.passed(seat) } else { Set::EMPTY }
    }

    /// How far the seat is ahead in the match, without this round.
    #[inline]
    pub fn lead(&self, seat: Seat) -> i32 {
        self.scores[seat.index()] - self.scores[seat.next(SEATS).index()]
    }

    /// What the seat would score if it could stop now with this pile; 0 without a yaku.
    pub fn stopping(&self, seat: Seat, pile: Set) -> i32 {
        let base = self.yakus(seat, pile, true).base();
        let [own, other] = [seat, seat.next(self.seats())].map(|seat| self.calls[seat.index()]);
        if base == 0 { 0 } else { settle(base, self.rules(), own, other).1 }
    }

    /// The same world with hidden cards laid otherwise: what the seat holds, and the draw pile from its top. Both have as many
    /// cards as before.
    pub fn rearranged(&self, seat: Seat, hand: Set, draw_pile: &[Card]) -> KoiKoi {
        let mut world = self.clone();
        world.dealt[seat.index()] = (self.dealt[seat.index()] - self.hand(seat)) | hand;
        world.draw_pile[usize::from(self.drawn)..].copy_from_slice(draw_pile);
        world
    }
}
