use std::hash::Hash;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;

use super::Limited;

/// So many are counted at once.
const MOST: NonZeroUsize = NonZeroUsize::new(65_536).expect("more than none");

/// How fast something may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// What one costs.
    each: Duration,
    /// What may be spent in advance.
    burst: Duration,
}

impl Rate {
    /// So many a second, and so many at once after a pause.
    pub fn per_second(rate: u32, burst: u32) -> Rate {
        let each = Duration::from_secs(1) / rate.max(1);
        Rate { each, burst: each * burst.max(1) }
    }

    /// So many an hour, all of them at once if need be.
    pub fn per_hour(rate: u32) -> Rate {
        let each = Duration::from_secs(3600) / rate.max(1);
        Rate { each, burst: each * rate.max(1) }
    }
}

/// Counts one sender. It knows only when all will be paid for.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    rate: Rate,
    paid_at: Option<Instant>,
}

impl Bucket {
    /// One who has sent nothing yet.
    pub fn new(rate: Rate) -> Bucket {
        Bucket { rate, paid_at: None }
    }

    /// One more at this moment. What is refused costs nothing.
    pub fn take(&mut self, now: Instant) -> Result<(), Limited> {
        let paid_at = self.paid_at.map_or(now, |paid_at| paid_at.max(now)) + self.rate.each;
        let debt = paid_at.duration_since(now);
        match debt.checked_sub(self.rate.burst).filter(|wait| !wait.is_zero()) {
            None => {
                self.paid_at = Some(paid_at);
                Ok(())
            }
            Some(wait) => Err(Limited::TooFast { seconds: wait.as_secs() + 1 }),
        }
    }
}

/// Where nobody is refused, but read more slowly.
impl Bucket {
    /// So many more at this moment, whatever they cost; from when on the next may come.
    pub fn spend(&mut self, count: u32, now: Instant) -> Instant {
        let paid_at = self.paid_at.map_or(now, |paid_at| paid_at.max(now)) + self.rate.each * count;
        self.paid_at = Some(paid_at);
        paid_at.checked_sub(self.rate.burst).unwrap_or(now)
    }
}

/// Counts many senders; who was not seen for longest is forgotten first.
pub(super) struct Buckets<K: Hash + Eq> {
    rate: Rate,
    senders: Mutex<LruCache<K, Bucket>>,
}

impl<K: Hash + Eq> Buckets<K> {
    pub(super) fn new(rate: Rate) -> Self {
        Buckets { rate, senders: Mutex::new(lru(MOST)) }
    }

    pub(super) fn take(&self, sender: K, now: Instant) -> Result<(), Limited> {
        let mut senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        senders.get_or_insert_mut(sender, || Bucket::new(self.rate)).take(now)
    }
}

/// A cache for so many, which takes memory only for those that are there.
pub(crate) fn lru<K: Hash + Eq, V>(most: NonZeroUsize) -> LruCache<K, V> {
    let mut cache = LruCache::unbounded();
    cache.resize(most);
    cache
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_burst_the_rate_holds() {
        let start = Instant::now();
        let mut bucket = Bucket::new(Rate::per_second(10, 3));
        let mut taken = |after: u64| bucket.take(start + Duration::from_millis(after)).is_ok();
        assert_eq!(
            [0, 0, 0, 0, 50, 100, 150, 200].map(&mut taken),
            [true, true, true, false, false, true, false, true]
        );
        assert_eq!(
            [5000, 5000, 5000, 5000].map(&mut taken),
            [true, true, true, false],
            "no more than a burst is saved"
        );
    }

    #[test]
    fn whoever_must_wait_is_told_how_long() {
        let now = Instant::now();
        let mut bucket = Bucket::new(Rate::per_hour(2));
        assert_eq!([bucket.take(now), bucket.take(now)], [Ok(()), Ok(())]);
        assert_eq!(bucket.take(now), Err(Limited::TooFast { seconds: 1801 }));
    }

    #[test]
    fn senders_are_counted_apart_and_memory_is_bounded() {
        let now = Instant::now();
        let buckets = Buckets::new(Rate::per_second(1, 1));
        assert_eq!(
            [buckets.take(0, now).is_ok(), buckets.take(0, now).is_ok(), buckets.take(1, now).is_ok()],
            [true, false, true]
        );
        for sender in 2..2 * MOST.get() {
            assert!(buckets.take(sender, now).is_ok());
        }
        assert_eq!(buckets.senders.lock().unwrap_or_else(PoisonError::into_inner).len(), MOST.get());
        assert!(buckets.take(0, now).is_ok(), "forgotten is forgiven");
    }
}
