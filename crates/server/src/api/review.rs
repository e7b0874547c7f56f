//! What the house thinks of how somebody has played.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::Seat;
use serde::{Deserialize, Serialize};
use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::extract::{Client, Params, PathText};
use super::matches::find;
use super::problem::Problem;
use super::schemas;
use crate::connection::Reception;
use crate::house::CannotReview;
use crate::limits::Source;

/// Whose play.
#[derive(Deserialize, IntoParams)]
pub(super) struct PlayOf {
    /// The number of a seat.
    #[param(value_type = u8, example = 0)]
    seat: Seat,
}

/// A review, as [`wire::review`] writes it.
pub(super) struct ReviewForm;

impl PartialSchema for ReviewForm {
    fn schema() -> RefOr<Schema> {
        schemas::course::review()
    }
}

impl ToSchema for ReviewForm {}

/// How far the house has come with a review.
#[derive(Serialize, ToSchema)]
pub(super) struct ProgressForm {
    /// From 0 to 1.
    #[schema(example = 0.25)]
    progress: f32,
}

/// The review of a match
///
/// Of one that is over: what each decision of a seat was worth on what it knew then, which of them were mistakes, and what was luck.
/// Asking begins it if need be, which is answered with 202 until it is there; an address has two at a time. Whoever knows the code of its table may
/// see it.
#[utoipa::path(
    get, path = "/matches/{id}/review", tag = "tables",
    params(("id" = String, Path, description = "The table's code and the number of the match: `K7F3Q9MX-1`"), PlayOf),
    responses(
        (status = 200, body = ReviewForm), (status = 202, body = ProgressForm),
        (status = "4XX", body = Problem), (status = 503, body = Problem),
    ),
)]
pub(super) async fn review(
    State(reception): State<Reception>,
    Client(address): Client,
    PathText(id): PathText,
    Params(PlayOf { seat }): Params<PlayOf>,
) -> Result<Response, Problem> {
    let (id, found) = find(&reception, &id).await?;
    if seat.index() >= found.result.seats.len() {
        return Err(Problem::bad("no-such-seat", format!("the match has no seat {seat}")));
    }
    let kept = async || reception.house.review(id, seat).await;
    let review = match kept().await? {
        Some(review) => review,
        None => match reception.house.ask_review(id, seat, Source::of(address), found.replay)? {
            Some(progress) => {
                return Ok((StatusCode::ACCEPTED, Json(ProgressForm { progress })).into_response());
            }
            // It was not there a moment ago.
            None => kept().await?.ok_or(CannotReview::Fault)?,
        },
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], review).into_response())
}
