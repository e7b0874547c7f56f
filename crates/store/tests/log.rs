//! What every store keeps to, and what only a file can show.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use store::*;

fn table(id: u64) -> Write {
    Write::Table(TableRow { id, shard: 0, game: "koikoi".into(), opened_at: 5, closed_at: None })
}

fn entry(table: u64, seq: u64) -> EntryRow {
    EntryRow { table, seq, at: 10 + seq, body: format!("{{\"number\":{seq}}}") }
}

fn player(player: u64, name: &str) -> PlayerRow {
    PlayerRow { player, name: name.into(), phrase_hash: None, made_at: 1 }
}

fn token(player: u64, number: u8, made_at: u64) -> Write {
    Write::Token(TokenRow { hash: vec![number; 32], player, made_at, by_pass: false })
}

fn seat(who: Who, score: i32, place: u8) -> SeatRow {
    SeatRow { who: Some(who), score, place, change: None }
}

fn finished(table: u64, number: u32, players: &[u64]) -> MatchRow {
    let seats =
        players.iter().enumerate().map(|(place, player)| seat(Who::Player(*player), 9, place as u8 + 1));
    let result = ResultRow {
        table,
        number,
        game: "koikoi".into(),
        preset: Some("japan".into()),
        pool: None,
        public: number == 1,
        ended_at: 100 + u64::from(number),
        seats: seats.collect(),
    };
    MatchRow { result, replay: format!("{{\"number\":{number}}}") }
}

fn every_store(check: impl Fn(&dyn Log)) {
    check(&Memory::new());
    let folder = tempfile::tempdir().unwrap();
    check(&Sqlite::open(&folder.path().join("house.db")).unwrap());
}

#[test]
fn what_is_written_can_be_read() {
    every_store(|log| {
        let fence = log.claim(Shard(0), "one").unwrap();
        let write = |writes| log.append(&fence, writes).wait();
        write(vec![table(1), table(2), Write::Entry(entry(1, 0)), Write::Entry(entry(1, 1))]).unwrap();
        write(vec![Write::Entry(entry(1, 2)), Write::Entry(entry(2, 0))]).unwrap();
        assert_eq!(log.entries(1).unwrap(), [entry(1, 0), entry(1, 1), entry(1, 2)]);
        assert_eq!(log.entries(3).unwrap(), []);
        assert_eq!(log.table(2).unwrap().unwrap().id, 2);
        write(vec![Write::Close { table: 1, at: 99 }]).unwrap();
        let open: Vec<u64> = log.open_tables(Shard(0)).unwrap().iter().map(|row| row.id).collect();
        assert_eq!(open, [2]);
        assert_eq!(log.table(1).unwrap().unwrap().closed_at, Some(99));
        // Its log is not needed any more; that of others is.
        assert_eq!((log.entries(1).unwrap(), log.entries(2).unwrap()), (vec![], vec![entry(2, 0)]));
        assert!(log.open_tables(Shard(7)).unwrap().is_empty());
    });
}

#[test]
fn players_and_matches() {
    every_store(|log| {
        let fence = log.claim(Shard(0), "one").unwrap();
        let write = |write| log.append(&fence, vec![write]).wait();
        write(Write::Player(player(u64::MAX, "Ann"))).unwrap();
        let renamed = PlayerRow { phrase_hash: Some(vec![7; 32]), ..player(u64::MAX, "Anna") };
        write(Write::Player(renamed.clone())).unwrap();
        assert_eq!(log.player(u64::MAX).unwrap(), Some(renamed.clone()));
        assert_eq!(log.player_by_phrase(&[7; 32]).unwrap(), Some(renamed));
        assert_eq!(log.player_by_phrase(b"other").unwrap(), None);
        let thief = PlayerRow { phrase_hash: Some(vec![7; 32]), ..player(4, "Eve") };
        assert!(matches!(write(Write::Player(thief)), Err(StoreError::Conflict(_))));
        assert_eq!(log.player(4).unwrap(), None);
        write(Write::Match(finished(1, 1, &[4, u64::MAX]))).unwrap();
        write(Write::Match(finished(1, 2, &[4]))).unwrap();
        write(Write::Match(finished(2, 1, &[]))).unwrap();
        assert!(matches!(write(Write::Match(finished(1, 2, &[5]))), Err(StoreError::Conflict(_))));
        assert_eq!(log.finished(1, 1).unwrap(), Some(finished(1, 1, &[4, u64::MAX])));
        assert_eq!(log.finished(1, 3).unwrap(), None);
        let numbers = |player| {
            let matches = log.matches_of(player, None, 10).unwrap();
            matches.iter().map(|(_, row)| (row.table, row.number)).collect::<Vec<_>>()
        };
        assert_eq!((numbers(4), numbers(u64::MAX), numbers(5)), (vec![(1, 2), (1, 1)], vec![(1, 1)], vec![]));
        let first = log.matches_of(4, None, 1).unwrap();
        assert_eq!(first[0].1, finished(1, 2, &[4]).result);
        let second = log.matches_of(4, Some(first[0].0), 1).unwrap();
        assert_eq!(second[0].1, finished(1, 1, &[4, u64::MAX]).result);
        assert!(log.matches_of(4, Some(second[0].0), 1).unwrap().is_empty());
        assert_eq!(log.uncounted(10).unwrap(), []);
    });
}

