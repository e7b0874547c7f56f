//! How it is learned what players who think like and dislike.

use cards::Card as _;
use cards::french::Set;
use game::{ActionList, Deals, Game, Seat, Seed, Viewer, shuffle};
use kierki::{Action, DealPlan, DealType, Kierki, Rules, SEATS};

use super::monte_carlo::MonteCarlo;
use super::prices::Prices;
use super::rules::RuleOfThumb;
use super::spot::Spot;
use super::study::{CELLS, Study};
use super::table::{Table, each};
use crate::{Bot, Budget, Chance, chance};

/// Playouts of the players that are imitated: half of what `strong` has, which decides much the same.
const PLAYOUTS: u32 = 1_000;
/// How often all that was seen is gone through.
const ROUNDS: u32 = 8;
/// The size of the steps, before all that a cell has learned makes them smaller.
const STEP: f32 = 0.1;
/// Of so many deals one is kept apart, to see what was learned.
const KEPT: u32 = 16;

/// A choice of somebody.
struct Choice {
    /// The table before it, with all hands.
    table: Table,
    card: u32,
}

/// One table: by how much less often, as a power of e, a player who thinks plays a card. Also the mean logarithm of the probability of
/// what such players did in other deals.
pub(super) fn dislikes(kind: DealType, traditional: bool, seed: Seed, deals: u32) -> (Vec<f32>, f32) {
    let mut chance = chance::of_decision(seed, &(kind, traditional));
    let (mut learned, mut kept) = (Vec::new(), Vec::new());
    for number in 0..deals {
        let choices = if number.is_multiple_of(KEPT) { &mut kept } else { &mut learned };
        watch(kind, traditional, number, Seed::random(&mut chance), choices);
    }
    let cells = imitate(&mut learned, &mut chance);
    let prices = Prices::dislikes(&cells);
    let logs = kept.iter().map(|choice| prices.share(&Spot::of(&choice.table), choice.card).ln());
    let mean = logs.sum::<f32>() / kept.len().max(1) as f32;
    (cells, mean)
}

/// Watches four of them in a deal.
fn watch(kind: DealType, traditional: bool, number: u32, seed: Seed, choices: &mut Vec<Choice>) {
    let Some(first) = Seat::new(number as usize % SEATS) else { return };
    let rules = Rules { traditional_scores: traditional, ..Rules::of_deals(vec![DealPlan { kind, first }]) };
    let Ok(mut game) = Kierki::start(&rules, SEATS, &Deals::Seed(seed), &mut ()) else { return };
    let mut bot =
        MonteCarlo { policy: RuleOfThumb, playouts: PLAYOUTS, seed, budget: Budget::default(), noise: 0.01 };
    let mut legal = ActionList::new();
    while let Some(seat) = game.actors().first() {
        game.legal(seat, &mut legal);
        let view = game.view(Viewer::Seat(seat));
        let Some(decision) = bot.decide(&view, &legal, true) else { return };
        let Action::Play(card) = decision.action;
        let mut table = Table::of(&view);
        table.hands = game.hands().map(Set::mask);
        if legal.len() > 1 && !table.is_over() {
            choices.push(Choice { table, card: card.index() as u32 });
        }
        if game.play(seat, decision.action, &mut ()).is_err() {
            return;
        }
    }
}

/// Makes the choices as likely as it can be: logistic regression, by steps as large as what a cell has learned so far is little (Adagrad).
fn imitate(choices: &mut [Choice], chance: &mut Chance) -> Vec<f32> {
    let (mut cells, mut squares) = (vec![0.0_f32; CELLS], vec![1e-3_f32; CELLS]);
    for round in 0..ROUNDS {
        shuffle(choices, chance);
        let step = STEP * (1.0 - 0.9 * round as f32 / ROUNDS as f32);
        for Choice { table, card } in &*choices {
            let spot = Spot::of(table);
            let (study, shares) = (Study::of(&spot), Prices::dislikes(&cells).shares(&spot, 1.0));
            for (other, share) in each(spot.playable).zip(shares) {
                let error = f32::from(u8::from(other == *card)) - share;
                for cell in study.cells(&spot, other) {
                    squares[cell] += error * error;
                    cells[cell] -= step * error / squares[cell].sqrt();
                }
            }
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From few deals more is learned of what they play than chance tells: that is -1.38 in robbers.
    #[test]
    fn a_few_deals_tell_much_of_a_thinker() {
        let (_, mean) = dislikes(DealType::Robber, false, 1.into(), 64);
        assert!(mean > -1.1, "{mean}");
    }
}
