use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::Arc;

use cards::Card as _;
use cards::french::{Card, JOKER_RED, Set};
use game::{
    ActionList, BadDeal, Deals, Digest, Game, MAX_SEATS, Outcome, Rng, Ruleset, Seat, SeatSet, Seats, Sink,
    Viewer,
};

use crate::action::{Action, Spot};
use crate::event::{Ending, Event};
use crate::knowledge::Knowledge;
use crate::places::list_slots;
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::stage::Stage;
use crate::view::{Gift, View};

/// Slots of a seat: it could come to hold nearly every card.
pub(crate) const SLOTS: usize = Card::COUNT;
/// The fewest seats.
pub(crate) const FEWEST: usize = 2;

/// A match of Kaboom.
///
/// The rules and the deals are shared by all copies of a match; the rest is plain arrays and masks, so that search can copy it
/// freely.
#[derive(Clone)]
pub struct Kaboom {
    pub(crate) setup: Arc<Setup>,
    /// The card in each slot; of use only where `filled` says so.
    pub(crate) slots: [[Card; SLOTS]; MAX_SEATS],
    /// The slots of each seat in which a card lies.
    pub(crate) filled: [u64; MAX_SEATS],
    /// The draw pile is `deck[drawn..deck_end]`, from its top.
    pub(crate) deck: [Card; Card::COUNT],
    /// The discard pile is the first `discards` of these, its top the last.
    pub(crate) pile: [Card; Card::COUNT],
    pub(crate) knowledge: Knowledge,
    /// The cards that the last deck put into an order.
    pub(crate) shuffled: Set,
    /// Which shuffle of the round each card was in last: 0 is the deal, then come the reshuffles. What was reshuffled lay open, so
    /// this is known to all, and so is the shuffle that a card in any place came from.
    pub(crate) shuffle_of: [u8; Card::COUNT],
    pub(crate) last: Option<LastRound>,
    pub(crate) scores: [i32; MAX_SEATS],
    /// The running number of the top discard. It runs through the whole match, so that no late flip of one round meets a discard of
    /// the next.
    pub(crate) discard: u32,
    pub(crate) turn_number: u16,
    pub(crate) decks_used: u16,
    pub(crate) reshuffles: u16,
    /// The wrong flips of each seat that count against its next one.
    pub(crate) wrong: [u8; MAX_SEATS],
    pub(crate) drawn: u8,
    pub(crate) deck_end: u8,
    pub(crate) discards: u8,
    pub(crate) seats: u8,
    /// From 1.
    pub(crate) round: u8,
    pub(crate) first: Seat,
    pub(crate) turn: Seat,
    pub(crate) stage: Stage,
    /// What play is suspended for.
    pub(crate) gift: Option<Gift>,
    /// The drawn card, until it is kept or discarded.
    pub(crate) held: Option<Card>,
    pub(crate) caller: Option<Seat>,
    /// Who flipped the top discard, if it was flipped.
    pub(crate) flipped_by: Option<Seat>,
    pub(crate) looked: SeatSet,
    pub(crate) ready: SeatSet,
}

/// What never changes in a match.
pub(crate) struct Setup {
    pub(crate) rules: Rules,
    pub(crate) deals: Deals,
}

/// How the last round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastRound {
    pub(crate) round: u8,
    pub(crate) first: Seat,
    pub(crate) ending: Ending,
    pub(crate) caller: Option<Seat>,
    pub(crate) hands: [Set; MAX_SEATS],
}

