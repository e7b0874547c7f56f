use kierki::{DealType, SEATS};

use super::policy::{Policy, choose};
use super::prices::{Glance, Prices};
use super::rules::RuleOfThumb;
use super::spot::Spot;
use super::study::Study;
use super::table::{Table, each};
use super::worlds::unit;
use crate::Chance;

/// A guess at how a player decides.
#[derive(Clone, Copy)]
pub(super) enum Mind {
    /// By rules of thumb, to the letter.
    Rules(RuleOfThumb),
    /// By the prices, as whoever thinks long comes near to.
    Prices(Prices<'static, Glance>),
    /// By prices that answer rules of thumb: nobody is believed to be of this mind.
    Answer(Prices<'static, Study>),
}

/// How many guesses there are.
pub(super) const MINDS: usize = 2;

/// The guesses for one deal.
pub(super) struct Minds {
    pub(super) minds: [Mind; MINDS],
    /// What plays best against the first of them.
    pub(super) answer: Mind,
    /// How many points a card may be worse for whoever does not go by rules to play it often.
    spread: f32,
    /// How much the prices of whoever does not go by rules vary in playouts.
    noise: f32,
}

/// How well each mind explains what each seat has played: logarithms of the probabilities.
pub(super) type Evidence = [[f32; MINDS]; SEATS];

/// How often a player does anything at all.
const WHIM: f32 = 0.02;
/// How often the others are all of one mind, before anything is played; else each of them may be of any.
const ALIKE: f32 = 0.7;

impl Minds {
    pub(super) fn of(kind: DealType, traditional: bool) -> Minds {
        let total = kind.total(traditional) as f32;
        Minds {
            minds: [Mind::Rules(RuleOfThumb), Mind::Prices(Prices::among_alike(kind, traditional))],
            answer: Mind::Answer(Prices::against_rules(kind, traditional)),
            spread: 0.02 * total,
            noise: 0.01 * total,
        }
    }

    /// A mind for each of the others, as often as it is believed to be theirs, and the own one that answers most of them.
    pub(super) fn guess(&self, evidence: &Evidence, own: usize, chance: &mut Chance) -> [&Mind; SEATS] {
        let mut rules = 0;
        let mut minds = [&self.minds[1]; SEATS];
        let of_all = draw(&shares(&companies(evidence)), chance);
        for (seat, mind) in minds.iter_mut().enumerate().filter(|(seat, _)| *seat != own) {
            let its = if of_all < MINDS { of_all } else { draw(&shares(&evidence[seat]), chance) };
            *mind = &self.minds[its];
            rules += u32::from(its == 0);
        }
        if rules > 1 {
            minds[own] = &self.answer;
        }
        minds
    }

    /// How much the prices of such a mind vary in playouts.
    #[inline]
    pub(super) fn noise(&self, mind: &Mind) -> f32 {
        match mind {
            Mind::Rules(_) => 0.0,
            Mind::Prices(_) | Mind::Answer(_) => self.noise,
        }
    }

    /// How likely each mind is to play this card: logarithms.
    #[inline]
    pub(super) fn explain(&self, spot: &Spot<'_>, card: u32) -> [f32; MINDS] {
        let whim = WHIM / spot.playable.count_ones() as f32;
        self.minds.map(|mind| {
            let share = match mind {
                // The first of the cheapest cards, as they choose it.
                Mind::Rules(rules) => {
                    let of = rules.prices(spot);
                    let price = of(card);
                    let dearer = |other| match of(other) {
                        same if same == price => other >= card,
                        another => another > price,
                    };
                    f32::from(u8::from(each(spot.playable).all(dearer)))
                }
                Mind::Prices(prices) => self.share(&prices, spot, card),
                Mind::Answer(prices) => self.share(&prices, spot, card),
            };
            ((1.0 - WHIM) * share + whim).ln()
        })
    }

    /// How often whoever does not go by rules plays this card, by these prices.
    #[inline]
    fn share(&self, policy: &impl Policy, spot: &Spot<'_>, card: u32) -> f32 {
        let of = policy.prices(spot);
        let price = of(card);
        let ratio = |other| ((price - of(other)) / self.spread).exp();
        each(spot.playable).map(ratio).sum::<f32>().recip()
    }
}

/// How probable the evidence is if all others are of the first mind, of the second, or each of its own: logarithms.
#[inline]
fn companies(evidence: &Evidence) -> [f32; MINDS + 1] {
    let mut logs = [(ALIKE / MINDS as f32).ln(); MINDS + 1];
    logs[MINDS] = (1.0 - ALIKE).ln();
    for seat in evidence {
        (0..MINDS).for_each(|mind| logs[mind] += seat[mind]);
        logs[MINDS] += sum(seat) - (MINDS as f32).ln();
    }
    logs
}

/// How probable the evidence is, whatever the minds of the others: a logarithm.
#[inline]
pub(super) fn plausibility(evidence: &Evidence) -> f32 {
    sum(&companies(evidence))
}

/// The logarithm of the sum of what these are logarithms of.
#[inline]
fn sum(logs: &[f32]) -> f32 {
    let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    most + logs.iter().map(|log| (log - most).exp()).sum::<f32>().ln()
}

/// How much each of them is of that sum.
#[inline]
fn shares<const COUNT: usize>(logs: &[f32; COUNT]) -> [f32; COUNT] {
    let sum = sum(logs);
    logs.map(|log| (log - sum).exp())
}

/// One of them, as often as its share says.
#[inline]
fn draw(shares: &[f32], chance: &mut Chance) -> usize {
    let mut left = unit(chance);
    let passed = |share: &&f32| {
        left -= **share;
        left >= 0.0
    };
    shares.iter().take_while(passed).count().min(shares.len() - 1)
}

impl Mind {
    /// What the seat in turn plays if it decides so, each price raised by up to `noise`.
    #[inline]
    pub(super) fn choose(&self, table: &Table, noise: f32, chance: &mut Chance) -> Option<u32> {
        match self {
            Mind::Rules(rules) => choose(rules, table, noise, chance),
            Mind::Prices(prices) => choose(prices, table, noise, chance),
            Mind::Answer(prices) => choose(prices, table, noise, chance),
        }
    }

    /// What playing this card seems to cost.
    pub(super) fn price(&self, spot: &Spot<'_>, card: u32) -> f32 {
        match self {
            Mind::Rules(rules) => rules.price(spot, card),
            Mind::Prices(prices) => prices.price(spot, card),
            Mind::Answer(prices) => prices.price(spot, card),
        }
    }
}

#[cfg(test)]
mod tests {
    use game::SeedableRng;

    use super::*;

    /// What three have played a little more as rules of thumb would makes all of them likely to go by rules, and one that surely does
    /// not is told apart from the others.
    #[test]
    fn what_one_does_tells_something_about_the_others() {
        let minds = Minds::of(DealType::Robber, false);
        let mut chance = Chance::seed_from_u64(1);
        let mut share = |evidence: Evidence, seat: usize| {
            let is_rules = |_: &u32| matches!(minds.guess(&evidence, 0, &mut chance)[seat], Mind::Rules(_));
            (0..4_000).filter(is_rules).count() as f32 / 4_000.0
        };
        // Alone it would be e to 1: 0.73.
        let a_little = [0.0, -1.0];
        let together = share([[0.0; MINDS], a_little, a_little, a_little], 1);
        assert!((0.86..0.94).contains(&together), "{together}");
        let surely_not = [-20.0, 0.0];
        let apart = [[0.0; MINDS], a_little, a_little, surely_not];
        assert_eq!(share(apart, 3), 0.0);
        let beside_it = share(apart, 1);
        assert!((0.2..0.6).contains(&beside_it), "{beside_it}");
    }
}
