use std::collections::BTreeMap;
use std::sync::Arc;

use bots::Level;
use table::{Clock, DealCard, Occupant, Phase, PlayerId, Table, Visibility};
use wire::{Code, Codec, PlayerCode};

/// A table as those see it who look for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCard {
    /// Its code, by which it is joined.
    pub code: Code,
    /// The name of the game.
    pub game: &'static str,
    /// The preset, if the rules are just that.
    pub preset: Option<&'static str>,
    /// What it is doing.
    pub phase: Phase,
    /// Which match is played, from 1; 0 before the first.
    pub number: u32,
    /// What may be known of the chance of that match, or else of the coming one.
    pub deal: DealCard,
    /// Whose table it is.
    pub owner: PlayerCode,
    /// Who sits where.
    pub seats: Vec<SeatCard>,
    /// How long one may think.
    pub clock: Clock,
    /// Whether others may watch.
    pub spectators: bool,
    /// Who finds it.
    pub visibility: Visibility,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatCard {
    /// Whoever comes may have it.
    Open,
    /// A player has it.
    Player {
        /// Who.
        id: PlayerCode,
        /// By which name.
        name: Arc<str>,
    },
    /// A bot of this level has it.
    Bot(Level),
}

impl TableCard {
    /// Whether the player has a seat.
    pub fn seats_player(&self, player: PlayerId) -> bool {
        self.seat_of(player).is_some()
    }

    /// Where the player sits.
    pub fn seat_of(&self, player: PlayerId) -> Option<usize> {
        self.seats.iter().position(|seat| matches!(seat, SeatCard::Player { id, .. } if id.0 == player))
    }
}

pub(crate) fn card<G: Codec>(
    code: Code,
    table: &Table<G>,
    names: &BTreeMap<PlayerId, Arc<str>>,
) -> TableCard {
    let settings = table.settings();
    let seat = |occupant: Occupant| match occupant {
        Occupant::Open => SeatCard::Open,
        Occupant::Bot(level) => SeatCard::Bot(level),
        Occupant::Player(player) => SeatCard::Player {
            id: PlayerCode(player),
            name: names.get(&player).cloned().unwrap_or_else(|| "".into()),
        },
    };
    TableCard {
        code,
        game: G::NAME,
        preset: wire::rules::preset_of::<G>(&settings.rules),
        phase: table.phase(),
        number: table.game().map_or(0, |(_, number)| number),
        deal: table.deal_card(),
        owner: PlayerCode(table.owner()),
        seats: table.places().iter().map(|(_, place)| seat(place.occupant)).collect(),
        clock: settings.clock,
        spectators: settings.spectators,
        visibility: settings.visibility,
    }
}
