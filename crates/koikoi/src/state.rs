use std::sync::Arc;

use cards::Card as _;
use cards::hanafuda::{Card, LIGHTNING, Month, Set};
use game::{
    ActionList, BadDeal, Deals, Digest, Game, Outcome, Purpose, Rng, Seat, SeatSet, Seats, Sink, Viewer,
    below,
};

use crate::action::Action;
use crate::event::{Decision, Event};
use crate::luck::{self, Luck, Where};
use crate::months;
use crate::refusal::Refusal;
use crate::rules::{AfterDraw, AfterWin, BothLucky, FirstDealer, KoikoiLimit, LuckyField, LuckyHand, Rules};
use crate::score::{Score, settle};
use crate::view::View;
use crate::yaku::{Context, Yakus, may_have_risen, yakus};

/// Both players' seats.
pub(crate) const SEATS: usize = 2;
/// Cards in a hand and on the field when dealt.
const HAND: usize = 8;
/// Cards in the draw pile when dealt.
pub(crate) const DRAW_PILE: usize = 24;
/// A deal that is lucky so often in a row is played as it lies, so that dealing always ends.
const MOST_REDEALS: u16 = 1000;

/// A match of Koi-Koi.
///
/// The rules and the deals are shared by all copies of a match; what changes in play is a hundred bytes of masks and small
/// numbers, so that search can copy it freely.
#[derive(Clone)]
pub struct KoiKoi {
    pub(crate) setup: Arc<Setup>,
    /// The hands as dealt. What is still in hand lies neither on the field nor in a pile.
    pub(crate) dealt: [Set; SEATS],
    /// The cards face-up. A card that waits for a choice lies here too, beside its matches.
    pub(crate) field: Set,
    /// The captured cards.
    pub(crate) piles: [Set; SEATS],
    /// The pile of the seat in turn as its turn began.
    pub(crate) pile_before: Set,
    /// The winner's pile of the last round.
    pub(crate) last_pile: Set,
    /// The draw pile, from its top; the first `drawn` are gone.
    pub(crate) draw_pile: [Card; DRAW_PILE],
    pub(crate) scores: [i32; SEATS],
    /// The base points at which koi-koi was called last.
    pub(crate) called_at: u16,
    pub(crate) decks_used: u16,
    pub(crate) lacks: [Lacks; SEATS],
    pub(crate) calls: [u8; SEATS],
    pub(crate) drawn: u8,
    /// From 1.
    pub(crate) round: u8,
    pub(crate) dealer: Seat,
    pub(crate) turn: Seat,
    pub(crate) phase: Phase,
    pub(crate) last: Option<LastRound>,
}

/// What never changes in a match.
pub(crate) struct Setup {
    pub(crate) rules: Rules,
    pub(crate) deals: Deals,
}

/// What the seat in turn has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Play a card from the hand.
    Play,
    /// Choose what a card takes: one from the hand, or one from the draw pile.
    ChooseForHand(Card),
    ChooseForDrawn(Card),
    /// Call koi-koi or stop.
    Decide,
    /// Nothing: the match is over.
    Over,
    /// Nothing: the next deck was not given.
    NoDeck,
}

/// How the last round ended, in few bytes; [`KoiKoi::result`] unfolds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastRound {
    pub(crate) round: u8,
    pub(crate) dealer: Seat,
    pub(crate) ending: LastEnding,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastEnding {
    Won { winner: Seat, calls: [u8; SEATS] },
    LuckyHands([Option<Luck>; SEATS]),
    Void(Luck),
    RanOut,
}

/// The cards that a seat has shown not to hold: under forced captures, whoever lays a card down has no match for the field.
/// A bit for each month, and one for the lightning alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lacks(u16);

impl Lacks {
    const LIGHTNING: u16 = 1 << 12;

    fn learn(&mut self, field: Set, wild_lightning: bool) {
        for card in Set::from_mask(months::any(field)) {
            self.0 |= 1 << (card.month().number() - 1);
        }
        if wild_lightning && !field.is_empty() {
            self.0 |= Lacks::LIGHTNING;
        }
    }

