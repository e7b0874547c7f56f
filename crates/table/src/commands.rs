//! What people may ask of a table.

use bots::Level;
use game::{Entropy, Game, Seat, Viewer};

use crate::fact::{ActionId, By, Fact, Line, Why, misleads};
use crate::message::{Message, Phase, Presence};
use crate::outbox::{Outbox, To};
use crate::refused::Refused;
use crate::settings::{Millis, Occupant, PlayerId, Then};
use crate::table::{Checked, Seated, Table};

/// The longest line of chat, in letters.
const LONGEST_LINE: usize = 200;

impl<G: Game> Table<G> {
    /// The player takes a seat, any open one if it names none, or comes back to the one it left. When no seat is open any
    /// more, the match begins. What it adds to the chance of a match is for the coming one: in a running match it is let be.
    pub fn sit(
        &mut self,
        player: PlayerId,
        seat: Option<Seat>,
        entropy: Option<Entropy>,
        now: Millis,
        out: &mut Outbox<G>,
    ) -> Checked<G> {
        if let Some(own) = self.seat_of(player) {
            if !self.seats[own].left {
                return Err(Refused::AlreadySeated);
            }
            self.commit(Fact::Returned { seat: own }, now, out)?;
            self.flush(out);
            return Ok(());
        }
        if self.is_kicked(player) {
            return Err(Refused::Kicked);
        }
        let seat = self.free_seat(seat)?;
        self.commit(Fact::Sat { seat, occupant: Occupant::Player(player) }, now, out)?;
        if self.is_between_matches() {
            self.note(seat, entropy, now, out)?;
            self.deal_if_agreed(now, out);
        }
        self.flush(out);
        Ok(())
    }

    /// The owner lets a bot in: into an open seat, or for a player who is gone.
    pub fn seat_bot(
        &mut self,
        player: PlayerId,
        seat: Option<Seat>,
        level: Level,
        now: Millis,
        out: &mut Outbox<G>,
    ) -> Checked<G> {
        let playing = !self.is_between_matches();
        if let Some(seat) = seat.filter(|_| playing) {
            return self.stand_in(player, seat, level, now, out);
        }
        self.owned_by(player)?;
        if playing {
            return Err(Refused::SeatTaken);
        }
        let seat = self.free_seat(seat)?;
        self.commit(Fact::Sat { seat, occupant: Occupant::Bot(level) }, now, out)?;
        self.deal_if_agreed(now, out);
        self.flush(out);
        Ok(())
    }

    /// A bot plays at once for a player who is gone, whatever the table does about absence. The player takes over by returning.
    fn stand_in(
        &mut self,
        player: PlayerId,
        seat: Seat,
        level: Level,
        now: Millis,
        out: &mut Outbox<G>,
    ) -> Checked<G> {
        self.decided_by(player)?;
        // Nobody chooses whom another one's countdown is lost against, or its rating.
        self.has_no_countdown()?;
        if self.settings.rated {
            return Err(Refused::Rated);
        }
        let seated = self.seats.get(seat).ok_or(Refused::NoSuchSeat)?;
        let gone = matches!(seated.occupant, Occupant::Player(_)) && self.timing.gone[seat].is_some();
        if !gone || (seated.left && !self.settings.handover) {
            return Err(Refused::SeatTaken);
        }
        if seated.stand_in != Some(level) {
            let before = self.presence(seat);
            self.commit(Fact::StoodIn { seat, level }, now, out)?;
            self.resume_if_all_are_here(now, out);
            self.flush(out);
            self.tell_presence(seat, before, out);
        }
        Ok(())
    }

    /// The owner sends away whoever has the seat, before a match or after one.
    pub fn kick(&mut self, player: PlayerId, seat: Seat, now: Millis, out: &mut Outbox<G>) -> Checked<G> {
        self.owned_by(player)?;
        match self.seats.get(seat).ok_or(Refused::NoSuchSeat)?.occupant {
            Occupant::Open => return Err(Refused::SeatOpen),
            Occupant::Player(own) if own == player => return Err(Refused::OwnSeat),
            Occupant::Player(_) | Occupant::Bot(_) => {}
        }
        if !self.is_between_matches() {
            return Err(Refused::Playing);
        }
        self.has_no_countdown()?;
        self.commit(Fact::Kicked { seat }, now, out)?;
        self.flush(out);
        Ok(())
    }

