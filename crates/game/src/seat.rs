use std::fmt;
use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most seats that any game of the house has.
pub const MAX_SEATS: usize = 6;

/// A place at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this number, 0 to 5.
    pub const fn new(index: usize) -> Option<Seat> {
        if index < MAX_SEATS { Some(Seat(index as u8)) } else { None }
    }

    /// Its number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of `seats`.
    pub const fn next(self, seats: usize) -> Seat {
        Seat(if self.index() + 1 < seats { self.0 + 1 } else { 0 })
    }

    /// The first `seats` seats in order.
    pub fn all(seats: usize) -> impl ExactSizeIterator<Item = Seat> + Clone {
        (0..seats.min(MAX_SEATS)).map(|index| Seat(index as u8))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let index = u64::deserialize(from)?;
        let seat = usize::try_from(index).ok().and_then(Seat::new);
        seat.ok_or_else(|| serde::de::Error::custom(format_args!("{index} is no seat: seats are 0 to 5")))
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The set of one seat.
    pub const fn of(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// The first `seats` seats.
    pub fn all(seats: usize) -> SeatSet {
        Seat::all(seats).collect()
    }

    /// Whether the seat is in it.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Whether every seat of `other` is in it.
    pub const fn contains_all(self, other: SeatSet) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// How many seats.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no seat in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seat with the lowest number.
    pub const fn first(self) -> Option<Seat> {
        Seat::new(self.0.trailing_zeros() as usize)
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        Seat::all(MAX_SEATS).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = SeatSet::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Seats::<Seat>::deserialize(from)?.iter().map(|(_, seat)| *seat).collect())
    }
}

/// One thing for each seat of a table, without allocation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seats<T>(ArrayVec<T, MAX_SEATS>);

impl<T> Seats<T> {
    /// What `make` gives for each of the first `seats` seats.
    pub fn from_fn(seats: usize, make: impl FnMut(Seat) -> T) -> Seats<T> {
        Seats(Seat::all(seats).map(make).collect())
    }

    /// How many seats.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no seat at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What the seat has, if the table has the seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// Each seat with what it has.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Seat, &T)> {
        Seat::all(self.len()).zip(&self.0)
    }

    /// The same seats with something made of what each has.
    pub fn map<U>(&self, mut make: impl FnMut(Seat, &T) -> U) -> Seats<U> {
        Seats(self.iter().map(|(seat, item)| make(seat, item)).collect())
    }
}

impl<T, const N: usize> From<[T; N]> for Seats<T> {
    fn from(items: [T; N]) -> Self {
        const { assert!(N <= MAX_SEATS) };
        Seats(items.into_iter().collect())
    }
}

impl<T> Index<Seat> for Seats<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for Seats<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<T: Serialize> Serialize for Seats<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(&self.0)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Seats<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let items = Vec::<T>::deserialize(from)?;
        if items.len() > MAX_SEATS {
            return Err(serde::de::Error::custom("a table has six seats at the most"));
        }
        Ok(Seats(items.into_iter().collect()))
    }
}

/// Who looks at a match. Written down it is the number of the seat, or nothing for a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player in this seat: it sees its own hidden cards.
    Seat(Seat),
    /// Somebody at no seat: only what is open to all.
    Spectator,
}

impl Viewer {
    /// Everyone who may look at a table of `seats`: each seat, then the spectator.
    pub fn all(seats: usize) -> impl Iterator<Item = Viewer> {
        Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// Whether this viewer sits in that seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

impl Serialize for Viewer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Viewer::Seat(seat) => to.serialize_some(seat),
            Viewer::Spectator => to.serialize_none(),
        }
    }
}

impl<'de> Deserialize<'de> for Viewer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Number;
        impl serde::de::Visitor<'_> for Number {
            type Value = Viewer;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of a seat, or null")
            }

            fn visit_u64<E: serde::de::Error>(self, index: u64) -> Result<Viewer, E> {
                Seat::deserialize(serde::de::value::U64Deserializer::new(index)).map(Viewer::Seat)
            }

            fn visit_unit<E: serde::de::Error>(self) -> Result<Viewer, E> {
                Ok(Viewer::Spectator)
            }
        }
        // As an option, a field that is missing would make a spectator.
        from.deserialize_any(Number)
    }
}
