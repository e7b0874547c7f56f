use cards::Card as _;
use cards::french::{Set, Suit};
use game::{Seats, Viewer};
use kierki::{DealPlan, DealType, Rules, SEATS, View, seats};

/// Bits of a suit.
pub(super) const SUIT: u64 = 0x1FFF;
/// Tricks in a deal.
pub(super) const TRICKS: u8 = 13;

/// A deal laid open, as small as play needs it: one sampled world in which thousands of cards are tried. Cards are bits and
/// seats are numbers here; what a trick costs is still for [`DealType::points`] to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) kind: DealType,
    pub(super) traditional: bool,
    no_heart_lead: bool,
    /// Whose turn it is.
    pub(super) turn: u8,
    /// Which trick is running, from 0.
    pub(super) trick: u8,
    /// How many cards of it lie.
    pub(super) lie: u8,
    /// Who is about to take it.
    best_seat: u8,
    /// The highest card of the suit that was led.
    best: u8,
    /// The suits that each seat has shown not to hold: bit `4 * suit + seat`.
    pub(super) voids: u16,
    /// The cards of the running trick.
    pub(super) lying: u64,
    /// What each seat holds.
    pub(super) hands: [u64; SEATS],
    /// The points of the deal so far.
    pub(super) points: [i32; SEATS],
}

impl Table {
    /// What the view shows: the hidden hands are empty.
    pub(super) fn of(view: &View) -> Table {
        let running = view.tricks.last().filter(|trick| trick.taker.is_none());
        let voids = seats::all().flat_map(|seat| {
            let lacks = move |suit: &Suit| view.voids[seat].contains_all(suit.cards());
            Suit::ALL.into_iter().filter(lacks).map(move |suit| void(suit as u8, seat.index() as u8))
        });
        let mut table = Table {
            turn: running.map_or(view.turn, |trick| trick.leader).index() as u8,
            trick: (view.tricks.len() - usize::from(running.is_some())) as u8,
            voids: voids.fold(0, |all, void| all | void),
            points: array(&view.points),
            ..Table::before(view, [0; SEATS])
        };
        for card in running.iter().flat_map(|trick| &trick.cards) {
            table.play(card.index() as u32);
        }
        if let Viewer::Seat(seat) = view.viewer {
            table.hands[seat.index()] = view.hand.mask();
        }
        table
    }

    /// The view's deal before its first card, with these hands.
    pub(super) fn before(view: &View, hands: [u64; SEATS]) -> Table {
        Table::of_deal(&view.rules, DealPlan { kind: view.kind, first: view.first }, hands)
    }

    /// A deal of a match before its first card, with these hands.
    pub(super) fn of_deal(rules: &Rules, DealPlan { kind, first }: DealPlan, hands: [u64; SEATS]) -> Table {
        let no_heart_lead = rules.no_heart_lead && kind.spares_hearts();
        Table { no_heart_lead, ..Table::dealt(kind, rules.traditional_scores, first.index() as u8, hands) }
    }

    /// A deal before its first card, hearts being led freely.
    pub(super) fn dealt(kind: DealType, traditional: bool, first: u8, hands: [u64; SEATS]) -> Table {
        Table {
            kind,
            traditional,
            no_heart_lead: false,
            turn: first,
            trick: 0,
            lie: 0,
            best_seat: 0,
            best: 0,
            voids: 0,
            lying: 0,
            hands,
            points: [0; SEATS],
        }
    }

    /// Whether no more points can be taken.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.trick == TRICKS
            || self.lie == 0 && !self.kind.counts_tricks() && self.held() & self.kind.costly().mask() == 0
    }

    /// All cards in the four hands.
    #[inline]
    pub(super) fn held(&self) -> u64 {
        self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
    }

    /// The suit that was led, once a card lies.
    #[inline]
    pub(super) fn led(&self) -> Option<u32> {
        (self.lie > 0).then_some(u32::from(self.best) / 13)
    }

    /// The card that takes the trick so far.
    #[inline]
    pub(super) fn best(&self) -> u32 {
        self.best.into()
    }

    /// What the seat in turn may play.
    #[inline]
    pub(super) fn playable(&self) -> u64 {
        let hand = self.hands[usize::from(self.turn)];
        let wanted = match self.led() {
            Some(suit) => hand & SUIT << (13 * suit),
            None if self.no_heart_lead => hand & !Suit::Hearts.cards().mask(),
            None => hand,
        };
        if wanted == 0 { hand } else { wanted }
    }

    /// The same without all but the highest of neighbours: cards of one price, of which none in another hand or on the table is
    /// between, lead to the same.
    #[inline]
    pub(super) fn distinct(&self) -> u64 {
        let hand = self.hands[usize::from(self.turn)];
        let apart = self.held() & !hand | self.lying;
        self.distinct_by(apart)
    }

    /// The same where these are the cards that tell neighbours apart.
    #[inline]
    pub(super) fn distinct_by(&self, apart: u64) -> u64 {
        let playable = self.playable();
        let mut distinct = playable;
        let mut before: Option<u32> = None;
        for card in each(playable) {
            if let Some(lower) = before {
                let between = (1_u64 << card) - (2 << lower);
                let same = lower / 13 == card / 13 && apart & between == 0;
                if same && self.cost(1 << lower) == self.cost(1 << card) {
                    distinct &= !(1 << lower);
                }
            }
            before = Some(card);
        }
        distinct
    }

    /// What these cards cost in the running trick, the trick itself included.
    #[inline]
    pub(super) fn price(&self, cards: u64) -> i32 {
        self.kind.points(usize::from(self.trick) + 1, Set::from_mask(cards), self.traditional)
    }

    /// What these cards cost by themselves.
    #[inline]
    pub(super) fn cost(&self, cards: u64) -> i32 {
        self.kind.points_of(Set::from_mask(cards), self.traditional)
    }

    /// The seat in turn plays this card.
    #[inline]
    pub(super) fn play(&mut self, card: u32) {
        let bit = 1 << card;
        let seat = self.turn;
        self.hands[usize::from(seat)] &= !bit;
        self.lying |= bit;
        if self.lie == 0 {
            (self.best, self.best_seat) = (card as u8, seat);
            if self.no_heart_lead && card / 13 == Suit::Hearts as u32 {
                self.voids |= void(0, seat) | void(1, seat) | void(3, seat);
            }
        } else if card / 13 != u32::from(self.best) / 13 {
            self.voids |= void(self.best / 13, seat);
        } else if card > u32::from(self.best) {
            (self.best, self.best_seat) = (card as u8, seat);
        }
        self.lie += 1;
        self.turn = (seat + 1) % SEATS as u8;
        if usize::from(self.lie) == SEATS {
            self.points[usize::from(self.best_seat)] += self.price(self.lying);
            self.turn = self.best_seat;
            (self.lie, self.lying, self.best, self.best_seat) = (0, 0, 0, 0);
            self.trick += 1;
        }
    }
}

