use cards::french::{Card, Set};
use game::Seat;
use kaboom::{Ability, Action, Laid, Spot, Stage, View, value};

/// What an action is worth that must not be done.
const NEVER: i32 = -10_000;
/// A card that its owner has seen and left there is rather a low one.
const KEPT_BY_OWNER: i32 = 40;

/// The table in the eyes of one seat. Everything is counted in tenths of a point.
pub(crate) struct Table<'a> {
    view: &'a View,
    own: Seat,
    /// How far below the others it calls, and how much further for each own card that it does not know.
    call: (i32, i32),
    /// The mean of the cards that it cannot place.
    mean: i32,
}

impl<'a> Table<'a> {
    pub(crate) fn new(view: &'a View, own: Seat, call: (i32, i32)) -> Self {
        let placed = view.laid().filter_map(|(_, laid)| laid.card).chain(view.discard_pile.iter().copied());
        let placed: Set = placed.chain(view.held.and_then(|held| held.card)).collect();
        Table { view, own, call, mean: mean(!placed) }
    }

    /// The best of the actions, flips left out.
    pub(crate) fn best(&self, legal: &[Action]) -> Option<Action> {
        legal.iter().copied().filter(|action| !action.is_flip()).max_by_key(|action| self.worth(*action))
    }

    /// The best flip, if one gains something.
    pub(crate) fn flip(&self, legal: &[Action]) -> Option<Action> {
        let flips = legal.iter().copied().filter(|action| action.is_flip());
        flips.filter(|flip| self.worth(*flip) > 0).max_by_key(|flip| self.worth(*flip))
    }

    fn worth(&self, action: Action) -> i32 {
        match action {
            Action::Look => 1,
            Action::Ready | Action::Decline => 0,
            Action::Draw => 10,
            Action::Take { slot, .. } => self.guess_own(slot) - self.view.top().map_or(0, points) - 20,
            Action::Kaboom => self.kaboom(),
            Action::Use => self.ability(),
            Action::Keep { slot, .. } => {
                self.guess_own(slot) - self.view.held.and_then(|held| held.card).map_or(self.mean, points)
            }
            Action::Discard => 5,
            Action::Peek(spot) => self.peek(spot),
            Action::Swap(spot) => self.swap(spot),
            Action::Give(slot) => self.guess_own(slot) - 5,
            Action::Flip { spot, .. } => self.flipped(spot),
        }
    }

    /// What the card there probably counts.
    fn guess(&self, spot: Spot) -> i32 {
        self.view.at(spot).map_or(0, |laid| self.guess_laid(spot.seat, laid))
    }

    fn guess_laid(&self, owner: Seat, laid: &Laid) -> i32 {
        match (laid.card, laid.one_of) {
            (Some(card), _) => points(card),
            (None, Some(ability)) => mean(ability.cards()),
            (None, None) if laid.seen[owner].is_some() => KEPT_BY_OWNER,
            (None, None) => self.mean,
        }
    }

    fn guess_own(&self, slot: u8) -> i32 {
        self.guess(Spot { seat: self.own, slot })
    }

    fn knows(&self, spot: Spot) -> bool {
        self.view.at(spot).is_some_and(|laid| laid.card.is_some())
    }

    fn spots(&self) -> impl Iterator<Item = Spot> {
        self.view.laid().map(|(spot, _)| spot)
    }

    fn own_spots(&self) -> impl Iterator<Item = Spot> {
        self.spots().filter(|spot| spot.seat == self.own)
    }

    fn sum(&self, seat: Seat) -> i32 {
        self.spots().filter(|spot| spot.seat == seat).map(|spot| self.guess(spot)).sum()
    }

    /// Calls when it is well below everyone else, and the better the more of its own cards it knows.
    fn kaboom(&self) -> i32 {
        let unknown = self.own_spots().filter(|spot| !self.knows(*spot)).count() as i32;
        let others = Seat::all(self.view.hands.len()).filter(|seat| *seat != self.own);
        let lowest = others.map(|seat| self.sum(seat)).min().unwrap_or(0);
        let (margin, risk) = self.call;
        if self.sum(self.own) + risk * unknown + margin <= lowest { 1000 } else { NEVER }
    }

    fn ability(&self) -> i32 {
        const USEFUL: i32 = 1000;
        let useful = match self.view.held.and_then(|held| Ability::of(held.card?)) {
            Some(Ability::PeekOwn) => self.own_spots().any(|spot| !self.knows(spot)),
            Some(Ability::PeekOther) => self.spots().any(|spot| spot.seat != self.own && !self.knows(spot)),
            Some(Ability::PeekTwo) => self.spots().any(|spot| !self.knows(spot)),
            Some(Ability::Swap) => self.own_spots().any(|spot| self.swap(spot) > 0),
            None => false,
        };
        if useful { USEFUL } else { NEVER }
    }

    fn peek(&self, spot: Spot) -> i32 {
        match (self.knows(spot), spot.seat == self.own) {
            (true, _) => -1,
            (false, true) => 20,
            (false, false) => 10,
        }
    }

    /// Its own worst card for the best of another.
    fn swap(&self, spot: Spot) -> i32 {
        const MARGIN: i32 = 15;
        match self.view.stage {
            Stage::SwapWith(first) => self.guess(first) - self.guess(spot) - MARGIN,
            _ if spot.seat != self.own => NEVER,
            _ => {
                let locked = self.view.caller.filter(|_| self.view.rules.lock_caller);
                let others =
                    self.spots().filter(|other| other.seat != self.own && Some(other.seat) != locked);
                others.map(|other| self.guess(spot) - self.guess(other) - MARGIN).max().unwrap_or(NEVER)
            }
        }
    }

    /// An own card gone is worth its points; another's, what it lets one give away.
    fn flipped(&self, spot: Spot) -> i32 {
        let card = self.view.at(spot).and_then(|laid| laid.card);
        let matches = card.zip(self.view.top()).is_some_and(|(card, top)| card.rank() == top.rank());
        if !matches {
            return NEVER;
        }
        if spot.seat == self.own {
            return self.guess(spot);
        }
        self.own_spots().map(|own| self.guess(own) - 5).max().unwrap_or(0)
    }
}

fn points(card: Card) -> i32 {
    10 * value(card)
}

fn mean(cards: Set) -> i32 {
    cards.iter().map(points).sum::<i32>() / (cards.len() as i32).max(1)
}