    pub(crate) fn cards(self) -> Set {
        let months = Month::all().filter(|month| self.0 >> (month.number() - 1) & 1 == 1);
        let set = months.fold(Set::EMPTY, |set, month| set | month.cards());
        if self.0 & Lacks::LIGHTNING != 0 { set | LIGHTNING.into() } else { set }
    }

    pub(crate) fn from_cards(cards: Set) -> Lacks {
        let mut lacks = Lacks::default();
        lacks.learn(Set::from_mask(months::whole(cards)), false);
        if cards.contains(LIGHTNING) {
            lacks.0 |= Lacks::LIGHTNING;
        }
        lacks
    }
}

impl Game for KoiKoi {
    const NAME: &'static str = "koikoi";
    const SEATS: std::ops::RangeInclusive<usize> = SEATS..=SEATS;
    const CARDS: usize = Card::COUNT;
    type Rules = Rules;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn start(
        rules: &Rules,
        seats: usize,
        deals: &Deals,
        events: &mut impl Sink<Event>,
    ) -> Result<Self, BadDeal> {
        if seats != SEATS {
            return Err(BadDeal::Seats { seats, least: SEATS, most: SEATS });
        }
        rules.validate().map_err(|bad| BadDeal::Rules(bad.to_string()))?;
        deals.validate(Self::CARDS, SEATS)?;
        let mut state = KoiKoi::before_the_deal(rules.clone(), deals.clone());
        state.dealer = state.first_dealer(events)?;
        state.next_round(events);
        if state.phase == Phase::NoDeck && state.round == 1 { Err(BadDeal::NoDeck) } else { Ok(state) }
    }

    fn seats(&self) -> usize {
        SEATS
    }

    #[inline]
    fn actors(&self) -> SeatSet {
        match self.phase {
            Phase::Over | Phase::NoDeck => SeatSet::EMPTY,
            _ => SeatSet::of(self.turn),
        }
    }

    fn awaited(&self) -> SeatSet {
        self.actors()
    }

