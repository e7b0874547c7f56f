//! Which tables there are, and whose they are.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLockReadGuard, RwLockWriteGuard};

use table::{Phase, PlayerId};
use wire::Code;

use super::{House, Rooms, Stub, TableCard};

/// All tables, found by their codes and by those who sit there or own them.
#[derive(Default)]
pub(super) struct Register {
    stubs: HashMap<Code, Stub>,
    /// Whose each table is: its owner's, and those of all who sit there.
    own: BTreeSet<(PlayerId, Code)>,
    /// Who is about to have a table, and which one, if it has a code already.
    coming: Vec<(PlayerId, Option<Code>)>,
}

impl Register {
    pub(super) fn stub(&self, code: Code) -> Option<&Stub> {
        self.stubs.get(&code)
    }

    pub(super) fn stubs(&self) -> impl ExactSizeIterator<Item = &Stub> {
        self.stubs.values()
    }

    /// The tables that the player sits at or owns, in the order of their codes.
    fn of(&self, player: PlayerId) -> impl Iterator<Item = Arc<TableCard>> {
        let own = self.own.range((player, Code::new(0))..).take_while(move |(other, _)| *other == player);
        own.filter_map(|(_, code)| self.stub(*code)).map(Stub::card)
    }

    /// How many such tables the player has, with those that it is about to have.
    fn count(&self, player: PlayerId, counts: impl Fn(&TableCard) -> bool) -> usize {
        let coming = || self.coming.iter().filter(|(other, _)| *other == player).map(|(_, code)| *code);
        let own = self.of(player).filter(|card| counts(card)).map(|card| card.code);
        // Whoever is just sitting down may be seen to sit there already.
        let codes: BTreeSet<Code> = own.chain(coming().flatten()).collect();
        codes.len() + coming().filter(Option::is_none).count()
    }

    fn note(&mut self, card: &TableCard) {
        self.own.extend(card.players().map(|player| (player, card.code)));
    }

    fn strike(&mut self, card: &TableCard) {
        for player in card.players() {
            self.own.remove(&(player, card.code));
        }
    }
}

impl House {
    /// The tables at which the player sits.
    pub fn tables_of(&self, player: PlayerId) -> Vec<Arc<TableCard>> {
        self.0.tables().of(player).filter(|card| card.seats_player(player)).collect()
    }

    /// Lets the player take a seat there, if it has one, or has not too many elsewhere.
    pub(crate) fn may_sit(&self, player: PlayerId, code: Code) -> Option<Coming> {
        let coming = Coming::begin(&self.0, vec![player], Some(code));
        let tables = self.0.tables();
        let sits = |card: &TableCard| card.seats_player(player);
        let has_room = || tables.count(player, sits) <= self.0.limits.tables_per_player;
        let may = tables.stub(code).is_some_and(|stub| sits(&stub.card())) || has_room();
        drop(tables);
        may.then_some(coming)
    }

    /// Whether the player may have a further table.
    pub(crate) fn has_room_for(&self, player: PlayerId) -> bool {
        self.tables_about(player) < self.0.limits.tables_per_player
    }

    /// How many tables the player sits at, or owns while they are of use, with those that it is about to have.
    pub(super) fn tables_about(&self, player: PlayerId) -> usize {
        // Whoever has played and left has done with the table, even if it was its own.
        let owns = |card: &TableCard| card.owner.0 == player && card.phase != Phase::Over;
        self.0.tables().count(player, |card| card.seats_player(player) || owns(card))
    }
}

impl Rooms {
    pub(super) fn tables(&self) -> RwLockReadGuard<'_, Register> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change_tables(&self) -> RwLockWriteGuard<'_, Register> {
        self.tables.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table can be found from now on.
    pub(super) fn welcome(&self, stub: Stub) {
        let visibility = stub.shown().visibility;
        let mut tables = self.change_tables();
        tables.note(&stub.card());
        tables.stubs.insert(stub.code(), stub);
        drop(tables);
        self.lobby_changed(visibility);
    }

    /// The table is not as it was, for its players or for others.
    pub(super) fn show(&self, stub: &Stub, own: Arc<TableCard>, shown: Arc<TableCard>) {
        let visibility = own.visibility;
        let (before, after) = (stub.card(), own.clone());
        if stub.show(own, shown) {
            self.lobby_changed(visibility);
        }
        if !before.players().eq(after.players()) {
            let mut tables = self.change_tables();
            if tables.stubs.contains_key(&stub.code()) {
                tables.strike(&before);
                tables.note(&after);
            }
        }
    }

    /// There is no such table any more, or for now.
    pub(super) fn forget(&self, code: Code) {
        let mut tables = self.change_tables();
        let Some(stub) = tables.stubs.remove(&code) else { return };
        tables.strike(&stub.card());
        drop(tables);
        self.lobby_changed(stub.shown().visibility);
    }
}

/// Players who are about to have a table, which counts as theirs so that many at once are no way around the limit.
pub(crate) struct Coming {
    rooms: Arc<Rooms>,
    players: Vec<PlayerId>,
    code: Option<Code>,
}

impl Coming {
    pub(super) fn begin(rooms: &Arc<Rooms>, players: Vec<PlayerId>, code: Option<Code>) -> Coming {
        rooms.change_tables().coming.extend(players.iter().map(|player| (*player, code)));
        Coming { rooms: rooms.clone(), players, code }
    }

    pub(super) fn players(&self) -> &[PlayerId] {
        &self.players
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        let mut tables = self.rooms.change_tables();
        for player in &self.players {
            let place = tables.coming.iter().position(|other| *other == (*player, self.code));
            if let Some(place) = place {
                tables.coming.swap_remove(place);
            }
        }
    }
}
