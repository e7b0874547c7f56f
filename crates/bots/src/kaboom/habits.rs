use cards::french::{Card, JOKERS, Set};
use game::{MAX_SEATS, Seat, below};
use kaboom::{Ability, Action, Kaboom, Spot, Stage, World, value};

use crate::Chance;

/// How everybody plays in playouts: quickly, by the cards that each has seen in that world, and by no other. Everything is
/// counted in tenths of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Habits {
    /// What a card counts that nobody has seen.
    pub(crate) unseen: i32,
    /// What a card counts that its owner has seen and left there.
    pub(crate) kept: i32,
    /// How far below the lowest of the others one calls.
    pub(crate) call: i32,
    /// And how much further for each of its own cards that it has not seen.
    pub(crate) call_unseen: i32,
}

/// To replace an unseen card is to know what lies there.
const KNOWING: i32 = 6;
/// A swap has to gain so much.
const SWAP: i32 = 15;
/// What a drawn card is worth beside its value: it may have an ability.
const ABILITY: i32 = 6;

impl Habits {
    pub(crate) const USUAL: Habits = Habits { unseen: 59, kept: 40, call: 40, call_unseen: 20 };

    /// What the table does next, by habit: a flip if somebody has one, or the move of the awaited seat.
    #[inline]
    pub(crate) fn next(&self, state: &Kaboom, awaited: Seat, chance: &mut Chance) -> (Seat, Action) {
        let world = state.world();
        if let Some(gift) = world.gift() {
            return (gift.flipper, self.eyes(world, gift.flipper).give());
        }
        if let Some(flip) = self.flip(world, chance) {
            return flip;
        }
        (awaited, self.eyes(world, awaited).turn())
    }

    fn eyes<'a>(&'a self, world: World<'a>, seat: Seat) -> Eyes<'a> {
        Eyes { habits: self, world, seat, seen: world.seen_by(seat) }
    }

    /// Of those who know a card to flip, any.
    fn flip(&self, world: World<'_>, chance: &mut Chance) -> Option<(Seat, Action)> {
        let matching = same_rank(world.top()?);
        let (mut flips, mut found) = ([None; MAX_SEATS], 0);
        for seat in Seat::all(world.seats()) {
            if (world.seen_by(seat) & matching).is_empty() || !world.may_flip(seat) {
                continue;
            }
            if let Some(flip) = self.eyes(world, seat).flip(matching) {
                flips[found] = Some((seat, flip));
                found += 1;
            }
        }
        match found {
            0 => None,
            1 => flips[0],
            several => flips[below(chance, several as u32) as usize],
        }
    }
}

/// The world by what one seat has seen of it.
struct Eyes<'a> {
    habits: &'a Habits,
    world: World<'a>,
    seat: Seat,
    seen: Set,
}

/// What an own hand looks like.
struct Hand {
    sum: i32,
    unseen: i32,
    /// The slot whose card is best replaced, and what that gains.
    worst: Option<(u8, i32)>,
}

