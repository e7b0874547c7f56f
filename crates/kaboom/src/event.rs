//! What happened, and how a round ended.

use std::borrow::Cow;
use std::fmt;

use cards::french::{Card, Set};
use game::{Outcome, Seat, SeatSet, Seats, Viewer};
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::action::Spot;

/// What happened. A card is `None` where the viewer may not see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A round begins: everyone has six cards face-down.
    RoundBegan {
        /// Which round, from 1.
        round: u8,
        /// Who has the first turn.
        first: Seat,
    },
    /// A seat is ready.
    Ready {
        /// Who.
        seat: Seat,
    },
    /// The top card of the draw pile was turned as the first discard.
    Turned {
        /// The card.
        card: Card,
        /// Its number on the discard pile.
        discard: u32,
    },
    /// A turn begins.
    TurnBegan {
        /// Whose.
        seat: Seat,
        /// Its number in the round, from 1.
        turn: u16,
    },
    /// A seat called kaboom.
    Kaboom {
        /// Who.
        seat: Seat,
    },
    /// A seat took the top discard in place of one of its cards.
    Took {
        /// Who.
        seat: Seat,
        /// Where the card lies now.
        slot: u8,
        /// The card.
        card: Card,
        /// The card that lay there, on the discard pile now.
        replaced: Card,
        /// Its number there.
        discard: u32,
    },
    /// A seat drew a card.
    Drew {
        /// Who.
        seat: Seat,
        /// The card, for the drawer.
        card: Option<Card>,
    },
    /// A seat kept the drawn card in place of one of its cards.
    Kept {
        /// Who.
        seat: Seat,
        /// Where the card lies now.
        slot: u8,
        /// The card, for the drawer.
        card: Option<Card>,
        /// The card that lay there, on the discard pile now.
        replaced: Card,
        /// Its number there.
        discard: u32,
    },
    /// A seat discarded the drawn card.
    Discarded {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
        /// Its number on the discard pile.
        discard: u32,
    },
    /// A seat uses the ability of the drawn card.
    Used {
        /// Who.
        seat: Seat,
        /// What it does; of the card everyone knows only that it can.
        ability: Ability,
    },
    /// A seat peeked at a card.
    Peeked {
        /// Who.
        seat: Seat,
        /// Where.
        spot: Spot,
        /// The card, for who peeked.
        card: Option<Card>,
    },
    /// A seat picked the first of two cards to swap.
    Picked {
        /// Who.
        seat: Seat,
        /// The first card.
        spot: Spot,
    },
    /// Two cards changed places, unseen.
    Swapped {
        /// Who swapped them.
        seat: Seat,
        /// One place.
        one: Spot,
        /// The other.
        other: Spot,
    },
    /// A seat declined the rest of an ability.
    Declined {
        /// Who.
        seat: Seat,
    },
    /// A card was flipped onto its own rank: it stays discarded.
    Flipped {
        /// Who flipped.
        seat: Seat,
        /// Where the card lay.
        spot: Spot,
        /// The card.
        card: Card,
        /// Its number on the discard pile.
        discard: u32,
    },
    /// A card of another rank was flipped: everyone saw it, it lies face-down again.
    FlippedWrong {
        /// Who flipped.
        seat: Seat,
        /// Where the card lies.
        spot: Spot,
        /// The card.
        card: Card,
    },
    /// A wrong flip cost a card, unseen.
    Penalty {
        /// Who took it.
        seat: Seat,
        /// Where it lies now.
        slot: u8,
    },
    /// Play waits for a flipper to give a card or not.
    GiftAsked {
        /// Who may give.
        seat: Seat,
        /// Where to.
        to: Spot,
    },
    /// A flipper gave one of its cards, unseen.
    Gave {
        /// Who.
        seat: Seat,
        /// Where it lay.
        slot: u8,
        /// Where it lies now.
        to: Spot,
    },
    /// A flipper gave none.
    GiftDeclined {
        /// Who.
        seat: Seat,
    },
    /// The discard pile less its top card became the draw pile.
    Reshuffled {
        /// How many cards.
        cards: u8,
    },
    /// Everyone's cards at the end of a round.
    Revealed {
        /// By seat and slot; `None` is an empty slot.
        hands: Seats<Vec<Option<Card>>>,
    },
    /// A round is over.
    RoundEnded(RoundResult),
    /// The match is over.
    MatchEnded {
        /// The final scores and places.
        outcome: Outcome,
    },
    /// There is no deck left for the next deal or reshuffle: the record ends here.
    DecksRanOut {
        /// The round in which it was needed.
        round: u8,
    },
}

/// How a round ended and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundResult {
    /// Which round, from 1.
    pub round: u8,
    /// Who had the first turn.
    pub first: Seat,
    /// Why it ended.
    pub ending: Ending,
    /// Who called kaboom.
    pub caller: Option<Seat>,
    /// Everyone's cards.
    pub hands: Seats<Set>,
    /// What they count.
    pub sums: Seats<i32>,
    /// What each seat scored: its sum, but the caller 0 or its sum and 10.
    pub points: Seats<i32>,
    /// The totals after it.
    pub scores: Seats<i32>,
}

/// Why a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Play came back to the caller of kaboom.
    Kaboom,
    /// Everyone had as many turns as there may be.
    TurnLimit,
    /// No card could be drawn.
    OutOfCards,
}

