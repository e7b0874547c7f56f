//! A match as its events tell it, held against the rules and against what the players see.
//!
//! It keeps the cards in plain lists of its own and follows the rules sentence by sentence, so that a slip of the engine
//! shows at the event where it happens.

use cards::hanafuda::{Card, LIGHTNING, Month, Set};
use game::{ActionList, Deals, Game, Seat, Viewer};
use koikoi::event::{Decision, Ending, RoundResult};
use koikoi::rules::{
    AfterDraw, AfterWin, BothLucky, CallBonus, FirstDealer, KoikoiLimit, LuckyField, LuckyHand, Rules,
};
use koikoi::yaku::{Context, Yakus, yakus};
use koikoi::{Action, Event, KoiKoi, Stage};

pub(crate) struct Story {
    rules: Rules,
    hands: [Set; 2],
    field: Set,
    piles: [Set; 2],
    /// The cards of the turn so far: one played, one drawn.
    waiting: Option<Card>,
    options: Set,
    pile_before: Set,
    drawn: usize,
    drawing: bool,
    calls: [u8; 2],
    called_at: u16,
    scores: [i32; 2],
    pub(crate) round: u8,
    dealer: Option<Seat>,
    turn: Seat,
    next: Next,
    pub(crate) redeals: usize,
    pub(crate) endings: [usize; 4],
}

/// What has to happen next, where the rules leave no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Anything,
    Redeal,
    Lucky([bool; 2]),
    Void,
    Yaku(Decision),
    /// Koi-koi or stop.
    Decision,
    Win,
    RanOut,
    /// Nothing but the end.
    MatchEnd,
}

impl Story {
    pub(crate) fn new(rules: &Rules, deals: &Deals) -> Story {
        let given = if let Deals::Decks(decks) = deals { decks.first } else { None };
        let by_rule = (rules.first_dealer == FirstDealer::Seat0).then_some(Seat::FIRST);
        Story {
            rules: rules.clone(),
            hands: [Set::EMPTY; 2],
            field: Set::EMPTY,
            piles: [Set::EMPTY; 2],
            waiting: None,
            options: Set::EMPTY,
            pile_before: Set::EMPTY,
            drawn: 0,
            drawing: false,
            calls: [0; 2],
            called_at: 0,
            scores: [rules.stake.into(); 2],
            round: 0,
            dealer: given.or(by_rule),
            turn: Seat::FIRST,
            next: Next::Anything,
            redeals: 0,
            endings: [0; 4],
        }
    }

    /// Follows the events of one action, or of the start.
    pub(crate) fn follow(&mut self, events: &[Event]) {
        events.iter().for_each(|event| self.tell(event));
    }

