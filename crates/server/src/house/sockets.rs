//! Where players are, for what is told to a player and not at a table.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::PlayerId;
use wire::house::Notice;

use super::House;
use crate::connection::{Frame, Outbox};

/// The connections of each player.
#[derive(Default)]
pub(super) struct Sockets(Mutex<HashMap<PlayerId, Vec<Arc<Outbox>>>>);

impl Sockets {
    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Vec<Arc<Outbox>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection of a player is there until this is dropped.
pub(crate) struct Plugged {
    house: House,
    player: PlayerId,
    outbox: Arc<Outbox>,
}

impl House {
    /// The player is at this connection from now on.
    pub(crate) fn plug(&self, player: PlayerId, outbox: Arc<Outbox>) -> Plugged {
        self.0.sockets.lock().entry(player).or_default().push(outbox.clone());
        self.arrives(player);
        Plugged { house: self.clone(), player, outbox }
    }

    /// Tells all connections of the player. One that does not read is not told: what is told so can be asked for.
    pub(crate) fn tell(&self, player: PlayerId, notice: &Notice) {
        let sockets = self.0.sockets.lock();
        let Some(outboxes) = sockets.get(&player) else { return };
        let frame: Frame = notice.encode().into();
        outboxes.iter().for_each(|outbox| outbox.notify(frame.clone()));
    }
}

impl Drop for Plugged {
    fn drop(&mut self) {
        let mut sockets = self.house.0.sockets.lock();
        if let Some(outboxes) = sockets.get_mut(&self.player) {
            outboxes.retain(|outbox| !Arc::ptr_eq(outbox, &self.outbox));
            if outboxes.is_empty() {
                sockets.remove(&self.player);
            }
        }
        drop(sockets);
        self.house.departs(self.player);
    }
}
