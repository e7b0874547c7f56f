//! Notes: a table written down, so that its log can begin there.

use std::fmt;
use std::str::FromStr;

use bots::Level;
use game::{Deals, Entropy, Game, Seat, Seats, Seed, Text, Viewer};
use serde::{Deserialize, Serialize};

use super::{Requests, Seated, Table};
use crate::chance::Chance;
use crate::clock::Thinking;
use crate::countdown::Cut;
use crate::fact::{ActionId, Entry, Fact, Line, Why};
use crate::outbox::Outbox;
use crate::settings::{Millis, Occupant, PlayerId, Settings};

/// After so many facts a table writes itself down.
const DUE: u64 = 256;

/// All that follows from the entries of a log before it, so that the log can begin here.
///
/// There is no state of a game in it, for a match is played again, and nothing of what those are told who come back: of that the
/// entries after it tell enough, once there are some more ([`Tail`](crate::Tail)).
#[derive(Clone, Serialize, Deserialize)]
#[serde(bound(serialize = "A: fmt::Display", deserialize = "A: FromStr<Err: fmt::Display>"))]
pub struct Note<A> {
    opened_at: Millis,
    /// The running match, or the last one; 0 before the first.
    number: u32,
    dealt_at: Millis,
    played: Vec<(Millis, Seat, Text<A>)>,
    paused: Option<Why>,
    broken_off: Option<(Seat, Cut)>,
    seats: Seats<NotedSeat<A>>,
    /// The version of those who watch.
    version: u64,
    chat: Vec<(PlayerId, Line)>,
    kicked: Vec<PlayerId>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(bound(serialize = "A: fmt::Display", deserialize = "A: FromStr<Err: fmt::Display>"))]
struct NotedSeat<A> {
    occupant: Occupant,
    left: bool,
    stand_in: Option<Level>,
    offers: bool,
    /// Who had it when the match was dealt, and what was added to its chance.
    player: Occupant,
    gave: Option<Entropy>,
    /// What is added to the chance of the coming match.
    gives: Option<Entropy>,
    clock: Thinking,
    turns: u32,
    version: u64,
    /// The version from which on its player has it.
    first: u64,
    done: Vec<(ActionId, Text<A>, u64)>,
}

impl<A> Note<A> {
    /// The players that it names, some of them more than once.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        let seats = self.seats.iter().flat_map(|(_, seat)| [seat.occupant, seat.player]);
        let seated = seats.filter_map(|occupant| match occupant {
            Occupant::Player(player) => Some(player),
            Occupant::Open | Occupant::Bot(_) => None,
        });
        seated.chain(self.chat.iter().map(|(player, _)| *player))
    }
}

impl<G: Game> Table<G> {
    /// Whether so much has happened since the last note that another one is worth its place.
    pub fn is_note_due(&self) -> bool {
        self.unnoted >= DUE
    }

    /// Writes the table down. This changes nothing of it.
    pub fn take_note(&mut self, out: &mut Outbox<G>) {
        self.unnoted = 0;
        let fact = Fact::Noted {
            owner: self.owner,
            settings: self.settings.clone(),
            secret: self.secret,
            note: Box::new(self.written_down()),
        };
        out.entries.push(Entry { at: self.last, fact });
    }

    fn written_down(&self) -> Note<G::Action> {
        Note {
            opened_at: self.opened_at,
            number: self.number,
            dealt_at: self.dealt_at,
            played: self.played.iter().map(|(at, seat, action)| (*at, *seat, Text(*action))).collect(),
            paused: self.paused,
            broken_off: self.broken_off,
            seats: self.seats.map(|seat, seated| self.note_seat(seat, seated)),
            version: self.version(Viewer::Spectator),
            chat: self.chat.iter().cloned().collect(),
            kicked: self.kicked.iter().copied().collect(),
        }
    }

    fn note_seat(&self, seat: Seat, seated: &Seated<G::Action>) -> NotedSeat<G::Action> {
        let Seated { occupant, left, stand_in, offers, done } = seated;
        let done = done.iter().map(|(id, action, version)| (id.clone(), Text(action), version));
        NotedSeat {
            occupant: *occupant,
            left: *left,
            stand_in: *stand_in,
            offers: *offers,
            player: self.players[seat],
            gave: self.chance.dealt().entropy[seat].clone().filter(|_| self.number > 0),
            gives: self.chance.coming().entropy[seat].clone(),
            clock: self.clocks.of(seat),
            turns: self.turns[seat],
            version: self.version(Viewer::Seat(seat)),
            first: self.history.first(Viewer::Seat(seat)),
            done: done.collect(),
        }
    }

    /// The table of a note; `None` if its match cannot be played.
    pub(super) fn noted(
        owner: PlayerId,
        settings: Settings<G::Rules>,
        secret: Seed,
        note: Note<G::Action>,
        at: Millis,
    ) -> Option<Self> {
        let seats = &note.seats;
        let mut table = Table::opened(owner, settings, &seats.map(|_, seat| seat.occupant), secret, at);
        let (gave, gives) = (seats.map(|_, seat| seat.gave.clone()), seats.map(|_, seat| seat.gives.clone()));
        table.chance = Chance::noted(secret, note.number, gave, gives);
        if note.number > 0 {
            let deals = Deals::Seed(table.chance.dealt().seed());
            let mut game = G::start(&table.settings.rules, seats.len(), &deals, &mut ()).ok()?;
            for (_, seat, action) in &note.played {
                seats.get(*seat)?;
                game.play(*seat, action.0, &mut ()).ok()?;
            }
            table.game = Some(game);
        }
        table.seats = seats.map(|_, seat| {
            let mut done = Requests::default();
            seat.done.iter().for_each(|(id, action, version)| done.add(id.clone(), action.0, *version));
            let NotedSeat { occupant, left, stand_in, offers, .. } = *seat;
            Seated { occupant, left, stand_in, offers, done }
        });
        table.players = seats.map(|_, seat| seat.player);
        table.turns = seats.map(|_, seat| seat.turns);
        table.clocks.set(seats.map(|_, seat| seat.clock));
        table.history.set(&seats.map(|_, seat| (seat.version, seat.first)), note.version);
        table.number = note.number;
        table.played = note.played.iter().map(|(at, seat, action)| (*at, *seat, action.0)).collect();
        (table.dealt_at, table.opened_at) = (note.dealt_at, note.opened_at);
        (table.paused, table.broken_off) = (note.paused, note.broken_off);
        table.chat = note.chat.into();
        table.kicked = note.kicked.into();
        table.awaiting = table.awaited();
        table.unnoted = 0;
        table.note_agreement(at);
        Some(table)
    }
}