    fn tell(&mut self, event: &Event) {
        let next = std::mem::replace(&mut self.next, Next::Anything);
        match event {
            Event::DealerDrawn { cards } => {
                assert!(self.round == 0 && self.dealer.is_none());
                let months = [cards[Seat::FIRST], cards[other(Seat::FIRST)]].map(|card| card.month());
                if months[0] != months[1] {
                    self.dealer = Some(if months[0] < months[1] { Seat::FIRST } else { other(Seat::FIRST) });
                }
            }
            Event::RoundBegan { round, month, dealer } => {
                assert_eq!((next, *round, month.number()), (Next::Anything, self.round + 1, *round));
                assert_eq!(*dealer, self.dealer.unwrap_or(*dealer), "the wrong one deals");
                (self.round, self.dealer) = (*round, Some(*dealer));
            }
            Event::Dealt { hands, field } => self.deal(hands[Seat::FIRST], hands[other(Seat::FIRST)], *field),
            Event::Misdealt { .. } => {
                assert_eq!(next, Next::Redeal);
                self.redeals += 1;
            }
            Event::Played { seat, card } => {
                assert_eq!((next, *seat, self.waiting), (Next::Anything, self.turn, None));
                assert!(self.playable().contains(*card));
                self.pile_before = self.piles[seat.index()];
                self.hands[seat.index()].remove(*card);
                (self.waiting, self.drawing) = (Some(*card), false);
            }
            Event::Drawn { seat, card } => {
                assert_eq!((next, *seat, self.waiting), (Next::Anything, self.turn, None));
                assert!(!self.open_and_held().contains(*card), "{card} cannot come from the draw pile");
                self.drawn += 1;
                (self.waiting, self.drawing) = (Some(*card), true);
            }
            Event::Laid { card, .. } => {
                assert_eq!(self.waiting, Some(*card));
                assert!(self.matches(*card).is_empty());
                self.field.insert(*card);
                self.resolved();
            }
            Event::ChoiceArose { card, options, .. } => {
                assert_eq!((self.waiting, *options), (Some(*card), self.matches(*card)));
                assert!(options.len() >= 2 && !self.takes_three(*card, *options));
                self.options = *options;
            }
            Event::Captured { seat, card, taken } => {
                assert_eq!((self.waiting, *seat), (Some(*card), self.turn));
                let matches = self.matches(*card);
                let three_of_its_month = (matches & card.month().cards()).len() == 3;
                assert!(matches.contains_all(*taken) && [1, 3].contains(&taken.len()));
                let touches = !(*taken & card.month().cards()).is_empty();
                assert_eq!(taken.len() == 3, three_of_its_month && touches, "{card} takes {taken}");
                assert!(matches.len() == 1 || !self.options.is_empty() || self.takes_three(*card, *taken));
                self.field -= *taken;
                self.piles[seat.index()] |= *taken | (*card).into();
                self.resolved();
            }
            Event::YakuMade { seat, yaku, score, decision } => {
                assert_eq!((next, *seat), (Next::Yaku(*decision), self.turn));
                let [before, now] = [self.pile_before, self.pile()].map(|pile| self.yakus(pile, false));
                assert_eq!(*yaku, now.risen_since(&before));
                assert_eq!(score.points, self.worth());
                self.next = if *decision == Decision::Open { Next::Decision } else { Next::Win };
            }
            Event::KoiKoi { seat, calls } => {
                assert_eq!((next, *seat), (Next::Decision, self.turn));
                self.called_at = self.yakus(self.pile(), false).base();
                self.calls[seat.index()] += 1;
                assert_eq!(self.calls[seat.index()], *calls);
                self.turn = other(self.turn);
            }
            Event::Stopped { seat } => {
                assert_eq!((next, *seat), (Next::Decision, self.turn));
                self.next = Next::Win;
            }
            Event::RoundEnded(result) => self.end_round(next, result),
            Event::MatchEnded { outcome } => {
                assert_eq!(next, Next::MatchEnd);
                assert_eq!(outcome.scores, self.scores.into());
                let best = if self.scores[0] > self.scores[1] { Seat::FIRST } else { other(Seat::FIRST) };
                assert_eq!(outcome.winner(), (self.scores[0] != self.scores[1]).then_some(best));
            }
            Event::DecksRanOut { round } => {
                assert!(next == Next::Anything || next == Next::Redeal);
                assert_eq!(*round, self.round);
            }
        }
        if self.next == Next::Redeal {
            return;
        }
        self.conserved();
    }

    fn deal(&mut self, first: Option<Set>, second: Option<Set>, field: Set) {
        self.hands = [first, second].map(|hand| hand.expect("the full event shows every hand"));
        self.field = field;
        self.piles = [Set::EMPTY; 2];
        (self.waiting, self.drawn, self.calls, self.called_at) = (None, 0, [0; 2], 0);
        self.turn = self.dealer.expect("a round has begun");
        assert!([self.hands[0], self.hands[1], field].iter().all(|eight| eight.len() == 8));
        self.next = self.luck();
    }

    fn luck(&self) -> Next {
        let rules = &self.rules;
        let counts = |set: Set| Month::all().map(move |month| (set & month.cards()).len());
        let has = |set: Set, count: usize| counts(set).any(|cards| cards == count);
        let pairs = |set: Set| counts(set).filter(|cards| *cards == 2).count() == 4;
        let hands = self.hands.map(|hand| match (has(hand, 4), pairs(hand)) {
            (true, _) => rules.four_in_hand,
            (_, true) => rules.pairs_in_hand,
            _ => LuckyHand::Play,
        });
        if hands.contains(&LuckyHand::Score) {
            return Next::Lucky(hands.map(|hand| hand == LuckyHand::Score));
        }
        if hands.contains(&LuckyHand::Redeal) {
            return Next::Redeal;
        }
        let field = [
            (has(self.field, 4), rules.four_on_field),
            (pairs(self.field), rules.pairs_on_field),
            (has(self.field, 3) || has(self.field, 4), rules.three_on_field),
        ];
        match field.into_iter().find(|(there, does)| *there && *does != LuckyField::Play) {
            Some((_, LuckyField::Void)) => Next::Void,
            Some(_) => Next::Redeal,
            None => Next::Anything,
        }
    }

