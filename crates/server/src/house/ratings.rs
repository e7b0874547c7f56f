//! Ratings: they follow from finished matches, which are counted one after the other, each once.
//!
//! A match that counts is filed as such with the entry that ended it. What it makes of the ratings is written, and the match marked as
//! counted, in one step; so whatever happens in between, it is still to be counted, or was.

mod glicko;

use store::{Log, Pool, RatingRow, ResultRow, StoreError, Who, Write};
use table::{Millis, PlayerId};

pub use glicko::{PROVISIONAL, deviation_at};

use super::{House, Stage, blocking};

/// So many matches are looked up at once.
const BATCH: usize = 64;

impl House {
    /// Counts every match that ends, and first those that were not counted before, until the house closes.
    pub(super) async fn keep_ratings(self) {
        let mut stage = self.stage();
        loop {
            match self.count_matches().await {
                Ok(()) => {}
                Err(error @ (StoreError::Fenced | StoreError::Conflict(_))) => return self.0.fail(&error),
                // With the next match it is tried again, and at the next start.
                Err(error) => tracing::error!(%error, "matches cannot be counted"),
            }
            tokio::select! {
                () = self.0.counting.notified() => {}
                _ = stage.wait_for(|stage| matches!(stage, Stage::Closed | Stage::Failed(_))) => return,
            }
        }
    }

    async fn count_matches(&self) -> Result<(), StoreError> {
        loop {
            let store = self.0.store.clone();
            let waiting = blocking(move || store.uncounted(BATCH)).await?;
            if waiting.is_empty() {
                return Ok(());
            }
            for result in waiting {
                let store = self.0.store.clone();
                let write = blocking(move || count(&*store, &result)).await?;
                self.0.append(vec![write]).await?;
            }
        }
    }

    /// All ratings of a player.
    pub async fn ratings_of(&self, player: PlayerId) -> Result<Vec<RatingRow>, StoreError> {
        let store = self.0.store.clone();
        blocking(move || store.ratings(&Who::Player(player.0))).await
    }

    /// The best of a game whose ratings are sure enough now.
    pub async fn leaders(
        &self,
        game: &'static str,
        pool: Pool,
        at: Millis,
        most: usize,
    ) -> Result<Vec<RatingRow>, StoreError> {
        let store = self.0.store.clone();
        blocking(move || store.leaders(game, pool, at, most)).await
    }

    /// The player's matches, the latest first, each with its number among all: those before that number, if one is given.
    pub async fn matches_of(
        &self,
        player: PlayerId,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<(u64, ResultRow)>, StoreError> {
        let store = self.0.store.clone();
        blocking(move || store.matches_of(player.0, before, most)).await
    }
}

/// What the match makes of the ratings that are in the store.
fn count(log: &dyn Log, result: &ResultRow) -> Result<Write, StoreError> {
    let pool = result.pool.ok_or_else(|| StoreError::Conflict("a match that does not count".to_owned()))?;
    let mut players: Vec<&Who> = result.seats.iter().filter_map(|seat| seat.who.as_ref()).collect();
    players.sort();
    players.dedup();
    let mut known = Vec::new();
    for who in players {
        let own = log.ratings(who)?;
        known.extend(own.into_iter().filter(|row| row.game == result.game && row.pool == pool));
    }
    Ok(Write::Count(glicko::count(result, pool, known)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{MatchRow, Memory, SeatRow, Shard};

    fn rated(table: u64, players: [u64; 2]) -> MatchRow {
        let seat = |(place, player): (usize, u64)| SeatRow {
            who: Some(Who::Player(player)),
            score: 0,
            place: place as u8 + 1,
            change: None,
        };
        let result = ResultRow {
            table,
            number: 1,
            game: "koikoi".into(),
            preset: Some("japan".into()),
            pool: Some(Pool::People),
            public: true,
            ended_at: 1000 * table,
            seats: players.into_iter().enumerate().map(seat).collect(),
        };
        MatchRow { result, replay: "{}".into() }
    }

    /// The ratings after these matches; the counter is stopped before each write and begins again if `crash` says so.
    fn after(matches: &[MatchRow], crash: impl Fn(usize) -> bool) -> Vec<RatingRow> {
        let log = Memory::new();
        let fence = log.claim(Shard(0), "one").expect("a fence");
        let writes = matches.iter().cloned().map(Write::Match).collect();
        log.append(&fence, writes).wait().expect("they fit");
        for step in 0.. {
            let waiting = log.uncounted(BATCH).expect("it answers");
            let Some(first) = waiting.first() else { break };
            let write = count(&log, first).expect("it counts");
            if !crash(step) {
                log.append(&fence, vec![write.clone()]).wait().expect("it is counted");
                // Whoever does not know that it was written writes it again.
                assert!(log.append(&fence, vec![write]).wait().is_err());
            }
        }
        (1..=6).flat_map(|player| log.ratings(&Who::Player(player)).expect("it answers")).collect()
    }

    #[test]
    fn a_match_counts_once_whenever_the_counter_stops() {
        let matches = [rated(1, [1, 2]), rated(2, [2, 3]), rated(3, [1, 2]), rated(4, [3, 1])];
        let expected = after(&matches, |_| false);
        assert_eq!(expected.iter().map(|row| row.matches).collect::<Vec<_>>(), [3, 3, 2]);
        assert_eq!(after(&matches, |step| step % 2 == 0), expected);
        assert_eq!(after(&matches, |step| step < 5), expected);
    }

    #[test]
    fn matches_of_others_change_nothing_in_between() {
        let (first, second, third) = (rated(1, [1, 2]), rated(2, [3, 4]), rated(3, [5, 6]));
        let expected = after(&[first.clone(), second.clone(), third.clone()], |_| false);
        assert_eq!(after(&[third.clone(), first.clone(), second.clone()], |_| false), expected);
        assert_eq!(after(&[second, third, first], |_| false), expected);
    }
}
