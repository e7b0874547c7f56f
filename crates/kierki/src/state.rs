use std::borrow::Cow;
use std::sync::Arc;

use cards::Card as _;
use cards::french::{Card, Set, Suit, WITHOUT_JOKERS};
use game::{
    ActionList, BadDeal, Deals, Digest, Game, Outcome, Rng, Ruleset, Seat, SeatSet, Seats, Sink, Viewer,
};

use crate::action::Action;
use crate::deal::DealPlan;
use crate::event::{DealResult, Event};
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::seats::SEATS;
use crate::view::{Earlier, Stage, View};

/// The cards of the game: all but the jokers.
pub(crate) const CARDS: usize = 52;
/// Cards in a hand, and tricks in a deal.
pub(crate) const HAND: usize = 13;

/// A match of Kierki.
///
/// The rules and the deals are shared by all copies of a match; what changes in play is little more than two cache lines of masks
/// and small numbers, so that search can copy it freely. What can be told from the order of play (voids, the points of the running
/// deal) is not kept twice.
#[derive(Clone)]
pub struct Kierki {
    pub(crate) setup: Arc<Setup>,
    /// What each seat still holds.
    pub(crate) hands: [Set; SEATS],
    pub(crate) scores: [i32; SEATS],
    /// The takers of the deal's tricks, two bits each, the first trick lowest.
    pub(crate) takers: u32,
    /// The points of the deal before, once `last_tricks` is not 0.
    pub(crate) last_points: [u16; SEATS],
    /// Which deal, from 1.
    pub(crate) deal: u16,
    /// The cards in the order of play; the first `played` of them.
    pub(crate) order: [Card; CARDS],
    pub(crate) played: u8,
    /// The tricks of the deal before; 0 if there was none.
    pub(crate) last_tricks: u8,
    pub(crate) turn: Seat,
    pub(crate) stage: Stage,
    /// The deals that are over.
    pub(crate) earlier: Earlier,
}

/// What never changes in a match.
pub(crate) struct Setup {
    pub(crate) rules: Rules,
    pub(crate) deals: Deals,
}

impl Game for Kierki {
    const NAME: &'static str = "kierki";
    const SEATS: std::ops::RangeInclusive<usize> = SEATS..=SEATS;
    const CARDS: usize = CARDS;
    type Rules = Rules;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    /// The deck of a deal is the thirteen cards of N, then those of E, S and W. The rules say who leads, so that decks
    /// need no word on it.
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
        let mut state = Kierki::before_the_deal(rules.clone(), deals.clone());
        state.next_deal(events);
        if state.stage == Stage::NoDeck { Err(BadDeal::NoDeck) } else { Ok(state) }
    }

    fn seats(&self) -> usize {
        SEATS
    }

    #[inline]
    fn actors(&self) -> SeatSet {
        if self.stage == Stage::Play { SeatSet::of(self.turn) } else { SeatSet::EMPTY }
    }

    fn awaited(&self) -> SeatSet {
        self.actors()
    }

    #[inline]
    fn legal(&self, seat: Seat, out: &mut ActionList<Action>) {
        out.clear();
        if seat == self.turn && self.stage == Stage::Play {
            out.extend(self.playable().counted().map(Action::Play));
        }
    }

    fn check(&self, seat: Seat, Action::Play(card): Action) -> Result<(), Refusal> {
        match self.stage {
            Stage::Over => Err(Refusal::MatchOver),
            Stage::NoDeck => Err(Refusal::DecksRanOut),
            Stage::Play if seat != self.turn => Err(Refusal::NotYourTurn),
            Stage::Play if !self.hands[seat.index()].contains(card) => Err(Refusal::NotInHand(card)),
            Stage::Play if !self.playable().contains(card) => Err(match self.led() {
                Some(led) => Refusal::MustFollow { card, led },
                None => Refusal::NoHeartLead(card),
            }),
            Stage::Play => Ok(()),
        }
    }

    fn default_action(&self, _: Seat) -> Action {
        let lowest = self.playable().iter().min_by_key(|card| card.rank());
        Action::Play(lowest.expect("whoever is awaited holds a card"))
    }

    #[inline]
    fn apply(&mut self, seat: Seat, Action::Play(card): Action, events: &mut impl Sink<Event>) {
        self.hands[seat.index()].remove(card);
        self.order[usize::from(self.played)] = card;
        self.played += 1;
        events.emit(|| Event::Played { seat, card });
        if self.played.is_multiple_of(SEATS as u8) {
            self.take_trick(seat.next(SEATS), events);
        } else {
            self.turn = seat.next(SEATS);
        }
    }

    fn scores(&self) -> Seats<i32> {
        self.scores.into()
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stage == Stage::Over).then(|| Outcome::lowest(self.scores()))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Cow<'_, Event>> {
        Some(match event {
            Event::Dealt { hands } => {
                let hands = hands.map(|seat, hand| hand.filter(|_| viewer.is(seat)));
                Cow::Owned(Event::Dealt { hands })
            }
            Event::DealBegan { .. }
            | Event::Played { .. }
            | Event::Taken { .. }
            | Event::DealEnded(_)
            | Event::MatchEnded { .. }
            | Event::DecksRanOut { .. } => Cow::Borrowed(event),
        })
    }

    fn sample(view: &View, rng: &mut impl Rng) -> Self {
        crate::sample::sample(view, rng)
    }

    fn digest(&self, digest: &mut Digest) {
        self.hands.iter().for_each(|hand| digest.mask(hand.mask()));
        let order = self.order();
        digest.number(order.len() as i64);
        order.iter().for_each(|card| digest.number(card.index() as i64));
        digest.number(self.takers);
        self.scores.iter().for_each(|score| digest.number(*score));
        digest.number(self.deal);
        digest.number(self.turn.index() as i64);
        digest.number(self.stage as i64);
    }

    fn hidden(&self, viewer: Viewer) -> u64 {
        self.movable(viewer).mask()
    }

    fn decks_used(&self) -> usize {
        usize::from(self.deal) - usize::from(self.stage == Stage::NoDeck)
    }
}

