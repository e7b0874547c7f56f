use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use cards::french::{Card, Set, Suit, WITHOUT_JOKERS};
use game::{Deals, Rng, Seed, Viewer, shuffle};

use crate::seats::{self, SEATS};
use crate::state::{CARDS, Kierki};
use crate::view::{Stage, View};

/// A world that fits the view: the hidden hands are drawn at random, every world equally likely.
///
/// All that binds the hidden cards is how many each seat holds, and the suits that it has shown to be void in. So the cards
/// fall into classes by the seats that may hold them. How many cards of a class go to which seat is drawn first, by counting the
/// worlds for each choice; which ones they are is then a shuffle of the class. Without voids there is one class and
/// nothing to count.
pub(crate) fn sample(view: &View, rng: &mut impl Rng) -> Kierki {
    let mut state = Kierki::before_the_deal(view.rules.clone(), Deals::Seed(Seed::random(rng)));
    restore(view, &mut state);
    if view.stage == Stage::NoDeck {
        return state;
    }
    let played = state.order().iter().fold(Set::EMPTY, |all, card| all | (*card).into());
    let mut room = Share::default();
    for seat in seats::all() {
        if view.viewer == Viewer::Seat(seat) {
            state.hands[seat.index()] = view.hand;
        } else {
            room[seat.index()] = view.hand_sizes[seat];
        }
    }
    let hidden = WITHOUT_JOKERS - view.hand - played;
    let voids = std::array::from_fn(|seat| seats::all().nth(seat).map_or(Set::EMPTY, |at| view.voids[at]));
    fill(&mut state.hands, classes(hidden, &room, &voids), room, rng);
    state
}

/// Everything that the view says outright.
fn restore(view: &View, state: &mut Kierki) {
    for (number, trick) in view.tricks.iter().enumerate() {
        for card in &trick.cards {
            state.order[usize::from(state.played)] = *card;
            state.played += 1;
        }
        let taker = trick.taker.map_or(0, |taker| taker.index() as u32);
        state.takers |= taker << (2 * number);
    }
    for seat in seats::all() {
        state.scores[seat.index()] = view.scores[seat];
    }
    state.deal = view.deal;
    state.turn = view.turn;
    state.stage = view.stage;
    state.earlier = view.earlier.clone();
    if let Some(last) = &view.last {
        state.last_tricks = last.tricks;
        for seat in seats::all() {
            state.last_points[seat.index()] = last.points[seat] as u16;
        }
    }
}

/// So many cards for each seat.
type Share = [u8; SEATS];

/// Hidden cards that the same seats may hold.
struct Class {
    /// The seats, a bit each.
    open: u8,
    cards: Set,
}

/// The classes, those that fewest seats may hold first.
fn classes(hidden: Set, room: &Share, voids: &[Set; SEATS]) -> ArrayVec<Class, 4> {
    let mut classes: ArrayVec<Class, 4> = ArrayVec::new();
    for suit in Suit::ALL {
        let cards = hidden & suit.cards();
        if cards.is_empty() {
            continue;
        }
        let may = |seat: usize| room[seat] > 0 && (voids[seat] & suit.cards()).is_empty();
        let open = (0..SEATS).filter(|seat| may(*seat)).fold(0, |open, seat| open | 1 << seat);
        match classes.iter_mut().find(|class| class.open == open) {
            Some(class) => class.cards |= cards,
            None => classes.push(Class { open, cards }),
        }
    }
    classes.sort_by_key(|class| class.open.count_ones());
    classes
}

fn fill(hands: &mut [Set; SEATS], classes: ArrayVec<Class, 4>, mut room: Share, rng: &mut impl Rng) {
    let mut worlds = Worlds { classes: &classes, counted: BTreeMap::new() };
    for (number, class) in classes.iter().enumerate() {
        let share = worlds.draw(number, room, rng);
        let mut cards: ArrayVec<Card, CARDS> = class.cards.iter().collect();
        shuffle(&mut cards, rng);
        let mut cards = cards.into_iter();
        for seat in 0..SEATS {
            hands[seat] =
                cards.by_ref().take(share[seat].into()).fold(hands[seat], |hand, card| hand | card.into());
            room[seat] -= share[seat];
        }
    }
}

/// Counts the ways to hand out the classes. The numbers stay below 52!/13!⁴, about 5·10²⁸, so that floating point is off by
/// a part in 10¹⁵ at the most.
struct Worlds<'a> {
    classes: &'a [Class],
    counted: BTreeMap<(usize, Share), f64>,
}

impl Worlds<'_> {
    /// How many cards of this class each seat gets, when it has room for so many.
    fn draw(&mut self, number: usize, room: Share, rng: &mut impl Rng) -> Share {
        if number + 1 == self.classes.len() {
            return room;
        }
        let all = self.count(number, room);
        // 53 random bits are as many as a float holds.
        let mut at = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * all;
        let mut drawn = None;
        for share in self.shares(number, room) {
            let worlds = self.count_with(number, room, share);
            if worlds > 0.0 {
                drawn = Some(share);
                if at < worlds {
                    break;
                }
                at -= worlds;
            }
        }
        drawn.unwrap_or_else(|| self.any_share(number, room))
    }

    /// The worlds in which the classes from this one on fill the room.
    fn count(&mut self, number: usize, room: Share) -> f64 {
        let class = &self.classes[number];
        if number + 1 == self.classes.len() {
            let fits = (0..SEATS).all(|seat| room[seat] == 0 || class.open >> seat & 1 == 1);
            return if fits { ways(room) } else { 0.0 };
        }
        if let Some(worlds) = self.counted.get(&(number, room)) {
            return *worlds;
        }
        let shares = self.shares(number, room);
        let worlds = shares.into_iter().map(|share| self.count_with(number, room, share)).sum();
        self.counted.insert((number, room), worlds);
        worlds
    }

    fn count_with(&mut self, number: usize, room: Share, share: Share) -> f64 {
        let rest = std::array::from_fn(|seat| room[seat] - share[seat]);
        ways(share) * self.count(number + 1, rest)
    }

    /// Every way to split the class by numbers alone.
    fn shares(&self, number: usize, room: Share) -> Vec<Share> {
        let class = &self.classes[number];
        let mut shares = vec![(Share::default(), class.cards.len() as u8)];
        for seat in (0..SEATS).filter(|seat| class.open >> seat & 1 == 1) {
            let later: u8 =
                (seat + 1..SEATS).filter(|seat| class.open >> seat & 1 == 1).map(|at| room[at]).sum();
            let with = |(share, left): (Share, u8)| {
                (left.saturating_sub(later)..=left.min(room[seat])).map(move |count| {
                    let mut share = share;
                    share[seat] = count;
                    (share, left - count)
                })
            };
            shares = shares.into_iter().flat_map(with).collect();
        }
        shares.into_iter().filter(|(_, left)| *left == 0).map(|(share, _)| share).collect()
    }

    /// For a view that no match has ever shown: the sizes of the hands go before the voids.
    fn any_share(&self, number: usize, room: Share) -> Share {
        let mut left = self.classes[number].cards.len() as u8;
        room.map(|room| {
            let count = room.min(left);
            left -= count;
            count
        })
    }
}

/// In how many ways different cards can be split into such shares.
fn ways(share: Share) -> f64 {
    let mut all = 0;
    let mut ways = 1.0;
    for count in share {
        for chosen in 1..=count {
            all += 1;
            ways = ways * f64::from(all) / f64::from(chosen);
        }
    }
    ways
}
