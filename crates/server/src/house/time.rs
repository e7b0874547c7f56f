use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use table::Millis;

/// The time of the day, which never goes back.
pub(crate) fn now() -> Millis {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    static AHEAD: AtomicU64 = AtomicU64::new(0);
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    later(&AHEAD, clock, BEGUN.elapsed())
}

/// The machine's clock may be set while tables wait for their bots' moments. Forward it is followed; while it is behind, time goes
/// on without it, or all would wait until that is made up for. `ahead` is the most that the clock was ever ahead of the time that
/// has passed.
fn later(ahead: &AtomicU64, clock: Duration, passed: Duration) -> Millis {
    let millis = |time: Duration| Millis::try_from(time.as_millis()).unwrap_or(Millis::MAX);
    let by = millis(clock.saturating_sub(passed));
    ahead.fetch_max(by, Ordering::Relaxed).max(by).saturating_add(millis(passed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_set_back_stops_nothing() {
        let ahead = AtomicU64::new(0);
        let at = |clock, passed| later(&ahead, Duration::from_secs(clock), Duration::from_secs(passed));
        assert_eq!(at(1000, 0), 1_000_000);
        assert_eq!(at(1010, 10), 1_010_000);
        assert_eq!(at(411, 11), 1_011_000, "set back by ten minutes");
        assert_eq!(at(422, 22), 1_022_000);
        assert_eq!(at(2023, 23), 2_023_000, "and forward");
    }
}
