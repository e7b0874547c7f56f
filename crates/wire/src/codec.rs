use game::{Game, Impossible, Ruleset, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A game whose parts can be written down.
pub trait Codec:
    Game<Rules: Ruleset + Serialize + DeserializeOwned, Event: Serialize, View: Serialize + DeserializeOwned>
{
    /// The deck that its codes name.
    type Card: cards::Card;

    /// Who looks, if a match could look like this; a view from outside is checked before anybody thinks about it.
    fn check_view(view: &Self::View) -> Result<Viewer, Impossible>;
}

impl Codec for koikoi::KoiKoi {
    type Card = cards::hanafuda::Card;

    fn check_view(view: &Self::View) -> Result<Viewer, Impossible> {
        view.check().map(|()| view.viewer)
    }
}

impl Codec for kierki::Kierki {
    type Card = cards::french::Card;

    fn check_view(view: &Self::View) -> Result<Viewer, Impossible> {
        view.check().map(|()| view.viewer)
    }
}

impl Codec for kaboom::Kaboom {
    type Card = cards::french::Card;

    fn check_view(view: &Self::View) -> Result<Viewer, Impossible> {
        view.check().map(|()| view.viewer)
    }
}