#[test]
fn a_player_has_one_run_at_a_time() {
    every_store(|log| {
        let fence = log.claim(Shard(0), "one").unwrap();
        let write =
            |rows: &[RunRow]| log.append(&fence, rows.iter().cloned().map(Write::Run).collect()).wait();
        let run = |run, player, ended_at| RunRow { run, shard: 0, player, ended_at, body: format!("{run}") };
        write(&[run(u64::MAX, 4, None), run(2, 5, None)]).unwrap();
        let changed = RunRow { body: "changed".into(), ..run(2, 5, None) };
        write(std::slice::from_ref(&changed)).unwrap();
        assert_eq!(log.open_runs(Shard(0)).unwrap().len(), 2);
        assert!(log.open_runs(Shard(1)).unwrap().is_empty());
        assert!(matches!(write(&[run(3, 5, None)]), Err(StoreError::Conflict(_))), "a second one");
        assert!(matches!(write(&[run(3, 6, None), run(4, 6, None)]), Err(StoreError::Conflict(_))));
        assert!(matches!(write(&[run(2, 6, Some(9))]), Err(StoreError::Conflict(_))), "another player's");
        assert_eq!((log.run(2).unwrap(), log.run(3).unwrap()), (Some(changed), None));
        write(&[run(2, 5, Some(9)), run(3, 5, None)]).unwrap();
        assert_eq!(log.run(2).unwrap(), Some(run(2, 5, Some(9))));
        let open: Vec<u64> = log.open_runs(Shard(0)).unwrap().iter().map(|row| row.player).collect();
        assert!(open.len() == 2 && open.contains(&4) && open.contains(&5));
    });
}

#[test]
fn a_player_has_a_few_tokens() {
    every_store(|log| {
        let fence = log.claim(Shard(0), "one").unwrap();
        let write = |writes| log.append(&fence, writes).wait();
        let whose = |number: u8| log.player_by_token(&[number; 32]).unwrap().map(|row| row.player);
        assert!(matches!(write(vec![token(1, 1, 1)]), Err(StoreError::Conflict(_))), "of nobody");
        write(vec![Write::Player(player(1, "Ann")), token(1, 1, 1)]).unwrap();
        write(vec![Write::Player(player(2, "Bob")), token(2, 2, 1)]).unwrap();
        assert_eq!((whose(1), whose(2), whose(3)), (Some(1), Some(2), None));
        assert!(matches!(write(vec![token(2, 1, 1)]), Err(StoreError::Conflict(_))), "somebody else's");
        assert_eq!(whose(1), Some(1));
        // The clock was set back: the new one stays all the same.
        write((3..20).map(|number| token(1, number, 1000 - u64::from(number))).collect()).unwrap();
        let own = (1..20).filter(|number| whose(*number) == Some(1)).collect::<Vec<u8>>();
        assert_eq!(own.len(), MOST_TOKENS);
        assert_eq!((whose(1), whose(19), whose(2)), (None, Some(1), Some(2)));
        assert_eq!((log.has_token(1).unwrap(), log.has_token(3).unwrap()), (true, false));
        write(vec![Write::RevokeTokens { player: 1, except: Some(vec![7; 32]) }]).unwrap();
        assert_eq!((whose(7), whose(8), whose(19), whose(2)), (Some(1), None, None, Some(2)));
        write(vec![Write::RevokeTokens { player: 1, except: None }]).unwrap();
        assert_eq!((whose(7), whose(2)), (None, Some(2)));
    });
}

