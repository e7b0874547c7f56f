//! Matches that count, and the ratings that follow from them, in every store.
#![allow(clippy::unwrap_used)]

use store::*;

fn every_store(check: impl Fn(&dyn Log)) {
    check(&Memory::new());
    let folder = tempfile::tempdir().unwrap();
    check(&Sqlite::open(&folder.path().join("house.db")).unwrap());
}

fn casual() -> Who {
    Who::Bot("casual".into())
}

fn rated(number: u32) -> MatchRow {
    let seat = |who, score, place| SeatRow { who: Some(who), score, place, change: None };
    let result = ResultRow {
        table: 7,
        number,
        game: "koikoi".into(),
        preset: Some("japan".into()),
        pool: Some(Pool::Bots),
        public: true,
        ended_at: 100,
        seats: vec![seat(Who::Player(u64::MAX), -3, 2), seat(casual(), 3, 1), seat(casual(), 3, 1)],
    };
    MatchRow { result, replay: "{}".into() }
}

fn rating(who: Who, rating: f64, settled_until: u64) -> RatingRow {
    RatingRow {
        who,
        game: "koikoi".into(),
        pool: Pool::Bots,
        rating,
        deviation: 101.5,
        volatility: 0.06,
        matches: 3,
        rated_at: 100,
        settled_until,
    }
}

fn count(number: u32, ratings: Vec<RatingRow>) -> Write {
    let change = |row: RatingRow| (Change { before: 1500, after: row.rating as i32 }, row);
    Write::Count(CountRow { table: 7, number, ratings: ratings.into_iter().map(change).collect() })
}

#[test]
fn a_review_is_kept_with_its_match() {
    every_store(|log| {
        let fence = log.claim(Shard(0), "one").unwrap();
        let write = |writes| log.append(&fence, writes).wait();
        let review =
            |seat, body: &str| Write::Review(ReviewRow { table: 7, number: 2, seat, body: body.to_owned() });
        assert!(matches!(write(vec![review(0, "none")]), Err(StoreError::Conflict(_))), "there is no match");
        write(vec![Write::Match(rated(2)), review(0, "first")]).unwrap();
        write(vec![review(0, "second"), review(1, "other")]).unwrap();
        assert_eq!(log.review(7, 2, 0).unwrap().as_deref(), Some("second"));
        assert_eq!(log.review(7, 2, 1).unwrap().as_deref(), Some("other"));
        assert_eq!((log.review(7, 2, 2).unwrap(), log.review(7, 1, 0).unwrap()), (None, None));
    });
}

#[test]
fn a_match_is_counted_once() {
    every_store(|log| {
        let fence = log.claim(Shard(0), "one").unwrap();
        let write = |writes| log.append(&fence, writes).wait();
        assert!(matches!(write(vec![count(1, vec![])]), Err(StoreError::Conflict(_))), "there is none");
        write(vec![Write::Match(rated(2)), Write::Match(rated(1))]).unwrap();
        assert_eq!(log.uncounted(10).unwrap(), [rated(2).result, rated(1).result], "in the order of filing");
        assert_eq!(log.uncounted(1).unwrap(), [rated(2).result]);
        let own = rating(Who::Player(u64::MAX), 1450.25, 0);
        write(vec![count(2, vec![own.clone(), rating(casual(), 1550.75, 9)])]).unwrap();
        assert_eq!(log.uncounted(10).unwrap(), [rated(1).result]);
        let again = write(vec![count(2, vec![rating(casual(), 1.0, 9)])]);
        assert!(matches!(again, Err(StoreError::Conflict(_))));
        let twice = write(vec![count(1, vec![]), count(1, vec![])]);
        assert!(matches!(twice, Err(StoreError::Conflict(_))));
        assert_eq!(log.uncounted(10).unwrap().len(), 1, "nothing of it was done");
        assert_eq!(log.ratings(&casual()).unwrap(), [rating(casual(), 1550.75, 9)]);
        assert_eq!(log.ratings(&own.who).unwrap(), [own]);
        assert_eq!(log.ratings(&Who::Player(0)).unwrap(), []);
        let changes = |number| {
            let row = log.finished(7, number).unwrap().unwrap();
            row.result.seats.iter().map(|seat| seat.change.map(|change| change.after)).collect::<Vec<_>>()
        };
        assert_eq!((changes(2), changes(1)), (vec![Some(1450), Some(1550), Some(1550)], vec![None; 3]));
        assert_eq!(
            log.matches_of(u64::MAX, None, 9).unwrap()[1].1.seats,
            log.finished(7, 2).unwrap().unwrap().result.seats
        );
    });
}

