use super::policy::Policy;
use super::spot::{Spot, Standing};

/// Ducks where a trick costs or may cost points, takes with its highest cards where it does not, throws away what is dangerous
/// when it cannot follow, and leads what is least likely to take. It thinks one trick ahead.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleOfThumb;

impl Policy for RuleOfThumb {
    #[inline]
    fn prices(&self, spot: &Spot<'_>) -> impl Fn(u32) -> f32 {
        let (led, thrown_in) = (spot.table.led(), thrown_in(spot));
        move |card| {
            let standing = spot.standing(card);
            match led {
                None => lead(spot, card, standing, thrown_in),
                Some(suit) if suit == card / 13 => follow(spot, card, standing, thrown_in),
                Some(_) => -(cost(spot, 1 << card) + future(spot, standing)),
            }
        }
    }
}

/// What leading this card may cost, less what it is worth to be rid of it.
#[inline]
fn lead(spot: &Spot<'_>, card: u32, standing: Standing, thrown_in: f32) -> f32 {
    let takes = match (standing.lower, standing.higher) {
        (_, 0) => 1.0,
        (0, _) => 0.0,
        (lower, higher) => {
            let share = lower as f32 / (lower + higher) as f32;
            share * share * share
        }
    };
    takes * (spot.table.price(1 << card) as f32 + thrown_in) - 0.3 * future(spot, standing)
}

/// What following suit with this card may cost.
#[inline]
fn follow(spot: &Spot<'_>, card: u32, standing: Standing, thrown_in: f32) -> f32 {
    let shed = 0.3 * future(spot, standing);
    if card < spot.table.best() {
        return -shed - cost(spot, 1 << card);
    }
    let behind = spot.behind() as f32;
    let takes = if spot.behind() == 0 || standing.higher == 0 {
        1.0
    } else {
        // Somebody behind may have to go over, or may duck as well.
        let chance = standing.higher as f32 / (standing.lower + standing.higher) as f32;
        (1.0 - 0.5 * chance * behind / 3.0 * (standing.higher as f32).min(2.0)).max(0.05)
    };
    takes * (spot.table.price(spot.table.lying | 1 << card) as f32 + thrown_in) - shed
}

/// What these cards cost by themselves.
#[inline]
fn cost(spot: &Spot<'_>, cards: u64) -> f32 {
    spot.table.cost(cards) as f32
}

/// How much the card endangers its holder in tricks to come: high ranks, and those that catch a costly card of their suit.
#[inline]
fn future(spot: &Spot<'_>, standing: Standing) -> f32 {
    let below = (standing.out & ((1 << standing.rank) - 1)) << standing.base;
    let can_take = if standing.lower > 0 || standing.higher == 0 { 1.0 } else { 0.2 };
    can_take * ((standing.rank + 2) as f32 / 14.0 + 0.25 * cost(spot, below))
}

/// What those behind may throw into the trick.
#[inline]
fn thrown_in(spot: &Spot<'_>) -> f32 {
    let hands = 3.0 * spot.hand.count_ones() as f32;
    cost(spot, spot.out) * 2.0 * spot.behind() as f32 / hands
}