#[test]
fn who_moves_often_by_passes_stays_known_where_it_began() {
    every_store(|log| {
        let fence = log.claim(Shard(0), "one").unwrap();
        let write = |writes| log.append(&fence, writes).wait();
        let is_known = |number: u8| log.player_by_token(&[number; 32]).unwrap().is_some();
        let by_pass = |number: u8| {
            let made_at = u64::from(number);
            Write::Token(TokenRow { hash: vec![number; 32], player: 1, made_at, by_pass: true })
        };
        write(vec![Write::Player(player(1, "Ann")), token(1, 1, 1), token(1, 2, 2)]).unwrap();
        write((3..60).map(by_pass).collect()).unwrap();
        assert!(is_known(1) && is_known(2), "where she did not come by a pass");
        let kept: Vec<u8> = (3..60).filter(|number| is_known(*number)).collect();
        assert_eq!(kept, (60 - MOST_TOKENS as u8 + 2..60).collect::<Vec<u8>>(), "the last ones");
        // A further one of another kind takes the place of one that came by a pass.
        write(vec![token(1, 60, 0)]).unwrap();
        assert!(is_known(1) && is_known(60) && !is_known(kept[0]) && is_known(kept[1]));
    });
}

#[test]
fn a_log_has_neither_gaps_nor_doubles_and_a_request_is_all_or_nothing() {
    every_store(|log| {
        let fence = log.claim(Shard(0), "one").unwrap();
        let write = |writes| log.append(&fence, writes).wait();
        write(vec![table(1), Write::Entry(entry(1, 0))]).unwrap();
        for wrong in [0, 2, 7] {
            let refused = write(vec![
                Write::Entry(entry(1, 1)),
                Write::Entry(entry(1, 2)),
                Write::Entry(entry(1, wrong)),
            ]);
            assert!(matches!(refused, Err(StoreError::Conflict(_))), "{wrong}: {refused:?}");
            assert_eq!(log.entries(1).unwrap().len(), 1, "nothing of it is there");
        }
        assert!(matches!(write(vec![table(1)]), Err(StoreError::Conflict(_))));
        write(vec![Write::Entry(entry(1, 1))]).unwrap();
    });
}

#[test]
fn where_a_log_goes_on_is_known_whatever_was_refused_or_written_by_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let (one, other) = (Sqlite::open(&path).unwrap(), Sqlite::open(&path).unwrap());
    let write = |log: &Sqlite, fence: &Fence, writes| log.append(fence, writes).wait();
    let next = |seq| vec![Write::Entry(entry(1, seq))];
    let first = one.claim(Shard(0), "one").unwrap();
    write(&one, &first, vec![table(1), Write::Entry(entry(1, 0))]).unwrap();
    // The second entry does not fit, so the first of them is not there either.
    let gap = vec![Write::Entry(entry(1, 1)), Write::Entry(entry(1, 3))];
    assert!(matches!(write(&one, &first, gap), Err(StoreError::Conflict(_))));
    assert!(matches!(write(&one, &first, next(2)), Err(StoreError::Conflict(_))));
    write(&one, &first, next(1)).unwrap();
    // Meanwhile somebody else goes on.
    let second = other.claim(Shard(0), "other").unwrap();
    write(&other, &second, next(2)).unwrap();
    assert_eq!(write(&one, &first, next(2)), Err(StoreError::Fenced));
    let third = one.claim(Shard(0), "one").unwrap();
    assert!(matches!(write(&one, &third, next(2)), Err(StoreError::Conflict(_))));
    write(&one, &third, next(3)).unwrap();
    // A log that is gone begins anew.
    write(&one, &third, vec![Write::Close { table: 1, at: 99 }]).unwrap();
    assert!(matches!(write(&one, &third, next(4)), Err(StoreError::Conflict(_))));
    write(&one, &third, next(0)).unwrap();
    assert_eq!(one.entries(1).unwrap(), [entry(1, 0)]);
}