/// What lies where.
impl Kierki {
    /// Which deal is running or was the last one, from 1.
    pub fn deal(&self) -> u16 {
        self.deal
    }

    /// The number of the running trick, from 1, and the cards of it that lie: open to all, and cheaper than a view.
    pub fn running_trick(&self) -> (u8, &[Card]) {
        let begun = self.played % SEATS as u8;
        (self.played / SEATS as u8 + 1, &self.order()[usize::from(self.played - begun)..])
    }

    /// What each seat holds, N to W: of a sampled world anybody may ask this.
    pub fn hands(&self) -> [Set; SEATS] {
        self.hands
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.setup.rules
    }

    /// The type of the deal and who led first.
    #[inline]
    pub(crate) fn plan(&self) -> DealPlan {
        self.setup.rules.deals[usize::from(self.deal) - 1]
    }

    /// The cards in the order of play.
    pub(crate) fn order(&self) -> &[Card] {
        &self.order[..usize::from(self.played)]
    }

    /// The card that leads the running trick, once it lies.
    #[inline]
    pub(crate) fn led(&self) -> Option<Card> {
        let begun = self.played % SEATS as u8;
        if begun == 0 { None } else { Some(self.order[usize::from(self.played - begun)]) }
    }

    pub(crate) fn taker(&self, trick: usize) -> Seat {
        seat_of_bits(self.takers >> (2 * trick))
    }

    /// Who led to the trick, counted from 0.
    pub(crate) fn leader(&self, trick: usize) -> Seat {
        if trick == 0 { self.plan().first } else { self.taker(trick - 1) }
    }

    /// The cards that the seat in turn may play.
    #[inline]
    pub(crate) fn playable(&self) -> Set {
        let hand = self.hands[self.turn.index()];
        let wanted = match self.led() {
            Some(led) => hand & SUIT_OF[led.index()],
            None if self.no_heart_lead() => hand - Suit::Hearts.cards(),
            None => hand,
        };
        if wanted.is_empty() { hand } else { wanted }
    }

    #[inline]
    pub(crate) fn no_heart_lead(&self) -> bool {
        self.setup.rules.no_heart_lead && self.plan().kind.spares_hearts()
    }

