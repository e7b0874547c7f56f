//! What matches say about two players: means with intervals, and when there is enough evidence to stop.

/// The results of one side, one number for each deal: the mean over all seatings of that deal. Matches on the same deal are
/// not independent, deals are.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    deals: usize,
    mean: f64,
    /// The sum of squared distances from the mean.
    spread: f64,
}

impl Tally {
    /// Counts a deal (Welford's method).
    pub fn add(&mut self, deal: f64) {
        self.deals += 1;
        let before = deal - self.mean;
        self.mean += before / self.deals as f64;
        self.spread += before * (deal - self.mean);
    }

    /// The mean over the deals.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The 95% interval around the mean, by Student's distribution. There is none for less than two deals, nor where all were alike:
    /// they do not tell how far others may be from them.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let half = self.quantile()? * (self.variance() / self.deals as f64).sqrt();
        (self.spread > 0.0).then_some((self.mean - half, self.mean + half))
    }

    /// The same around a mean of shares, which lie between 0 and 1. Where all deals were alike, it is the one of so many throws of a
    /// coin (Wilson's).
    pub fn interval_of_shares(&self) -> Option<(f64, f64)> {
        let (low, high) = self.interval().or_else(|| self.interval_of_throws())?;
        Some((low.max(0.0), high.min(1.0)))
    }

    fn interval_of_throws(&self) -> Option<(f64, f64)> {
        let part = self.quantile()?.powi(2) / self.deals as f64;
        let centre = self.mean + part / 2.0;
        let half = (part * (self.mean * (1.0 - self.mean) + part / 4.0)).sqrt();
        Some(((centre - half) / (1.0 + part), (centre + half) / (1.0 + part)))
    }

    /// Within so many standard errors lie 95% of Student's distribution.
    fn quantile(&self) -> Option<f64> {
        const FEW: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
        let free = self.deals.checked_sub(1).filter(|free| *free > 0)?;
        // From there on a series is as good.
        let (few, free) = (FEW.get(free - 1), free as f64);
        Some(few.copied().unwrap_or(1.96 + (2.372 + (2.822 + 2.556 / free) / free) / free))
    }

    fn variance(&self) -> f64 {
        if self.deals < 2 { f64::INFINITY } else { self.spread / (self.deals - 1) as f64 }
    }

    /// The same of shares. Where all deals were alike, it is the one of throws of a coin that came up as often, and then once on
    /// either side (Laplace's).
    fn variance_of_shares(&self) -> f64 {
        if self.spread > 0.0 {
            return self.variance();
        }
        let deals = self.deals as f64;
        let share = (self.mean * deals + 1.0) / (deals + 2.0);
        share * (1.0 - share)
    }
}

/// A sequential probability ratio test: is the first side better by `upper` Elo rather than by `lower`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo of the hypothesis that is to be refuted.
    pub lower: f64,
    /// The Elo of the one that is to be shown.
    pub upper: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// Rather the lower Elo.
    Lower,
    /// Rather the upper Elo.
    Upper,
}

/// Either error happens in one of twenty tests: ln(0.95 / 0.05).
const BOUND: f64 = 2.944_438_979_166_44;
/// A variance is not to be believed before so many deals.
const LEAST_DEALS: usize = 20;

impl Sprt {
    /// The log-likelihood ratio of both hypotheses, by the shares of the first place that `wins` counts; `fair` is the share of equal
    /// players: one divided by the number of seats.
    pub fn ratio(&self, wins: &Tally, fair: f64) -> f64 {
        let share = |elo: f64| {
            let odds = fair / (1.0 - fair) * 10_f64.powf(elo / 400.0);
            odds / (1.0 + odds)
        };
        let (lower, upper) = (share(self.lower), share(self.upper));
        if wins.deals < LEAST_DEALS {
            return 0.0;
        }
        let variance = wins.variance_of_shares();
        wins.deals as f64 * (upper - lower) * (2.0 * wins.mean - lower - upper) / (2.0 * variance)
    }

