//! The search's share of Koi-Koi: the worlds it meets, and what comes of them.

use arrayvec::ArrayVec;
use cards::Card as _;
use cards::hanafuda::{Card, Kind, Set};
use game::{Game, Rng, Seat, Viewer, below, shuffle};
use koikoi::{Action, KoiKoi, View};

use super::mind::Mind;
use super::quick::Quick;
use crate::Chance;
use crate::search::Method;

type Cards = ArrayVec<Card, 48>;

/// Draws worlds that fit a view.
///
/// What is drawn next is the greatest chance of a decision, so it is dealt out evenly: in as many worlds as there are unseen cards,
/// each of them lies on top once.
pub(super) struct Worlds {
    world: KoiKoi,
    other: Seat,
    held: usize,
    /// How likely the other seat is to hold each card.
    likely: [u32; Card::COUNT],
    unseen: Cards,
    next: usize,
}

impl Worlds {
    /// Of the seat that looks; a spectator has none. Who reads the other seat learns from what that did not take.
    pub(super) fn new(view: &View, reads: bool, chance: &mut Chance) -> Option<Worlds> {
        let Viewer::Seat(seat) = view.viewer else { return None };
        let (world, other) = (KoiKoi::sample(view, chance), seat.next(2));
        let seen = world.hand(seat) | world.field() | world.pile(seat) | world.pile(other);
        let likely = |card: Card| match view.lacks[other].contains(card) {
            true => 0,
            false if reads => likely(view, other, card),
            false => LIKELY,
        };
        Some(Worlds {
            other,
            held: view.hand_sizes[other].into(),
            likely: std::array::from_fn(|index| likely(Card::at(index))),
            unseen: (!seen).iter().collect(),
            next: 0,
            world,
        })
    }

    /// Any world that fits.
    pub(super) fn any(&self) -> &KoiKoi {
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
        let possible = cards.iter().filter(|card| self.likely[card.index()] > 0).count();
        if possible < self.held {
            return None;
        }
        for _ in 0..self.held {
            let place = (0..MOST_TRIES).find_map(|_| {
                let place = below(chance, cards.len() as u32) as usize;
                (below(chance, MOST_LIKELY) < self.likely[cards[place].index()]).then_some(place)
            });
            hand.insert(cards.swap_remove(place?));
        }
        Some(hand)
    }
}

/// How likely a card is to be held of which nothing is known, and the most that any is.
const LIKELY: u32 = 72;
const MOST_LIKELY: u32 = 130;
/// A card that could have captured when the other seat laid one down is in its hand one time in so many: four when the net plays,
/// and simpler players never pass one over.
const DOUBT: u32 = 6;

/// How likely the other seat is to hold a card, by what lies on the field of its month. What is good and still lies there would
/// have been taken; who lays a card there has often kept another of the month. Between what the net does and what a greedy player
/// does.
fn likely(view: &View, other: Seat, card: Card) -> u32 {
    let there = view.field & card.month().cards();
    let left = (there - view.played[other]).iter().map(|card| match card.kind() {
        Kind::Light => 31,
        Kind::Animal => 47,
        Kind::Ribbon => 50,
        Kind::Chaff => 56,
    });
    let likely = left.min().unwrap_or(if there.is_empty() { LIKELY } else { MOST_LIKELY });
    if view.passed[other].contains(card) { likely / DOUBT } else { likely }
}

/// For a card that is hard to find; after so many tries any world will do.
const MOST_TRIES: usize = 400;

/// How a playout goes on after the candidate.
pub(super) enum Playout {
    /// By a glance to the end of the round: cheap, and none too clever.
    Glance(Box<Quick>),
    /// For so many turns both play as the net would, each by what it sees, and then the net says what the position is worth.
    Turns(u32),
}

/// What Koi-Koi brings to the search.
pub(super) struct Think<'a> {
    pub(super) mind: Mind<'a>,
    pub(super) worlds: Worlds,
    pub(super) playout: Playout,
    /// How many playouts the net's first opinion counts for.
    pub(super) prior: f32,
}

impl Method<KoiKoi> for Think<'_> {
    fn world(&mut self, view: &View, chance: &mut Chance) -> (KoiKoi, f32) {
        (self.worlds.draw(view, chance), 1.0)
    }

    fn playout(&mut self, state: &mut KoiKoi, seat: Seat, chance: &mut Chance) -> f32 {
        let turns = match &mut self.playout {
            Playout::Glance(quick) => {
                quick.reseed(chance.next_u64());
                while !self.mind.is_past(state) {
                    let mover = state.turn();
                    state.apply(mover, quick.choose(state, mover), &mut ());
                }
                0
            }
            Playout::Turns(turns) => *turns,
        };
        self.mind.play(state, turns);
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
