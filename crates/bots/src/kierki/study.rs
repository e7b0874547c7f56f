use arrayvec::ArrayVec;
use cards::french::Suit;

use super::spot::Spot;
use super::table::{SUIT, Table};

/// The most cells that a price is the sum of.
const MOST: usize = 11;
const STANDING: usize = 14 * 14;
const VALUES: usize = 6 * 6 * 3;
const FREE: usize =
    2 * STANDING + 4 * VALUES + 13 * 7 + 4 * 7 * 2 + 25 * 7 + 8 * 7 + 24 * 40 + 2 * 300 + 13 * 14 + 36 * 13;
const FOLLOW: usize = 12 * STANDING
    + 6 * 35
    + 6 * VALUES
    + 13 * 42
    + 36 * 7
    + 6 * 75
    + 4 * 100
    + 6 * 56
    + 6 * 56
    + 26 * 7
    + 72 * 39;

/// How many cells a table has: for leads, then for discards, then for following suit.
pub(super) const CELLS: usize = 2 * FREE + FOLLOW;

/// What prices depend on: how the card stands in its suit, the rest of the suit in the hand, how the whole hand stands, which trick
/// it is and who is still to play, what lies and what may still be caught. This is what all prices of a spot depend on.
pub(super) struct Study {
    /// How many own cards are below all others of their suit, and how many above.
    exits: usize,
    dangers: usize,
    /// How much is still to be taken.
    left: usize,
    /// How much lies.
    lies: usize,
    /// Those who play after this seat.
    next: u16,
}

/// The cells that were picked so far.
struct Picking {
    cells: ArrayVec<usize, MOST>,
    from: usize,
}

impl Picking {
    /// One cell of the next part of the table, which has so many.
    #[inline]
    fn pick(&mut self, size: usize, cell: usize) {
        debug_assert!(cell < size, "{cell} of {size}");
        self.cells.push(self.from + cell);
        self.from += size;
    }
}

impl Study {
    #[inline]
    pub(super) fn of(spot: &Spot<'_>) -> Study {
        let table = spot.table;
        let (mut exits, mut dangers) = (0, 0);
        for suit in 0..4 {
            let (own, out) = (spot.hand >> (13 * suit) & SUIT, spot.out >> (13 * suit) & SUIT);
            let lowest = out & out.wrapping_neg();
            exits += if out == 0 { 0 } else { (own & (lowest - 1)).count_ones() };
            dangers += (own >> (u64::BITS - out.leading_zeros())).count_ones();
        }
        let behind = spot.behind() as usize;
        Study {
            exits: exits.min(4) as usize,
            dangers: dangers.min(4) as usize,
            left: (share(table, table.cost(spot.out | spot.hand)) * 7.99) as usize,
            lies: class(table, table.price(table.lying), 6),
            next: (1..=behind).fold(0, |all, place| all | 1 << ((usize::from(table.turn) + place) % 4)),
        }
    }

