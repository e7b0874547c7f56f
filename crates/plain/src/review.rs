//! What bots think of how somebody has played, and of what somebody may play, in words.

use std::ops::Range;

use bots::{MomentKind, Unit};
use game::{Ruleset, Seat, Seats, Viewer};
use wire::house::Hinted;
use wire::replay::{BadReplay, Document, Replay};
use wire::review::{MatchReview, ReviewPoint};

use crate::{Plain, Style, with_names};

/// So many events tell what came after a decision: the last ones, which have decided it.
const MOST_TOLD: usize = 6;
/// So many actions are told what they are worth.
const MOST_ADVISED: usize = 4;
/// The values of a round as a line, from the worst to the best.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const DIGITS: [char; 10] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/// A review in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retold {
    /// What was played, whose play it is about, and what is counted.
    pub title: String,
    /// A line for each round, with what every decision was worth.
    pub rounds: Vec<String>,
    /// What mattered, in order.
    pub moments: Vec<Mattered>,
}

/// A decision that mattered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mattered {
    /// Its place among the points of the review.
    pub point: usize,
    /// How many actions were played before it.
    pub step: usize,
    /// Why it mattered.
    pub kind: MomentKind,
    /// All that in a sentence.
    pub sentence: String,
}

impl Retold {
    /// All of it, line by line.
    pub fn lines(&self) -> Vec<String> {
        let nothing = "No mistake that can be told from the best, and no great luck.".to_owned();
        let moments = self.moments.iter().map(|moment| moment.sentence.clone());
        let moments = moments.chain(self.moments.is_empty().then_some(nothing));
        [self.title.clone()].into_iter().chain(self.rounds.iter().cloned()).chain(moments).collect()
    }
}

/// The review of the match with this replay, in words.
pub fn retold(review: &MatchReview, replay: &str, style: Style) -> Result<Retold, BadReplay> {
    let document = Document::parse(replay)?;
    wire::for_game!(review.game, retell(review, document, style))
}

fn retell<G: Plain>(review: &MatchReview, document: Document, style: Style) -> Result<Retold, BadReplay> {
    let replay: Replay<G> = document.replay()?;
    let names = replay.names();
    let unit = match review.unit {
        Unit::WinProbability => "chance to win",
        Unit::Points => "points expected in the deal",
    };
    let whose = names.get(review.seat).map_or("somebody", String::as_str);
    let title = format!("{}, {whose}: {unit}", G::Rules::TITLE);
    let told = Told { steps: steps(&replay, review.seat), names, unit: review.unit };
    let mattered = |moment: &bots::Moment| {
        let point = review.points.get(moment.point)?;
        let next = review.points.get(moment.point + 1);
        let sentence = match moment.kind {
            MomentKind::Mistake => told.mistake(point),
            MomentKind::Luck => told.luck(point, next.map(|next| next.step)),
        };
        let sentence = style.dress::<G>(&sentence);
        Some(Mattered { point: moment.point, step: point.step, kind: moment.kind, sentence })
    };
    let moments = review.moments.iter().filter_map(mattered).collect();
    Ok(Retold { title, rounds: graph(review, style), moments })
}

/// A line for each round.
fn graph(review: &MatchReview, style: Style) -> Vec<String> {
    let (low, high) = range(review);
    let bars: &[char] = if style.unicode { &BARS } else { &DIGITS };
    let bar = |value: f64| {
        let share = if high > low { (value - low) / (high - low) } else { 0.0 };
        bars[((share * bars.len() as f64) as usize).min(bars.len() - 1)]
    };
    let rounds = review.points.chunk_by(|a, b| a.round == b.round);
    let line = |points: &[ReviewPoint]| {
        let (first, last) = (points.first()?, points.last()?);
        let bars: String = points.iter().map(|point| bar(point.value)).collect();
        let end = last.after().unwrap_or(last.value);
        let (from, to) = (worth(first.value, review.unit), worth(end, review.unit));
        Some(format!("{:>4}  {bars:<24}  {from} to {to}", first.round))
    };
    rounds.filter_map(line).collect()
}

