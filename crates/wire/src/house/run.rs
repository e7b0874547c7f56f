//! A run of the defuse mode: a player's try to win one match before its countdown ends.

use bots::Level;
use game::Seat;
use serde::{Deserialize, Serialize};
use table::{Cut, Ending, Millis};

use super::Player;
use crate::{Code, MatchId, PlayerCode, RunId};

/// A run, as everybody may see it, and as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Its id.
    pub id: RunId,
    /// Who tries.
    pub player: PlayerCode,
    /// How long it may take.
    pub countdown: Millis,
    /// The moment at which it ends.
    pub until: Millis,
    /// How it stands.
    pub state: RunState,
    /// Since when.
    pub since: Millis,
    /// Counts what has changed.
    pub version: u32,
    /// The table of the match that is played.
    pub table: Option<Code>,
    /// Its matches; only the last one may have no result yet.
    pub matches: Vec<RunMatch>,
}

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunState {
    /// For another defuser to come.
    Waiting,
    /// For the player to begin the next match.
    Ready,
    /// A match is played.
    Playing,
    /// A match was won.
    Solved,
    /// The countdown has come to zero.
    Failed,
    /// The player has given up.
    GivenUp,
}

/// A match of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunMatch {
    /// Which.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The seat of the run's player.
    pub seat: Seat,
    /// Against whom.
    pub opponent: Opponent,
    /// How it ended.
    pub result: Option<RunResult>,
    /// Whether it was played to its end, and so has a replay: who leaves has lost without one.
    #[serde(default)]
    pub replay: bool,
}

/// Against whom a match is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// A program of this level.
    Bot(Level),
    /// Somebody else with a run.
    Defuser(Player),
}

/// How a match ended for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunResult {
    /// It has more points, or the other one has left.
    Won,
    /// It has fewer points, or has left.
    Lost,
    /// Both have the same.
    Tied,
    /// A countdown came to zero.
    BrokenOff,
}

impl Run {
    /// One that begins now.
    pub fn new(id: RunId, player: PlayerCode, countdown: Millis, now: Millis) -> Run {
        let until = now.saturating_add(countdown);
        Run {
            id,
            player,
            countdown,
            until,
            state: RunState::Ready,
            since: now,
            version: 0,
            table: None,
            matches: Vec::new(),
        }
    }

    /// The same in another state.
    pub fn turned(&self, state: RunState, now: Millis) -> Run {
        let table = self.table.filter(|_| state == RunState::Playing);
        Run { state, since: now, version: self.version + 1, table, ..self.clone() }
    }

    /// The same with a match that begins: the only one of its table.
    pub fn seated(&self, table: Code, seat: Seat, opponent: Opponent, now: Millis) -> Run {
        let mut run = self.turned(RunState::Playing, now);
        run.table = Some(table);
        let match_id = MatchId { table, number: 1 };
        run.matches.push(RunMatch { match_id, seat, opponent, result: None, replay: false });
        run
    }

    /// The same with the end of its match; `None` as the ending of a table that is not there any more. Whoever has won has
    /// won in time: the table knows.
    pub fn settled(&self, ending: Option<&Ending>, now: Millis) -> Run {
        let mut run = self.clone();
        let result = run.matches.last_mut().map(|last| {
            let result = ending.map_or(RunResult::BrokenOff, |ending| RunResult::of(ending, last.seat));
            last.result = Some(result);
            last.replay = matches!(ending, Some(Ending::Played(_)));
            result
        });
        let state = match result {
            Some(RunResult::Won) => RunState::Solved,
            _ if now >= run.until => RunState::Failed,
            _ => RunState::Ready,
        };
        run.turned(state, now)
    }
}

impl RunState {
    /// Whether the run has come to its end.
    pub const fn is_over(self) -> bool {
        matches!(self, RunState::Solved | RunState::Failed | RunState::GivenUp)
    }
}

impl RunResult {
    /// What the end of a match of two is for the player of a seat.
    pub fn of(ending: &Ending, own: Seat) -> RunResult {
        match ending {
            Ending::Played(outcome) => match outcome.winner() {
                Some(seat) if seat == own => RunResult::Won,
                Some(_) => RunResult::Lost,
                None => RunResult::Tied,
            },
            Ending::BrokenOff { cut: Cut::Countdown, .. } => RunResult::BrokenOff,
            Ending::BrokenOff { seat, cut: Cut::Left } if *seat == own => RunResult::Lost,
            Ending::BrokenOff { cut: Cut::Left, .. } => RunResult::Won,
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Outcome;
    use table::PlayerId;

    use super::*;

    const NOW: Millis = 1000;

    fn playing() -> Run {
        let run = Run::new(RunId(1), PlayerCode(PlayerId(7)), 500, NOW);
        run.seated(Code::new(3), Seat::FIRST, Opponent::Bot(Level::Club), NOW)
    }

    fn scores(own: i32, other: i32) -> Ending {
        Ending::Played(Outcome::highest([own, other].into()))
    }

    fn broken_off(seat: usize, cut: Cut) -> Ending {
        Ending::BrokenOff { seat: Seat::new(seat).unwrap(), cut }
    }

    #[test]
    fn only_a_win_solves_and_only_time_fails() {
        let settled = |ending: Option<Ending>, now| {
            let run = playing().settled(ending.as_ref(), now);
            assert_eq!((run.table, run.version, run.since), (None, 2, now));
            let last = run.matches.last().unwrap();
            assert_eq!(last.replay, matches!(ending, Some(Ending::Played(_))), "{ending:?}");
            (run.state, last.result.unwrap())
        };
        let (in_time, late) = (NOW + 499, NOW + 500);
        for (ending, then, result) in [
            (Some(scores(3, 5)), RunState::Ready, RunResult::Lost),
            (Some(scores(5, 5)), RunState::Ready, RunResult::Tied),
            (Some(broken_off(1, Cut::Countdown)), RunState::Ready, RunResult::BrokenOff),
            (Some(broken_off(0, Cut::Countdown)), RunState::Ready, RunResult::BrokenOff),
            (Some(broken_off(0, Cut::Left)), RunState::Ready, RunResult::Lost),
            (None, RunState::Ready, RunResult::BrokenOff),
            (Some(scores(5, 3)), RunState::Solved, RunResult::Won),
            (Some(broken_off(1, Cut::Left)), RunState::Solved, RunResult::Won),
        ] {
            assert_eq!(settled(ending.clone(), in_time), (then, result), "{ending:?}");
            let at_zero = if then == RunState::Ready { RunState::Failed } else { then };
            assert_eq!(settled(ending.clone(), late), (at_zero, result), "{ending:?}, noticed late");
        }
    }

    #[test]
    fn a_run_is_read_as_it_is_written() {
        let player = Player { id: PlayerCode(PlayerId(8)), name: "Ben".to_owned() };
        let run = playing().settled(None, NOW).seated(
            Code::new(4),
            Seat::new(1).unwrap(),
            Opponent::Defuser(player),
            NOW,
        );
        let text = serde_json::to_string(&run).unwrap();
        assert_eq!(serde_json::from_str::<Run>(&text).unwrap(), run);
    }
}
