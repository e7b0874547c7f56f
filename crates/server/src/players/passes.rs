use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;
use table::PlayerId;
use wire::Code;

use crate::limits::lru;
use crate::secret::random;

/// How long a code is good.
pub(super) const GOOD_FOR: Duration = Duration::from_secs(300);
/// So many are good at once; then the oldest is not any more.
const MOST: NonZeroUsize = NonZeroUsize::new(4096).expect("more than none");

/// Codes by which a player goes on elsewhere, each good once and for a short time. A restart makes them worthless.
///
/// They have 40 bits, as the codes of tables, which people can type. What keeps them from being guessed is that they are few and
/// short-lived, and that an address may try few.
pub(super) struct Passes(Mutex<LruCache<Code, (PlayerId, Instant)>>);

impl Default for Passes {
    fn default() -> Passes {
        Passes(Mutex::new(lru(MOST)))
    }
}

impl Passes {
    /// A code for the player. One made before is worth nothing any more.
    pub(super) fn issue(&self, player: PlayerId, now: Instant) -> Result<Code, getrandom::Error> {
        let code = Code::new(u64::from_le_bytes(random()?));
        self.revoke(player);
        self.lock().put(code, (player, now + GOOD_FOR));
        Ok(code)
    }

    /// Whose code it is. From now on it is nobody's.
    pub(super) fn redeem(&self, code: Code, now: Instant) -> Option<PlayerId> {
        let (player, until) = self.lock().pop(&code)?;
        (now < until).then_some(player)
    }

    /// The player's code is worth nothing any more.
    pub(super) fn revoke(&self, player: PlayerId) {
        let mut passes = self.lock();
        let own = passes.iter().find(|(_, (other, _))| *other == player).map(|(code, _)| *code);
        if let Some(own) = own {
            passes.pop(&own);
        }
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<Code, (PlayerId, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_good_once_for_a_while_and_until_the_next() {
        let (passes, now) = (Passes::default(), Instant::now());
        let issue = |player| passes.issue(PlayerId(player), now).expect("random numbers");
        let (first, other) = (issue(1), issue(2));
        let second = issue(1);
        assert_eq!(passes.redeem(first, now), None, "a newer one was made");
        assert_eq!(passes.redeem(second, now), Some(PlayerId(1)));
        assert_eq!(passes.redeem(second, now), None, "it was used");
        assert_eq!(passes.redeem(other, now + GOOD_FOR), None, "it is too old");
        assert_eq!(passes.redeem(other, now), None, "and stays worthless");
        let revoked = issue(1);
        passes.revoke(PlayerId(1));
        assert_eq!(passes.redeem(revoked, now), None);
    }

    #[test]
    fn there_are_never_too_many() {
        let (passes, now) = (Passes::default(), Instant::now());
        let codes: Vec<Code> = (0..=MOST.get() as u64)
            .map(|player| passes.issue(PlayerId(player), now).expect("random"))
            .collect();
        assert_eq!(passes.redeem(codes[0], now), None);
        assert_eq!(passes.redeem(codes[1], now), Some(PlayerId(1)));
    }
}
