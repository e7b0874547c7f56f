//! How much a move costs each of its observers.

use bots::Levels;
use game::{Seed, Viewer};
use table::Clock;
use wire::Codec;

use super::play::{Play, rules};

/// A move should cost no more than this on average over the three games, all messages to a player together. One of Koi-Koi costs
/// the most: it plays a card, draws another, and may capture with both.
const MOST: usize = 500;

/// The mean bytes per move and player after the first snapshot.
fn mean<G: Codec + Levels>(preset: &str, seats: usize, clock: Clock, matches: u64) -> usize {
    let (mut bytes, mut moves) = (0, 0);
    for seed in 0..matches {
        let settings = table::Settings { clock, ..rules::<G>(preset) };
        let mut play = Play::<G>::open(settings, seats, seed.into());
        let mut rng = Seed::from(seed).stream(game::Purpose(*b"test"), 0, 0);
        play.frames.clear();
        while !play.is_over() {
            play.step(&mut rng);
            moves += 1;
        }
        let told = play.frames.iter().filter(|(viewer, _)| *viewer != Viewer::Spectator);
        bytes += told.map(|(_, frame)| frame.len()).sum::<usize>();
    }
    bytes / moves / seats
}

#[test]
fn a_move_is_told_in_few_bytes() {
    let means = |clock| {
        [
            mean::<koikoi::KoiKoi>("japan", 2, clock, 12),
            mean::<kierki::Kierki>("seven", 4, clock, 3),
            mean::<kaboom::Kaboom>("short", 4, clock, 8),
        ]
    };
    let (plain, timed) = (means(Clock::None), means(Clock::Match { initial: 600_000, increment: 5_000 }));
    println!("bytes per move and player of Koi-Koi, Kierki and Kaboom: {plain:?}, and {timed:?} with clocks");
    assert!(
        plain.iter().sum::<usize>() <= 3 * MOST && timed.iter().sum::<usize>() <= 3 * MOST,
        "{plain:?} {timed:?}"
    );
    assert!(plain.iter().chain(&timed).all(|mean| *mean <= MOST * 3 / 2), "{plain:?} {timed:?}");
}
