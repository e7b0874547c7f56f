//! The course of matches, step by step.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use store::{SeatRow, StoreError, Who};
use table::PlayerId;
use tokio::sync::Semaphore;
use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use wire::PlayerCode;
use wire::course::{self, Eyes, Sitter};
use wire::replay::BadMatch;

use super::extract::{FileText, Params, PathText};
use super::matches::find;
use super::problem::Problem;
use super::schemas;
use crate::connection::Reception;
use crate::house::blocking;

/// The longest file that is looked at, in bytes.
pub(super) const LONGEST_FILE: usize = 1 << 20;

/// So many courses are written at a time: each may take a good part of a second, and tables have the cores first.
static WRITERS: Semaphore = Semaphore::const_new(1);

/// Who looks at a match.
#[derive(Deserialize, IntoParams)]
pub(super) struct EyesForm {
    /// The number of a seat; `watch` for what spectators saw; or `open`, the default, for all cards.
    eyes: Option<String>,
}

impl EyesForm {
    fn eyes(self) -> Result<Eyes, Problem> {
        let eyes = self.eyes.as_deref().unwrap_or("open").parse();
        eyes.map_err(|why| Problem::bad("no-such-eyes", why))
    }
}

/// A course, as [`wire::course`] writes it.
pub(super) struct CourseForm;

impl PartialSchema for CourseForm {
    fn schema() -> RefOr<Schema> {
        schemas::course::form()
    }
}

impl ToSchema for CourseForm {}

/// The course of a match
///
/// Of one that is over: where it began, and for every action what happened and what has changed, as somebody saw it or with all cards
/// open. Whoever knows the code of its table may see it.
#[utoipa::path(
    get, path = "/matches/{id}/course", tag = "tables",
    params(("id" = String, Path, description = "The table's code and the number of the match: `K7F3Q9MX-1`"), EyesForm),
    responses((status = 200, body = CourseForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn of_match(
    State(reception): State<Reception>,
    PathText(id): PathText,
    Params(form): Params<EyesForm>,
) -> Result<Response, Problem> {
    let eyes = form.eyes()?;
    let (id, found) = find(&reception, &id).await?;
    let sitters: Vec<Sitter> = found.result.seats.iter().map(sitter).collect();
    written(move || course::of_match(id, &found.replay, &sitters, eyes)).await
}

/// The course of a match in a file
///
/// The same for a replay that somebody has kept, of up to 1 MiB.
#[utoipa::path(
    post, path = "/course", tag = "tables", params(EyesForm),
    request_body(content = Object, description = "A replay, as docs/replay.md tells"),
    responses((status = 200, body = CourseForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn of_file(
    Params(form): Params<EyesForm>,
    FileText(file): FileText,
) -> Result<Response, Problem> {
    let eyes = form.eyes()?;
    written(move || course::of_file(&file, eyes)).await
}

fn sitter(row: &SeatRow) -> Sitter {
    match &row.who {
        Some(Who::Player(player)) => {
            Sitter { player: Some(PlayerCode(PlayerId(*player))), ..Sitter::default() }
        }
        Some(Who::Bot(level)) => Sitter { bot: Some(level.clone()), ..Sitter::default() },
        None => Sitter::default(),
    }
}

/// Writes it where nobody else is held up.
async fn written(
    write: impl FnOnce() -> Result<String, BadMatch> + Send + 'static,
) -> Result<Response, Problem> {
    let writer = WRITERS.acquire().await.map_err(|closed| StoreError::Broken(closed.to_string()))?;
    let course = blocking(move || {
        let course = write();
        drop(writer);
        Ok(course)
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], course.await??).into_response())
}
