use kierki::{DealType, SEATS};

use super::policy::Policy;
use super::prices::Prices;
use super::rules::RuleOfThumb;
use super::spot::Spot;
use super::table::each;

/// A guess at how a player decides.
#[derive(Clone, Copy)]
pub(super) enum Mind {
    /// By rules of thumb, and nearly always the same way.
    Rules(RuleOfThumb),
    /// By the prices, as whoever thinks long comes near to.
    Prices(Prices<'static>),
}

/// How many guesses there are.
pub(super) const MINDS: usize = 2;

/// The guesses for one deal.
pub(super) struct Minds {
    pub(super) minds: [Mind; MINDS],
    /// What plays best against the first of them.
    pub(super) answer: Mind,
    /// How many points a card may be worse for each mind to play it often.
    spread: [f32; MINDS],
    /// How much the prices of whoever does not go by rules vary in playouts.
    noise: f32,
}

/// How well each mind explains what each seat has played: logarithms of the probabilities.
pub(super) type Evidence = [[f32; MINDS]; SEATS];

/// How often a player does anything at all.
const WHIM: f32 = 0.05;

impl Minds {
    pub(super) fn of(kind: DealType, traditional: bool) -> Minds {
        let total = kind.total(traditional) as f32;
        Minds {
            minds: [Mind::Rules(RuleOfThumb), Mind::Prices(Prices::among_alike(kind, traditional))],
            answer: Mind::Prices(Prices::against_rules(kind, traditional)),
            spread: [0.002 * total, 0.03 * total],
            noise: 0.01 * total,
        }
    }

    /// How much the prices of such a mind vary in playouts.
    #[inline]
    pub(super) fn noise(&self, mind: &Mind) -> f32 {
        match mind {
            Mind::Rules(_) => 0.0,
            Mind::Prices(_) => self.noise,
        }
    }

    /// How likely each mind is to play this card: logarithms.
    #[inline]
    pub(super) fn explain(&self, spot: &Spot<'_>, card: u32) -> [f32; MINDS] {
        let whim = WHIM / spot.playable.count_ones() as f32;
        std::array::from_fn(|number| {
            let (mind, spread) = (&self.minds[number], self.spread[number]);
            let price = mind.price(spot, card);
            let rivals: f32 =
                each(spot.playable).map(|other| ((price - mind.price(spot, other)) / spread).exp()).sum();
            ((1.0 - WHIM) / rivals + whim).ln()
        })
    }
}

/// How probable each mind is for a seat, before all minds were equally so.
#[inline]
pub(super) fn belief(evidence: &[f32; MINDS]) -> [f32; MINDS] {
    let most = evidence.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let shares = evidence.map(|log| (log - most).exp());
    let all: f32 = shares.iter().sum();
    shares.map(|share| share / all)
}

/// How probable all this evidence is, whichever the minds: a logarithm.
pub(super) fn plausibility(evidence: &Evidence) -> f32 {
    let seat = |logs: &[f32; MINDS]| {
        let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        most + logs.iter().map(|log| (log - most).exp()).sum::<f32>().ln()
    };
    evidence.iter().map(seat).sum()
}

impl Policy for Mind {
    #[inline]
    fn price(&self, spot: &Spot<'_>, card: u32) -> f32 {
        match self {
            Mind::Rules(rules) => rules.price(spot, card),
            Mind::Prices(prices) => prices.price(spot, card),
        }
    }
}
