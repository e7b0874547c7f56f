//! The fuzz targets on inputs that are nearly right: what `cargo fuzz` does for long is done here for a while.

use game::{Rng, Seed, Stream, below};

use super::play::{Play, rules};

#[path = "../../../../fuzz/src/house.rs"]
#[allow(unreachable_pub)]
mod targets;

/// Pieces that decoders look for.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\n",
    "null",
    "true",
    "-1",
    "1e999",
    "18446744073709551616",
    "\"id\":",
    "\"type\":",
    "\"act\"",
    "\"say\"",
    "\"table\":\"K7F3Q9MX\"",
    "\"seen\":1",
    "\"\\u0000\"",
    "手",
    ".+0",
    ".-0",
    "view",
];

/// Changes the text here and there, so that it stays one.
fn mutated(text: &str, rng: &mut Stream) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=below(rng, 4) {
        let place = |letters: &[char], rng: &mut Stream| below(rng, letters.len() as u32 + 1) as usize;
        let (one, other) = (place(&letters, rng), place(&letters, rng));
        let (from, to) = (one.min(other), one.max(other).min(one.min(other) + 12));
        match below(rng, 4) {
            0 => drop(letters.drain(from..to)),
            1 => {
                let piece = PIECES[below(rng, PIECES.len() as u32) as usize];
                letters.splice(from..from, piece.chars());
            }
            2 => {
                let copy = letters[from..to].to_vec();
                let at = place(&letters, rng);
                letters.splice(at..at, copy);
            }
            _ => {
                if let Some(letter) = letters.get_mut(from) {
                    *letter = char::from(32 + (rng.next_u32() % 95) as u8);
                }
            }
        }
    }
    letters.into_iter().collect()
}

fn run(seed: u64, corpus: &[String], times: usize, target: fn(&[u8])) {
    let mut rng = Seed::from(seed).stream(game::Purpose(*b"fuzz"), 0, 0);
    corpus.iter().for_each(|text| target(text.as_bytes()));
    for round in 0..times {
        let mut text = mutated(&corpus[round % corpus.len()], &mut rng);
        if below(&mut rng, 3) == 0 {
            text = mutated(&text, &mut rng);
        }
        target(text.as_bytes());
    }
}

/// A match with all its frames and its log.
fn play() -> Play<kaboom::Kaboom> {
    let mut play = Play::<kaboom::Kaboom>::open(rules::<kaboom::Kaboom>("short"), 3, 4.into());
    let mut rng = Seed::from(4).stream(game::Purpose(*b"fuzz"), 1, 0);
    for _ in 0..40 {
        if !play.is_over() {
            play.step(&mut rng);
        }
    }
    play
}

#[test]
fn requests() {
    let document = include_str!("../../../../docs/protocol.md");
    let corpus: Vec<String> =
        document.lines().filter(|line| line.starts_with("{\"")).map(str::to_owned).collect();
    assert!(corpus.len() > 20);
    run(1, &corpus, 20_000, targets::request);
}

#[test]
fn logs() {
    let corpus: Vec<String> = play().log.iter().map(|entry| wire::log::write(&entry.fact)).collect();
    run(2, &corpus, 10_000, targets::table_log);
}

#[test]
fn changes() {
    let corpus = [
        "{\"a\":[1,2,3],\"b\":{\"c\":\"d\"}}\n{\"a\":[1,3],\"b\":{\"c\":null}}",
        "[[\"a\",\"b\",\"c\"],[]]\n[[\"b\",\"c\",\"d\"],[1]]",
        "{\"field\":[\"1-crane\",\"3-poem\",\"9-cup\"]}\n{\"field\":[\"3-poem\",\"4-cuckoo\",\"9-cup\"]}",
        "{\"a\":[1],\"b\":2}\n{\"a.+0\":[1],\"a.-0\":1,\"b\":3}",
        "{}\n{\"a\":{}}",
    ];
    run(3, &corpus.map(str::to_owned), 20_000, targets::scene_changes);
}

#[test]
fn frames() {
    let play = play();
    let frames: Vec<&str> = play.frames.iter().map(|(_, frame)| frame.as_str()).collect();
    let corpus: Vec<String> = frames.chunks(4).map(|frames| frames.join("\n")).collect();
    run(4, &corpus, 1_500, targets::frames);
}
