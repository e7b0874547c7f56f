use cards::french::{Card, Set};
use game::Seat;
use kaboom::{Action, Laid, Spot, View, value};

use super::belief::Belief;
use super::habits::same_rank;
use super::reading;

/// A flip has to be expected to gain so much.
const LEAST_GAIN: f32 = 0.5;
/// What it costs that everyone sees a card flipped wrongly.
const SHOWN: f32 = 0.7;

/// The flip that gains most, if any is worth it: of the cards that the viewer knows, or, if it dares, of any.
///
/// This is asked at every change, so it looks for a reason to think first.
pub(crate) fn best(view: &View, own: Seat, legal: &[Action], dares: bool) -> Option<Action> {
    let matching = same_rank(view.top()?);
    let flips = || {
        legal.iter().filter_map(|action| match action {
            Action::Flip { spot, .. } => Some((*action, *spot, view.at(*spot)?)),
            _ => None,
        })
    };
    let known = |laid: &Laid| laid.card.is_some_and(|card| matching.contains(card));
    if !dares && !flips().any(|(_, _, laid)| known(laid)) {
        return None;
    }
    let table = Table::new(view, own, matching);
    let candidates = flips().filter(|(_, _, laid)| known(laid) || dares && laid.card.is_none());
    let judged = candidates.map(|(action, spot, laid)| (action, table.gain(spot, laid)));
    let best = judged.max_by(|a, b| a.1.total_cmp(&b.1))?;
    (best.1 >= LEAST_GAIN).then_some(best.0)
}

struct Table<'a> {
    view: &'a View,
    own: Seat,
    matching: Set,
    belief: Belief,
    /// What it would give away: the worst of its own cards.
    worst: Option<f32>,
    /// What a wrong flip costs.
    penalty: f32,
}

impl<'a> Table<'a> {
    fn new(view: &'a View, own: Seat, matching: Set) -> Self {
        let belief = Belief::new(view);
        let own_cards = view.laid().filter(|(spot, _)| spot.seat == own);
        let worst = own_cards.map(|(_, laid)| belief.values(laid).mean()).max_by(f32::total_cmp);
        let penalty = f32::from(view.rules.flip_penalty) * belief.drawn().mean() + SHOWN;
        Table { view, own, matching, belief, worst, penalty }
    }

    fn gain(&self, spot: Spot, laid: &Laid) -> f32 {
        let right = self.belief.chance_of(laid, self.matching);
        if right <= 0.0 {
            return -self.penalty;
        }
        let points = |card: Card| value(card) as f32;
        let fitting = (self.matching).iter().map(|card| self.belief.chance(laid, card) * points(card));
        let points = fitting.sum::<f32>() / right;
        let gain = if spot.seat == self.own { points } else { self.by_giving(points) };
        let (gain, right) = match laid.card {
            Some(_) => (gain, right),
            // What others have kept is rather low.
            None => (gain, right * self.liking(spot, laid, points)),
        };
        right * gain - (1.0 - right) * self.penalty
    }

    /// To give its worst card for another's, which goes: what it loses they get, shared by all of them.
    fn by_giving(&self, points: f32) -> f32 {
        let others = self.view.hands.len() as f32 - 1.0;
        self.worst.map_or(0.0, |worst| worst + (worst - points) / others)
    }

    /// How much likelier a card of so many points is there for somebody who reads the others.
    fn liking(&self, spot: Spot, laid: &Laid, points: f32) -> f32 {
        let at = |values: super::belief::Values| {
            values.iter().find(|(value, _)| *value == points.round() as i32).map_or(0.0, |(_, chance)| chance)
        };
        let plain = at(self.belief.values(laid));
        let read = at(reading::values(self.view, self.own, &self.belief, spot, laid));
        if plain > 0.0 { read / plain } else { 1.0 }
    }
}
