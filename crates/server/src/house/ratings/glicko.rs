//! What a match makes of ratings, by Glicko-2.
//!
//! A match is a rating period for those who have played it, and every two of its seats are a game: whoever has the better place has won
//! it. The seats that bots of one level have are one and the same player's, who does not play against itself.

use std::collections::BTreeMap;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use store::{Change, CountRow, Pool, RatingRow, ResultRow, Who};
use table::Millis;

/// A rating that is less sure than this is provisional.
pub const PROVISIONAL: f64 = 110.0;
/// So long away makes a rating as much less sure as a period without a match. A sure one is provisional again after about a year.
const PERIOD: Millis = 5 * 24 * 3600 * 1000;
/// Glicko-2's own scale, in points.
const SCALE: f64 = 173.7178;
/// As unsure as that of somebody new, and no more.
const LEAST_SURE: f64 = 350.0;

/// How unsure the rating is at that time.
pub fn deviation_at(row: &RatingRow, at: Millis) -> f64 {
    let periods = at.saturating_sub(row.rated_at) as f64 / PERIOD as f64;
    let growth = SCALE * row.volatility * periods.sqrt();
    row.deviation.hypot(growth).min(LEAST_SURE)
}

/// What the match makes of the ratings that its players had, in its game and its pool. Who had none is new.
pub(super) fn count(result: &ResultRow, pool: Pool, known: Vec<RatingRow>) -> CountRow {
    let mut known: BTreeMap<Who, RatingRow> = known.into_iter().map(|row| (row.who.clone(), row)).collect();
    let players: Vec<(&Who, u8)> =
        result.seats.iter().filter_map(|seat| Some((seat.who.as_ref()?, seat.place))).collect();
    for (who, _) in &players {
        known.entry((*who).clone()).or_insert_with(|| newcomer((*who).clone(), result, pool));
    }
    let before: BTreeMap<&Who, Glicko2Rating> =
        known.iter().map(|(who, row)| (who, rested(row, result.ended_at))).collect();
    let ratings = known.iter().map(|(who, row)| {
        let games: Vec<(Glicko2Rating, Outcomes)> = players
            .iter()
            .filter(|(player, _)| *player == who)
            .flat_map(|(_, own)| {
                let others = players.iter().filter(|(player, _)| *player != who);
                others.map(|(other, place)| (before[other], outcome(*own, *place)))
            })
            .collect();
        let after = glicko2_rating_period(&before[who], &games, &Glicko2Config::new());
        let sound = after.rating.is_finite() && after.deviation.is_finite() && after.volatility.is_finite();
        let after = if sound { after } else { before[who] };
        let change = Change { before: row.rating.round() as i32, after: after.rating.round() as i32 };
        (change, rated(row, after, result.ended_at))
    });
    CountRow { table: result.table, number: result.number, ratings: ratings.collect() }
}

fn newcomer(who: Who, result: &ResultRow, pool: Pool) -> RatingRow {
    let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
    RatingRow {
        who,
        game: result.game.clone(),
        pool,
        rating,
        deviation,
        volatility,
        matches: 0,
        rated_at: result.ended_at,
        settled_until: 0,
    }
}

fn rested(row: &RatingRow, at: Millis) -> Glicko2Rating {
    Glicko2Rating { rating: row.rating, deviation: deviation_at(row, at), volatility: row.volatility }
}

fn outcome(own: u8, other: u8) -> Outcomes {
    match own.cmp(&other) {
        std::cmp::Ordering::Less => Outcomes::WIN,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
        std::cmp::Ordering::Greater => Outcomes::LOSS,
    }
}

