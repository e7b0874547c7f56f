use std::cmp::Ordering;

use game::Rng;

use super::policy::choose;
use super::rules::RuleOfThumb;
use super::spot::Spot;
use super::table::{SUIT, Table, each};
use crate::Chance;

/// A simple player: it has one habit for each occasion, which it keeps to whatever else is at stake. Many programs are like this,
/// and many people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Habits {
    pub(super) by: [Habit; OCCASIONS],
    /// How often it does as another one has it.
    pub(super) other: f32,
}

/// Leading, following suit, and throwing something away.
pub(super) const OCCASIONS: usize = 3;
/// How often a player does as another habit has it: what it really goes by may be more than one.
pub(super) const OTHER: f32 = 0.15;

pub(super) const LEAD: usize = 0;
pub(super) const FOLLOW: usize = 1;
const THROW: usize = 2;

/// By what a player picks its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Habit {
    /// By nothing at all.
    Any,
    /// By rules of thumb.
    Rules,
    /// Leading, or throwing away: the card that comes first by the first of these, of equals by the next one.
    First([Key; KEYS]),
    /// Following suit.
    Follow(Under, Free, Over),
}

/// How many keys a habit may have.
pub(super) const KEYS: usize = 3;

/// The least of something comes first, or the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    None,
    Least(Aspect),
    Most(Aspect),
}

/// What can be seen of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aspect {
    Rank,
    /// How far it is from a middling one.
    Middle,
    Suit,
    /// Where it stands in a sorted hand.
    Place,
    /// How many cards of the suit are in the hand.
    Length,
    Single,
    Cost,
    Costly,
    /// The cost, and a little of the rank, or more of it.
    CostThenRank,
    CostAndRank,
    /// What the others' lower cards of the suit cost.
    Danger,
    /// How many of the others' cards of the suit are lower, and higher.
    Lower,
    Higher,
    /// The one more than the other.
    Balance,
    /// The former, and then the latter.
    LowerThenHigher,
    Safe,
    Top,
}

use Aspect::*;

/// Every aspect.
pub(super) const ASPECTS: [Aspect; 17] = [
    Rank,
    Middle,
    Suit,
    Place,
    Length,
    Single,
    Cost,
    Costly,
    CostThenRank,
    CostAndRank,
    Danger,
    Lower,
    Higher,
    Balance,
    LowerThenHigher,
    Safe,
    Top,
];

/// With which card below the best one a player ducks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Under {
    Highest,
    Lowest,
    Dearest,
}

/// When a player takes with its highest card, though it could duck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Free {
    Never,
    /// Where it costs nothing so far.
    Always,
    /// There, in the first tricks.
    Early,
    /// There, as the last one to play.
    Last,
}

/// With which card a player goes over the best one where it must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Lowest,
    Highest,
    /// As the last one to play the highest, else the lowest.
    HighestIfLast,
    /// The cheapest by itself, of equals so.
    CheapestLowest,
    CheapestHighestIfLast,
}

/// Every habit of following.
pub(super) fn follows() -> impl Iterator<Item = Habit> {
    use {Free::*, Over::*, Under::*};
    let over = [Over::Lowest, Over::Highest, HighestIfLast, CheapestLowest, CheapestHighestIfLast];
    let under = [Under::Highest, Under::Lowest, Dearest];
    let with = move |under| {
        [Never, Always, Early, Last].map(|free| over.map(|over| Habit::Follow(under, free, over)))
    };
    under.into_iter().flat_map(with).flatten()
}

/// How many habits a player is thought to have one of, for each occasion.
pub(super) const HABITS: usize = 8;

/// Habits for each occasion.
pub(super) type Repertoire = [[Habit; HABITS]; OCCASIONS];

/// Those of players of whom nothing is known.
pub(super) const USUAL: Repertoire = {
    use Key::{Least, Most, None};
    const fn first(keys: [Key; KEYS]) -> Habit {
        Habit::First(keys)
    }
    [
        [
            first([Least(Rank), None, None]),
            first([Most(Rank), None, None]),
            // The lowest of a short suit, of a long one, of those that cost nothing.
            first([Least(Length), Least(Rank), None]),
            first([Most(Length), Least(Rank), None]),
            first([Least(Cost), Least(Rank), None]),
            // Below as many of the others' cards as can be.
            first([Least(LowerThenHigher), None, None]),
            Habit::Any,
            Habit::Rules,
        ],
        [
            Habit::Follow(Under::Highest, Free::Never, Over::Lowest),
            Habit::Follow(Under::Highest, Free::Never, Over::Highest),
            Habit::Follow(Under::Highest, Free::Never, Over::HighestIfLast),
            Habit::Follow(Under::Highest, Free::Last, Over::Lowest),
            Habit::Follow(Under::Highest, Free::Always, Over::Lowest),
            Habit::Follow(Under::Lowest, Free::Never, Over::Lowest),
            Habit::Any,
            Habit::Rules,
        ],
        [
            first([Most(Rank), None, None]),
            first([Least(Rank), None, None]),
            // The highest of a short suit.
            first([Least(Length), Most(Rank), None]),
            // What costs most, and then the highest, or one of a short suit.
            first([Most(Cost), Most(Rank), None]),
            first([Most(Cost), Least(Length), None]),
            // What is most likely to take.
            first([Least(Higher), Most(Rank), None]),
            Habit::Any,
            Habit::Rules,
        ],
    ]
};

/// Which occasion it is for the seat in turn.
#[inline]
pub(super) fn occasion(spot: &Spot<'_>) -> usize {
    match spot.table.led() {
        None => LEAD,
        Some(suit) if spot.playable >> (13 * suit) & SUIT != 0 => FOLLOW,
        Some(_) => THROW,
    }
}