    /// The card that waited lies where it belongs. After the drawn one the turn is over.
    fn resolved(&mut self) {
        self.waiting = None;
        self.options = Set::EMPTY;
        if !self.drawing {
            return;
        }
        let (seat, opponent) = (self.turn, other(self.turn));
        let now = self.yakus(self.pile(), false);
        let rose = now.rose_since(&self.yakus(self.pile_before, false));
        let own_call = self.calls[seat.index()] > 0;
        let limit = self.rules.koikoi_limit;
        let too_low = limit == KoikoiLimit::OnceAndHigher && own_call && now.base() <= self.called_at;
        self.next = if !rose || too_low {
            self.turn = opponent;
            if self.hands[opponent.index()].is_empty() { Next::RanOut } else { Next::Anything }
        } else if self.hands[seat.index()].is_empty() {
            Next::Yaku(Decision::HandEmpty)
        } else if limit != KoikoiLimit::None && self.calls != [0, 0] {
            Next::Yaku(Decision::AlreadyCalled)
        } else {
            Next::Yaku(Decision::Open)
        };
    }

    fn end_round(&mut self, next: Next, result: &RoundResult) {
        let dealer = self.dealer.expect("a round has begun");
        assert_eq!((result.round, result.dealer), (self.round, dealer));
        let after = |knob: AfterWin, winner: Seat| match knob {
            AfterWin::Winner => winner,
            AfterWin::Same => dealer,
            AfterWin::Swaps => other(dealer),
        };
        let mut gains = [0; 2];
        let (kind, next_dealer) = match &result.ending {
            Ending::Won { winner, pile, calls, score } => {
                assert_eq!(next, Next::Win);
                assert_eq!((*winner, *pile, calls), (self.turn, self.pile(), &self.calls.into()));
                assert_eq!(score.points, self.worth());
                gains[winner.index()] = self.worth();
                (0, after(self.rules.dealer_after_win, *winner))
            }
            Ending::LuckyHands { hands } => {
                let lucky = [Seat::FIRST, other(Seat::FIRST)].map(|seat| hands[seat].is_some());
                assert_eq!(next, Next::Lucky(lucky));
                if lucky != [true; 2] || self.rules.both_lucky == BothLucky::Score {
                    gains = lucky.map(|lucky| i32::from(lucky) * i32::from(self.rules.lucky_hand_points));
                }
                let winner = if lucky[0] { Seat::FIRST } else { other(Seat::FIRST) };
                let knob = self.rules.dealer_after_lucky_hand;
                (1, if lucky == [true; 2] { dealer } else { after(knob, winner) })
            }
            Ending::Void { .. } => {
                assert_eq!(next, Next::Void);
                (2, other(dealer))
            }
            Ending::RanOut => {
                assert_eq!((next, self.drawn), (Next::RanOut, 16));
                gains[dealer.index()] = self.rules.run_out_points.into();
                (3, if self.rules.dealer_after_draw == AfterDraw::Same { dealer } else { other(dealer) })
            }
        };
        if self.rules.stake > 0 {
            gains = [gains[0] - gains[1], gains[1] - gains[0]];
        }
        self.scores = [self.scores[0] + gains[0], self.scores[1] + gains[1]];
        assert_eq!((&result.points, &result.scores), (&gains.into(), &self.scores.into()));
        self.endings[kind] += 1;
        self.dealer = Some(next_dealer);
        let broke = self.rules.stake > 0 && self.scores.iter().any(|score| *score <= 0);
        self.next = if self.round == self.rules.rounds || broke { Next::MatchEnd } else { Next::Anything };
    }

    /// What the seat in turn scores by stopping.
    fn worth(&self) -> i32 {
        let [own, theirs] = [self.turn, other(self.turn)].map(|seat| i32::from(self.calls[seat.index()]));
        let base = i32::from(self.yakus(self.pile(), true).base());
        let double_at = i32::from(self.rules.double_at);
        let large = if double_at > 0 && base >= double_at { 2 } else { 1 };
        let called = if self.rules.double_after_opponents_call && theirs > 0 { 2 } else { 1 };
        let points = base * large * called;
        match self.rules.call_bonus {
            CallBonus::None => points,
            CallBonus::AllCalls => points * (1 + own + theirs),
            CallBonus::OwnCalls if own <= 3 => points + own,
            CallBonus::OwnCalls => points * (own - 2),
        }
    }

