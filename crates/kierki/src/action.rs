use std::fmt;
use std::str::FromStr;

use cards::french::Card;

/// What a player can do. The text code is `play 10C`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Play this card from the hand.
    Play(Card),
}

/// A text that is no action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAction {
    /// Not of the form of any action.
    #[error("an action is `play CARD`")]
    Form,
    /// An action with something that is no card.
    #[error(transparent)]
    Card(#[from] cards::BadCard),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(card) => f.write_str("play ").and_then(|()| card.fmt(f)),
        }
    }
}

impl FromStr for Action {
    type Err = BadAction;

    fn from_str(text: &str) -> Result<Action, BadAction> {
        match text.split_once(' ') {
            Some(("play", card)) => Ok(Action::Play(card.parse()?)),
            _ => Err(BadAction::Form),
        }
    }
}

cards::serde_as_text!(Action);