/// The bit of [`Table::voids`] for this suit and seat.
#[inline]
fn void(suit: u8, seat: u8) -> u16 {
    1 << (4 * suit + seat)
}

/// The numbers of the four seats, N to W.
pub(super) fn array(numbers: &Seats<i32>) -> [i32; SEATS] {
    let mut array = [0; SEATS];
    array.iter_mut().zip(numbers.iter()).for_each(|(place, (_, number))| *place = *number);
    array
}

/// The cards of a mask, ascending.
#[inline]
pub(super) fn each(mut cards: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (cards != 0).then(|| {
            let card = cards.trailing_zeros();
            cards &= cards - 1;
            card
        })
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(super) mod tests {
    use game::{ActionList, Deals, Game, Purpose, Ruleset, Seed, below};
    use kierki::{Action, Kierki};

    use super::*;

    /// A random deal.
    pub(in crate::kierki) fn deal(kind: DealType, traditional: bool, chance: &mut crate::Chance) -> Table {
        let mut deck: [u32; 52] = std::array::from_fn(|card| card as u32);
        game::shuffle(&mut deck, chance);
        let hand = |seat: usize| deck[13 * seat..][..13].iter().fold(0, |hand, card| hand | 1 << card);
        Table::dealt(kind, traditional, below(chance, SEATS as u32) as u8, std::array::from_fn(hand))
    }

    /// Every card of whole matches is played here and in the real game: hands, turns, voids and points stay the same.
    #[test]
    fn a_table_plays_as_the_game_does() {
        for preset in Rules::presets() {
            for knobs in 0..4_u64 {
                let [traditional_scores, no_heart_lead] = [knobs & 1 == 1, knobs & 2 == 2];
                let rules = Rules { traditional_scores, no_heart_lead, ..preset.rules.clone() };
                let mut game = Kierki::start(&rules, 4, &Deals::Seed(knobs.into()), &mut ()).unwrap();
                let mut rng = Seed::from(knobs).stream(Purpose(*b"test"), 0, 0);
                let mut legal = ActionList::new();
                let (mut deal, mut table) = (0, None);
                while let Some(seat) = game.actors().first() {
                    if deal != game.deal() {
                        let hands = game.hands().map(Set::mask);
                        let view = game.view(Viewer::Spectator);
                        table = Some(Table::before(&view, hands));
                        deal = game.deal();
                    }
                    let table = table.as_mut().unwrap();
                    game.legal(seat, &mut legal);
                    let playable = legal.iter().fold(0, |all, Action::Play(card)| all | 1 << card.index());
                    assert_eq!((usize::from(table.turn), table.playable()), (seat.index(), playable));
                    let view = game.view(Viewer::Seat(seat));
                    let mut shown = Table::of(&view);
                    assert_eq!(shown.hands[seat.index()], table.hands[seat.index()]);
                    shown.hands = game.hands().map(Set::mask);
                    assert_eq!(shown, *table, "a view and the hands are a table");
                    let action = legal[below(&mut rng, legal.len() as u32) as usize];
                    let Action::Play(card) = action;
                    table.play(card.index() as u32);
                    game.play(seat, action, &mut ()).unwrap();
                    let last = game.view(Viewer::Spectator).last.filter(|last| last.deal == deal);
                    if let Some(last) = last {
                        assert_eq!(last.points, table.points.into(), "deal {deal} of {}", preset.name);
                        assert!(table.is_over());
                    }
                }
            }
        }
    }
}
