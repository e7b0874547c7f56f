use cards::french::{Card, Set};
use game::{Game, Seat};

use crate::rules::Rules;
use crate::stage::Stage;
use crate::state::Kaboom;
use crate::view::Gift;

/// A state laid open: what lies where, and who has seen it.
///
/// This is for search, which plays on in worlds that it has sampled from a view and where building a view for each move would
/// take most of the time, and for matches that are over. Whoever decides on a view alone holds no other states, so nothing hidden
/// shows here.
#[derive(Clone, Copy)]
pub struct World<'a>(&'a Kaboom);

impl Kaboom {
    /// The state as search sees it.
    #[inline]
    pub fn world(&self) -> World<'_> {
        World(self)
    }
}

impl<'a> World<'a> {
    /// The knobs.
    #[inline]
    pub fn rules(self) -> &'a Rules {
        self.0.rules()
    }

    /// How many seats the match has.
    #[inline]
    pub fn seats(self) -> usize {
        self.0.seats()
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(self) -> Seat {
        self.0.turn
    }

    /// The number of the turn in the round.
    #[inline]
    pub fn turn_number(self) -> u16 {
        self.0.turn_number
    }

    /// What the seat in turn has to do.
    #[inline]
    pub fn stage(self) -> Stage {
        self.0.stage
    }

    /// What play is suspended for.
    #[inline]
    pub fn gift(self) -> Option<Gift> {
        self.0.gift
    }

    /// Who called kaboom.
    #[inline]
    pub fn caller(self) -> Option<Seat> {
        self.0.caller
    }

    /// The seat's face-down cards with their slots, ascending.
    #[inline]
    pub fn hand(self, seat: Seat) -> impl Iterator<Item = (u8, Card)> + use<'a> {
        self.0.hand(seat)
    }

    /// The seat's cards by slot, up to its last card but at least both rows.
    pub fn faces(self, seat: Seat) -> Vec<Option<Card>> {
        self.0.laid_out(seat)
    }

    /// Whether the seat's cards may be flipped, swapped and peeked at.
    #[inline]
    pub fn is_open(self, seat: Seat) -> bool {
        !self.0.is_locked(seat)
    }

    /// The cards that the seat has seen, of those that do not lie face-up.
    #[inline]
    pub fn seen_by(self, seat: Seat) -> Set {
        self.0.knowledge.of(game::Viewer::Seat(seat))
    }

    /// The cards whose ability was announced, of those that do not lie face-up.
    #[inline]
    pub fn announced(self) -> Set {
        self.0.knowledge.announced
    }

    /// The drawn card.
    #[inline]
    pub fn held(self) -> Option<Card> {
        self.0.held
    }

    /// The top discard.
    #[inline]
    pub fn top(self) -> Option<Card> {
        self.0.discard_pile().last().copied()
    }

    /// The running number of the top discard.
    #[inline]
    pub fn discard(self) -> u32 {
        self.0.discard
    }

    /// Whether the seat may flip now.
    #[inline]
    pub fn may_flip(self, seat: Seat) -> bool {
        self.0.can_be_flipped_onto() && self.0.has_flip(seat)
    }
}
