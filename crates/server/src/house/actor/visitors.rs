//! Who comes to a table, what they ask, and who hears of it.

use std::sync::atomic::Ordering;

use game::{Entropy, Seat, Viewer};
use table::{Occupant, Outbox, PlayerId, Refused, To};
use wire::house::{Call, Dismissal, Notice, Request};

use super::{Actor, Ear, Lost, Playable};
use crate::house::now;
use crate::house::stub::{Asked, Caller, ConnectionId};
use crate::players::Player;

/// Players whose names a table knows at the most: those who sit, and those who have spoken.
const MOST_NAMES: usize = 128;

impl<G: Playable> Actor<G> {
    pub(super) async fn request(&mut self, (caller, request, _coming): Asked) -> Result<(), Lost> {
        let Request { id, call } = request;
        let mut out = Outbox::default();
        let player = caller.player.id;
        let answer = match call {
            Call::Act { action, .. } => {
                let Some(id) = id else { return Ok(()) };
                match wire::house::read_action(&action) {
                    Ok(action) => self.table.act(player, id, action, now(), &mut out),
                    Err(why) => {
                        self.answer(&caller, &Notice::refusal(Some(id), Some(self.code), why.code(), why));
                        self.show(&caller, None, &mut out);
                    }
                }
                self.know(&caller.player);
                return self.settle(out, Some(&caller), Vec::new()).await;
            }
            Call::Sit { seat, seen, entropy, .. } => self.sit(&caller, seat, entropy, seen, &mut out),
            Call::Watch { seen, .. } => self.watch(&caller, seen, &mut out),
            Call::Resync { seen, .. } => match self.ear_of(caller.connection) {
                Some(ear) => {
                    ear.cut_off = false;
                    self.show(&caller, seen, &mut out);
                    Ok(())
                }
                None => self.watch(&caller, seen, &mut out),
            },
            Call::Leave { .. } => self.leave(&caller, &mut out),
            Call::Say { line, .. } => self.table.say(player, line, now(), &mut out),
            Call::Entropy { hex, .. } => self.table.give(player, hex, now(), &mut out),
            Call::Rematch { entropy, .. } => self.table.offer_rematch(player, entropy, now(), &mut out),
            Call::Kick { seat, .. } => self.table.kick(player, seat, now(), &mut out),
            Call::SeatBot { seat, level, .. } => self.table.seat_bot(player, seat, level, now(), &mut out),
            Call::Hint { .. } => self.hint(&caller),
            Call::Pause { .. } => self.table.pause(player, now(), &mut out),
            Call::Resume { .. } => self.table.resume(player, now(), &mut out),
            // These are not about a table.
            Call::Auth { .. } | Call::Lobby { .. } | Call::Ping => Ok(()),
        };
        self.know(&caller.player);
        self.settle(out, Some(&caller), Vec::new()).await?;
        match (answer, id) {
            (Ok(()), Some(id)) => {
                self.answer(&caller, &Notice::Ack { id, table: Some(self.code), version: None });
            }
            (Ok(()), None) => {}
            (Err(why), id) => {
                self.answer(&caller, &Notice::refusal(id, Some(self.code), why.code(), why));
            }
        }
        Ok(())
    }

    fn answer(&self, caller: &Caller, notice: &Notice) {
        if let Some(outcome) = notice.outcome() {
            self.rooms.meters.answered(outcome);
        }
        caller.answer(notice);
    }

    fn sit(
        &mut self,
        caller: &Caller,
        seat: Option<Seat>,
        entropy: Option<Entropy>,
        seen: Option<u64>,
        out: &mut Outbox<G>,
    ) -> Result<(), Refused<G::Refusal>> {
        let own = self.table.seat_of(caller.player.id);
        match self.table.sit(caller.player.id, seat, entropy.clone(), now(), out) {
            // Whoever asks again for the seat that it has, has it.
            Err(Refused::AlreadySeated) if seat.is_none() || seat == own => {
                if let Some(entropy) = entropy {
                    // In a running match it comes too late, which is no reason to turn anybody away.
                    let _ = self.table.give(caller.player.id, entropy, now(), out);
                }
            }
            sat => sat?,
        }
        self.watch(caller, seen, out)
    }

    fn watch(
        &mut self,
        caller: &Caller,
        seen: Option<u64>,
        out: &mut Outbox<G>,
    ) -> Result<(), Refused<G::Refusal>> {
        let viewer = self.table.viewer(caller.player.id).ok_or(Refused::NoSpectators)?;
        self.detach(caller.connection, Some(viewer), out);
        // A seat is held by its player, not by a connection: the newest has it, and the player looks from nowhere else.
        if let Viewer::Seat(_) = viewer {
            self.turn_away_own(caller.player.id, Some(viewer), out);
        }
        self.ears.push(Ear { caller: caller.clone(), viewer, cut_off: false });
        match (&mut self.shadow, viewer) {
            (Some(shadow), Viewer::Spectator) => shadow.arrive(seen, out),
            _ => self.table.arrive(viewer, seen, now(), out),
        }
        self.recount |= viewer == Viewer::Spectator;
        Ok(())
    }

