//! A server that is killed again and again under load loses nothing that it has acknowledged, does nothing twice, and every client
//! that comes back is told exactly what it has missed.
#![allow(clippy::unwrap_used)]

mod checker;
mod faults;
mod fleet;
mod plan;
mod servers;

use std::sync::Arc;
use std::time::Duration;

use checker::{Fault, Report, check};
use faults::{Forgetful, Hasty, Hoarding};
use fleet::Fleet;
use game::{Rng, SeedableRng, below};
use plan::Plan;
use rand_xoshiro::Xoshiro256PlusPlus;
use rusqlite::Connection;
use servers::{InProcess, Process, Server};
use store::{EntryRow, Log, Memory, Sqlite};

/// Long enough for every table of a healthy server to move on, and for every client to come to rest.
const PATIENCE: Duration = Duration::from_secs(60);
/// Long enough where some will not.
const IMPATIENCE: Duration = Duration::from_secs(5);

/// Plays on all tables, kills the server so many times, and lets every table go on after the last restart.
async fn storm(server: &mut impl Server, plan: &Plan, rounds: usize, patience: Duration) -> Fleet {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2026);
    let fleet = Fleet::launch(plan, rng.next_u64());
    for round in 0..=rounds {
        fleet.come_back(server.start().await);
        if round < rounds {
            tokio::time::sleep(Duration::from_millis(250 + u64::from(below(&mut rng, 350)))).await;
            server.kill().await;
            fleet.forget_server();
        }
    }
    fleet.all_tables_move(patience).await;
    fleet.rest(patience).await;
    server.stop().await;
    fleet
}

/// Kills `tefuda serve` twenty times under load, and checks all that it has told. With the report, how many entries of logs it has
/// forgotten: all are kept aside for the checker.
async fn kill_twenty_times(tables: usize) -> (Report, usize) {
    let folder = tempfile::tempdir().unwrap();
    let database = store::DataDir::database_in(folder.path());
    let plan = {
        let store: Arc<dyn Log> = Arc::new(Sqlite::open(&database).unwrap());
        Plan::make(store, tables).await
    };
    let sql = |sql: &str| Connection::open(&database).unwrap().execute_batch(sql).unwrap();
    sql("CREATE TABLE kept AS SELECT * FROM entries;
         INSERT INTO kept SELECT table_id, seq, at, body FROM journal;
         CREATE TRIGGER keep AFTER INSERT ON journal
         BEGIN INSERT INTO kept VALUES (NEW.table_id, NEW.seq, NEW.at, NEW.body); END");
    let fleet = storm(&mut Process::new(folder.path()), &plan, 20, PATIENCE).await;
    let logs = || -> Vec<Vec<EntryRow>> {
        let store = Sqlite::open(&database).unwrap();
        plan.tables.iter().map(|table| store.entries(table.code.number()).unwrap()).collect()
    };
    let left = logs();
    sql("DELETE FROM journal; DELETE FROM entries; INSERT INTO entries SELECT * FROM kept");
    let whole = logs();
    assert!(whole.iter().zip(&left).all(|(whole, left)| !left.is_empty() && whole.ends_with(left)));
    assert!(fleet.stuck().is_empty(), "tables are stuck: {}", fleet.stuck_stories());
    let report = check(&plan, &fleet, &Sqlite::open(&database).unwrap());
    assert_eq!(report.faults, []);
    let [whole, left] = [whole, left].map(|logs| logs.iter().map(Vec::len).sum::<usize>());
    let forgotten = whole - left;
    println!("{report}; {forgotten} entries forgotten and {left} kept");
    (report, forgotten)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_by_kill_9() {
    let (report, _) = kill_twenty_times(200).await;
    assert!(report.acknowledged > 500, "there was too little to lose: {report}");
    assert!(report.resumed > 1_000, "too few came back to a table: {report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_with_what_logs_forget() {
    let (report, forgotten) = kill_twenty_times(6).await;
    assert!(forgotten > 500, "too little was forgotten: {forgotten}; {report}");
}

/// The checker finds nothing where there is nothing, and finds what was planted.
async fn in_process(log: Arc<Memory>, store: Arc<dyn Log>, patience: Duration) -> Vec<Fault> {
    let plan = Plan::make(log.clone(), 30).await;
    let fleet = storm(&mut InProcess::new(store), &plan, 6, patience).await;
    let mut faults = check(&plan, &fleet, &*log).faults;
    faults.extend(fleet.stuck().into_iter().map(|table| Fault::Stuck { table }));
    faults
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_honest_store_gives_no_cause_for_complaint() {
    let log = Arc::new(Memory::new());
    assert_eq!(in_process(log.clone(), Arc::new(Hoarding::new(log)), PATIENCE).await, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledging_before_the_commit_is_found() {
    let log = Arc::new(Memory::new());
    let faults = in_process(log.clone(), Arc::new(Hasty::new(log)), IMPATIENCE).await;
    assert!(faults.iter().any(|fault| matches!(fault, Fault::Lost { .. })), "{faults:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forgetting_what_was_asked_before_is_found() {
    let log = Arc::new(Memory::new());
    let faults = in_process(log.clone(), Arc::new(Forgetful::new(log)), IMPATIENCE).await;
    assert!(faults.iter().any(|fault| matches!(fault, Fault::RefusedButDone { .. })), "{faults:?}");
}
