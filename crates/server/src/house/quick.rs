//! Quick match: whoever wants to play is brought together with the next who wants the same.
//!
//! The [`Queue`] decides who plays with whom; here tables are opened for them, and they are told. A ticket is a player's, not a
//! connection's, and is not kept over a restart: whoever still wants to play asks again.

mod queue;
mod ticket;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use table::{Phase, PlayerId, Settings, Visibility};
use tokio::sync::Notify;
use tokio::time::timeout;
use wire::house::Notice;
use wire::{Code, GameKind};

pub use queue::Queue;
pub use ticket::{CannotWait, Fallback, Party, State, Ticket, Wish};

use super::{CannotOpen, House, Order, SeatOrder, Stage, TableCard, USUAL_ENTROPY, now};
use crate::connection::Outbox;
use crate::players::Player;

/// Everybody who waits.
pub(super) struct Quick {
    waiting: Mutex<Waiting>,
    /// Something has changed that may let somebody play.
    changed: Notify,
}

struct Waiting {
    queue: Queue,
    /// What rings when something becomes of a player's ticket, and how many requests wait for it.
    bells: HashMap<PlayerId, (usize, Arc<Notify>)>,
}

/// Why a wish was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotAsk {
    /// No table could be opened for it.
    #[error(transparent)]
    Order(#[from] CannotOpen),
    /// There are too many tickets.
    #[error(transparent)]
    Wait(#[from] CannotWait),
}

impl Quick {
    pub(super) fn new(most: usize, most_of_one: usize) -> Quick {
        let waiting = Waiting { queue: Queue::new(most, most_of_one), bells: HashMap::new() };
        Quick { waiting: Mutex::new(waiting), changed: Notify::new() }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl House {
    /// The player wants to play.
    pub fn ask_for_match(
        &self,
        player: &Player,
        wish: Wish,
        fallback: Option<Fallback>,
    ) -> Result<Ticket, CannotAsk> {
        if !self.is_open() {
            return Err(CannotOpen::Draining.into());
        }
        // No game has as many seats as this lets through.
        let seats = wish.seats.min(usize::from(u8::MAX));
        order(&wish, vec![SeatOrder::Open; seats]).check(player)?;
        // What was matched may be the table that is one too many for another.
        let is_again = |ticket: &Ticket| ticket.is_for(wish.game, wish.preset) && !ticket.is_open();
        if !self.has_room_for(player.id) && !self.tickets_of(player.id).iter().any(is_again) {
            return Err(CannotOpen::TooManyTables(self.0.limits.tables_per_player).into());
        }
        let quick = &self.0.quick;
        let is_played = |code| self.table(code).is_some_and(|card| plays(&card, player.id));
        let ticket = quick.waiting().queue.ask(player, wish, fallback, is_played, now())?;
        quick.changed.notify_one();
        Ok(ticket)
    }

    /// The player's tickets.
    pub fn tickets_of(&self, player: PlayerId) -> Vec<Ticket> {
        self.0.quick.waiting().queue.tickets_of(player, now())
    }

    /// The player's tickets, when something has become of one of them, or after that time.
    pub async fn wait_for_match(&self, player: PlayerId, longest: Duration) -> Vec<Ticket> {
        let bell = Bell::hang(self, player);
        let rung = bell.bell.notified();
        let mut rung = std::pin::pin!(rung);
        // From here on no ring is missed.
        rung.as_mut().enable();
        let tickets = self.tickets_of(player);
        if tickets.is_empty() || !tickets.iter().all(Ticket::is_open) {
            return tickets;
        }
        let mut stage = self.stage();
        tokio::select! {
            _ = timeout(longest, rung) => {}
            _ = stage.wait_for(|stage| *stage != Stage::Open) => {}
        }
        self.tickets_of(player)
    }

    /// The player does not want to play any more, or not this; what is left of its tickets.
    pub fn cancel_tickets(&self, player: PlayerId, only: Option<(GameKind, &str)>) -> Vec<Ticket> {
        self.0.quick.waiting().queue.cancel(player, only);
        self.tickets_of(player)
    }

    /// How many wait for a match, by game.
    pub fn waiting_for_matches(&self) -> BTreeMap<&'static str, i64> {
        self.0.quick.waiting().queue.waiting()
    }

    /// Tells a connection of the matches that were made while the player had none.
    pub(crate) fn tell_matches(&self, player: PlayerId, outbox: &Outbox) {
        for ticket in self.tickets_of(player) {
            if let State::Matched { table, .. } = ticket.state {
                outbox.notify(matched(&ticket.wish, table).encode().into());
            }
        }
    }

    /// The player has a further connection.
    pub(super) fn arrives(&self, player: PlayerId) {
        self.0.quick.waiting().queue.arrive(player);
    }

    /// The player has a connection less.
    pub(super) fn departs(&self, player: PlayerId) {
        self.0.quick.waiting().queue.depart(player, now());
        // From now on the tickets wait for their player.
        self.0.quick.changed.notify_one();
    }

    /// Seats whoever can play, until the house closes.
    pub(super) async fn keep_matching(self) {
        let mut stage = self.stage();
        loop {
            let due = {
                let mut waiting = self.0.quick.waiting();
                let next = |waiting: &mut Waiting| waiting.queue.next_party(now()).filter(|_| self.is_open());
                while let Some(party) = next(&mut waiting) {
                    self.0.chores.spawn(self.clone().seat(party));
                }
                waiting.queue.next_due(now())
            };
            tokio::select! {
                () = self.0.quick.changed.notified() => {}
                () = super::until(due) => {}
                _ = stage.wait_for(|stage| matches!(stage, Stage::Closed | Stage::Failed(_))) => return,
            }
        }
    }

    /// Opens a table for the party. They are told when it is durable.
    async fn seat(self, party: Party) {
        let Some(owner) = party.players.first() else { return };
        let mut seats: Vec<SeatOrder> = party.players.iter().cloned().map(SeatOrder::Player).collect();
        if let Some(level) = party.bots {
            seats.resize(party.wish.seats, SeatOrder::Bot(level));
        }
        let opened = self.open_table(owner, order(&party.wish, seats)).await;
        match opened {
            Ok(card) => {
                self.0.quick.waiting().queue.seated(&party, card.code, now());
                let notice = matched(&party.wish, card.code);
                party.players.iter().for_each(|player| self.tell(player.id, &notice));
            }
            Err(why) => {
                tracing::warn!(code = why.code(), "a party cannot be seated");
                let crowded = party.players.iter().map(|player| player.id);
                let crowded: Vec<PlayerId> = crowded.filter(|player| !self.has_room_for(*player)).collect();
                self.0.quick.waiting().queue.failed(&party, &crowded, now());
            }
        }
        let waiting = self.0.quick.waiting();
        let bells = party.players.iter().filter_map(|player| waiting.bells.get(&player.id));
        bells.for_each(|(_, bell)| bell.notify_waiters());
        drop(waiting);
        self.0.quick.changed.notify_one();
    }
}

/// A request that waits for news of the player's tickets, until it is dropped.
struct Bell {
    house: House,
    player: PlayerId,
    bell: Arc<Notify>,
}

impl Bell {
    fn hang(house: &House, player: PlayerId) -> Bell {
        let mut waiting = house.0.quick.waiting();
        let (requests, bell) = waiting.bells.entry(player).or_default();
        *requests += 1;
        Bell { house: house.clone(), player, bell: bell.clone() }
    }
}

impl Drop for Bell {
    fn drop(&mut self) {
        let mut waiting = self.house.0.quick.waiting();
        if let Some((requests, _)) = waiting.bells.get_mut(&self.player) {
            *requests -= 1;
            if *requests == 0 {
                waiting.bells.remove(&self.player);
            }
        }
    }
}

/// Whether the player is in the match for which the table was opened, or that is about to begin.
fn plays(card: &TableCard, player: PlayerId) -> bool {
    card.number <= 1 && card.phase != Phase::Over && card.seats_player(player)
}

/// The table for a wish. Strangers meet there: everybody may see that nothing is wrong.
fn order(wish: &Wish, seats: Vec<SeatOrder>) -> Order {
    let settings = Settings {
        clock: wish.clock,
        rated: wish.rated,
        entropy: USUAL_ENTROPY,
        spectators: true,
        visibility: Visibility::Public,
        ..Settings::new(Value::from(wish.preset))
    };
    Order { game: wish.game, settings, seats }
}

fn matched(wish: &Wish, table: Code) -> Notice {
    Notice::Matched { game: wish.game, preset: wish.preset.into(), table }
}
