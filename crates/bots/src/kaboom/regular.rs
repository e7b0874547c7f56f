use game::Seat;
use kaboom::{Ability, Action, Laid, Spot, Stage, View, value};

use super::belief::{Belief, Values};
use super::habits::same_rank;
use super::odds::Sum;
use super::reading;

/// What an action is worth that must not be done.
const NEVER: f32 = -1000.0;
/// To know one card more.
const KNOWING: f32 = 0.6;
/// A drawn card may have an ability.
const ABILITY: f32 = 0.6;
/// A swap has to gain so much.
const SWAP: f32 = 1.5;

/// More are not worth playouts.
const MOST_CANDIDATES: usize = 4;

/// A regular's opinion of a table: by what each place holds with what chance, and by what each seat's sum will be. Worths are in
/// points.
pub(crate) struct Regular<'a> {
    view: &'a View,
    own: Seat,
    belief: Belief,
    /// The chance to be the lowest from which on it calls.
    call: f32,
}

impl<'a> Regular<'a> {
    pub(crate) fn new(view: &'a View, own: Seat, call: f32) -> Self {
        Regular { view, own, belief: Belief::new(view), call }
    }

    /// The best of the actions, flips left out.
    pub(crate) fn best(&self, legal: &[Action]) -> Option<Action> {
        let moves = legal.iter().copied().filter(|action| !action.is_flip());
        let judged = moves.map(|action| (action, self.worth(action)));
        judged.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(action, _)| action)
    }

    /// The moves that are worth a thought: the few that seem best, and kaboom.
    pub(crate) fn candidates(&self, legal: &[Action]) -> Vec<Action> {
        let moves = legal.iter().copied().filter(|action| !action.is_flip());
        let mut judged: Vec<(Action, f32)> = moves.map(|action| (action, self.worth(action))).collect();
        judged.sort_by(|a, b| b.1.total_cmp(&a.1));
        let (few, others) = judged.split_at(judged.len().min(MOST_CANDIDATES));
        let kaboom = others.iter().filter(|(action, _)| *action == Action::Kaboom);
        few.iter().chain(kaboom).map(|(action, _)| *action).collect()
    }

    pub(crate) fn worth(&self, action: Action) -> f32 {
        match action {
            Action::Look => 1.0,
            Action::Ready | Action::Decline | Action::Flip { .. } => 0.0,
            Action::Draw => self.draw(),
            Action::Take { slot, .. } => self.release(slot) - self.top(),
            Action::Kaboom => {
                if self.lowest() >= self.call {
                    1000.0
                } else {
                    NEVER
                }
            }
            Action::Use => self.ability(),
            Action::Keep { slot, .. } => self.release(slot) - self.held(),
            Action::Discard => self.discard(),
            Action::Peek(spot) => self.peek(spot),
            Action::Swap(spot) => self.swap(spot),
            Action::Give(slot) => self.mean(Spot { seat: self.own, slot }) - 0.5,
        }
    }

    fn values(&self, spot: Spot, laid: &Laid) -> Values {
        reading::values(self.view, self.own, &self.belief, spot, laid)
    }

    fn mean(&self, spot: Spot) -> f32 {
        self.view.at(spot).map_or(0.0, |laid| self.values(spot, laid).mean())
    }

    fn laid_of(&self, seat: Seat) -> impl Iterator<Item = (Spot, &Laid)> {
        self.view.laid().filter(move |(spot, _)| spot.seat == seat)
    }

    fn others(&self) -> impl Iterator<Item = Seat> {
        let own = self.own;
        Seat::all(self.view.hands.len()).filter(move |seat| *seat != own)
    }

    fn is_open(&self, seat: Seat) -> bool {
        !(self.view.rules.lock_caller && self.view.caller == Some(seat))
    }

    fn knows(&self, spot: Spot) -> bool {
        self.view.at(spot).is_none_or(|laid| laid.card.is_some())
    }

    fn top(&self) -> f32 {
        self.view.top().map_or(10.0, |top| value(top) as f32)
    }

    fn held(&self) -> f32 {
        let card = self.view.held.and_then(|held| held.card);
        card.map_or_else(|| self.belief.drawn().mean(), |card| value(card) as f32)
    }

    /// What it gains that the own card there goes: its points, and those of a card that can be flipped onto it.
    fn release(&self, slot: u8) -> f32 {
        let spot = Spot { seat: self.own, slot };
        let Some(laid) = self.view.at(spot) else { return NEVER };
        match laid.card {
            None => self.values(spot, laid).mean() + KNOWING,
            Some(card) => value(card) as f32 + self.twin(card, Some(spot)),
        }
    }

    /// What flipping an own card onto this one gains.
    fn twin(&self, card: cards::french::Card, not: Option<Spot>) -> f32 {
        let known = self.laid_of(self.own).filter(|(spot, _)| Some(*spot) != not);
        let twins = known.filter_map(|(_, laid)| laid.card).filter(|twin| same_rank(card).contains(*twin));
        twins.map(|twin| value(twin).max(0)).max().unwrap_or(0) as f32
    }

    /// The mean over what may be drawn of the best that can be done with it.
    fn draw(&self) -> f32 {
        let slots = self.laid_of(self.own).map(|(spot, _)| self.release(spot.slot));
        let Some(most) = slots.max_by(f32::total_cmp) else { return ABILITY };
        let gains = self.belief.drawn();
        gains.iter().map(|(value, chance)| chance * (most - value as f32).max(0.0)).sum::<f32>() + ABILITY
    }

    fn discard(&self) -> f32 {
        self.view.held.and_then(|held| held.card).map_or(0.0, |card| self.twin(card, None))
    }

    /// The chance that its sum is the lowest when everyone else has had one more turn.
    pub(crate) fn lowest(&self) -> f32 {
        let own = Sum::of(self.laid_of(self.own).map(|(spot, laid)| self.values(spot, laid)));
        let others: Vec<Sum> = self.others().map(|seat| self.after_a_turn(seat)).collect();
        own.is_lowest(&others, self.view.rules.caller_wins_ties)
    }

    /// The seat's sum when it has replaced its worst card by a drawn one, if that is lower.
    fn after_a_turn(&self, seat: Seat) -> Sum {
        let mut cards: Vec<Values> = self.laid_of(seat).map(|(spot, laid)| self.values(spot, laid)).collect();
        let worst = cards.iter_mut().max_by(|a, b| a.mean().total_cmp(&b.mean()));
        if let Some(worst) = worst {
            *worst = worst.lower(&self.belief.drawn());
        }
        Sum::of(cards)
    }

    fn ability(&self) -> f32 {
        const USEFUL: f32 = 1000.0;
        let unknown =
            |seat: Seat| self.is_open(seat) && self.laid_of(seat).any(|(spot, _)| !self.knows(spot));
        let useful = match self.view.held.and_then(|held| Ability::of(held.card?)) {
            Some(Ability::PeekOwn) => unknown(self.own),
            Some(Ability::PeekOther) => self.others().any(unknown),
            Some(Ability::PeekTwo) => unknown(self.own) || self.others().any(unknown),
            Some(Ability::Swap) => self.laid_of(self.own).any(|(spot, _)| self.swap(spot) > 0.0),
            None => false,
        };
        if useful { USEFUL } else { NEVER }
    }

    /// Its own cards first; of the others', one that its owner knows, for that will stay.
    fn peek(&self, spot: Spot) -> f32 {
        let kept = self.view.at(spot).is_some_and(|laid| laid.seen[spot.seat].is_some());
        match (self.knows(spot), spot.seat == self.own) {
            (true, _) => -1.0,
            (false, true) => 2.0,
            (false, false) => {
                if kept {
                    1.2
                } else {
                    1.0
                }
            }
        }
    }

    /// Its own worst card for the best of another.
    fn swap(&self, spot: Spot) -> f32 {
        match self.view.stage {
            Stage::SwapWith(first) if first.seat == self.own => self.mean(first) - self.mean(spot) - SWAP,
            Stage::SwapWith(first) if spot.seat == self.own => self.mean(spot) - self.mean(first) - SWAP,
            Stage::SwapWith(_) => NEVER,
            _ if spot.seat != self.own || !self.is_open(self.own) => NEVER,
            _ => {
                let others = self.others().filter(|seat| self.is_open(*seat));
                let cards = others.flat_map(|seat| self.laid_of(seat)).map(|(other, _)| self.mean(other));
                cards.min_by(f32::total_cmp).map_or(NEVER, |best| self.mean(spot) - best - SWAP)
            }
        }
    }
}
