use std::sync::Arc;

use bots::Level;
use game::{BadDeal, Deals, Seats, Seed};
use serde_json::Value;
use store::{StoreError, TableRow, Write};
use table::{Clock, Millis, Occupant, Outbox, PlayerId, Settings, Shadow, Table, Tail, Then};
use tokio::task::JoinHandle;
use wire::{Code, GameKind, for_game};

use super::actor::{Actor, Playable};
use super::recovery::live;
use super::{Coming, House, Rooms, Stage, TableCard, blocking, now};
use crate::players::Player;
use crate::secret::random;

/// A table that somebody wants to open.
#[derive(Clone, Debug)]
pub struct Order {
    /// What is to be played.
    pub game: GameKind,
    /// How it is played. The rules are a preset's name, or knobs: as [`wire::rules::from_value`] takes them.
    pub settings: Settings<Value>,
    /// Who is to sit where; the game decides how many may.
    pub seats: Vec<SeatOrder>,
}

/// Who is to sit in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatOrder {
    /// Whoever opens the table.
    Me,
    /// Another player, who wants to.
    Player(Player),
    /// Whoever comes.
    Open,
    /// A bot.
    Bot(Level),
}

/// Why a table was not opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotOpen {
    /// The rules are off.
    #[error("{0}")]
    Rules(#[from] wire::rules::BadRules),
    /// A match that nobody would play to its end.
    #[error("the rules are too long for a table")]
    LongRules,
    /// Matches by one's own rules cannot be compared.
    #[error("only a table with the rules of a preset can be rated")]
    Unrated,
    /// Hints would be at the others' cost.
    #[error("a rated table has no hints")]
    Hints,
    /// Who is losing could leave it unfinished for ever.
    #[error("a rated table does not wait for who is gone: a stand-in plays")]
    Waits,
    /// The game cannot be played by so many.
    #[error("{0}")]
    Deal(#[from] BadDeal),
    /// One player cannot sit twice.
    #[error("`me` has one seat at the most")]
    TwoSeats,
    /// A time is too short or too long.
    #[error("{0}")]
    Time(&'static str),
    /// The player has enough tables.
    #[error("you have {0} tables, which is the most")]
    TooManyTables(usize),
    /// The house has enough tables.
    #[error("the house is full; try again later")]
    Full,
    /// The house will close soon.
    #[error("the server is about to restart; try again in a moment")]
    Draining,
    /// The store is broken.
    #[error("the table could not be kept")]
    Store(#[from] StoreError),
}

impl CannotOpen {
    /// A stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            CannotOpen::Rules(_) | CannotOpen::LongRules | CannotOpen::Unrated => "bad-rules",
            CannotOpen::Hints => "bad-hints",
            CannotOpen::Waits => "bad-absence",
            CannotOpen::Deal(_) | CannotOpen::TwoSeats => "bad-seats",
            CannotOpen::Time(_) => "bad-time",
            CannotOpen::TooManyTables(_) => "too-many-tables",
            CannotOpen::Full => "full",
            CannotOpen::Draining => "draining",
            CannotOpen::Store(_) => "broken-store",
        }
    }
}

/// How long a deal waits for what players add to its chance, unless they say otherwise: long enough for a client to see the
/// commitment and to answer it.
pub(crate) const USUAL_ENTROPY: Millis = 1000;
/// Rules are in every snapshot. Only Kierki's list of deals can be longer.
const LONGEST_RULES: usize = 4096;
/// The longest time that anything at a table may take: 30 days.
const LONGEST: u64 = 30 * 24 * 3600 * 1000;

/// The longest that those who watch are behind.
const LONGEST_DELAY: u64 = 10 * 60 * 1000;

impl Order {
    /// Whether anything is wrong with it, whatever the house holds.
    pub(super) fn check(&self, owner: &Player) -> Result<(), CannotOpen> {
        fn fits<G: Playable>(order: &Order, owner: &Player) -> Result<(), CannotOpen> {
            check::<G>(order, owner).map(drop)
        }
        check_times(self)?;
        for_game!(self.game, fits(self, owner))
    }
}

impl House {
    /// Opens a table. It is durable, and can be joined, when this returns.
    pub async fn open_table(&self, owner: &Player, order: Order) -> Result<Arc<TableCard>, CannotOpen> {
        if *self.stage().borrow() != Stage::Open {
            return Err(CannotOpen::Draining);
        }
        check_times(&order)?;
        let limits = self.0.limits;
        // It has no code yet.
        let coming = Coming::begin(&self.0, players(owner, &order), None);
        let crowded = |player: &PlayerId| self.tables_about(*player) > limits.tables_per_player;
        if coming.players().iter().any(crowded) {
            return Err(CannotOpen::TooManyTables(limits.tables_per_player));
        }
        if self.0.tables().stubs().len() >= limits.tables {
            return Err(CannotOpen::Full);
        }
        // Whoever stops waiting for it must not leave a table behind that is in the store and nowhere else.
        let game = order.game;
        let nothing = Box::new(|_| Vec::new());
        let opened = for_game!(game, spawn(&self.0, coming, owner.clone(), order, nothing));
        opened.await.map_err(|error| StoreError::Broken(error.to_string()))?
    }

    /// Opens a table for the house itself, whatever its players have elsewhere, and writes what it is for together with it.
    pub(crate) async fn open_with(&self, owner: Player, order: Order, with: With) -> Opened {
        let limits = self.0.limits;
        if *self.stage().borrow() != Stage::Open {
            return Err(CannotOpen::Draining);
        }
        if self.0.tables().stubs().len() >= limits.tables {
            return Err(CannotOpen::Full);
        }
        let (game, coming) = (order.game, Coming::begin(&self.0, players(&owner, &order), None));
        let opened = for_game!(game, spawn(&self.0, coming, owner, order, with));
        opened.await.map_err(|error| StoreError::Broken(error.to_string()))?
    }
}

/// Who will have the table among its own.
fn players(owner: &Player, order: &Order) -> Vec<PlayerId> {
    let seated = order.seats.iter().filter_map(|seat| match seat {
        SeatOrder::Player(player) => Some(player.id),
        SeatOrder::Me | SeatOrder::Open | SeatOrder::Bot(_) => None,
    });
    let mut players: Vec<PlayerId> = seated.chain([owner.id]).collect();
    players.sort();
    players.dedup();
    players
}

/// What is to be written with a table, by its code.
pub(crate) type With = Box<dyn FnOnce(Code) -> Vec<Write> + Send>;

type Opened = Result<Arc<TableCard>, CannotOpen>;

fn spawn<G: Playable>(
    rooms: &Arc<Rooms>,
    coming: Coming,
    owner: Player,
    order: Order,
    with: With,
) -> JoinHandle<Opened> {
    let rooms = rooms.clone();
    tokio::spawn(async move {
        let opened = open::<G>(&rooms, &owner, order, with).await;
        drop(coming);
        opened
    })
}

async fn open<G: Playable>(rooms: &Arc<Rooms>, owner: &Player, order: Order, with: With) -> Opened {
    let rules = check::<G>(&order, owner)?;
    let number = order.seats.len();
    let settings = order.settings.with_rules(rules);
    let seats = Seats::from_fn(number, |seat| match &order.seats[seat.index()] {
        SeatOrder::Me => Occupant::Player(owner.id),
        SeatOrder::Player(player) => Occupant::Player(player.id),
        SeatOrder::Open => Occupant::Open,
        SeatOrder::Bot(level) => Occupant::Bot(*level),
    });
    let secret = Seed::new(random().map_err(no_chance)?);
    let mut out = Outbox::default();
    let table = Table::<G>::open(owner.id, settings, seats, secret, now(), &mut out);
    let seated = order.seats.iter().filter_map(|seat| match seat {
        SeatOrder::Player(player) => Some(player),
        SeatOrder::Me | SeatOrder::Open | SeatOrder::Bot(_) => None,
    });
    let names = seated.chain([owner]).map(|player| (player.id, player.name.clone())).collect();
    let code = rooms.free_code().await?;
    let opened = out.entries.get(..1).unwrap_or_default();
    let shadow = Shadow::of(opened, now());
    let (mut actor, inbox) = Actor::new(code, rooms.clone(), table, shadow, Tail::new(0), names);
    let row = TableRow {
        id: code.number(),
        shard: rooms.fence.shard.0,
        game: G::NAME.to_owned(),
        opened_at: now(),
        closed_at: None,
    };
    let writes = std::iter::once(Write::Table(row)).chain(with(code)).collect();
    if !actor.begin(out, writes).await {
        return Err(StoreError::Broken("it has refused the table".to_owned()).into());
    }
    let stub = actor.stub();
    rooms.welcome(stub.clone());
    live(rooms.clone(), actor, inbox, Outbox::default());
    Ok(stub.card())
}

impl Rooms {
    /// A code that no table has or had.
    async fn free_code(&self) -> Result<Code, StoreError> {
        for _ in 0..100 {
            let code = Code::new(u64::from_le_bytes(random().map_err(no_chance)?));
            let store = self.store.clone();
            if blocking(move || store.table(code.number())).await?.is_none() {
                return Ok(code);
            }
        }
        Err(StoreError::Conflict("no code is free".to_owned()))
    }
}

fn no_chance(error: getrandom::Error) -> StoreError {
    StoreError::Broken(format!("no random numbers: {error}"))
}

/// The rules, if a table can be opened by them for those who are to sit there.
fn check<G: Playable>(order: &Order, owner: &Player) -> Result<G::Rules, CannotOpen> {
    let rules = wire::rules::from_value::<G>(order.settings.rules.clone())?;
    if wire::rules::to_value::<G>(&rules).to_string().len() > LONGEST_RULES {
        return Err(CannotOpen::LongRules);
    }
    if order.settings.rated && wire::rules::preset_of::<G>(&rules).is_none() {
        return Err(CannotOpen::Unrated);
    }
    if order.settings.rated && order.settings.hints {
        return Err(CannotOpen::Hints);
    }
    if order.settings.rated && order.settings.absence.then == Then::Pause {
        return Err(CannotOpen::Waits);
    }
    let player = |seat: &SeatOrder| match seat {
        SeatOrder::Me => Some(owner.id),
        SeatOrder::Player(player) => Some(player.id),
        SeatOrder::Open | SeatOrder::Bot(_) => None,
    };
    let mut seated: Vec<PlayerId> = order.seats.iter().filter_map(player).collect();
    seated.sort();
    if seated.windows(2).any(|two| two[0] == two[1]) {
        return Err(CannotOpen::TwoSeats);
    }
    let number = order.seats.len();
    if !G::SEATS.contains(&number) {
        return Err(BadDeal::Seats { seats: number, least: *G::SEATS.start(), most: *G::SEATS.end() }.into());
    }
    // What cannot be dealt is noticed now, not when all have come.
    G::start(&rules, number, &Deals::Seed(Seed::from(0)), &mut ())?;
    Ok(rules)
}

fn check_times(order: &Order) -> Result<(), CannotOpen> {
    let settings = &order.settings;
    let fits = |time: u64, least: u64| (least..=LONGEST).contains(&time);
    match settings.clock {
        Clock::None => {}
        Clock::Move { limit } if fits(limit, 1000) => {}
        Clock::Match { initial, increment } if fits(initial, 1000) && fits(increment, 0) => {}
        Clock::Move { .. } | Clock::Match { .. } => {
            return Err(CannotOpen::Time("a clock gives from one second to 30 days"));
        }
    }
    if !fits(settings.absence.grace, 0) {
        return Err(CannotOpen::Time("the grace time is at most 30 days"));
    }
    if settings.pace > 10_000 {
        return Err(CannotOpen::Time("the bots' pace is at most 10 seconds"));
    }
    if settings.delay > LONGEST_DELAY {
        return Err(CannotOpen::Time("those who watch see things at most 10 minutes later"));
    }
    if settings.delay > 0 && settings.rated {
        // Everybody sees at once in the ratings how a match has ended.
        return Err(CannotOpen::Time("a rated table cannot be watched with a delay"));
    }
    if settings.entropy > 10_000 {
        return Err(CannotOpen::Time("a deal waits for entropy for at most 10 seconds"));
    }
    if !fits(settings.window, 1000) {
        return Err(CannotOpen::Time("the window is from one second to 30 days"));
    }
    Ok(())
}