/// Between what the values of a review lie: all that there may be, or all that there are.
pub fn range(review: &MatchReview) -> (f64, f64) {
    let values = || review.points.iter().map(|point| point.value);
    match review.unit {
        Unit::WinProbability => (0.0, 1.0),
        Unit::Points => (values().fold(0.0, f64::min), values().fold(0.0, f64::max)),
    }
}

/// What something is worth.
pub fn worth(value: f64, unit: Unit) -> String {
    match unit {
        Unit::WinProbability => format!("{:.0}%", 100.0 * value.clamp(0.0, 1.0)),
        Unit::Points => format!("{value:.1}"),
    }
}

/// What bots think of the first few actions, a line each: the best, those that they cannot tell from it, and the others.
pub fn advice<G: Plain>(unit: Unit, ranked: &[Hinted], style: Style) -> Vec<String> {
    let line = |hinted: &Hinted| {
        let code = style.dress::<G>(crate::choices::short(&hinted.action));
        format!("{} {code}", within(hinted, unit, style))
    };
    let Some((best, others)) = ranked.split_first() else { return Vec::new() };
    let (equal, worse): (Vec<&Hinted>, _) =
        others.iter().take(MOST_ADVISED - 1).partition(|hinted| hinted.equal);
    let mut lines = vec![line(best)];
    for (title, group) in [("as good:", equal), ("not as good:", worse)] {
        lines.extend((!group.is_empty()).then(|| title.to_owned()));
        lines.extend(group.into_iter().map(line));
    }
    lines
}

/// What an action is worth, and half the width of the 95% interval around that.
fn within(hinted: &Hinted, unit: Unit, style: Style) -> String {
    let sign = if style.unicode { "±" } else { "+-" };
    let interval = match unit {
        Unit::WinProbability => format!("{:.0}", 100.0 * hinted.interval),
        Unit::Points => format!("{:.1}", hinted.interval),
    };
    format!("{} {sign}{interval}", worth(hinted.value, unit))
}

/// What happened, and how it is told.
struct Told {
    steps: Vec<Step>,
    names: Seats<String>,
    unit: Unit,
}

/// What an action led to.
struct Step {
    events: Vec<String>,
    /// Which round it is after it.
    round: u16,
}

impl Told {
    fn mistake(&self, point: &ReviewPoint) -> String {
        let ReviewPoint { step, round, played, best, value, loss, margin, .. } = point;
        let (from, to) = (worth(*value, self.unit), worth(value - loss, self.unit));
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
        let (from, to) = (worth(before, self.unit), worth(point.after().unwrap_or(before), self.unit));
        let told = self.between(step..next.unwrap_or(self.steps.len()), point.round);
        format!("Round {}, after action {}: {good}, {from} became {to}: {told}", point.round, step + 1)
    }

    /// The last of what happened, to the end of the round at the most: how the next one begins explains nothing.
    fn between(&self, steps: Range<usize>, round: u16) -> String {
        let steps = self.steps.get(steps).unwrap_or_default();
        let last = steps.iter().position(|step| step.round != round).map_or(steps.len(), |at| at + 1);
        let events: Vec<&String> = steps[..last].iter().flat_map(|step| &step.events).collect();
        let last = &events[events.len().saturating_sub(MOST_TOLD)..];
        let told: Vec<String> = last.iter().map(|event| with_names(event, &self.names)).collect();
        told.join("; ")
    }
}

