use game::Seat;
use serde::Serialize;
use table::Millis;
use wire::house::{Place, Player};
use wire::{Code, MatchId};

/// Something to tell.
pub(crate) struct Event {
    /// Its name, the same whenever it is told.
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    pub(crate) body: String,
}

/// It became a player's turn.
#[derive(Serialize)]
pub(crate) struct Turn {
    pub(crate) table: Code,
    pub(crate) link: String,
    #[serde(rename = "match")]
    pub(crate) match_id: MatchId,
    pub(crate) game: &'static str,
    pub(crate) seat: Seat,
    pub(crate) player: Player,
    /// When its time is up.
    pub(crate) until: Option<Millis>,
    /// Whether it is connected to the table, and so knows.
    pub(crate) here: bool,
}

/// A match was played to its end.
#[derive(Serialize)]
pub(crate) struct MatchOver {
    #[serde(rename = "match")]
    pub(crate) match_id: MatchId,
    pub(crate) table: Code,
    pub(crate) link: String,
    pub(crate) game: &'static str,
    pub(crate) preset: Option<&'static str>,
    pub(crate) players: Vec<Option<Place>>,
    pub(crate) scores: game::Seats<i32>,
    pub(crate) places: game::Seats<u8>,
}

#[derive(Serialize)]
struct Body<T> {
    #[serde(rename = "type")]
    kind: &'static str,
    timestamp: String,
    data: T,
}

impl Event {
    pub(crate) fn turn(turn: &Turn, number: u32, now: Millis) -> Event {
        Event::new(format!("{}.{}.{number}", turn.match_id, turn.seat.index()), "turn", turn, now)
    }

    pub(crate) fn over(over: &MatchOver, now: Millis) -> Event {
        Event::new(format!("{}.over", over.match_id), "match-over", over, now)
    }

    fn new(id: String, kind: &'static str, data: impl Serialize, now: Millis) -> Event {
        let now = i64::try_from(now).ok().and_then(|now| jiff::Timestamp::from_millisecond(now).ok());
        let body = Body { kind, timestamp: now.unwrap_or_default().to_string(), data };
        let body = serde_json::to_string(&body).expect("an event is plain data with names as keys");
        Event { id, kind, body }
    }
}
