//! The log of a table does not grow for ever, and a house that comes back finds the table as it was.

use serde_json::{Value, json};
use store::{EntryRow, Shard, Write};

use super::common::{Client, Guest, Served, config};

/// More than a table keeps of its log: what comes between two notes, and what must follow one.
const MOST_KEPT: usize = 256 + 64 + 2;

async fn says(client: &mut Client, table: wire::Code, number: usize) {
    let line = json!({"type": "say", "table": table, "text": format!("line {number}")});
    assert_eq!(client.ask(line, &format!("{number}")).await["type"], "ack");
}

async fn sits(served: &Served, guest: &Guest, table: wire::Code, seen: Option<&Value>) -> (Client, Value) {
    let mut client = served.client(guest).await;
    client.say(json!({"type": "sit", "table": table, "seen": seen})).await;
    let snapshot = client.next_of("snapshot").await;
    (client, snapshot)
}

#[tokio::test]
async fn a_table_that_talks_for_long_keeps_little() {
    let served = Served::start().await;
    let (ada, ben) = (served.guest("Ada").await, served.guest("Ben").await);
    let table = served.table(&ada, true).await;
    let (mut client, _) = sits(&served, &ada, table, None).await;
    let (mut other, _) = sits(&served, &ben, table, None).await;
    for number in 0..900 {
        says(&mut client, table, number).await;
        assert!(served.logged(table) <= MOST_KEPT);
    }
    let first = served.store.entries(table.number()).unwrap().swap_remove(0);
    assert!(first.seq > 500 && first.body.contains("noted"), "it begins with a note");
    other.say(json!({"type": "resync", "table": table})).await;
    let before = other.next_of("snapshot").await;
    let again = Served::over(config(), served.store.clone()).await;
    let (_, after) = sits(&again, &ben, table, Some(&before["version"])).await;
    for same in ["you", "owner", "settings", "chat"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    for same in ["seats", "view", "legal", "must", "deal", "number", "phase"] {
        assert_eq!(after["scene"][same], before["scene"][same], "{same}");
    }
    assert_eq!(after["missed"], json!({"after": before["version"], "events": [{"table": "reopened"}]}));
}

/// As it is in a store that a program without notes has written.
#[tokio::test]
async fn an_old_log_is_read_and_becomes_shorter() {
    let served = Served::start().await;
    let ada = served.guest("Ada").await;
    let table = served.table(&ada, true).await;
    let fence = served.store.claim(Shard(0), "old").unwrap();
    let said = |seq| {
        let body = json!({"fact": "said", "player": ada.player.id, "line": {"text": format!("line {seq}")}});
        Write::Entry(EntryRow { table: table.number(), seq, at: 1, body: body.to_string() })
    };
    served.store.append(&fence, (1..2000).map(said).collect()).await.unwrap();
    let again = Served::over(config(), served.store.clone()).await;
    let (mut client, snapshot) = sits(&again, &ada, table, None).await;
    assert_eq!(snapshot["chat"].as_array().unwrap().len(), 50);
    assert_eq!(snapshot["chat"][49]["text"], "line 1999");
    assert!(again.logged(table) > 2000);
    for number in 0..70 {
        says(&mut client, table, number).await;
    }
    assert!(again.logged(table) <= MOST_KEPT);
}
