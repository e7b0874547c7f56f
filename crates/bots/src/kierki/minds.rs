use kierki::{DealType, SEATS, View};

use super::habits::{self, HABITS, Habits, OCCASIONS, OTHER, Repertoire, USUAL, occasion};
use super::memory;
use super::policy::{Policy, choose};
use super::prices::Prices;
use super::rules::RuleOfThumb;
use super::spot::Spot;
use super::table::{Table, each};
use super::worlds::unit;
use crate::Chance;

/// A guess at how a player decides.
#[derive(Clone, Copy)]
pub(super) enum Mind {
    /// By rules of thumb, to the letter.
    Rules(RuleOfThumb),
    /// By thinking ahead: these are its dislikes.
    Thinks(Prices<'static>),
    /// By one habit for each occasion.
    Habits(Habits),
    /// By prices that answer one of the above: nobody else is believed to be of this mind.
    Answers(Prices<'static>),
}

/// How many guesses there are: rules of thumb, thinking and habits.
const MINDS: usize = 3;

/// The guesses for one deal.
pub(super) struct Minds {
    pub(super) thinker: Prices<'static>,
    /// What plays best against whoever thinks.
    pub(super) to_thinkers: Prices<'static>,
    /// What plays best against whoever plays simply.
    pub(super) to_rules: Prices<'static>,
    /// The habits that the others may have.
    repertoire: Repertoire,
    /// Whether these are those that they seem to have had in earlier deals, and how often they did otherwise.
    knows: bool,
    other: f32,
    /// How well what they did in earlier deals is explained by each mind.
    pub(super) earlier: Evidence,
    /// Whether a mind is still thought possible.
    possible: [bool; MINDS],
}

/// How well what a seat has played is explained by each mind: logarithms of the probabilities.
#[derive(Clone, Copy, Default)]
pub(super) struct Explained {
    rules: f32,
    thinking: f32,
    /// By each habit of each occasion.
    habits: [[f32; HABITS]; OCCASIONS],
}

/// The same for every seat.
pub(super) type Evidence = [Explained; SEATS];

/// How often a player does anything at all.
const WHIM: f32 = 0.02;
/// How warm the dislikes of whoever thinks are in playouts: it knows better what it wants than who imitates it.
const WARMTH: f32 = 0.7;
/// How often the others are all of one mind, before anything is played, and of the same habits; else each of them may be of any.
const ALIKE: f32 = 0.7;
/// What was done in earlier deals counts for so much of a choice in the running one: no mind is quite the right one, and what is
/// wrong with it would add up over hundreds of choices.
const EARLIER: f32 = 0.1;
/// A mind that explains e to this times less than another is not thought of any more.
const HOPELESS: f32 = 20.0;
/// The logarithm of how probable it is that it is thought of again.
const NEVER: f32 = -1e4;
/// The places of the minds in a list of them.
const RULES: usize = 0;
const THINKING: usize = 1;
const OF_HABIT: usize = 2;

impl Minds {
    pub(super) fn of(kind: DealType, traditional: bool) -> Minds {
        Minds {
            thinker: Prices::of_a_thinker(kind, traditional),
            to_thinkers: Prices::against_thinkers(kind, traditional),
            to_rules: Prices::against_rules(kind, traditional),
            repertoire: USUAL,
            knows: false,
            other: OTHER,
            earlier: Evidence::default(),
            possible: [true; MINDS],
        }
    }

    /// Of the deal that is shown, by what the others did in the deals before it.
    pub(super) fn knowing(view: &View, own: usize) -> Minds {
        let traditional = view.rules.traditional_scores;
        let mut minds = Minds::of(view.kind, traditional);
        let choices = memory::choices(view, own);
        if choices.is_empty() {
            return minds;
        }
        (minds.repertoire, minds.knows) = (memory::repertoire(&choices), true);
        minds.other = memory::other(&choices, &minds.repertoire);
        for memory::Choice { seat, table, card } in &choices {
            let (repertoire, other) = (minds.repertoire, minds.other);
            let then = Minds { repertoire, other, knows: true, ..Minds::of(table.kind, traditional) };
            then.explain(&Spot::of(table), *card, &mut minds.earlier[*seat]);
        }
        minds.earlier.iter_mut().for_each(|one| one.weigh(EARLIER));
        let others = minds.earlier.iter().enumerate().filter(|(seat, _)| *seat != own);
        let explained = others.map(|(_, one)| one.by_mind());
        let explained = explained.chain([Explained::of_all(&minds.earlier).by_mind()]);
        minds.possible = [false; MINDS];
        for logs in explained {
            let best = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            for (possible, log) in minds.possible.iter_mut().zip(logs) {
                *possible |= log > best - HOPELESS;
            }
        }
        // What is not asked any more must not come back for want of an answer.
        let [_, thinking, habits] = minds.possible;
        for (_, one) in minds.earlier.iter_mut().enumerate().filter(|(seat, _)| *seat != own) {
            if !thinking {
                one.thinking = NEVER;
            }
            if !habits {
                one.habits = [[NEVER; HABITS]; OCCASIONS];
            }
        }
        minds
    }

    /// A mind for each of the others, as often as it is believed to be theirs, and the own one that answers most of them.
    pub(super) fn guess(&self, evidence: &Evidence, own: usize, chance: &mut Chance) -> [Mind; SEATS] {
        let together = Explained::of_all(evidence);
        let of_all = draw(&shares(&companies(evidence, &together)), chance);
        let mut minds = [self.mind(of_all, &together, chance); SEATS];
        if of_all == MINDS {
            for (mind, explained) in minds.iter_mut().zip(evidence) {
                *mind = self.mind(draw(&shares(&explained.by_mind()), chance), explained, chance);
            }
        }
        let others = minds.iter().enumerate().filter(|(seat, _)| *seat != own);
        let thinkers = others.filter(|(_, mind)| matches!(mind, Mind::Thinks(_))).count();
        minds[own] = Mind::Answers(if thinkers > 1 { self.to_thinkers } else { self.to_rules });
        minds
    }

    /// The mind of this number, with habits that explain as much.
    fn mind(&self, number: usize, explained: &Explained, chance: &mut Chance) -> Mind {
        match number {
            RULES => Mind::Rules(RuleOfThumb),
            THINKING => Mind::Thinks(self.thinker),
            _ => {
                let mut habit = |occasion: usize| {
                    self.repertoire[occasion][draw(&shares(&explained.habits[occasion]), chance)]
                };
                Mind::Habits(Habits { by: std::array::from_fn(&mut habit), other: self.other })
            }
        }
    }

    /// Adds how likely each mind is to play this card.
    #[inline]
    pub(super) fn explain(&self, spot: &Spot<'_>, card: u32, explained: &mut Explained) {
        let any = (spot.playable.count_ones() as f32).recip();
        let log = |share: f32| ((1.0 - WHIM) * share + WHIM * any).ln();
        let by_rules = f32::from(u8::from(is_by_rules(spot, card)));
        explained.rules += log(by_rules);
        if self.possible[THINKING] {
            explained.thinking += log(self.thinker.share(spot, card));
        }
        if self.possible[OF_HABIT] {
            let occasion = occasion(spot);
            let by_habits = habits::shares(&self.repertoire[occasion], spot, card, by_rules);
            let mut by_other = by_habits.iter().sum::<f32>() / HABITS as f32;
            if self.knows {
                // These habits are much alike: whoever does otherwise may do anything.
                by_other = 0.5 * (by_other + any);
            }
            for (sum, share) in explained.habits[occasion].iter_mut().zip(by_habits) {
                *sum += ((1.0 - self.other) * share + self.other * by_other).ln();
            }
        }
    }
}

/// Whether rules of thumb play this card: the first of the cheapest, as they choose it.
#[inline]
fn is_by_rules(spot: &Spot<'_>, card: u32) -> bool {
    let of = RuleOfThumb.prices(spot);
    let price = of(card);
    each(spot.playable).all(|other| match of(other) {
        same if same == price => other >= card,
        another => another > price,
    })
}

impl Explained {
    /// Counts all of it for so much.
    fn weigh(&mut self, much: f32) {
        self.rules *= much;
        self.thinking *= much;
        self.habits.iter_mut().flatten().for_each(|log| *log *= much);
    }

    /// Those of all seats, as if one player had played it all.
    #[inline]
    fn of_all(evidence: &Evidence) -> Explained {
        let mut all = Explained::default();
        for one in evidence {
            all.rules += one.rules;
            all.thinking += one.thinking;
            for (sums, logs) in all.habits.iter_mut().zip(&one.habits) {
                sums.iter_mut().zip(logs).for_each(|(sum, log)| *sum += log);
            }
        }
        all
    }

    /// By each mind, if any habit is as likely as another.
    #[inline]
    fn by_mind(&self) -> [f32; MINDS] {
        let habits = self.habits.iter().map(|logs| sum(logs) - (HABITS as f32).ln());
        [self.rules, self.thinking, habits.sum()]
    }
}

/// How probable the evidence is if all others are of the first mind, of the second, of the third, or each of its own: logarithms.
#[inline]
fn companies(evidence: &Evidence, together: &Explained) -> [f32; MINDS + 1] {
    let (alike, any) = ((ALIKE / MINDS as f32).ln(), (MINDS as f32).ln());
    let [rules, thinking, habits] = together.by_mind().map(|log| alike + log);
    let apart = evidence.iter().map(|seat| sum(&seat.by_mind()) - any).sum::<f32>();
    [rules, thinking, habits, (1.0 - ALIKE).ln() + apart]
}

/// How probable the evidence is, whatever the minds of the others: a logarithm.
#[inline]
pub(super) fn plausibility(evidence: &Evidence) -> f32 {
    sum(&companies(evidence, &Explained::of_all(evidence)))
}

/// The logarithm of the sum of what these are logarithms of.
#[inline]
fn sum(logs: &[f32]) -> f32 {
    let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    most + logs.iter().map(|log| (log - most).exp()).sum::<f32>().ln()
}

/// How much each of them is of that sum.
#[inline]
fn shares<const COUNT: usize>(logs: &[f32; COUNT]) -> [f32; COUNT] {
    let sum = sum(logs);
    logs.map(|log| (log - sum).exp())
}

/// One of them, as often as its share says.
#[inline]
pub(super) fn draw(shares: &[f32], chance: &mut Chance) -> usize {
    let mut left = unit(chance);
    let passed = |share: &&f32| {
        left -= **share;
        left >= 0.0
    };
    shares.iter().take_while(passed).count().min(shares.len() - 1)
}

impl Mind {
    /// How much such a mind varies in playouts.
    #[inline]
    pub(super) fn noise(&self) -> f32 {
        match self {
            Mind::Rules(_) | Mind::Answers(_) => 0.0,
            Mind::Thinks(_) => WARMTH,
            Mind::Habits(habits) => habits.other,
        }
    }

    /// What the seat in turn plays if it decides so. Prices are raised by up to `noise`, which is the warmth of whoever thinks, and how
    /// often another habit is followed.
    #[inline]
    pub(super) fn choose(&self, table: &Table, noise: f32, chance: &mut Chance) -> Option<u32> {
        match self {
            Mind::Rules(rules) => choose(rules, table, noise, chance),
            Mind::Thinks(dislikes) if noise > 0.0 => dislikes.lean(table, noise, chance),
            Mind::Thinks(prices) | Mind::Answers(prices) => choose(prices, table, noise, chance),
            Mind::Habits(habits) => habits.choose(table, noise, chance),
        }
    }

    /// What playing this card seems to cost, for whoever asks that: habits do not.
    pub(super) fn price(&self, spot: &Spot<'_>, card: u32) -> f32 {
        match self {
            Mind::Rules(rules) => rules.price(spot, card),
            Mind::Thinks(prices) | Mind::Answers(prices) => prices.price(spot, card),
            Mind::Habits(_) => 0.0,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use game::{ActionList, Deals, Game, Ruleset, Seat, SeedableRng, Viewer};
    use kierki::{Kierki, Rules};

    use super::*;
    use crate::kierki::table::tests::deal;
    use crate::{Budget, Level, Levels};

    const ANY_HABITS: [[f32; HABITS]; OCCASIONS] = [[-9.0; HABITS]; OCCASIONS];

    fn explained(rules: f32, thinking: f32) -> Explained {
        Explained { rules, thinking, habits: ANY_HABITS }
    }

    /// What three have played a little more as rules of thumb would makes all of them likely to go by rules, and one that surely does
    /// not is told apart from the others.
    #[test]
    fn what_one_does_tells_something_about_the_others() {
        let minds = Minds::of(DealType::Robber, false);
        let mut chance = Chance::seed_from_u64(1);
        let mut share = |evidence: Evidence, seat: usize| {
            let is_rules = |_: &u32| matches!(minds.guess(&evidence, 0, &mut chance)[seat], Mind::Rules(_));
            (0..4_000).filter(is_rules).count() as f32 / 4_000.0
        };
        // Alone it would be e to 1: 0.73.
        let (nothing, a_little) = (explained(0.0, 0.0), explained(0.0, -1.0));
        let together = share([nothing, a_little, a_little, a_little], 1);
        assert!((0.86..0.94).contains(&together), "{together}");
        let apart = [nothing, a_little, a_little, explained(-20.0, 0.0)];
        assert_eq!(share(apart, 3), 0.0);
        let beside_it = share(apart, 1);
        assert!((0.2..0.6).contains(&beside_it), "{beside_it}");
    }

    /// Whoever plays by any three habits is soon known to, and by which, and then goes on as it would.
    #[test]
    fn habits_are_found_out() {
        let mut chance = Chance::seed_from_u64(2);
        let (mut found, mut all) = (0, 0);
        for number in 0..120_u32 {
            let (kind, habit) = (DealType::ALL[number as usize % 7], number as usize % 6);
            let by = [USUAL[0][habit], USUAL[1][(habit + 1) % 6], USUAL[2][(habit + 2) % 6]];
            let habits = Habits { by, other: 0.0 };
            let minds = Minds::of(kind, false);
            let mut table = deal(kind, false, &mut chance);
            let mut evidence = Evidence::default();
            while table.trick < 5 {
                let seat = usize::from(table.turn);
                let Some(card) = habits.choose(&table, 0.0, &mut chance) else { break };
                if table.playable().count_ones() > 1 {
                    minds.explain(&Spot::of(&table), card, &mut evidence[seat]);
                }
                table.play(card);
            }
            evidence[0] = Explained::default();
            let guessed = minds.guess(&evidence, 0, &mut chance);
            assert!(matches!(guessed[0], Mind::Answers(_)));
            let Some(card) = habits.choose(&table, 0.0, &mut chance) else { continue };
            let seat = usize::from(table.turn);
            if seat > 0 && table.playable().count_ones() > 1 {
                all += 1;
                found += u32::from(guessed[seat].choose(&table, 0.0, &mut chance) == Some(card));
            }
        }
        assert!(all > 50 && 10 * found > 7 * all, "{found} of {all}");
    }

    /// After some deals there is little doubt that three go by rules of thumb.
    #[test]
    fn earlier_deals_tell_minds_apart() {
        let mut chance = Chance::seed_from_u64(3);
        let rules = Rules::preset("seven").unwrap();
        let mut game = Kierki::start(&rules, SEATS, &Deals::Seed(1.into()), &mut ()).unwrap();
        let mut casual = Kierki::bot(Level::Casual, 1.into(), Budget::default());
        let mut legal = ActionList::new();
        while game.deal() < 6 {
            let seat = game.actors().first().unwrap();
            game.legal(seat, &mut legal);
            let view = game.view(Viewer::Seat(seat));
            game.play(seat, casual.decide(&view, &legal, true).unwrap().action, &mut ()).unwrap();
        }
        let mut view = game.view(Viewer::Seat(Seat::FIRST));
        let share = |minds: &Minds, chance: &mut Chance| {
            let is_rules = |_: &u32| matches!(minds.guess(&minds.earlier, 0, chance)[1], Mind::Rules(_));
            (0..1_000).filter(is_rules).count()
        };
        let minds = Minds::knowing(&view, 0);
        assert!(share(&minds, &mut chance) > 800);
        view.earlier = kierki::Earlier::default();
        let minds = Minds::knowing(&view, 0);
        assert_eq!(minds.possible, [true; MINDS]);
        assert!(share(&minds, &mut chance) < 500);
    }
}
