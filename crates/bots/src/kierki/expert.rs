use std::time::Instant;

use cards::Card as _;
use cards::french::WITHOUT_JOKERS;
use game::{Game, Seat, Seats, Seed, Viewer, shuffle};
use kierki::{Action, Kierki, SEATS, View};

use super::minds::Minds;
use super::plan::{Course, PLANNED, Plan};
use super::table::{Table, array, each};
use super::worlds::{World, worlds};
use crate::search::{Method, search};
use crate::{Bot, Budget, Chance, Decision, Ranked, chance};

/// Monte Carlo in worlds that are as likely as the others' play makes them, each of the others going on as its play so far
/// suggests, the last tricks solved, and in the last deal with an eye on who wins the match.
pub(super) struct Expert {
    pub(super) seed: Seed,
    pub(super) budget: Budget,
}

/// Playouts for a decision.
const PLAYOUTS: u32 = 6_000;
/// How much the own prices vary in playouts, as a share of what the deal gives away.
const OWN_NOISE: f32 = 0.005;
/// A card that is behind the best by so many times the margin of their difference is judged no further.
const CLEAR: f32 = 2.0;
/// What winning the match is worth beside the points of its last deal, as a share of what that deal gives away.
const WIN: f32 = 0.1;

impl Bot<Kierki> for Expert {
    fn decide(&mut self, view: &View, legal: &[Action], _must: bool) -> Option<Decision<Action>> {
        let (candidates, _) = candidates(view, &Table::of(view), legal);
        if candidates.len() < 2 {
            return legal.first().copied().map(Decision::at_once);
        }
        self.rank(view, legal).first().map(|best| Decision::at_once(best.action))
    }
}

impl Expert {
    /// Judges the cards. Neighbours that lead to the same are judged once, and stand together; if all of them do, each is judged,
    /// for there is no choice, but still something to be told.
    pub(super) fn rank(&self, view: &View, legal: &[Action]) -> Vec<Ranked<Action>> {
        let Viewer::Seat(seat) = view.viewer else { return Vec::new() };
        let (begin, mut chance) = (Instant::now(), chance::of_decision(self.seed, view));
        let traditional = view.rules.traditional_scores;
        let total = view.kind.total(traditional) as f32;
        let playouts = self.budget.playouts.unwrap_or(PLAYOUTS);
        let minds = Minds::knowing(view, seat.index());
        let shown = Table::of(view);
        let (mut candidates, mut same) = candidates(view, &shown, legal);
        if candidates.len() < 2 {
            candidates = legal.to_vec();
            same = legal.iter().map(|action| (*action, *action)).collect();
        }
        // A part of the time is for the worlds.
        let end = self.budget.deadline.map(|deadline| begin + deadline / 3);
        let mut worlds = if candidates.len() > 1 {
            worlds(view, seat.index(), &minds, playouts, end, &mut chance)
        } else {
            Vec::new()
        };
        shuffle(&mut worlds, &mut chance);
        let mut playing = Playing {
            worlds,
            met: 0,
            minds,
            own_noise: OWN_NOISE * total,
            shown,
            base: Kierki::sample(view, &mut chance),
            deal: view.deal,
            stakes: Stakes::of(view),
            plan: Plan::default(),
        };
        let left = self.budget.deadline.map(|deadline| deadline.saturating_sub(begin.elapsed()));
        let ranked = search(&mut playing, view, seat, &candidates, playouts, left, &mut chance);
        let all = |one: Ranked<Action>| {
            let alike = same.iter().filter(move |(_, judged)| *judged == one.action);
            alike.map(move |(action, _)| Ranked { action: *action, ..one })
        };
        ranked.into_iter().flat_map(all).collect()
    }
}

/// The cards to judge, and for every legal card the one that is judged in its place.
fn candidates(view: &View, shown: &Table, legal: &[Action]) -> (Vec<Action>, Vec<(Action, Action)>) {
    let gone = view.tricks.iter().filter(|trick| trick.taker.is_some()).flat_map(|trick| trick.cards.clone());
    let gone = gone.fold(0, |all, card| all | 1 << card.index());
    let distinct = shown.distinct_by(WITHOUT_JOKERS.mask() & !gone & !view.hand.mask());
    // Neighbours stand together; the mask has the highest of each such group.
    let group =
        |Action::Play(card): &Action| (distinct >> card.index()).trailing_zeros() as usize + card.index();
    let judged = |action: &Action| {
        let alike = legal.iter().rev().find(|other| group(other) == group(action));
        alike.copied().unwrap_or(*action)
    };
    let candidates: Vec<Action> = legal.iter().copied().filter(|action| judged(action) == *action).collect();
    let same = legal.iter().map(|action| (*action, judged(action))).collect();
    (candidates, same)
}

struct Playing {
    worlds: Vec<World>,
    /// How many were met: all of them before the first is met again.
    met: usize,
    minds: Minds,
    own_noise: f32,
    /// The table without the hidden hands.
    shown: Table,
    /// A match for the shared search to play the candidate in. The deal itself goes on at the table of the world.
    base: Kierki,
    deal: u16,
    stakes: Stakes,
    plan: Plan,
}

/// What a deal is about.
pub(super) struct Stakes {
    /// The totals before it.
    before: Seats<i32>,
    /// What winning the match is worth.
    win: f32,
}

impl Stakes {
    pub(super) fn of(view: &View) -> Stakes {
        let total = view.kind.total(view.rules.traditional_scores) as f32;
        let is_last = usize::from(view.deal) == view.rules.deals.len();
        Stakes { before: view.scores.clone(), win: if is_last { WIN * total } else { 0.0 } }
    }

    /// What the points of the deal are worth to the seat.
    pub(super) fn worth(&self, points: &[i32; SEATS], seat: Seat) -> f32 {
        let own = points[seat.index()];
        if self.win == 0.0 {
            return -own as f32;
        }
        let total = |at: Seat| self.before[at] + points[at.index()];
        let (mut ahead, mut level) = (0, 0);
        for other in Seat::all(SEATS) {
            ahead += u32::from(total(other) < total(seat));
            level += u32::from(total(other) == total(seat));
        }
        let win = if ahead == 0 { self.win / level as f32 } else { 0.0 };
        win - own as f32
    }
}

impl Method<Kierki> for Playing {
    fn world(&mut self, _view: &View, _chance: &mut Chance) -> (Kierki, f32) {
        self.met += 1;
        (self.base.clone(), 1.0)
    }

    fn clear(&self) -> Option<f32> {
        Some(CLEAR)
    }

    fn playout(&mut self, state: &mut Kierki, seat: Seat, chance: &mut Chance) -> f32 {
        let Some(world) = self.worlds.get(self.met % self.worlds.len().max(1)) else { return 0.0 };
        if state.deal() != self.deal || state.is_over() {
            let points = state.scores().map(|at, score| score - self.stakes.before[at]);
            return self.stakes.worth(&array(&points), seat);
        }
        let mut table = self.shown;
        table.hands = world.hands;
        let played = table.hands[seat.index()] & !state.hands()[seat.index()].mask();
        each(played).for_each(|card| table.play(card));
        let minds = self.minds.guess(&world.evidence, seat.index(), chance);
        let mut noise = minds.map(|mind| mind.noise());
        noise[seat.index()] = self.own_noise;
        let worth = |points: &[i32; SEATS]| self.stakes.worth(points, seat);
        let course = Course { seat: seat.index(), minds, noise, worth };
        self.plan.play_out(&course, table, PLANNED, played, chance)
    }
}
