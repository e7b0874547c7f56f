//! When moves are due: at random, so many a second at each table, whatever the server does.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::time::{Duration, Instant};

use game::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tokio::sync::mpsc;

/// A move is due at a table.
pub(super) type Due = (usize, Instant);

/// Tells of moves as they are due, from a thread of its own: it sleeps more exactly than the runtime, whose clock ticks once in a
/// millisecond. It ends when nobody listens.
pub(super) fn start(tables: usize, per_second: f64, seed: u64) -> io::Result<mpsc::Receiver<Due>> {
    let (tell, told) = mpsc::channel(4096);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mean = tables as f64 / per_second;
    let run = move || {
        let begun = Instant::now();
        let mut first = |table| Reverse((begun + gap(mean, &mut rng), table));
        let mut moves: BinaryHeap<_> = (0..tables).map(&mut first).collect();
        while let Some(Reverse((due, table))) = moves.pop() {
            std::thread::sleep(due.saturating_duration_since(Instant::now()));
            if tell.blocking_send((table, due)).is_err() {
                return;
            }
            moves.push(Reverse((due + gap(mean, &mut rng), table)));
        }
    };
    std::thread::Builder::new().name("schedule".to_owned()).spawn(run)?;
    Ok(told)
}

/// The time between two moves, in seconds on average.
fn gap(mean: f64, rng: &mut impl Rng) -> Duration {
    // Between 0 and 1, and neither of them.
    let chance = ((rng.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64;
    Duration::from_secs_f64(-chance.ln() * mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_have_their_mean() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let sum: f64 = (0..100_000).map(|_| gap(2.0, &mut rng).as_secs_f64()).sum();
        assert!((1.97..2.03).contains(&(sum / 100_000.0)), "{sum}");
    }
}
