use std::sync::Arc;

use bots::Level;
use serde_json::json;
use server::house::{Bounds, House, Order, SeatOrder};
use server::players::{Player, Players};
use store::{Log, Shard};
use table::Settings;
use wire::{Code, GameKind};

/// Players at one connection each.
const CONNECTIONS: usize = 16;

/// Who plays where.
pub(crate) struct Plan {
    pub(crate) players: Vec<(Player, String)>,
    pub(crate) tables: Vec<Planned>,
}

/// A table, with the places in the plan of those who sit there.
pub(crate) struct Planned {
    pub(crate) code: Code,
    pub(crate) game: GameKind,
    pub(crate) players: Vec<usize>,
}

impl Plan {
    /// Opens the tables in the store, as a server would that is then stopped. All games, with and without bots.
    pub(crate) async fn make(store: Arc<dyn Log>, tables: usize) -> Plan {
        let fence = store.claim(Shard(0), "plan").unwrap();
        let everyone = Players::new(store.clone(), fence.clone());
        let limits = Bounds { tables_per_player: usize::MAX, ..Bounds::default() };
        let house = House::open(store, fence, limits, 1, Arc::default()).unwrap();
        let mut players = Vec::new();
        for number in 0..CONNECTIONS {
            let (player, token) = everyone.welcome(Some(&format!("P{number}"))).await.unwrap();
            players.push((player, token.reveal().to_owned()));
        }
        let mut planned = Vec::new();
        for number in 0..tables {
            let (game, preset, people, seats) = match number % 4 {
                0 => (GameKind::KoiKoi, "nintendo", 2, 2),
                1 => (GameKind::Kierki, "seven", 4, 4),
                2 => (GameKind::Kaboom, "standard", 3, 4),
                _ => (GameKind::KoiKoi, "japan", 1, 2),
            };
            let who: Vec<usize> = (0..people).map(|place| (number * 5 + place * 3) % CONNECTIONS).collect();
            let mut order = vec![SeatOrder::Open; people];
            order[0] = SeatOrder::Me;
            order.resize(seats, SeatOrder::Bot(Level::Beginner));
            let settings = Settings { pace: 0, window: 60_000, ..Settings::new(json!(preset)) };
            let order = Order { game, settings, seats: order };
            let card = house.open_table(&players[who[0]].0, order).await.unwrap();
            planned.push(Planned { code: card.code, game, players: who });
        }
        house.close().await;
        Plan { players, tables: planned }
    }
}
