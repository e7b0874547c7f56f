use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use ::kierki::{SEATS, seats};
use arrayvec::ArrayVec;
use game::{Seat, SeatSet};
use lru::LruCache;
use serde_json::json;
use table::{Absence, Phase, PlayerId, Settings, Then, Visibility};
use tokio::sync::{Mutex, Notify};
use tokio::time::Instant;
use wire::house::{Call, Request};
use wire::{Code, GameKind};

use super::guest::{Guest, Refused};
use crate::config::Config;
use crate::connection::Reception;
use crate::house::{Caller, Letter, Order, SeatCard, SeatOrder, Stub};
use crate::limits::{Source, lru};
use crate::players::Player;

/// So many guests are known again when they come back.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(1024).expect("more than none");
/// So often a place is looked for that somebody else then was quicker to take.
const MOST_TRIES: usize = 8;

/// Where clients of the protocol come in: it finds a table for each, opens one where there is none, and lets bots in for those who
/// do not come.
pub(crate) struct Foyer {
    reception: Reception,
    /// Whoever looks for a place holds it until it sits, so that the next one sees that.
    book: Mutex<Book>,
    /// There is something to fill.
    filling: Notify,
}

struct Book {
    /// The tables at which such clients play, the oldest first.
    tables: Vec<Code>,
    /// The one that waits for four.
    gathering: Option<Code>,
    /// When bots take its open seats.
    fill_at: Option<Instant>,
    /// Guests whose connections are gone, by where they came from and sat: the next one from there is the same, and no new
    /// player for each connection.
    known: LruCache<(Source, Seat), Player>,
}

/// Why somebody has no seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoPlace {
    /// The seat is taken, and so are these.
    Busy(ArrayVec<Seat, SEATS>),
    /// Nobody new is let in.
    Closed,
}

/// A table, as far as it matters to who comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offer {
    code: Code,
    phase: Phase,
    free: SeatSet,
}

/// Where somebody goes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Choice {
    Sit(Code),
    Busy(ArrayVec<Seat, SEATS>),
    /// A new table.
    Open,
}

impl Foyer {
    /// For this house. The matches that were played before a restart can be joined again.
    pub(crate) fn new(reception: Reception) -> Foyer {
        let mut tables = reception.house.all_tables();
        tables.retain(|card| card.handover && matches!(card.phase, Phase::Playing | Phase::Paused));
        tables.sort_by_key(|card| card.opened);
        let tables = tables.iter().map(|card| card.code).collect();
        let book = Book { tables, gathering: None, fill_at: None, known: lru(REMEMBERED) };
        Foyer { reception, book: Mutex::new(book), filling: Notify::new() }
    }

    /// The seats that such clients had before a restart are free: their connections are gone, and nobody else could come back to
    /// them.
    pub(crate) async fn recover(&self) {
        let tables = self.book.lock().await.tables.clone();
        for stub in tables.into_iter().filter_map(|code| self.reception.house.stub(code)) {
            for seat in &stub.card().seats {
                let SeatCard::Player { id, name } = seat else { continue };
                let player = Player { id: id.0, name: name.clone() };
                if self.reception.players.may_return(player.id).await == Ok(false) {
                    self.ask(&stub, player, Call::Leave { table: stub.code() }).await;
                }
            }
        }
    }

    /// A bot plays for whoever has this seat and is gone, until it comes back or somebody else comes.
    pub(super) async fn stand_in(&self, table: Code, seat: Seat) {
        let Some(stub) = self.reception.house.stub(table) else { return };
        let owner = self.owner(stub.card().owner.0).await;
        let level = self.config().kierki_bots;
        self.ask(&stub, owner, Call::SeatBot { table, seat: Some(seat), level }).await;
    }

    /// Asks for something in the name of a player who is not there to hear the answer.
    async fn ask(&self, stub: &Stub, player: Player, call: Call) {
        let (connection, outbox) = (self.reception.house.next_connection(), Arc::default());
        let caller = Caller { connection, player, outbox, version: Arc::default() };
        stub.bring(Letter::Request(Box::new((caller, Request::new(call), None)))).await;
    }