#[test]
fn a_log_can_begin_later_and_goes_on_all_the_same() {
    every_store(|log| {
        let fence = log.claim(Shard(0), "one").unwrap();
        let write = |writes| log.append(&fence, writes).wait();
        let places = || log.entries(1).unwrap().iter().map(|row| row.seq).collect::<Vec<u64>>();
        let forget = |before| Write::Forget { table: 1, before };
        write(vec![table(1), table(2)]).unwrap();
        write((0..5).map(|seq| Write::Entry(entry(1, seq))).collect()).unwrap();
        write(vec![Write::Entry(entry(2, 0)), Write::Entry(entry(2, 1))]).unwrap();
        for wrong in [vec![forget(5)], vec![forget(9)], vec![forget(0)], vec![forget(3), forget(3)]] {
            assert!(
                matches!(write(wrong), Err(StoreError::Conflict(_))),
                "there is none, or nothing before it"
            );
            assert_eq!(places(), [0, 1, 2, 3, 4]);
        }
        // What is refused is refused with all that belongs to it.
        let refused = write(vec![Write::Entry(entry(1, 5)), forget(5), Write::Entry(entry(1, 7))]);
        assert!(matches!(refused, Err(StoreError::Conflict(_))));
        assert_eq!(places(), [0, 1, 2, 3, 4]);
        write(vec![Write::Entry(entry(1, 5)), forget(5)]).unwrap();
        assert_eq!(log.entries(1).unwrap(), [entry(1, 5)]);
        for wrong in [0, 1, 5, 7] {
            assert!(matches!(write(vec![Write::Entry(entry(1, wrong))]), Err(StoreError::Conflict(_))));
        }
        write(vec![Write::Entry(entry(1, 6)), Write::Entry(entry(1, 7))]).unwrap();
        write(vec![forget(6)]).unwrap();
        assert_eq!(places(), [6, 7]);
        assert_eq!(log.entries(2).unwrap().len(), 2, "that of another table stays");
    });
}

/// More of everything than is written in one place before it moves on to another.
#[test]
fn a_file_keeps_what_memory_keeps() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let (memory, mut file) = (Memory::new(), Sqlite::open(&path).unwrap());
    let claim = |file: &Sqlite| [&memory as &dyn Log, file].map(|log| log.claim(Shard(0), "one").unwrap());
    let mut fences = claim(&file);
    let mut chance = 1_u64;
    let mut below = |most: u64| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) % most
    };
    let mut next = [0; 20];
    let (mut refused, mut opened) = (0, 0);
    for round in 0..1200 {
        let table = below(next.len() as u64);
        let end = next[table as usize];
        let mut writes: Vec<Write> =
            (end..end + below(100)).map(|seq| Write::Entry(entry(table, seq))).collect();
        // At first everything fits, so that the journal becomes long.
        let rough = round > 900;
        match below(100) {
            0 => writes.push(Write::Close { table, at: 1 }),
            1..10 if writes.len() > 1 => {
                let before = end + writes.len() as u64 - 1;
                writes.push(Write::Forget { table, before });
            }
            10 if rough => writes.push(Write::Forget { table, before: end + below(30) }),
            11 if rough => writes.push(Write::Entry(entry((table + 1) % 20, below(50)))),
            12 if rough => {
                drop(file);
                file = Sqlite::open(&path).unwrap();
                fences = claim(&file);
                opened += 1;
            }
            _ => {}
        }
        let kept = memory.append(&fences[0], writes.clone()).wait();
        assert_eq!(file.append(&fences[1], writes).wait().is_ok(), kept.is_ok());
        refused += u32::from(kept.is_err());
        let rows = memory.entries(table).unwrap();
        next[table as usize] = rows.last().map_or(0, |row| row.seq + 1);
        if round % 10 == 0 || kept.is_err() {
            assert_eq!(file.entries(table).unwrap(), rows);
        }
    }
    assert!(refused > 2 && opened > 0, "{refused} {opened}");
}