    /// What each seat has played in this deal.
    pub(crate) fn played_by(&self) -> [Set; SEATS] {
        let mut played = [Set::EMPTY; SEATS];
        self.each_play(|seat, card, _| played[seat.index()].insert(card));
        played
    }

    /// The suits, whole, that each seat has shown not to hold: it did not follow them, or led a heart where it could
    /// only for want of others.
    pub(crate) fn voids(&self) -> [Set; SEATS] {
        let mut voids = [Set::EMPTY; SEATS];
        let no_heart_lead = self.no_heart_lead();
        self.each_play(|seat, card, led| {
            if suit(card) != suit(led) {
                voids[seat.index()] |= suit(led).cards();
            } else if no_heart_lead && card == led && suit(card) == Suit::Hearts {
                voids[seat.index()] |= WITHOUT_JOKERS - Suit::Hearts.cards();
            }
        });
        voids
    }

    /// Calls back with every card played: by whom, and which card was led.
    fn each_play(&self, mut with: impl FnMut(Seat, Card, Card)) {
        for (trick, cards) in self.order().chunks(SEATS).enumerate() {
            let mut seat = self.leader(trick);
            for card in cards {
                with(seat, *card, cards[0]);
                seat = seat.next(SEATS);
            }
        }
    }

    /// The points of the running deal so far.
    pub(crate) fn points(&self) -> [i32; SEATS] {
        let (kind, traditional) = (self.plan().kind, self.setup.rules.traditional_scores);
        let mut points = [0; SEATS];
        for (trick, cards) in self.order().chunks_exact(SEATS).enumerate() {
            let cards = cards.iter().fold(Set::EMPTY, |set, card| set | (*card).into());
            points[self.taker(trick).index()] += kind.points(trick + 1, cards, traditional);
        }
        points
    }

    /// How the deal before ended, or the last one of a finished match.
    pub(crate) fn last(&self) -> Option<DealResult> {
        let deal = if self.stage == Stage::Over { self.deal } else { self.deal - 1 };
        let plan = *self.setup.rules.deals.get(usize::from(deal).checked_sub(1)?)?;
        Some(DealResult {
            deal,
            kind: plan.kind,
            first: plan.first,
            tricks: self.last_tricks,
            points: self.last_points.map(i32::from).into(),
            scores: self.scores(),
        })
    }

    /// The hidden cards that could be in another hand for all that the viewer knows.
    ///
    /// A card can leave its hand for another one if that one has not shown a void, and if a chain of such moves leads back to
    /// where the card came from, so that the hands keep their sizes.
    fn movable(&self, viewer: Viewer) -> Set {
        let hidden = |seat: usize| Seat::new(seat).is_some_and(|seat| !viewer.is(seat));
        let voids = self.voids();
        let moves = |from: usize, to: usize| {
            if from != to && hidden(from) && hidden(to) && !self.hands[to].is_empty() {
                self.hands[from] - voids[to]
            } else {
                Set::EMPTY
            }
        };
        let mut reaches = [[false; SEATS]; SEATS];
        for (from, to) in pairs() {
            reaches[from][to] = from == to || !moves(from, to).is_empty();
        }
        for via in 0..SEATS {
            for (from, to) in pairs() {
                reaches[from][to] |= reaches[from][via] && reaches[via][to];
            }
        }
        let back = pairs().filter(|(from, to)| reaches[*to][*from]);
        back.fold(Set::EMPTY, |all, (from, to)| all | moves(from, to))
    }
}

/// The suit of each card as a set; jokers have none. A table, since this is asked for every card that is played.
pub(crate) static SUIT_OF: [Set; Card::COUNT] = {
    let mut sets = [Set::EMPTY; Card::COUNT];
    let mut index = 0;
    while index < CARDS {
        sets[index] = Suit::ALL[index / HAND].cards();
        index += 1;
    }
    sets
};

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..SEATS * SEATS).map(|pair| (pair / SEATS, pair % SEATS))
}

#[inline]
pub(crate) fn suit(card: Card) -> Suit {
    card.suit().expect("no joker is dealt")
}

#[inline]
pub(crate) fn seat_of_bits(bits: u32) -> Seat {
    Seat::new((bits & 3) as usize).expect("two bits are below six seats")
}
