use std::sync::LazyLock;

use arrayvec::ArrayVec;
use kierki::DealType;

use super::minds::draw;
use super::policy::Policy;
use super::spot::Spot;
use super::study::{CELLS, Study};
use super::table::{Table, each};
use crate::Chance;

/// Prices of cards that were learned: a sum of few cells of a table. `fit` learns from playouts how many points more or less than
/// another card one costs in the end, `imitation` from a player how much it dislikes them.
#[derive(Clone, Copy)]
pub(super) struct Prices<'a> {
    cells: &'a [f32],
    /// What one stands for.
    pub(super) scale: f32,
}

/// The tables: one for each type of deal, and one for the robber by traditional scores, whose costs are in other proportions.
pub const TABLES: usize = 8;

/// The type of deal of a table, and whether scores are traditional.
pub(super) fn deal_of(table: usize) -> (DealType, bool) {
    (DealType::ALL[table.min(6)], table == 7)
}

/// Steps of the file in one.
const STEPS: f32 = 256.0;

/// How little a thinker likes each card: it plays one e times less often for each that it is dearer.
static DISLIKES: LazyLock<Vec<Vec<f32>>> =
    LazyLock::new(|| tables(include_bytes!("../../weights/kierki-dislikes.bin")));
/// Points, by one against three thinkers.
static AGAINST_THINKERS: LazyLock<Vec<Vec<f32>>> =
    LazyLock::new(|| tables(include_bytes!("../../weights/kierki-thinkers.bin")));
/// Points, by one against three who play by rules of thumb.
static AGAINST_RULES: LazyLock<Vec<Vec<f32>>> =
    LazyLock::new(|| tables(include_bytes!("../../weights/kierki-rules.bin")));

fn tables(bytes: &[u8]) -> Vec<Vec<f32>> {
    let price = |two: &[u8]| f32::from(i16::from_le_bytes([two[0], two[1]])) / STEPS;
    bytes.chunks_exact(2 * CELLS).map(|table| table.chunks_exact(2).map(price).collect()).collect()
}

/// A table as it stands in a file.
pub(super) fn to_bytes(cells: &[f32]) -> Vec<u8> {
    let number = |cell: &f32| (cell * STEPS).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    cells.iter().flat_map(|cell| number(cell).to_le_bytes()).collect()
}

impl Prices<'static> {
    /// How little whoever thinks likes each card, as `imitation` has learned it from Monte Carlo.
    pub(super) fn of_a_thinker(kind: DealType, traditional: bool) -> Self {
        Prices::dislikes(table(&DISLIKES, kind, traditional))
    }

    /// Those that one learned against three who think.
    pub(super) fn against_thinkers(kind: DealType, traditional: bool) -> Self {
        Prices::new(table(&AGAINST_THINKERS, kind, traditional), kind, traditional)
    }

    /// Those that one learned against three who play by rules of thumb.
    pub(super) fn against_rules(kind: DealType, traditional: bool) -> Self {
        Prices::new(table(&AGAINST_RULES, kind, traditional), kind, traditional)
    }
}

fn table(tables: &[Vec<f32>], kind: DealType, traditional: bool) -> &[f32] {
    &tables[usize::from(kind.number()) - 1 + usize::from(traditional && kind == DealType::Robber)]
}

impl<'a> Prices<'a> {
    /// In points, by the cells of a table that was learned in such deals: hundredths of what they give away.
    pub(super) fn new(cells: &'a [f32], kind: DealType, traditional: bool) -> Self {
        Prices { cells, scale: kind.total(traditional) as f32 / 100.0 }
    }

    /// By the cells of a table that was learned from a player.
    pub(super) fn dislikes(cells: &'a [f32]) -> Self {
        Prices { cells, scale: 1.0 }
    }

    /// How often whoever has these dislikes plays this card.
    #[inline]
    pub(super) fn share(&self, spot: &Spot<'_>, card: u32) -> f32 {
        let of = self.prices(spot);
        let price = of(card);
        each(spot.playable).map(|other| (price - of(other)).exp()).sum::<f32>().recip()
    }

    /// The same of every card, ascending, at a warmth of 1. The lower it is, the more often it is the card that is liked best.
    #[inline]
    pub(super) fn shares(&self, spot: &Spot<'_>, warmth: f32) -> ArrayVec<f32, 13> {
        let prices: ArrayVec<f32, 13> = each(spot.playable).map(self.prices(spot)).collect();
        let least = prices.iter().copied().fold(f32::INFINITY, f32::min);
        let liked = |price: f32| ((least - price) / warmth).exp();
        let mut shares: ArrayVec<f32, 13> = prices.into_iter().map(liked).collect();
        let all: f32 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= all);
        shares
    }

    /// What the seat in turn plays if it has these dislikes.
    #[inline]
    pub(super) fn lean(&self, table: &Table, warmth: f32, chance: &mut Chance) -> Option<u32> {
        let spot = Spot::of(table);
        if spot.playable.count_ones() < 2 {
            return each(spot.playable).next();
        }
        each(spot.playable).nth(draw(&self.shares(&spot, warmth), chance))
    }
}

impl Policy for Prices<'_> {
    #[inline]
    fn prices(&self, spot: &Spot<'_>) -> impl Fn(u32) -> f32 {
        let study = Study::of(spot);
        move |card| self.scale * study.cells(spot, card).iter().map(|cell| self.cells[*cell]).sum::<f32>()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use game::SeedableRng;

    use super::*;
    use crate::kierki::table::tests::deal;

    /// Whoever leans plays each card as often as its dislikes say, and what it likes best more often with less warmth.
    #[test]
    fn what_is_disliked_is_played_less_often() {
        let mut chance = Chance::seed_from_u64(1);
        let table = deal(DealType::Robber, false, &mut chance);
        let thinker = Prices::of_a_thinker(DealType::Robber, false);
        let spot = Spot::of(&table);
        let mut count = [0_u32; 52];
        (0..20_000).for_each(|_| count[thinker.lean(&table, 1.0, &mut chance).unwrap() as usize] += 1);
        for (card, share) in each(spot.playable).zip(thinker.shares(&spot, 1.0)) {
            assert!((share - thinker.share(&spot, card)).abs() < 1e-4);
            let seen = count[card as usize] as f32 / 20_000.0;
            assert!((seen - share).abs() < 0.02, "{card}: {seen} and not {share}");
        }
        let most = |warmth| thinker.shares(&spot, warmth).into_iter().fold(0.0, f32::max);
        assert!(most(0.5) > most(1.0));
    }
}
