//! Bit operations on months: a month is one hexadecimal digit of a set's mask.

use cards::hanafuda::Set;

/// The lowest bit of every month.
const LOWEST: u64 = 0x1111_1111_1111;

/// All cards of every month that has a card in the set.
#[inline]
pub(crate) fn spread(set: Set) -> Set {
    Set::from_mask(any(set) * 0xF)
}

/// A bit (the month's lowest) for every month that has a card in the set.
#[inline]
pub(crate) fn any(set: Set) -> u64 {
    let mask = set.mask();
    (mask | mask >> 1 | mask >> 2 | mask >> 3) & LOWEST
}

/// A bit for every month whose four cards are all in the set.
#[inline]
pub(crate) fn whole(set: Set) -> u64 {
    let mask = set.mask();
    mask & mask >> 1 & mask >> 2 & mask >> 3 & LOWEST
}

/// A bit for every month with at least three cards in the set.
#[inline]
pub(crate) fn threes(set: Set) -> u64 {
    let [a, b, c, d] = [0, 1, 2, 3].map(|rank| set.mask() >> rank);
    ((a & b & (c | d)) | (c & d & (a | b))) & LOWEST
}

/// Whether the set is four pairs: eight cards of four months, two each.
#[inline]
pub(crate) fn four_pairs(set: Set) -> bool {
    set.len() == 8 && any(set).count_ones() == 4 && threes(set) == 0
}
