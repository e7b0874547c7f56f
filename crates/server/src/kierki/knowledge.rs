use ::kierki::{DealPlan, DealResult, DealType, Earlier, Rules, SEATS, Stage, Trick, View};
use arrayvec::ArrayVec;
use cards::french::{Card, Set};
use game::{Seat, Seats, Viewer};
use wire::kierki::Message;

/// What a client knows of the match from the messages of the server: of the running deal, and of those before it, if it has seen all of
/// them. [`Knowledge::view`] makes of it what a player of the house sees.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The client's seat.
    pub seat: Seat,
    /// What costs points.
    pub kind: DealType,
    /// Who led first.
    pub first: Seat,
    /// The cards still held, in the order of the DEAL. A card leaves only with TAKEN.
    pub hand: ArrayVec<Card, 13>,
    /// All thirteen of them.
    dealt: Set,
    /// The tricks so far, each with its taker.
    pub tricks: ArrayVec<([Card; 4], Seat), 13>,
    /// What the server asks for.
    pub asked: Option<Asked>,
    past: Past,
}

/// The deals that are over, from the first one of the match on, each seen whole; or none of them.
#[derive(Clone, Debug, Default)]
struct Past {
    plans: Vec<DealPlan>,
    earlier: Earlier,
    /// Whether the server has ended one of them early.
    end_early: bool,
    last: Option<DealResult>,
}

impl Past {
    /// The rules, as far as the client can know them. The number of deals is not known: another one follows the running one here, so that no
    /// player takes that for the last.
    fn rules(&self, running: DealPlan) -> Rules {
        let deals = self.plans.iter().copied().chain([running, running]).collect();
        Rules { end_early: self.end_early, ..Rules::of_deals(deals) }
    }
}

/// A TRICK of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Which trick, from 1.
    pub number: u8,
    /// The cards that lie, in the order of play.
    pub table: ArrayVec<Card, 3>,
    /// Whether a card was sent since.
    pub answered: bool,
}

impl Knowledge {
    /// A deal begins, and nothing is known of any before it.
    pub fn new(seat: Seat, kind: DealType, first: Seat, cards: [Card; 13]) -> Knowledge {
        let dealt = cards.into_iter().collect();
        let (tricks, past) = (ArrayVec::new(), Past::default());
        Knowledge { seat, kind, first, hand: cards.into(), dealt, tricks, asked: None, past }
    }

    /// Another deal begins. The one before is remembered, with all before that, if these totals are what they add up to.
    pub fn next(self, totals: &Seats<i32>, kind: DealType, first: Seat, cards: [Card; 13]) -> Knowledge {
        let next = Knowledge::new(self.seat, kind, first, cards);
        Knowledge { past: self.into_past(totals).unwrap_or_default(), ..next }
    }

    /// `None` if the deal was not seen whole, or if it or its points cannot have come about by the rules.
    fn into_past(self, totals: &Seats<i32>) -> Option<Past> {
        let plan = self.plan();
        let order: Vec<Card> = self.tricks.iter().flat_map(|(cards, _)| *cards).collect();
        if self.asked.is_some() || self.seen_tricks() != plan.tricks(&order) {
            return None;
        }
        let mut past = self.past;
        past.plans.push(plan);
        past.earlier.push(&order);
        past.end_early |= !self.tricks.is_full();
        past.last = past.earlier.last(&past.rules(plan)).ok()?;
        past.last.as_ref().is_some_and(|last| last.scores == *totals).then_some(past)
    }

    fn plan(&self) -> DealPlan {
        DealPlan { kind: self.kind, first: self.first }
    }

