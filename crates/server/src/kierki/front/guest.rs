use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::kierki::{Action, DealResult, Event, View};
use cards::french::Card;
use game::Seat;
use serde::Deserialize;
use serde_json::Value;
use table::Phase;
use tokio::time::timeout;
use wire::house::{Call, Follower, News, Notice, Request};
use wire::{Code, MatchId};

use super::interpreter::{Interpreter, Seen};
use crate::connection::{Due, Frame, Outbox};
use crate::house::{Caller, House, Letter};
use crate::players::Player;

/// How long a table may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// What the request for a seat is called.
const SIT: &str = "sit";

/// A client of the protocol as a player of the house: it hears frames and sends requests as all others do.
pub(super) struct Guest {
    house: House,
    table: Code,
    caller: Caller,
    follower: Follower,
    /// What came with the seat.
    before: VecDeque<Frame>,
    /// Whether the table was shown.
    knows: bool,
}

/// The table would not have it.
pub(super) struct Refused {
    pub(super) player: Player,
}

impl Guest {
    /// Takes the seat.
    pub(super) async fn sit(house: House, table: Code, player: Player, seat: Seat) -> Result<Guest, Refused> {
        let connection = house.next_connection();
        let outbox: Arc<Outbox> = Arc::default();
        let caller = Caller { connection, player, outbox, version: Arc::default() };
        let (follower, before) = (Follower::default(), VecDeque::new());
        let mut guest = Guest { house, table, caller, follower, before, knows: false };
        let sit = Call::Sit { table, seat: Some(seat), seen: None, entropy: None };
        guest.ask(Request::named(SIT, sit)).await;
        match timeout(PATIENCE, guest.is_seated()).await {
            Ok(true) => Ok(guest),
            Ok(false) => Err(Refused { player: guest.caller.player }),
            Err(_) => {
                // Whatever becomes of the request, nobody will sit there.
                guest.leave().await;
                Err(Refused { player: guest.caller.player })
            }
        }
    }

    /// What is to be done for it next.
    pub(super) async fn due(&mut self) -> Due {
        match self.before.is_empty() {
            false => Due::Frames(std::mem::take(&mut self.before)),
            true => self.caller.outbox.due().await,
        }
    }

    /// Hears a frame; `None` if it is the last one for this seat.
    pub(super) async fn hear(&mut self, frame: &str, interpreter: &mut Interpreter) -> Option<()> {
        let mut requests = Vec::new();
        let news = self.follower.receive(frame, &mut requests).ok()?;
        match news {
            News::Snapshot { missed: None, .. } if !self.knows => {
                self.knows = true;
                interpreter.shown(Instant::now(), self.seen()?);
            }
            // More has happened than can be told.
            News::Snapshot { missed: None, .. } => return None,
            News::Snapshot { missed: Some(events), .. } | News::Update { events, .. } => {
                self.knows = true;
                interpreter.happened(Instant::now(), in_the_match(events)?, self.seen()?);
            }
            // Somebody else has taken the seat meanwhile.
            News::Notice(Notice::Nack { id, .. }) if *id.0 == *SIT => return None,
            News::Notice(Notice::Nack { code, .. }) => interpreter.refused(&code),
            News::Notice(Notice::TakenOver { .. } | Notice::Dismissed { .. }) if requests.is_empty() => {
                return None;
            }
            News::Notice(_) | News::Old | News::Gap | News::Unknown => {}
        }
        for request in requests {
            self.ask(request).await;
        }
        Some(())
    }

    /// Plays a card.
    pub(super) async fn play(&mut self, id: String, card: Card) {
        if let Some(request) = self.follower.act(self.table, id, Action::Play(card).to_string()) {
            self.ask(request).await;
        }
    }

    /// Everything that could not be told is told in one piece.
    pub(super) async fn resync(&mut self) {
        let seen = self.follower.table(self.table).map(|known| known.version);
        self.ask(Request::new(Call::Resync { table: self.table, seen })).await;
    }

    /// Is as good as gone: the table shows it nothing any more.
    pub(super) async fn doze(&self) {
        if let Some(stub) = self.house.stub(self.table) {
            stub.bring(Letter::Gone(self.caller.connection)).await;
        }
    }

    /// Comes back to the seat, and is shown what it has missed.
    pub(super) async fn wake(&mut self, seat: Seat) {
        let seen = self.follower.table(self.table).map(|known| known.version);
        self.knows = false;
        let sit = Call::Sit { table: self.table, seat: Some(seat), seen, entropy: None };
        self.ask(Request::named(SIT, sit)).await;
    }

    /// Whether there is a match to come back to.
    pub(super) fn is_played(&self) -> bool {
        let phase = self.house.stub(self.table).map(|stub| stub.card().phase);
        matches!(phase, Some(Phase::Playing | Phase::Paused))
    }

    /// How the match has ended, for whoever was shown nothing any more; `None` if the table is gone.
    pub(super) async fn last_deal(&mut self) -> Option<DealResult> {
        self.ask(Request::new(Call::Watch { table: self.table, seen: None })).await;
        let looks = async {
            loop {
                let Due::Frames(frames) = self.due().await else { return None };
                for frame in frames {
                    let news = self.follower.receive(&frame, &mut Vec::new());
                    if let Ok(News::Snapshot { .. }) = news {
                        return self.seen()??.view.last;
                    }
                }
            }
        };
        timeout(PATIENCE, looks).await.ok()?
    }

    pub(super) fn table(&self) -> Code {
        self.table
    }

    /// Gives up the seat, for whoever comes next.
    pub(super) async fn leave(&self) {
        self.ask(Request::new(Call::Leave { table: self.table })).await;
    }

    pub(super) fn into_player(self) -> Player {
        self.caller.player
    }

    /// Whether the table has given it the seat. Everything else that comes meanwhile is kept.
    async fn is_seated(&mut self) -> bool {
        let mut answer = None;
        while answer.is_none() {
            let Due::Frames(frames) = self.caller.outbox.due().await else { return false };
            for frame in frames {
                match serde_json::from_str(&frame) {
                    Ok(Notice::Ack { id, .. }) if *id.0 == *SIT => answer = Some(true),
                    Ok(Notice::Nack { id, .. }) if *id.0 == *SIT => answer = Some(false),
                    _ => self.before.push_back(frame),
                }
            }
        }
        answer == Some(true)
    }

    async fn ask(&self, request: Request) {
        // A table that is gone has nothing to answer, and whoever waits for it has its own patience.
        if let Some(stub) = self.house.stub(self.table) {
            stub.bring(Letter::Request(Box::new((self.caller.clone(), request, None)))).await;
        }
    }

    /// What the table shows; `None` inside if there is no match yet, and outside if it makes no sense.
    fn seen(&self) -> Option<Option<Seen>> {
        let scene = &self.follower.table(self.table)?.scene;
        let Value::String(id) = scene.get("match")? else { return Some(None) };
        let id: MatchId = id.parse().ok()?;
        let phase = Phase::deserialize(scene.get("phase")?).ok()?;
        let view = View::deserialize(scene.get("view")?).ok()?;
        Some(Some(Seen { number: id.number, phase, view }))
    }
}

/// The events of the match among them.
fn in_the_match(events: Vec<Value>) -> Option<Vec<Event>> {
    let of_match = events.into_iter().filter(|event| event.get("event").is_some());
    of_match.map(|event| serde_json::from_value(event).ok()).collect()
}
