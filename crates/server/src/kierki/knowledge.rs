use ::kierki::{DealPlan, DealType, Earlier, Rules, SEATS, Stage, Trick, View};
use arrayvec::ArrayVec;
use cards::french::{Card, Set};
use game::{Seat, Seats, Viewer};
use wire::kierki::Message;

/// What a client knows of the deal from the messages of the server. [`Knowledge::view`] makes of it what a player of the house
/// sees.
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
    /// A deal begins.
    pub fn new(seat: Seat, kind: DealType, first: Seat, cards: [Card; 13]) -> Knowledge {
        let dealt = cards.into_iter().collect();
        Knowledge { seat, kind, first, hand: cards.into(), dealt, tricks: ArrayVec::new(), asked: None }
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

    /// What a player who is asked sees, given the totals before this deal.
    ///
    /// Who led to a trick is told by the place of the own card in it, so that the view agrees with itself whatever a server sends. The
    /// number of deals is not known: another one follows in this view, so that no player takes this one for the last.
    pub fn view(&self, scores: Seats<i32>) -> View {
        let plan = DealPlan { kind: self.kind, first: self.first };
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
            rules: Rules::of_deals(vec![plan, plan]),
            deal: 1,
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
            earlier: Earlier::default(),
            last: None,
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
