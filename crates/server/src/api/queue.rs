//! Quick match: waiting for the next who wants to play the same.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bots::Level;
use game::Ruleset;
use serde::{Deserialize, Serialize};
use table::{Clock, Millis};
use utoipa::{IntoParams, ToSchema};
use wire::{Code, Codec, GameKind, for_game};

use super::extract::{Body, Known, Params};
use super::problem::Problem;
use super::schemas;
use crate::connection::Reception;
use crate::house::{self, Fallback, Ticket, Wish};

/// A request waits so long at the most.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Strangers do not wait for each other for ever.
const USUAL_CLOCK: Clock = Clock::Move { limit: 60_000 };
/// The longest time after which bots may come: an hour.
const LATEST_BOTS: Millis = 3_600_000;

/// What somebody wants to play. Only the game and the preset must be given.
#[derive(Deserialize, ToSchema)]
pub(super) struct WishForm {
    #[schema(example = "koikoi")]
    game: String,
    /// The name of a ruleset.
    #[schema(example = "japan")]
    preset: String,
    /// How many play; the fewest that can if not given.
    seats: Option<usize>,
    #[schema(schema_with = schemas::clock)]
    clock: Option<Clock>,
    /// Whether it counts for ratings; `true` if not given.
    rated: Option<bool>,
    fallback: Option<FallbackForm>,
}

/// Bots for the seats that nobody has taken after some time.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
pub(super) struct FallbackForm {
    /// After so many milliseconds.
    #[schema(example = 20000)]
    after_ms: Millis,
    #[schema(value_type = String, example = "casual")]
    level: Level,
}

/// A wish, and what has become of it.
#[derive(Serialize, ToSchema)]
pub(super) struct TicketForm {
    /// `waiting`; `matched`: there is a seat at the `table`; `crowded`: there would have been one, but the player has too many tables.
    #[schema(example = "waiting")]
    state: &'static str,
    #[schema(value_type = String, example = "koikoi")]
    game: GameKind,
    #[schema(example = "japan")]
    preset: &'static str,
    seats: usize,
    #[schema(schema_with = schemas::clock)]
    clock: Clock,
    rated: bool,
    fallback: Option<FallbackForm>,
    /// Since when it waits.
    since: Millis,
    /// Where the player has a seat.
    #[schema(value_type = Option<String>, example = "K7F3Q9MX")]
    table: Option<Code>,
}

/// Wishes, and what has become of them.
#[derive(Serialize, ToSchema)]
pub(super) struct TicketsForm {
    tickets: Vec<TicketForm>,
}

/// How long to wait.
#[derive(Deserialize, IntoParams)]
pub(super) struct WaitParams {
    /// Seconds for which the answer may wait until something has become of a ticket; at most 10.
    wait: Option<u64>,
}

/// Which ticket.
#[derive(Deserialize, IntoParams)]
pub(super) struct TicketParams {
    /// The game of the one that is meant; all if it is not given.
    game: Option<String>,
    /// Its ruleset.
    preset: Option<String>,
}

impl WishForm {
    fn wish(self) -> Result<(Wish, Option<Fallback>), Problem> {
        let game: GameKind = self.game.parse()?;
        let (preset, least) = for_game!(game, preset(&self.preset))?;
        let fallback = self.fallback.map(|form| Fallback { after: form.after_ms, level: form.level });
        if fallback.is_some_and(|fallback| fallback.after > LATEST_BOTS) {
            return Err(Problem::bad("bad-time", "bots come after an hour at the latest"));
        }
        let wish = Wish {
            game,
            preset,
            seats: self.seats.unwrap_or(least),
            clock: self.clock.unwrap_or(USUAL_CLOCK),
            rated: self.rated.unwrap_or(true),
        };
        Ok((wish, fallback))
    }
}

/// The preset of this name, and how many play the game at least.
fn preset<G: Codec>(name: &str) -> Result<(&'static str, usize), Problem> {
    let found = G::Rules::presets().into_iter().find(|preset| preset.name == name);
    let unknown = || Problem::bad("bad-rules", format!("{} has no such preset", G::NAME));
    Ok((found.ok_or_else(unknown)?.name, *G::SEATS.start()))
}

impl From<Ticket> for TicketForm {
    fn from(ticket: Ticket) -> TicketForm {
        let (state, table) = match ticket.state {
            house::State::Waiting | house::State::Seating(_) => ("waiting", None),
            house::State::Matched { table, .. } => ("matched", Some(table)),
            house::State::Crowded { .. } => ("crowded", None),
        };
        let Wish { game, preset, seats, clock, rated } = ticket.wish;
        let fallback =
            ticket.fallback.map(|fallback| FallbackForm { after_ms: fallback.after, level: fallback.level });
        TicketForm { state, game, preset, seats, clock, rated, fallback, since: ticket.since, table }
    }
}

impl From<Vec<Ticket>> for TicketsForm {
    fn from(tickets: Vec<Ticket>) -> TicketsForm {
        TicketsForm { tickets: tickets.into_iter().map(TicketForm::from).collect() }
    }
}

/// Wait for a match
///
/// With the next who wants the same. Whoever asks again has the same place. The ticket waits as long as its player has a connection,
/// or has asked in the last 30 seconds.
#[utoipa::path(
    post, path = "/queue", tag = "quick match", security(("token" = [])), request_body = WishForm,
    responses((status = 202, body = TicketForm), (status = "4XX", body = Problem), (status = 503, body = Problem)),
)]
pub(super) async fn ask(
    State(reception): State<Reception>,
    known: Known,
    Body(form): Body<WishForm>,
) -> Result<(StatusCode, Json<TicketForm>), Problem> {
    let (wish, fallback) = form.wish()?;
    let ticket = reception.house.ask_for_match(&known.player, wish, fallback)?;
    Ok((StatusCode::ACCEPTED, Json(ticket.into())))
}

/// My tickets
///
/// Those that were matched are there for some minutes.
#[utoipa::path(
    get, path = "/queue", tag = "quick match", security(("token" = [])), params(WaitParams),
    responses((status = 200, body = TicketsForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn tickets(
    State(reception): State<Reception>,
    known: Known,
    Params(params): Params<WaitParams>,
) -> Json<TicketsForm> {
    let player = known.player.id;
    let tickets = match params.wait {
        Some(seconds) => {
            let longest = Duration::from_secs(seconds).min(LONGEST_WAIT);
            reception.house.wait_for_match(player, longest).await
        }
        None => reception.house.tickets_of(player),
    };
    Json(tickets.into())
}

/// Wait no more
///
/// For anything, or for one ruleset; what is left is answered. Who is just being seated is too late.
#[utoipa::path(
    delete, path = "/queue", tag = "quick match", security(("token" = [])), params(TicketParams),
    responses((status = 200, body = TicketsForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn cancel(
    State(reception): State<Reception>,
    known: Known,
    Params(params): Params<TicketParams>,
) -> Result<Json<TicketsForm>, Problem> {
    let only = match (&params.game, &params.preset) {
        (None, None) => None,
        (Some(game), Some(preset)) => Some((game.parse()?, preset.as_str())),
        _ => return Err(Problem::bad("bad-query", "a ticket is named by its `game` and its `preset`")),
    };
    Ok(Json(reception.house.cancel_tickets(known.player.id, only).into()))
}
