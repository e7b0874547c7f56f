//! What is told to whoever runs the house.

use game::Viewer;
use table::{Entry, Fact, Occupant, PlayerId};
use wire::house::{Place, Player};
use wire::{MatchId, PlayerCode};

use super::{Actor, Playable};
use crate::house::now;
use crate::webhook::{Event, Hooks, MatchOver, Turn};

impl<G: Playable> Actor<G> {
    /// Tells what these entries have led to, once they are durable.
    pub(super) fn call_hooks(&mut self, entries: &[Entry<G>]) {
        let rooms = self.rooms.clone();
        let (Some(hooks), Some((game, number))) = (rooms.hooks(), self.table.game()) else { return };
        let match_id = MatchId { table: self.code, number };
        let played = |entry: &Entry<G>| matches!(entry.fact, Fact::Acted { .. } | Fact::Dealt);
        if let Some(outcome) = game.outcome().filter(|_| entries.iter().any(played)) {
            let over = MatchOver {
                match_id,
                table: self.code,
                link: self.link(hooks),
                game: G::NAME,
                preset: wire::rules::preset_of::<G>(&self.table.settings().rules),
                players: self.table.players().iter().map(|(_, player)| self.place(*player)).collect(),
                scores: outcome.scores,
                places: outcome.places,
            };
            hooks.send(Event::over(&over, now()));
        }
        if hooks.is_slow(self.table.settings()) {
            self.tell_turns(hooks, match_id);
        }
    }

    /// Each turn is told once by this process, and again by the next: always under the same id.
    fn tell_turns(&mut self, hooks: &Hooks, match_id: MatchId) {
        for seat in self.table.awaited().iter() {
            let number = self.table.turn(seat);
            let told = std::mem::replace(&mut self.turns[seat.index()], number);
            let place = self.table.places()[seat];
            let Occupant::Player(player) = place.occupant else { continue };
            if told == number || place.left {
                continue;
            }
            let turn = Turn {
                table: self.code,
                link: self.link(hooks),
                match_id,
                game: G::NAME,
                seat,
                player: Player { id: PlayerCode(player), name: self.name(player) },
                until: self.table.due(seat),
                here: self.ears.iter().any(|ear| ear.viewer == Viewer::Seat(seat)),
            };
            hooks.send(Event::turn(&turn, number, now()));
        }
    }

    fn link(&self, hooks: &Hooks) -> String {
        format!("{}/t/{}", hooks.site, self.code)
    }

    fn name(&self, player: PlayerId) -> String {
        self.names.get(&player).map_or_else(String::new, |name| name.to_string())
    }

    fn place(&self, occupant: Occupant) -> Option<Place> {
        match occupant {
            Occupant::Open => None,
            Occupant::Bot(bot) => Some(Place::Bot { bot }),
            Occupant::Player(player) => Some(Place::player(PlayerCode(player), self.name(player))),
        }
    }
}