    #[inline]
    fn legal(&self, seat: Seat, out: &mut ActionList<Action>) {
        out.clear();
        if seat != self.turn {
            return;
        }
        match self.phase {
            Phase::Play => self.playable().iter().for_each(|card| out.push(Action::Play(card))),
            Phase::ChooseForHand(card) | Phase::ChooseForDrawn(card) => {
                self.options(card).iter().for_each(|option| out.push(Action::Choose(option)));
            }
            Phase::Decide => {
                out.push(Action::KoiKoi);
                out.push(Action::Stop);
            }
            Phase::Over | Phase::NoDeck => {}
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match self.phase {
            Phase::Over => return Err(Refusal::MatchOver),
            Phase::NoDeck => return Err(Refusal::DecksRanOut),
            _ if seat != self.turn => return Err(Refusal::NotYourTurn),
            _ => {}
        }
        match (action, self.phase) {
            (Action::Play(card), Phase::Play) if !self.hand(seat).contains(card) => {
                Err(Refusal::NotInHand(card))
            }
            (Action::Play(card), Phase::Play) if !self.playable().contains(card) => {
                Err(Refusal::MustCapture(card))
            }
            (Action::Choose(option), Phase::ChooseForHand(card) | Phase::ChooseForDrawn(card))
                if !self.options(card).contains(option) =>
            {
                Err(Refusal::NotAnOption { card, option })
            }
            (Action::Play(_), Phase::Play)
            | (Action::Choose(_), Phase::ChooseForHand(_) | Phase::ChooseForDrawn(_))
            | (Action::KoiKoi | Action::Stop, Phase::Decide) => Ok(()),
            (_, Phase::Play) => Err(Refusal::PlayFirst),
            (_, Phase::ChooseForHand(card) | Phase::ChooseForDrawn(card)) => Err(Refusal::ChooseFirst(card)),
            (_, Phase::Decide) => Err(Refusal::DecideFirst),
            (_, Phase::Over) => Err(Refusal::MatchOver),
            (_, Phase::NoDeck) => Err(Refusal::DecksRanOut),
        }
    }

    fn default_action(&self, _: Seat) -> Action {
        let first = |cards: Set| cards.first().expect("whoever is awaited has a card to play or choose");
        match self.phase {
            Phase::Play => Action::Play(first(self.playable())),
            Phase::ChooseForHand(card) | Phase::ChooseForDrawn(card) => {
                Action::Choose(first(self.options(card)))
            }
            Phase::Decide | Phase::Over | Phase::NoDeck => Action::Stop,
        }
    }

    #[inline]
    fn apply(&mut self, seat: Seat, action: Action, events: &mut impl Sink<Event>) {
        match action {
            Action::Play(card) => self.play_card(seat, card, events),
            Action::Choose(option) => match self.phase {
                Phase::ChooseForHand(card) => {
                    self.capture(seat, card, self.taken_with(card, option), events);
                    self.draw(seat, events);
                }
                Phase::ChooseForDrawn(card) => {
                    self.capture(seat, card, self.taken_with(card, option), events);
                    self.end_turn(seat, events);
                }
                Phase::Play | Phase::Decide | Phase::Over | Phase::NoDeck => {}
            },
            Action::KoiKoi => self.call_koikoi(seat, events),
            Action::Stop => self.win(seat, events),
        }
    }

    fn scores(&self) -> Seats<i32> {
        self.scores.into()
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.phase == Phase::Over).then(|| Outcome::highest(self.scores()))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Dealt { hands, field } => Event::Dealt {
                hands: hands.map(|seat, hand| hand.filter(|_| viewer.is(seat))),
                field: *field,
            },
            Event::DealerDrawn { .. }
            | Event::RoundBegan { .. }
            | Event::Misdealt { .. }
            | Event::Played { .. }
            | Event::Drawn { .. }
            | Event::Laid { .. }
            | Event::Captured { .. }
            | Event::ChoiceArose { .. }
            | Event::YakuMade { .. }
            | Event::KoiKoi { .. }
            | Event::RoundEnded(_)
            | Event::MatchEnded { .. }
            | Event::DecksRanOut { .. } => event.clone(),
        })
    }

    fn sample(view: &View, rng: &mut impl Rng) -> Self {
        crate::sample::sample(view, rng)
    }

    fn digest(&self, digest: &mut Digest) {
        for set in [self.dealt[0], self.dealt[1], self.field, self.piles[0], self.piles[1], self.pile_before]
        {
            digest.mask(set.mask());
        }
        let rest = self.rest_of_draw_pile();
        digest.number(rest.len() as i64);
        rest.iter().for_each(|card| digest.number(card.number()));
        let phase = match self.phase {
            Phase::Play => 0,
            Phase::ChooseForHand(card) => 100 + i64::from(card.number()),
            Phase::ChooseForDrawn(card) => 200 + i64::from(card.number()),
            Phase::Decide => 1,
            Phase::Over => 2,
            Phase::NoDeck => 3,
        };
        digest.number(phase);
        for seat in Seat::all(SEATS) {
            digest.number(self.scores[seat.index()]);
            digest.number(self.calls[seat.index()]);
            digest.mask(self.lacks[seat.index()].cards().mask());
        }
        digest.number(self.called_at);
        digest.number(self.round);
        digest.number(self.dealer.index() as i64);
        digest.number(self.turn.index() as i64);
    }

    fn hidden(&self, viewer: Viewer) -> u64 {
        let hands = Seat::all(SEATS).filter(|seat| !viewer.is(*seat)).map(|seat| self.hand(seat));
        let draw_pile: Set = self.rest_of_draw_pile().iter().copied().collect();
        hands.fold(draw_pile, |all, hand| all | hand).mask()
    }

    fn decks_used(&self) -> usize {
        self.decks_used.into()
    }
}

/// What lies where.
impl KoiKoi {
    /// Which round is played, from 1; of a finished match, the last one.
    pub fn round(&self) -> u8 {
        self.round
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.setup.rules
    }

