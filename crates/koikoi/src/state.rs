use std::borrow::Cow;
use std::sync::Arc;

use cards::Card as _;
use cards::hanafuda::{Card, LIGHTNING, Month, Set};
use game::{
    ActionList, BadDeal, Deals, Digest, Game, Outcome, Rng, Ruleset, Seat, SeatSet, Seats, Sink, Viewer,
};

use crate::action::Action;
use crate::event::Event;
use crate::lacks::Lacks;
use crate::refusal::Refusal;
use crate::round::LastRound;
use crate::rules::Rules;
use crate::score::Score;
use crate::view::{Stage, View};
use crate::yaku::{Context, Yakus, yakus};

/// Both players' seats.
pub(crate) const SEATS: usize = 2;
/// Cards in a hand and on the field when dealt.
pub(crate) const HAND: usize = 8;
/// Cards in the draw pile when dealt.
pub(crate) const DRAW_PILE: usize = 24;

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
    pub(crate) passed: [Lacks; SEATS],
    pub(crate) calls: [u8; SEATS],
    pub(crate) drawn: u8,
    /// From 1.
    pub(crate) round: u8,
    pub(crate) dealer: Seat,
    pub(crate) turn: Seat,
    pub(crate) stage: Stage,
    pub(crate) last: Option<LastRound>,
}

/// What never changes in a match.
pub(crate) struct Setup {
    pub(crate) rules: Rules,
    pub(crate) deals: Deals,
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
        if state.decks_used == 0 { Err(BadDeal::NoDeck) } else { Ok(state) }
    }

    fn seats(&self) -> usize {
        SEATS
    }

    #[inline]
    fn actors(&self) -> SeatSet {
        match self.stage {
            Stage::Over | Stage::NoDeck => SeatSet::EMPTY,
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
        match self.stage {
            Stage::Play => out.extend(self.playable().counted().map(Action::Play)),
            Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card) => {
                out.extend(self.matches(card).counted().map(Action::Choose));
            }
            Stage::Decide => {
                out.push(Action::KoiKoi);
                out.push(Action::Stop);
            }
            Stage::Over | Stage::NoDeck => {}
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match self.stage {
            Stage::Over => return Err(Refusal::MatchOver),
            Stage::NoDeck => return Err(Refusal::DecksRanOut),
            _ if seat != self.turn => return Err(Refusal::NotYourTurn),
            _ => {}
        }
        match (action, self.stage) {
            (Action::Play(card), Stage::Play) if !self.hand(seat).contains(card) => {
                Err(Refusal::NotInHand(card))
            }
            (Action::Play(card), Stage::Play) if !self.playable().contains(card) => {
                Err(Refusal::MustCapture(card))
            }
            (Action::Choose(option), Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card))
                if !self.matches(card).contains(option) =>
            {
                Err(Refusal::NotAnOption { card, option })
            }
            (Action::Play(_), Stage::Play)
            | (Action::Choose(_), Stage::ChooseForHand(_) | Stage::ChooseForDrawn(_))
            | (Action::KoiKoi | Action::Stop, Stage::Decide) => Ok(()),
            (_, Stage::Play) => Err(Refusal::PlayFirst),
            (_, Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card)) => Err(Refusal::ChooseFirst(card)),
            (_, Stage::Decide) => Err(Refusal::DecideFirst),
            (_, Stage::Over) => Err(Refusal::MatchOver),
            (_, Stage::NoDeck) => Err(Refusal::DecksRanOut),
        }
    }

    fn default_action(&self, _: Seat) -> Action {
        let first = |cards: Set| cards.first().expect("whoever is awaited has a card to play or choose");
        match self.stage {
            Stage::Play => Action::Play(first(self.playable())),
            Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card) => {
                Action::Choose(first(self.matches(card)))
            }
            Stage::Decide | Stage::Over | Stage::NoDeck => Action::Stop,
        }
    }

    #[inline]
    fn apply(&mut self, seat: Seat, action: Action, events: &mut impl Sink<Event>) {
        match action {
            Action::Play(card) => self.play_card(seat, card, events),
            Action::Choose(option) => self.choose(seat, option, events),
            Action::KoiKoi => self.call_koikoi(seat, events),
            Action::Stop => {
                events.emit(|| Event::Stopped { seat });
                self.win(seat, events);
            }
        }
    }

    fn scores(&self) -> Seats<i32> {
        self.scores.into()
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stage == Stage::Over).then(|| Outcome::highest(self.scores()))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Cow<'_, Event>> {
        Some(match event {
            Event::Dealt { hands, field } => Cow::Owned(Event::Dealt {
                hands: hands.map(|seat, hand| hand.filter(|_| viewer.is(seat))),
                field: *field,
            }),
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
            | Event::Stopped { .. }
            | Event::RoundEnded(_)
            | Event::MatchEnded { .. }
            | Event::DecksRanOut { .. } => Cow::Borrowed(event),
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
        let stage = match self.stage {
            Stage::Play => 0,
            Stage::ChooseForHand(card) => 100 + i64::from(card.number()),
            Stage::ChooseForDrawn(card) => 200 + i64::from(card.number()),
            Stage::Decide => 1,
            Stage::Over => 2,
            Stage::NoDeck => 3,
        };
        digest.number(stage);
        for seat in Seat::all(SEATS) {
            digest.number(self.scores[seat.index()]);
            digest.number(self.calls[seat.index()]);
            digest.mask(self.lacks(seat).mask());
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
            passed: [Lacks::default(); SEATS],
            calls: [0; SEATS],
            drawn: 0,
            round: 1,
            dealer: Seat::FIRST,
            turn: Seat::FIRST,
            stage: Stage::Play,
            last: None,
        }
    }

    pub(crate) fn rest_of_draw_pile(&self) -> &[Card] {
        &self.draw_pile[usize::from(self.drawn)..]
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

pub(crate) fn month_of(round: u8) -> Month {
    Month::new(round).expect("a match has at most twelve rounds")
}
