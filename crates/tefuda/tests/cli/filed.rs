//! A match as a house files it.

use game::{Entropy, Ruleset as _, Seat, Seed, Viewer};
use koikoi::{KoiKoi, Rules};
use serde_json::Value;
use table::{ActionId, Message, Occupant, Outbox, PlayerId, Settings, Table};
use wire::replay::{self, Replay};

/// A match of two who have given `00` and `0101`, as a house files it.
pub(crate) fn filed() -> Value {
    let rules = Rules { rounds: 1, ..Rules::preset("japan").unwrap() };
    let settings = Settings { entropy: 1, ..Settings::new(rules) };
    let players = [PlayerId(0), PlayerId(1)];
    let mut out = Outbox::default();
    let seats = players.map(Occupant::Player).into();
    let mut table = Table::<KoiKoi>::open(players[0], settings, seats, Seed::from(7), 0, &mut out);
    for player in players {
        let entropy = Entropy::new(vec![player.0 as u8; player.0 as usize + 1]).unwrap();
        table.give(player, entropy, 0, &mut out).unwrap();
    }
    for id in 0.. {
        let Some(seat) = table.awaited().first() else { break };
        let Message::Snapshot(snapshot) = table.snapshot(Viewer::Seat(seat), None) else { panic!() };
        table.act(
            players[seat.index()],
            ActionId(id.to_string().into()),
            snapshot.scene.legal[0],
            0,
            &mut out,
        );
    }
    assert!(table.seat_of(players[1]) == Seat::new(1));
    serde_json::from_str(&replay::write(&Replay::of(&table, Vec::new()).unwrap())).unwrap()
}
