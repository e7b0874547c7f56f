//! Runs of the defuse mode.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use bots::Level;
use serde::{Deserialize, Serialize};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use wire::RunId;
use wire::house::Run;

use super::extract::{Body, Known, Params, PathText};
use super::problem::Problem;
use super::schemas;
use crate::connection::Reception;
use crate::defuse::{self, Wanted};

/// A request may wait so long for a run to change.
const LONGEST_WAIT: u64 = 10;

/// A run that somebody wants to begin.
#[derive(Deserialize, ToSchema)]
pub(super) struct BeginForm {
    #[schema(schema_with = schemas::wanted)]
    opponent: OpponentForm,
    /// From 10 seconds to one hour, in milliseconds; ten minutes if it is not given.
    #[schema(example = 600000)]
    countdown_ms: Option<u64>,
}

/// A match that somebody wants to begin.
#[derive(Deserialize, ToSchema)]
pub(super) struct NextForm {
    #[schema(schema_with = schemas::wanted)]
    opponent: OpponentForm,
}

/// Against whom: `"defuser"` or `{"bot": "casual"}`.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OpponentForm {
    Bot(Level),
    Defuser,
}

/// A run, as [`Run`] is written.
#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct RunForm(Run);

impl From<Arc<Run>> for RunForm {
    fn from(run: Arc<Run>) -> RunForm {
        RunForm(Arc::unwrap_or_clone(run))
    }
}

impl PartialSchema for RunForm {
    fn schema() -> RefOr<Schema> {
        schemas::run()
    }
}

impl ToSchema for RunForm {}

/// How long to wait for something new.
#[derive(Deserialize, IntoParams)]
pub(super) struct WaitForm {
    /// Answer only when the run has changed, or after so many seconds; at most 10.
    wait: Option<u64>,
    /// The version that is known; if not given, the present one.
    seen: Option<u32>,
}

impl From<OpponentForm> for Wanted {
    fn from(form: OpponentForm) -> Wanted {
        match form {
            OpponentForm::Bot(level) => Wanted::Bot(level),
            OpponentForm::Defuser => Wanted::Defuser,
        }
    }
}

/// Begin a run
///
/// To win one match of Koi-Koi (`quick`) before the countdown ends. It runs from now on. A player has one run at a time.
#[utoipa::path(
    post, path = "/defuse", tag = "defuse", security(("token" = [])), request_body = BeginForm,
    responses(
        (status = 201, body = RunForm),
        (status = "4XX", body = Problem), (status = 503, body = Problem),
    ),
)]
pub(super) async fn begin_run(
    State(reception): State<Reception>,
    known: Known,
    Body(form): Body<BeginForm>,
) -> Result<(StatusCode, [(HeaderName, String); 1], Json<RunForm>), Problem> {
    let countdown = defuse::countdown(form.countdown_ms)?;
    let run = reception.defuse.begin(known.player, form.opponent.into(), countdown).await?;
    let location = format!("{}/api/v1/defuse/{}", reception.config.base_path.prefix(), run.id);
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(run.into())))
}

/// A run
///
/// Anyone may look who knows its id.
#[utoipa::path(
    get, path = "/defuse/{id}", tag = "defuse",
    params(("id" = String, Path, description = "The id of the run"), WaitForm),
    responses((status = 200, body = RunForm), (status = 404, body = Problem)),
)]
pub(super) async fn show_run(
    State(reception): State<Reception>,
    PathText(id): PathText,
    Params(form): Params<WaitForm>,
) -> Result<Json<RunForm>, Problem> {
    let id: RunId = id.parse()?;
    let wait = Duration::from_secs(form.wait.unwrap_or(0).min(LONGEST_WAIT));
    let run = reception.defuse.show(id, form.seen, wait).await?;
    run.map(|run| Json(run.into())).ok_or_else(no_such_run)
}

/// My running run
#[utoipa::path(
    get, path = "/me/defuse", tag = "defuse", security(("token" = [])),
    responses((status = 200, body = RunForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn my_run(
    State(reception): State<Reception>,
    known: Known,
) -> Result<Json<RunForm>, Problem> {
    reception.defuse.of(known.player.id).await.map(|run| Json(run.into())).ok_or_else(no_such_run)
}

/// Begin the next match
///
/// After a loss or a tie; or against a bot, while nobody else has come.
#[utoipa::path(
    post, path = "/defuse/{id}/match", tag = "defuse", security(("token" = [])), request_body = NextForm,
    params(("id" = String, Path, description = "The id of the run")),
    responses(
        (status = 200, body = RunForm), (status = "4XX", body = Problem), (status = 503, body = Problem),
    ),
)]
pub(super) async fn next_match(
    State(reception): State<Reception>,
    known: Known,
    PathText(id): PathText,
    Body(form): Body<NextForm>,
) -> Result<Json<RunForm>, Problem> {
    Ok(Json(reception.defuse.next(known.player.id, id.parse()?, form.opponent.into()).await?.into()))
}

/// Give up
///
/// A match that is played is lost.
#[utoipa::path(
    delete, path = "/defuse/{id}", tag = "defuse", security(("token" = [])),
    params(("id" = String, Path, description = "The id of the run")),
    responses((status = 200, body = RunForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn give_up(
    State(reception): State<Reception>,
    known: Known,
    PathText(id): PathText,
) -> Result<Json<RunForm>, Problem> {
    Ok(Json(reception.defuse.give_up(known.player.id, id.parse()?).await?.into()))
}

fn no_such_run() -> Problem {
    Problem::not_found("no-such-run", "there is no such run")
}
