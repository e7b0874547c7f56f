//! A match between players that are programs, on a clock of its own.
//!
//! After every change each seat that may act is asked. An answer is due after the time it names, counted from the change; whoever
//! gives the same answer again after a further change keeps the earlier time. The answer that is due first is played, ties by a
//! draw, and everyone is asked again. No real time passes.

use std::time::Duration;

use game::{ActionList, Game, Rng, Seat, Seats, Viewer, below};

use crate::Decision;

/// Why a match could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken<E> {
    /// Asking failed.
    #[error("{0}")]
    Asking(E),
    /// A player let things be though it was awaited.
    #[error("the player of seat {0} does not act though it is awaited")]
    Silent(Seat),
    /// An answer that is none of the legal actions.
    #[error("the player of seat {seat} wants to `{action}`, which is not legal")]
    NotLegal {
        /// Whose.
        seat: Seat,
        /// The answer.
        action: String,
    },
}

/// An answer that waits for its time.
#[derive(Clone, Copy)]
struct Pending<A> {
    action: A,
    due: Duration,
}

/// Plays on until nobody can act. `ask` gets the seat, its view, its legal actions and whether it must act.
pub fn play<G: Game, E>(
    state: &mut G,
    ties: &mut impl Rng,
    mut ask: impl FnMut(Seat, &G::View, &[G::Action], bool) -> Result<Option<Decision<G::Action>>, E>,
) -> Result<(), Broken<E>> {
    let mut now = Duration::ZERO;
    let mut pending = Seats::from_fn(state.seats(), |_| None::<Pending<G::Action>>);
    let mut legal = ActionList::new();
    while !state.is_over() {
        for seat in Seat::all(state.seats()) {
            state.legal(seat, &mut legal);
            let must = state.awaited().contains(seat);
            let answer = match legal.is_empty() {
                true => None,
                false => ask(seat, &state.view(Viewer::Seat(seat)), &legal, must).map_err(Broken::Asking)?,
            };
            if answer.is_none() && must {
                return Err(Broken::Silent(seat));
            }
            if let Some(Decision { action, .. }) = answer.filter(|answer| !legal.contains(&answer.action)) {
                return Err(Broken::NotLegal { seat, action: action.to_string() });
            }
            pending[seat] = answer.map(|Decision { action, after }| match pending[seat] {
                Some(before) if before.action == action => before,
                _ => Pending { action, due: now + after },
            });
        }
        let Some((seat, Pending { action, due })) = first(&pending, ties) else { return Ok(()) };
        now = due;
        pending[seat] = None;
        state.apply(seat, action, &mut ());
    }
    Ok(())
}

/// The answer that is due first; of several at once, any.
fn first<A: Copy>(pending: &Seats<Option<Pending<A>>>, ties: &mut impl Rng) -> Option<(Seat, Pending<A>)> {
    let waiting = || pending.iter().filter_map(|(seat, answer)| Some((seat, (*answer)?)));
    let due = waiting().map(|(_, answer)| answer.due).min()?;
    let at_once = || waiting().filter(|(_, answer)| answer.due == due);
    let drawn = match at_once().count() as u32 {
        1 => 0,
        several => below(ties, several),
    };
    at_once().nth(drawn as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Level, Levels, chance};
    use game::{Deals, Ruleset};
    use kaboom::{Action, Kaboom, Rules};

    fn table() -> Kaboom {
        let rules = Rules::preset("short").unwrap();
        Kaboom::start(&rules, 3, &Deals::Seed(1.into()), &mut ()).unwrap()
    }

    /// Who acts, in order, when each seat says ready after its own time, and asked again says another time.
    fn order(first: [u64; 3], again: [u64; 3]) -> Vec<Seat> {
        let mut order = Vec::new();
        let mut state = table();
        let mut before = state.view(Viewer::Spectator).ready;
        let result = play(&mut state, &mut chance::of_decision(1.into(), &0), |seat, view, legal, _| {
            if view.ready != before {
                order.extend(view.ready.iter().filter(|seat| !before.contains(*seat)));
                before = view.ready;
            }
            let ready = legal.contains(&Action::Ready);
            let after = if before.is_empty() { first } else { again };
            let after = Duration::from_millis(after[seat.index()]);
            if ready { Ok(Some(Decision { action: Action::Ready, after })) } else { Err("done") }
        });
        assert!(result.is_err());
        order
    }

    #[test]
    fn the_quicker_is_first_and_an_answer_keeps_its_time() {
        let seat = |index| Seat::new(index).unwrap();
        assert_eq!(order([20, 30, 10], [20, 30, 10])[..2], [seat(2), seat(0)]);
        assert_eq!(order([25, 20, 30], [25, 20, 30])[..2], [seat(1), seat(0)]);
        assert_eq!(order([20, 30, 10], [100, 30, 10])[..2], [seat(2), seat(0)]);
        assert_eq!(order([20, 30, 10], [20, 0, 10])[..2], [seat(2), seat(0)]);
    }

    #[test]
    fn silence_and_illegal_answers_are_told() {
        let mut ties = chance::of_decision(1.into(), &0);
        let silent = play(&mut table(), &mut ties, |_, _, _, _| Ok::<_, ()>(None));
        assert_eq!(silent, Err(Broken::Silent(Seat::FIRST)));
        let illegal =
            play(&mut table(), &mut ties, |_, _, _, _| Ok::<_, ()>(Some(Decision::at_once(Action::Discard))));
        assert!(matches!(illegal, Err(Broken::NotLegal { .. })), "{illegal:?}");
    }

    #[test]
    fn bots_play_whole_matches() {
        let mut state = table();
        let mut bot = Kaboom::bot(Level::Casual, 1.into(), Budget::default());
        let mut ties = chance::of_decision(1.into(), &0);
        play(&mut state, &mut ties, |_, view, legal, must| Ok::<_, ()>(bot.decide(view, legal, must)))
            .unwrap();
        assert!(state.outcome().is_some());
    }
}