    #[inline]
    pub(crate) fn hand(&self, seat: Seat) -> Set {
        self.dealt[seat.index()] - self.field - self.piles[0] - self.piles[1]
    }

    pub(crate) fn month(&self) -> Month {
        month_of(self.round)
    }

    pub(crate) fn rest_of_draw_pile(&self) -> &[Card] {
        &self.draw_pile[usize::from(self.drawn)..]
    }

    /// The cards that the seat in turn may play.
    #[inline]
    pub(crate) fn playable(&self) -> Set {
        let hand = self.hand(self.turn);
        if !self.setup.rules.must_capture {
            return hand;
        }
        let mut matching = hand & months::spread(self.field);
        if self.setup.rules.wild_lightning && !self.field.is_empty() {
            matching |= hand & LIGHTNING.into();
        }
        if matching.is_empty() { hand } else { matching }
    }

    /// The cards of the field that a card played or drawn matches.
    #[inline]
    fn matches(&self, card: Card) -> Set {
        let others = self.field - card.into();
        if card == LIGHTNING && self.setup.rules.wild_lightning {
            others
        } else {
            others & card.month().cards()
        }
    }

    /// What can be chosen for the card that waits.
    pub(crate) fn options(&self, card: Card) -> Set {
        self.matches(card)
    }

    /// What the card takes if `option` is chosen: all three where the month's other cards lie together.
    fn taken_with(&self, card: Card, option: Card) -> Set {
        let month = (self.field - card.into()) & card.month().cards();
        if month.len() == 3 && month.contains(option) { month } else { option.into() }
    }

    /// The yaku of a pile that belongs to the seat.
    #[inline]
    pub(crate) fn yakus(&self, seat: Seat, pile: Set, cashing_out: bool) -> Yakus {
        let called = self.calls[seat.index()] > 0;
        yakus(pile, self.rules(), self.month(), Context { called, cashing_out })
    }

    /// What the seat would score by stopping now.
    pub(crate) fn score(&self, seat: Seat) -> Score {
        let made = self.yakus(seat, self.piles[seat.index()], true);
        let other = seat.next(SEATS);
        Score::new(&made, self.rules(), self.calls[seat.index()], self.calls[other.index()])
    }
}

fn month_of(round: u8) -> Month {
    Month::new(round).expect("a match has at most twelve rounds")
}

/// The deal.
impl KoiKoi {
    pub(crate) fn before_the_deal(rules: Rules, deals: Deals) -> KoiKoi {
        let stake = rules.stake.into();
        KoiKoi {
            setup: Arc::new(Setup { rules, deals }),
            dealt: [Set::EMPTY; SEATS],
            field: Set::EMPTY,
            piles: [Set::EMPTY; SEATS],
            pile_before: Set::EMPTY,
            last_pile: Set::EMPTY,
            draw_pile: [LIGHTNING; DRAW_PILE],
            scores: [stake; SEATS],
            called_at: 0,
            decks_used: 0,
            lacks: [Lacks::default(); SEATS],
            calls: [0; SEATS],
            drawn: 0,
            round: 1,
            dealer: Seat::FIRST,
            turn: Seat::FIRST,
            phase: Phase::Play,
            last: None,
        }
    }

    fn first_dealer(&self, events: &mut impl Sink<Event>) -> Result<Seat, BadDeal> {
        let setup = &self.setup;
        let seed = match (&setup.deals, setup.rules.first_dealer) {
            (Deals::Decks(decks), FirstDealer::Seat0) => return Ok(decks.first.unwrap_or(Seat::FIRST)),
            (Deals::Decks(decks), _) => return decks.first.ok_or(BadDeal::NoFirst),
            (Deals::Seed(_), FirstDealer::Seat0) => return Ok(Seat::FIRST),
            (Deals::Seed(seed), _) => seed,
        };
        let mut stream = seed.stream(Purpose::FIRST, 0, 0);
        if setup.rules.first_dealer == FirstDealer::Random {
            return Ok(if below(&mut stream, 2) == 0 { Seat::FIRST } else { Seat::FIRST.next(SEATS) });
        }
        let mut deck: Vec<Card> = Set::ALL.iter().collect();
        game::shuffle(&mut deck, &mut stream);
        for pair in deck.chunks_exact(SEATS) {
            events.emit(|| Event::DealerDrawn { cards: [pair[0], pair[1]].into() });
            match pair[0].month().cmp(&pair[1].month()) {
                std::cmp::Ordering::Less => return Ok(Seat::FIRST),
                std::cmp::Ordering::Greater => return Ok(Seat::FIRST.next(SEATS)),
                std::cmp::Ordering::Equal => {}
            }
        }
        Ok(Seat::FIRST)
    }