/// However much comes at a time.
#[test]
fn what_is_new_does_not_pile_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let log = Sqlite::open(&path).unwrap();
    let fence = log.claim(Shard(0), "one").unwrap();
    for table in 0..30 {
        let entries = (0..3000).map(|seq| Write::Entry(entry(table, seq)));
        log.append(&fence, entries.collect()).wait().unwrap();
    }
    let reader = rusqlite::Connection::open(&path).unwrap();
    let count = |table| -> i64 {
        reader.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
    };
    assert_eq!(count("journal") + count("entries"), 90_000);
    assert!(count("journal") < 40_000, "{} rows", count("journal"));
    assert!((0..30).all(|table| log.entries(table).unwrap().len() == 3000));
}

#[test]
fn whoever_claims_last_writes() {
    every_store(|log| {
        let old = log.claim(Shard(0), "one").unwrap();
        let new = log.claim(Shard(0), "two").unwrap();
        assert!(new.epoch > old.epoch);
        assert_eq!(log.append(&old, vec![table(1)]).wait(), Err(StoreError::Fenced));
        log.append(&new, vec![table(1)]).wait().unwrap();
        let again = log.claim(Shard(0), "one").unwrap();
        assert_eq!(
            log.append(&old, vec![table(2)]).wait(),
            Err(StoreError::Fenced),
            "the same owner, an older epoch"
        );
        log.append(&again, vec![table(2)]).wait().unwrap();
    });
}

fn count(path: &Path) -> usize {
    Sqlite::open(path).unwrap().entries(1).unwrap().len()
}

#[test]
fn what_waits_is_written_before_the_store_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let log = Sqlite::open(&path).unwrap();
    let fence = log.claim(Shard(0), "one").unwrap();
    let receipts: Vec<Receipt> =
        (0..3000).map(|seq| log.append(&fence, vec![Write::Entry(entry(1, seq))])).collect();
    drop(log);
    assert!(receipts.into_iter().all(|receipt| receipt.wait().is_ok()));
    assert_eq!(count(&path), 3000);
}

/// A copy of the file at any moment is what a kill would leave: the old entries, or the new beginning, and never neither.
#[test]
fn what_is_forgotten_goes_with_what_takes_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let log = Sqlite::open(&path).unwrap();
    let fence = log.claim(Shard(0), "one").unwrap();
    log.append(&fence, vec![Write::Entry(entry(1, 0))]).wait().unwrap();
    let receipts: Vec<Receipt> = (1..2000)
        .map(|seq| {
            log.append(&fence, vec![Write::Entry(entry(1, seq)), Write::Forget { table: 1, before: seq }])
        })
        .collect();
    let mut last = 0;
    for number in 0..20 {
        let copy = folder.path().join(format!("copy-{number}.db"));
        backup(&path, &copy).unwrap();
        let rows = Sqlite::open(&copy).unwrap().entries(1).unwrap();
        assert_eq!(rows.len(), 1, "one beginning, whenever");
        assert!(rows[0].seq >= last, "and not an older one than before");
        last = rows[0].seq;
    }
    assert!(receipts.into_iter().all(|receipt| receipt.wait().is_ok()));
    drop(log);
    assert_eq!(Sqlite::open(&path).unwrap().entries(1).unwrap(), [entry(1, 1999)]);
}

#[test]
fn a_refused_request_does_not_harm_others_of_its_batch() {
    let folder = tempfile::tempdir().unwrap();
    let log = Sqlite::open(&folder.path().join("house.db")).unwrap();
    let fence = log.claim(Shard(0), "one").unwrap();
    let receipts: Vec<Receipt> = [0, 1, 1, 2, 9, 3]
        .into_iter()
        .map(|seq| log.append(&fence, vec![Write::Entry(entry(1, seq))]))
        .collect();
    let written: Vec<bool> = receipts.into_iter().map(|receipt| receipt.wait().is_ok()).collect();
    assert_eq!(written, [true, true, false, true, false, true]);
    assert_eq!(log.entries(1).unwrap().len(), 4);
}

#[test]
fn a_backup_of_a_running_store() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("house.db"), folder.path().join("copy.db"));
    let log = Sqlite::open(&path).unwrap();
    let fence = log.claim(Shard(0), "one").unwrap();
    log.append(&fence, (0..500).map(|seq| Write::Entry(entry(1, seq))).collect()).wait().unwrap();
    backup(&path, &copy).unwrap();
    log.append(&fence, vec![Write::Entry(entry(1, 500))]).wait().unwrap();
    assert_eq!(count(&copy), 500);
    assert!(matches!(backup(&path, &copy), Err(StoreError::Conflict(_))), "it is not overwritten");
    assert!(backup(&folder.path().join("none.db"), &folder.path().join("new.db")).is_err());
}

