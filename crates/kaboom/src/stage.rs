use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::action::Spot;

/// What the seat in turn has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub enum Stage {
    /// Everyone: look at the bottom row, and say ready.
    Ready,
    /// Draw, take or kaboom.
    FirstMove,
    /// Keep or discard the drawn card, or use its ability.
    Drawn,
    /// Pick a card for the ability.
    Pick(Ability),
    /// Pick the card that changes places with this one.
    SwapWith(Spot),
    /// Pick another card to peek at than this one; `None` if that one is gone.
    PeekAgain(Option<Spot>),
    /// Keep or discard: the ability was used or declined.
    Spent,
    /// Nothing: the match is over.
    Over,
    /// Nothing: the record of the match has no deck for the next deal or reshuffle.
    NoDeck,
}

/// The stage as it is written: what `to` do, as in the other games, and what more there is to know by its name.
#[derive(Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "kebab-case")]
enum Written {
    Ready,
    FirstMove,
    Drawn,
    Pick { ability: Ability },
    SwapWith { first: Spot },
    PeekAgain { first: Option<Spot> },
    Spent,
    Over,
    NoDeck,
}

impl From<Stage> for Written {
    fn from(stage: Stage) -> Written {
        match stage {
            Stage::Ready => Written::Ready,
            Stage::FirstMove => Written::FirstMove,
            Stage::Drawn => Written::Drawn,
            Stage::Pick(ability) => Written::Pick { ability },
            Stage::SwapWith(first) => Written::SwapWith { first },
            Stage::PeekAgain(first) => Written::PeekAgain { first },
            Stage::Spent => Written::Spent,
            Stage::Over => Written::Over,
            Stage::NoDeck => Written::NoDeck,
        }
    }
}

impl From<Written> for Stage {
    fn from(written: Written) -> Stage {
        match written {
            Written::Ready => Stage::Ready,
            Written::FirstMove => Stage::FirstMove,
            Written::Drawn => Stage::Drawn,
            Written::Pick { ability } => Stage::Pick(ability),
            Written::SwapWith { first } => Stage::SwapWith(first),
            Written::PeekAgain { first } => Stage::PeekAgain(first),
            Written::Spent => Stage::Spent,
            Written::Over => Stage::Over,
            Written::NoDeck => Stage::NoDeck,
        }
    }
}