impl Event {
    /// The event as the viewer may see it. Who did what and where is open to all; cards only to whom they were shown.
    pub(crate) fn redacted(&self, viewer: Viewer) -> Cow<'_, Event> {
        let own = |seat: Seat, card: Option<Card>| card.filter(|_| viewer.is(seat));
        Cow::Owned(match *self {
            Event::Drew { seat, card } => Event::Drew { seat, card: own(seat, card) },
            Event::Kept { seat, slot, card, replaced, discard } => {
                Event::Kept { seat, slot, card: own(seat, card), replaced, discard }
            }
            Event::Peeked { seat, spot, card } => Event::Peeked { seat, spot, card: own(seat, card) },
            Event::RoundBegan { .. }
            | Event::Ready { .. }
            | Event::Turned { .. }
            | Event::TurnBegan { .. }
            | Event::Kaboom { .. }
            | Event::Took { .. }
            | Event::Discarded { .. }
            | Event::Used { .. }
            | Event::Picked { .. }
            | Event::Swapped { .. }
            | Event::Declined { .. }
            | Event::Flipped { .. }
            | Event::FlippedWrong { .. }
            | Event::Penalty { .. }
            | Event::GiftAsked { .. }
            | Event::Gave { .. }
            | Event::GiftDeclined { .. }
            | Event::Reshuffled { .. }
            | Event::Revealed { .. }
            | Event::RoundEnded(_)
            | Event::MatchEnded { .. }
            | Event::DecksRanOut { .. } => return Cow::Borrowed(self),
        })
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |card: &Option<Card>| card.map_or("a card".to_owned(), |card| card.to_string());
        match self {
            Event::RoundBegan { round, first } => write!(f, "round {round}: seat {first} begins"),
            Event::Ready { seat } => write!(f, "seat {seat} is ready"),
            Event::Turned { card, discard } => write!(f, "{card} is turned as discard {discard}"),
            Event::TurnBegan { seat, turn } => write!(f, "turn {turn}: seat {seat}"),
            Event::Kaboom { seat } => write!(f, "seat {seat} calls kaboom"),
            Event::Took { seat, slot, card, replaced, discard } => {
                write!(f, "seat {seat} takes {card} as {seat}.{slot}; {replaced} is discard {discard}")
            }
            Event::Drew { seat, card } => write!(f, "seat {seat} draws {}", shown(card)),
            Event::Kept { seat, slot, card, replaced, discard } => {
                write!(
                    f,
                    "seat {seat} keeps {} as {seat}.{slot}; {replaced} is discard {discard}",
                    shown(card)
                )
            }
            Event::Discarded { seat, card, discard } => {
                write!(f, "seat {seat} discards {card} as discard {discard}")
            }
            Event::Used { seat, ability } => write!(f, "seat {seat} may {ability}"),
            Event::Peeked { seat, spot, card: Some(card) } => {
                write!(f, "seat {seat} peeks at {spot}: {card}")
            }
            Event::Peeked { seat, spot, card: None } => write!(f, "seat {seat} peeks at {spot}"),
            Event::Picked { seat, spot } => write!(f, "seat {seat} picks {spot}"),
            Event::Swapped { seat, one, other } => write!(f, "seat {seat} swaps {one} and {other}"),
            Event::Declined { seat } => write!(f, "seat {seat} leaves the ability"),
            Event::Flipped { seat, spot, card, discard } => {
                write!(f, "seat {seat} flips {spot}: {card}, right, is discard {discard}")
            }
            Event::FlippedWrong { seat, spot, card } => write!(f, "seat {seat} flips {spot}: {card}, wrong"),
            Event::Penalty { seat, slot } => write!(f, "seat {seat} takes a penalty card as {seat}.{slot}"),
            Event::GiftAsked { seat, to } => write!(f, "seat {seat} may give a card to {to}"),
            Event::Gave { seat, slot, to } => write!(f, "seat {seat} gives {seat}.{slot} to {to}"),
            Event::GiftDeclined { seat } => write!(f, "seat {seat} gives no card"),
            Event::Reshuffled { cards } => write!(f, "{cards} discards are shuffled into a new draw pile"),
            Event::Revealed { hands } => {
                f.write_str("everyone's cards:")?;
                for (seat, hand) in hands.iter() {
                    let codes: Vec<String> = hand
                        .iter()
                        .map(|card| card.map_or("-".to_owned(), |card| card.to_string()))
                        .collect();
                    let after = if seat == Seat::FIRST { "" } else { ";" };
                    write!(f, "{after} seat {seat} {}", codes.join(" "))?;
                }
                Ok(())
            }
            Event::RoundEnded(result) => write!(f, "{result}"),
            Event::MatchEnded { outcome } => {
                let winners = outcome.winners();
                f.write_str(&names(winners))?;
                f.write_str(if winners.len() == 1 { " wins the match" } else { " share the match" })?;
                scores(f, &outcome.scores)
            }
            Event::DecksRanOut { round } => {
                write!(f, "no deck is left to deal or reshuffle in round {round}: the record ends here")
            }
        }
    }
}

impl fmt::Display for RoundResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.ending {
            Ending::Kaboom => "the round is over",
            Ending::TurnLimit => "the round is over at its turn limit",
            Ending::OutOfCards => "the round is over, no card can be drawn",
        })?;
        for (seat, sum) in self.sums.iter() {
            let after = if seat == Seat::FIRST { ":" } else { "," };
            write!(f, "{after} seat {seat} has {sum}")?;
        }
        if let Some(caller) = self.caller {
            write!(f, "; seat {caller} called kaboom and scores {}", self.points[caller])?;
        }
        scores(f, &self.scores)
    }
}

fn names(seats: SeatSet) -> String {
    let names: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
    names.join(" and ")
}

fn scores(f: &mut fmt::Formatter<'_>, scores: &Seats<i32>) -> fmt::Result {
    let scores: Vec<String> = scores.iter().map(|(_, score)| score.to_string()).collect();
    write!(f, " ({})", scores.join(" : "))
}