#[test]
fn a_backup_ends_however_much_is_written_meanwhile() {
    const MOST: u64 = 5000;
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("house.db"), folder.path().join("copy.db"));
    let log = Sqlite::open(&path).unwrap();
    let fence = log.claim(Shard(0), "one").unwrap();
    let large = |seq| Write::Entry(EntryRow { body: "x".repeat(60_000), ..entry(1, seq) });
    log.append(&fence, (0..200).map(large).collect()).wait().unwrap();
    let done = AtomicBool::new(false);
    let written = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let write = |seq: &u64| log.append(&fence, vec![Write::Entry(entry(2, *seq))]).wait().unwrap();
            (0..MOST).take_while(|_| !done.load(Ordering::Relaxed)).inspect(write).count() as u64
        });
        backup(&path, &copy).unwrap();
        done.store(true, Ordering::Relaxed);
        writer.join().unwrap()
    });
    assert!(written < MOST, "the copy has waited for the last write");
    assert!(count(&copy) >= 200);
    #[cfg(unix)]
    assert_eq!(std::os::unix::fs::MetadataExt::mode(&copy.metadata().unwrap()) & 0o77, 0);
}

#[test]
fn a_newer_schema_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    drop(Sqlite::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    assert!(matches!(Sqlite::open(&path), Err(StoreError::Broken(_))));
}

#[test]
fn a_data_directory_has_one_owner() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new").join("house");
    let held = DataDir::open(&path).unwrap();
    assert!(matches!(DataDir::open(&path), Err(StoreError::Conflict(_))));
    drop(held);
    DataDir::open(&path).unwrap();
}

fn write_entries(path: &Path, entries: u64) {
    let log = Sqlite::open(path).unwrap();
    let fence = log.claim(Shard(0), "one").unwrap();
    log.append(&fence, (0..entries).map(|seq| Write::Entry(entry(1, seq))).collect()).wait().unwrap();
}

#[test]
fn a_restored_store_is_the_one_that_was_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::open(&folder.path().join("house")).unwrap();
    let copy = folder.path().join("copy.db");
    write_entries(&data.database(), 3);
    backup(&data.database(), &copy).unwrap();
    std::fs::remove_file(data.database()).unwrap();
    write_entries(&data.database(), 9);
    // What a killed server leaves behind must not get into what is restored.
    let wal = data.database().with_extension("db-wal");
    std::fs::write(&wal, b"left behind").unwrap();
    assert!(matches!(data.restore(&copy, false), Err(StoreError::Conflict(_))));
    data.restore(&copy, true).unwrap();
    assert!(!wal.exists());
    assert_eq!(count(&data.database()), 3);
    assert_eq!(count(&copy), 3, "the backup is still there");
}

#[test]
fn only_a_sound_backup_takes_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::open(&folder.path().join("house")).unwrap();
    write_entries(&data.database(), 300);
    let bad = folder.path().join("bad.db");
    let refused = || {
        let refused = matches!(data.restore(&bad, true), Err(StoreError::Broken(_)));
        refused && count(&data.database()) == 300
    };
    assert!(refused(), "there is none");
    std::fs::write(&bad, b"").unwrap();
    assert!(refused(), "an empty file");
    std::fs::write(&bad, [7; 8192]).unwrap();
    assert!(refused(), "no database");
    std::fs::remove_file(&bad).unwrap();
    rusqlite::Connection::open(&bad).unwrap().execute_batch("CREATE TABLE notes (text)").unwrap();
    assert!(refused(), "somebody else's");
    std::fs::remove_file(&bad).unwrap();
    backup(&data.database(), &bad).unwrap();
    rusqlite::Connection::open(&bad).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(refused(), "a newer version");
    std::fs::remove_file(&bad).unwrap();
    backup(&data.database(), &bad).unwrap();
    let mut bytes = std::fs::read(&bad).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 4096].fill(0xee);
    std::fs::write(&bad, bytes).unwrap();
    assert!(refused(), "a damaged one");
}
