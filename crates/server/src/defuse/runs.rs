use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use table::{Millis, PlayerId};
use tokio::sync::watch;
use wire::RunId;
use wire::house::{Run, RunState};

use crate::players::Player;

/// The runs that are not over, by their players: each has one.
#[derive(Default)]
pub(super) struct Runs {
    runs: HashMap<RunId, Held>,
    by_player: HashMap<PlayerId, RunId>,
    /// Those who wait for another defuser, the longest waiting first.
    waiting: VecDeque<RunId>,
}

/// A run and whose it is.
pub(super) struct Held {
    pub(super) player: Player,
    run: watch::Sender<Arc<Run>>,
}

impl Held {
    pub(super) fn run(&self) -> Arc<Run> {
        self.run.borrow().clone()
    }
}

impl Runs {
    /// How many runs there are.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    /// The run of the player.
    pub(super) fn of(&self, player: PlayerId) -> Option<&Held> {
        self.by_player.get(&player).and_then(|id| self.runs.get(id))
    }

    /// Whose run it is.
    pub(super) fn player(&self, id: RunId) -> Option<Player> {
        self.runs.get(&id).map(|held| held.player.clone())
    }

    /// The run and all its changes.
    pub(super) fn watch(&self, id: RunId) -> Option<watch::Receiver<Arc<Run>>> {
        self.runs.get(&id).map(|held| held.run.subscribe())
    }

    /// Who has waited longest for somebody else, and still has time.
    pub(super) fn longest_waiting(&self, besides: RunId, now: Millis) -> Option<(Player, Arc<Run>)> {
        let waiting = self.waiting.iter().filter(|id| **id != besides).filter_map(|id| self.runs.get(id));
        let mut in_time = waiting.filter(|held| held.run().until > now);
        in_time.next().map(|held| (held.player.clone(), held.run()))
    }

    /// A run that there was before.
    pub(super) fn take_up(&mut self, player: Player, run: Run) -> watch::Receiver<Arc<Run>> {
        let (id, waits) = (run.id, run.state == RunState::Waiting);
        let (run, news) = watch::channel(Arc::new(run));
        self.by_player.insert(player.id, id);
        self.runs.insert(id, Held { player, run });
        self.waiting.retain(|other| *other != id);
        if waits {
            self.waiting.push_back(id);
        }
        news
    }

    /// A run as it is now, and its changes if it is a new one. One that is over is kept no longer.
    pub(super) fn put(&mut self, player: Player, run: Run) -> (Arc<Run>, Option<watch::Receiver<Arc<Run>>>) {
        let id = run.id;
        let Some(held) = self.runs.get(&id) else {
            let news = self.take_up(player, run);
            let run = news.borrow().clone();
            return (run, Some(news));
        };
        let run = Arc::new(run);
        held.run.send_replace(run.clone());
        self.waiting.retain(|other| *other != id);
        match run.state {
            RunState::Waiting => self.waiting.push_back(id),
            state if state.is_over() => {
                self.runs.remove(&id);
                self.by_player.remove(&player.id);
            }
            _ => {}
        }
        (run, None)
    }
}

#[cfg(test)]
mod tests {
    use wire::PlayerCode;

    use super::*;

    fn put(runs: &mut Runs, number: u64, state: RunState, until: Millis) {
        let player = Player { id: PlayerId(number), name: "".into() };
        let run = Run::new(RunId(number), PlayerCode(player.id), until, 0).turned(state, 0);
        runs.put(player, run);
    }

    fn waits(runs: &Runs, besides: u64, now: Millis) -> Option<u64> {
        runs.longest_waiting(RunId(besides), now).map(|(player, _)| player.id.0)
    }

    #[test]
    fn the_longest_waiting_is_matched_and_nobody_with_itself_or_out_of_time() {
        let mut runs = Runs::default();
        for (number, until) in [(1, 50), (2, 100), (3, 100)] {
            put(&mut runs, number, RunState::Waiting, until);
        }
        assert_eq!((waits(&runs, 9, 0), waits(&runs, 1, 0)), (Some(1), Some(2)));
        assert_eq!((waits(&runs, 9, 50), waits(&runs, 9, 100)), (Some(2), None));
        put(&mut runs, 1, RunState::Playing, 50);
        assert_eq!(waits(&runs, 9, 0), Some(2));
        put(&mut runs, 1, RunState::Waiting, 50);
        put(&mut runs, 2, RunState::GivenUp, 100);
        assert_eq!(waits(&runs, 9, 0), Some(3), "who waits again stands behind those who still do");
        assert!(runs.of(PlayerId(2)).is_none() && runs.watch(RunId(2)).is_none());
        assert!(runs.of(PlayerId(3)).is_some());
    }
}
