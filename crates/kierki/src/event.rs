//! What happened, and how a deal ended.

use std::fmt;

use cards::french::{Card, Set};
use game::{Outcome, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::deal::DealType;
use crate::seats::SEATS;

/// What happened, with why.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A deal begins.
    DealBegan {
        /// Which deal, from 1.
        deal: u16,
        /// What costs points.
        kind: DealType,
        /// Who leads to the first trick.
        first: Seat,
    },
    /// The cards were dealt. Everyone sees the own hand.
    Dealt {
        /// The hands; `None` where the viewer may not look.
        hands: Seats<Option<Set>>,
    },
    /// A card was played.
    Played {
        /// Who played.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// Four cards lie: the highest of the suit that was led takes them.
    Taken {
        /// Which trick of the deal, from 1.
        trick: u8,
        /// The cards in the order of play.
        cards: [Card; SEATS],
        /// Who takes them, and leads next.
        taker: Seat,
        /// What they cost.
        points: i32,
    },
    /// A deal is over.
    DealEnded(DealResult),
    /// The match is over.
    MatchEnded {
        /// The final scores and places.
        outcome: Outcome,
    },
    /// There is no deck left for the next deal: the record ends here.
    DecksRanOut {
        /// The deal that could not be dealt.
        deal: u16,
    },
}

/// How a deal ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DealResult {
    /// Which deal, from 1.
    pub deal: u16,
    /// What cost points.
    pub kind: DealType,
    /// Who led first.
    pub first: Seat,
    /// How many tricks were played: fewer than 13 where the deal ended with its last point.
    pub tricks: u8,
    /// What each seat took in this deal.
    pub points: Seats<i32>,
    /// The totals after it.
    pub scores: Seats<i32>,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::DealBegan { deal, kind, first } => {
                write!(f, "deal {deal}, type {} ({kind}): seat {first} leads first", kind.number())
            }
            Event::Dealt { hands } => {
                f.write_str("the cards are dealt")?;
                let shown = hands.iter().filter_map(|(seat, hand)| Some((seat, (*hand)?)));
                shown.into_iter().try_for_each(|(seat, hand)| write!(f, "; seat {seat} holds {hand}"))
            }
            Event::Played { seat, card } => write!(f, "seat {seat} plays {card}"),
            Event::Taken { trick, cards: [led, second, third, last], taker, points } => {
                write!(f, "seat {taker} takes trick {trick} ({led} {second} {third} {last})")?;
                match points {
                    0 => f.write_str(" for nothing"),
                    1 => f.write_str(" for 1 point"),
                    points => write!(f, " for {points} points"),
                }
            }
            Event::DealEnded(result) => write!(f, "{result}"),
            Event::MatchEnded { outcome } => {
                let winners: Vec<String> =
                    outcome.winners().iter().map(|seat| format!("seat {seat}")).collect();
                match winners.as_slice() {
                    [winner] => write!(f, "{winner} wins the match with the fewest points")?,
                    _ => write!(f, "{} share the first place with the fewest points", winners.join(", "))?,
                }
                write!(f, " ({})", list(&outcome.scores))
            }
            Event::DecksRanOut { deal } => {
                write!(f, "no deck is left for deal {deal}: the record ends here")
            }
        }
    }
}

impl fmt::Display for DealResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deal {} is over", self.deal)?;
        if self.tricks < 13 {
            write!(f, " after {} tricks, all its points being taken", self.tricks)?;
        }
        write!(f, ": {} (in all {})", list(&self.points), list(&self.scores))
    }
}

fn list(points: &Seats<i32>) -> String {
    let points: Vec<String> = points.iter().map(|(_, points)| points.to_string()).collect();
    points.join(" : ")
}
