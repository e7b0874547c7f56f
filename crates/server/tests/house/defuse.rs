//! The defuse mode, with real clocks and short countdowns.

use std::sync::Arc;
use std::time::Duration;

use bots::Level;
use game::{ActionList, Game as _, Ruleset as _, Seat, Seed};
use koikoi::KoiKoi;
use serde_json::{Value, json};
use server::defuse::{CannotDefuse, Wanted};
use store::{EntryRow, RunRow, Shard, TableRow, Write};
use table::{ActionId, Ending, Entry, Occupant, Outbox, Phase, PlayerId, Settings, Table};
use wire::RunId;
use wire::house::{Opponent, Run, RunResult, RunState};

use super::common::{Client, Guest, Served, config};

/// More than any test takes.
const LONG: u64 = 600_000;
const BOT: Wanted = Wanted::Bot(Level::Beginner);

async fn begin(served: &Served, guest: &Guest, wanted: Wanted, countdown: u64) -> Arc<Run> {
    served.reception.defuse.begin(guest.player.clone(), wanted, countdown).await.unwrap()
}

/// The run, once it is so.
async fn once(served: &Served, id: RunId, so: impl Fn(&Run) -> bool) -> Arc<Run> {
    let mut seen = Some(0);
    loop {
        let run = served.reception.defuse.show(id, seen, Duration::from_secs(20)).await.unwrap().unwrap();
        if so(&run) {
            return run;
        }
        assert!(!run.state.is_over() && seen != Some(run.version), "it comes to nothing: {run:?}");
        seen = Some(run.version);
    }
}

async fn once_in(served: &Served, id: RunId, state: RunState) -> Arc<Run> {
    once(served, id, |run| run.state == state).await
}

fn last(run: &Run) -> Option<RunResult> {
    run.matches.last().unwrap().result
}

/// Plays until the match is over. The last scene.
async fn play(client: &mut Client, run: &Run) -> Value {
    let table = run.table.unwrap();
    client.say(json!({"type": "watch", "table": table})).await;
    let mut scene = json!(null);
    let mut asked = 0;
    loop {
        let message = client.next().await;
        match message["type"].as_str().unwrap() {
            "snapshot" if message["table"] == json!(table) => scene = message["scene"].clone(),
            "update" if message["table"] == json!(table) => {
                wire::changes::apply(&mut scene, &message["changes"]).unwrap();
            }
            _ => continue,
        }
        if scene["phase"] == "over" {
            return scene;
        }
        let legal = scene["legal"].as_array().unwrap();
        if scene["must"] == true && message["version"].as_u64() > Some(asked) {
            asked = message["version"].as_u64().unwrap();
            let action = legal.last().unwrap();
            client
                .say(json!({"type": "act", "table": table, "id": format!("{asked}"), "action": action}))
                .await;
        }
    }
}

/// Both play to the end. Their scores.
async fn play_both(served: &Served, guests: [&Guest; 2], run: &Run) -> [i64; 2] {
    let (mut one, mut two) = (served.client(guests[0]).await, served.client(guests[1]).await);
    let (scene, _) = tokio::join!(play(&mut one, run), play(&mut two, run));
    [0, 1].map(|seat| scene["view"]["outcome"]["scores"][seat].as_i64().unwrap())
}

#[tokio::test]
async fn two_defusers_meet_and_the_loser_plays_on() {
    let served = Served::start().await;
    // Ties are rare.
    for _ in 0..20 {
        let (ada, ben) = (served.guest("Ada").await, served.guest("Ben").await);
        let first = begin(&served, &ada, Wanted::Defuser, LONG).await;
        assert_eq!((first.state, first.table), (RunState::Waiting, None));
        let second = begin(&served, &ben, Wanted::Defuser, LONG).await;
        let first = once_in(&served, first.id, RunState::Playing).await;
        assert_eq!((first.table, first.matches[0].seat.index()), (second.table, 0), "who came first deals");
        assert!(matches!(&first.matches[0].opponent, Opponent::Defuser(other) if other.name == "Ben"));
        let [ours, theirs] = play_both(&served, [&ada, &ben], &first).await;
        let first = once(&served, first.id, |run| last(run).is_some()).await;
        let second = once(&served, second.id, |run| last(run).is_some()).await;
        if ours == theirs {
            continue;
        }
        let (winner, loser) = if ours > theirs { (first, second) } else { (second, first) };
        assert_eq!((winner.state, last(&winner)), (RunState::Solved, Some(RunResult::Won)));
        assert_eq!((loser.state, last(&loser), loser.table), (RunState::Ready, Some(RunResult::Lost), None));
        let defuse = &served.reception.defuse;
        assert!(defuse.of(winner.player.0).await.is_none());
        let next = defuse.next(loser.player.0, loser.id, BOT).await.unwrap();
        assert_eq!((next.state, next.matches.len(), next.until), (RunState::Playing, 2, loser.until));
        return;
    }
    panic!("nobody wins");
}

