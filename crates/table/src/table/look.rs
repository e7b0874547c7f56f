//! Looking at a table: what it is doing, who sits there, and what a viewer is told of it.

use game::{ActionList, Deals, FairDeal, Game, Record, Seat, SeatSet, Seats, Viewer};

use super::{Seated, Table};
use crate::fact::ActionId;
use crate::message::{DealCard, Message, Missed, Phase, Place, Presence, Scene, Snapshot, Update};
use crate::outbox::{Outbox, To};
use crate::settings::{Millis, Occupant, PlayerId, Settings, Then};

impl<G: Game> Table<G> {
    /// What it is doing.
    pub fn phase(&self) -> Phase {
        match &self.game {
            None => Phase::Waiting,
            Some(game) if game.is_over() || self.broken_off.is_some() => Phase::Over,
            Some(_) if self.paused.is_some() => Phase::Paused,
            Some(_) => Phase::Playing,
        }
    }

    /// Whether seats may be taken and given up for good.
    pub(crate) fn is_between_matches(&self) -> bool {
        matches!(self.phase(), Phase::Waiting | Phase::Over)
    }

    /// The seat of the player.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats
            .iter()
            .find(|(_, seated)| seated.occupant == Occupant::Player(player))
            .map(|(seat, _)| seat)
    }

    /// Whether the owner has sent the player away.
    pub fn is_kicked(&self, player: PlayerId) -> bool {
        self.kicked.contains(&player)
    }

    /// As whom somebody looks: from its seat, or from outside if that is allowed.
    pub fn viewer(&self, player: PlayerId) -> Option<Viewer> {
        let seat = self.seat_of(player).filter(|seat| !self.is_vacant(*seat)).map(Viewer::Seat);
        seat.or_else(|| self.settings.spectators.then_some(Viewer::Spectator))
    }

    /// How many updates there were for the viewer.
    pub fn version(&self, viewer: Viewer) -> u64 {
        self.history.version(viewer)
    }

    /// The running match, or the last one, with its number.
    pub fn game(&self) -> Option<(&G, u32)> {
        Some((self.game.as_ref()?, self.number))
    }

    /// The record of that match. It has the seed of its deals, which is a secret until the match is over.
    pub fn record(&self) -> Record<G> {
        Record {
            rules: self.settings.rules.clone(),
            seats: self.seats.len(),
            deals: Deals::Seed(self.fair_deal().seed()),
            actions: self.played.iter().map(|(_, seat, action)| (*seat, *action)).collect(),
        }
    }

    /// Whose match that is: who had the seats when it was dealt, even if it has left since.
    pub fn players(&self) -> &Seats<Occupant> {
        &self.players
    }

    /// What its chance was made of, which is a secret until the match is over.
    pub fn fair_deal(&self) -> &FairDeal {
        self.chance.dealt()
    }

    /// What may be known of the chance of the running match, or else of the coming one.
    pub fn deal_card(&self) -> DealCard {
        self.chance.card(self.is_between_matches())
    }

    /// How long after the deal each of its actions was played.
    pub fn times(&self) -> Vec<Millis> {
        self.played.iter().map(|(at, ..)| at.saturating_sub(self.dealt_at)).collect()
    }

    /// What the owner has chosen.
    pub fn settings(&self) -> &Settings<G::Rules> {
        &self.settings
    }

    /// Since when there is a table.
    pub fn opened_at(&self) -> Millis {
        self.opened_at
    }

    /// Whose table it is.
    pub fn owner(&self) -> PlayerId {
        self.owner
    }

    /// Who sits where.
    pub fn places(&self) -> Seats<Place> {
        let place = |seated: &Seated<G::Action>| Place {
            occupant: seated.occupant,
            left: seated.left,
            offers: seated.offers,
        };
        self.seats.map(|_, seated| place(seated))
    }

    /// All that the viewer may know now, and what has happened since it was last told.
    pub fn snapshot(&self, viewer: Viewer, seen: Option<u64>) -> Message<G> {
        let missed = |after| Some(Missed { after, happened: self.history.since(viewer, after)? });
        Message::Snapshot(Box::new(Snapshot {
            viewer,
            version: self.version(viewer),
            settings: self.settings.clone(),
            owner: self.owner,
            scene: self.scene(viewer),
            presence: self.seats.map(|seat, _| self.presence(seat)),
            chat: self.chat.iter().cloned().collect(),
            missed: seen.and_then(missed),
        }))
    }

    pub(super) fn scene(&self, viewer: Viewer) -> Box<Scene<G>> {
        let mut legal = ActionList::new();
        let playing = self.phase() == Phase::Playing;
        if let (Some(game), Viewer::Seat(seat), true) = (&self.game, viewer, playing) {
            game.legal(seat, &mut legal);
        }
        Box::new(Scene {
            phase: self.phase(),
            number: self.number,
            seats: self.places(),
            view: self.game.as_ref().map(|game| game.view(viewer)),
            legal: legal.to_vec(),
            must: self.awaited().iter().any(|seat| viewer.is(seat)),
            clocks: self.clocks.faces(),
            deal: self.deal_card(),
        })
    }

    pub(crate) fn presence(&self, seat: Seat) -> Presence {
        let Seated { occupant, stand_in, .. } = self.seats[seat];
        if let (Occupant::Player(_), Some(level)) = (occupant, stand_in) {
            return Presence::StandIn(level);
        }
        match (occupant, self.settings.absence.then) {
            (Occupant::Open | Occupant::Bot(_), _) => Presence::Here,
            (Occupant::Player(_), Then::StandIn(level)) if self.is_given_up(seat) => Presence::StandIn(level),
            (Occupant::Player(_), _) if self.timing.gone[seat].is_some() => Presence::Away,
            (Occupant::Player(_), _) => Presence::Here,
        }
    }

    /// Whether a player has left, or was waited for long enough.
    pub(crate) fn is_given_up(&self, seat: Seat) -> bool {
        let Seated { left, stand_in, .. } = self.seats[seat];
        // A seat that is free for others is waited for.
        (left && !self.settings.handover) || stand_in.is_some() || self.timing.given_up.contains(seat)
    }

    /// The seats that the clock runs for.
    pub fn awaited(&self) -> SeatSet {
        match (&self.game, self.phase()) {
            (Some(game), Phase::Playing) => game.awaited(),
            _ => SeatSet::EMPTY,
        }
    }

    /// The number of the seat's turn, from 1: how often the table has begun to wait for it. It is the same after a restart.
    pub fn turn(&self, seat: Seat) -> u32 {
        self.turns.get(seat).copied().unwrap_or(0)
    }

    /// When the time of the seat will be up, if it is counted and runs.
    pub fn due(&self, seat: Seat) -> Option<Millis> {
        self.clocks.due(seat)
    }

    /// What was done for the player's request of this name.
    pub(crate) fn done(&self, seat: Seat, id: &ActionId) -> Option<(G::Action, u64)> {
        self.seats[seat].done.find(id)
    }

    /// Tells everyone who is there what they have not been told, and asks the bots about it.
    pub(crate) fn flush(&mut self, out: &mut Outbox<G>) {
        for viewer in Viewer::all(self.seats.len()) {
            self.tell(viewer, out);
        }
        self.ask_bots(out);
    }

    /// Tells the viewer, if it is there, what it has not been told.
    pub(crate) fn tell(&mut self, viewer: Viewer, out: &mut Outbox<G>) {
        let Some(after) = self.history.publish(viewer) else { return };
        let there = match viewer {
            Viewer::Seat(seat) => self.timing.gone[seat].is_none(),
            Viewer::Spectator => self.timing.spectators > 0,
        };
        if there && let Some(happened) = self.history.since(viewer, after) {
            let (version, scene) = (self.version(viewer), self.scene(viewer));
            let moment = Some(self.facts);
            let update = Update { viewer, after, version, moment, happened, scene };
            out.messages.push((To::Viewer(viewer), Message::Update(update)));
        }
    }
}
