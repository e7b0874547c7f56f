//! What scenes are made of, and how it is told that it has changed.

use arrayvec::ArrayVec;
use game::{MAX_SEATS, Outcome, Seat, SeatSet, Seats, Viewer};
use serde::Serialize;
use table::{ClockFace, Phase};

use super::list::Item;
use super::pen::Pen;
use crate::MatchId;
use crate::house::Deal;

/// A value in a scene. Two of them are compared as they are, before there is any text.
pub trait Told: Serialize + PartialEq + Sized {
    /// Tells what has changed since it was this other one. So long is its text at least.
    ///
    /// What says nothing else is told by comparing the texts of both.
    #[doc(hidden)]
    fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
        pen.texts(old, self)
    }
}

/// What has no parts is told as a whole.
macro_rules! plain {
    ($($type:ty),* $(,)?) => {$(
        impl Told for $type {
            fn tell(&self, _: &Self, pen: &mut Pen<'_>) -> usize {
                pen.whole(self)
            }
        }
    )*};
}

/// What has parts, but is small or seldom another.
macro_rules! texts {
    ($($type:ty),* $(,)?) => {$(
        impl Told for $type {}
    )*};
}

plain!(bool, u8, u16, u32, i32, Seat, Phase, Viewer, Option<MatchId>, Option<Seat>);
plain!(cards::hanafuda::Month, kierki::DealType);

texts!(SeatSet, Option<Outcome>, Option<&Seats<Option<ClockFace>>>, Deal);
texts!(koikoi::Stage, koikoi::yaku::Made, ArrayVec<koikoi::Factor, 3>, Option<koikoi::event::RoundResult>);
texts!(kierki::Earlier, kierki::Stage, kierki::Trick, Option<kierki::DealResult>);
texts!(kaboom::Stage, Option<kaboom::Gift>, Option<kaboom::Held>, Option<kaboom::Laid>);
texts!(Option<kaboom::event::RoundResult>);

impl<C: cards::Card + Item> Told for cards::Set<C> {
    fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
        let cards = |set: &Self| -> ArrayVec<C, 64> { set.iter().collect() };
        pen.flat(&cards(old), &cards(self))
    }
}

impl Told for Seats<u8> {
    fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
        pen.flat(&numbers(old), &numbers(self))
    }
}

impl Told for Seats<i32> {
    fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
        pen.flat(&numbers(old), &numbers(self))
    }
}

fn numbers<T: Copy>(seats: &Seats<T>) -> ArrayVec<T, MAX_SEATS> {
    seats.iter().map(|(_, number)| *number).collect()
}

impl Told for Vec<cards::french::Card> {
    fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
        pen.flat(old, self)
    }
}

/// Lists of what has parts.
macro_rules! nested {
    ($($type:ty),* $(,)?) => {$(
        impl Told for Seats<$type> {
            fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
                pen.nested(self, old.iter().map(|(_, item)| item), self.iter().map(|(_, item)| item))
            }
        }
    )*};
}

nested!(cards::hanafuda::Set, cards::french::Set, koikoi::Standing, Vec<Option<kaboom::Laid>>);

impl Told for Vec<cards::french::Set> {
    fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
        pen.nested(self, old.iter(), self.iter())
    }
}

impl Told for Vec<kierki::Trick> {
    fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
        pen.nested(self, old.iter(), self.iter())
    }
}

impl Told for Vec<koikoi::yaku::Made> {
    fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
        pen.nested(self, old.iter(), self.iter())
    }
}

/// Things whose members are told: all of them, in their order.
macro_rules! members {
    ($type:path { $($member:ident),* }) => {
        impl Told for $type {
            fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
                let $type { $($member: _),* } = self;
                let before = pen.len();
                let least = [$(pen.member(stringify!($member), &old.$member, &self.$member)),*].iter().sum();
                pen.shorten(before, least, self);
                least
            }
        }
    };
}

members!(koikoi::Standing { yaku, base, multiplier, stopping });
members!(koikoi::Score { yaku, base, factors, points });

/// A hand of which nothing is left has no parts.
impl Told for Vec<Option<kaboom::Laid>> {
    fn tell(&self, old: &Self, pen: &mut Pen<'_>) -> usize {
        match old.iter().chain(self).any(Option::is_some) {
            true => pen.nested(self, old.iter(), self.iter()),
            false => pen.texts(old, self),
        }
    }
}
