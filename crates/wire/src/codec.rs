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

    /// What explains a ruleset, beside its knobs.
    type Guide: Serialize;

    /// The guide to these rules.
    fn guide(rules: &Self::Rules) -> Self::Guide;

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
    type Guide = koikoi::Guide;

    fn guide(rules: &Self::Rules) -> Self::Guide {
        koikoi::Guide::new(rules)
    }

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
    type Guide = kierki::Guide;

    fn guide(rules: &Self::Rules) -> Self::Guide {
        kierki::Guide::new(rules)
    }

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
    type Guide = kaboom::Guide;

    fn guide(rules: &Self::Rules) -> Self::Guide {
        kaboom::Guide::new(rules)
    }

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
