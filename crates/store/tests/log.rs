//! What every store keeps to, and what only a file can show.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use store::*;

fn table(id: u64) -> Write {
    Write::Table(TableRow {
        id,
        shard: 0,
        game: "koikoi".into(),
        code: format!("CODE{id}"),
        opened_at: 5,
        closed_at: None,
    })
}

fn entry(table: u64, seq: u64) -> EntryRow {
    EntryRow { table, seq, at: 10 + seq, body: format!("{{\"number\":{seq}}}") }
}

fn player(player: u64, name: &str) -> PlayerRow {
    PlayerRow { player, name: name.into(), token_hash: vec![player as u8; 32], phrase_hash: None, made_at: 1 }
}

fn finished(id: u64, number: u32, players: &[(u64, u8)]) -> MatchRow {
    MatchRow {
        id,
        table: 1,
        number,
        game: "koikoi".into(),
        ended_at: 100 + id,
        replay: "{}".into(),
        players: players.to_vec(),
    }
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
        assert_eq!(log.table_by_code("CODE2").unwrap().unwrap().id, 2);
        write(vec![Write::Close { table: 1, at: 99 }]).unwrap();
        let open: Vec<u64> = log.open_tables(Shard(0)).unwrap().iter().map(|row| row.id).collect();
        assert_eq!(open, [2]);
        assert_eq!(log.table_by_code("CODE1").unwrap().unwrap().closed_at, Some(99));
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
        assert_eq!(log.player_by_hash(&[7; 32]).unwrap(), Some(renamed.clone()));
        assert_eq!(log.player_by_hash(&[255; 32]).unwrap(), Some(renamed));
        assert_eq!(log.player_by_hash(b"other").unwrap(), None);
        let thief = PlayerRow { token_hash: vec![255; 32], ..player(4, "Eve") };
        assert!(matches!(write(Write::Player(thief)), Err(StoreError::Conflict(_))));
        write(Write::Match(finished(1, 1, &[(4, 0), (u64::MAX, 1)]))).unwrap();
        write(Write::Match(finished(2, 2, &[(4, 0)]))).unwrap();
        assert!(matches!(write(Write::Match(finished(3, 2, &[]))), Err(StoreError::Conflict(_))));
        assert_eq!(log.finished(1).unwrap(), Some(finished(1, 1, &[(4, 0), (u64::MAX, 1)])));
        let ids = |player| log.matches_of(player, 10).unwrap().iter().map(|row| row.id).collect::<Vec<u64>>();
        assert_eq!((ids(4), ids(u64::MAX), ids(9)), (vec![2, 1], vec![1], vec![]));
        assert_eq!(log.matches_of(4, 1).unwrap().len(), 1);
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
fn a_newer_schema_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    drop(Sqlite::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    assert!(matches!(Sqlite::open(&path), Err(StoreError::Broken(_))));
}