    /// Deals rounds until one can be played, or the match is over.
    fn next_round(&mut self, events: &mut impl Sink<Event>) {
        loop {
            let (round, dealer) = (self.round, self.dealer);
            events.emit(|| Event::RoundBegan { round, month: self.month(), dealer });
            let Some(ending) = self.deal(events) else { return };
            self.end_round(ending, events);
            if self.phase == Phase::Over {
                return;
            }
        }
    }

    /// Deals until there is no redeal; gives the ending if luck ends the round before its first turn.
    fn deal(&mut self, events: &mut impl Sink<Event>) -> Option<LastEnding> {
        for attempt in 0..=MOST_REDEALS {
            let deck =
                self.setup.deals.next_deck(&mut self.decks_used, Purpose::DEAL, self.round.into(), attempt);
            let Some(deck) = deck else {
                self.phase = Phase::NoDeck;
                events.emit(|| Event::DecksRanOut { round: self.round });
                return None;
            };
            self.lay_out(deck);
            events.emit(|| Event::Dealt { hands: self.dealt.map(Some).into(), field: self.field });
            match self.luck() {
                None => return None,
                Some(Fate::Ends(ending)) => return Some(ending),
                Some(Fate::Redeal(luck, place)) if attempt < MOST_REDEALS => {
                    events.emit(|| Event::Misdealt { luck, place });
                }
                Some(Fate::Redeal(..)) => {}
            }
        }
        None
    }

    /// Eight to the other player, eight to the field, eight to the dealer, the rest is the draw pile.
    fn lay_out(&mut self, deck: [u8; Card::COUNT]) {
        let set = |cards: &[u8]| Set::from_mask(cards.iter().fold(0, |mask, card| mask | 1 << card));
        let other = self.dealer.next(SEATS);
        self.dealt[other.index()] = set(&deck[..HAND]);
        self.field = set(&deck[HAND..2 * HAND]);
        self.dealt[self.dealer.index()] = set(&deck[2 * HAND..3 * HAND]);
        for (place, index) in self.draw_pile.iter_mut().zip(&deck[3 * HAND..]) {
            *place = Card::at((*index).into());
        }
        self.piles = [Set::EMPTY; SEATS];
        self.pile_before = Set::EMPTY;
        self.called_at = 0;
        self.lacks = [Lacks::default(); SEATS];
        self.calls = [0; SEATS];
        self.drawn = 0;
        self.turn = self.dealer;
        self.phase = Phase::Play;
    }

    /// What luck makes of the deal. Hands go before the field, and a hand that scores before one that is dealt again.
    fn luck(&self) -> Option<Fate> {
        let rules = self.rules();
        let hands = self.dealt.map(|hand| luck::of_hand(hand, rules));
        let scoring =
            hands.map(|luck| luck.filter(|(_, does)| *does == LuckyHand::Score).map(|(luck, _)| luck));
        if scoring.iter().any(Option::is_some) {
            return Some(Fate::Ends(LastEnding::LuckyHands(scoring)));
        }
        for (seat, hand) in Seat::all(SEATS).zip(hands) {
            if let Some((luck, _)) = hand {
                return Some(Fate::Redeal(luck, Where::Hand(seat)));
            }
        }
        luck::of_field(self.field, rules).map(|(luck, does)| match does {
            LuckyField::Void => Fate::Ends(LastEnding::Void(luck)),
            LuckyField::Redeal | LuckyField::Play => Fate::Redeal(luck, Where::Field),
        })
    }
}

