//! What the others did in earlier deals, whose hands are known by now, and which habits that suggests.

use cards::Card as _;
use cards::french::Card;
use kierki::{DealPlan, SEATS, View};

use super::habits::{FOLLOW, HABITS, Habit, Key, OTHER, Repertoire, USUAL, follows, occasion};
use super::spot::Spot;
use super::table::{TRICKS, Table, each};

/// The most deals that are thought of, the latest ones.
const REMEMBERED: usize = 8;
/// How many of the habits that explain most are given one key more.
const REFINED: usize = 6;
/// How many habits of the repertoire are those that explain most of what all did. Then each of the others has one of its own.
const COMMON: usize = HABITS - 2 - (SEATS - 1);

/// A choice that one of the others had.
pub(super) struct Choice {
    pub(super) seat: usize,
    /// The table before it, with all hands.
    pub(super) table: Table,
    pub(super) card: u32,
}

/// The choices of the others in the deals that were played to their last card: else nobody knows what they held.
pub(super) fn choices(view: &View, own: usize) -> Vec<Choice> {
    let mut choices = Vec::new();
    let forgotten = view.earlier.deals().len().saturating_sub(REMEMBERED);
    for (plan, cards) in view.earlier_deals().skip(forgotten) {
        if cards.len() < usize::from(TRICKS) * SEATS {
            continue;
        }
        let mut table = dealt(view, plan, cards);
        for card in cards {
            let (seat, card) = (usize::from(table.turn), card.index() as u32);
            let playable = table.playable();
            if seat != own && playable.count_ones() > 1 && playable >> card & 1 == 1 {
                choices.push(Choice { seat, table, card });
            }
            table.play(card);
        }
    }
    choices
}

/// A deal as it was before its first card, from its cards in the order of play.
fn dealt(view: &View, plan: DealPlan, cards: &[Card]) -> Table {
    let mut dealt = Table::of_deal(&view.rules, plan, [0; SEATS]);
    let mut table = dealt;
    for card in cards {
        dealt.hands[usize::from(table.turn)] |= 1 << card.index();
        table.play(card.index() as u32);
    }
    dealt
}

/// The habits that explain most of these choices: what all did, and what each did.
pub(super) fn repertoire(choices: &[Choice]) -> Repertoire {
    let mut repertoire = USUAL;
    for (at, habits) in repertoire.iter_mut().enumerate() {
        let seen: Vec<Seen> = choices.iter().filter_map(|choice| Seen::of(choice, at)).collect();
        if seen.is_empty() {
            continue;
        }
        let explained = if at == FOLLOW { of_following(&seen) } else { by_keys(&seen) };
        let mut chosen: Vec<Habit> = Vec::new();
        let mut choose = |much: &dyn Fn(&[f32; SEATS]) -> f32, count: usize| {
            let mut order: Vec<&Judged> = explained.iter().collect();
            order.sort_by(|a, b| much(&b.1).total_cmp(&much(&a.1)));
            order.retain(|(habit, _)| !chosen.contains(habit));
            chosen.extend(order.iter().take(count).map(|(habit, _)| *habit));
        };
        choose(&|logs| logs.iter().sum(), COMMON);
        for seat in 0..SEATS {
            if seen.iter().any(|seen| seen.seat == seat) {
                choose(&|logs| logs[seat], 1);
            }
        }
        // The last two are any card, and rules of thumb, as usual.
        habits[..HABITS - 2].iter_mut().zip(chosen).for_each(|(habit, chosen)| *habit = chosen);
    }
    repertoire
}

/// How often the others did otherwise than by the first habits of a repertoire, and between bounds for want of choices.
pub(super) fn other(choices: &[Choice], repertoire: &Repertoire) -> f32 {
    let is_other = |choice: &&Choice| {
        let spot = Spot::of(&choice.table);
        repertoire[occasion(&spot)][0].alike(&spot, choice.card) == 0
    };
    let count = choices.iter().filter(is_other).count();
    ((count as f32 + 3.0) / (choices.len() as f32 + 20.0)).clamp(0.03, 0.6)
}

/// A choice at an occasion.
struct Seen<'a> {
    seat: usize,
    spot: Spot<'a>,
    card: u32,
    /// The card's bit among those that could be played, and all of them.
    played: u16,
    playable: u16,
    /// The logarithm of how likely who has a habit is to play the card: if others come first by it, and if it is one of so many.
    logs: [f32; 14],
}

