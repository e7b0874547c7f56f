//! How the prices of cards are learned.

use game::{Rng, Seed, SeedableRng, shuffle};
use kierki::{DealType, SEATS};

use super::minds::Mind;
use super::policy::{Policy, choose};
use super::prices::Prices;
use super::spot::Spot;
use super::study::{CELLS, Study};
use super::table::{Table, each};
use crate::{Chance, chance};

/// Deals that a table is judged by.
const JUDGED: u32 = 20_000;
/// How soon the steps become smaller.
const COOLING: f32 = 0.9;

/// One table, in hundredths of what the deal gives away, and which part of a fair share of the points one player by it takes against
/// three such rivals.
pub(super) fn prices(
    kind: DealType,
    traditional: bool,
    rival: &Mind,
    seed: Seed,
    deals: u32,
) -> (Vec<f32>, f32) {
    let cells = fit(kind, traditional, rival, seed, deals);
    let share = judge(&Prices::new(&cells, kind, traditional), rival, kind, traditional);
    (cells, share)
}

/// What the seat in turn plays; the learner sits in the first.
fn next(policy: &impl Policy, rival: &Mind, table: &Table, noise: f32, chance: &mut Chance) -> Option<u32> {
    match table.turn {
        0 => choose(policy, table, noise, chance),
        _ => rival.choose(table, rival.noise(), chance),
    }
}

/// Plays the deal to its end.
fn play_out(policy: &impl Policy, rival: &Mind, table: &mut Table, noise: f32, chance: &mut Chance) {
    while !table.is_over() {
        let Some(card) = next(policy, rival, table, noise, chance) else { break };
        table.play(card);
    }
}

/// Learns one table, in hundredths of what the deal gives away.
///
/// Deals are played by the prices so far, with noise. At every second choice of the learner each card is tried: the deal is played
/// out from each of them with the same chance, and the prices move towards the differences that came of it.
fn fit(kind: DealType, traditional: bool, rival: &Mind, seed: Seed, deals: u32) -> Vec<f32> {
    let mut cells = vec![0.0; CELLS];
    let mut visits = vec![0_u32; CELLS];
    let mut chance = chance::of_decision(seed, &(kind, traditional));
    for _ in 0..deals {
        let mut table = deal(kind, traditional, &mut chance);
        while !table.is_over() {
            let choice = table.turn == 0 && table.playable().count_ones() > 1;
            if choice && chance.next_u32().is_multiple_of(2) {
                learn(&table, rival, &mut cells, &mut visits, &mut chance);
            }
            let policy = Prices::new(&cells, kind, traditional);
            // Now and then anything is played, so that nothing stays unknown.
            let noise = if chance.next_u32().is_multiple_of(8) { 1e9 } else { 2.0 * policy.scale };
            let Some(card) = next(&policy, rival, &table, noise, &mut chance) else { break };
            table.play(card);
        }
    }
    cells
}

/// A card that was tried.
struct Tried {
    card: u32,
    price: f32,
    points: f32,
}

fn learn(table: &Table, rival: &Mind, cells: &mut [f32], visits: &mut [u32], chance: &mut Chance) {
    let (spot, seat) = (Spot::of(table), usize::from(table.turn));
    let policy = Prices::new(cells, table.kind, table.traditional);
    let scale = policy.scale;
    let after = Chance::seed_from_u64(chance.next_u64());
    let attempt = |card| {
        let (mut table, mut chance) = (*table, after.clone());
        table.play(card);
        play_out(&policy, rival, &mut table, 0.5 * scale, &mut chance);
        let (price, points) = (policy.price(&spot, card), table.points[seat] as f32);
        Tried { card, price: price / scale, points: points / scale }
    };
    let tried: Vec<Tried> = each(spot.playable).map(attempt).collect();
    let mean = |of: fn(&Tried) -> f32| tried.iter().map(of).sum::<f32>() / tried.len() as f32;
    let (price, points) = (mean(|tried| tried.price), mean(|tried| tried.points));
    let study = Study::of(&spot);
    for Tried { card, price: own_price, points: own_points } in tried {
        let error = (own_points - points) - (own_price - price);
        let picked = study.cells(&spot, card);
        for cell in &picked {
            visits[*cell] += 1;
            cells[*cell] += error * 5.0 / picked.len() as f32 / (visits[*cell] as f32 + 30.0).powf(COOLING);
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

fn judge(policy: &impl Policy, rival: &Mind, kind: DealType, traditional: bool) -> f32 {
    let mut chance = chance::of_decision(99.into(), &(kind, traditional));
    let total = kind.total(traditional) as f32;
    let mut own = 0;
    for _ in 0..JUDGED {
        let mut table = deal(kind, traditional, &mut chance);
        play_out(policy, rival, &mut table, 0.0, &mut chance);
        own += table.points[0];
    }
    own as f32 / JUDGED as f32 / (total / SEATS as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kierki::rules::RuleOfThumb;

    #[test]
    fn a_few_deals_teach_much() {
        let rules = Mind::Rules(RuleOfThumb);
        for kind in [DealType::Tricks, DealType::Robber] {
            let untaught = judge(&Prices::new(&[0.0; CELLS], kind, false), &rules, kind, false);
            let (_, taught) = prices(kind, false, &rules, 1.into(), 4_000);
            assert!(taught < 0.9 * untaught, "{kind}: {taught} after {untaught}");
        }
    }

    /// What the bots have plays better than those it answers in every type of deal.
    #[test]
    fn what_was_learned_is_better_than_those_it_answers() {
        for kind in DealType::ALL {
            for traditional in [false, true] {
                let of = |prices: Prices<'_>, rival: Mind| judge(&prices, &rival, kind, traditional);
                let rules = of(Prices::against_rules(kind, traditional), Mind::Rules(RuleOfThumb));
                let thinker = Mind::Thinks(Prices::of_a_thinker(kind, traditional));
                let thinkers = of(Prices::against_thinkers(kind, traditional), thinker);
                assert!(rules < 0.97 && thinkers < 0.97, "{kind}: {rules} and {thinkers}");
            }
        }
    }
}
