use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use bots::{Budget, MomentKind, Unit};
use clap::Args;
use game::{Ruleset, Seat, Seats, Viewer};
use plain::{Plain, with_names};
use wire::replay::{Document, Replay};
use wire::review::{BadReview, MatchReview, ReviewPoint, review};

use crate::failure::Failure;
use crate::progress;
use crate::replay::{names, read};

/// So many events tell what came after a decision: the last ones, which have decided it.
const MOST_TOLD: usize = 6;
/// The values of a round as a line.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// `tefuda review`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The replay file; `-` reads standard input.
    file: PathBuf,
    /// Whose play.
    #[arg(long, default_value = "0", value_parser = seat)]
    seat: Seat,
    /// Playouts for a decision; as many as the best bots have if not given.
    #[arg(long, value_name = "PLAYOUTS")]
    budget: Option<u32>,
    /// One JSON object, as the server's API gives it.
    #[arg(long)]
    json: bool,
}

fn seat(text: &str) -> Result<Seat, String> {
    text.parse().ok().and_then(Seat::new).ok_or_else(|| "seats are 0 to 5".to_owned())
}

impl Options {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let text = read(&self.file)?;
        let place = self.file.display();
        let bar = progress::bar(100, "percent");
        let budget = Budget { playouts: self.budget, deadline: None };
        let review = review(None, &text, self.seat, budget, |share| {
            bar.set_position((share * 100.0) as u64);
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        let review = review.map_err(|why| match why {
            BadReview::Illegal(sentence) => Failure::Refused(format!("{place}: {sentence}")),
            why => Failure::Usage(format!("{place}: {why}")),
        })?;
        let mut output = io::BufWriter::new(io::stdout().lock());
        if self.json {
            serde_json::to_writer(&mut output, &review).map_err(io::Error::from)?;
            writeln!(output)?;
        } else {
            let bad = |bad| Failure::Usage(format!("{place}: {bad}"));
            let document = Document::parse(&text).map_err(bad)?;
            let lines = wire::for_game!(review.game, tell(&review, document)).map_err(bad)?;
            lines.iter().try_for_each(|line| writeln!(output, "{line}"))?;
        }
        output.flush()?;
        Ok(())
    }
}

/// The whole review, line by line.
fn tell<G: Plain>(review: &MatchReview, document: Document) -> Result<Vec<String>, wire::replay::BadReplay> {
    let replay: Replay<G> = document.replay()?;
    let names = names(&replay);
    let unit = match review.unit {
        Unit::WinProbability => "chance to win",
        Unit::Points => "points expected in the deal",
    };
    let mut lines = vec![format!("{}, {}: {unit}", G::Rules::TITLE, names[review.seat])];
    lines.extend(graph(review));
    let told = Told { events: events(&replay, review.seat), names, unit: review.unit };
    for moment in &review.moments {
        let point = &review.points[moment.point];
        let next = review.points.get(moment.point + 1);
        lines.push(match moment.kind {
            MomentKind::Mistake => told.mistake(point),
            MomentKind::Luck => told.luck(point, next.map(|next| next.step)),
        });
    }
    if review.moments.is_empty() {
        lines.push("No mistake that can be told from the best, and no great luck.".to_owned());
    }
    Ok(lines)
}

/// A line for each round.
fn graph(review: &MatchReview) -> Vec<String> {
    let values = || review.points.iter().map(|point| point.value);
    let (low, high) = match review.unit {
        Unit::WinProbability => (0.0, 1.0),
        Unit::Points => (values().fold(0.0, f64::min), values().fold(0.0, f64::max)),
    };
    let bar = |value: f64| {
        let share = if high > low { (value - low) / (high - low) } else { 0.0 };
        BARS[((share * BARS.len() as f64) as usize).min(BARS.len() - 1)]
    };
    let rounds = review.points.chunk_by(|a, b| a.round == b.round);
    let line = |points: &[ReviewPoint]| {
        let (first, last) = (points.first()?, points.last()?);
        let bars: String = points.iter().map(|point| bar(point.value)).collect();
        let end = last.after().unwrap_or(last.value);
        let (from, to) = (shown(first.value, review.unit), shown(end, review.unit));
        Some(format!("{:>4}  {bars:<24}  {from} to {to}", first.round))
    };
    rounds.filter_map(line).collect()
}

fn shown(value: f64, unit: Unit) -> String {
    match unit {
        Unit::WinProbability => format!("{:.0}%", 100.0 * value.clamp(0.0, 1.0)),
        Unit::Points => format!("{value:.1}"),
    }
}

/// What happened, and how it is told.
struct Told {
    events: Vec<Vec<String>>,
    names: Seats<String>,
    unit: Unit,
}

impl Told {
    fn mistake(&self, point: &ReviewPoint) -> String {
        let ReviewPoint { step, round, played, best, value, loss, margin, .. } = point;
        let (from, to) = (shown(*value, self.unit), shown(value - loss, self.unit));
        let margin = match self.unit {
            Unit::WinProbability => format!("{:.1}%", 100.0 * margin),
            Unit::Points => format!("{margin:.1}"),
        };
        format!(
            "Round {round}, action {}: `{played}` was a mistake, `{best}` was better ({from}, not {to}; give or take {margin})",
            step + 1
        )
    }

    fn luck(&self, point: &ReviewPoint, next: Option<usize>) -> String {
        let (step, before) = (point.step, point.value - point.loss);
        let good = if point.luck.unwrap_or(0.0) > 0.0 { "good luck" } else { "bad luck" };
        let (from, to) = (shown(before, self.unit), shown(point.after().unwrap_or(before), self.unit));
        let told = self.between(step..next.unwrap_or(self.events.len()));
        format!("Round {}, after action {}: {good}, {from} became {to}: {told}", point.round, step + 1)
    }

    fn between(&self, steps: Range<usize>) -> String {
        let events: Vec<&String> = self.events.get(steps).unwrap_or_default().iter().flatten().collect();
        let last = &events[events.len().saturating_sub(MOST_TOLD)..];
        let told: Vec<String> = last.iter().map(|event| with_names(event, &self.names)).collect();
        told.join("; ")
    }
}

/// What the seat saw of what each action led to.
fn events<G: Plain>(replay: &Replay<G>, seat: Seat) -> Vec<Vec<String>> {
    let record = &replay.record;
    let Ok(mut state) = G::start(&record.rules, record.seats, &record.deals, &mut ()) else {
        return Vec::new();
    };
    let mut events = Vec::new();
    let told = record.actions.iter().map_while(|&(actor, action)| {
        events.clear();
        state.play(actor, action, &mut events).ok()?;
        let seen = events.iter().filter_map(|event| G::redact(event, Viewer::Seat(seat)));
        Some(seen.map(|event| event.to_string()).collect())
    });
    told.collect()
}
