//! How a list of things without parts became another.

use std::ops::Range;

use super::path::{Part, digits, push_number};
use super::pen::Pen;

/// Something without parts.
pub(super) trait Item: PartialEq {
    /// How long its text is.
    fn len(&self) -> usize;

    fn write(&self, out: &mut Vec<u8>);
}

/// A text is what it says.
impl Item for &[u8] {
    fn len(&self) -> usize {
        <[u8]>::len(self)
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self);
    }
}

/// Cards are their codes, in which nothing must be escaped.
macro_rules! cards {
    ($($card:ty),*) => {$(
        impl Item for $card {
            fn len(&self) -> usize {
                cards::Card::code(*self).len() + 2
            }

            fn write(&self, out: &mut Vec<u8>) {
                out.push(b'"');
                out.extend_from_slice(cards::Card::code(*self).as_bytes());
                out.push(b'"');
            }
        }
    )*};
}

cards!(cards::hanafuda::Card, cards::french::Card);

impl Item for u8 {
    fn len(&self) -> usize {
        i32::from(*self).len()
    }

    fn write(&self, out: &mut Vec<u8>) {
        i32::from(*self).write(out);
    }
}

impl Item for i32 {
    fn len(&self) -> usize {
        usize::from(*self < 0) + digits(self.unsigned_abs() as usize)
    }

    fn write(&self, out: &mut Vec<u8>) {
        if *self < 0 {
            out.push(b'-');
        }
        push_number(self.unsigned_abs() as usize, out);
    }
}

/// At this place of a list so many items are gone, and these of the new ones have come.
pub(super) struct Run {
    gone: usize,
    come: Range<usize>,
}

/// How long the list is as text.
pub(super) fn text_len<T: Item>(list: &[T]) -> usize {
    2 + list.iter().map(Item::len).sum::<usize>() + list.len().saturating_sub(1)
}

pub(super) fn write_list<T: Item>(list: &[T], out: &mut Vec<u8>) {
    out.push(b'[');
    for (number, item) in list.iter().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        item.write(out);
    }
    out.push(b']');
}

impl Pen<'_> {
    /// Whether the list could be told in parts, in the shorter of two ways.
    pub(super) fn list<T: Item>(&mut self, old: &[T], new: &[T]) -> bool {
        let by_places = self.len_by_places(old, new);
        let by_runs = self.find_runs(old, new).then(|| self.len_by_runs(new));
        match (by_places, by_runs) {
            (None, None) => return false,
            (Some(places), runs) if runs.is_none_or(|runs| places <= runs) => {
                changed(old, new)
                    .for_each(|(index, item)| self.put_at(Part::Place(index), |out| item.write(out)));
            }
            _ => self.tell_runs(new),
        }
        true
    }

    /// How long it is to tell each place that is another now, if the list is not shorter.
    fn len_by_places<T: Item>(&self, old: &[T], new: &[T]) -> Option<usize> {
        (new.len() >= old.len()).then(|| {
            changed(old, new).map(|(index, item)| self.len_at(Part::Place(index)) + item.len()).sum()
        })
    }

    /// Finds which items are gone and which have come between those that are still there, if these are in the same order.
    fn find_runs<T: Item>(&mut self, mut old: &[T], new: &[T]) -> bool {
        self.runs.clear();
        let mut place = 0;
        loop {
            let rest = &new[place..];
            let same = old.iter().zip(rest).take_while(|(one, other)| one == other).count();
            let rest = &rest[same..];
            (old, place) = (&old[same..], place + same);
            if old.is_empty() && rest.is_empty() {
                return true;
            }
            let gone = old.iter().take_while(|item| !rest.contains(item)).count();
            let come = rest.iter().take_while(|item| !old.contains(item)).count();
            if (gone, come) == (0, 0) {
                return false;
            }
            self.runs.push(Run { gone, come: place..place + come });
            (old, place) = (&old[gone..], place + come);
        }
    }

    fn len_by_runs<T: Item>(&self, new: &[T]) -> usize {
        let len = |Run { gone, come }: &Run| {
            let items: usize = new[come.clone()].iter().map(Item::len).sum();
            if *gone == come.len() {
                return come.clone().map(|index| self.len_at(Part::Place(index))).sum::<usize>() + items;
            }
            let removed = if *gone > 0 { self.len_at(Part::Removed(come.start)) + 1 } else { 0 };
            let inserted = self.len_at(Part::Inserted(come.start)) + items + come.len() + 1;
            removed + if come.is_empty() { 0 } else { inserted }
        };
        self.runs.iter().map(len).sum()
    }

    fn tell_runs<T: Item>(&mut self, new: &[T]) {
        let runs = std::mem::take(&mut self.runs);
        for Run { gone, come } in &runs {
            let items = &new[come.clone()];
            if *gone == items.len() {
                for (index, item) in come.clone().zip(items) {
                    self.put_at(Part::Place(index), |out| item.write(out));
                }
                continue;
            }
            if *gone > 0 {
                self.put_at(Part::Removed(come.start), |out| push_number(*gone, out));
            }
            if !items.is_empty() {
                self.put_at(Part::Inserted(come.start), |out| write_list(items, out));
            }
        }
        self.runs = runs;
    }

    /// How long the key of a part is, with its quotes, its colon and a comma.
    fn len_at(&self, part: Part) -> usize {
        self.path.len_to(part) + 4
    }
}

/// The places that are not as they were.
fn changed<'a, T: PartialEq>(old: &'a [T], new: &'a [T]) -> impl Iterator<Item = (usize, &'a T)> {
    (0..).zip(new).filter(|(index, item)| old.get(*index) != Some(item))
}
