//! What happened, and how a round ended.

use std::fmt;

use cards::hanafuda::{Card, Month, Set};
use game::{Outcome, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::luck::{Luck, Where};
use crate::score::Score;
use crate::yaku::Made;

/// What happened, with why.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// Both drew a card for the first deal; equal months draw again.
    DealerDrawn {
        /// Each seat's card.
        cards: Seats<Card>,
    },
    /// A round begins.
    RoundBegan {
        /// Which round, from 1.
        round: u8,
        /// Its month.
        month: Month,
        /// Who deals, and plays first.
        dealer: Seat,
    },
    /// The cards were dealt. Everyone sees the field and the own hand.
    Dealt {
        /// The hands; `None` where the viewer may not look.
        hands: Seats<Option<Set>>,
        /// The eight cards face-up.
        field: Set,
    },
    /// A lucky hand or field: the cards are dealt again.
    Misdealt {
        /// What lay there.
        luck: Luck,
        /// Where it lay.
        place: Where,
    },
    /// A card was played from the hand.
    Played {
        /// Who played.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The top card of the draw pile was turned.
    Drawn {
        /// Who drew.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The card stays on the field.
    Laid {
        /// Whose turn it is.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The card takes others from the field.
    Captured {
        /// Who captured.
        seat: Seat,
        /// The card played or drawn.
        card: Card,
        /// The cards of the field that it took.
        taken: Set,
    },
    /// The card may take one of several: the player chooses.
    ChoiceArose {
        /// Who chooses.
        seat: Seat,
        /// The card played or drawn.
        card: Card,
        /// The cards of the field that it may take.
        options: Set,
    },
    /// Yaku are new or better at the end of a turn.
    YakuMade {
        /// Whose they are.
        seat: Seat,
        /// The new and better ones.
        yaku: Vec<Made>,
        /// What stopping now scores.
        score: Score,
        /// Whether the player may call koi-koi or stop; otherwise the round stops by itself.
        decision: Decision,
    },
    /// The player goes on.
    KoiKoi {
        /// Who called.
        seat: Seat,
        /// The caller's calls in this round so far.
        calls: u8,
    },
    /// The player ends the round.
    Stopped {
        /// Who stopped.
        seat: Seat,
    },
    /// A round is over.
    RoundEnded(RoundResult),
    /// The match is over.
    MatchEnded {
        /// The final scores and places.
        outcome: Outcome,
    },
    /// There is no deck left for the next deal: the record ends here.
    DecksRanOut {
        /// The round that could not be dealt.
        round: u8,
    },
}

/// What follows from new or better yaku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The player chooses between koi-koi and stop.
    Open,
    /// No card is left in hand, so the round stops.
    HandEmpty,
    /// Koi-koi was called already in this round, so the round stops.
    AlreadyCalled,
}

/// How a round ended and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundResult {
    /// Which round, from 1.
    pub round: u8,
    /// Who dealt it.
    pub dealer: Seat,
    /// How it ended.
    pub ending: Ending,
    /// What each seat gained or lost.
    pub points: Seats<i32>,
    /// The totals after it.
    pub scores: Seats<i32>,
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Ending {
    /// Somebody stopped with yaku, or had to.
    Won {
        /// Who.
        winner: Seat,
        /// The pile that was cashed out.
        pile: Set,
        /// The koi-koi calls of each seat.
        calls: Seats<u8>,
        /// What it was worth.
        score: Score,
    },
    /// Lucky hands ended it before the first turn.
    LuckyHands {
        /// The luck of each seat, where it had any.
        hands: Seats<Option<Luck>>,
    },
    /// A lucky field made it void.
    Void {
        /// What lay on the field.
        luck: Luck,
    },
    /// Both hands ran out of cards.
    RanOut,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::DealerDrawn { cards } => {
                let drawn: Vec<String> =
                    cards.iter().map(|(seat, card)| format!("seat {seat} draws {card}")).collect();
                write!(f, "for the deal, {}", drawn.join(", "))
            }
            Event::RoundBegan { round, month, dealer } => {
                write!(f, "round {round} ({month}): seat {dealer} deals")
            }
            Event::Dealt { hands, field } => {
                write!(f, "on the field: {field}")?;
                let shown = hands.iter().filter_map(|(seat, hand)| Some((seat, (*hand)?)));
                shown.into_iter().try_for_each(|(seat, hand)| write!(f, "; seat {seat} holds {hand}"))
            }
            Event::Misdealt { luck, place } => write!(f, "{luck} {place}: the cards are dealt again"),
            Event::Played { seat, card } => write!(f, "seat {seat} plays {card}"),
            Event::Drawn { seat, card } => write!(f, "seat {seat} draws {card}"),
            Event::Laid { card, .. } => write!(f, "{card} stays on the field"),
            Event::Captured { card, taken, .. } => write!(f, "{card} takes {taken}"),
            Event::ChoiceArose { seat, card, options } => {
                write!(f, "seat {seat} chooses what {card} takes: {options}")
            }
            Event::YakuMade { seat, yaku, score, decision } => {
                let yaku: Vec<String> = yaku.iter().map(Made::to_string).collect();
                write!(f, "seat {seat} makes {}; stopping scores {}", yaku.join(", "), score.points)?;
                match decision {
                    Decision::Open => Ok(()),
                    Decision::HandEmpty => f.write_str("; no card is left in hand: the round stops"),
                    Decision::AlreadyCalled => f.write_str("; koi-koi was called before: the round stops"),
                }
            }
            Event::KoiKoi { seat, calls: 1 } => write!(f, "seat {seat} calls koi-koi"),
            Event::KoiKoi { seat, calls } => write!(f, "seat {seat} calls koi-koi, for the {calls}. time"),
            Event::Stopped { seat } => write!(f, "seat {seat} stops"),
            Event::RoundEnded(result) => write!(f, "{result}"),
            Event::MatchEnded { outcome } => {
                match outcome.winner() {
                    Some(winner) => write!(f, "seat {winner} wins the match")?,
                    None => f.write_str("the match is a draw")?,
                }
                scores(f, &outcome.scores)
            }
            Event::DecksRanOut { round } => {
                write!(f, "no deck is left to deal round {round}: the record ends here")
            }
        }
    }
}

