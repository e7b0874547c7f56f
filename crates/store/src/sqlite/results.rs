//! Finished matches and ratings, in SQL.

use rusqlite::{Connection, Row, params};

use super::Sqlite;
use super::read::number;
use crate::{Change, CountRow, MatchRow, Pool, RatingRow, ResultRow, SeatRow, StoreError, Who};

/// What of a match is read without its replay.
const RESULT: &str = "matches.seq, table_id, number, game, preset, pool, public, ended_at";
const RATING: &str =
    "player, bot, game, pool, rating, deviation, volatility, matches, rated_at, settled_until";

/// How many rows the match itself makes.
pub(super) fn file(step: &Connection, row: &MatchRow) -> rusqlite::Result<usize> {
    let MatchRow { result, replay } = row;
    let filed = step
        .prepare_cached(
            "INSERT INTO matches (table_id, number, game, preset, pool, public, ended_at, replay)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            result.table.cast_signed(),
            result.number,
            result.game,
            result.preset,
            result.pool.map(Pool::name),
            result.public,
            result.ended_at.cast_signed(),
            replay
        ])?;
    let seq = step.last_insert_rowid();
    for (seat, row) in result.seats.iter().enumerate() {
        let (player, bot) = match &row.who {
            Some(Who::Player(player)) => (Some(player.cast_signed()), None),
            Some(Who::Bot(level)) => (None, Some(level)),
            None => (None, None),
        };
        step.prepare_cached(
            "INSERT INTO match_seats (seq, seat, player, bot, score, place) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![seq, seat as u32, player, bot, row.score, row.place])?;
    }
    if result.pool.is_some() {
        step.prepare_cached("INSERT INTO uncounted (seq) VALUES (?1)")?.execute([seq])?;
    }
    Ok(filed)
}

/// Whether the match was still to be counted.
pub(super) fn count(step: &Connection, row: &CountRow) -> rusqlite::Result<usize> {
    let counted = step
        .prepare_cached(
            "DELETE FROM uncounted
             WHERE seq = (SELECT seq FROM matches WHERE table_id = ?1 AND number = ?2)",
        )?
        .execute(params![row.table.cast_signed(), row.number])?;
    for (change, rating) in &row.ratings {
        let (player, bot) = key(&rating.who);
        step.prepare_cached(
            "INSERT OR REPLACE INTO ratings (player, bot, game, pool, rating, deviation, volatility, matches,
                 rated_at, settled_until) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            player,
            bot,
            rating.game,
            rating.pool.name(),
            rating.rating,
            rating.deviation,
            rating.volatility,
            rating.matches,
            rating.rated_at.cast_signed(),
            rating.settled_until.cast_signed()
        ])?;
        step.prepare_cached(
            "UPDATE match_seats SET rating_before = ?5, rating_after = ?6
             WHERE seq = (SELECT seq FROM matches WHERE table_id = ?1 AND number = ?2)
                 AND CASE WHEN ?4 = '' THEN player = ?3 ELSE bot = ?4 END",
        )?
        .execute(params![
            row.table.cast_signed(),
            row.number,
            player,
            bot,
            change.before,
            change.after
        ])?;
    }
    Ok(counted)
}

impl Sqlite {
    pub(super) fn match_of(&self, table: u64, number: u32) -> Result<Option<MatchRow>, StoreError> {
        let query = format!("SELECT {RESULT}, replay FROM matches WHERE table_id = ?1 AND number = ?2");
        let found = self.one(&query, params![table.cast_signed(), number], |row| {
            Ok((result_row(row)?, row.get::<_, String>(8)?))
        })?;
        let found = found.map(|((seq, result), replay)| {
            Ok(MatchRow { result: ResultRow { seats: self.seats_of(seq)?, ..result }, replay })
        });
        found.transpose()
    }

