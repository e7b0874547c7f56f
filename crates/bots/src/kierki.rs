//! Bots for Kierki.

use cards::french::{Card, Rank, Set, Suit, WITHOUT_JOKERS};
use game::{Seed, Viewer};
use kierki::{Action, DealType, Kierki, View};

use crate::{Bot, Budget, Decision, Level, Levels, Ranked, Unit};

/// Ducks where a trick costs or may cost points, takes with its highest cards where it does not, throws away what is dangerous
/// when it cannot follow, and leads what is least likely to take. It thinks one trick ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cautious;

impl Levels for Kierki {
    const UNIT: Unit = Unit::Points;

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn bot(_level: Level, _seed: Seed, _budget: Budget) -> Box<dyn Bot<Kierki>> {
        Box::new(Cautious)
    }

    fn rank(_view: &View, _legal: &[Action], _seed: Seed, _budget: Budget) -> Vec<Ranked<Action>> {
        Vec::new()
    }
}

impl Bot<Kierki> for Cautious {
    fn decide(&mut self, view: &View, legal: &[Action], _must: bool) -> Option<Decision<Action>> {
        let chosen = choose(&Situation::of(view)).map(Action::Play);
        let chosen = chosen.filter(|action| legal.contains(action)).or_else(|| legal.first().copied());
        chosen.map(Decision::at_once)
    }
}

/// All that [`Cautious`] looks at: less than a view, so that a client of the protocol can fill it too.
#[derive(Clone, Debug)]
pub struct Situation {
    /// What costs points.
    pub kind: DealType,
    /// Whether points are counted as of old.
    pub traditional: bool,
    /// Which trick is running, from 1.
    pub trick: usize,
    /// The cards that lie, in the order of play.
    pub table: Vec<Card>,
    /// How many cards the player holds.
    pub held: usize,
    /// What may be played.
    pub playable: Set,
    /// The cards in the other three hands.
    pub outstanding: Set,
}

impl Situation {
    fn of(view: &View) -> Situation {
        let played: Set = view.tricks.iter().flat_map(|trick| trick.cards.clone()).collect();
        let running = view.tricks.last().filter(|trick| trick.taker.is_none());
        let finished = view.tricks.len() - usize::from(running.is_some());
        Situation {
            kind: view.kind,
            traditional: view.rules.traditional_scores,
            trick: finished + 1,
            table: running.map_or(Vec::new(), |trick| trick.cards.to_vec()),
            held: view.hand.len(),
            playable: view.playable,
            outstanding: WITHOUT_JOKERS - played - view.hand,
        }
    }
}

/// The card that [`Cautious`] plays; `None` where none may be played.
pub fn choose(known: &Situation) -> Option<Card> {
    let playable = known.playable;
    let thought = Thought { known, trick: known.trick, outstanding: known.outstanding };
    match known.table.first().and_then(|led| led.suit()) {
        None => least(playable, |card| thought.lead(card)),
        Some(led) if playable.iter().any(|card| card.suit() == Some(led)) => {
            least(playable, |card| thought.follow(led, card))
        }
        Some(_) => least(playable, |card| -thought.danger(card)),
    }
}

/// The card with the lowest price, the first of several.
fn least(cards: Set, price: impl Fn(Card) -> f64) -> Option<Card> {
    cards.iter().min_by(|a, b| price(*a).total_cmp(&price(*b)))
}

struct Thought<'a> {
    known: &'a Situation,
    trick: usize,
    outstanding: Set,
}

/// Prices are in points; less is better.
impl Thought<'_> {
    fn points(&self, cards: Set) -> f64 {
        self.known.kind.points(self.trick, cards, self.known.traditional).into()
    }

    /// What leading this card may cost, and what it is worth to be rid of it.
    fn lead(&self, card: Card) -> f64 {
        let (lower, higher) = self.around(card);
        let takes = match (lower, higher) {
            (_, 0) => 1.0,
            (0, _) => 0.0,
            (lower, higher) => (lower as f64 / (lower + higher) as f64).powi(3),
        };
        let price = takes * (self.points(card.into()) + self.may_be_thrown_in(3));
        // A suit with few cards left among the others is soon led back, or opens their discards.
        price - 0.3 * self.future(card)
    }

    /// What following suit with this card may cost.
    fn follow(&self, led: Suit, card: Card) -> f64 {
        let table: Set = self.known.table.iter().copied().collect();
        let best = (table & led.cards()).iter().max();
        let behind = 3 - self.known.table.len();
        let (_, higher) = self.around(card);
        let takes = if best.is_some_and(|best| best > card) {
            0.0
        } else if behind == 0 || higher == 0 {
            1.0
        } else {
            // Somebody behind may have to go over, or may duck as well.
            let chance = (higher as f64 / self.outstanding_in(led).max(1) as f64).min(1.0);
            1.0 - 0.5 * chance * behind as f64 / 3.0 * 2.0_f64.min(higher as f64)
        };
        let cost = self.points(table | card.into()) + self.may_be_thrown_in(behind);
        takes.max(0.05 * f64::from(u8::from(behind > 0 && takes > 0.0))) * cost
            - 0.3 * self.future(card)
            - if takes == 0.0 { self.points(card.into()) - self.points(Set::EMPTY) } else { 0.0 }
    }

    /// What it is worth to be rid of the card when somebody else takes the trick.
    fn danger(&self, card: Card) -> f64 {
        let own = self.known.kind.costly().contains(card);
        let price = if own { self.known.kind.points(1, card.into(), self.known.traditional) } else { 0 };
        let tricks_cost = self.known.kind == DealType::Tricks || self.known.kind == DealType::Robber;
        let base = if own { f64::from(price - i32::from(tricks_cost)) } else { 0.0 };
        base + self.future(card)
    }

    /// How much the card endangers its holder in tricks to come: high ranks, and those that catch a costly card of their suit.
    fn future(&self, card: Card) -> f64 {
        let rank = f64::from(card.rank().map_or(0, Rank::number));
        let suit = card.suit().map_or(Set::EMPTY, |suit| suit.cards());
        let costly = self.known.kind.costly() & suit & self.outstanding;
        let catches =
            costly.iter().filter(|other| *other < card).map(|other| self.points(other.into())).sum::<f64>();
        let (lower, _) = self.around(card);
        let can_take = if lower > 0 || self.outstanding_in_suit(card) == 0 { 1.0 } else { 0.2 };
        can_take * (rank / 14.0 + 0.25 * catches)
    }

    /// What others may add to the trick, so many of them playing after this card.
    fn may_be_thrown_in(&self, behind: usize) -> f64 {
        let costly = self.known.kind.costly() & self.outstanding;
        let all: f64 = costly.iter().map(|card| self.points(card.into()) - self.points(Set::EMPTY)).sum();
        let hands = 3.0 * self.known.held.max(1) as f64;
        all * 2.0 * behind as f64 / hands
    }

    /// How many outstanding cards of its suit are lower and higher.
    fn around(&self, card: Card) -> (usize, usize) {
        let suit = card.suit().map_or(Set::EMPTY, |suit| suit.cards()) & self.outstanding;
        let lower = suit.iter().filter(|other| *other < card).count();
        (lower, suit.len() - lower)
    }

    fn outstanding_in(&self, suit: Suit) -> usize {
        (suit.cards() & self.outstanding).len()
    }

    fn outstanding_in_suit(&self, card: Card) -> usize {
        card.suit().map_or(0, |suit| self.outstanding_in(suit))
    }
}
