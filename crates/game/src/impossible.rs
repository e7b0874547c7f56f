use crate::Seats;

/// A view that no match has ever shown, with what is wrong about it.
///
/// Views come from outside too. Whatever thinks about one trusts that its parts fit together, so each game checks that
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no match looks like this: {0}")]
pub struct Impossible(pub &'static str);

/// No total of any match is further from zero.
const MOST_POINTS: u32 = 100_000_000;

impl Impossible {
    /// It is, unless this holds.
    pub fn unless(holds: bool, otherwise: &'static str) -> Result<(), Impossible> {
        if holds { Ok(()) } else { Err(Impossible(otherwise)) }
    }

    /// It is, unless there is a total for each of so many seats, and none that would leave the range of numbers in play.
    pub fn unless_scores(scores: &Seats<i32>, seats: usize) -> Result<(), Impossible> {
        let fits = scores.iter().all(|(_, score)| score.unsigned_abs() <= MOST_POINTS);
        Impossible::unless(scores.len() == seats && fits, "the scores")
    }
}
