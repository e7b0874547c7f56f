use std::fmt;
use std::str::FromStr;

use cards::hanafuda::Card;

/// What a player can do. The text codes are `play 3-curtain`, `choose 9-cup`, `koikoi` and `stop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Play this card from the hand.
    Play(Card),
    /// Take this card of the field with the card that was played or drawn.
    Choose(Card),
    /// Go on.
    KoiKoi,
    /// End the round and score.
    Stop,
}

/// A text that is no action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAction {
    /// Not of the form of any action.
    #[error("an action is `play CARD`, `choose CARD`, `koikoi` or `stop`")]
    Form,
    /// An action with something that is no card.
    #[error(transparent)]
    Card(#[from] cards::BadCard),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(card) => f.write_str("play ").and_then(|()| card.fmt(f)),
            Action::Choose(card) => f.write_str("choose ").and_then(|()| card.fmt(f)),
            Action::KoiKoi => f.write_str("koikoi"),
            Action::Stop => f.write_str("stop"),
        }
    }
}

impl FromStr for Action {
    type Err = BadAction;

    fn from_str(text: &str) -> Result<Action, BadAction> {
        match text.split_once(' ') {
            Some(("play", card)) => Ok(Action::Play(card.parse()?)),
            Some(("choose", card)) => Ok(Action::Choose(card.parse()?)),
            None if text == "koikoi" => Ok(Action::KoiKoi),
            None if text == "stop" => Ok(Action::Stop),
            _ => Err(BadAction::Form),
        }
    }
}

cards::serde_as_text!(Action);
