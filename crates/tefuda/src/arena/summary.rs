//! What an arena tells in the end, as text and as JSON.

use bots::tally::Tally;
use serde::Serialize;

/// A mean with its 95% interval, clustered by deal.
#[derive(Serialize)]
pub(super) struct Mean {
    pub(super) mean: f64,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

impl Mean {
    pub(super) fn of(tally: &Tally) -> Mean {
        let (mean, interval) = (tally.mean(), tally.interval());
        let known = interval.is_finite();
        Mean { mean, low: known.then_some(mean - interval), high: known.then_some(mean + interval) }
    }

    fn text(&self, times: f64, digits: usize) -> String {
        let mean = format!("{:.digits$}", times * self.mean);
        match (self.low, self.high) {
            (Some(low), Some(high)) => {
                format!("{mean}  (95% {:.digits$} to {:.digits$})", times * low, times * high)
            }
            _ => mean,
        }
    }
}

#[derive(Serialize)]
pub(super) struct Summary {
    pub(super) game: &'static str,
    #[serde(skip)]
    pub(super) title: &'static str,
    pub(super) preset: String,
    pub(super) seats: usize,
    pub(super) seed: String,
    pub(super) matches: usize,
    pub(super) deals: usize,
    /// What share of the first places equal players would have.
    pub(super) fair_share: f64,
    pub(super) a: PlayerSummary,
    pub(super) b: PlayerSummary,
    pub(super) a_wins: Mean,
    pub(super) a_better_by: Mean,
    #[serde(skip)]
    pub(super) fewest_points_win: bool,
    pub(super) sprt: Option<SprtSummary>,
}

#[derive(Serialize)]
pub(super) struct PlayerSummary {
    pub(super) player: String,
    pub(super) points_per_match: f64,
    /// Where it had to act and had a choice.
    pub(super) decisions: u64,
    /// Not known of programs.
    pub(super) cpu_ms_mean: Option<f64>,
    pub(super) cpu_ms_p99: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct SprtSummary {
    pub(super) verdict: &'static str,
    pub(super) log_likelihood_ratio: f64,
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Summary { title, preset, seats, matches, deals, a, b, .. } = self;
        writeln!(f, "{title}, {preset}, {seats} seats: {matches} matches on {deals} deals")?;
        let against = if *seats > 2 { format!(", {} seats", seats - 1) } else { String::new() };
        writeln!(f, "  A  {}\n  B  {}{against}\n", a.player, b.player)?;
        writeln!(
            f,
            "  A wins           {} %, fair would be {:.1}",
            self.a_wins.text(100.0, 1),
            100.0 * self.fair_share
        )?;
        writeln!(f, "  A is better by   {} points a match", self.a_better_by.text(1.0, 2))?;
        if self.fewest_points_win {
            writeln!(f, "                   (fewest points win)")?;
        }
        writeln!(
            f,
            "\n     {:>16}  {:>10}  {:>16}  {:>9}",
            "points a match", "decisions", "CPU ms: mean", "p99"
        )?;
        let ms = |time: Option<f64>| time.map_or_else(|| "-".to_owned(), |time| format!("{time:.3}"));
        for (name, side) in [("A", a), ("B", b)] {
            writeln!(
                f,
                "  {name}  {:>16.2}  {:>10}  {:>16}  {:>9}",
                side.points_per_match,
                side.decisions,
                ms(side.cpu_ms_mean),
                ms(side.cpu_ms_p99)
            )?;
        }
        if let Some(sprt) = &self.sprt {
            let SprtSummary { verdict, log_likelihood_ratio } = sprt;
            writeln!(f, "\n  sequential test: {verdict} (log-likelihood ratio {log_likelihood_ratio:+.2})")?;
        }
        Ok(())
    }
}
