//! Tables: opened, listed, found.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use bots::Level;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Absence, Clock, Phase, Settings, Visibility};
use utoipa::{IntoParams, ToSchema};
use wire::house::{Deal, Place};
use wire::{Code, MatchId, PlayerCode};

use super::extract::{Body, Known, Params, PathText};
use super::guide;
use super::problem::Problem;
use super::schemas;
use crate::connection::Reception;
use crate::house::{Order, SeatCard, SeatOrder, TableCard, USUAL_ENTROPY};

/// A table that somebody wants to open. Only the game and its rules must be given.
#[derive(Deserialize, ToSchema)]
pub(super) struct OrderForm {
    #[schema(example = "koikoi")]
    game: String,
    /// The name of a ruleset.
    #[schema(example = "japan")]
    preset: Option<String>,
    /// In place of a preset: its name with some knobs changed (`{"preset": "japan", "rounds": 3}`), or every knob.
    #[schema(value_type = Option<Object>)]
    rules: Option<Value>,
    /// Who is to sit where: `me` at most once. If it is not given, `me` and as many open seats as the game needs.
    #[schema(schema_with = schemas::seat_orders)]
    seats: Option<Vec<SeatForm>>,
    #[schema(schema_with = schemas::clock)]
    clock: Option<Clock>,
    #[schema(schema_with = schemas::absence)]
    absence: Option<Absence>,
    /// Whether its matches count for ratings, which needs the rules of a preset; `false` if not given.
    rated: Option<bool>,
    /// Whether others may watch; `false` if not given.
    spectators: Option<bool>,
    /// `private`, which is the default: whoever knows its code finds it. `public`: it is in the list.
    #[schema(value_type = Option<String>, example = "private")]
    visibility: Option<Visibility>,
    /// How long a bot takes at least, in milliseconds, so that people see what happens.
    #[schema(example = 600)]
    pace: Option<u64>,
    /// How long somebody may hold up everyone else out of turn, in milliseconds: Kaboom's gifts and first looks.
    #[schema(example = 20000)]
    window: Option<u64>,
    /// How long after the players those see things who watch, in milliseconds up to 10 minutes; 0 if not given.
    #[schema(example = 0)]
    delay: Option<u64>,
    /// How long a deal waits at most for what players add to its chance, in milliseconds up to 10000; 0 for not at all.
    #[schema(example = 1000)]
    entropy: Option<u64>,
    /// Whether players may ask what to do, which a rated table does not have; `false` if not given.
    hints: Option<bool>,
}

/// Who is to sit in a seat: `"me"`, `"open"` or `{"bot": "strong"}`.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SeatForm {
    Me,
    Open,
    Bot(Level),
}

/// A table as those see it who look for one.
#[derive(Serialize, ToSchema)]
pub(crate) struct TableForm {
    /// By which it is joined.
    #[schema(schema_with = schemas::code)]
    code: Code,
    /// What to send to friends.
    #[schema(example = "https://example.org/t/K7F3Q9MX")]
    link: String,
    #[schema(example = "koikoi")]
    game: &'static str,
    /// The name of the ruleset; `null` where knobs were changed.
    preset: Option<&'static str>,
    #[schema(schema_with = schemas::phase)]
    phase: Phase,
    /// The match that is played, or was last.
    #[serde(rename = "match")]
    #[schema(value_type = Option<String>, example = "K7F3Q9MX-1")]
    match_id: Option<MatchId>,
    /// What may be known of the chance of the match that is played, or else of the coming one.
    #[schema(schema_with = schemas::deal)]
    deal: Deal,
    /// Whose table it is.
    #[schema(schema_with = schemas::player)]
    owner: PlayerCode,
    #[schema(schema_with = schemas::seats)]
    seats: Vec<Option<Place>>,
    #[schema(schema_with = schemas::clock)]
    clock: Clock,
    /// Whether its matches count for ratings.
    rated: bool,
    /// Whether others may watch.
    spectators: bool,
    /// How long after the players those see things who watch, in milliseconds.
    delay: u64,
    /// How many watch.
    watching: usize,
    #[schema(schema_with = schemas::visibility)]
    visibility: Visibility,
    /// Since when there is a table: milliseconds since 1970.
    #[schema(example = 1790000000000u64)]
    opened: u64,
}

/// Tables.
#[derive(Serialize, ToSchema)]
pub(super) struct TablesForm {
    tables: Vec<TableForm>,
}

/// A table at which the asker sits.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnTableForm {
    #[serde(flatten)]
    table: TableForm,
    /// Whether it waits for the asker.
    awaited: bool,
}

/// Tables at which the asker sits.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnTablesForm {
    tables: Vec<OwnTableForm>,
}

impl OrderForm {
    fn order(self) -> Result<Order, Problem> {
        let game = self.game.parse()?;
        let usual = Settings::new(guide::chosen(self.preset, self.rules)?);
        let seats = self.seats.unwrap_or_else(|| usual_seats(game));
        Ok(Order {
            game,
            seats: seats.into_iter().map(SeatOrder::from).collect(),
            settings: Settings {
                clock: self.clock.unwrap_or(usual.clock),
                absence: self.absence.unwrap_or(usual.absence),
                rated: self.rated.unwrap_or(usual.rated),
                spectators: self.spectators.unwrap_or(usual.spectators),
                visibility: self.visibility.unwrap_or(usual.visibility),
                pace: self.pace.unwrap_or(usual.pace),
                window: self.window.unwrap_or(usual.window),
                delay: self.delay.unwrap_or(usual.delay),
                entropy: self.entropy.unwrap_or(USUAL_ENTROPY),
                hints: self.hints.unwrap_or(usual.hints),
                ..usual
            },
        })
    }
}