impl<'a> Seen<'a> {
    fn of(choice: &'a Choice, at: usize) -> Option<Seen<'a>> {
        let spot = Spot::of(&choice.table);
        if occasion(&spot) != at {
            return None;
        }
        let lower = (spot.playable & ((1 << choice.card) - 1)).count_ones();
        let count = spot.playable.count_ones();
        let share = |alike| if alike == 0 { 0.0 } else { 1.0 / alike as f32 };
        let log = |alike| ((1.0 - OTHER) * share(alike) + OTHER / count as f32).ln();
        let (played, playable) = (1 << lower, (1 << count) - 1);
        let logs = std::array::from_fn(log);
        Some(Seen { seat: choice.seat, spot, card: choice.card, played, playable, logs })
    }

    /// That logarithm, if these cards come first.
    #[inline]
    fn log(&self, first: u16) -> f32 {
        self.logs[if first & self.played == 0 { 0 } else { first.count_ones() as usize }]
    }

    /// Where the cards stand by every key, and by none.
    fn places(&self, keys: &[Key]) -> Vec<[u8; 13]> {
        let place = |key: &Key| {
            let mut places = [0; 13];
            let cards = each(self.spot.playable).map(|card| key.place(&self.spot, card));
            places.iter_mut().zip(cards).for_each(|(place, own)| *place = own);
            places
        };
        keys.iter().map(place).collect()
    }
}

/// Those of the cards that come first by a key.
fn first(cards: u16, places: &[u8; 13]) -> u16 {
    let (mut least, mut first) = (u8::MAX, 0);
    for card in each(cards.into()) {
        match places[card as usize] {
            lower if lower < least => (least, first) = (lower, 1 << card),
            same if same == least => first |= 1 << card,
            _ => {}
        }
    }
    first
}

/// A habit, and how well it explains what each seat did: logarithms.
type Judged = (Habit, [f32; SEATS]);

/// Every habit of following.
fn of_following(seen: &[Seen<'_>]) -> Vec<Judged> {
    let explained = |habit: Habit| {
        let mut logs = [0.0; SEATS];
        for seen in seen {
            logs[seen.seat] += seen.logs[habit.alike(&seen.spot, seen.card)];
        }
        (habit, logs)
    };
    follows().map(explained).collect()
}

/// Of the habits with one key or two the best, with one key more.
fn by_keys(seen: &[Seen<'_>]) -> Vec<Judged> {
    let keys: Vec<Key> = [Key::None].into_iter().chain(Key::all()).collect();
    let places: Vec<Vec<[u8; 13]>> = seen.iter().map(|seen| seen.places(&keys)).collect();
    let count = keys.len();
    let mut pairs = vec![[0.0; SEATS]; count * count];
    for (seen, places) in seen.iter().zip(&places) {
        for (at, own) in places.iter().enumerate().skip(1) {
            let cards = first(seen.playable, own);
            let is_open = cards & seen.played != 0 && cards.count_ones() > 1;
            for (logs, other) in pairs[at * count..].iter_mut().zip(places) {
                logs[seen.seat] += seen.log(if is_open { first(cards, other) } else { cards });
            }
        }
    }
    let mut order: Vec<usize> = (count..pairs.len()).collect();
    let mut best: Vec<usize> = Vec::new();
    let mut most = |much: &dyn Fn(&[f32; SEATS]) -> f32, count: usize| {
        order.sort_by(|a, b| much(&pairs[*b]).total_cmp(&much(&pairs[*a])));
        best.extend(order.iter().take(count));
    };
    most(&|logs| logs.iter().sum(), REFINED);
    (0..SEATS).for_each(|seat| most(&|logs| logs[seat], 1));
    best.sort_unstable();
    best.dedup();
    let mut explained = Vec::with_capacity(best.len() * count);
    for pair in best {
        let (one, two) = (pair / count, pair % count);
        for three in 0..count {
            let mut logs = [0.0; SEATS];
            for (seen, places) in seen.iter().zip(&places) {
                let cards = first(first(seen.playable, &places[one]), &places[two]);
                logs[seen.seat] += seen.log(first(cards, &places[three]));
            }
            explained.push((Habit::First([keys[one], keys[two], keys[three]]), logs));
        }
    }
    explained
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use game::{ActionList, Deals, Game, Ruleset, SeedableRng, Viewer, below};
    use kierki::{Action, DealType, Kierki, Rules, seat};

    use super::super::habits::Aspect::*;
    use super::super::habits::{Free, Habits, Key::*, Over, Under};
    use super::super::policy::choose;
    use super::super::rules::RuleOfThumb;
    use super::super::table::tests::deal;
    use super::*;
    use crate::Chance;

    /// The choices of three who have these habits in a deal of each of these types; the first goes by rules of thumb.
    fn play(kinds: &[DealType], habits: &Habits, chance: &mut Chance) -> Vec<Choice> {
        let mut choices = Vec::new();
        for kind in kinds {
            let mut table = deal(*kind, false, chance);
            while !table.is_over() {
                let seat = usize::from(table.turn);
                let card = match seat {
                    0 => choose(&RuleOfThumb, &table, 0.0, chance),
                    _ => habits.choose(&table, 0.0, chance),
                };
                let card = card.unwrap();
                if seat > 0 && table.playable().count_ones() > 1 {
                    choices.push(Choice { seat, table, card });
                }
                table.play(card);
            }
        }
        choices
    }

    /// Habits that nobody is thought to have before are found out from the first six deals of a match, so well that they tell what is
    /// played in the robber.
    #[test]
    fn strange_habits_are_found_out() {
        let mut chance = Chance::seed_from_u64(1);
        for habits in [
            [
                Habit::First([Most(Length), Least(Middle), None]),
                Habit::Follow(Under::Highest, Free::Early, Over::Lowest),
                Habit::First([Most(CostThenRank), Least(Length), None]),
            ],
            [
                Habit::First([Most(Place), None, None]),
                Habit::Follow(Under::Dearest, Free::Never, Over::CheapestLowest),
                Habit::First([Most(Danger), Most(Rank), Least(Suit)]),
            ],
        ] {
            let habits = Habits { by: habits, other: 0.0 };
            let choices = play(&DealType::ALL[..6], &habits, &mut chance);
            let (repertoire, robber) =
                (repertoire(&choices), play(&[DealType::Robber; 20], &habits, &mut chance));
            let told = |repertoire: &Repertoire| {
                let told = robber.iter().filter(|choice| {
                    let spot = Spot::of(&choice.table);
                    repertoire[occasion(&spot)][0].alike(&spot, choice.card) > 0
                });
                told.count() as f32 / robber.len() as f32
            };
            let (known, usual) = (told(&repertoire), told(&USUAL));
            assert!(known > 0.85 && known > usual + 0.2, "{known}, and usually {usual}");
            let (known, usual) = (other(&choices, &repertoire), other(&choices, &USUAL));
            assert!(known < 0.25 && usual > known + 0.1, "{known}, and usually {usual}");
        }
    }

    /// What is remembered of a match is what was played in it, by whom and from which hands; deals that ended early are not, for nobody
    /// knows what was held.
    #[test]
    fn choices_are_those_that_were_made() {
        for preset in Rules::presets() {
            let mut chance = Chance::seed_from_u64(2);
            let mut game = Kierki::start(&preset.rules, 4, &Deals::Seed(3.into()), &mut ()).unwrap();
            let (mut legal, mut made) = (ActionList::new(), Vec::new());
            while let Some(seat) = game.actors().first() {
                game.legal(seat, &mut legal);
                let Action::Play(card) = legal[below(&mut chance, legal.len() as u32) as usize];
                let mut table = Table::of(&game.view(Viewer::Spectator));
                table.hands = game.hands().map(cards::french::Set::mask);
                if seat.index() != 2 && legal.len() > 1 {
                    made.push((game.deal(), seat.index(), table, card.index() as u32));
                }
                game.play(seat, Action::Play(card), &mut ()).unwrap();
            }
            let view = game.view(Viewer::Seat(seat('S').unwrap()));
            let least = (view.earlier.deals().len().saturating_sub(REMEMBERED)) as u16;
            made.retain(|made| made.0 > least);
            let whole =
                |made: &(u16, usize, Table, u32)| view.earlier.deals()[usize::from(made.0) - 1].len() == 52;
            made.retain(whole);
            let choices = choices(&view, 2);
            assert_eq!(choices.len(), made.len(), "{}", preset.name);
            for (choice, made) in choices.iter().zip(&made) {
                assert_eq!((choice.seat, choice.table, choice.card), (made.1, made.2, made.3));
            }
        }
    }
}
