use std::fmt;

use crate::{ActionList, BadDeal, Deals, Game, Seat, Sink};

/// A match as it was played: all that is needed to play it again. It may stop after any action.
#[derive(Clone)]
pub struct Record<G: Game> {
    /// The knobs.
    pub rules: G::Rules,
    /// How many seats.
    pub seats: usize,
    /// The seed or the decks.
    pub deals: Deals,
    /// Who did what, in order.
    pub actions: Vec<(Seat, G::Action)>,
}

impl<G: Game> Record<G> {
    /// Plays the match again, action by action, each one checked.
    pub fn replay(&self, events: &mut impl Sink<G::Event>) -> Result<G, ReplayError<G>> {
        let mut state = G::start(&self.rules, self.seats, &self.deals, events)?;
        for (number, &(seat, action)) in (1..).zip(&self.actions) {
            state
                .play(seat, action, events)
                .map_err(|why| ReplayError::Refused(Refused::new(&state, number, seat, action, why)))?;
        }
        Ok(state)
    }
}

/// Why a record is no match.
#[derive(thiserror::Error)]
pub enum ReplayError<G: Game> {
    /// It cannot even begin.
    #[error(transparent)]
    Start(#[from] BadDeal),
    /// An action of it is not legal where it stands.
    #[error(transparent)]
    Refused(Refused<G>),
}

/// The action at which a replay stopped.
pub struct Refused<G: Game> {
    /// Which action, from 1.
    pub number: usize,
    /// Whose it was.
    pub seat: Seat,
    /// What it was.
    pub action: G::Action,
    /// Why it was refused.
    pub why: G::Refusal,
    /// What would have been legal, and for whom.
    pub legal: Vec<(Seat, Vec<G::Action>)>,
}

impl<G: Game> Refused<G> {
    /// The action of this number, refused by this state.
    pub fn new(state: &G, number: usize, seat: Seat, action: G::Action, why: G::Refusal) -> Self {
        let mut list = ActionList::new();
        let legal = state.actors().iter().map(|actor| {
            state.legal(actor, &mut list);
            (actor, list.to_vec())
        });
        Refused { number, seat, action, why, legal: legal.collect() }
    }
}

impl<G: Game> fmt::Display for Refused<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "action {}, seat {} `{}`: {}; ", self.number, self.seat, self.action, self.why)?;
        if self.legal.is_empty() {
            return f.write_str("nothing more could be played");
        }
        for (i, (seat, actions)) in self.legal.iter().enumerate() {
            let codes: Vec<String> = actions.iter().map(|action| format!("`{action}`")).collect();
            let before = if i == 0 { "legal was for" } else { "; for" };
            write!(f, "{before} seat {seat}: {}", codes.join(", "))?;
        }
        Ok(())
    }
}

// Derives would ask for a `Debug` of the state, which would print every hand.
impl<G: Game> fmt::Debug for Refused<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl<G: Game> fmt::Debug for ReplayError<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl<G: Game> std::error::Error for Refused<G> {}
