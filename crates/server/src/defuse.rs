//! The defuse mode of Koi-Koi: a player tries to win one match before its countdown ends.
//!
//! A run is held by its player, not by a connection. What becomes of a match is decided at its table, which knows the countdowns of
//! its players; a run takes each result from there once, also after a restart. All changes of runs go through one door, where
//! they are made durable before anybody is told.

mod attend;
mod refusal;
mod runs;

use std::sync::Arc;
use std::time::Duration;

use bots::Level;
use game::Seat;
use serde_json::json;
use store::{Fence, Log, RunRow, StoreError, Write};
use table::{Clock, Millis, PlayerId, Settings};
use tokio::sync::{Mutex, watch};
use wire::house::{Notice, Opponent, Run, RunState};
use wire::{Code, GameKind, PlayerCode, RunId};

pub use refusal::CannotDefuse;

use crate::house::{CannotOpen, House, Order, SeatOrder, blocking, now};
use crate::players::{Player, Players};
use crate::secret::random;
use runs::{Held, Runs};

/// How long a run takes if its player does not choose.
const COUNTDOWN: Millis = 10 * 60 * 1000;
const SHORTEST: Millis = 10 * 1000;
const LONGEST: Millis = 60 * 60 * 1000;
/// Runs that are not over.
const MOST_RUNS: usize = 20_000;
/// Matches of one run.
const MOST_MATCHES: usize = 64;
/// How long one may think against another defuser, whose time runs too.
const MOVE: Millis = 30 * 1000;

/// How long a run takes, as its player chooses.
pub fn countdown(chosen: Option<Millis>) -> Result<Millis, CannotDefuse> {
    let countdown = chosen.unwrap_or(COUNTDOWN);
    if (SHORTEST..=LONGEST).contains(&countdown) { Ok(countdown) } else { Err(CannotDefuse::Countdown) }
}

/// Whom a player wants to play against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A bot of this level.
    Bot(Level),
    /// Whoever comes.
    Defuser,
}

/// All runs of a house. It is cheap to clone; all clones are the same.
#[derive(Clone)]
pub struct Defuse(Arc<Office>);

struct Office {
    house: House,
    players: Arc<Players>,
    log: Arc<dyn Log>,
    fence: Fence,
    runs: Mutex<Runs>,
}

impl Defuse {
    /// The runs of a house, none yet.
    pub fn new(house: House, players: Arc<Players>, log: Arc<dyn Log>, fence: Fence) -> Defuse {
        Defuse(Arc::new(Office { house, players, log, fence, runs: Mutex::default() }))
    }

    /// Takes up the runs that were not over when the server ended. Those whose tables or countdowns have ended meanwhile are settled.
    pub async fn recover(&self) -> Result<(), StoreError> {
        let (log, shard) = (self.0.log.clone(), self.0.fence.shard);
        let rows = blocking(move || log.open_runs(shard)).await?;
        let read = |row: &RunRow| serde_json::from_str::<Run>(&row.body).ok();
        let mut left: Vec<Run> = rows.iter().filter_map(read).collect();
        if left.len() < rows.len() {
            tracing::warn!(runs = rows.len() - left.len(), "runs that cannot be read are left as they are");
        }
        left.sort_by_key(|run| run.since);
        let mut runs = self.0.runs.lock().await;
        for run in left {
            let name = self.0.players.name(run.player.0).await.unwrap_or_else(|| "".into());
            let player = Player { id: run.player.0, name };
            self.attend(runs.take_up(player, run));
        }
        Ok(())
    }

    /// Begins a run, with its first match.
    pub async fn begin(
        &self,
        player: Player,
        wanted: Wanted,
        countdown: Millis,
    ) -> Result<Arc<Run>, CannotDefuse> {
        let id = RunId(u64::from_le_bytes(random().map_err(|error| StoreError::Broken(error.to_string()))?));
        self.alone(move |defuse| async move {
            let mut runs = defuse.0.runs.lock().await;
            if let Some(held) = runs.of(player.id) {
                return Err(CannotDefuse::Running(held.run().id));
            }
            if runs.len() >= MOST_RUNS {
                return Err(CannotOpen::Full.into());
            }
            let run = Run::new(id, PlayerCode(player.id), countdown, now());
            defuse.match_up(&mut runs, player, run, wanted).await
        })
        .await
    }

