use super::table::{SUIT, Table};

/// What the seat in turn can know of its table: the own hand, what lies, and which cards the others hold, but not who.
/// Policies judge by it, so that nobody in a playout sees through the cards.
#[derive(Clone, Copy)]
pub(super) struct Spot<'a> {
    pub(super) table: &'a Table,
    /// The own hand.
    pub(super) hand: u64,
    /// The cards in the other three hands.
    pub(super) out: u64,
    /// What may be played.
    pub(super) playable: u64,
}

/// How a card stands in its suit.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    /// The first bit of the suit.
    pub(super) base: u32,
    /// The rank from 0.
    pub(super) rank: u32,
    /// The others' cards of the suit, moved down to bit 0.
    pub(super) out: u64,
    /// How many of them are lower.
    pub(super) lower: u32,
    /// How many of them are higher.
    pub(super) higher: u32,
}

impl<'a> Spot<'a> {
    #[inline]
    pub(super) fn of(table: &'a Table) -> Spot<'a> {
        let hand = table.hands[usize::from(table.turn)];
        Spot { table, hand, out: table.held() & !hand, playable: table.playable() }
    }

    /// How many play after the seat in turn.
    #[inline]
    pub(super) fn behind(&self) -> u32 {
        3 - u32::from(self.table.lie)
    }

    #[inline]
    pub(super) fn standing(&self, card: u32) -> Standing {
        let (base, rank) = (card / 13 * 13, card % 13);
        let out = self.out >> base & SUIT;
        let lower = (out & ((1 << rank) - 1)).count_ones();
        Standing { base, rank, out, lower, higher: out.count_ones() - lower }
    }
}
