use std::future::pending;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use wire::house::Notice;

use super::{Frame, Reception};
use crate::api::TableForm;
use crate::house::{Edition, PERIOD, TableCard};

/// What a connection follows of the lobby: at most one message in a period, whatever it asks and whatever happens.
#[derive(Default)]
pub(super) struct Lobby {
    editions: Option<watch::Receiver<Arc<Edition>>>,
    /// The edition that was sent last; none if the whole list is to come.
    seen: Option<u64>,
    sent: Option<Instant>,
}

impl Lobby {
    pub(super) fn follow(&mut self, editions: watch::Receiver<Arc<Edition>>) {
        (self.editions, self.seen) = (Some(editions), None);
    }

    pub(super) fn end(&mut self) {
        self.editions = None;
    }

    /// What is to be sent next. Whoever stops waiting for it loses nothing.
    pub(super) async fn next(&mut self, reception: &Reception) -> Frame {
        match self.editions {
            // Few follow the lobby: what they wait in is on the heap.
            Some(_) => Box::pin(self.edition(reception)).await,
            None => pending().await,
        }
    }

    async fn edition(&mut self, reception: &Reception) -> Frame {
        let Some(editions) = &mut self.editions else { return pending().await };
        if let Some(sent) = self.sent {
            sleep_until(sent + PERIOD).await;
        }
        if self.seen.is_some() && editions.changed().await.is_err() {
            // There is no house any more.
            return pending().await;
        }
        let edition = editions.borrow_and_update().clone();
        let before = self.seen.replace(edition.number);
        self.sent = Some(Instant::now());
        let forms = |cards: &[Arc<TableCard>]| {
            let form = |card: &Arc<TableCard>| serde_json::to_value(TableForm::new(reception, card));
            cards.iter().filter_map(|card| form(card).ok()).collect()
        };
        match before.is_some_and(|before| before + 1 == edition.number) {
            true => edition.news(|changed, gone| {
                Notice::LobbyChanged { tables: forms(changed), gone: gone.to_vec() }.encode().into()
            }),
            false => edition.whole(|cards| Notice::Lobby { tables: forms(cards) }.encode().into()),
        }
    }
}
