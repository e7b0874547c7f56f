//! The public tables, for whoever looks for one: as a list, and as editions of it for those who follow the lobby.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use table::Visibility;
use tokio::sync::{Notify, watch};
use wire::Code;

use super::{House, Rooms, Stub, TableCard};
use crate::connection::Frame;

/// So many tables are listed at the most.
const MOST_LISTED: usize = 500;
/// So much time is at least between two editions.
pub(crate) const PERIOD: Duration = Duration::from_secs(1);

/// What those who follow the lobby share: each edition is made once for all of them, and none while there is nobody.
pub(super) struct Lobby {
    editions: watch::Sender<Arc<Edition>>,
    changed: Notify,
    /// Whether somebody makes editions.
    edited: Mutex<bool>,
}

/// The list at one moment, and what is new in it.
#[derive(Default)]
pub(crate) struct Edition {
    pub(crate) number: u64,
    cards: Vec<Arc<TableCard>>,
    changed: Vec<Arc<TableCard>>,
    gone: Vec<Code>,
    /// As they are sent, once they were.
    whole: OnceLock<Frame>,
    news: OnceLock<Frame>,
}

impl Default for Lobby {
    fn default() -> Lobby {
        let editions = watch::Sender::new(Arc::default());
        Lobby { editions, changed: Notify::new(), edited: Mutex::new(false) }
    }
}

impl Edition {
    /// The list as it is now; `None` if nothing is new but who watches.
    fn next(&self, cards: Vec<Arc<TableCard>>) -> Option<Edition> {
        let mut before: BTreeMap<Code, &Arc<TableCard>> =
            self.cards.iter().map(|card| (card.code, card)).collect();
        let is_new = |card: &&Arc<TableCard>| {
            before.remove(&card.code).is_none_or(|old| !Arc::ptr_eq(old, card) && card.differs(old))
        };
        let changed: Vec<_> = cards.iter().filter(is_new).cloned().collect();
        let gone: Vec<Code> = before.into_keys().collect();
        let news = !changed.is_empty() || !gone.is_empty();
        let number = self.number + 1;
        news.then(|| Edition { number, cards, changed, gone, ..Edition::default() })
    }

    /// All of it, as it is sent; the first who needs it writes it.
    pub(crate) fn whole(&self, write: impl FnOnce(&[Arc<TableCard>]) -> Frame) -> Frame {
        self.whole.get_or_init(|| write(&self.cards)).clone()
    }

    /// What is new since the edition before.
    pub(crate) fn news(&self, write: impl FnOnce(&[Arc<TableCard>], &[Code]) -> Frame) -> Frame {
        self.news.get_or_init(|| write(&self.changed, &self.gone)).clone()
    }
}

impl House {
    /// The public tables that are wanted: those first that can be joined, then the newest; not all of very many.
    pub fn lobby(&self, wanted: impl Fn(&TableCard) -> bool) -> Vec<Arc<TableCard>> {
        let shown = self.0.tables().stubs().map(Stub::shown).collect::<Vec<_>>();
        let listed = |card: &Arc<TableCard>| card.is_listed() && wanted(card);
        let mut cards: Vec<Arc<TableCard>> = shown.into_iter().filter(listed).collect();
        cards.sort_by_key(|card| (!card.is_joinable(), Reverse(card.opened), card.code));
        cards.truncate(MOST_LISTED);
        cards
    }

    /// The editions of the lobby, beginning with one as it is now.
    pub(crate) fn editions(&self) -> watch::Receiver<Arc<Edition>> {
        let lobby = &self.0.lobby;
        let mut edited = lobby.edited.lock().unwrap_or_else(PoisonError::into_inner);
        let editions = lobby.editions.subscribe();
        if !std::mem::replace(&mut *edited, true) {
            self.edit();
            tokio::spawn(make_editions(self.clone()));
        }
        editions
    }

    fn edit(&self) {
        let before = self.0.lobby.editions.borrow().clone();
        if let Some(edition) = before.next(self.lobby(|_| true)) {
            self.0.lobby.editions.send_replace(Arc::new(edition));
        }
    }
}

/// Makes an edition when something has changed, and not too often, for as long as anybody follows.
async fn make_editions(house: House) {
    let lobby = &house.0.lobby;
    loop {
        tokio::select! {
            () = lobby.changed.notified() => house.edit(),
            () = lobby.editions.closed() => {}
        }
        tokio::time::sleep(PERIOD).await;
        let mut edited = lobby.edited.lock().unwrap_or_else(PoisonError::into_inner);
        if lobby.editions.receiver_count() == 0 {
            *edited = false;
            return;
        }
    }
}

impl Rooms {
    /// A table was opened, has changed or is gone.
    pub(super) fn lobby_changed(&self, visibility: Visibility) {
        if visibility == Visibility::Public {
            self.lobby.changed.notify_one();
        }
    }
}