    /// Learns from a message about the running deal. `false` if it cannot be meant: another trick's number, a card that is
    /// elsewhere. Such a message changes nothing.
    pub fn learn(&mut self, message: &Message) -> bool {
        match message {
            Message::Trick { number, cards } => {
                let known = self.held() | self.seen();
                let fits = *number == self.trick() && strangers(cards, known);
                if fits {
                    self.asked = Some(Asked { number: *number, table: cards.clone(), answered: false });
                }
                fits
            }
            Message::Taken { number, cards, taker } => {
                let own = cards.iter().filter(|card| self.hand.contains(card)).count();
                let fits = *number == self.trick() && own == 1 && strangers(cards, self.seen());
                if fits {
                    self.hand.retain(|card| !cards.contains(card));
                    self.tricks.push((*cards, *taker));
                    self.asked = None;
                }
                fits
            }
            Message::Wrong(_) => {
                // The question stands, and the answer was none.
                if let Some(asked) = &mut self.asked {
                    asked.answered = false;
                }
                true
            }
            _ => false,
        }
    }

    /// The number of the running trick, from 1.
    pub fn trick(&self) -> u8 {
        self.tricks.len() as u8 + 1
    }

    /// The hand as a set.
    pub fn held(&self) -> Set {
        self.hand.iter().copied().collect()
    }

    /// All cards of finished tricks.
    pub fn seen(&self) -> Set {
        self.tricks.iter().flat_map(|(cards, _)| *cards).collect()
    }

    /// The cards that lie in the running trick.
    pub fn table(&self) -> &[Card] {
        self.asked.as_ref().map_or(&[], |asked| &asked.table)
    }

    /// What may be played to the running trick.
    pub fn playable(&self) -> Set {
        let held = self.held();
        let led = self.table().first().and_then(|led| led.suit());
        let following = led.map_or(held, |suit| held & suit.cards());
        if following.is_empty() { held } else { following }
    }

    /// What a player who is asked sees, given the totals before this deal. The deals before are left out if they do not add up to these.
    ///
    /// Who led to a trick is told by the place of the own card in it, so that the view agrees with itself whatever a server sends.
    pub fn view(&self, scores: Seats<i32>) -> View {
        let adds_up = self.past.last.as_ref().is_none_or(|last| last.scores == scores);
        let past = if adds_up { self.past.clone() } else { Past::default() };
        let tricks = self.seen_tricks();
        let mut points = [0; SEATS];
        let mut voids = [Set::EMPTY; SEATS];
        let mut hand_sizes = [self.hand.len() as u8; SEATS];
        for (number, trick) in (1..).zip(&tricks) {
            if let Some(taker) = trick.taker {
                points[taker.index()] +=
                    self.kind.points(number, trick.cards.iter().copied().collect(), false);
            }
            let led = trick.cards[0].suit();
            let mut seat = trick.leader;
            for card in &trick.cards {
                if card.suit() != led {
                    voids[seat.index()] |= led.map_or(Set::EMPTY, |suit| suit.cards());
                }
                hand_sizes[seat.index()] -= u8::from(trick.taker.is_none());
                seat = seat.next(SEATS);
            }
        }
        View {
            viewer: Viewer::Seat(self.seat),
            rules: past.rules(self.plan()),
            deal: past.plans.len() as u16 + 1,
            kind: self.kind,
            first: self.first,
            turn: self.seat,
            stage: Stage::Play,
            dealt: self.dealt,
            hand: self.held(),
            playable: self.playable(),
            hand_sizes: hand_sizes.into(),
            tricks,
            voids: voids.into(),
            points: points.into(),
            scores,
            earlier: past.earlier,
            last: past.last,
            outcome: None,
        }
    }

    fn seen_tricks(&self) -> Vec<Trick> {
        let back = |places: usize| (0..SEATS - places).fold(self.seat, |seat, _| seat.next(SEATS));
        let mut tricks: Vec<Trick> = Vec::new();
        for (cards, taker) in &self.tricks {
            let place = cards.iter().position(|card| self.dealt.contains(*card)).unwrap_or(0);
            tricks.push(Trick { leader: back(place), cards: (*cards).into(), taker: Some(*taker) });
        }
        if !self.table().is_empty() {
            let cards = self.table().iter().copied().collect();
            tricks.push(Trick { leader: back(self.table().len()), cards, taker: None });
        }
        tricks
    }
}

/// Whether all these cards are different ones, and none of them is known to lie elsewhere.
fn strangers(cards: &[Card], known: Set) -> bool {
    let all: Set = cards.iter().copied().collect();
    all.len() == cards.len() && (all & known).is_empty()
}