    /// The player leaves for good, or until it sits down again.
    pub fn leave(&mut self, player: PlayerId, now: Millis, out: &mut Outbox<G>) -> Checked<G> {
        let seat = self.held_seat(player)?;
        self.run_out(now, out);
        self.give_up_match(seat, now, out)?;
        self.commit(Fact::Left { seat }, now, out)?;
        self.resume_if_all_are_here(now, out);
        self.flush(out);
        Ok(())
    }

    /// The player acts. A request that was done before is acknowledged again and has no further effect; one that is refused is
    /// answered with a snapshot, for its sender saw something else than what is there.
    pub fn act(
        &mut self,
        player: PlayerId,
        id: ActionId,
        action: G::Action,
        now: Millis,
        out: &mut Outbox<G>,
    ) {
        let answer = match self.try_to_act(player, &id, action, now, out) {
            Ok(version) => Message::Ack { id, version },
            Err(why) => Message::Nack { id, why },
        };
        let refused = matches!(answer, Message::Nack { .. });
        out.messages.push((To::Caller, answer));
        self.flush(out);
        if let Some(viewer) = self.viewer(player).filter(|_| refused) {
            out.messages.push((To::Caller, self.snapshot(viewer, None)));
        }
    }

    fn try_to_act(
        &mut self,
        player: PlayerId,
        id: &ActionId,
        action: G::Action,
        now: Millis,
        out: &mut Outbox<G>,
    ) -> Checked<G, u64> {
        let seat = self.seat_of(player).ok_or(Refused::NotSeated)?;
        match self.done(seat, id) {
            Some((done, version)) if done == action => return Ok(version),
            Some(_) => return Err(Refused::IdReused),
            None => {}
        }
        self.run_out(now, out);
        match self.phase() {
            Phase::Waiting | Phase::Over => return Err(Refused::NotPlaying),
            Phase::Paused => return Err(Refused::Paused),
            Phase::Playing if self.seats[seat].left => return Err(Refused::NotSeated),
            Phase::Playing => {}
        }
        self.commit(Fact::Acted { seat, action, by: By::Player(id.clone()) }, now, out)?;
        Ok(self.version(Viewer::Seat(seat)))
    }

    /// The player says something.
    pub fn say(&mut self, player: PlayerId, line: Line, now: Millis, out: &mut Outbox<G>) -> Checked<G> {
        self.held_seat(player)?;
        if let Line::Text(text) = &line {
            let letters = text.chars().count();
            if text.trim().is_empty() || letters > LONGEST_LINE || text.chars().any(misleads) {
                return Err(Refused::BadLine);
            }
        }
        self.commit(Fact::Said { player, line }, now, out)?;
        self.flush(out);
        Ok(())
    }

    /// The player adds to the chance of the coming match.
    pub fn give(
        &mut self,
        player: PlayerId,
        entropy: Entropy,
        now: Millis,
        out: &mut Outbox<G>,
    ) -> Checked<G> {
        let seat = self.held_seat(player)?;
        if !self.is_between_matches() {
            return Err(Refused::Playing);
        }
        self.note(seat, Some(entropy), now, out)?;
        self.deal_if_agreed(now, out);
        self.flush(out);
        Ok(())
    }

    /// What is given twice is noted once.
    fn note(&mut self, seat: Seat, entropy: Option<Entropy>, now: Millis, out: &mut Outbox<G>) -> Checked<G> {
        match entropy {
            Some(entropy) if self.chance.has_given(seat) != Some(&entropy) => {
                self.commit(Fact::Gave { seat, entropy }, now, out)
            }
            _ => Ok(()),
        }
    }

    /// The player wants another match. It begins when all seats are taken and all their players want it.
    pub fn offer_rematch(
        &mut self,
        player: PlayerId,
        entropy: Option<Entropy>,
        now: Millis,
        out: &mut Outbox<G>,
    ) -> Checked<G> {
        let seat = self.held_seat(player)?;
        self.has_no_countdown()?;
        match self.phase() {
            Phase::Over => {}
            Phase::Waiting => return Err(Refused::NotPlaying),
            Phase::Playing | Phase::Paused => return Err(Refused::Playing),
        }
        if !self.seats[seat].offers {
            self.commit(Fact::Offered { seat }, now, out)?;
        }
        self.note(seat, entropy, now, out)?;
        self.deal_if_agreed(now, out);
        self.flush(out);
        Ok(())
    }