impl Game for Kaboom {
    const NAME: &'static str = "kaboom";
    const SEATS: RangeInclusive<usize> = FEWEST..=MAX_SEATS;
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
        rules.validate().map_err(|bad| BadDeal::Rules(bad.to_string()))?;
        let most = rules.seats.into();
        if !(FEWEST..=most).contains(&seats) {
            return Err(BadDeal::Seats { seats, least: FEWEST, most });
        }
        deals.validate(Self::CARDS, seats)?;
        let mut state = Kaboom::before_the_deal(rules.clone(), deals.clone(), seats);
        if let Deals::Decks(decks) = deals {
            state.first = decks.first.unwrap_or(Seat::FIRST);
        }
        state.deal(events);
        if state.stage == Stage::NoDeck { Err(BadDeal::NoDeck) } else { Ok(state) }
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }

    #[inline]
    fn actors(&self) -> SeatSet {
        let mut actors = self.awaited();
        if self.can_be_flipped_onto() {
            Seat::all(self.seats()).filter(|seat| self.has_flip(*seat)).for_each(|seat| actors.insert(seat));
        }
        actors
    }

    #[inline]
    fn awaited(&self) -> SeatSet {
        match (self.stage, self.gift) {
            (Stage::Over | Stage::NoDeck, _) => SeatSet::EMPTY,
            (_, Some(gift)) => SeatSet::of(gift.flipper),
            (Stage::Ready, None) => {
                Seat::all(self.seats()).filter(|seat| !self.ready.contains(*seat)).collect()
            }
            (_, None) => SeatSet::of(self.turn),
        }
    }

    fn holds_up(&self) -> bool {
        self.gift.is_some() || self.stage == Stage::Ready
    }

    #[inline]
    fn legal(&self, seat: Seat, out: &mut ActionList<Action>) {
        out.clear();
        if self.awaited().contains(seat) {
            self.list_own_actions(seat, out);
        }
        if self.can_be_flipped_onto() && self.has_flip(seat) {
            let discard = self.discard;
            for owner in Seat::all(self.seats()) {
                let flip = |slot| Action::Flip { spot: Spot { seat: owner, slot }, discard };
                list_slots(self.open_slots(owner), flip, out);
            }
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match self.stage {
            Stage::Over => return Err(Refusal::MatchOver),
            Stage::NoDeck => return Err(Refusal::DecksRanOut),
            _ => {}
        }
        match action {
            Action::Flip { spot, discard } => self.check_flip(seat, spot, discard),
            Action::Give(_) | Action::Decline if self.gift.is_some_and(|gift| gift.flipper == seat) => {
                self.check_gift(seat, action)
            }
            _ => self.check_turn(seat, action),
        }
    }

    fn default_action(&self, _: Seat) -> Action {
        match self.stage {
            _ if self.gift.is_some() => Action::Decline,
            Stage::Ready => Action::Ready,
            Stage::FirstMove => Action::Draw,
            Stage::Drawn | Stage::Spent | Stage::Over | Stage::NoDeck => Action::Discard,
            Stage::Pick(_) | Stage::SwapWith(_) | Stage::PeekAgain(_) => Action::Decline,
        }
    }

    #[inline]
    fn apply(&mut self, seat: Seat, action: Action, events: &mut impl Sink<Event>) {
        match action {
            Action::Look => self.look(seat, events),
            Action::Ready => self.get_ready(seat, events),
            Action::Draw => self.draw(seat, events),
            Action::Take { slot, .. } => self.take(seat, slot, events),
            Action::Kaboom => self.call_kaboom(seat, events),
            Action::Use => self.use_ability(seat, events),
            Action::Keep { slot, .. } => self.keep(seat, slot, events),
            Action::Discard => self.discard_held(seat, events),
            Action::Peek(spot) => self.peek(seat, spot, events),
            Action::Swap(spot) => self.swap(seat, spot, events),
            Action::Give(slot) => self.give(seat, Some(slot), events),
            Action::Decline if self.gift.is_some() => self.give(seat, None, events),
            Action::Decline => self.decline(seat, events),
            Action::Flip { spot, .. } => self.flip(seat, spot, events),
        }
        debug_assert!(self.has_every_card_once(), "a card was lost or doubled by {action}");
    }

    fn scores(&self) -> Seats<i32> {
        Seats::from_fn(self.seats(), |seat| self.scores[seat.index()])
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stage == Stage::Over).then(|| Outcome::lowest(self.scores()))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Cow<'_, Event>> {
        Some(event.redacted(viewer))
    }

    fn sample(view: &View, rng: &mut impl Rng) -> Self {
        crate::sample::sample(view, rng)
    }

    fn digest(&self, digest: &mut Digest) {
        for seat in Seat::all(self.seats()) {
            let index = seat.index();
            digest.mask(self.filled[index]);
            self.hand(seat).for_each(|(_, card)| digest.bytes(&[card.index() as u8]));
            digest.number(self.scores[index]);
            digest.number(self.wrong[index]);
            digest.number(self.looked.contains(seat));
            digest.number(self.ready.contains(seat));
        }
        for cards in [self.draw_pile(), self.discard_pile()] {
            digest.number(cards.len() as i64);
            cards.iter().for_each(|card| digest.bytes(&[card.index() as u8]));
        }
        for viewer in Viewer::all(self.seats()) {
            let seen = self.knowledge.of(viewer);
            digest.mask(seen.mask());
            seen.iter().for_each(|card| {
                digest.number(self.knowledge.last_seen(viewer, card).unwrap_or_default());
            });
        }
        digest.mask(self.knowledge.announced.mask());
        let spot = |spot: Spot| (spot.seat.index() * SLOTS + usize::from(spot.slot)) as i64;
        let seat = |seat: Option<Seat>| seat.map_or(-1, |seat| seat.index() as i64);
        let (stage, picked) = match self.stage {
            Stage::Ready => (0, -1),
            Stage::FirstMove => (1, -1),
            Stage::Drawn => (2, -1),
            Stage::Pick(ability) => (3, ability as i64),
            Stage::SwapWith(picked) => (4, spot(picked)),
            Stage::PeekAgain(picked) => (5, picked.map_or(-1, spot)),
            Stage::Spent => (6, -1),
            Stage::Over => (7, -1),
            Stage::NoDeck => (8, -1),
        };
        digest.number(stage);
        digest.number(picked);
        digest.number(self.gift.map_or(-1, |gift| spot(gift.to)));
        digest.number(self.held.map_or(-1, |card| card.index() as i64));
        for number in [seat(self.gift.map(|gift| gift.flipper)), seat(self.caller), seat(self.flipped_by)] {
            digest.number(number);
        }
        digest.number(self.discard);
        digest.number(self.turn_number);
        digest.number(self.round);
        digest.number(self.first.index() as i64);
        digest.number(self.turn.index() as i64);
    }

    fn hidden(&self, viewer: Viewer) -> u64 {
        // Of a card whose ability was announced one cannot know which it is, but it could not be any other card.
        let face_up: Set = self.discard_pile().iter().copied().collect();
        (self.shuffled - self.knowledge.of(viewer) - face_up - self.knowledge.announced).mask()
    }

    fn decks_used(&self) -> usize {
        self.decks_used.into()
    }
}