impl fmt::Display for RoundResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.ending {
            Ending::Won { winner, score, .. } => write!(f, "seat {winner} wins the round with {score}")?,
            Ending::LuckyHands { hands } => {
                let lucky = hands.iter().filter_map(|(seat, luck)| Some((seat, (*luck)?)));
                let lucky: Vec<String> =
                    lucky.map(|(seat, luck)| format!("seat {seat} has {luck}")).collect();
                write!(f, "lucky hand: {}", lucky.join(", "))?;
                gains(f, &self.points)?;
            }
            Ending::Void { luck } => write!(f, "the round is void: {luck} on the field")?,
            Ending::RanOut => {
                f.write_str("the round runs out of cards")?;
                gains(f, &self.points)?;
            }
        }
        scores(f, &self.scores)
    }
}

/// Who got points, where the ending itself does not tell.
fn gains(f: &mut fmt::Formatter<'_>, points: &Seats<i32>) -> fmt::Result {
    let mut nobody = true;
    for (seat, points) in points.iter().filter(|(_, points)| **points > 0) {
        nobody = false;
        write!(f, ", {points} for seat {seat}")?;
    }
    if nobody { f.write_str(", nobody scores") } else { Ok(()) }
}

fn scores(f: &mut fmt::Formatter<'_>, scores: &Seats<i32>) -> fmt::Result {
    let scores: Vec<String> = scores.iter().map(|(seat, score)| format!("seat {seat} {score}")).collect();
    write!(f, " ({})", scores.join(", "))
}
