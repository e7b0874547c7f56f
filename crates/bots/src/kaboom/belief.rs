use cards::Card as _;
use cards::french::{Card, Set};
use kaboom::{Ability, Laid, View, value};

/// With what chance a place holds each card, as far as the view tells: exact, for every world that fits is equally likely.
///
/// The unknown cards of a shuffle lie in the places that got their cards from it. A place where an ability was announced holds one
/// of that ability's; the plain places share what is left.
pub(crate) struct Belief {
    shuffles: Vec<Share>,
    draw: [f32; Card::COUNT],
}

/// A number for each ability.
pub(crate) type Spare = [usize; Ability::ALL.len()];

/// The unknown cards of one shuffle.
struct Share {
    unknown: Set,
    /// The chance that a given plain place has each card.
    plain: [f32; Card::COUNT],
    /// Of each ability's unknown cards, how many must lie in plain places or in the draw pile.
    spare: Spare,
}

impl Belief {
    pub(crate) fn new(view: &View) -> Belief {
        let known = view.laid().filter_map(|(_, laid)| laid.card).chain(view.held.and_then(|held| held.card));
        let placed: Set = known.chain(view.discard_pile.iter().copied()).collect();
        let share = |(number, cards): (u8, &Set)| {
            let unknown = *cards - placed;
            let places = view.laid().map(|(_, laid)| (laid.shuffle, laid.card, laid.one_of));
            let places = places.chain(view.held.map(|held| (held.shuffle, held.card, held.one_of)));
            let mut announced = [0_usize; Ability::ALL.len()];
            places.filter(|(shuffle, card, _)| *shuffle == number && card.is_none()).for_each(|place| {
                if let Some(ability) = place.2 {
                    announced[ability as usize] += 1;
                }
            });
            Share::new(unknown, announced)
        };
        let shuffles: Vec<Share> = (0..=u8::MAX).zip(&view.shuffles).map(share).collect();
        let mut draw = [0.0; Card::COUNT];
        match shuffles.last().filter(|_| view.draw_pile > 0) {
            Some(last) => draw = last.plain,
            // All discards but the top one are shuffled when a card is drawn.
            None => {
                let discards = view.discard_pile.split_last().map_or(&[][..], |(_, under)| under);
                discards.iter().for_each(|card| draw[card.index()] = 1.0 / discards.len() as f32);
            }
        }
        Belief { shuffles, draw }
    }

    /// The chance that the card lies there.
    pub(crate) fn chance(&self, laid: &Laid, card: Card) -> f32 {
        if let Some(known) = laid.card {
            return f32::from(u8::from(known == card));
        }
        let Some(share) = self.shuffles.get(usize::from(laid.shuffle)) else { return 0.0 };
        match laid.one_of {
            None => share.plain[card.index()],
            Some(ability) => {
                let fitting = share.unknown & ability.cards();
                if fitting.contains(card) { 1.0 / fitting.len() as f32 } else { 0.0 }
            }
        }
    }

    /// The chance that one of the cards lies there.
    pub(crate) fn chance_of(&self, laid: &Laid, cards: Set) -> f32 {
        cards.iter().map(|card| self.chance(laid, card)).sum()
    }

    /// The cards that may lie there.
    pub(crate) fn possible(&self, laid: &Laid) -> Set {
        let unknown = self.shuffles.get(usize::from(laid.shuffle)).map_or(Set::EMPTY, |share| share.unknown);
        match (laid.card, laid.one_of) {
            (Some(card), _) => Set::of(card),
            (None, Some(ability)) => unknown & ability.cards(),
            (None, None) => unknown,
        }
    }

    /// For each shuffle, how many of each ability's unknown cards are not where it was announced.
    pub(crate) fn spare(&self) -> Vec<Spare> {
        self.shuffles.iter().map(|share| share.spare).collect()
    }

    /// What the card there counts, with what chance.
    pub(crate) fn values(&self, laid: &Laid) -> Values {
        let mut values = Values::NONE;
        for card in self.possible(laid).iter() {
            values.add(value(card), self.chance(laid, card));
        }
        values
    }

    /// What the next drawn card counts.
    pub(crate) fn drawn(&self) -> Values {
        let mut values = Values::NONE;
        for card in Set::ALL.iter().filter(|card| self.draw_chance(*card) > 0.0) {
            values.add(value(card), self.draw_chance(card));
        }
        values
    }

    /// The chance that the card is drawn next.
    pub(crate) fn draw_chance(&self, card: Card) -> f32 {
        self.draw[card.index()]
    }
}

impl Share {
    fn new(unknown: Set, announced: Spare) -> Share {
        let plain_places = unknown.len().saturating_sub(announced.iter().sum());
        let mut plain = [0.0; Card::COUNT];
        if plain_places > 0 {
            for card in unknown.iter() {
                // Some of its ability's unknown cards are where that was announced.
                let elsewhere = Ability::of(card).map_or(0.0, |ability| {
                    announced[ability as usize] as f32 / (unknown & ability.cards()).len() as f32
                });
                plain[card.index()] = (1.0 - elsewhere) / plain_places as f32;
            }
        }
        let spare = Ability::ALL
            .map(|ability| (unknown & ability.cards()).len().saturating_sub(announced[ability as usize]));
        Share { unknown, plain, spare }
    }
}

/// The lowest and the highest value of a card.
const LOWEST: i32 = -1;
const HIGHEST: i32 = 10;

/// The chance of each value that a card may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Values([f32; (HIGHEST - LOWEST + 1) as usize]);

impl Values {
    pub(crate) const NONE: Values = Values([0.0; (HIGHEST - LOWEST + 1) as usize]);

    fn add(&mut self, value: i32, chance: f32) {
        self.0[(value - LOWEST) as usize] += chance;
    }

    /// Each value with its chance, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (i32, f32)> {
        (LOWEST..).zip(self.0)
    }

    pub(crate) fn mean(&self) -> f32 {
        self.iter().map(|(value, chance)| value as f32 * chance).sum()
    }

    /// With every value's chance changed by a factor, and made to sum to one again.
    pub(crate) fn weighted(&self, factor: impl Fn(i32) -> f32) -> Values {
        let mut weighted = Values::NONE;
        self.iter().for_each(|(value, chance)| weighted.add(value, chance * factor(value)));
        let sum: f32 = weighted.0.iter().sum();
        if sum > 0.0 {
            weighted.0.iter_mut().for_each(|chance| *chance /= sum);
        }
        weighted
    }

    /// The lower one of two.
    pub(crate) fn lower(&self, other: &Values) -> Values {
        let mut lower = Values::NONE;
        for (one, first) in self.iter() {
            other.iter().for_each(|(other, second)| lower.add(one.min(other), first * second));
        }
        lower
    }
}