/// What a lucky deal leads to.
enum Fate {
    Redeal(Luck, Where),
    Ends(LastEnding),
}

/// A turn.
impl KoiKoi {
    fn play_card(&mut self, seat: Seat, card: Card, events: &mut impl Sink<Event>) {
        self.pile_before = self.piles[seat.index()];
        events.emit(|| Event::Played { seat, card });
        let field = self.field;
        self.field.insert(card);
        let taken = self.matches(card);
        if self.is_choice(card, taken) {
            events.emit(|| Event::ChoiceArose { seat, card, options: taken });
            self.phase = Phase::ChooseForHand(card);
            return;
        }
        if self.setup.rules.must_capture && taken.is_empty() {
            self.lacks[seat.index()].learn(field, self.setup.rules.wild_lightning);
        }
        self.capture(seat, card, taken, events);
        self.draw(seat, events);
    }

    fn draw(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        let card = self.draw_pile[usize::from(self.drawn)];
        self.drawn += 1;
        events.emit(|| Event::Drawn { seat, card });
        self.field.insert(card);
        let taken = self.matches(card);
        if self.is_choice(card, taken) {
            events.emit(|| Event::ChoiceArose { seat, card, options: taken });
            self.phase = Phase::ChooseForDrawn(card);
            return;
        }
        self.capture(seat, card, taken, events);
        self.end_turn(seat, events);
    }

    /// Whether it makes a difference which of its matches the card takes.
    #[inline]
    fn is_choice(&self, card: Card, matches: Set) -> bool {
        let whole_month = matches.len() == 3 && card.month().cards().contains_all(matches);
        matches.len() >= 2 && !whole_month
    }

    /// Captures what the card takes of the field, on which it lies too; if that is nothing, it stays there.
    #[inline]
    fn capture(&mut self, seat: Seat, card: Card, taken: Set, events: &mut impl Sink<Event>) {
        events.emit(|| match taken.is_empty() {
            true => Event::Laid { seat, card },
            false => Event::Captured { seat, card, taken },
        });
        // Whether a card finds a match is anybody's guess, so this avoids a branch that would be mispredicted.
        let captured = if taken.is_empty() { Set::EMPTY } else { taken | card.into() };
        self.field -= captured;
        self.piles[seat.index()] |= captured;
    }

    fn end_turn(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        match self.decision(seat) {
            None => self.pass_turn(seat, events),
            Some(decision) => {
                events.emit(|| Event::YakuMade {
                    seat,
                    yaku: self.fresh(),
                    score: self.score(seat),
                    decision,
                });
                match decision {
                    Decision::Open => self.phase = Phase::Decide,
                    Decision::HandEmpty | Decision::AlreadyCalled => self.win(seat, events),
                }
            }
        }
    }

    /// What the yaku made in this turn lead to; `None` if there are none that are new or better.
    #[inline]
    fn decision(&self, seat: Seat) -> Option<Decision> {
        let pile = self.piles[seat.index()];
        if !may_have_risen(pile, self.pile_before, self.rules()) {
            return None;
        }
        let now = self.yakus(seat, pile, false);
        if !now.rose_since(&self.yakus(seat, self.pile_before, false)) {
            return None;
        }
        let limit = self.setup.rules.koikoi_limit;
        let (own, other) = (self.calls[seat.index()], self.calls[seat.next(SEATS).index()]);
        if limit == KoikoiLimit::OnceAndHigher && own > 0 && now.base() <= self.called_at {
            return None;
        }
        Some(if self.hand(seat).is_empty() {
            Decision::HandEmpty
        } else if limit != KoikoiLimit::None && own + other > 0 {
            Decision::AlreadyCalled
        } else {
            Decision::Open
        })
    }

    fn call_koikoi(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        if self.rules().koikoi_limit == KoikoiLimit::OnceAndHigher {
            self.called_at = self.yakus(seat, self.piles[seat.index()], false).base();
        }
        self.calls[seat.index()] += 1;
        events.emit(|| Event::KoiKoi { seat, calls: self.calls[seat.index()] });
        self.pass_turn(seat, events);
    }