/// A table whose match was tied, as it is in the log.
fn tied(owner: PlayerId, until: u64) -> Vec<Entry<KoiKoi>> {
    for seed in 0.. {
        let rules = koikoi::Rules::preset("quick").unwrap();
        let countdown = Some(Box::new([Some(until), None].into()));
        let settings = Settings { countdown, ..Settings::new(rules) };
        let seats = [Occupant::Player(owner), Occupant::Player(PlayerId(7))];
        let mut out = Outbox::<KoiKoi>::default();
        let mut table = Table::open(owner, settings, seats.into(), Seed::from(seed), 1, &mut out);
        let mut acts = 0;
        while table.phase() == Phase::Playing {
            let seat = table.awaited().first().unwrap();
            let mut legal = ActionList::new();
            table.game().unwrap().0.legal(seat, &mut legal);
            acts += 1;
            let player = if seat == Seat::FIRST { owner } else { PlayerId(7) };
            table.act(player, ActionId(format!("{acts}").into()), legal[0], 2, &mut out);
        }
        if matches!(table.ending(), Some(Ending::Played(outcome)) if outcome.winner().is_none()) {
            return out.entries;
        }
    }
    unreachable!("there are always more seeds")
}

#[tokio::test]
async fn a_tie_means_a_new_match_also_if_the_server_ended_before_it_was_settled() {
    let served = Served::start().await;
    let ada = served.guest("Ada").await;
    let run = Run::new(RunId(5), wire::PlayerCode(ada.player.id), LONG, served_now());
    let table = wire::Code::new(77);
    let run = run.seated(table, Seat::FIRST, Opponent::Bot(Level::Club), run.since);
    let entries = tied(ada.player.id, run.until).into_iter().enumerate().map(|(seq, entry)| {
        let (seq, body) = (seq as u64, wire::log::write(&entry.fact));
        Write::Entry(EntryRow { table: 77, seq, at: entry.at, body })
    });
    let row = TableRow { id: 77, shard: 0, game: "koikoi".to_owned(), opened_at: 1, closed_at: None };
    let body = serde_json::to_string(&run).unwrap();
    let kept = RunRow { run: 5, shard: 0, player: ada.player.id.0, ended_at: None, body };
    let fence = served.store.claim(Shard(0), "before").unwrap();
    let writes = [Write::Table(row), Write::Run(kept)].into_iter().chain(entries).collect();
    served.store.append(&fence, writes).await.unwrap();
    let again = Served::over(config(), served.store.clone()).await;
    let ready = once_in(&again, run.id, RunState::Ready).await;
    assert_eq!((last(&ready), ready.table), (Some(RunResult::Tied), None));
    let next = again.reception.defuse.next(ada.player.id, run.id, BOT).await.unwrap();
    assert_eq!((next.state, next.matches.len()), (RunState::Playing, 2));
}

fn served_now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    since.as_millis() as u64
}

