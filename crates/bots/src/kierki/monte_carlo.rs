use cards::french::Set;
use game::{Game, Seat, Seed, Viewer};
use kierki::{Action, Kierki, View};

use super::policy::{Policy, play_out};
use super::table::{Table, each};
use crate::search::{Method, search};
use crate::{Bot, Budget, Chance, Decision, Ranked, chance};

/// Plays each card in worlds that fit what it has seen, voids included, and all four go on by a quick policy.
pub(super) struct MonteCarlo<P> {
    pub(super) policy: P,
    pub(super) playouts: u32,
    pub(super) seed: Seed,
    pub(super) budget: Budget,
    /// How much the prices of the policy vary, as a share of what the deal gives away.
    pub(super) noise: f32,
}

impl<P: Policy + Send> Bot<Kierki> for MonteCarlo<P> {
    fn decide(&mut self, view: &View, legal: &[Action], _must: bool) -> Option<Decision<Action>> {
        if legal.len() < 2 {
            return legal.first().copied().map(Decision::at_once);
        }
        self.rank(view, legal).first().map(|best| Decision::at_once(best.action))
    }
}

impl<P: Policy> MonteCarlo<P> {
    pub(super) fn rank(&mut self, view: &View, legal: &[Action]) -> Vec<Ranked<Action>> {
        let Viewer::Seat(seat) = view.viewer else { return Vec::new() };
        let mut chance = chance::of_decision(self.seed, view);
        let playouts = self.budget.playouts.unwrap_or(self.playouts);
        let total = view.kind.total(view.rules.traditional_scores);
        let mut playing = Playing {
            policy: &self.policy,
            noise: self.noise * total as f32,
            shown: Table::of(view),
            world: Table::of(view),
            deal: view.deal,
            before: view.scores[seat],
        };
        search(&mut playing, view, seat, legal, playouts, self.budget.deadline, &mut chance)
    }
}

struct Playing<'a, P> {
    policy: &'a P,
    noise: f32,
    /// The table without the hidden hands.
    shown: Table,
    /// The table of the world drawn last.
    world: Table,
    deal: u16,
    /// The seat's total before this deal.
    before: i32,
}

impl<P: Policy> Method<Kierki> for Playing<'_, P> {
    fn world(&mut self, view: &View, chance: &mut Chance) -> (Kierki, f32) {
        let world = Kierki::sample(view, chance);
        self.world = self.shown;
        self.world.hands = world.hands().map(Set::mask);
        (world, 1.0)
    }

    fn playout(&mut self, state: &mut Kierki, seat: Seat, chance: &mut Chance) -> f32 {
        if state.deal() != self.deal || state.is_over() {
            return (self.before - state.scores()[seat]) as f32;
        }
        let mut table = self.world;
        let played = table.hands[seat.index()] & !state.hands()[seat.index()].mask();
        each(played).for_each(|card| table.play(card));
        play_out(self.policy, &mut table, self.noise, chance);
        -table.points[seat.index()] as f32
    }
}
