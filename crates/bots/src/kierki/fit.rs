//! How the prices of cards are learned.

use game::{Rng, Seed, SeedableRng, shuffle};
use kierki::{DealType, SEATS};

use super::policy::{Policy, choose};
pub use super::prices::TABLES;
use super::prices::{Glance, Picks, Prices, STEPS, Sight};
use super::rules::RuleOfThumb;
use super::spot::Spot;
use super::study::Study;
use super::table::{Table, each};
use crate::{Chance, chance};

/// Deals that a table is judged by.
const JUDGED: u32 = 20_000;

/// Whom the learner plays with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rivals {
    /// Three who learn as well.
    Alike,
    /// Three who play by rules of thumb.
    RulesOfThumb,
}

impl Rivals {
    /// What the seat in turn plays when such players go on; the learner sits in the first seat, or in all.
    fn choose(self, policy: &impl Policy, table: &Table, noise: f32, chance: &mut Chance) -> Option<u32> {
        match self.learns(table) {
            true => choose(policy, table, noise, chance),
            false => choose(&RuleOfThumb, table, 0.0, chance),
        }
    }

    fn learns(self, table: &Table) -> bool {
        self == Rivals::Alike || table.turn == 0
    }
}

/// The file of all tables. `told` hears, table by table, which part of a fair share of the points one player by the new prices
/// takes against three by rules of thumb.
///
/// Those who learn together learn by a glance, for they stand for all four in playouts; one alone looks closer.
pub fn prices(rivals: Rivals, seed: Seed, deals: u32, told: impl FnMut(usize, f32)) -> Vec<u8> {
    match rivals {
        Rivals::Alike => tables::<Glance>(rivals, seed, deals, told),
        Rivals::RulesOfThumb => tables::<Study>(rivals, seed, deals, told),
    }
}

fn tables<S: Sight>(rivals: Rivals, seed: Seed, deals: u32, mut told: impl FnMut(usize, f32)) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * TABLES * S::CELLS);
    for table in 0..TABLES {
        let (kind, traditional) = (DealType::ALL[table.min(6)], table == 7);
        let cells = fit::<S>(kind, traditional, rivals, seed, deals);
        told(table, judge(&Prices::<S>::new(&cells, kind, traditional), kind, traditional));
        let number = |cell: &f32| (cell * STEPS).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        bytes.extend(cells.iter().flat_map(|cell| number(cell).to_le_bytes()));
    }
    bytes
}

/// Learns one table, in hundredths of what the deal gives away.
///
/// Deals are played by the prices so far, with noise. Now and then every card of a learner is tried: the deal is played
/// out from each of them with the same chance, and the prices move towards the differences that came of it.
fn fit<S: Sight>(kind: DealType, traditional: bool, rivals: Rivals, seed: Seed, deals: u32) -> Vec<f32> {
    let mut cells = vec![0.0; S::CELLS];
    let mut visits = vec![0_u32; S::CELLS];
    let mut chance = chance::of_decision(seed, &(kind, traditional));
    // One learner has fewer choices in a deal than four.
    let every = if rivals == Rivals::Alike { 8 } else { 2 };
    for _ in 0..deals {
        let mut table = deal(kind, traditional, &mut chance);
        while !table.is_over() {
            let choice = rivals.learns(&table) && table.playable().count_ones() > 1;
            if choice && chance.next_u32().is_multiple_of(every) {
                learn::<S>(&table, rivals, &mut cells, &mut visits, &mut chance);
            }
            let policy = Prices::<S>::new(&cells, kind, traditional);
            // Now and then anything is played, so that nothing stays unknown.
            let noise = if chance.next_u32().is_multiple_of(8) { 1e9 } else { 2.0 * policy.scale };
            let Some(card) = rivals.choose(&policy, &table, noise, &mut chance) else { break };
            table.play(card);
        }
    }
    cells
}

/// A card that was tried.
struct Tried<C> {
    picks: Picks<C>,
    price: f32,
    points: f32,
}