impl Aspect {
    /// How much of it the card has, up to 255.
    #[inline]
    pub(super) fn of(self, spot: &Spot<'_>, card: u32) -> u8 {
        let rank = || card % 13;
        let length = || (spot.hand >> (card / 13 * 13) & SUIT).count_ones();
        let cost = |cards| spot.table.cost(cards) as u32;
        let standing = || spot.standing(card);
        let much = match self {
            Rank => rank(),
            Middle => rank().abs_diff(4),
            Suit => card / 13,
            Place => card,
            Length => length(),
            Single => u32::from(length() == 1),
            Cost => cost(1 << card),
            Costly => u32::from(cost(1 << card) > 0),
            CostThenRank => 4 * cost(1 << card) + rank(),
            CostAndRank => 2 * cost(1 << card) + rank(),
            Danger => {
                let standing = standing();
                cost((standing.out & ((1 << standing.rank) - 1)) << standing.base)
            }
            Lower => standing().lower,
            Higher => standing().higher,
            Balance => 64 + standing().lower - standing().higher,
            LowerThenHigher => 13 * standing().lower + 13 - standing().higher,
            Safe => u32::from(standing().lower == 0),
            Top => u32::from(standing().higher == 0),
        };
        much.min(255) as u8
    }
}

impl Key {
    /// Both directions of every aspect.
    pub(super) fn all() -> impl Iterator<Item = Key> + Clone {
        ASPECTS.into_iter().flat_map(|aspect| [Key::Least(aspect), Key::Most(aspect)])
    }

    /// Where the card stands by it: the least is first.
    #[inline]
    pub(super) fn place(self, spot: &Spot<'_>, card: u32) -> u8 {
        match self {
            Key::None => 0,
            Key::Least(aspect) => aspect.of(spot, card),
            Key::Most(aspect) => 255 - aspect.of(spot, card),
        }
    }
}

impl Habit {
    /// The place that it gives to a card: the first is played, and of equals any. Rules of thumb are not asked here.
    #[inline]
    fn place(self, spot: &Spot<'_>, card: u32) -> i32 {
        match self {
            Habit::Any | Habit::Rules => 0,
            Habit::First(keys) => {
                keys.iter().fold(0, |place, key| place << 8 | i32::from(key.place(spot, card)))
            }
            Habit::Follow(under, free, over) => follow(spot, under, free, over, card),
        }
    }

    /// How many cards come first by it, this one among them; none if this one does not.
    #[inline]
    pub(super) fn alike(self, spot: &Spot<'_>, card: u32) -> usize {
        let own = self.place(spot, card);
        let mut alike = 0;
        for other in each(spot.playable) {
            match self.place(spot, other).cmp(&own) {
                Ordering::Less => return 0,
                Ordering::Equal => alike += 1,
                Ordering::Greater => {}
            }
        }
        alike
    }

    /// How often it plays the card.
    #[inline]
    fn share(self, spot: &Spot<'_>, card: u32) -> f32 {
        match self.alike(spot, card) {
            0 => 0.0,
            alike => 1.0 / alike as f32,
        }
    }
}

/// The place of a card of the suit that was led: it takes though it need not, ducks, or goes over.
#[inline]
fn follow(spot: &Spot<'_>, under: Under, free: Free, over: Over, card: u32) -> i32 {
    let (table, rank) = (spot.table, (card % 13) as i32);
    let is_last = spot.behind() == 0;
    let is_free = || table.price(table.lying | 1 << card) == 0;
    let takes = match free {
        Free::Never => false,
        Free::Always => is_free(),
        Free::Early => table.trick < 6 && is_free(),
        Free::Last => is_last && is_free(),
    };
    const TAKES: i32 = -20_000;
    const DUCKS: i32 = -10_000;
    let cost = || 16 * table.cost(1 << card);
    match under {
        _ if takes => TAKES - rank,
        Under::Highest if card < table.best() => DUCKS - rank,
        Under::Lowest if card < table.best() => DUCKS + rank,
        Under::Dearest if card < table.best() => DUCKS - cost() - rank,
        _ => match over {
            Over::Lowest => rank,
            Over::Highest => -rank,
            Over::HighestIfLast if is_last => -rank,
            Over::HighestIfLast => rank,
            Over::CheapestHighestIfLast if is_last => cost() - rank,
            Over::CheapestLowest | Over::CheapestHighestIfLast => cost() + rank,
        },
    }
}

/// How often each of these habits plays this card. How often rules of thumb do is known already.
#[inline]
pub(super) fn shares(habits: &[Habit; HABITS], spot: &Spot<'_>, card: u32, by_rules: f32) -> [f32; HABITS] {
    habits.map(|habit| if habit == Habit::Rules { by_rules } else { habit.share(spot, card) })
}

impl Habits {
    /// What the seat in turn plays if it keeps to its habits, but so often does as another one has it.
    #[inline]
    pub(super) fn choose(&self, table: &Table, other: f32, chance: &mut Chance) -> Option<u32> {
        let spot = Spot::of(table);
        if spot.playable.count_ones() < 2 {
            return each(spot.playable).next();
        }
        let occasion = occasion(&spot);
        let bits = chance.next_u64();
        let keeps = (bits & 0xFFFF) as f32 >= other * 65536.0;
        let habit = if keeps { self.by[occasion] } else { USUAL[occasion][(bits >> 16) as usize % HABITS] };
        if habit == Habit::Rules {
            return choose(&RuleOfThumb, table, 0.0, chance);
        }
        // Of equals any: the cards are gone through from a place that chance gives.
        let cards = spot.playable;
        let from = u64::MAX << ((bits >> 32) % 52);
        let turned = each(cards & from).chain(each(cards & !from));
        turned.min_by_key(|card| habit.place(&spot, *card))
    }
}