#[tokio::test]
async fn at_zero_the_match_ends_in_its_middle_and_the_run_has_failed() {
    let served = Served::start().await;
    let ada = served.guest("Ada").await;
    let mut client = served.client(&ada).await;
    let run = begin(&served, &ada, BOT, 1500).await;
    let told = client.next_of("defuse").await;
    assert_eq!((&told["run"]["id"], &told["run"]["state"]), (&json!(run.id), &json!("playing")));
    let table = run.table.unwrap();
    client.say(json!({"type": "watch", "table": table})).await;
    let snapshot = client.next_of("snapshot").await;
    assert_eq!(
        (&snapshot["you"], &snapshot["scene"]["must"]),
        (&json!(0), &json!(true)),
        "she deals, and begins"
    );
    assert_eq!(snapshot["settings"]["countdown"], json!([run.until, null]));
    let action = &snapshot["scene"]["legal"][0];
    assert_eq!(
        client.ask(json!({"type": "act", "table": table, "action": action}), "1").await["type"],
        "ack"
    );
    let broken_off = json!({"table": "broken-off", "seat": 0, "why": "countdown"});
    loop {
        let update = client.next_of("update").await;
        if update["events"].as_array().unwrap().contains(&broken_off) {
            assert_eq!(update["changes"]["phase"], "over");
            break;
        }
    }
    let failed = client.next_of("defuse").await;
    assert_eq!((&failed["run"]["state"], &failed["run"]["table"]), (&json!("failed"), &Value::Null));
    assert_eq!(failed["run"]["matches"][0]["result"], "broken-off");
    let late = client.ask(json!({"type": "act", "table": table, "action": action}), "2").await;
    assert_eq!((&late["type"], &late["code"]), (&json!("nack"), &json!("not-playing")));
    let again = client.ask(json!({"type": "rematch", "table": table}), "3").await;
    assert_eq!(again["code"], "countdown");
    let zero = served.store.entries(table.number()).unwrap().into_iter().next_back().unwrap();
    assert!(zero.body.contains("broken-off") && zero.at == run.until, "at zero, and nothing after it");
    assert!(served.reception.house.finished(format!("{table}-1").parse().unwrap()).await.unwrap().is_none());
    let next = served.reception.defuse.next(ada.player.id, run.id, BOT).await;
    assert_eq!(next, Err(CannotDefuse::NotRunning));
    assert_eq!(begin(&served, &ada, BOT, LONG).await.state, RunState::Playing, "and another run");
}

#[tokio::test]
async fn zero_for_one_is_no_loss_for_the_other() {
    let served = Served::start().await;
    let (ada, ben, cem) = (served.guest("Ada").await, served.guest("Ben").await, served.guest("Cem").await);
    let first = begin(&served, &ada, Wanted::Defuser, LONG).await;
    let second = begin(&served, &ben, Wanted::Defuser, 700).await;
    let failed = once_in(&served, second.id, RunState::Failed).await;
    assert_eq!((failed.matches.len(), last(&failed)), (1, Some(RunResult::BrokenOff)));
    let ready = once_in(&served, first.id, RunState::Ready).await;
    assert_eq!((ready.matches.len(), last(&ready)), (1, Some(RunResult::BrokenOff)));
    // Who waits for nobody fails, and is met by nobody after that.
    let waiting = begin(&served, &cem, Wanted::Defuser, 300).await;
    assert_eq!(once_in(&served, waiting.id, RunState::Failed).await.matches, []);
    let next = served.reception.defuse.next(ada.player.id, first.id, Wanted::Defuser).await.unwrap();
    assert_eq!(next.state, RunState::Waiting);
}

#[tokio::test]
async fn one_run_at_a_time_never_with_oneself_and_a_bot_if_nobody_comes() {
    let served = Served::start().await;
    let (ada, ben) = (served.guest("Ada").await, served.guest("Ben").await);
    let defuse = &served.reception.defuse;
    let run = begin(&served, &ada, Wanted::Defuser, LONG).await;
    let second = defuse.begin(ada.player.clone(), Wanted::Defuser, LONG).await;
    assert_eq!(second, Err(CannotDefuse::Running(run.id)));
    assert_eq!(
        defuse.next(ada.player.id, run.id, Wanted::Defuser).await,
        Ok(run.clone()),
        "she waits already"
    );
    assert_eq!(defuse.next(ben.player.id, run.id, BOT).await, Err(CannotDefuse::NotRunning), "it is not his");
    assert_eq!(defuse.give_up(ben.player.id, run.id).await, Err(CannotDefuse::NotRunning));
    // A connection that comes and goes changes nothing: the run is hers.
    drop(served.client(&ada).await);
    let playing = defuse.next(ada.player.id, run.id, BOT).await.unwrap();
    assert_eq!((playing.state, playing.matches.len()), (RunState::Playing, 1));
    assert_eq!(defuse.next(ada.player.id, run.id, BOT).await, Err(CannotDefuse::Playing));
    assert_eq!(
        begin(&served, &ben, Wanted::Defuser, LONG).await.state,
        RunState::Waiting,
        "she waits no more"
    );
    assert_eq!(defuse.of(ada.player.id).await, Some(playing));
}