    fn pile(&self) -> Set {
        self.piles[self.turn.index()]
    }

    fn yakus(&self, pile: Set, cashing_out: bool) -> Yakus {
        let called = self.calls[self.turn.index()] > 0;
        let month = Month::new(self.round).expect("rounds are months");
        yakus(pile, &self.rules, month, Context { called, cashing_out })
    }

    fn matches(&self, card: Card) -> Set {
        let wild = self.rules.wild_lightning && card == LIGHTNING;
        if wild { self.field } else { self.field & card.month().cards() }
    }

    /// Without a choice: the month's three other cards and nothing else to take.
    fn takes_three(&self, card: Card, taken: Set) -> bool {
        taken.len() == 3 && self.matches(card) == taken && card.month().cards().contains_all(taken)
    }

    fn playable(&self) -> Set {
        let hand = self.hands[self.turn.index()];
        let capturing: Set = hand.iter().filter(|card| !self.matches(*card).is_empty()).collect();
        if self.rules.must_capture && !capturing.is_empty() { capturing } else { hand }
    }

    fn open_and_held(&self) -> Set {
        let waiting = self.waiting.map_or(Set::EMPTY, Set::of);
        self.hands[0] | self.hands[1] | self.field | waiting | self.piles[0] | self.piles[1]
    }

    /// 48 cards, each in one place.
    fn conserved(&self) {
        let places = [self.hands[0], self.hands[1], self.field, self.piles[0], self.piles[1]];
        let counted: usize = places.iter().map(|place| place.len()).sum();
        assert_eq!(counted + usize::from(self.waiting.is_some()), self.open_and_held().len());
        assert!(
            self.round == 0 || self.hands[0].is_empty() || self.open_and_held().len() + 24 - self.drawn == 48
        );
    }

    /// Both players, and whoever looks on, see what the events told.
    pub(crate) fn agrees_with(&self, state: &KoiKoi) {
        let mut legal = ActionList::new();
        for viewer in Viewer::all(2) {
            let view = state.view(viewer);
            let hand = match viewer {
                Viewer::Seat(seat) => self.hands[seat.index()],
                Viewer::Spectator => Set::EMPTY,
            };
            assert_eq!((view.hand, view.field), (hand, self.field));
            assert_eq!((&view.piles, &view.calls), (&self.piles.into(), &self.calls.into()));
            assert_eq!(view.hand_sizes, self.hands.map(|hand| hand.len() as u8).into());
            assert_eq!(usize::from(view.draw_pile), 24 - self.drawn);
            assert_eq!((&view.scores, view.round), (&self.scores.into(), self.round));
            let waiting = match view.stage {
                Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card) => Some(card),
                Stage::Play | Stage::Decide | Stage::Over | Stage::NoDeck => None,
            };
            assert_eq!(waiting, self.waiting);
            let cards: usize = view.hand_sizes.iter().map(|(_, size)| usize::from(*size)).sum::<usize>()
                + view.field.len()
                + usize::from(waiting.is_some())
                + view.piles.iter().map(|(_, pile)| pile.len()).sum::<usize>()
                + usize::from(view.draw_pile);
            assert_eq!(cards, 48);
            if state.is_over() {
                continue;
            }
            assert_eq!((view.turn, Some(view.dealer)), (self.turn, self.dealer));
            assert_eq!(
                view.captured,
                if waiting.is_some() || view.stage == Stage::Decide {
                    self.pile() - self.pile_before
                } else {
                    Set::EMPTY
                }
            );
            assert_eq!(view.standing[self.turn].stopping.points, self.worth());
            assert_eq!(view.standing[self.turn].base, self.yakus(self.pile(), false).base());
            assert_eq!(view.fresh.is_empty(), view.stage != Stage::Decide);
        }
        if state.is_over() {
            return;
        }
        state.legal(self.turn, &mut legal);
        let expected: Vec<Action> = match (self.next, self.waiting) {
            (Next::Decision, _) => vec![Action::KoiKoi, Action::Stop],
            (_, Some(_)) => self.options.iter().map(Action::Choose).collect(),
            (_, None) => self.playable().iter().map(Action::Play).collect(),
        };
        assert_eq!(*legal, *expected);
    }
}

fn other(seat: Seat) -> Seat {
    seat.next(2)
}