    fn pass_turn(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.turn = seat.next(SEATS);
        self.pile_before = self.piles[self.turn.index()];
        self.phase = Phase::Play;
        if self.hand(self.turn).is_empty() {
            self.end_round(LastEnding::RanOut, events);
            self.go_on(events);
        }
    }

    fn win(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.last_pile = self.piles[seat.index()];
        self.end_round(LastEnding::Won { winner: seat, calls: self.calls }, events);
        self.go_on(events);
    }

    fn go_on(&mut self, events: &mut impl Sink<Event>) {
        if self.phase != Phase::Over {
            self.next_round(events);
        }
    }
}

/// The end of a round.
impl KoiKoi {
    /// Scores the round and moves on to the next one, or ends the match.
    fn end_round(&mut self, ending: LastEnding, events: &mut impl Sink<Event>) {
        let last = LastRound { round: self.round, dealer: self.dealer, ending };
        let points = self.points(&last);
        self.scores = [self.scores[0] + points[0], self.scores[1] + points[1]];
        self.last = Some(last);
        events.emit(|| Event::RoundEnded(self.result(&last)));
        self.dealer = self.next_dealer(&last);
        let rules = &self.setup.rules;
        let broke = rules.stake > 0 && self.scores.iter().any(|score| *score <= 0);
        if self.round >= rules.rounds || broke {
            self.phase = Phase::Over;
            events.emit(|| Event::MatchEnded { outcome: Outcome::highest(self.scores()) });
        } else {
            self.round += 1;
        }
    }

    /// What each seat gains or loses.
    pub(crate) fn points(&self, last: &LastRound) -> [i32; SEATS] {
        let rules = self.rules();
        let mut gains = [0; SEATS];
        match last.ending {
            LastEnding::Won { winner, calls } => {
                let base = self.cashed_out(last, winner, calls).base();
                let other = winner.next(SEATS);
                gains[winner.index()] = settle(base, rules, calls[winner.index()], calls[other.index()]).1;
            }
            LastEnding::LuckyHands([Some(_), Some(_)]) if rules.both_lucky == BothLucky::Tie => {}
            LastEnding::LuckyHands(hands) => {
                gains = hands.map(|luck| luck.map_or(0, |_| rules.lucky_hand_points.into()));
            }
            LastEnding::RanOut => gains[last.dealer.index()] = rules.run_out_points.into(),
            LastEnding::Void(_) => {}
        }
        if rules.stake > 0 { [gains[0] - gains[1], gains[1] - gains[0]] } else { gains }
    }

    pub(crate) fn cashed_out(&self, last: &LastRound, winner: Seat, calls: [u8; SEATS]) -> Yakus {
        let context = Context { called: calls[winner.index()] > 0, cashing_out: true };
        yakus(self.last_pile, self.rules(), month_of(last.round), context)
    }

    fn next_dealer(&self, last: &LastRound) -> Seat {
        let (rules, dealer) = (self.rules(), last.dealer);
        let after_win = |knob: AfterWin, winner: Seat| match knob {
            AfterWin::Winner => winner,
            AfterWin::Same => dealer,
            AfterWin::Swaps => dealer.next(SEATS),
        };
        match last.ending {
            LastEnding::Won { winner, .. } => after_win(rules.dealer_after_win, winner),
            LastEnding::LuckyHands([Some(_), None]) => after_win(rules.dealer_after_lucky_hand, Seat::FIRST),
            LastEnding::LuckyHands([None, Some(_)]) => {
                after_win(rules.dealer_after_lucky_hand, Seat::FIRST.next(SEATS))
            }
            LastEnding::LuckyHands(_) => dealer,
            LastEnding::Void(_) => dealer.next(SEATS),
            LastEnding::RanOut => match rules.dealer_after_draw {
                AfterDraw::Same => dealer,
                AfterDraw::Swaps => dealer.next(SEATS),
            },
        }
    }
}
