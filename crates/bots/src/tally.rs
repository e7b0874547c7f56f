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

    /// Half the width of the 95% interval around the mean; infinite for less than two deals.
    pub fn interval(&self) -> f64 {
        1.96 * (self.variance() / self.deals as f64).sqrt()
    }

    fn variance(&self) -> f64 {
        if self.deals < 2 { f64::INFINITY } else { self.spread / (self.deals - 1) as f64 }
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
        if wins.deals < LEAST_DEALS || wins.spread <= 0.0 {
            return 0.0;
        }
        wins.deals as f64 * (upper - lower) * (2.0 * wins.mean - lower - upper) / (2.0 * wins.variance())
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
        assert!((tally.interval() - 1.96 * (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(Tally::default().interval(), f64::INFINITY);
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
}