fn learn<S: Sight>(
    table: &Table,
    rivals: Rivals,
    cells: &mut [f32],
    visits: &mut [u32],
    chance: &mut Chance,
) {
    let (spot, seat) = (Spot::of(table), usize::from(table.turn));
    let policy = Prices::<S>::new(cells, table.kind, table.traditional);
    let scale = policy.scale;
    // Whoever learns alone learns from rivals who stay as they are: its steps may become smaller sooner.
    let (noise, cooling) = if rivals == Rivals::Alike { (scale, 0.7) } else { (0.5 * scale, 0.9) };
    let after = Chance::seed_from_u64(chance.next_u64());
    let picks = S::picks(&spot);
    let attempt = |card| {
        let (mut table, mut chance) = (*table, after.clone());
        table.play(card);
        while !table.is_over() {
            let Some(card) = rivals.choose(&policy, &table, noise, &mut chance) else { break };
            table.play(card);
        }
        let (price, points) = (policy.price(&spot, card), table.points[seat] as f32);
        Tried { picks: picks(card), price: price / scale, points: points / scale }
    };
    let tried: Vec<Tried<S::Picked>> = each(spot.playable).map(attempt).collect();
    let mean = |of: fn(&Tried<S::Picked>) -> f32| tried.iter().map(of).sum::<f32>() / tried.len() as f32;
    let (price, points) = (mean(|tried| tried.price), mean(|tried| tried.points));
    for Tried { picks, price: own_price, points: own_points } in &tried {
        let error = (own_points - points) - (own_price - price);
        let mut step = |cell: usize, part: f32| {
            visits[cell] += 1;
            cells[cell] += error * part / (visits[cell] as f32 + 30.0).powf(cooling);
        };
        let picked = picks.cells.as_ref();
        picked.iter().for_each(|cell| step(*cell, 5.0 / picked.len() as f32));
        if picks.lies > 0.0 {
            step(picks.slope, picks.lies.min(1.0));
        }
    }
}

fn deal(kind: DealType, traditional: bool, chance: &mut Chance) -> Table {
    let mut deck: [u32; 52] = std::array::from_fn(|card| card as u32);
    shuffle(&mut deck, chance);
    let hands =
        std::array::from_fn(|seat| deck[13 * seat..][..13].iter().fold(0, |hand, card| hand | 1 << card));
    Table::dealt(kind, traditional, (chance.next_u32() % SEATS as u32) as u8, hands)
}

fn judge(policy: &impl Policy, kind: DealType, traditional: bool) -> f32 {
    let mut chance = chance::of_decision(99.into(), &(kind, traditional));
    let total = kind.total(traditional) as f32;
    let mut own = 0;
    for _ in 0..JUDGED {
        let mut table = deal(kind, traditional, &mut chance);
        while !table.is_over() {
            let Some(card) = Rivals::RulesOfThumb.choose(policy, &table, 0.0, &mut chance) else { break };
            table.play(card);
        }
        own += table.points[0];
    }
    own as f32 / JUDGED as f32 / (total / SEATS as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_deals_teach_much() {
        for kind in [DealType::Tricks, DealType::Robber] {
            let untaught = judge(&Prices::<Glance>::new(&[0.0; Glance::CELLS], kind, false), kind, false);
            let cells = fit::<Glance>(kind, false, Rivals::Alike, 1.into(), 2_000);
            let taught = judge(&Prices::<Glance>::new(&cells, kind, false), kind, false);
            assert!(taught < 0.9 * untaught, "{kind}: {taught} after {untaught}");
        }
    }

    /// What the bots have plays better than rules of thumb in every type of deal.
    #[test]
    fn what_was_learned_is_better_than_rules_of_thumb() {
        for kind in DealType::ALL {
            for traditional in [false, true] {
                let alike = judge(&Prices::among_alike(kind, traditional), kind, traditional);
                let answer = judge(&Prices::against_rules(kind, traditional), kind, traditional);
                assert!(alike < 0.97 && answer < 0.97, "{kind}: {alike} and {answer}");
            }
        }
    }
}
