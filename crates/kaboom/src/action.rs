use std::fmt;
use std::str::FromStr;

use game::Seat;

use crate::state::SLOTS;

/// A place for a card in front of a seat. Its text is `3.2`: seat 3, slot 2.
///
/// Both count from 0. Slots 0 to 2 are the top row, 3 to 5 the bottom row, each from left to right; further cards lie
/// behind them from slot 6 on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// Whose card lies there.
    pub seat: Seat,
    /// Which of its slots.
    pub slot: u8,
}

/// What a player can do; each with its text code.
///
/// What takes the place of something seen names the number of the top discard at that time, so that it is refused when the
/// pile has changed since, and never applied to another card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// `look`: before the first turn, look at one's own bottom row.
    Look,
    /// `ready`: before the first turn, say so.
    Ready,
    /// `draw`: the top card of the draw pile, seen by nobody else.
    Draw,
    /// `take 4 @17`: the top discard, number 17, in place of one's own card in slot 4.
    Take {
        /// One's own slot.
        slot: u8,
        /// The number of the top discard.
        discard: u32,
    },
    /// `kaboom`: end the turn; everyone else has one more.
    Kaboom,
    /// `use`: the ability of the drawn card.
    Use,
    /// `keep 4 @17`: the drawn card in place of one's own card in slot 4, seen with discard 17 on top.
    Keep {
        /// One's own slot.
        slot: u8,
        /// The number of the top discard.
        discard: u32,
    },
    /// `discard`: the drawn card.
    Discard,
    /// `peek 1.3`: at the card there, by an ability.
    Peek(Spot),
    /// `swap 1.3`: the card there, by an ability; the first of two names one card, the second the other.
    Swap(Spot),
    /// `give 2`: one's own card in slot 2, to whom one has just flipped a card away.
    Give(u8),
    /// `decline`: an ability, its second pick, or to give a card.
    Decline,
    /// `flip 3.2 @17`: the card there onto discard 17.
    Flip {
        /// The card.
        spot: Spot,
        /// The number of the top discard.
        discard: u32,
    },
}

/// A text that is no action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "an action is `look`, `ready`, `draw`, `take SLOT @DISCARD`, `kaboom`, `use`, `keep SLOT @DISCARD`, `discard`, \
     `peek SEAT.SLOT`, `swap SEAT.SLOT`, `give SLOT`, `decline` or `flip SEAT.SLOT @DISCARD`"
)]
pub struct BadAction;

impl Action {
    /// Whether it is a flip, which is never awaited.
    pub fn is_flip(self) -> bool {
        matches!(self, Action::Flip { .. })
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.seat, self.slot)
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Look => f.write_str("look"),
            Action::Ready => f.write_str("ready"),
            Action::Draw => f.write_str("draw"),
            Action::Take { slot, discard } => write!(f, "take {slot} @{discard}"),
            Action::Kaboom => f.write_str("kaboom"),
            Action::Use => f.write_str("use"),
            Action::Keep { slot, discard } => write!(f, "keep {slot} @{discard}"),
            Action::Discard => f.write_str("discard"),
            Action::Peek(spot) => write!(f, "peek {spot}"),
            Action::Swap(spot) => write!(f, "swap {spot}"),
            Action::Give(slot) => write!(f, "give {slot}"),
            Action::Decline => f.write_str("decline"),
            Action::Flip { spot, discard } => write!(f, "flip {spot} @{discard}"),
        }
    }
}

impl FromStr for Spot {
    type Err = BadAction;

    fn from_str(text: &str) -> Result<Spot, BadAction> {
        let (seat, slot) = text.split_once('.').ok_or(BadAction)?;
        let seat = Seat::new(number(seat)? as usize).ok_or(BadAction)?;
        Ok(Spot { seat, slot: slot_number(slot)? })
    }
}

impl FromStr for Action {
    type Err = BadAction;

    fn from_str(text: &str) -> Result<Action, BadAction> {
        let Some((verb, rest)) = text.split_once(' ') else {
            return match text {
                "look" => Ok(Action::Look),
                "ready" => Ok(Action::Ready),
                "draw" => Ok(Action::Draw),
                "kaboom" => Ok(Action::Kaboom),
                "use" => Ok(Action::Use),
                "discard" => Ok(Action::Discard),
                "decline" => Ok(Action::Decline),
                _ => Err(BadAction),
            };
        };
        let aimed = || {
            let (place, discard) = rest.split_once(" @").ok_or(BadAction)?;
            Ok((place, number(discard)?))
        };
        match verb {
            "take" => {
                aimed().and_then(|(slot, discard)| Ok(Action::Take { slot: slot_number(slot)?, discard }))
            }
            "keep" => {
                aimed().and_then(|(slot, discard)| Ok(Action::Keep { slot: slot_number(slot)?, discard }))
            }
            "flip" => aimed().and_then(|(spot, discard)| Ok(Action::Flip { spot: spot.parse()?, discard })),
            "peek" => Ok(Action::Peek(rest.parse()?)),
            "swap" => Ok(Action::Swap(rest.parse()?)),
            "give" => Ok(Action::Give(slot_number(rest)?)),
            _ => Err(BadAction),
        }
    }
}

/// Digits without a sign or a leading zero, so that every action has one text.
fn number(text: &str) -> Result<u32, BadAction> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if plain { text.parse().map_err(|_| BadAction) } else { Err(BadAction) }
}

fn slot_number(text: &str) -> Result<u8, BadAction> {
    let slot = number(text)?;
    if (slot as usize) < SLOTS { Ok(slot as u8) } else { Err(BadAction) }
}

cards::serde_as_text!(Spot, Action);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_parses_back() {
        for text in [
            "look",
            "ready",
            "draw",
            "take 4 @17",
            "kaboom",
            "use",
            "keep 53 @0",
            "discard",
            "peek 0.4",
            "swap 5.12",
            "give 2",
            "decline",
            "flip 3.2 @17",
            "flip 3.2 @4294967295",
        ] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            " ",
            "Draw",
            "draw ",
            "take",
            "take 4",
            "take 4 17",
            "take 04 @17",
            "take 4  @17",
            "take +4 @17",
            "take 54 @1",
            "flip 3.2 @",
            "flip 3.2 @017",
            "flip 6.2 @17",
            "flip 3.54 @17",
            "flip 3 @17",
            "flip 3.2 @4294967296",
            "flip 3.2 @17 ",
            "peek 3",
            "peek .",
            "peek 3.",
            "give",
            "give 2.1",
            "decline 1",
        ] {
            assert_eq!(text.parse::<Action>(), Err(BadAction), "{text:?}");
        }
    }
}
