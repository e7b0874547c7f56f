//! A match looked at again from one seat: what each of its decisions was worth on what the seat knew then, which of them were
//! mistakes, and what was luck.

use std::ops::ControlFlow;

use game::{ActionList, Game, Record, Refused, ReplayError, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::{Budget, Levels, Unit};

/// A match as one seat has played it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review<A> {
    /// Whose play it is about.
    pub seat: Seat,
    /// What values count.
    pub unit: Unit,
    /// The seat's decisions, in order: those where the table waited for it and there was a choice.
    pub points: Vec<Point<A>>,
    /// The few that mattered, in order.
    pub moments: Vec<Moment>,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point<A> {
    /// How many actions were played before it.
    pub step: usize,
    /// In which round or deal.
    pub round: u16,
    /// What the best action was worth to the seat, by what it saw.
    pub value: f32,
    /// Half the width of the 95% interval around that.
    pub interval: f32,
    /// What was played.
    pub played: A,
    /// What was best.
    pub best: A,
    /// By how much the action that was played is worse than the best.
    pub loss: f32,
    /// Half the width of the 95% interval around the loss.
    pub margin: f32,
    /// What has changed from then to the next decision, or to the result, that this choice does not explain: the cards that came, and
    /// what the others did. `None` if the match was not played on.
    pub luck: Option<f32>,
}

/// A decision that mattered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Its place among the points.
    pub point: usize,
    /// Why it did.
    pub kind: MomentKind,
}

/// Why a decision mattered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MomentKind {
    /// Something else was better, which the seat could have known.
    Mistake,
    /// Much changed after it, and no choice of the seat explains it.
    Luck,
}

/// Why there is no review.
#[derive(thiserror::Error)]
pub enum NoReview<G: Game> {
    /// It is no legal match.
    #[error(transparent)]
    Replay(#[from] ReplayError<G>),
    /// Nobody sits there.
    #[error("the match has no seat {0}")]
    NoSeat(Seat),
    /// It would take too long.
    #[error("the match is too long for a review: the seat has played more than {MOST_DECISIONS} actions")]
    TooLong,
    /// Somebody wants it no more.
    #[error("the review was broken off")]
    Stopped,
}

// A derive would ask for a `Debug` of the state.
impl<G: Game> std::fmt::Debug for NoReview<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// The most actions of the seat.
pub const MOST_DECISIONS: usize = 2_000;
/// The most moments of either kind.
const MOST_MOMENTS: usize = 5;

impl Unit {
    /// From which loss on a decision is a mistake worth telling, and from which change on luck is.
    const fn worth_telling(self) -> (f32, f32) {
        match self {
            Unit::WinProbability => (0.03, 0.1),
            Unit::Points => (1.0, 4.0),
        }
    }
}

/// Looks at the match again. Each decision is judged from the seat's view of it alone; with a budget without deadline the same match
/// has the same review. `progress` is told which share is done, and may break it off.
pub fn review<G: Levels>(
    record: &Record<G>,
    seat: Seat,
    budget: Budget,
    mut progress: impl FnMut(f32) -> ControlFlow<()>,
) -> Result<Review<G::Action>, NoReview<G>> {
    if seat.index() >= record.seats {
        return Err(NoReview::NoSeat(seat));
    }
    let all = record.actions.iter().filter(|(actor, _)| *actor == seat).count();
    if all > MOST_DECISIONS {
        return Err(NoReview::TooLong);
    }
    let mut state =
        G::start(&record.rules, record.seats, &record.deals, &mut ()).map_err(ReplayError::from)?;
    let mut walk = Walk { seat, budget, points: Vec::new(), open: None };
    let mut done = 0;
    for (step, &(actor, action)) in record.actions.iter().enumerate() {
        let refuse = |state: &G, why| ReplayError::Refused(Refused::new(state, step + 1, actor, action, why));
        state.check(actor, action).map_err(|why| refuse(&state, why))?;
        if actor == seat {
            if progress(done as f32 / all as f32).is_break() {
                return Err(NoReview::Stopped);
            }
            done += 1;
            walk.decide(&state, step, action);
        }
        state.apply(actor, action, &mut ());
        walk.settle(&state);
    }
    Ok(walk.finish())
}

/// The way through a match.
struct Walk<G: Levels> {
    seat: Seat,
    budget: Budget,
    points: Vec<Judged<G::Action>>,
    /// What the seat saw at the last decision, while it is not known what came of it.
    open: Option<G::View>,
}

struct Judged<A> {
    point: Point<A>,
    /// Whether nothing that the seat did out of turn may have led to what came of it.
    alone: bool,
}

impl<G: Levels> Walk<G> {
    fn decide(&mut self, state: &G, step: usize, played: G::Action) {
        let mut legal = ActionList::new();
        state.legal(self.seat, &mut legal);
        let view = state.view(Viewer::Seat(self.seat));
        if !state.awaited().contains(self.seat) {
            // To let things be is no action, so there is nothing to compare it with.
            if let (Some(last), true) = (self.points.last_mut(), self.open.is_some()) {
                last.alone = false;
            }
            return;
        }
        if legal.len() < 2 {
            return;
        }
        let Some(point) = self.judge(&view, &legal, step, played) else { return };
        self.come_to(point.value);
        self.points.push(Judged { point, alone: true });
        self.open = Some(view);
    }

