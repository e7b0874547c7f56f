//! A table that falls by a fault of this program stands up again from its log, and everyone who was there is told to come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use store::{
    EntryRow, Fence, Log, MatchRow, Memory, PlayerRow, Pool, RatingRow, Receipt, ResultRow, RunRow, Shard,
    StoreError, TableRow, Who, Write,
};
use wire::house::{Call, Follower, News, Request};

use super::common::{Served, config};

/// A store in which the next write panics, in the middle of what the table does.
#[derive(Default)]
struct Trap {
    rows: Memory,
    set: AtomicBool,
}

impl Log for Trap {
    fn append(&self, fence: &Fence, writes: Vec<Write>) -> Receipt {
        assert!(!self.set.swap(false, Ordering::Relaxed), "this is the trap");
        self.rows.append(fence, writes)
    }
    fn claim(&self, shard: Shard, owner: &str) -> Result<Fence, StoreError> {
        self.rows.claim(shard, owner)
    }
    fn open_tables(&self, shard: Shard) -> Result<Vec<TableRow>, StoreError> {
        self.rows.open_tables(shard)
    }
    fn entries(&self, table: u64) -> Result<Vec<EntryRow>, StoreError> {
        self.rows.entries(table)
    }
    fn table(&self, table: u64) -> Result<Option<TableRow>, StoreError> {
        self.rows.table(table)
    }
    fn player(&self, player: u64) -> Result<Option<PlayerRow>, StoreError> {
        self.rows.player(player)
    }
    fn player_by_token(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError> {
        self.rows.player_by_token(hash)
    }
    fn has_token(&self, player: u64) -> Result<bool, StoreError> {
        self.rows.has_token(player)
    }
    fn player_by_phrase(&self, hash: &[u8]) -> Result<Option<PlayerRow>, StoreError> {
        self.rows.player_by_phrase(hash)
    }
    fn finished(&self, table: u64, number: u32) -> Result<Option<MatchRow>, StoreError> {
        self.rows.finished(table, number)
    }
    fn run(&self, run: u64) -> Result<Option<RunRow>, StoreError> {
        self.rows.run(run)
    }
    fn open_runs(&self, shard: Shard) -> Result<Vec<RunRow>, StoreError> {
        self.rows.open_runs(shard)
    }
    fn review(&self, table: u64, number: u32, seat: u8) -> Result<Option<String>, StoreError> {
        self.rows.review(table, number, seat)
    }
    fn matches_of(
        &self,
        player: u64,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<(u64, ResultRow)>, StoreError> {
        self.rows.matches_of(player, before, most)
    }
    fn uncounted(&self, most: usize) -> Result<Vec<ResultRow>, StoreError> {
        self.rows.uncounted(most)
    }
    fn ratings(&self, who: &Who) -> Result<Vec<RatingRow>, StoreError> {
        self.rows.ratings(who)
    }
    fn leaders(&self, game: &str, pool: Pool, at: u64, most: usize) -> Result<Vec<RatingRow>, StoreError> {
        self.rows.leaders(game, pool, at, most)
    }
}

#[tokio::test]
async fn a_table_that_falls_stands_up_again_once_and_all_are_told() {
    let trap = Arc::new(Trap::default());
    let served = Served::over(config(), trap.clone()).await;
    let (aki, eve) = (served.guest("Aki").await, served.guest("Eve").await);
    let code = served.table(&aki, true).await;
    let (mut player, mut watcher) = (served.client(&aki).await, served.client(&eve).await);
    assert_eq!(player.ask(json!({"type": "sit", "table": code}), "s").await["type"], "ack");
    watcher.say(json!({"type": "watch", "table": code})).await;
    let mut follower = Follower::default();
    follower.receive(&watcher.next_of("snapshot").await.to_string(), &mut Vec::new()).unwrap();

    let hello = json!({"type": "say", "table": code, "phrase": "hello"});
    trap.set.store(true, Ordering::Relaxed);
    player.say(hello.clone()).await;
    for client in [&mut player, &mut watcher] {
        let told = client.next_of("dismissed").await;
        assert_eq!((&told["table"], &told["code"]), (&json!(code), &json!("rebuilt")));
        if follower.table(code).unwrap().version > 0 {
            let mut send = Vec::new();
            let news = follower.receive(&told.to_string(), &mut send).unwrap();
            assert!(matches!(news, News::Notice(_)));
            let version = follower.table(code).unwrap().version;
            assert_eq!(send, [Request::new(Call::Watch { table: code, seen: Some(version) })]);
        }
    }
    // It is there as it was, for who comes back; what it fell over was not done.
    for client in [&mut player, &mut watcher] {
        client.say(json!({"type": "watch", "table": code, "seen": 1})).await;
        let back = client.next_of("snapshot").await;
        assert_eq!((&back["scene"]["phase"], &back["chat"]), (&json!("waiting"), &json!([])));
    }
    assert_eq!(player.ask(hello.clone(), "h").await["type"], "ack");
    assert_eq!(watcher.next_of("update").await["events"][0]["phrase"], "hello");
    // A table that hears nothing of who goes would wait for it.
    drop(watcher);
    while served.reception.house.table(code).unwrap().watching > 0 {
        tokio::task::yield_now().await;
    }

    trap.set.store(true, Ordering::Relaxed);
    player.say(hello).await;
    assert_eq!(player.next_of("dismissed").await["code"], "fallen");
    assert_eq!(player.ask(json!({"type": "watch", "table": code}), "w").await["code"], "no-such-table");
    assert_eq!(player.ask(json!({"type": "ping"}), "p").await["type"], Value::from("pong"));
}
