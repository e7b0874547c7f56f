use kierki::SEATS;

use super::minds::Mind;
use super::table::{Table, each};
use crate::Chance;

/// The last tricks of a world, solved: the points at the end if the seat plays as well as can be against others who decide by
/// these minds, without whims. Every line of its own cards is tried.
///
/// The others do not see all cards either, so they are not taken for players who do.
pub(super) fn solve(
    table: &Table,
    seat: usize,
    minds: &[Mind; SEATS],
    worth: &impl Fn(&[i32; SEATS]) -> f32,
    chance: &mut Chance,
) -> f32 {
    let mut table = *table;
    while !table.is_over() {
        let turn = usize::from(table.turn);
        if turn == seat && table.playable().count_ones() > 1 {
            let mut best = f32::NEG_INFINITY;
            for card in each(table.distinct()) {
                let mut next = table;
                next.play(card);
                best = best.max(solve(&next, seat, minds, worth, chance));
            }
            return best;
        }
        let Some(card) = minds[turn].choose(&table, 0.0, chance) else { break };
        table.play(card);
    }
    worth(&table.points)
}

#[cfg(test)]
mod tests {
    use game::{Rng, SeedableRng};
    use kierki::DealType;

    use super::*;
    use crate::kierki::minds::Minds;
    use crate::kierki::policy::choose;
    use crate::kierki::rules::RuleOfThumb;
    use crate::kierki::table::tests::deal;

    /// Every sequence of own cards, by brute force: neighbours too, and without any thought of what the others do.
    fn brute(table: Table, seat: usize, minds: &[Mind; SEATS], chance: &mut Chance) -> i32 {
        if table.is_over() {
            return table.points[seat];
        }
        let turn = usize::from(table.turn);
        let after = |card: u32| {
            let mut next = table;
            next.play(card);
            next
        };
        if turn == seat {
            let cards = each(table.playable());
            return cards.map(|card| brute(after(card), seat, minds, chance)).min().unwrap_or(0);
        }
        let card = minds[turn].choose(&table, 0.0, chance).unwrap_or(0);
        brute(after(card), seat, minds, chance)
    }

    #[test]
    fn the_last_tricks_are_solved_as_by_brute_force() {
        let mut chance = Chance::seed_from_u64(1);
        for kind in DealType::ALL {
            for number in 0..60 {
                let mut table = deal(kind, number % 2 == 1, &mut chance);
                while table.trick < 8 {
                    let Some(card) = choose(&RuleOfThumb, &table, 100.0, &mut chance) else { break };
                    table.play(card);
                }
                let minds = Minds::of(kind, table.traditional);
                let two = [Mind::Rules(RuleOfThumb), Mind::Thinks(minds.thinker)];
                let four: [Mind; SEATS] = std::array::from_fn(|_| two[(chance.next_u32() % 2) as usize]);
                for seat in 0..SEATS {
                    let solved = solve(&table, seat, &four, &|points| -points[seat] as f32, &mut chance);
                    let most = brute(table, seat, &four, &mut chance);
                    assert_eq!(-solved, most as f32, "{kind}: {table:?}");
                    let mut played = table;
                    while let Some(card) = four[usize::from(played.turn)].choose(&played, 0.0, &mut chance) {
                        played.play(card);
                    }
                    assert!(most <= played.points[seat], "the own mind is one of the lines");
                }
            }
        }
    }
}