    /// The cells that the price of the card is the sum of.
    #[inline]
    pub(super) fn cells(&self, spot: &Spot<'_>, card: u32) -> ArrayVec<usize, MOST> {
        let table = spot.table;
        let standing = spot.standing(card);
        let (lower, higher) = (standing.lower as usize, standing.higher as usize);
        let out = (lower + higher).min(11);
        let under = (1_u64 << standing.rank) - 1;
        let own = spot.hand >> standing.base & SUIT;
        let count = own.count_ones() as usize;
        let own_lower = (own & under).count_ones() as usize;
        let own_higher = (count - own_lower - 1).min(3);
        // How many of the others' cards the lowest own one goes over.
        let least = ((standing.out & ((own & own.wrapping_neg()) - 1)).count_ones() as usize).min(4);
        let in_suit = (least * 5 + own_lower.min(4)) * 4 + own_higher;
        let shape = match (lower, higher) {
            (0, 0) => 6,
            (0, _) => 0,
            (_, 0) => 1,
            _ => 2 + 4 * lower / (lower + higher),
        };
        let side = match (lower, higher) {
            (_, 0) => 2,
            (0, _) => 0,
            _ => 1,
        };
        let suit = card / 13;
        let hearts = usize::from(suit == Suit::Hearts as u32 && table.kind.spares_hearts());
        let cost = |cards: u64, most| class(table, table.cost(cards), most);
        let below = (standing.out & under) << standing.base;
        let above = standing.out << standing.base & !below;
        let value = (cost(1 << card, 5) * 6 + cost(below, 5)) * 3 + cost(above, 2);
        let trick = usize::from(table.trick);
        let void = table.voids >> (4 * suit) & 0xF & !(1 << table.turn);
        let hand = 5 * self.exits + self.dangers;
        let led = table.led();
        if led != Some(suit) {
            let from = if led.is_some() { FREE } else { 0 };
            let mut picking = Picking { cells: ArrayVec::new(), from };
            picking.pick(2 * STANDING, hearts * STANDING + lower * 14 + higher);
            picking.pick(4 * VALUES, value * 4 + count.min(4) - 1);
            picking.pick(13 * 7, trick * 7 + shape);
            picking.pick(4 * 7 * 2, (void.count_ones() as usize * 7 + shape) * 2 + hearts);
            picking.pick(25 * 7, hand * 7 + shape);
            picking.pick(8 * 7, self.left * 7 + shape);
            picking.pick(24 * 40, ((hearts * 12 + out) * 5 + least) * 8 + count.min(8) - 1);
            picking.pick(2 * 300, (hearts * 100 + in_suit) * 3 + trick / 5);
            picking.pick(13 * 14, trick * 14 + count);
            picking.pick(36 * 13, (out * 13 + trick) * 3 + side);
            return picking.cells;
        }
        let over = usize::from(card > table.best());
        let turn = 2 * spot.behind() as usize + over;
        let void = (void & self.next).count_ones() as usize;
        let few_higher = higher.min(4);
        let mut picking = Picking { cells: ArrayVec::new(), from: 2 * FREE };
        picking.pick(12 * STANDING, (hearts * 6 + turn) * STANDING + lower * 14 + higher);
        picking.pick(6 * 35, (turn * 7 + self.lies) * 5 + few_higher);
        picking.pick(6 * VALUES, turn * VALUES + value);
        picking.pick(13 * 42, (trick * 6 + turn) * 7 + shape);
        picking.pick(36 * 7, ((hearts * 6 + turn) * 3 + void) * 7 + shape);
        picking.pick(6 * 75, (turn * 25 + hand) * 3 + side);
        picking.pick(4 * 100, (hearts * 2 + over) * 100 + in_suit);
        picking.pick(6 * 56, (turn * 14 + count) * 4 + own_higher);
        picking.pick(6 * 56, (turn * 8 + self.left) * 7 + shape);
        picking.pick(26 * 7, (over * 13 + trick) * 7 + self.lies);
        picking.pick(72 * 39, ((turn * 12 + out) * 13 + trick) * 3 + side);
        picking.cells
    }
}

/// Which part of the deal so many points are.
#[inline]
fn share(table: &Table, points: i32) -> f32 {
    points as f32 / table.kind.total(table.traditional) as f32
}

/// Nothing, up to a twenty-fourth of the deal, up to two, and so on to the most that is told apart.
#[inline]
fn class(table: &Table, points: i32, most: usize) -> usize {
    if points <= 0 { 0 } else { (1 + (share(table, points) * 24.0) as usize).min(most) }
}

#[cfg(test)]
mod tests {
    use game::SeedableRng;
    use kierki::DealType;

    use super::*;
    use crate::Chance;
    use crate::kierki::policy::choose;
    use crate::kierki::rules::RuleOfThumb;
    use crate::kierki::table::each;
    use crate::kierki::table::tests::deal;

    /// Leads, discards and cards that follow have cells of their own, and use no more than there are.
    #[test]
    fn every_card_has_cells_of_its_part() {
        let mut chance = Chance::seed_from_u64(1);
        for number in 0..700 {
            let mut table = deal(DealType::ALL[number % 7], number % 2 == 1, &mut chance);
            while !table.is_over() {
                for card in each(table.playable()) {
                    let part = match table.led() {
                        None => 0..FREE,
                        Some(suit) if suit != card / 13 => FREE..2 * FREE,
                        Some(_) => 2 * FREE..CELLS,
                    };
                    let cells = Study::of(&Spot::of(&table)).cells(&Spot::of(&table), card);
                    assert!(cells.is_sorted() && cells.iter().all(|cell| part.contains(cell)), "{cells:?}");
                }
                let Some(card) = choose(&RuleOfThumb, &table, 100.0, &mut chance) else { break };
                table.play(card);
            }
        }
    }
}
