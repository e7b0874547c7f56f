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