impl Eyes<'_> {
    #[inline]
    fn guess(&self, owner: Seat, card: Card) -> i32 {
        if self.seen.contains(card) {
            10 * value(card)
        } else if self.world.announced().contains(card) {
            announced(card)
        } else if owner != self.seat && self.world.seen_by(owner).contains(card) {
            self.habits.kept
        } else {
            self.habits.unseen
        }
    }

    fn sum(&self, seat: Seat) -> i32 {
        self.world.hand(seat).map(|(_, card)| self.guess(seat, card)).sum()
    }

    fn others(&self) -> impl Iterator<Item = Seat> {
        let own = self.seat;
        Seat::all(self.world.seats()).filter(move |seat| *seat != own)
    }

    fn open_others(&self) -> impl Iterator<Item = Seat> {
        self.others().filter(|seat| self.world.is_open(*seat))
    }

    fn hand(&self) -> Hand {
        let own: Set = self.world.hand(self.seat).map(|(_, card)| card).collect();
        let known = own & self.seen;
        let mut hand = Hand { sum: 0, unseen: 0, worst: None };
        for (slot, card) in self.world.hand(self.seat) {
            let guess = self.guess(self.seat, card);
            hand.sum += guess;
            let gain = if known.contains(card) {
                // Its twin can be flipped onto it.
                let twins = known & same_rank(card);
                guess + if twins.len() > 1 { guess.max(0) } else { 0 }
            } else {
                hand.unseen += 1;
                guess + KNOWING
            };
            if hand.worst.is_none_or(|(_, most)| gain > most) {
                hand.worst = Some((slot, gain));
            }
        }
        hand
    }

    fn turn(&self) -> Action {
        match self.world.stage() {
            // Before the first turn, who has seen nothing has not looked.
            Stage::Ready if self.seen.is_empty() => Action::Look,
            Stage::Ready => Action::Ready,
            Stage::FirstMove => self.first_move(),
            Stage::Drawn | Stage::Spent => self.drawn(),
            Stage::Pick(ability) => self.pick(ability),
            Stage::SwapWith(first) => self.swap_with(first),
            Stage::PeekAgain(first) => self.peek(first).map_or(Action::Decline, Action::Peek),
            Stage::Over | Stage::NoDeck => Action::Discard,
        }
    }

    fn first_move(&self) -> Action {
        let hand = self.hand();
        if self.world.caller().is_none() && self.calls(&hand) {
            return Action::Kaboom;
        }
        let top = self.world.top().map_or(100, |top| 10 * value(top));
        match hand.worst {
            Some((slot, gain)) if gain - top > by_drawing(gain) => {
                Action::Take { slot, discard: self.world.discard() }
            }
            _ => Action::Draw,
        }
    }

    fn calls(&self, hand: &Hand) -> bool {
        let lowest = self.others().map(|seat| self.sum(seat)).min().unwrap_or(0);
        hand.sum + hand.unseen * self.habits.call_unseen + self.habits.call <= lowest
    }

    fn drawn(&self) -> Action {
        let Some(held) = self.world.held() else { return Action::Discard };
        if self.world.stage() == Stage::Drawn && self.uses(held) {
            return Action::Use;
        }
        let own: Set = self.world.hand(self.seat).map(|(_, card)| card).collect();
        let twin = (own & self.seen & same_rank(held)).first().map_or(0, |twin| 10 * value(twin).max(0));
        match self.hand().worst {
            Some((slot, gain)) if gain - 10 * value(held) > twin => {
                Action::Keep { slot, discard: self.world.discard() }
            }
            _ => Action::Discard,
        }
    }

    fn uses(&self, held: Card) -> bool {
        match Ability::of(held) {
            None => false,
            Some(Ability::PeekOwn) => self.world.is_open(self.seat) && self.unseen_of(self.seat).is_some(),
            Some(Ability::PeekOther) => self.open_others().any(|seat| self.unseen_of(seat).is_some()),
            Some(Ability::PeekTwo) => self.peek(None).is_some(),
            Some(Ability::Swap) => self.swap().is_some(),
        }
    }

    fn unseen_of(&self, seat: Seat) -> Option<Spot> {
        let mut hand = self.world.hand(seat);
        hand.find(|(_, card)| !self.seen.contains(*card)).map(|(slot, _)| Spot { seat, slot })
    }

    /// Its own cards first.
    fn peek(&self, not: Option<Spot>) -> Option<Spot> {
        let open =
            Some(self.seat).filter(|own| self.world.is_open(*own)).into_iter().chain(self.open_others());
        open.filter_map(|seat| self.unseen_of(seat)).find(|spot| Some(*spot) != not)
    }

    fn pick(&self, ability: Ability) -> Action {
        let spot = match ability {
            Ability::PeekOwn => self.unseen_of(self.seat),
            Ability::PeekOther => self.open_others().find_map(|seat| self.unseen_of(seat)),
            Ability::PeekTwo => self.peek(None),
            Ability::Swap => return self.swap().map_or(Action::Decline, |(own, _)| Action::Swap(own)),
        };
        spot.map_or(Action::Decline, Action::Peek)
    }

    /// Its own worst card and the best of another, if that gains something.
    fn swap(&self) -> Option<(Spot, Spot)> {
        if !self.world.is_open(self.seat) {
            return None;
        }
        let own = self.world.hand(self.seat).max_by_key(|(_, card)| self.guess(self.seat, *card))?;
        let best = |seat: Seat| {
            let best = self.world.hand(seat).min_by_key(|(_, card)| self.guess(seat, *card))?;
            Some((Spot { seat, slot: best.0 }, self.guess(seat, best.1)))
        };
        let (spot, other) = self.open_others().filter_map(best).min_by_key(|(_, guess)| *guess)?;
        (self.guess(self.seat, own.1) - other > SWAP).then_some((Spot { seat: self.seat, slot: own.0 }, spot))
    }

    /// The other one of the two; whatever the first was, the best that is left.
    fn swap_with(&self, first: Spot) -> Action {
        let spots = |seat: Seat| self.world.hand(seat).map(move |(slot, card)| (Spot { seat, slot }, card));
        let guess = |(spot, card): &(Spot, Card)| self.guess(spot.seat, *card);
        let spot = if first.seat == self.seat {
            self.open_others().flat_map(spots).min_by_key(guess)
        } else if self.world.is_open(self.seat) {
            spots(self.seat).max_by_key(guess)
        } else {
            None
        };
        spot.map_or(Action::Decline, |(spot, _)| Action::Swap(spot))
    }

    fn give(&self) -> Action {
        let worst = self.world.hand(self.seat).max_by_key(|(_, card)| self.guess(self.seat, *card));
        match worst {
            Some((slot, card)) if self.guess(self.seat, card) > 10 => Action::Give(slot),
            _ => Action::Decline,
        }
    }

    /// The flip that gains most. An own card gone is worth its points; another's, what it lets one give away.
    fn flip(&self, matching: Set) -> Option<Action> {
        let known = self.seen & matching;
        let mut best = (0, None);
        for owner in Seat::all(self.world.seats()).filter(|owner| self.world.is_open(*owner)) {
            for (slot, card) in self.world.hand(owner).filter(|(_, card)| known.contains(*card)) {
                let gain = if owner == self.seat { 10 * value(card) } else { self.by_giving(card) };
                if gain > best.0 {
                    best = (gain, Some(Spot { seat: owner, slot }));
                }
            }
        }
        best.1.map(|spot| Action::Flip { spot, discard: self.world.discard() })
    }

    /// To give its worst card for another's, which goes: what it loses they get, shared by all of them.
    fn by_giving(&self, card: Card) -> i32 {
        let worst = self.world.hand(self.seat).map(|(_, card)| self.guess(self.seat, card)).max();
        let others = self.world.seats() as i32 - 1;
        worst.map_or(0, |worst| worst + (worst - 10 * value(card)) / others - 5)
    }
}

/// What a card counts, in the mean, of which only the ability is known.
fn announced(card: Card) -> i32 {
    match Ability::of(card) {
        Some(Ability::PeekOwn) => 75,
        Some(Ability::PeekOther) => 95,
        Some(Ability::Swap | Ability::PeekTwo) | None => 100,
    }
}

/// The cards that can be flipped onto this one, itself included.
#[inline]
pub(crate) fn same_rank(card: Card) -> Set {
    card.rank().map_or(JOKERS, |rank| rank.cards())
}

/// What drawing gains in the mean where the worst card counts so much: of 54 cards, those below it.
#[inline]
fn by_drawing(worst: i32) -> i32 {
    /// For each whole point from 0 on, in tenths.
    const GAINS: [i32; 12] = [0, 1, 3, 5, 8, 11, 16, 21, 27, 34, 41, 51];
    GAINS[(worst / 10).clamp(0, 11) as usize] + ABILITY
}