/// What the seat saw of what each action led to.
fn steps<G: Plain>(replay: &Replay<G>, seat: Seat) -> Vec<Step> {
    let record = &replay.record;
    let Ok(mut state) = G::start(&record.rules, record.seats, &record.deals, &mut ()) else {
        return Vec::new();
    };
    let mut events = Vec::new();
    let told = record.actions.iter().map_while(|&(actor, action)| {
        events.clear();
        state.play(actor, action, &mut events).ok()?;
        let seen = events.iter().filter_map(|event| G::redact(event, Viewer::Seat(seat)));
        let round = G::round(&state.view(Viewer::Seat(seat)));
        Some(Step { events: seen.map(|event| event.to_string()).collect(), round })
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::koikoi::KoiKoi;
    use wire::GameKind;

    const REPLAY: &str = r#"{ "version": 1, "game": "koikoi", "rules": "japan", "seed": "7", "players": ["Ada", "Basho"],
        "actions": [{ "seat": 0, "action": "play 1-crane" }] }"#;

    fn review(moments: Vec<bots::Moment>) -> MatchReview {
        let point = |value: f64| ReviewPoint {
            step: 0,
            round: 1,
            value,
            interval: 0.01,
            played: "play 1-crane".to_owned(),
            best: "play 3-curtain".to_owned(),
            loss: 0.125,
            margin: 0.02,
            luck: Some(0.25),
        };
        let (game, seat, unit) = (GameKind::KoiKoi, Seat::FIRST, Unit::WinProbability);
        MatchReview { match_id: None, game, seat, unit, points: vec![point(0.5), point(0.99)], moments }
    }

    #[test]
    fn a_review_is_told_in_the_letters_of_its_style() {
        let moments = vec![
            bots::Moment { point: 0, kind: MomentKind::Mistake },
            bots::Moment { point: 1, kind: MomentKind::Luck },
            bots::Moment { point: 7, kind: MomentKind::Luck },
        ];
        let told = retold(&review(moments), REPLAY, Style::default()).unwrap();
        assert_eq!(told.title, "Koi-Koi, Ada: chance to win");
        assert_eq!(told.rounds, ["   1  59                        50% to 100%"]);
        assert_eq!(told.moments.len(), 2, "a moment that is none of the points is left out");
        let mistake = "Round 1, action 1: `play 1-crane` was a mistake, `play 3-curtain` was better (50%, not 38%; give or take 2.0%)";
        assert_eq!(told.moments[0].sentence, mistake);
        assert!(
            told.moments[1].sentence.starts_with("Round 1, after action 1: good luck, 86% became 100%: ")
        );
        assert!(told.lines().iter().all(|line| line.is_ascii()));
        let style = Style { unicode: true, ..Style::default() };
        let told = retold(&review(Vec::new()), REPLAY, style).unwrap();
        assert!(told.rounds[0].contains("▅█"), "{}", told.rounds[0]);
        assert!(told.lines().last().unwrap().starts_with("No mistake"));
        assert!(retold(&review(Vec::new()), "{}", style).is_err());
    }

    #[test]
    fn luck_is_told_to_the_end_of_its_round() {
        let step = |event: &str, round| Step { events: vec![event.to_owned()], round };
        let steps = vec![step("a card", 1), step("the round is over", 2), step("another card", 2)];
        let told = Told { steps, names: ["Ada".to_owned(), "Basho".to_owned()].into(), unit: Unit::Points };
        assert_eq!(told.between(0..3, 1), "a card; the round is over");
        assert_eq!(told.between(1..3, 2), "the round is over; another card");
        assert_eq!(told.between(7..9, 2), "");
    }

    #[test]
    fn advice_says_what_the_first_few_are_worth() {
        let hinted = |action: &str, value, interval, equal| Hinted {
            action: action.to_owned(),
            value,
            interval,
            equal,
        };
        let ranked = [
            hinted("play 1-crane", 0.523, 0.012, true),
            hinted("play 3-curtain", 0.51, 0.02, true),
            hinted("play 4-cuckoo", 0.5, 0.02, false),
            hinted("play 8-moon", 0.499, 0.03, true),
            hinted("play 2-poem", 0.2, 0.03, false),
        ];
        let told = advice::<KoiKoi>(Unit::WinProbability, &ranked, Style::default());
        let expected = [
            "52% +-1 play 1-crane",
            "as good:",
            "51% +-2 play 3-curtain",
            "50% +-3 play 8-moon",
            "not as good:",
            "50% +-2 play 4-cuckoo",
        ];
        assert_eq!(told, expected);
        let flips = [hinted("flip 1.3 @17", -2.25, 0.44, true)];
        let style = Style { unicode: true, ..Style::default() };
        assert_eq!(advice::<::kaboom::Kaboom>(Unit::Points, &flips, style), ["-2.2 ±0.4 flip 1.3"]);
        assert!(advice::<KoiKoi>(Unit::Points, &[], style).is_empty());
    }
}
