use std::ops::Deref;

/// A reusable list of legal actions, ascending. It allocates when it is made, and not again in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionList<A>(Vec<A>);

impl<A: Copy + Ord> ActionList<A> {
    /// An empty list.
    pub fn new() -> Self {
        ActionList(Vec::with_capacity(64))
    }

    /// Takes everything out.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds an action, which must be greater than all before it.
    #[inline]
    pub fn push(&mut self, action: A) {
        debug_assert!(
            self.0.last().is_none_or(|last| *last < action),
            "legal actions come in ascending order"
        );
        self.0.push(action);
    }

    /// Adds the first `used` of these actions, which go on ascending.
    ///
    /// How many legal actions there are is anybody's guess, so that a processor stumbles at the end of every list that is filled
    /// one by one. Copied by a fixed number, most lists are a single step.
    #[inline]
    pub fn push_some<const N: usize>(&mut self, actions: [A; N], used: usize) {
        let before = self.0.len();
        self.0.extend_from_slice(&actions);
        self.0.truncate(before + used);
        debug_assert!(
            self.0[before.saturating_sub(1)..].is_sorted_by(|a, b| a < b),
            "legal actions come in ascending order"
        );
    }
}

/// Adds actions, which must be ascending and greater than all before them. From an iterator that knows its length this is
/// faster than one after the other.
impl<A: Copy + Ord> Extend<A> for ActionList<A> {
    #[inline]
    fn extend<I: IntoIterator<Item = A>>(&mut self, actions: I) {
        self.0.extend(actions);
        debug_assert!(self.0.is_sorted_by(|a, b| a < b), "legal actions come in ascending order");
    }
}

impl<A: Copy + Ord> Default for ActionList<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> Deref for ActionList<A> {
    type Target = [A];

    #[inline]
    fn deref(&self) -> &[A] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_of_an_array_are_added() {
        let mut list = ActionList::new();
        list.push(1);
        list.push_some([2, 5, 0, 0], 2);
        list.push_some([7, 8, 9, 10], 4);
        list.push_some([0; 4], 0);
        assert_eq!(*list, [1, 2, 5, 7, 8, 9, 10]);
    }
}
