//! How many random deals a core plays in a second of CPU time, through the public trait: `cargo bench -p kierki`.
#![allow(missing_docs)]

use cpu_time::ProcessTime;
use game::{ActionList, Deals, Game, Purpose, Ruleset, Seed, Viewer, below};
use kierki::{Kierki, Rules};

fn main() {
    for preset in Rules::presets() {
        let (name, rules) = (preset.name, preset.rules);
        let matches = 1_000_000 / rules.deals.len() as u64;
        let begin = ProcessTime::now();
        let checksum: i32 = (0..matches).map(|seed| play(&rules, seed)).sum();
        let seconds = begin.elapsed().as_secs_f64();
        let deals = matches * rules.deals.len() as u64;
        println!(
            "{name}: {:.0} deals per CPU second ({deals} deals, checksum {checksum})",
            deals as f64 / seconds
        );
    }
    samples();
}

fn play(rules: &Rules, seed: u64) -> i32 {
    let mut rng = Seed::from(seed).stream(Purpose(*b"play"), 0, 0);
    let deals = Deals::Seed(Seed::from(seed));
    let mut game = Kierki::start(rules, 4, &deals, &mut ()).expect("the preset can be played");
    let mut legal = ActionList::new();
    while let Some(seat) = game.actors().first() {
        game.legal(seat, &mut legal);
        let action = legal[below(&mut rng, legal.len() as u32) as usize];
        game.apply(seat, action, &mut ());
    }
    game.scores()[game::Seat::FIRST]
}

/// Samples from the views of the seat in turn, all through a random match.
fn samples() {
    let rules = Rules::preset("full").expect("the preset is there");
    let mut rng = Seed::from(1).stream(Purpose(*b"play"), 0, 0);
    let mut game =
        Kierki::start(&rules, 4, &Deals::Seed(1.into()), &mut ()).expect("the preset can be played");
    let mut legal = ActionList::new();
    let (mut count, mut seconds, mut slowest) = (0, 0.0, 0.0_f64);
    while let Some(seat) = game.actors().first() {
        let view = game.view(Viewer::Seat(seat));
        let begin = ProcessTime::now();
        for _ in 0..20 {
            std::hint::black_box(Kierki::sample(&view, &mut rng));
        }
        let took = begin.elapsed().as_secs_f64();
        slowest = slowest.max(took / 20.0);
        (count, seconds) = (count + 20, seconds + took);
        game.legal(seat, &mut legal);
        let action = legal[below(&mut rng, legal.len() as u32) as usize];
        game.apply(seat, action, &mut ());
    }
    println!(
        "samples: {:.0} per CPU second, the slowest view {:.0} µs each",
        f64::from(count) / seconds,
        slowest * 1e6
    );
}