fn rated(row: &RatingRow, after: Glicko2Rating, ended_at: Millis) -> RatingRow {
    let Glicko2Rating { rating, deviation, volatility } = after;
    // A clock that was set back makes nobody less sure.
    let rated_at = row.rated_at.max(ended_at);
    let periods = (PROVISIONAL.powi(2) - deviation.powi(2)) / (SCALE * volatility).powi(2);
    let settled_until =
        if periods > 0.0 { rated_at.saturating_add((periods * PERIOD as f64) as Millis) } else { 0 };
    RatingRow {
        rating,
        deviation,
        volatility,
        matches: row.matches.saturating_add(1),
        rated_at,
        settled_until,
        ..row.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::SeatRow;

    const AT: Millis = 1_790_000_000_000;

    fn row(player: u64, rating: f64, deviation: f64) -> RatingRow {
        let at = result(&[]);
        RatingRow { rating, deviation, matches: 7, ..newcomer(Who::Player(player), &at, Pool::People) }
    }

    fn result(seats: &[(Who, u8)]) -> ResultRow {
        let seat = |(who, place): &(Who, u8)| SeatRow {
            who: Some(who.clone()),
            score: 0,
            place: *place,
            change: None,
        };
        ResultRow {
            table: 1,
            number: 1,
            game: "kierki".into(),
            preset: Some("seven".into()),
            pool: Some(Pool::People),
            public: false,
            ended_at: AT,
            seats: seats.iter().map(seat).collect(),
        }
    }

    fn people(places: &[u8]) -> Vec<(Who, u8)> {
        places.iter().enumerate().map(|(player, place)| (Who::Player(player as u64), *place)).collect()
    }

    fn of(counted: &CountRow, who: &Who) -> RatingRow {
        counted.ratings.iter().find(|(_, row)| row.who == *who).expect("it has played").1.clone()
    }

    /// Glickman's own example: http://www.glicko.net/glicko/glicko2.pdf
    #[test]
    fn the_published_example() {
        let known =
            vec![row(0, 1500.0, 200.0), row(1, 1400.0, 30.0), row(2, 1550.0, 100.0), row(3, 1700.0, 300.0)];
        let counted = count(&result(&people(&[3, 4, 1, 1])), Pool::People, known);
        let new = of(&counted, &Who::Player(0));
        assert!((new.rating - 1464.06).abs() < 0.01, "{new:?}");
        assert!((new.deviation - 151.52).abs() < 0.01, "{new:?}");
        assert!((new.volatility - 0.05999).abs() < 0.00001, "{new:?}");
        assert_eq!((new.matches, new.settled_until), (8, 0));
        assert_eq!(counted.ratings[0].0, Change { before: 1500, after: 1464 });
    }

    #[test]
    fn the_order_of_the_seats_decides_nothing() {
        let known = || vec![row(0, 1500.0, 200.0), row(1, 1400.0, 30.0), row(2, 1550.0, 100.0)];
        let mut seats = people(&[2, 1, 2]);
        let counted = count(&result(&seats), Pool::People, known());
        seats.reverse();
        let other = count(&result(&seats), Pool::People, known().into_iter().rev().collect());
        assert_eq!(counted, other);
    }

    #[test]
    fn what_one_wins_from_an_equal_the_other_loses() {
        let counted = count(&result(&people(&[1, 2])), Pool::People, Vec::new());
        let [one, two] = [0, 1].map(|player| of(&counted, &Who::Player(player)));
        assert!(one.rating > 1600.0 && (one.rating + two.rating - 3000.0).abs() < 1e-6);
        assert_eq!((one.matches, one.deviation, one.rated_at), (1, two.deviation, AT));
        let drawn = count(&result(&people(&[1, 1])), Pool::People, Vec::new());
        assert!((of(&drawn, &Who::Player(0)).rating - 1500.0).abs() < 1e-6);
    }

    #[test]
    fn bots_of_one_level_are_one_player_that_does_not_play_itself() {
        let casual = Who::Bot("casual".into());
        let ann = Who::Player(1);
        let seats = [(ann.clone(), 2), (casual.clone(), 1), (casual.clone(), 3), (casual.clone(), 4)];
        let counted = count(&result(&seats), Pool::Bots, Vec::new());
        assert_eq!(counted.ratings.len(), 2);
        let (ann, casual) = (of(&counted, &ann), of(&counted, &casual));
        assert!(ann.rating > 1500.0 && (ann.rating + casual.rating - 3000.0).abs() < 1e-6);
        assert_eq!((casual.matches, casual.pool), (1, Pool::Bots));
    }

    #[test]
    fn time_away_makes_less_sure_and_in_the_end_provisional() {
        let mut sure = row(0, 1500.0, 60.0);
        sure = rated(&sure, rested(&sure, AT), AT);
        let day = 24 * 3600 * 1000;
        assert_eq!(deviation_at(&sure, AT), 60.0);
        assert_eq!(deviation_at(&sure, AT - day), 60.0, "a clock set back changes nothing");
        assert!(deviation_at(&sure, AT + 100 * day) > 60.0);
        let until = sure.settled_until;
        assert!((300..500).contains(&((until - AT) / day)));
        assert!(
            deviation_at(&sure, until - day) < PROVISIONAL && deviation_at(&sure, until + day) > PROVISIONAL
        );
        assert_eq!(deviation_at(&sure, AT + 100_000 * day), LEAST_SURE);
    }

    #[test]
    fn numbers_that_are_off_make_none_that_are_worse() {
        let known = vec![row(0, 1e300, 200.0), row(1, -1e300, 1e-300)];
        let counted = count(&result(&people(&[2, 1])), Pool::People, known);
        assert!(counted.ratings.iter().all(|(_, row)| row.rating.is_finite() && row.deviation.is_finite()));
    }
}
