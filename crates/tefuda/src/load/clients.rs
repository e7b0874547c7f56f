//! The connections of players, and of those who watch.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::time::sleep;
use wire::Code;

use super::floor::Floor;
use super::link::{Address, Link};
use super::tongue::Tongue;

/// So many connections are made at once.
const AT_ONCE: usize = 64;
/// After a connection was lost, or could not be made.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a slow reader does not read.
const NAP: Duration = Duration::from_secs(30);

pub(super) type Shared = Rc<RefCell<Floor>>;

/// What all connections need.
#[derive(Clone)]
pub(super) struct Clients {
    pub(super) floor: Shared,
    pub(super) address: Address,
    doors: Rc<Semaphore>,
}

impl Clients {
    pub(super) fn new(floor: Shared, address: Address) -> Clients {
        Clients { floor, address, doors: Rc::new(Semaphore::new(AT_ONCE)) }
    }

    async fn connect(&self) -> Option<Link> {
        let _door = self.doors.acquire().await.ok()?;
        Link::connect(&self.address).await.ok()
    }

    /// Keeps up a player's connection, for ever.
    pub(super) async fn player(self, lane: usize) {
        loop {
            match self.connect().await {
                Some(link) => {
                    let broken = self.visit(link, lane).await;
                    let mut floor = self.floor.borrow_mut();
                    floor.tally.reconnects += 1;
                    floor.tally.broken += u64::from(!broken);
                }
                None => self.floor.borrow_mut().tally.broken += 1,
            }
            sleep(PAUSE).await;
        }
    }

    /// Whether it was broken by intent; else the server has ended it.
    async fn visit(&self, mut link: Link, lane: usize) -> bool {
        let filled = {
            let mut floor = self.floor.borrow_mut();
            floor.arrive(lane);
            floor.lanes[lane].filled.clone()
        };
        loop {
            let waiting = {
                let mut floor = self.floor.borrow_mut();
                let lane = &mut floor.lanes[lane];
                if lane.breaks {
                    return true;
                }
                std::mem::take(&mut lane.waiting)
            };
            if !waiting.is_empty() && link.send(waiting.into_iter()).await.is_err() {
                return false;
            }
            tokio::select! {
                arrived = link.next() => {
                    let Some(arrived) = arrived else { return false };
                    self.floor.borrow_mut().hear(lane, &arrived.text, arrived.bytes, Instant::now());
                }
                () = filled.notified() => {}
            }
        }
    }

    /// Watches tables for ever; a slow one hardly reads.
    pub(super) async fn spectator(self, token: String, tables: Vec<Code>, slow: bool) {
        loop {
            if let Some(mut link) = self.connect().await {
                if slow {
                    link.narrow();
                }
                let words = Tongue::House.greeting(&token).into_iter();
                let words = words.chain(tables.iter().map(|table| Tongue::House.watch(*table)));
                if link.send(words).await.is_ok() {
                    while let Some(arrived) = link.next().await {
                        self.floor.borrow_mut().tally.watched.add(arrived.bytes);
                        if slow {
                            sleep(NAP).await;
                        }
                    }
                }
                self.floor.borrow_mut().tally.reconnects += 1;
            }
            sleep(PAUSE).await;
        }
    }
}