    /// Whether that decides it.
    pub fn verdict(&self, wins: &Tally, fair: f64) -> Verdict {
        match self.ratio(wins, fair) {
            ratio if ratio >= BOUND => Verdict::Upper,
            ratio if ratio <= -BOUND => Verdict::Lower,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance;
    use game::below;

    #[test]
    fn mean_and_interval() {
        let mut tally = Tally::default();
        [1.0, 2.0, 3.0, 4.0].into_iter().for_each(|deal| tally.add(deal));
        assert_eq!(tally.mean(), 2.5);
        // The variance is 5/3, so that of the mean 5/12.
        let (low, high) = tally.interval().unwrap();
        let half = 3.182 * (5.0_f64 / 12.0).sqrt();
        assert!((low - 2.5 + half).abs() < 1e-12 && (high - 2.5 - half).abs() < 1e-12);
        assert_eq!(Tally::default().interval(), None);
    }

    fn tally(deals: &[(f64, usize)]) -> Tally {
        let mut tally = Tally::default();
        for (deal, times) in deals {
            (0..*times).for_each(|_| tally.add(*deal));
        }
        tally
    }

    #[test]
    fn the_fewer_deals_the_wider() {
        let quantile = |deals| tally(&[(0.0, deals)]).quantile();
        assert_eq!((quantile(0), quantile(1), quantile(2)), (None, None, Some(12.706)));
        for (deals, expected) in [(12, 2.201), (21, 2.086), (31, 2.042), (61, 2.000), (1001, 1.962)] {
            assert!((quantile(deals).unwrap() - expected).abs() < 1e-3, "{deals}");
        }
    }

    #[test]
    fn shares_stay_between_0_and_1_and_few_of_them_prove_little() {
        assert_eq!(tally(&[(0.0, 1), (1.0, 1)]).interval_of_shares(), Some((0.0, 1.0)));
        // As with ten throws that all were heads, by the exact binomial 0.69.
        let all = tally(&[(1.0, 10)]);
        let (low, high) = all.interval_of_shares().unwrap();
        assert!((0.60..0.70).contains(&low) && high == 1.0, "{low} {high}");
        assert_eq!(all.interval(), None);
        let (low, high) = tally(&[(0.0, 1000)]).interval_of_shares().unwrap();
        assert!(low == 0.0 && (0.003..0.005).contains(&high), "{low} {high}");
        let (low, high) = tally(&[(0.5, 100)]).interval_of_shares().unwrap();
        assert!((0.40..0.41).contains(&low) && (0.59..0.60).contains(&high), "{low} {high}");
        // Of many that are not alike it is what it always was.
        let (low, high) = tally(&[(0.0, 900), (1.0, 1100)]).interval_of_shares().unwrap();
        let half = 1.96 * (0.55_f64 * 0.45 / 2000.0).sqrt();
        assert!((low - 0.55 + half).abs() < 1e-4 && (high - 0.55 - half).abs() < 1e-4, "{low} {high}");
    }

    /// Plays coin flips of this many percent until the test is decided.
    fn verdict(percent: u32, fair: f64, seed: u64) -> Verdict {
        let mut rng = chance::of_decision(seed.into(), &0);
        let (mut tally, sprt) = (Tally::default(), Sprt { lower: 0.0, upper: 40.0 });
        for _ in 0..100_000 {
            tally.add(f64::from(u8::from(below(&mut rng, 100) < percent)));
            if sprt.verdict(&tally, fair) != Verdict::Open {
                break;
            }
        }
        sprt.verdict(&tally, fair)
    }

    #[test]
    fn the_test_finds_the_better_and_spares_the_equal() {
        let count =
            |percent, fair, sought| (0..100).filter(|seed| verdict(percent, fair, *seed) == sought).count();
        assert!(count(50, 0.5, Verdict::Lower) >= 88);
        // 56% are 42 Elo; of four seats 29.6% are 41.
        assert!(count(56, 0.5, Verdict::Upper) >= 88);
        assert!(count(25, 0.25, Verdict::Lower) >= 88);
        assert!(count(30, 0.25, Verdict::Upper) >= 88);
    }

    /// Who wins every deal is better, who loses every one is not, and who shares each as equals do is not either, which takes longer.
    #[test]
    fn results_that_never_vary_decide_the_test_too() {
        let sprt = Sprt { lower: 0.0, upper: 15.0 };
        let verdict = |share, deals| sprt.verdict(&tally(&[(share, deals)]), 0.5);
        assert_eq!([19, 20].map(|deals| verdict(1.0, deals)), [Verdict::Open, Verdict::Upper]);
        assert_eq!([19, 20].map(|deals| verdict(0.0, deals)), [Verdict::Open, Verdict::Lower]);
        assert_eq!([1_000, 10_000].map(|deals| verdict(0.5, deals)), [Verdict::Open, Verdict::Lower]);
    }
}