#[test]
fn leaders_are_those_of_whom_one_can_be_sure() {
    every_store(|log| {
        let fence = log.claim(Shard(0), "one").unwrap();
        let ratings = vec![
            rating(Who::Player(1), 1600.0, 50),
            rating(Who::Player(2), 1900.0, 0),
            rating(Who::Player(3), 1700.0, 20),
            rating(casual(), 1650.0, 90),
            RatingRow { game: "kierki".into(), ..rating(Who::Player(4), 1800.0, 50) },
            RatingRow { pool: Pool::People, ..rating(Who::Player(5), 1850.0, 50) },
        ];
        log.append(&fence, vec![Write::Match(rated(1)), count(1, ratings)]).wait().unwrap();
        let leaders = |at, most| {
            let rows = log.leaders("koikoi", Pool::Bots, at, most).unwrap();
            rows.into_iter().map(|row| row.who).collect::<Vec<_>>()
        };
        assert_eq!(leaders(10, 9), [Who::Player(3), casual(), Who::Player(1)]);
        assert_eq!(leaders(10, 2), [Who::Player(3), casual()]);
        assert_eq!(leaders(20, 9), [casual(), Who::Player(1)]);
        assert_eq!(leaders(0, 9).len(), 3, "who is not sure enough never is");
    });
}

#[test]
fn matches_of_the_first_version_are_kept_with_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(include_str!("../migrations/0001_house.sql")).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    old.execute_batch(
        r#"INSERT INTO matches VALUES
               (9, 1, 'koikoi', 100, '{"players":["Ann","bot (club)"],"scores":[3,-3]}'),
               (8, 1, 'kaboom', 200, '{"players":["Bob","Ann",""],"scores":[5,5,2]}');
           INSERT INTO match_players VALUES (9, 1, 0, 4), (8, 1, 0, 5), (8, 1, 1, 4);"#,
    )
    .unwrap();
    drop(old);
    let log = Sqlite::open(&path).unwrap();
    let seats = |table| {
        let row = log.finished(table, 1).unwrap().unwrap().result;
        assert_eq!((row.pool, row.public), (None, false));
        row.seats.into_iter().map(|seat| (seat.who, seat.score, seat.place)).collect::<Vec<_>>()
    };
    assert_eq!(seats(9), [(Some(Who::Player(4)), 3, 1), (Some(Who::Bot("club".into())), -3, 2)]);
    assert_eq!(seats(8), [(Some(Who::Player(5)), 5, 2), (Some(Who::Player(4)), 5, 2), (None, 2, 1)]);
    let of_ann = log.matches_of(4, None, 9).unwrap();
    assert_eq!(of_ann.iter().map(|(_, row)| row.table).collect::<Vec<_>>(), [8, 9]);
    assert!(log.finished(9, 1).unwrap().unwrap().replay.contains("Ann"));
}

#[test]
fn no_question_looks_at_everything() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    drop(Sqlite::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    for query in [
        "SELECT * FROM match_seats JOIN matches USING (seq) WHERE player = 1 AND match_seats.seq < 9 ORDER BY match_seats.seq DESC LIMIT 5",
        "SELECT * FROM match_seats WHERE seq = 5 ORDER BY seat",
        "SELECT * FROM ratings WHERE player = 1 AND bot = '' ORDER BY game, pool DESC",
        "SELECT * FROM ratings WHERE game = 'koikoi' AND pool = 'bots' AND settled_until > 0 AND settled_until > 9 ORDER BY rating DESC, bot, player LIMIT 5",
        "DELETE FROM uncounted WHERE seq = (SELECT seq FROM matches WHERE table_id = 1 AND number = 2)",
    ] {
        let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {query}")).unwrap();
        let steps = plan.query_map([], |row| row.get::<_, String>(3)).unwrap();
        let steps: Vec<String> = steps.map(Result::unwrap).collect();
        assert!(steps.iter().any(|step| step.starts_with("SEARCH")), "{query}: {steps:?}");
        assert!(!steps.iter().any(|step| step.starts_with("SCAN")), "{query}: {steps:?}");
    }
}
