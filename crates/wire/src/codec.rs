use game::{Game, Impossible, Ruleset, Seat, Text, Viewer};
use serde::de::DeserializeOwned;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::changes::Tell;
use crate::replay::Shuffled;

/// A game whose parts can be written down.
pub trait Codec:
    Game<
        Rules: Ruleset + Serialize + DeserializeOwned,
        Event: Serialize + DeserializeOwned,
        View: Serialize + DeserializeOwned,
    >
{
    /// The deck that its codes name.
    type Card: cards::Card + Serialize;

    /// What explains a ruleset, beside its knobs.
    type Guide: Serialize;

    /// The guide to these rules.
    fn guide(rules: &Self::Rules) -> Self::Guide;

    /// Tells what has changed in a view, member by member, in their order.
    fn tell(old: &Self::View, new: &Self::View, tell: &mut Tell<'_>);

    /// Who looks, if a match could look like this; a view from outside is checked before anybody thinks about it.
    fn check_view(view: &Self::View) -> Result<Viewer, Impossible>;

    /// What the event tells of a deck that was just shuffled, if it does.
    fn shuffled(event: &Self::Event) -> Option<Shuffled>;

    /// The cards of the seat face-up, for whoever looks at a match that is over; `None` is an empty slot.
    fn faces(&self, seat: Seat) -> Vec<Option<Self::Card>>;

    /// Provided: the drawn card that is not laid down yet, in games where there is one.
    fn held(&self) -> Option<Option<Self::Card>> {
        None
    }

    /// Provided: writes what a seat may do, as clients get it: a list of [`Legal`](crate::house::Legal).
    fn write_choices<S: Serializer>(actions: &[Self::Action], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(actions.iter().map(Text))
    }

    /// Provided: how many entries that list has.
    fn count_choices(actions: &[Self::Action]) -> usize {
        actions.len()
    }
}

/// The members of a view in their order, all of them. What is `public` is the same for everyone who looks; the rules are `fixed`.
macro_rules! members {
    ($view:ty: $($kind:ident { $($member:ident),* })*) => {
        fn tell(old: &Self::View, new: &Self::View, tell: &mut Tell<'_>) {
            type View = $view;
            let View { $($($member: _),*),* } = new;
            $($(tell.$kind(stringify!($member), &old.$member, &new.$member);)*)*
        }
    };
}

impl Codec for koikoi::KoiKoi {
    type Card = cards::hanafuda::Card;
    type Guide = koikoi::Guide;

    fn guide(rules: &Self::Rules) -> Self::Guide {
        koikoi::Guide::new(rules)
    }

    members! {
        koikoi::View:
        own { viewer }
        fixed { rules }
        public { round, month, dealer, turn, stage }
        own { hand }
        public { hand_sizes, field, piles, captured, draw_pile, scores, calls, called_at, played, lacks, passed, standing }
        public { fresh, last, outcome }
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

    fn faces(&self, seat: Seat) -> Vec<Option<Self::Card>> {
        self.hand(seat).iter().map(Some).collect()
    }
}

impl Codec for kierki::Kierki {
    type Card = cards::french::Card;
    type Guide = kierki::Guide;

    fn guide(rules: &Self::Rules) -> Self::Guide {
        kierki::Guide::new(rules)
    }

    members! {
        kierki::View:
        own { viewer }
        fixed { rules }
        public { deal, kind, first, turn, stage }
        own { dealt, hand, playable }
        public { hand_sizes, tricks, voids, points, scores, earlier, last, outcome }
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

    fn faces(&self, seat: Seat) -> Vec<Option<Self::Card>> {
        self.hands().get(seat.index()).into_iter().flat_map(|hand| hand.iter()).map(Some).collect()
    }
}

impl Codec for kaboom::Kaboom {
    type Card = cards::french::Card;
    type Guide = kaboom::Guide;

    fn guide(rules: &Self::Rules) -> Self::Guide {
        kaboom::Guide::new(rules)
    }

    members! {
        kaboom::View:
        own { viewer }
        fixed { rules }
        public { round, first, turn, turn_number, stage, gift, caller, looked, ready }
        own { hands, held }
        public { draw_pile, shuffles, discard_pile, discard, flipped_by, wrong_flips, scores, last, outcome }
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

    fn faces(&self, seat: Seat) -> Vec<Option<Self::Card>> {
        self.world().faces(seat)
    }

    fn held(&self) -> Option<Option<Self::Card>> {
        Some(self.world().held())
    }

    /// Whoever may flip has dozens of flips, all onto the same discard: they are one entry, the last.
    fn write_choices<S: Serializer>(actions: &[Self::Action], to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(None)?;
        let mut onto = None;
        for action in actions {
            match action {
                kaboom::Action::Flip { discard, .. } => onto = Some(*discard),
                other => list.serialize_element(&Text(other))?,
            }
        }
        if let Some(discard) = onto {
            list.serialize_element(&Flips { flip: actions, discard })?;
        }
        list.end()
    }

    fn count_choices(actions: &[Self::Action]) -> usize {
        let is_flip = |action: &&kaboom::Action| matches!(action, kaboom::Action::Flip { .. });
        let flips = actions.iter().filter(is_flip).count();
        actions.len() - flips + flips.min(1)
    }
}

/// The flips among the actions.
#[derive(Serialize)]
struct Flips<'a> {
    #[serde(serialize_with = "write_spots")]
    flip: &'a [kaboom::Action],
    discard: u32,
}

fn write_spots<S: Serializer>(actions: &&[kaboom::Action], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(actions.iter().filter_map(|action| match action {
        kaboom::Action::Flip { spot, .. } => Some(Text(spot)),
        _ => None,
    }))
}
