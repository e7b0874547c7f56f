use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts who is there at once. It holds an entry only for who is.
pub(super) struct Crowd<K> {
    most: u32,
    there: There<K>,
}

type There<K> = Arc<Mutex<HashMap<K, u32>>>;

/// Somebody is there until this is dropped.
pub struct Pass<K: Hash + Eq> {
    key: K,
    there: There<K>,
}

impl<K: Hash + Eq + Copy> Crowd<K> {
    pub(super) fn new(most: u32) -> Self {
        Crowd { most, there: Arc::default() }
    }

    /// One more under this key, unless there are enough.
    pub(super) fn enter(&self, key: K) -> Option<Pass<K>> {
        let mut there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        let count = there.get(&key).copied().unwrap_or(0);
        if count >= self.most {
            return None;
        }
        there.insert(key, count + 1);
        Some(Pass { key, there: self.there.clone() })
    }
}

impl<K: Hash + Eq> Drop for Pass<K> {
    fn drop(&mut self) {
        let mut there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        match there.get_mut(&self.key) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(there.remove(&self.key)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_leaves_makes_room_and_nothing_stays() {
        let crowd = Crowd::new(2);
        let (first, second, other) = (crowd.enter('a'), crowd.enter('a'), crowd.enter('b'));
        assert!(first.is_some() && second.is_some() && other.is_some());
        assert!(crowd.enter('a').is_none());
        drop(first);
        let third = crowd.enter('a');
        assert!(third.is_some() && crowd.enter('a').is_none());
        drop((second, third, other));
        assert!(crowd.there.lock().is_ok_and(|there| there.is_empty()));
    }
}