    /// Begins the next match of a run; or plays against a bot after all, where nobody has come.
    pub async fn next(&self, player: PlayerId, id: RunId, wanted: Wanted) -> Result<Arc<Run>, CannotDefuse> {
        self.alone(move |defuse| async move {
            let mut runs = defuse.0.runs.lock().await;
            let held = runs.of(player).filter(|held| held.run().id == id).ok_or(CannotDefuse::NotRunning)?;
            let (player, run) = (held.player.clone(), held.run());
            match run.state {
                RunState::Playing => Err(CannotDefuse::Playing),
                RunState::Waiting if wanted == Wanted::Defuser => Ok(run),
                _ if now() >= run.until => Err(CannotDefuse::NotRunning),
                _ if run.matches.len() >= MOST_MATCHES => Err(CannotDefuse::TooManyMatches),
                _ => defuse.match_up(&mut runs, player, Run::clone(&run), wanted).await,
            }
        })
        .await
    }

    /// Ends a run before its time. A match that is played is lost.
    pub async fn give_up(&self, player: PlayerId, id: RunId) -> Result<Arc<Run>, CannotDefuse> {
        self.alone(move |defuse| async move {
            // Each time around a match has come to its end, and there are not many.
            loop {
                let mut runs = defuse.0.runs.lock().await;
                let held = runs.of(player).filter(|held| held.run().id == id);
                let held = held.ok_or(CannotDefuse::NotRunning)?;
                let (leaver, run) = (held.player.clone(), held.run());
                let Some(table) = run.table else {
                    return defuse.change(&mut runs, id, run.turned(RunState::GivenUp, now())).await;
                };
                drop(runs);
                // What the table says counts: the match may just have been won.
                defuse.0.house.leave_for(leaver, table).await;
                defuse.settle(id, table, defuse.0.house.ended(table).await).await?;
            }
        })
        .await
    }

    /// The running run of a player.
    pub async fn of(&self, player: PlayerId) -> Option<Arc<Run>> {
        self.0.runs.lock().await.of(player).map(Held::run)
    }

    /// A run; if it has not changed since that version, once it has, or after so long.
    pub async fn show(
        &self,
        id: RunId,
        seen: Option<u32>,
        wait: Duration,
    ) -> Result<Option<Arc<Run>>, StoreError> {
        let news = self.0.runs.lock().await.watch(id);
        if let Some(mut news) = news {
            let seen = seen.unwrap_or_else(|| news.borrow().version);
            // The last news of a run are kept by whoever waits for them.
            let _ = tokio::time::timeout(wait, news.wait_for(|run| run.version > seen)).await;
            return Ok(Some(news.borrow().clone()));
        }
        let log = self.0.log.clone();
        let row = blocking(move || log.run(id.0)).await?;
        Ok(row.and_then(|row| serde_json::from_str(&row.body).ok()).map(Arc::new))
    }

