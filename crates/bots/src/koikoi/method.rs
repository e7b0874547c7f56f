//! The search's share of Koi-Koi: the worlds it meets, and what comes of them.

use arrayvec::ArrayVec;
use cards::hanafuda::{Card, Set};
use game::{Game, Rng, Seat, Viewer, below, shuffle};
use koikoi::{Action, KoiKoi, Stage, View};

use super::mind::Mind;
use super::quick::Quick;
use crate::Chance;
use crate::search::Method;

type Cards = ArrayVec<Card, 48>;

/// Draws worlds that fit a view.
///
/// What is drawn next is the greatest chance of a decision, so it is dealt out evenly: in as many worlds as there are unseen cards,
/// each of them lies on top once.
pub struct Worlds {
    world: KoiKoi,
    other: Seat,
    held: usize,
    lacks: Set,
    passed: Set,
    /// A card that the other seat could have captured with and did not is in its hand one time in so many; 1: as any other.
    doubt: u32,
    unseen: Cards,
    next: usize,
}

impl Worlds {
    /// Of the seat that looks; a spectator has none.
    pub fn new(view: &View, doubt: u32, chance: &mut Chance) -> Option<Worlds> {
        let Viewer::Seat(seat) = view.viewer else { return None };
        let (world, other) = (KoiKoi::sample(view, chance), seat.next(2));
        let seen = world.hand(seat) | world.field() | world.pile(seat) | world.pile(other);
        Some(Worlds {
            other,
            held: view.hand_sizes[other].into(),
            lacks: view.lacks[other],
            passed: view.passed[other],
            doubt: doubt.max(1),
            unseen: (!seen).iter().collect(),
            next: 0,
            world,
        })
    }

    /// Any world that fits.
    pub fn any(&self) -> &KoiKoi {
        &self.world
    }

    fn draw(&mut self, view: &View, chance: &mut Chance) -> KoiKoi {
        if self.unseen.is_empty() {
            return self.world.clone();
        }
        if self.next == 0 {
            shuffle(&mut self.unseen, chance);
        }
        let mut rest = self.unseen.clone();
        let top = rest.remove(self.next);
        self.next = (self.next + 1) % self.unseen.len();
        match self.hand(&mut rest, chance) {
            Some(hand) if !rest.is_full() => {
                shuffle(&mut rest, chance);
                rest.insert(0, top);
                self.world.rearranged(self.other, hand, &rest)
            }
            // So few cards are left that the other seat may hold: the one on top must be among them.
            _ => KoiKoi::sample(view, chance),
        }
    }

    /// Takes the other seat's hand out of the cards.
    fn hand(&self, cards: &mut Cards, chance: &mut Chance) -> Option<Set> {
        let mut hand = Set::EMPTY;
        let possible = cards.iter().filter(|card| !self.lacks.contains(**card)).count();
        if possible < self.held {
            return None;
        }
        for _ in 0..self.held {
            let place = (0..MOST_TRIES).find_map(|_| {
                let place = below(chance, cards.len() as u32) as usize;
                let card = cards[place];
                let fits = !self.lacks.contains(card)
                    && (!self.passed.contains(card) || below(chance, self.doubt) == 0);
                fits.then_some(place)
            });
            hand.insert(cards.swap_remove(place?));
        }
        Some(hand)
    }
}

/// For a card that is hard to find; after so many tries any world will do.
const MOST_TRIES: usize = 400;

/// Thinks with the net: a few turns are played as it would, and then it says what the position is worth.
pub struct Think<'a> {
    /// The net.
    pub mind: Mind<'a>,
    /// The worlds.
    pub worlds: Worlds,
    /// Turns.
    pub turns: u32,
    /// Half.
    pub half: bool,
    /// Quick.
    pub quick: Option<Quick>,
    /// How many playouts the net's first opinion counts for.
    pub prior: f32,
}

impl Method<KoiKoi> for Think<'_> {
    fn world(&mut self, view: &View, chance: &mut Chance) -> (KoiKoi, f32) {
        (self.worlds.draw(view, chance), 1.0)
    }

    fn playout(&mut self, state: &mut KoiKoi, seat: Seat, chance: &mut Chance) -> f32 {
        if let Some(quick) = &mut self.quick {
            quick.reseed(chance.next_u64());
        }
        let mut left = self.turns;
        while !self.mind.is_past(state) {
            if state.stage() == Stage::Play {
                if left == 0 {
                    return self.mind.worth_of(state, seat);
                }
                left -= 1;
            }
            let mover = state.turn();
            let action = match &mut self.quick {
                Some(quick) if self.turns > 90 || state.stage() != Stage::Decide => {
                    quick.choose(state, mover)
                }
                _ => self.mind.choose(state, mover),
            };
            if left == 0 && self.half && mover != seat {
                if let Some(sight) = Mind::after_playing(state, seat, action) {
                    return self.mind.worth(seat, &sight);
                }
            }
            state.apply(mover, action, &mut ());
        }
        self.mind.worth_of(state, seat)
    }

    fn prior(&mut self, view: &View, legal: &[Action]) -> Option<(Vec<f32>, f32)> {
        let Viewer::Seat(seat) = view.viewer else { return None };
        let mut worths = Vec::with_capacity(legal.len());
        let world = self.worlds.any().clone();
        self.mind.judge(&world, seat, |action, worth| {
            // Both are ascending.
            if legal.contains(&action) {
                worths.push(worth);
            }
        });
        Some((worths, self.prior))
    }
}