    fn leave(&mut self, caller: &Caller, out: &mut Outbox<G>) -> Result<(), Refused<G::Refusal>> {
        let left = self.table.leave(caller.player.id, now(), out);
        let watched = self.detach(caller.connection, None, out);
        if left.is_ok() {
            self.turn_away_own(caller.player.id, None, out);
        }
        if watched { Ok(()) } else { left }
    }

    /// The connection hears no more of this table, or goes on as another viewer. Whether it has heard.
    pub(super) fn detach(
        &mut self,
        connection: ConnectionId,
        then: Option<Viewer>,
        out: &mut Outbox<G>,
    ) -> bool {
        let Some(place) = self.ears.iter().position(|ear| ear.caller.connection == connection) else {
            return false;
        };
        let ear = self.ears.swap_remove(place);
        let last = self.ears.iter().all(|other| other.viewer != ear.viewer);
        if last {
            self.writer.forget(ear.viewer);
        }
        ear.caller.version.store(0, Ordering::Relaxed);
        // Whoever has taken a seat over is there; those who watch are counted.
        if ear.viewer == Viewer::Spectator || last && then != Some(ear.viewer) {
            match (&mut self.shadow, ear.viewer) {
                (Some(shadow), Viewer::Spectator) => shadow.depart(),
                (_, viewer) => self.table.depart(viewer, now(), out),
            }
        }
        self.recount |= ear.viewer == Viewer::Spectator;
        if self.ears.is_empty() {
            self.lonely = now();
        }
        true
    }

    /// Whoever has lost its seat, by another of its connections, the owner's will or with the end of the match, must not see what comes next there.
    pub(super) fn dismiss(&mut self) {
        let table = &self.table;
        let lost = |ear: &&Ear| matches!(ear.viewer, Viewer::Seat(seat) if table.seat_of(ear.caller.player.id) != Some(seat));
        let lost = self.ears.iter().filter(lost).map(|ear| ear.caller.clone()).collect();
        // Nobody is told: an open seat has no presence, and where somebody has taken the seat over it is there.
        self.turn_away(lost, None, &mut Outbox::default());
    }

    /// The player looks from elsewhere, or not at all: none of its connections does any more.
    fn turn_away_own(&mut self, player: PlayerId, then: Option<Viewer>, out: &mut Outbox<G>) {
        let own = self.ears.iter().filter(|ear| ear.caller.player.id == player);
        self.turn_away(own.map(|ear| ear.caller.clone()).collect(), then, out);
    }

    /// Others look from where these connections did, or nobody.
    fn turn_away(&mut self, callers: Vec<Caller>, then: Option<Viewer>, out: &mut Outbox<G>) {
        for caller in callers {
            self.detach(caller.connection, then, out);
            let kicked = self.table.is_kicked(caller.player.id);
            caller.answer(&match kicked {
                true => Dismissal::Kicked.notice(self.code),
                false => Notice::TakenOver { table: self.code },
            });
        }
    }

    /// The caller is told everything anew, if it may look.
    pub(super) fn show(&self, caller: &Caller, seen: Option<u64>, out: &mut Outbox<G>) {
        let snapshot = match (&self.shadow, self.table.viewer(caller.player.id)) {
            (_, None) => return,
            (Some(shadow), Some(Viewer::Spectator)) => shadow.snapshot(seen),
            (_, Some(viewer)) => self.table.snapshot(viewer, seen),
        };
        out.messages.push((To::Caller, snapshot));
    }

    pub(super) async fn gone(&mut self, connection: ConnectionId) -> Result<(), Lost> {
        let mut out = Outbox::default();
        self.detach(connection, None, &mut out);
        self.settle(out, None, Vec::new()).await
    }

    pub(super) fn ear_of(&mut self, connection: ConnectionId) -> Option<&mut Ear> {
        self.ears.iter_mut().find(|ear| ear.caller.connection == connection)
    }

    /// Whoever sits here is called by its name.
    fn know(&mut self, player: &Player) {
        if self.table.seat_of(player.id).is_none() {
            return;
        }
        if self.names.len() >= MOST_NAMES && !self.names.contains_key(&player.id) {
            let places = self.table.places();
            let sits =
                |id: &PlayerId| places.iter().any(|(_, place)| place.occupant == Occupant::Player(*id));
            self.names.retain(|id, _| sits(id));
        }
        self.names.insert(player.id, player.name.clone());
    }
}
