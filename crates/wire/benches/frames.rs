//! How long it takes to write what a move tells one player, in CPU time: `cargo bench -p wire`.
#![allow(missing_docs)]

use std::sync::Arc;

use cpu_time::ProcessTime;
use game::{ActionList, Purpose, Ruleset, Seats, Seed, Viewer, below};
use table::{ActionId, Message, Occupant, Outbox, PlayerId, Settings, Table};
use wire::house::Writer;
use wire::{Code, Codec};

fn main() {
    measure::<koikoi::KoiKoi>("japan", 2, 60);
    measure::<kierki::Kierki>("seven", 4, 12);
    measure::<kaboom::Kaboom>("short", 4, 60);
}

fn measure<G: Codec>(preset: &str, seats: usize, matches: u64) {
    let (mut frames, mut bytes, mut seconds) = (0_usize, 0, 0.0);
    let name: Arc<str> = "Ada".into();
    for seed in 0..matches {
        let messages = play::<G>(preset, seats, seed);
        let mut writer = Writer::new(Code::new(seed));
        let begin = ProcessTime::now();
        frames += messages.len();
        for message in messages {
            bytes += writer.frame(message, &|_| name.clone()).len();
        }
        seconds += begin.elapsed().as_secs_f64();
    }
    println!(
        "{}: {:.1} µs and {} bytes for an update",
        G::NAME,
        seconds / frames as f64 * 1e6,
        bytes / frames
    );
}

/// Every update of a match of random moves, after a snapshot for each seat.
fn play<G: Codec>(preset: &str, seats: usize, seed: u64) -> Vec<Message<G>> {
    let rules = G::Rules::preset(preset).expect("the preset is there");
    let occupants = Seats::from_fn(seats, |seat| Occupant::Player(PlayerId(seat.index() as u64)));
    let mut out = Outbox::default();
    let mut table =
        Table::<G>::open(PlayerId(0), Settings::new(rules), occupants, Seed::from(seed), 0, &mut out);
    for viewer in Viewer::all(seats).take(seats) {
        table.arrive(viewer, None, 0, &mut out);
    }
    let mut rng = Seed::from(seed).stream(Purpose(*b"play"), 0, 0);
    let mut legal = ActionList::new();
    for number in 0_u64.. {
        let Some((game, seat)) = table.game().and_then(|(game, _)| Some((game, game.awaited().first()?)))
        else {
            break;
        };
        game.legal(seat, &mut legal);
        // Flips are nearly all legal actions, and would be nearly all of the match.
        let calm: Vec<G::Action> =
            legal.iter().copied().filter(|action| !action.to_string().starts_with("flip")).collect();
        let action = calm[below(&mut rng, calm.len() as u32) as usize];
        table.act(
            PlayerId(seat.index() as u64),
            ActionId(number.to_string().into()),
            action,
            number,
            &mut out,
        );
    }
    let told = |message: &Message<G>| matches!(message, Message::Snapshot(_) | Message::Update(_));
    out.messages.into_iter().map(|(_, message)| message).filter(told).collect()
}