    /// What a player who asks for a hint sees from its seat; a hint follows from nothing else.
    pub fn hint(&self, player: PlayerId) -> Checked<G, (Seat, G::View)> {
        let seat = self.held_seat(player)?;
        if !self.settings.hints {
            return Err(Refused::NoHints);
        }
        match (self.phase(), self.game()) {
            (Phase::Playing, Some((game, _))) if game.awaited().contains(seat) => {
                Ok((seat, game.view(Viewer::Seat(seat))))
            }
            (Phase::Playing, _) => Err(Refused::NotYourTurn),
            (Phase::Paused, _) => Err(Refused::Paused),
            (Phase::Waiting | Phase::Over, _) => Err(Refused::NotPlaying),
        }
    }

    /// The owner lets play wait; but nobody in a rated match, where it would be at the others' cost.
    pub fn pause(&mut self, player: PlayerId, now: Millis, out: &mut Outbox<G>) -> Checked<G> {
        self.owned_by(player)?;
        if self.settings.rated {
            return Err(Refused::Rated);
        }
        self.has_no_countdown()?;
        match self.phase() {
            Phase::Playing => self.commit(Fact::Paused(Why::Owner), now, out)?,
            Phase::Paused => return Err(Refused::Paused),
            Phase::Waiting | Phase::Over => return Err(Refused::NotPlaying),
        }
        self.flush(out);
        Ok(())
    }

    /// The owner lets play go on; or, if it is not there any more, anyone who plays.
    pub fn resume(&mut self, player: PlayerId, now: Millis, out: &mut Outbox<G>) -> Checked<G> {
        self.decided_by(player)?;
        match self.phase() {
            Phase::Paused => {}
            Phase::Playing => return Err(Refused::Playing),
            Phase::Waiting | Phase::Over => return Err(Refused::NotPlaying),
        }
        self.commit(Fact::Resumed, now, out)?;
        self.flush(out);
        Ok(())
    }

    /// Somebody is there now to look as this viewer, and has seen everything up to that version, if anything: it is told what
    /// it has missed.
    pub fn arrive(&mut self, viewer: Viewer, seen: Option<u64>, now: Millis, out: &mut Outbox<G>) {
        match viewer {
            Viewer::Spectator => {
                self.timing.spectators += 1;
                self.flush(out);
            }
            Viewer::Seat(seat) => {
                let before = self.presence(seat);
                self.timing.gone[seat] = None;
                if self.timing.given_up.contains(seat) {
                    self.timing.given_up.remove(seat);
                    self.timing.another_plays(seat);
                }
                if self.seats[seat].stand_in.is_some() {
                    // There is such a seat.
                    let _ = self.commit(Fact::Returned { seat }, now, out);
                }
                self.resume_if_all_are_here(now, out);
                self.flush(out);
                self.tell_presence(seat, before, out);
            }
        }
        // It gets all it has missed in one piece, and not what was for those who were there already.
        out.messages.retain(|(to, message)| {
            *to != To::Viewer(viewer)
                || viewer == Viewer::Spectator
                || matches!(message, Message::Presence { .. })
        });
        out.messages.push((To::Caller, self.snapshot(viewer, seen)));
    }

    /// Nobody is there any more to look from this seat; or one spectator less.
    pub fn depart(&mut self, viewer: Viewer, now: Millis, out: &mut Outbox<G>) {
        match viewer {
            Viewer::Seat(seat) => {
                let before = self.presence(seat);
                self.timing.gone[seat] = Some(now.max(self.last));
                self.tell_presence(seat, before, out);
            }
            Viewer::Spectator => self.timing.spectators = self.timing.spectators.saturating_sub(1),
        }
    }

