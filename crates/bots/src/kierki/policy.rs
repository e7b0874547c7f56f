use game::Rng;

use super::spot::Spot;
use super::table::{Table, each};
use crate::Chance;

/// A quick opinion of every card, for playing a deal out thousands of times.
pub(super) trait Policy {
    /// Looks at the spot once, and says of each card what playing it seems to cost, in points; less is better.
    fn prices(&self, spot: &Spot<'_>) -> impl Fn(u32) -> f32;

    /// Provided: the same of one card.
    #[inline]
    fn price(&self, spot: &Spot<'_>, card: u32) -> f32 {
        self.prices(spot)(card)
    }
}

/// The card with the lowest price, each price raised by up to `noise`; `None` where none may be played.
#[inline]
pub(super) fn choose(policy: &impl Policy, table: &Table, noise: f32, chance: &mut Chance) -> Option<u32> {
    let spot = Spot::of(table);
    if spot.playable.count_ones() < 2 {
        return each(spot.playable).next();
    }
    let price = policy.prices(&spot);
    // Four draws of 16 bits come from each number.
    let mut bits = 0;
    let mut cheapest = (f32::INFINITY, None);
    for (count, card) in each(spot.playable).enumerate() {
        if count % 4 == 0 {
            bits = chance.next_u64();
        }
        let price = price(card) + noise * (bits & 0xFFFF) as f32 / 65536.0;
        bits >>= 16;
        if price < cheapest.0 {
            cheapest = (price, Some(card));
        }
    }
    cheapest.1
}

/// Plays the deal to its end, or as far as points are left.
pub(super) fn play_out(policy: &impl Policy, table: &mut Table, noise: f32, chance: &mut Chance) {
    while !table.is_over() {
        let Some(card) = choose(policy, table, noise, chance) else { break };
        table.play(card);
    }
}
