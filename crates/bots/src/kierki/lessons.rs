//! What the expert of Kierki has learned before it plays: a file for each lesson.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use game::Seed;

use super::minds::Mind;
pub use super::prices::TABLES;
use super::prices::{Prices, deal_of, to_bytes};
use super::rules::RuleOfThumb;
use super::{fit, imitation};

/// Something to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// What players who think like to play, from watching them. It is measured by the mean logarithm of the probability of what they play.
    Dislikes,
    /// What cards cost one against three who are like that. It is measured by the part of a fair share of the points that it takes.
    Thinkers,
    /// The same against three who play by rules of thumb.
    Rules,
}

/// Learns all tables from so many deals each, several at a time, and gives the file. `told` hears the measure of each as it comes.
pub fn learn(
    lesson: Lesson,
    seed: Seed,
    deals: u32,
    cores: NonZeroUsize,
    told: impl Fn(usize, f32) + Sync,
) -> Vec<u8> {
    let (next, files) = (AtomicUsize::new(0), Mutex::new([const { Vec::new() }; TABLES]));
    let work = || {
        loop {
            let table = next.fetch_add(1, Ordering::Relaxed);
            if table >= TABLES {
                break;
            }
            let (kind, traditional) = deal_of(table);
            let against = |rival| fit::prices(kind, traditional, &rival, seed, deals);
            let (cells, measure) = match lesson {
                Lesson::Dislikes => imitation::dislikes(kind, traditional, seed, deals),
                Lesson::Thinkers => against(Mind::Thinks(Prices::of_a_thinker(kind, traditional))),
                Lesson::Rules => against(Mind::Rules(RuleOfThumb)),
            };
            told(table, measure);
            files.lock().unwrap_or_else(PoisonError::into_inner)[table] = to_bytes(&cells);
        }
    };
    thread::scope(|scope| (0..cores.get().min(TABLES)).for_each(|_| drop(scope.spawn(work))));
    files.into_inner().unwrap_or_else(PoisonError::into_inner).concat()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_cores_makes_no_difference() {
        let learn =
            |cores| learn(Lesson::Dislikes, 1.into(), 4, NonZeroUsize::new(cores).unwrap(), |_, _| ());
        assert_eq!(learn(1), learn(3));
    }
}
