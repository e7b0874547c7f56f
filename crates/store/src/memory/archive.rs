//! Finished matches and ratings, in memory.

use std::collections::{BTreeMap, BTreeSet};

use crate::{CountRow, MatchRow, Pool, RatingRow, ResultRow, ReviewRow, Who};

/// What names a match.
type Key = (u64, u32);

#[derive(Default)]
pub(super) struct Archive {
    /// In the order in which they were filed.
    matches: Vec<MatchRow>,
    places: BTreeMap<Key, usize>,
    of_players: BTreeMap<u64, Vec<usize>>,
    uncounted: BTreeSet<usize>,
    ratings: BTreeMap<(Who, String, Pool), RatingRow>,
    reviews: BTreeMap<(Key, u8), String>,
}

impl Archive {
    pub(super) fn has(&self, key: Key) -> bool {
        self.places.contains_key(&key)
    }

    pub(super) fn is_uncounted(&self, key: Key) -> bool {
        self.places.get(&key).is_some_and(|place| self.uncounted.contains(place))
    }

    pub(super) fn file(&mut self, row: MatchRow) {
        let place = self.matches.len();
        for seat in &row.result.seats {
            if let Some(Who::Player(player)) = seat.who {
                self.of_players.entry(player).or_default().push(place);
            }
        }
        if row.result.pool.is_some() {
            self.uncounted.insert(place);
        }
        self.places.insert((row.result.table, row.result.number), place);
        self.matches.push(row);
    }

    pub(super) fn count(&mut self, row: CountRow) {
        let Some(place) = self.places.get(&(row.table, row.number)) else { return };
        self.uncounted.remove(place);
        for (change, rating) in row.ratings {
            let seats = &mut self.matches[*place].result.seats;
            let own = seats.iter_mut().filter(|seat| seat.who.as_ref() == Some(&rating.who));
            own.for_each(|seat| seat.change = Some(change));
            self.ratings.insert((rating.who.clone(), rating.game.clone(), rating.pool), rating);
        }
    }

    pub(super) fn finished(&self, key: Key) -> Option<MatchRow> {
        self.places.get(&key).map(|place| self.matches[*place].clone())
    }

    pub(super) fn review(&mut self, row: ReviewRow) {
        self.reviews.insert(((row.table, row.number), row.seat), row.body);
    }

    pub(super) fn review_of(&self, key: Key, seat: u8) -> Option<String> {
        self.reviews.get(&(key, seat)).cloned()
    }

    /// Numbers are from 1, as in a file.
    pub(super) fn matches_of(&self, player: u64, before: Option<u64>, most: usize) -> Vec<(u64, ResultRow)> {
        let Some(places) = self.of_players.get(&player) else { return Vec::new() };
        let older =
            before.map_or(places.len(), |before| places.partition_point(|place| *place as u64 + 1 < before));
        let numbered = |place: &usize| (*place as u64 + 1, self.matches[*place].result.clone());
        places[..older].iter().rev().take(most).map(numbered).collect()
    }

    pub(super) fn uncounted(&self, most: usize) -> Vec<ResultRow> {
        self.uncounted.iter().take(most).map(|place| self.matches[*place].result.clone()).collect()
    }

    pub(super) fn ratings(&self, who: &Who) -> Vec<RatingRow> {
        let from = (who.clone(), String::new(), Pool::People);
        let own = self.ratings.range(from..).take_while(|((other, ..), _)| other == who);
        own.map(|(_, row)| row.clone()).collect()
    }

    pub(super) fn leaders(&self, game: &str, pool: Pool, at: u64, most: usize) -> Vec<RatingRow> {
        let listed = |row: &&RatingRow| row.game == game && row.pool == pool && row.settled_until > at;
        let mut leaders: Vec<RatingRow> = self.ratings.values().filter(listed).cloned().collect();
        // The map has them in the order in which equals are listed.
        leaders.sort_by(|a, b| b.rating.total_cmp(&a.rating));
        leaders.truncate(most);
        leaders
    }
}
