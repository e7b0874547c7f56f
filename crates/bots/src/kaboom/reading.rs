use cards::french::{Card, Set};
use game::{Game, Rng, Seat};
use kaboom::{Ability, Kaboom, Laid, Spot, View, value};

use super::belief::{Belief, Spare, Values};
use crate::Chance;

/// What the others' cards probably are, by what they did with them: who has seen a card and leaves it there likes it, and the
/// longer it lies the lower it is.
pub(crate) struct Reading<'a> {
    view: &'a View,
    kept: Vec<Kept>,
    /// For each shuffle, the cards of each ability that need not lie where it was announced.
    spare: Vec<Spare>,
}

/// A place where somebody else has seen a card that the viewer has not.
struct Kept {
    spot: Spot,
    shuffle: u8,
    /// What it may be, and how likely.
    cards: Vec<(Card, f32)>,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(view: &'a View, own: Seat, belief: &Belief) -> Self {
        let kept = view.laid().filter(|(spot, laid)| is_kept(*spot, laid, own)).map(|(spot, laid)| {
            let liking = liking(view, spot, laid);
            let weigh = |card: Card| (card, belief.chance(laid, card) * liking.powi(value(card)));
            Kept { spot, shuffle: laid.shuffle, cards: belief.possible(laid).iter().map(weigh).collect() }
        });
        Reading { view, kept: kept.collect(), spare: belief.spare() }
    }

    /// A world that fits the view, in which kept cards are as low as they are likely to be.
    pub(crate) fn world(&self, chance: &mut Chance) -> Kaboom {
        if self.kept.is_empty() {
            return Kaboom::sample(self.view, chance);
        }
        let mut assumed = self.view.clone();
        let (mut taken, mut spare) = (Set::EMPTY, self.spare.clone());
        for Kept { spot, shuffle, cards } in &self.kept {
            let Some(spare) = spare.get_mut(usize::from(*shuffle)) else { continue };
            let free = |card: Card| {
                !taken.contains(card) && Ability::of(card).is_none_or(|ability| spare[ability as usize] > 0)
            };
            let Some(card) = draw(cards, free, chance) else { continue };
            taken.insert(card);
            if let Some(ability) = Ability::of(card) {
                spare[ability as usize] -= 1;
            }
            if let Some(laid) = assumed.hands[spot.seat][usize::from(spot.slot)].as_mut() {
                laid.card = Some(card);
            }
        }
        Kaboom::sample(&assumed, chance)
    }
}

/// What the card there counts in the eyes of somebody who reads the others.
pub(crate) fn values(view: &View, own: Seat, belief: &Belief, spot: Spot, laid: &Laid) -> Values {
    let values = belief.values(laid);
    if !is_kept(spot, laid, own) {
        return values;
    }
    let liking = liking(view, spot, laid);
    values.weighted(|value| liking.powi(value))
}

fn is_kept(spot: Spot, laid: &Laid, own: Seat) -> bool {
    spot.seat != own && laid.card.is_none() && laid.one_of.is_none() && laid.seen[spot.seat].is_some()
}

/// How much less likely a card is to lie there for each point that it counts.
fn liking(view: &View, spot: Spot, laid: &Laid) -> f32 {
    /// By the turns that its owner has had since: of a card looked at before the first turn, which nobody chose, and of one that
    /// was kept or left when it was seen. Measured in matches between bots.
    const LOOKED: [f32; 5] = [1.0, 0.92, 0.85, 0.82, 0.8];
    const CHOSEN: [f32; 5] = [0.8, 0.8, 0.78, 0.77, 0.76];
    /// Who calls has a low sum.
    const CALLED: f32 = 0.9;
    let seen = laid.seen[spot.seat].unwrap_or_default();
    let turns = view.turn_number.saturating_sub(seen) / view.hands.len() as u16;
    let by_turns = if seen == 0 { LOOKED } else { CHOSEN };
    let liking = by_turns[usize::from(turns).min(by_turns.len() - 1)];
    if view.caller == Some(spot.seat) { liking * CALLED } else { liking }
}

/// One of the free cards by their weights.
fn draw(cards: &[(Card, f32)], free: impl Fn(Card) -> bool, chance: &mut Chance) -> Option<Card> {
    let free = || cards.iter().filter(|(card, weight)| *weight > 0.0 && free(*card));
    let all: f32 = free().map(|(_, weight)| weight).sum();
    let mut left = all * (chance.next_u32() as f32 / u32::MAX as f32);
    for (card, weight) in free() {
        left -= weight;
        if left <= 0.0 {
            return Some(*card);
        }
    }
    free().last().map(|(card, _)| *card)
}
