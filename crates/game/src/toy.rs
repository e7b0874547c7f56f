//! The smallest game that has everything: a pattern for new games, and what this crate's own tests play.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use rand_core::Rng;

use crate::{
    ActionList, BadDeal, Deals, Digest, Game, Outcome, Purpose, Seat, SeatSet, Seats, Seed, Sink, Viewer,
    shuffle,
};

/// Three rounds of: everyone gets a card face-down, then in turn shows it for its points, or passes and keeps it hidden.
#[derive(Clone)]
pub struct HighCard {
    seats: usize,
    deals: Deals,
    decks_used: u16,
    round: u8,
    turn: Option<Seat>,
    /// The cards in dealing order: the first seat's, the second's, and so on, then the rest.
    deck: [u8; CARDS],
    shown: SeatSet,
    scores: Seats<i32>,
}

/// What one can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Show the card and score it.
    Take,
    /// Leave it.
    Pass,
}

/// What happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A new round; every viewer sees its own card only.
    Dealt(Seats<Option<u8>>),
    /// A seat showed this card.
    Took(Seat, u8),
    /// A seat passed.
    Passed(Seat),
}

/// What one sees.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// Which round, from 0.
    pub round: u8,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// The cards that the viewer knows.
    pub cards: Seats<Option<u8>>,
    /// Who showed the card.
    pub shown: SeatSet,
    /// The points so far.
    pub scores: Seats<i32>,
}

const ROUNDS: u8 = 3;
const CARDS: usize = 8;

impl HighCard {
    fn deal(&mut self, events: &mut impl Sink<Event>) {
        let deck = self.deals.next_deck(&mut self.decks_used, Purpose::DEAL, self.round.into(), 0);
        let Some(deck) = deck else {
            self.turn = None;
            return;
        };
        self.deck = deck;
        self.shown = SeatSet::EMPTY;
        self.turn = Some(Seat::FIRST);
        events.emit(|| Event::Dealt(Seats::from_fn(self.seats, |seat| Some(self.card(seat)))));
    }

    fn card(&self, seat: Seat) -> u8 {
        self.deck[seat.index()]
    }

    fn knows(&self, viewer: Viewer, seat: Seat) -> bool {
        viewer.is(seat) || self.shown.contains(seat)
    }
}

impl Game for HighCard {
    const NAME: &'static str = "high-card";
    const SEATS: std::ops::RangeInclusive<usize> = 2..=4;
    const CARDS: usize = CARDS;
    type Rules = ();
    type Action = Move;
    type Event = Event;
    type View = View;
    type Refusal = &'static str;

    fn start(_: &(), seats: usize, deals: &Deals, events: &mut impl Sink<Event>) -> Result<Self, BadDeal> {
        if !Self::SEATS.contains(&seats) {
            return Err(BadDeal::Seats { seats, least: 2, most: 4 });
        }
        deals.validate(CARDS, seats)?;
        let mut state = HighCard {
            seats,
            deals: deals.clone(),
            decks_used: 0,
            round: 0,
            turn: None,
            deck: [0; CARDS],
            shown: SeatSet::EMPTY,
            scores: Seats::from_fn(seats, |_| 0),
        };
        state.deal(events);
        if state.is_over() { Err(BadDeal::NoDeck) } else { Ok(state) }
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn actors(&self) -> SeatSet {
        self.turn.into_iter().collect()
    }

    fn awaited(&self) -> SeatSet {
        self.actors()
    }

    fn legal(&self, seat: Seat, out: &mut ActionList<Move>) {
        out.clear();
        if self.turn == Some(seat) {
            out.push(Move::Take);
            out.push(Move::Pass);
        }
    }

    fn check(&self, seat: Seat, _: Move) -> Result<(), &'static str> {
        if self.turn == Some(seat) { Ok(()) } else { Err("it is not your turn") }
    }

    fn default_action(&self, _: Seat) -> Move {
        Move::Pass
    }

    fn apply(&mut self, seat: Seat, action: Move, events: &mut impl Sink<Event>) {
        match action {
            Move::Take => {
                self.shown.insert(seat);
                self.scores[seat] += i32::from(self.card(seat));
                events.emit(|| Event::Took(seat, self.card(seat)));
            }
            Move::Pass => events.emit(|| Event::Passed(seat)),
        }
        if seat.index() + 1 < self.seats {
            self.turn = Some(seat.next(self.seats));
            return;
        }
        self.round += 1;
        if self.round < ROUNDS {
            self.deal(events);
        } else {
            self.turn = None;
        }
    }

    fn scores(&self) -> Seats<i32> {
        self.scores.clone()
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.round == ROUNDS).then(|| Outcome::highest(self.scores()))
    }

    fn view(&self, viewer: Viewer) -> View {
        View {
            viewer,
            round: self.round,
            turn: self.turn,
            cards: Seats::from_fn(self.seats, |seat| self.knows(viewer, seat).then(|| self.card(seat))),
            shown: self.shown,
            scores: self.scores.clone(),
        }
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Cow<'_, Event>> {
        Some(match event {
            Event::Dealt(cards) => {
                Cow::Owned(Event::Dealt(cards.map(|seat, card| card.filter(|_| viewer.is(seat)))))
            }
            Event::Took(..) | Event::Passed(_) => Cow::Borrowed(event),
        })
    }

    fn sample(view: &View, rng: &mut impl Rng) -> Self {
        let mut unknown: Vec<u8> = (0..CARDS as u8)
            .filter(|card| view.cards.iter().all(|(_, known)| *known != Some(*card)))
            .collect();
        shuffle(&mut unknown, rng);
        let known = |place: usize| Seat::new(place).and_then(|seat| *view.cards.get(seat)?);
        HighCard {
            seats: view.cards.len(),
            deals: Deals::Seed(Seed::random(rng)),
            decks_used: 0,
            round: view.round,
            turn: view.turn,
            deck: std::array::from_fn(|place| {
                known(place)
                    .or_else(|| unknown.pop())
                    .expect("every place has a known card or one of the others")
            }),
            shown: view.shown,
            scores: view.scores.clone(),
        }
    }

    fn digest(&self, digest: &mut Digest) {
        digest.number(self.round);
        digest.number(self.turn.map_or(-1, |seat| seat.index() as i64));
        digest.bytes(&self.deck);
        for (seat, score) in self.scores.iter() {
            digest.number(*score);
            digest.number(self.shown.contains(seat));
        }
    }

    fn hidden(&self, viewer: Viewer) -> u64 {
        let known = Seat::all(self.seats).filter(|seat| self.knows(viewer, *seat));
        known.fold(0xFF, |hidden, seat| hidden & !(1 << self.card(seat)))
    }

    fn decks_used(&self) -> usize {
        self.decks_used.into()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Move::Take { "take" } else { "pass" })
    }
}

impl FromStr for Move {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Move, &'static str> {
        match text {
            "take" => Ok(Move::Take),
            "pass" => Ok(Move::Pass),
            _ => Err("an action is `take` or `pass`"),
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Dealt(_) => f.write_str("a card for everyone"),
            Event::Took(seat, card) => write!(f, "seat {seat} takes {card}"),
            Event::Passed(seat) => write!(f, "seat {seat} passes"),
        }
    }
}
