use serde::{Deserialize, Serialize};

use crate::{Seat, SeatSet, Seats};

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// The final scores.
    pub scores: Seats<i32>,
    /// Each seat's place, 1 the best; equal scores share a place.
    pub places: Seats<u8>,
}

impl Outcome {
    /// Most points win.
    pub fn highest(scores: Seats<i32>) -> Outcome {
        Outcome::ranked(scores, |a, b| a > b)
    }

    /// Fewest points win.
    pub fn lowest(scores: Seats<i32>) -> Outcome {
        Outcome::ranked(scores, |a, b| a < b)
    }

    fn ranked(scores: Seats<i32>, better: fn(&i32, &i32) -> bool) -> Outcome {
        let places =
            scores.map(|_, own| 1 + scores.iter().filter(|(_, other)| better(other, own)).count() as u8);
        Outcome { scores, places }
    }

    /// The seats in the first place: more than one where they tie.
    pub fn winners(&self) -> SeatSet {
        self.places.iter().filter(|(_, place)| **place == 1).map(|(seat, _)| seat).collect()
    }

    /// The winner, or `None` where several share the first place.
    pub fn winner(&self) -> Option<Seat> {
        let winners = self.winners();
        if winners.len() == 1 { winners.iter().next() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_shared_by_ties() {
        let outcome = Outcome::lowest([3, 1, 3, 1].into());
        assert_eq!(outcome.places, [3, 1, 3, 1].into());
        assert_eq!((outcome.winners().len(), outcome.winner()), (2, None));
        assert_eq!(Outcome::highest([3, -1].into()).winner(), Seat::new(0));
    }
}
