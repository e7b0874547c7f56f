use ::kierki::DealType;
use arrayvec::ArrayVec;
use bots::kierki::Situation;
use cards::french::{Card, Set, WITHOUT_JOKERS};
use game::Seat;
use wire::kierki::Message;

/// What a client knows of the deal from the messages of the server, like a [`::kierki::View`] that is built piece by piece.
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
        Knowledge { seat, kind, first, hand: cards.into(), tricks: ArrayVec::new(), asked: None }
    }

    /// Learns from a message about the running deal. `false` if it cannot be meant: another trick's number, a card that is
    /// elsewhere. Such a message changes nothing.
    pub fn learn(&mut self, message: &Message) -> bool {
        match message {
            Message::Trick { number, cards } => {
                let known = self.held() | self.seen();
                let fits = *number == self.trick() && !cards.iter().any(|card| known.contains(*card));
                if fits {
                    self.asked = Some(Asked { number: *number, table: cards.clone(), answered: false });
                }
                fits
            }
            Message::Taken { number, cards, taker } => {
                let own = cards.iter().filter(|card| self.hand.contains(card)).count();
                let fits = *number == self.trick()
                    && own == 1
                    && !cards.iter().any(|card| self.seen().contains(*card));
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

    /// The cards in the other three hands.
    pub fn outstanding(&self) -> Set {
        WITHOUT_JOKERS - self.held() - self.seen() - self.table().iter().copied().collect()
    }

    /// What may be played to the running trick.
    pub fn playable(&self) -> Set {
        let held = self.held();
        let led = self.table().first().and_then(|led| led.suit());
        let following = led.map_or(held, |suit| held & suit.cards());
        if following.is_empty() { held } else { following }
    }

    /// What the automatic player decides on.
    pub fn situation(&self) -> Situation {
        Situation {
            kind: self.kind,
            traditional: false,
            trick: self.trick().into(),
            table: self.table().to_vec(),
            held: self.hand.len(),
            playable: self.playable(),
            outstanding: self.outstanding(),
        }
    }
}
