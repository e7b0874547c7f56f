use std::collections::BTreeMap;
use std::sync::Arc;

use bots::Level;
use table::{Clock, DealCard, Millis, Occupant, Phase, PlayerId, Shadow, Table, Visibility};
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
    /// Whether its matches count for ratings.
    pub rated: bool,
    /// Whether others may watch.
    pub spectators: bool,
    /// How long after the players those see things who watch.
    pub delay: Millis,
    /// How many watch.
    pub watching: usize,
    /// Who finds it.
    pub visibility: Visibility,
    /// Since when there is a table.
    pub opened: Millis,
    /// Whether seats change hands during a match.
    pub handover: bool,
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
    /// Whether there is an open seat to take.
    pub fn is_joinable(&self) -> bool {
        matches!(self.phase, Phase::Waiting | Phase::Over) && self.seats.contains(&SeatCard::Open)
    }

    /// Whether it is shown to whoever looks for a table. One that all have left after its match is not: nobody is there to play with,
    /// nor to let bots in. Where seats change hands nobody comes back to it either, also before its match.
    pub(crate) fn is_listed(&self) -> bool {
        let left = match self.phase {
            Phase::Over => true,
            Phase::Waiting => self.handover,
            Phase::Playing | Phase::Paused => false,
        };
        let peopled = self.seats.iter().any(|seat| matches!(seat, SeatCard::Player { .. }));
        self.visibility == Visibility::Public && (peopled || !left)
    }

    /// Whether a match is played that others may watch.
    pub fn is_watchable(&self) -> bool {
        matches!(self.phase, Phase::Playing | Phase::Paused) && self.spectators
    }

    /// Whether anything but the number of those who watch is another.
    pub(crate) fn differs(&self, other: &TableCard) -> bool {
        *self != TableCard { watching: self.watching, ..other.clone() }
    }

    /// Whether the player has a seat.
    pub fn seats_player(&self, player: PlayerId) -> bool {
        self.seat_of(player).is_some()
    }

    /// Whose table it is: its owner's, and those who sit there.
    pub(crate) fn players(&self) -> impl Iterator<Item = PlayerId> {
        let seated = self.seats.iter().filter_map(|seat| match seat {
            SeatCard::Player { id, .. } => Some(id.0),
            SeatCard::Open | SeatCard::Bot(_) => None,
        });
        seated.chain([self.owner.0])
    }

    /// Where the player sits.
    pub fn seat_of(&self, player: PlayerId) -> Option<usize> {
        self.seats.iter().position(|seat| matches!(seat, SeatCard::Player { id, .. } if id.0 == player))
    }
}

/// The card of the table, and the one that others see: they are the same, unless those who watch do so with a delay.
///
/// Then a match that they see played is shown as they see it. Before and after it the seats are shown as they are: whoever wants to
/// sit must know which are open, and nobody plays.
pub(crate) fn cards<G: Codec>(
    code: Code,
    table: &Table<G>,
    shadow: Option<&Shadow<G>>,
    names: &BTreeMap<PlayerId, Arc<str>>,
    watching: usize,
) -> (Arc<TableCard>, Arc<TableCard>) {
    let own = Arc::new(card(code, table, names, watching));
    let Some(shadow) = shadow else { return (own.clone(), own) };
    let then = card(code, shadow.table(), names, watching);
    let shown = match then.phase {
        Phase::Playing | Phase::Paused => then,
        Phase::Waiting | Phase::Over => {
            TableCard { phase: then.phase, number: then.number, deal: then.deal, ..(*own).clone() }
        }
    };
    (own, Arc::new(shown))
}

fn card<G: Codec>(
    code: Code,
    table: &Table<G>,
    names: &BTreeMap<PlayerId, Arc<str>>,
    watching: usize,
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
        rated: settings.rated,
        spectators: settings.spectators,
        delay: if settings.spectators { settings.delay } else { 0 },
        watching,
        visibility: settings.visibility,
        opened: table.opened_at(),
        handover: settings.handover,
    }
}