    pub(super) fn reception(&self) -> &Reception {
        &self.reception
    }

    /// A seat of this name for whoever comes from there.
    pub(super) async fn seat(&self, address: IpAddr, seat: Seat) -> Result<Guest, NoPlace> {
        let mut book = self.book.lock().await;
        for _ in 0..MOST_TRIES {
            let choice = choose(&self.offers(&mut book), book.gathering, seat);
            if let Choice::Busy(taken) = choice {
                return Err(NoPlace::Busy(taken));
            }
            let player = self.player(&mut book, address, seat).await?;
            let table = match choice {
                Choice::Sit(table) => table,
                Choice::Busy(_) | Choice::Open => self.open(&mut book, &player).await?,
            };
            match Guest::sit(self.reception.house.clone(), table, player, seat).await {
                Ok(guest) => {
                    if book.gathering == Some(table) && book.fill_at.is_none() {
                        book.fill_at = Some(Instant::now() + self.config().kierki_fill);
                        self.filling.notify_one();
                    }
                    return Ok(guest);
                }
                // Somebody in a browser was quicker.
                Err(Refused { player }) => drop(book.known.put((Source::of(address), seat), player)),
            }
        }
        Err(NoPlace::Closed)
    }

    /// The guest has left.
    pub(super) async fn part_with(&self, address: IpAddr, seat: Seat, guest: Guest) {
        let mut book = self.book.lock().await;
        book.known.put((Source::of(address), seat), guest.into_player());
    }