/// Whoever opens the table, and open seats for the fewest that can play.
fn usual_seats(game: wire::GameKind) -> Vec<SeatForm> {
    fn least<G: game::Game>() -> usize {
        *G::SEATS.start()
    }
    let mut seats = vec![SeatForm::Open; wire::for_game!(game, least())];
    if let Some(first) = seats.first_mut() {
        *first = SeatForm::Me;
    }
    seats
}

impl From<SeatForm> for SeatOrder {
    fn from(form: SeatForm) -> SeatOrder {
        match form {
            SeatForm::Me => SeatOrder::Me,
            SeatForm::Open => SeatOrder::Open,
            SeatForm::Bot(level) => SeatOrder::Bot(level),
        }
    }
}

impl TableForm {
    pub(crate) fn new(reception: &Reception, card: &TableCard) -> TableForm {
        let seat = |seat: &SeatCard| match seat {
            SeatCard::Open => None,
            SeatCard::Player { id, name } => Some(Place::player(*id, name.as_ref().to_owned())),
            SeatCard::Bot(level) => Some(Place::Bot { bot: *level }),
        };
        let code = card.code;
        TableForm {
            code,
            link: format!("{}/t/{code}", reception.config.url()),
            game: card.game,
            preset: card.preset,
            phase: card.phase,
            match_id: (card.number > 0).then_some(MatchId { table: code, number: card.number }),
            deal: Deal::new(code, card.deal),
            owner: card.owner,
            seats: card.seats.iter().map(seat).collect(),
            clock: card.clock,
            rated: card.rated,
            spectators: card.spectators,
            delay: card.delay,
            watching: card.watching,
            visibility: card.visibility,
            opened: card.opened,
        }
    }
}

/// Open a table
///
/// Its code, or its link, lets others in.
#[utoipa::path(
    post, path = "/tables", tag = "tables", security(("token" = [])), request_body = OrderForm,
    responses((status = 201, body = TableForm), (status = "4XX", body = Problem), (status = 503, body = Problem)),
)]
pub(super) async fn open(
    State(reception): State<Reception>,
    known: Known,
    Body(form): Body<OrderForm>,
) -> Result<(StatusCode, [(HeaderName, String); 1], Json<TableForm>), Problem> {
    let card = reception.house.open_table(&known.player, form.order()?).await?;
    let location = format!("{}/api/v1/tables/{}", reception.config.base_path.prefix(), card.code);
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(TableForm::new(&reception, &card))))
}

/// Which public tables are wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Filters {
    /// Only of this game.
    #[param(example = "koikoi")]
    game: Option<String>,
    /// Only in this phase.
    #[param(value_type = Option<String>, example = "waiting")]
    phase: Option<Phase>,
    /// Only with an open seat to take, or only without.
    open: Option<bool>,
    /// Only where a match is played that may be watched, or only others.
    watch: Option<bool>,
}

impl Filters {
    fn wants(&self, card: &TableCard) -> bool {
        self.game.as_ref().is_none_or(|game| card.game == game)
            && self.phase.is_none_or(|phase| card.phase == phase)
            && self.open.is_none_or(|open| card.is_joinable() == open)
            && self.watch.is_none_or(|watch| card.is_watchable() == watch)
    }
}

/// The public tables
///
/// Those that can be joined come first, then the newest; of very many the first 500 are told.
#[utoipa::path(
    get, path = "/tables", tag = "tables", params(Filters),
    responses((status = 200, body = TablesForm), (status = 400, body = Problem)),
)]
pub(super) async fn list(
    State(reception): State<Reception>,
    Params(filters): Params<Filters>,
) -> Result<Json<TablesForm>, Problem> {
    if let Some(game) = &filters.game {
        game.parse::<wire::GameKind>()?;
    }
    let cards = reception.house.lobby(|card| filters.wants(card));
    Ok(Json(TablesForm { tables: cards.iter().map(|card| TableForm::new(&reception, card)).collect() }))
}

/// The tables at which I sit
#[utoipa::path(
    get, path = "/me/tables", tag = "tables", security(("token" = [])),
    responses((status = 200, body = OwnTablesForm), (status = 401, body = Problem)),
)]
pub(super) async fn mine(State(reception): State<Reception>, known: Known) -> Json<OwnTablesForm> {
    let player = known.player.id;
    let own = |card: &Arc<TableCard>| OwnTableForm {
        table: TableForm::new(&reception, card),
        awaited: reception.house.awaits(card.code, player),
    };
    Json(OwnTablesForm { tables: reception.house.tables_of(player).iter().map(own).collect() })
}

/// A table
///
/// Whoever knows its code finds it.
#[utoipa::path(
    get, path = "/tables/{code}", tag = "tables",
    params(("code" = String, Path, description = "The table's code: `K7F3Q9MX`")),
    responses((status = 200, body = TableForm), (status = 404, body = Problem)),
)]
pub(super) async fn show(
    State(reception): State<Reception>,
    PathText(code): PathText,
) -> Result<Json<TableForm>, Problem> {
    let code: Code = code.parse()?;
    let card = reception.house.table(code);
    let card =
        card.ok_or_else(|| Problem::not_found("no-such-table", "there is no such table, or it is closed"))?;
    Ok(Json(TableForm::new(&reception, &card)))
}
