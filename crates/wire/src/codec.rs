use game::{Game, Impossible, Ruleset, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::house::Legal;
use crate::replay::Shuffled;

/// A game whose parts can be written down.
pub trait Codec:
    Game<Rules: Ruleset + Serialize + DeserializeOwned, Event: Serialize, View: Serialize + DeserializeOwned>
{
    /// The deck that its codes name.
    type Card: cards::Card;

    /// The members of a view that are the same for everyone who looks, in their order: they are written once for all.
    const PUBLIC: &'static [&'static str] = &[];

    /// Who looks, if a match could look like this; a view from outside is checked before anybody thinks about it.
    fn check_view(view: &Self::View) -> Result<Viewer, Impossible>;

    /// What the event tells of a deck that was just shuffled, if it does.
    fn shuffled(event: &Self::Event) -> Option<Shuffled>;

    /// Provided: what a seat may do, as clients get it.
    fn choices(actions: &[Self::Action]) -> Vec<Legal> {
        actions.iter().map(|action| Legal::Action(action.to_string())).collect()
    }
}

impl Codec for koikoi::KoiKoi {
    type Card = cards::hanafuda::Card;

    #[rustfmt::skip]
    const PUBLIC: &'static [&'static str] = &[
        "round", "month", "dealer", "turn", "stage", "hand_sizes", "field", "piles", "captured", "draw_pile", "scores", "calls",
        "called_at", "played", "lacks", "passed", "standing", "fresh", "last", "outcome",
    ];

    fn check_view(view: &Self::View) -> Result<Viewer, Impossible> {
        view.check().map(|()| view.viewer)
    }

    fn shuffled(event: &Self::Event) -> Option<Shuffled> {
        match event {
            koikoi::Event::RoundBegan { round, .. } => Some(Shuffled::Round((*round).into())),
            koikoi::Event::Misdealt { .. } => Some(Shuffled::Again),
            _ => None,
        }
    }
}

impl Codec for kierki::Kierki {
    type Card = cards::french::Card;

    #[rustfmt::skip]
    const PUBLIC: &'static [&'static str] = &[
        "deal", "kind", "first", "turn", "stage", "hand_sizes", "tricks", "voids", "points", "scores", "last", "outcome",
    ];

    fn check_view(view: &Self::View) -> Result<Viewer, Impossible> {
        view.check().map(|()| view.viewer)
    }

    fn shuffled(event: &Self::Event) -> Option<Shuffled> {
        match event {
            kierki::Event::DealBegan { deal, .. } => Some(Shuffled::Round(*deal)),
            _ => None,
        }
    }
}

impl Codec for kaboom::Kaboom {
    type Card = cards::french::Card;

    #[rustfmt::skip]
    const PUBLIC: &'static [&'static str] = &[
        "round", "first", "turn", "turn_number", "stage", "gift", "caller", "looked", "ready", "draw_pile", "shuffles", "discard_pile",
        "discard", "flipped_by", "wrong_flips", "scores", "last", "outcome",
    ];

    fn check_view(view: &Self::View) -> Result<Viewer, Impossible> {
        view.check().map(|()| view.viewer)
    }

    fn shuffled(event: &Self::Event) -> Option<Shuffled> {
        match event {
            kaboom::Event::RoundBegan { round, .. } => Some(Shuffled::Round((*round).into())),
            kaboom::Event::Reshuffled { .. } => Some(Shuffled::Discards),
            _ => None,
        }
    }

    /// Whoever may flip has dozens of flips, all onto the same discard: they are one entry, the last.
    fn choices(actions: &[Self::Action]) -> Vec<Legal> {
        let mut legal = Vec::new();
        let mut flips = Vec::new();
        let mut onto = None;
        for action in actions {
            match action {
                kaboom::Action::Flip { spot, discard } => {
                    flips.push(spot.to_string());
                    onto = Some(*discard);
                }
                other => legal.push(Legal::Action(other.to_string())),
            }
        }
        legal.extend(onto.map(|discard| Legal::Flips { flip: flips, discard }));
        legal
    }
}
