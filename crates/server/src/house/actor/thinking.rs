//! What a table asks its bots.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bots::{Budget, Level};
use table::Answer;
use tokio::sync::mpsc;

use super::{ANSWERS, Actor, Playable};
use crate::house::now;
use crate::house::pool::Thought;

impl<G: Playable> Actor<G> {
    /// The bots think elsewhere, and what they think comes back by the mail.
    pub(super) fn think(&mut self, asks: Vec<table::Ask<G>>) {
        if asks.is_empty() {
            return;
        }
        let (answers, _) = self.answers.get_or_insert_with(|| mpsc::channel(ANSWERS));
        let thought = |ask: table::Ask<G>| -> Thought {
            let answers = answers.clone();
            Box::new(move |time| {
                // Half of what its clock has left: the table must still get to know of it.
                let left = ask.until.map(|until| Duration::from_millis(until.saturating_sub(now()) / 2));
                let budget =
                    Budget { playouts: None, deadline: Some(left.map_or(time, |left| left.min(time))) };
                let answer = safely(G::NAME, ask.level, || {
                    G::bot(ask.level, ask.seed, budget).decide(&ask.view, &ask.legal, ask.must)
                });
                // A table that is closed needs no answer.
                let _ = answers.blocking_send(Box::new((ask.question, answer)));
            })
        };
        self.rooms.pool.ask(&self.desk, asks.into_iter().map(thought).collect(), !self.ears.is_empty());
    }
}

/// A bot that panics has no answer: where one must come, the table plays the default action.
fn safely<A>(game: &'static str, level: Level, decide: impl FnOnce() -> Answer<A>) -> Answer<A> {
    catch_unwind(AssertUnwindSafe(decide)).unwrap_or_else(|_| {
        tracing::error!(game, %level, "a bot has panicked");
        None
    })
}

#[cfg(test)]
mod tests {
    use bots::Decision;

    use super::*;

    #[test]
    fn a_bot_that_panics_has_no_answer_and_the_next_one_has() {
        assert!(safely::<u8>("test", Level::Club, || panic!("a bot falls")).is_none());
        let decided = safely("test", Level::Club, || Some(Decision::at_once(7)));
        assert_eq!(decided.map(|decision| decision.action), Some(7));
    }
}