#[tokio::test]
async fn whoever_leaves_has_lost_the_match_and_the_other_has_won() {
    let served = Served::start().await;
    let (ada, ben) = (served.guest("Ada").await, served.guest("Ben").await);
    let defuse = &served.reception.defuse;
    let first = begin(&served, &ada, Wanted::Defuser, LONG).await;
    let second = begin(&served, &ben, BOT, LONG).await;
    let mut client = served.client(&ben).await;
    client.ask(json!({"type": "leave", "table": second.table}), "1").await;
    let lost = once_in(&served, second.id, RunState::Ready).await;
    assert_eq!(last(&lost), Some(RunResult::Lost));
    let met = defuse.next(ben.player.id, second.id, Wanted::Defuser).await.unwrap();
    assert_eq!((met.matches.len(), met.matches[1].seat.index()), (2, 1), "she has waited longer, and deals");
    let gone = defuse.give_up(ben.player.id, second.id).await.unwrap();
    assert_eq!((gone.state, last(&gone)), (RunState::GivenUp, Some(RunResult::Lost)));
    assert_eq!(defuse.give_up(ben.player.id, second.id).await, Err(CannotDefuse::NotRunning));
    let solved = once_in(&served, first.id, RunState::Solved).await;
    assert_eq!(last(&solved), Some(RunResult::Won));
}

#[tokio::test]
async fn runs_come_back_after_a_restart_and_results_count_once() {
    let served = Served::start().await;
    let [ada, ben, cem, dan] = ["Ada", "Ben", "Cem", "Dan"].map(|name| served.guest(name));
    let (ada, ben, cem, dan) = (ada.await, ben.await, cem.await, dan.await);
    let first = begin(&served, &ada, Wanted::Defuser, LONG).await;
    let second = begin(&served, &ben, Wanted::Defuser, LONG).await;
    let short = begin(&served, &cem, BOT, 400).await;
    let waiting = begin(&served, &dan, Wanted::Defuser, LONG).await;
    // The next server takes over: whatever this one still does is refused by the store.
    let again = Served::over(config(), served.store.clone()).await;
    let failed = once_in(&again, short.id, RunState::Failed).await;
    assert_eq!((failed.matches.len(), last(&failed)), (1, Some(RunResult::BrokenOff)));
    let first = once_in(&again, first.id, RunState::Playing).await;
    assert_eq!(first.table, second.table);
    let [ours, theirs] = play_both(&again, [&ada, &ben], &first).await;
    let ended = once(&again, first.id, |run| last(run).is_some()).await;
    assert_eq!(ended.state == RunState::Solved, ours > theirs);
    once(&again, second.id, |run| last(run).is_some()).await;
    // Nothing of it changes by another restart, and who has waited still does.
    let third = Served::over(config(), served.store.clone()).await;
    let kept = third.reception.defuse.show(first.id, None, Duration::ZERO).await.unwrap();
    assert_eq!(kept, Some(ended));
    let eve = third.guest("Eve").await;
    let met = begin(&third, &eve, Wanted::Defuser, LONG).await;
    assert_eq!(once_in(&third, waiting.id, RunState::Playing).await.table, met.table);
}

#[tokio::test]
async fn zero_while_the_server_is_down_is_zero() {
    let served = Served::start().await;
    let (ada, ben) = (served.guest("Ada").await, served.guest("Ben").await);
    let playing = begin(&served, &ada, BOT, 300).await;
    let waiting = begin(&served, &ben, Wanted::Defuser, 300).await;
    // From here on the first server can write nothing: it is as good as killed.
    served.store.claim(Shard(0), "nobody").unwrap();
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(served.store.run(playing.id.0).unwrap().unwrap().ended_at.is_none());
    let again = Served::over(config(), served.store.clone()).await;
    let failed = once_in(&again, playing.id, RunState::Failed).await;
    assert_eq!(last(&failed), Some(RunResult::BrokenOff));
    once_in(&again, waiting.id, RunState::Failed).await;
    let table = playing.table.unwrap();
    let log = again.store.entries(table.number()).unwrap();
    let zeros: Vec<u64> =
        log.iter().filter(|row| row.body.contains("broken-off")).map(|row| row.at).collect();
    assert_eq!(zeros, [playing.until]);
}