    pub(super) fn results_of(
        &self,
        player: u64,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<(u64, ResultRow)>, StoreError> {
        let query = format!(
            "SELECT {RESULT} FROM match_seats JOIN matches USING (seq)
             WHERE player = ?1 AND match_seats.seq < ?2 ORDER BY match_seats.seq DESC LIMIT ?3"
        );
        let before = before.and_then(|before| i64::try_from(before).ok()).unwrap_or(i64::MAX);
        self.results(&query, params![player.cast_signed(), before, limit(most)])
    }

    pub(super) fn first_uncounted(&self, most: usize) -> Result<Vec<ResultRow>, StoreError> {
        let query = format!(
            "SELECT {RESULT} FROM uncounted JOIN matches USING (seq) ORDER BY uncounted.seq LIMIT ?1"
        );
        let found = self.results(&query, [limit(most)])?;
        Ok(found.into_iter().map(|(_, result)| result).collect())
    }

    pub(super) fn ratings_of(&self, who: &Who) -> Result<Vec<RatingRow>, StoreError> {
        let (player, bot) = key(who);
        let query =
            format!("SELECT {RATING} FROM ratings WHERE player = ?1 AND bot = ?2 ORDER BY game, pool DESC");
        self.all(&query, params![player, bot], rating_row)
    }

    pub(super) fn best(
        &self,
        game: &str,
        pool: Pool,
        at: u64,
        most: usize,
    ) -> Result<Vec<RatingRow>, StoreError> {
        // The condition on 0 is what the index was made for.
        let query = format!(
            "SELECT {RATING} FROM ratings
             WHERE game = ?1 AND pool = ?2 AND settled_until > 0 AND settled_until > ?3
             ORDER BY rating DESC, bot, player LIMIT ?4"
        );
        self.all(&query, params![game, pool.name(), at.cast_signed(), limit(most)], rating_row)
    }

    fn results(
        &self,
        query: &str,
        params: impl rusqlite::Params,
    ) -> Result<Vec<(u64, ResultRow)>, StoreError> {
        let found = self.all(query, params, result_row)?;
        let with_seats = |(seq, result)| Ok((seq, ResultRow { seats: self.seats_of(seq)?, ..result }));
        found.into_iter().map(with_seats).collect()
    }

    fn seats_of(&self, seq: u64) -> Result<Vec<SeatRow>, StoreError> {
        let query = "SELECT player, bot, score, place, rating_before, rating_after FROM match_seats
                     WHERE seq = ?1 ORDER BY seat";
        self.all(query, [seq.cast_signed()], |row| {
            let player = row.get::<_, Option<i64>>(0)?.map(|player| Who::Player(player.cast_unsigned()));
            let bot = row.get::<_, Option<String>>(1)?.map(Who::Bot);
            let (before, after) = (row.get::<_, Option<i32>>(4)?, row.get::<_, Option<i32>>(5)?);
            Ok(SeatRow {
                who: player.or(bot),
                score: row.get(2)?,
                place: row.get(3)?,
                change: before.zip(after).map(|(before, after)| Change { before, after }),
            })
        })
    }
}

/// A player and a bot in the columns of a rating.
fn key(who: &Who) -> (i64, &str) {
    match who {
        Who::Player(player) => (player.cast_signed(), ""),
        Who::Bot(level) => (0, level),
    }
}

fn limit(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}

/// The match without its seats, and its number among all.
fn result_row(row: &Row<'_>) -> rusqlite::Result<(u64, ResultRow)> {
    let result = ResultRow {
        table: number(row, 1)?,
        number: row.get(2)?,
        game: row.get(3)?,
        preset: row.get(4)?,
        pool: row.get::<_, Option<String>>(5)?.as_deref().and_then(Pool::named),
        public: row.get(6)?,
        ended_at: number(row, 7)?,
        seats: Vec::new(),
    };
    Ok((number(row, 0)?, result))
}

fn rating_row(row: &Row<'_>) -> rusqlite::Result<RatingRow> {
    let bot: String = row.get(1)?;
    let pool: String = row.get(3)?;
    Ok(RatingRow {
        who: if bot.is_empty() { Who::Player(number(row, 0)?) } else { Who::Bot(bot) },
        game: row.get(2)?,
        pool: Pool::named(&pool).unwrap_or(Pool::People),
        rating: row.get(4)?,
        deviation: row.get(5)?,
        volatility: row.get(6)?,
        matches: row.get(7)?,
        rated_at: number(row, 8)?,
        settled_until: number(row, 9)?,
    })
}
