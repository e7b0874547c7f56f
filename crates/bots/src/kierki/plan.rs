use std::collections::HashMap;

use arrayvec::ArrayVec;
use kierki::SEATS;

use super::ending;
use super::minds::Mind;
use super::spot::Spot;
use super::table::{TRICKS, Table, each};
use crate::Chance;

/// How many tricks at the end are solved.
const SOLVED: u8 = 2;
/// How many of the own decisions after the candidate are planned.
pub(super) const PLANNED: u32 = 2;
/// How many cards are tried at each of them: those that seem cheapest.
const TRIED: usize = 3;
/// After how many worlds the worst of three cards is dropped, and of two.
const DROPPED: [u32; TRIED - 1] = [6, 24];
/// How many playouts the prices count for there.
const PRIOR: f32 = 10.0;

/// How a world's deal goes on.
pub(super) struct Course<W> {
    /// The seat that plans.
    pub(super) seat: usize,
    /// By which mind each seat goes on, and how much that varies.
    pub(super) minds: [Mind; SEATS],
    pub(super) noise: [f32; SEATS],
    /// What the points at the end are worth to the seat.
    pub(super) worth: W,
}

/// What came of the own next cards in the playouts so far.
///
/// A decision is known by what was played up to it, which everyone has seen: a plan never looks at the hands of the world. In
/// each world that meets it its cards are tried with the same chance after them, and the playout goes on with the one that was
/// best in the worlds before; those that were worst are tried no more after a while.
#[derive(Default)]
pub(super) struct Plan {
    decisions: HashMap<u64, Decision>,
}

struct Decision {
    cards: ArrayVec<Tried, TRIED>,
    /// In how many worlds it was met.
    worlds: u32,
}

struct Tried {
    card: u32,
    price: f32,
    /// The sum of what it was worth.
    worth: f32,
}

impl Decision {
    fn new(table: &Table, mind: &Mind) -> Decision {
        let spot = Spot::of(table);
        let tried = |card| Tried { card, price: mind.price(&spot, card), worth: 0.0 };
        let mut cards: ArrayVec<Tried, 13> = each(table.distinct()).map(tried).collect();
        cards.sort_by(|a, b| a.price.total_cmp(&b.price));
        Decision { cards: cards.into_iter().take(TRIED).collect(), worlds: 0 }
    }

    /// Meets one more world: the best card stands first now, and the worst may be dropped.
    fn meet(&mut self) {
        let score = |tried: &Tried| tried.worth - PRIOR * tried.price;
        self.cards.sort_by(|a, b| score(b).total_cmp(&score(a)));
        if DROPPED.get(TRIED - self.cards.len()) == Some(&self.worlds) {
            self.cards.pop();
        }
        self.worlds += 1;
    }
}

impl Plan {
    /// Plays the deal on to its end, with so many own decisions planned, and says what it was worth. `met` stands for what was
    /// played since the search began.
    pub(super) fn play_out<W: Fn(&[i32; SEATS]) -> f32>(
        &mut self,
        course: &Course<W>,
        mut table: Table,
        planned: u32,
        mut met: u64,
        chance: &mut Chance,
    ) -> f32 {
        while !table.is_over() {
            if table.trick >= TRICKS - SOLVED && table.lie == 0 {
                return ending::solve(&table, course.seat, &course.minds, &course.worth, chance);
            }
            let turn = usize::from(table.turn);
            if planned > 0 && turn == course.seat && table.distinct().count_ones() > 1 {
                return self.decide(course, &table, planned - 1, met, chance);
            }
            let Some(card) = course.minds[turn].choose(&table, course.noise[turn], chance) else { break };
            table.play(card);
            met = and(met, card);
        }
        (course.worth)(&table.points)
    }

    fn decide<W: Fn(&[i32; SEATS]) -> f32>(
        &mut self,
        course: &Course<W>,
        table: &Table,
        planned: u32,
        met: u64,
        chance: &Chance,
    ) -> f32 {
        let new = || Decision::new(table, &course.minds[course.seat]);
        // It is taken out while its cards are tried, for they may lead to others.
        let mut decision = self.decisions.remove(&met).unwrap_or_else(new);
        decision.meet();
        let mut best = None;
        for tried in &mut decision.cards {
            let (mut next, mut chance) = (*table, chance.clone());
            next.play(tried.card);
            let worth = self.play_out(course, next, planned, and(met, tried.card), &mut chance);
            tried.worth += worth;
            best = best.or(Some(worth));
        }
        self.decisions.insert(met, decision);
        best.unwrap_or(0.0)
    }
}

/// What was met, and then this card.
#[inline]
pub(super) fn and(met: u64, card: u32) -> u64 {
    (met ^ u64::from(card + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
}

#[cfg(test)]
mod tests {
    use game::SeedableRng;
    use kierki::DealType;

    use super::*;
    use crate::kierki::minds::Minds;
    use crate::kierki::rules::RuleOfThumb;
    use crate::kierki::table::tests::deal;

    /// Where the world is always the same, a plan is never worse than the prices that it began with, and often better.
    #[test]
    fn a_plan_learns_from_the_worlds_before() {
        let mut chance = Chance::seed_from_u64(1);
        let mut better = 0;
        for kind in DealType::ALL {
            for number in 0..20 {
                let table = deal(kind, number % 2 == 1, &mut chance);
                let minds = Minds::of(kind, table.traditional);
                let rules = Mind::Rules(RuleOfThumb);
                let minds = [rules, Mind::Answers(minds.to_rules), Mind::Thinks(minds.thinker), rules];
                let worth = |points: &[i32; SEATS]| -points[1] as f32;
                let course = Course { seat: 1, minds, noise: [0.0; SEATS], worth };
                let mut plan = Plan::default();
                let mut worths = [0.0; 20];
                for worth in &mut worths {
                    *worth = plan.play_out(&course, table, PLANNED, 0, &mut chance.clone());
                }
                assert!(worths.is_sorted(), "{kind}: {worths:?}");
                better += u32::from(worths[19] > worths[0]);
            }
        }
        assert!(better > 20, "better in {better} deals of 140");
    }
}
