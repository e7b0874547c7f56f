use game::{Game, Ruleset};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A game whose parts can be written down.
pub trait Codec:
    Game<Rules: Ruleset + Serialize + DeserializeOwned, Event: Serialize, View: Serialize + DeserializeOwned>
{
    /// The deck that its codes name.
    type Card: cards::Card;
}

impl Codec for koikoi::KoiKoi {
    type Card = cards::hanafuda::Card;
}

impl Codec for kierki::Kierki {
    type Card = cards::french::Card;
}

impl Codec for kaboom::Kaboom {
    type Card = cards::french::Card;
}
