use std::cmp::Ordering;

use game::Rng;

use super::policy::choose;
use super::rules::RuleOfThumb;
use super::spot::Spot;
use super::table::{SUIT, Table, each};
use crate::Chance;

/// A simple player: it has one habit for each occasion, which it keeps to whatever else is at stake. Many programs are like this,
/// and many people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Habits(pub(super) [u8; OCCASIONS]);

/// Leading, following suit, and throwing something away.
pub(super) const OCCASIONS: usize = 3;
/// How many habits there are for each. The last two are to play anything, and to go by rules of thumb.
pub(super) const HABITS: usize = 8;
/// How often a player does as another habit has it: what it really goes by may be more than one.
pub(super) const OTHER: f32 = 0.15;
const BY_RULES: usize = HABITS - 1;

const LEAD: usize = 0;
const FOLLOW: usize = 1;
const THROW: usize = 2;

/// Which occasion it is for the seat in turn.
#[inline]
pub(super) fn occasion(spot: &Spot<'_>) -> usize {
    match spot.table.led() {
        None => LEAD,
        Some(suit) if spot.playable >> (13 * suit) & SUIT != 0 => FOLLOW,
        Some(_) => THROW,
    }
}

/// The place that a habit gives to a card: the first is played, and of equals any.
#[inline]
fn place(spot: &Spot<'_>, occasion: usize, habit: usize, card: u32) -> i32 {
    let (table, rank) = (spot.table, (card % 13) as i32);
    let cost = || table.cost(1 << card);
    let length = || (spot.hand >> (card / 13 * 13) & SUIT).count_ones() as i32;
    match occasion {
        LEAD => match habit {
            0 => rank,
            1 => -rank,
            // The lowest of a short suit, of a long one, of those that cost nothing.
            2 => 16 * length() + rank,
            3 => rank - 16 * length(),
            4 => 16 * cost() + rank,
            // Below as many of the others' cards as can be.
            5 => {
                let standing = spot.standing(card);
                16 * standing.lower as i32 - standing.higher as i32
            }
            _ => 0,
        },
        FOLLOW => {
            let (under, is_last) = (card < table.best(), spot.behind() == 0);
            let is_free = || table.price(table.lying | 1 << card) == 0;
            // The highest card that does not take the trick, or the lowest.
            let duck = if under { -16 - rank } else { rank };
            match habit {
                0 => duck,
                // With the highest where one must take.
                1 if under => duck,
                1 => -rank,
                2 if under || !is_last => duck,
                2 => -rank,
                // With the highest where it costs nothing.
                3 if is_last && is_free() => -32 - rank,
                4 if is_free() => -32 - rank,
                3 | 4 => duck,
                5 => rank,
                _ => 0,
            }
        }
        _ => match habit {
            0 => -rank,
            1 => rank,
            // The highest of a short suit.
            2 => 16 * length() - rank,
            // What costs most, and then the highest, or one of a short suit.
            3 => -16 * cost() - rank,
            4 => length() - 16 * cost(),
            // What is most likely to take.
            5 => 16 * spot.standing(card).higher as i32 - rank,
            _ => 0,
        },
    }
}

/// How often each habit of the occasion plays this card. How often rules of thumb do is known already.
#[inline]
pub(super) fn shares(spot: &Spot<'_>, occasion: usize, card: u32, by_rules: f32) -> [f32; HABITS] {
    let mut shares = [by_rules; HABITS];
    for (habit, share) in shares[..BY_RULES].iter_mut().enumerate() {
        let own = place(spot, occasion, habit, card);
        let mut alike = 0;
        for other in each(spot.playable) {
            match place(spot, occasion, habit, other).cmp(&own) {
                Ordering::Less => {
                    alike = 0;
                    break;
                }
                Ordering::Equal => alike += 1,
                Ordering::Greater => {}
            }
        }
        *share = if alike == 0 { 0.0 } else { 1.0 / alike as f32 };
    }
    shares
}

impl Habits {
    /// What the seat in turn plays if it keeps to its habits, but so often does as another one has it.
    #[inline]
    pub(super) fn choose(&self, table: &Table, other: f32, chance: &mut Chance) -> Option<u32> {
        let spot = Spot::of(table);
        if spot.playable.count_ones() < 2 {
            return each(spot.playable).next();
        }
        let occasion = occasion(&spot);
        let bits = chance.next_u64();
        let keeps = (bits & 0xFFFF) as f32 >= other * 65536.0;
        let habit = if keeps { usize::from(self.0[occasion]) } else { (bits >> 16) as usize % HABITS };
        if habit == BY_RULES {
            return choose(&RuleOfThumb, table, 0.0, chance);
        }
        // Of equals any: the cards are gone through from a place that chance gives.
        let cards = spot.playable;
        let from = u64::MAX << ((bits >> 32) % 52);
        let turned = each(cards & from).chain(each(cards & !from));
        turned.min_by_key(|card| place(&spot, occasion, habit, *card))
    }
}
