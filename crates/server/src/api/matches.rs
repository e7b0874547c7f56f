//! Matches that are over.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use wire::MatchId;

use super::extract::PathText;
use super::problem::Problem;
use crate::connection::Reception;

/// The replay of a match
///
/// Of one that is over; whoever knows the code of its table may see it.
#[utoipa::path(
    get, path = "/matches/{id}", tag = "tables",
    params(("id" = String, Path, description = "The table's code and the number of the match: `K7F3Q9MX-1`")),
    responses((status = 200, description = "As docs/replay.md tells", body = Object), (status = 404, body = Problem)),
)]
pub(super) async fn replay(
    State(desk): State<Reception>,
    PathText(id): PathText,
) -> Result<Response, Problem> {
    let id: MatchId = id.parse()?;
    let found = desk.house.finished(id).await?;
    let found = found
        .ok_or_else(|| Problem::not_found("no-such-match", "there is no such match, or it is not over"))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], found.replay).into_response())
}
