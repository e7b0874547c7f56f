//! Lessons for those who learn a game.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};
use wire::GameKind;

use super::extract::PathText;
use super::problem::Problem;
use super::schemas;

/// A lesson, as [`wire::lessons`] writes it.
pub(super) struct LessonForm;

impl PartialSchema for LessonForm {
    fn schema() -> RefOr<Schema> {
        schemas::course::lesson()
    }
}

impl ToSchema for LessonForm {}

/// A lesson
///
/// A short match of the game on which somebody learns it, step by step from the learner's seat.
#[utoipa::path(
    get, path = "/lessons/{game}", tag = "tables",
    params(("game" = String, Path, description = "The name of the game: `koikoi`, `kierki` or `kaboom`")),
    responses((status = 200, body = LessonForm), (status = 400, body = Problem)),
)]
pub(super) async fn lesson(PathText(game): PathText) -> Result<Response, Problem> {
    static LESSONS: LazyLock<Vec<(GameKind, String)>> =
        LazyLock::new(|| GameKind::ALL.map(|game| (game, wire::lessons::write(game))).into());
    let game: GameKind = game.parse()?;
    let lesson = LESSONS.iter().find(|(kind, _)| *kind == game).map_or("", |(_, lesson)| lesson);
    Ok(([(header::CONTENT_TYPE, "application/json")], lesson).into_response())
}
