//! Matches that are over.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use store::{MatchRow, StoreError};
use utoipa::ToSchema;
use wire::MatchId;
use wire::verify::{Finding, Findings, Noted, verify};

use super::extract::PathText;
use super::problem::Problem;
use super::schemas;
use crate::connection::Reception;
use crate::house::blocking;

/// The replay of a match
///
/// Of one that is over; whoever knows the code of its table may see it.
#[utoipa::path(
    get, path = "/matches/{id}", tag = "tables",
    params(("id" = String, Path, description = "The table's code and the number of the match: `K7F3Q9MX-1`")),
    responses((status = 200, description = "As docs/replay.md tells", body = Object), (status = 404, body = Problem)),
)]
pub(super) async fn replay(
    State(reception): State<Reception>,
    PathText(id): PathText,
) -> Result<Response, Problem> {
    let (_, found) = find(&reception, &id).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], found.replay).into_response())
}

/// What was looked at in a match that is over, and what came out.
#[derive(Serialize, ToSchema)]
pub(super) struct FindingsForm {
    #[serde(rename = "match")]
    #[schema(value_type = String, example = "K7F3Q9MX-1")]
    match_id: MatchId,
    /// Whether nothing speaks against it.
    holds: bool,
    #[schema(schema_with = schemas::checks)]
    checks: Vec<Finding>,
}

/// Whether a match was fair
///
/// Everything that `tefuda verify` looks at in its replay. A house that says so of itself proves nothing: whoever wants to know lets a
/// program of its own look at the replay, with the commitment that it was shown before the deal.
#[utoipa::path(
    get, path = "/matches/{id}/verify", tag = "tables",
    params(("id" = String, Path, description = "The table's code and the number of the match: `K7F3Q9MX-1`")),
    responses((status = 200, body = FindingsForm), (status = 404, body = Problem)),
)]
pub(super) async fn findings(
    State(reception): State<Reception>,
    PathText(id): PathText,
) -> Result<Json<FindingsForm>, Problem> {
    let (match_id, found) = find(&reception, &id).await?;
    // What the house has filed it can read.
    let look =
        move || verify(&found.replay, &Noted::default()).map_err(|bad| StoreError::Broken(bad.to_string()));
    let Findings { holds, checks } = blocking(look).await?;
    Ok(Json(FindingsForm { match_id, holds, checks }))
}

pub(super) async fn find(reception: &Reception, id: &str) -> Result<(MatchId, MatchRow), Problem> {
    let id: MatchId = id.parse()?;
    let found = reception.house.finished(id).await?;
    let missing = || Problem::not_found("no-such-match", "there is no such match, or it is not over");
    Ok((id, found.ok_or_else(missing)?))
}