    /// Does it to its end, even if whoever asked does not wait for it: half of it would be worse than none.
    async fn alone<F: Future<Output = Result<Arc<Run>, CannotDefuse>> + Send + 'static>(
        &self,
        change: impl FnOnce(Defuse) -> F,
    ) -> Result<Arc<Run>, CannotDefuse> {
        let done = tokio::spawn(change(self.clone())).await;
        done.map_err(|error| StoreError::Broken(error.to_string()))?
    }

    /// Finds an opponent for a run that has no match, or lets it wait for one.
    async fn match_up(
        &self,
        runs: &mut Runs,
        player: Player,
        run: Run,
        wanted: Wanted,
    ) -> Result<Arc<Run>, CannotDefuse> {
        if !self.0.house.is_open() {
            return Err(CannotOpen::Draining.into());
        }
        let id = run.id;
        let first = match wanted {
            Wanted::Defuser => runs.longest_waiting(id, now()),
            Wanted::Bot(_) => None,
        };
        // Both are told of a table only once it stands, and what it is for with it.
        let (order, seats) = match (wanted, first) {
            (Wanted::Bot(level), _) => {
                let order =
                    order([SeatOrder::Me, SeatOrder::Bot(level)], [Some(run.until), None], Clock::None);
                (order, vec![(player, run, Opponent::Bot(level))])
            }
            (Wanted::Defuser, None) => {
                let waiting = run.turned(RunState::Waiting, now());
                self.keep(vec![row(&self.0.fence, &waiting)]).await?;
                return Ok(self.publish(runs, player, waiting));
            }
            (Wanted::Defuser, Some((other, waiting))) => {
                let ends = [Some(waiting.until), Some(run.until)];
                let order = order(
                    [SeatOrder::Me, SeatOrder::Player(player.clone())],
                    ends,
                    Clock::Move { limit: MOVE },
                );
                let (first, second) = (Opponent::Defuser(known(&player)), Opponent::Defuser(known(&other)));
                (order, vec![(other, Run::clone(&waiting), first), (player, run, second)])
            }
        };
        let owner = seats[0].0.clone();
        let fence = self.0.fence.clone();
        let since = now();
        let seated = move |table: Code| {
            let seated = seats.into_iter().zip(Seat::all(2));
            seated
                .map(|((player, run, opponent), seat)| (player, run.seated(table, seat, opponent, since)))
                .collect::<Vec<(Player, Run)>>()
        };
        let with = {
            let seated = seated.clone();
            move |table| seated(table).iter().map(|(_, run)| row(&fence, run)).collect()
        };
        let card = self.0.house.open_with(owner, order, Box::new(with)).await?;
        let published: Vec<Arc<Run>> =
            seated(card.code).into_iter().map(|(player, run)| self.publish(runs, player, run)).collect();
        Ok(published.into_iter().find(|run| run.id == id).expect("the run has a seat at its table"))
    }

    /// Takes the result of a match from its table, once.
    async fn settle(
        &self,
        id: RunId,
        table: Code,
        ending: Option<table::Ending>,
    ) -> Result<Arc<Run>, CannotDefuse> {
        let mut runs = self.0.runs.lock().await;
        let run = runs.watch(id).ok_or(CannotDefuse::NotRunning)?.borrow().clone();
        if run.table != Some(table) {
            return Ok(run);
        }
        self.change(&mut runs, id, run.settled(ending.as_ref(), now())).await
    }

    /// Ends a run whose countdown has come to zero while no match was played.
    async fn fail(&self, id: RunId) -> Result<(), CannotDefuse> {
        let mut runs = self.0.runs.lock().await;
        let run = runs.watch(id).ok_or(CannotDefuse::NotRunning)?.borrow().clone();
        if run.table.is_none() && now() >= run.until {
            self.change(&mut runs, id, run.turned(RunState::Failed, now())).await?;
        }
        Ok(())
    }

    async fn change(&self, runs: &mut Runs, id: RunId, run: Run) -> Result<Arc<Run>, CannotDefuse> {
        let player = runs.player(id).ok_or(CannotDefuse::NotRunning)?;
        self.keep(vec![row(&self.0.fence, &run)]).await?;
        Ok(self.publish(runs, player, run))
    }

    async fn keep(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let kept = self.0.log.append(&self.0.fence, writes).await;
        kept.inspect_err(|error| self.0.house.fail(error))
    }

    /// What is durable is told: to who waits for it, and to the player's connections.
    fn publish(&self, runs: &mut Runs, player: Player, run: Run) -> Arc<Run> {
        let id = player.id;
        let (run, new) = runs.put(player, run);
        if let Some(news) = new {
            self.attend(news);
        }
        self.0.house.tell(id, &Notice::Defuse { run: Box::new(Run::clone(&run)) });
        run
    }

    fn attend(&self, news: watch::Receiver<Arc<Run>>) {
        tokio::spawn(attend::attend(self.clone(), news));
    }
}

fn row(fence: &Fence, run: &Run) -> Write {
    Write::Run(RunRow {
        run: run.id.0,
        shard: fence.shard.0,
        player: run.player.0.0,
        ended_at: run.state.is_over().then_some(run.since),
        body: serde_json::to_string(run).expect("a run is plain data with names as keys"),
    })
}

fn known(player: &Player) -> wire::house::Player {
    wire::house::Player { id: PlayerCode(player.id), name: player.name.as_ref().to_owned() }
}

/// Whoever has the first seat deals first, as the rules say.
fn order(seats: [SeatOrder; 2], ends: [Option<Millis>; 2], clock: Clock) -> Order {
    let countdown = Some(Box::new(ends.into()));
    let settings = Settings { clock, countdown, ..Settings::new(json!("quick")) };
    Order { game: GameKind::KoiKoi, settings, seats: seats.into() }
}