    /// Lets bots in wherever it is time to; for as long as anybody waits for this.
    pub(crate) async fn keep_filling(&self) {
        loop {
            let at = self.book.lock().await.fill_at;
            let time = async {
                match at {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = self.filling.notified() => {}
                () = time => self.fill().await,
            }
        }
    }

    /// Bots take the seats that are still open at the table that gathers, if anybody is there.
    async fn fill(&self) {
        let mut book = self.book.lock().await;
        book.fill_at = None;
        let Some(stub) = book.gathering.and_then(|code| self.reception.house.stub(code)) else { return };
        let card = stub.card();
        let is_open = |seat: &Seat| card.seats.get(seat.index()) == Some(&SeatCard::Open);
        if card.phase != Phase::Waiting || seats::all().all(|seat| is_open(&seat)) {
            return;
        }
        let owner = self.owner(card.owner.0).await;
        for seat in seats::all().filter(is_open) {
            let level = self.config().kierki_bots;
            let call = Call::SeatBot { table: card.code, seat: Some(seat), level };
            self.ask(&stub, owner.clone(), call).await;
        }
    }

    async fn owner(&self, id: PlayerId) -> Player {
        let name = self.reception.players.name(id).await;
        Player { id, name: name.unwrap_or_else(|| "".into()) }
    }

    /// Whoever came from there before, or somebody new.
    async fn player(&self, book: &mut Book, address: IpAddr, seat: Seat) -> Result<Player, NoPlace> {
        if let Some(player) = book.known.pop(&(Source::of(address), seat)) {
            return Ok(player);
        }
        self.reception.limits.guest(address).map_err(|why| {
            self.reception.meters.refused(why.code());
            NoPlace::Closed
        })?;
        let player = self.reception.players.welcome_stranger().await.map_err(|_| NoPlace::Closed)?;
        self.reception.meters.welcomed();
        Ok(player)
    }

    async fn open(&self, book: &mut Book, owner: &Player) -> Result<Code, NoPlace> {
        let nothing = Box::new(|_| Vec::new());
        let opened = self.reception.house.open_with(owner.clone(), order(self.config()), nothing).await;
        let code = opened.map_err(|_| NoPlace::Closed)?.code;
        book.tables.push(code);
        (book.gathering, book.fill_at) = (Some(code), None);
        Ok(code)
    }

    /// The tables as they are. Those at which nothing more is played are forgotten.
    fn offers(&self, book: &mut Book) -> Vec<Offer> {
        let offer = |code: &Code| {
            let stub = self.reception.house.stub(*code)?;
            let phase = stub.card().phase;
            (phase != Phase::Over).then(|| Offer { code: *code, phase, free: stub.free_seats() })
        };
        let offers: Vec<Offer> = book.tables.iter().filter_map(offer).collect();
        book.tables = offers.iter().map(|offer| offer.code).collect();
        let waits =
            |code: &Code| offers.iter().any(|offer| offer.code == *code && offer.phase == Phase::Waiting);
        book.gathering = book.gathering.filter(waits);
        offers
    }

    fn config(&self) -> &Config {
        &self.reception.config
    }
}

/// Whoever comes goes where a match waits for it, else where others wait for one, else where a bot plays.
fn choose(offers: &[Offer], gathering: Option<Code>, seat: Seat) -> Choice {
    let free = |offer: &&Offer| offer.free.contains(seat);
    let in_phase = |phase: Phase| offers.iter().filter(free).find(|offer| offer.phase == phase);
    let gathers = offers.iter().find(|offer| Some(offer.code) == gathering);
    let place = in_phase(Phase::Paused).or(gathers.filter(free)).or(in_phase(Phase::Playing));
    match (place, gathers) {
        (Some(offer), _) => Choice::Sit(offer.code),
        (None, Some(offer)) => {
            Choice::Busy(seats::all().filter(|seat| !offer.free.contains(*seat)).collect())
        }
        (None, None) => Choice::Open,
    }
}

/// The table for such clients: everybody may see it, and sit down too.
fn order(config: &Config) -> Order {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let settings = Settings {
        absence: Absence { grace: millis(config.kierki_absence), then: Then::StandIn(config.kierki_bots) },
        spectators: true,
        visibility: Visibility::Public,
        pace: millis(config.kierki_pace),
        handover: true,
        ..Settings::new(json!(config.kierki_preset.0))
    };
    Order { game: GameKind::Kierki, settings, seats: vec![SeatOrder::Open; SEATS] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(number: u64, phase: Phase, free: &[usize]) -> Offer {
        let free = free.iter().filter_map(|seat| Seat::new(*seat)).collect();
        Offer { code: Code::new(number), phase, free }
    }

    #[test]
    fn who_is_waited_for_comes_first_then_who_waits_then_bots() {
        let offers = [
            offer(1, Phase::Playing, &[0, 1]),
            offer(2, Phase::Paused, &[1]),
            offer(3, Phase::Playing, &[]),
            offer(4, Phase::Waiting, &[0, 2]),
        ];
        let chosen = |offers: &[Offer], seat: usize| {
            choose(offers, Some(Code::new(4)), Seat::new(seat).expect("a seat"))
        };
        assert_eq!(chosen(&offers, 0), Choice::Sit(Code::new(4)));
        assert_eq!(chosen(&offers, 1), Choice::Sit(Code::new(2)));
        assert_eq!(chosen(&offers, 2), Choice::Sit(Code::new(4)));
        let taken = [1, 3].iter().filter_map(|seat| Seat::new(*seat)).collect();
        assert_eq!(chosen(&offers, 3), Choice::Busy(taken));
        assert_eq!(chosen(&offers[..3], 0), Choice::Sit(Code::new(1)), "a bot makes room");
        assert_eq!(chosen(&offers[..3], 3), Choice::Open, "where all play there is no one to wait for");
        assert_eq!(chosen(&[], 3), Choice::Open);
    }

    #[test]
    fn a_waiting_table_from_before_a_restart_gathers_nobody() {
        let offers = [offer(1, Phase::Waiting, &[0, 1, 2, 3])];
        let seat = Seat::FIRST;
        assert_eq!(choose(&offers, None, seat), Choice::Open);
    }
}