impl Kaboom {
    /// Which round is played, from 1; of a finished match the last one.
    pub fn round(&self) -> u8 {
        self.round
    }

    pub(crate) fn before_the_deal(rules: Rules, deals: Deals, seats: usize) -> Kaboom {
        Kaboom {
            setup: Arc::new(Setup { rules, deals }),
            slots: [[JOKER_RED; SLOTS]; MAX_SEATS],
            filled: [0; MAX_SEATS],
            deck: [JOKER_RED; Card::COUNT],
            pile: [JOKER_RED; Card::COUNT],
            knowledge: Knowledge::NONE,
            shuffled: Set::ALL,
            shuffle_of: [0; Card::COUNT],
            last: None,
            scores: [0; MAX_SEATS],
            discard: 0,
            turn_number: 0,
            decks_used: 0,
            reshuffles: 0,
            wrong: [0; MAX_SEATS],
            drawn: 0,
            deck_end: 0,
            discards: 0,
            seats: seats as u8,
            round: 1,
            first: Seat::FIRST,
            turn: Seat::FIRST,
            stage: Stage::Ready,
            gift: None,
            held: None,
            caller: None,
            flipped_by: None,
            looked: SeatSet::EMPTY,
            ready: SeatSet::EMPTY,
        }
    }
}
