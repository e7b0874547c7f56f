use std::borrow::Cow;

use game::{Rng, Seat, Seed};
use kaboom::View;

use crate::chance;

/// How long cards are remembered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Memory {
    /// A card seen is still known after so many turns of its own with a chance of one half; `None`: it is never forgotten.
    pub(crate) half_life: Option<f32>,
}

impl Memory {
    /// The view of somebody who has forgotten some of it: a forgotten card lies there as one never seen.
    ///
    /// A bot keeps nothing from one question to the next, so how long it remembers follows from its seed and from where and when it
    /// saw the card, and not from the card.
    pub(crate) fn of(self, view: &View, own: Seat, seed: Seed) -> Cow<'_, View> {
        let Some(half_life) = self.half_life else { return Cow::Borrowed(view) };
        let seats = view.hands.len() as f32;
        let forgotten = |slot: usize, owner: Seat, seen: u16| {
            let age = f32::from(view.turn_number.saturating_sub(seen)) / seats;
            let spot = (view.round, own, owner, slot as u8, seen);
            let drawn = chance::of_decision(seed, &spot).next_u32() as f32 / u32::MAX as f32;
            drawn > 0.5_f32.powf(age / half_life)
        };
        let mut remembered = Cow::Borrowed(view);
        for (owner, hand) in view.hands.iter() {
            for (slot, laid) in hand.iter().enumerate() {
                let seen = laid.as_ref().filter(|laid| laid.card.is_some()).and_then(|laid| laid.seen[own]);
                if !seen.is_some_and(|seen| forgotten(slot, owner, seen)) {
                    continue;
                }
                if let Some(laid) = remembered.to_mut().hands[owner][slot].as_mut() {
                    laid.card = None;
                    laid.seen[own] = None;
                }
            }
        }
        remembered
    }
}
