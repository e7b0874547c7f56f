//! Bots for Kaboom.
//!
//! All of them see the table through their memory (`memory`), act at a person's pace (`pace`) and flip what they know (`flips`).
//! In turn, `beginner` and `casual` go by simple guesses (`attentive`), `club` by what each place holds with what chance (`belief`,
//! `odds`, `regular`), and `strong` and `expert` by playouts (`playouts`, `habits`) in worlds in which the others' cards are as low
//! as their doing tells (`reading`).

mod attentive;
mod belief;
mod flips;
mod habits;
mod memory;
mod odds;
mod pace;
mod playouts;
mod reading;
mod regular;
#[cfg(test)]
mod tests;

use game::{Seat, Seed, Viewer};
use kaboom::{Action, Kaboom, Stage, View};

use self::attentive::Table;
use self::belief::Belief;
use self::memory::Memory;
use self::pace::Pace;
use self::playouts::Playouts;
use self::reading::Reading;
use self::regular::Regular;
use crate::search::search;
use crate::{Bot, Budget, Decision, Level, Levels, Ranked, Unit, chance, won};

impl Levels for Kaboom {
    /// A playout ends with the round; what the totals are then worth in the rest of the match is estimated.
    const UNIT: Unit = Unit::WinProbability;

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn bot(level: Level, seed: Seed, budget: Budget) -> Box<dyn Bot<Kaboom>> {
        Box::new(Player { manner: Manner::of(level), seed, budget })
    }

    /// Of the many actions only those that are worth a thought: a few moves, and the flip that gains most, if one does.
    fn rank(view: &View, legal: &[Action], seed: Seed, budget: Budget) -> Vec<Ranked<Action>> {
        let own = owner(view);
        let mut candidates = Regular::new(view, own, CALL).candidates(legal);
        candidates.extend(flips::best(view, own, legal, true));
        think(view, own, &candidates, EXPERT, seed, budget)
    }

    fn compare(view: &View, actions: &[Action], seed: Seed, budget: Budget) -> Vec<Ranked<Action>> {
        think(view, owner(view), actions, EXPERT, seed, budget)
    }

    fn round(view: &View) -> u16 {
        view.round.into()
    }

    fn result(then: &View, now: &View) -> Option<f32> {
        now.outcome.as_ref().map(|outcome| won(outcome, owner(then)))
    }
}

/// A regular calls with this chance to be the lowest.
const CALL: f32 = 0.7;

/// How a level plays.
#[derive(Clone, Copy, Debug)]
struct Manner {
    memory: Memory,
    pace: Pace,
    /// Whether it flips cards that it does not know, on good odds.
    dares: bool,
    style: Style,
}

#[derive(Clone, Copy, Debug)]
enum Style {
    /// By simple guesses; how far below the others it calls, in tenths of a point, and how much further for each unknown card.
    Attentive(i32, i32),
    /// By exact odds; it calls with this chance to be the lowest.
    Regular(f32),
    /// By so many playouts.
    Thinking(u32),
}

/// Playouts of the expert, for whom hints are made too.
const EXPERT: u32 = 4000;

impl Manner {
    const fn of(level: Level) -> Manner {
        let (half_life, flip, turn, dares, style) = match level {
            Level::Beginner => (Some(2.5), 1.5, 2.0, false, Style::Attentive(-30, 0)),
            Level::Casual => (Some(10.0), 1.2, 1.7, false, Style::Attentive(30, 20)),
            Level::Club => (Some(12.0), 1.0, 1.5, false, Style::Regular(CALL)),
            Level::Strong => (Some(14.0), 0.85, 1.4, false, Style::Thinking(300)),
            Level::Expert => (None, 0.7, 1.3, true, Style::Thinking(EXPERT)),
        };
        Manner { memory: Memory { half_life }, pace: Pace { flip, turn }, dares, style }
    }
}

/// A bot of some level.
struct Player {
    manner: Manner,
    seed: Seed,
    budget: Budget,
}

impl Bot<Kaboom> for Player {
    fn decide(&mut self, view: &View, legal: &[Action], must: bool) -> Option<Decision<Action>> {
        let (own, Manner { memory, pace, .. }) = (owner(view), self.manner);
        let remembered = memory.of(view, own, self.seed);
        if let Some(action) = self.flip(&remembered, own, legal) {
            return Some(Decision { action, after: pace.flip(self.seed, own, view) });
        }
        if !must {
            return None;
        }
        // Only whoever is asked about nothing but bad flips has no turn.
        let action = self.turn(&remembered, own, legal).or_else(|| legal.first().copied())?;
        Some(Decision { action, after: pace.turn(self.seed, own, view) })
    }
}

impl Player {
    fn flip(&self, view: &View, own: Seat, legal: &[Action]) -> Option<Action> {
        // They are the greatest of the actions.
        if !legal.last().is_some_and(|last| last.is_flip()) {
            return None;
        }
        match self.manner.style {
            Style::Attentive(margin, risk) => Table::new(view, own, (margin, risk)).flip(legal),
            _ => flips::best(view, own, legal, self.manner.dares),
        }
    }

    fn turn(&self, view: &View, own: Seat, legal: &[Action]) -> Option<Action> {
        match (self.manner.style, legal) {
            (_, [only]) => Some(*only),
            (Style::Attentive(margin, risk), _) => Table::new(view, own, (margin, risk)).best(legal),
            (Style::Regular(call), _) => Regular::new(view, own, call).best(legal),
            (Style::Thinking(playouts), _) => {
                let regular = Regular::new(view, own, CALL);
                // To look at one's cards is always good.
                if view.stage == Stage::Ready {
                    return regular.best(legal);
                }
                let candidates = regular.candidates(legal);
                let ranked = think(view, own, &candidates, playouts, self.seed, self.budget);
                ranked.first().map(|best| best.action)
            }
        }
    }
}

/// What playouts say about the candidates, the best first.
fn think(
    view: &View,
    own: Seat,
    candidates: &[Action],
    playouts: u32,
    seed: Seed,
    budget: Budget,
) -> Vec<Ranked<Action>> {
    let mut method = Playouts::new(view, Reading::new(view, own, &Belief::new(view)));
    let playouts = budget.playouts.unwrap_or(playouts);
    let mut chance = chance::of_decision(seed, view);
    search(&mut method, view, own, candidates, playouts, budget.deadline, &mut chance)
}

/// Who looks. Nobody asks a spectator what to do.
fn owner(view: &View) -> Seat {
    match view.viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Spectator => view.turn,
    }
}