    /// Deals if all want to play, and each has added to the chance of the match or need not. Otherwise it is dealt when the time for
    /// that is up: [`Table::wake`].
    pub(crate) fn deal_if_agreed(&mut self, now: Millis, out: &mut Outbox<G>) {
        let given = |(seat, seated): (Seat, &Seated<G::Action>)| {
            !matches!(seated.occupant, Occupant::Player(_)) || self.chance.has_given(seat).is_some()
        };
        let ready = self.settings.entropy == 0 || self.seats.iter().all(given);
        if ready && self.is_agreed() {
            self.deal_now(now, out);
        }
    }

    pub(crate) fn deal_now(&mut self, now: Millis, out: &mut Outbox<G>) {
        // Rules that cannot be dealt were refused before the table was opened; a match that cannot begin is not waited for.
        if self.commit(Fact::Dealt, now, out).is_err() {
            self.timing.agreed = None;
        }
    }

    /// Whether the next match can begin: every seat is taken, and who sits there wants to play.
    pub(crate) fn is_agreed(&self) -> bool {
        let first = self.game.is_none();
        if !first && self.settings.countdown.is_some() {
            return false;
        }
        let wants = |(_, seated): (Seat, &Seated<G::Action>)| match seated.occupant {
            Occupant::Player(_) => first || seated.offers,
            Occupant::Bot(_) => true,
            Occupant::Open => false,
        };
        // Bots want another match whenever people do, and none among themselves.
        let people = self.seats.iter().any(|(_, seated)| matches!(seated.occupant, Occupant::Player(_)));
        self.is_between_matches() && (first || people) && self.seats.iter().all(wants)
    }

    pub(crate) fn resume_if_all_are_here(&mut self, now: Millis, out: &mut Outbox<G>) {
        if self.paused == Some(Why::Absence) && self.everyone_is_here() {
            // A paused table has nothing to refuse here.
            let _ = self.commit(Fact::Resumed, now, out);
        }
    }

    /// Whether nobody is missing for whom play would wait.
    fn everyone_is_here(&self) -> bool {
        if self.settings.handover {
            return self.missing().next().is_none();
        }
        let waits = self.settings.absence.then == Then::Pause;
        let missing = |seat: Seat| {
            matches!(self.seats[seat].occupant, Occupant::Player(_))
                && !self.seats[seat].left
                && self.seats[seat].stand_in.is_none()
                && self.timing.gone[seat].is_some()
        };
        !waits || !Seat::all(self.seats.len()).any(missing)
    }

    pub(crate) fn tell_presence(&self, seat: Seat, before: Presence, out: &mut Outbox<G>) {
        let presence = self.presence(seat);
        if presence == before {
            return;
        }
        for viewer in Viewer::all(self.seats.len()).filter(|viewer| !viewer.is(seat)) {
            out.messages.push((To::Viewer(viewer), Message::Presence { seat, presence }));
        }
    }

    /// The seat of a player who has not left it.
    fn held_seat(&self, player: PlayerId) -> Checked<G, Seat> {
        self.seat_of(player).filter(|seat| !self.seats[*seat].left).ok_or(Refused::NotSeated)
    }

    fn free_seat(&self, seat: Option<Seat>) -> Checked<G, Seat> {
        if self.is_between_matches() && self.game.is_some() {
            self.has_no_countdown()?;
        }
        let free = self.free_seats();
        match seat {
            Some(seat) if self.seats.get(seat).is_none() => Err(Refused::NoSuchSeat),
            Some(seat) => Some(seat).filter(|seat| free.contains(*seat)).ok_or(Refused::SeatTaken),
            None => free.first().ok_or(Refused::SeatTaken),
        }
    }

    /// The owner; or, while it is not there, anyone who plays.
    fn decided_by(&self, player: PlayerId) -> Checked<G> {
        let owner_plays = self.held_seat(self.owner).is_ok_and(|seat| self.presence(seat) == Presence::Here);
        let decides = !owner_plays && self.held_seat(player).is_ok();
        if decides { Ok(()) } else { self.owned_by(player) }
    }

    fn has_no_countdown(&self) -> Checked<G> {
        if self.settings.countdown.is_none() { Ok(()) } else { Err(Refused::Countdown) }
    }

    fn owned_by(&self, player: PlayerId) -> Checked<G> {
        if self.owner == player { Ok(()) } else { Err(Refused::NotOwner) }
    }
}