    fn judge(
        &self,
        view: &G::View,
        legal: &[G::Action],
        step: usize,
        played: G::Action,
    ) -> Option<Point<G::Action>> {
        let mut best = *G::rank(view, legal, 0.into(), self.budget).first()?;
        let (mut loss, mut margin) = (0.0, 0.0);
        if best.action != played {
            // Of many the best one seems better than it is, so that both are judged by other chance.
            let mut both = [best.action, played];
            both.sort();
            let [better, worse] = G::compare(view, &both, 1.into(), self.budget)[..] else { return None };
            best = better;
            if worse.action == played {
                (loss, margin) = (worse.behind.max(0.0), worse.margin);
            }
        }
        let (value, interval) = (best.worth, best.interval);
        let round = G::round(view);
        let best = best.action;
        Some(Point { step, round, value, interval, played, best, loss, margin, luck: None })
    }

    /// If it is known now what has come of the last decision, it is noted.
    fn settle(&mut self, state: &G) {
        let result =
            self.open.as_ref().and_then(|then| G::result(then, &state.view(Viewer::Seat(self.seat))));
        if let Some(result) = result {
            self.come_to(result);
        }
    }

    fn come_to(&mut self, value: f32) {
        if let (Some(_), Some(Judged { point, .. })) = (self.open.take(), self.points.last_mut()) {
            point.luck = Some(value - (point.value - point.loss));
        }
    }

    fn finish(self) -> Review<G::Action> {
        let (mistake, luck) = G::UNIT.worth_telling();
        let mistakes = self.points.iter().map(|Judged { point, .. }| {
            if point.loss > point.margin && point.loss >= mistake { point.loss } else { 0.0 }
        });
        let mistakes = greatest(mistakes, MomentKind::Mistake);
        let lucky = self.points.iter().map(|judged| {
            let change = judged.point.luck.filter(|_| judged.alone).map_or(0.0, f32::abs);
            if change >= luck { change } else { 0.0 }
        });
        let mut moments = greatest(lucky, MomentKind::Luck);
        moments.extend(mistakes);
        moments.sort_by_key(|moment| (moment.point, moment.kind == MomentKind::Luck));
        let points = self.points.into_iter().map(|judged| judged.point).collect();
        Review { seat: self.seat, unit: G::UNIT, points, moments }
    }
}

/// The few greatest that are not zero.
fn greatest(sizes: impl Iterator<Item = f32>, kind: MomentKind) -> Vec<Moment> {
    let mut sizes: Vec<(usize, f32)> = sizes.enumerate().filter(|(_, size)| *size > 0.0).collect();
    sizes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    sizes.truncate(MOST_MOMENTS);
    sizes.into_iter().map(|(point, _)| Moment { point, kind }).collect()
}
