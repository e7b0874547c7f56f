//! What an arena tells in the end, as text and as JSON.

use bots::tally::Verdict;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// A mean with its 95% interval, clustered by deal.
#[derive(Serialize)]
pub(super) struct Mean {
    pub(super) mean: f64,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

impl Mean {
    pub(super) fn new(mean: f64, interval: Option<(f64, f64)>) -> Mean {
        let (low, high) = interval.unzip();
        Mean { mean, low, high }
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
    /// The rules in words.
    #[serde(skip)]
    pub(super) ruleset: String,
    pub(super) preset: String,
    /// Every knob.
    pub(super) rules: Value,
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
    /// For each decision, where they were given.
    pub(super) playouts: Option<u32>,
    pub(super) points_per_match: f64,
    /// Where it had to act and had a choice.
    pub(super) decisions: u64,
    /// Not known of programs.
    pub(super) cpu_ms_mean: Option<f64>,
    pub(super) cpu_ms_p99: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct SprtSummary {
    /// In Elo.
    pub(super) lower: f64,
    pub(super) upper: f64,
    #[serde(serialize_with = "word")]
    pub(super) verdict: Verdict,
    pub(super) log_likelihood_ratio: f64,
}

fn word<S: Serializer>(verdict: &Verdict, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match verdict {
        Verdict::Open => "open",
        Verdict::Lower => "lower",
        Verdict::Upper => "upper",
    })
}

impl std::fmt::Display for PlayerSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.player)?;
        self.playouts.map_or(Ok(()), |playouts| write!(f, ", {playouts} playouts for a decision"))
    }
}

impl std::fmt::Display for SprtSummary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let SprtSummary { lower, upper, verdict, log_likelihood_ratio } = self;
        match verdict {
            Verdict::Open => write!(f, "not decided between {lower} and {upper} Elo")?,
            Verdict::Lower => write!(f, "decided: A is better by {lower} Elo rather than {upper}")?,
            Verdict::Upper => write!(f, "decided: A is better by {upper} Elo rather than {lower}")?,
        }
        write!(f, " (log-likelihood ratio {log_likelihood_ratio:+.2})")
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Summary { title, ruleset, seats, matches, deals, seed, a, b, .. } = self;
        let deals = if *deals == 1 { "1 deal".to_owned() } else { format!("{deals} deals") };
        writeln!(f, "{title}, {ruleset}, {seats} seats: {matches} matches on {deals}")?;
        writeln!(f, "  seed {seed}")?;
        let against = if *seats > 2 { format!(", {} seats", seats - 1) } else { String::new() };
        writeln!(f, "  A  {a}\n  B  {b}{against}\n")?;
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
            writeln!(f, "\n  sequential test: {sprt}")?;
        }
        Ok(())
    }
}
