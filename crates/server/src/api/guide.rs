//! Rules explained to programs.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::Value;
use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};
use wire::rules::BadRules;
use wire::{Codec, GameKind, for_game};

use super::extract::Body;
use super::problem::Problem;
use super::schemas;

/// The rules that somebody wants to have explained.
#[derive(Deserialize, ToSchema)]
pub(super) struct RulesForm {
    #[schema(example = "koikoi")]
    game: String,
    /// The name of a ruleset.
    #[schema(example = "japan")]
    preset: Option<String>,
    /// In place of a preset: its name with some knobs changed (`{"preset": "japan", "rounds": 3}`), or every knob.
    #[schema(value_type = Option<Object>)]
    rules: Option<Value>,
}

/// A guide, as [`wire::guide`] writes it.
pub(super) struct GuideForm;

impl PartialSchema for GuideForm {
    fn schema() -> RefOr<Schema> {
        schemas::guide::form()
    }
}

impl ToSchema for GuideForm {}

/// The rules explained
///
/// Everything that a page needs to explain exactly these rules, as data: what each card is, what scores or costs points, and how.
#[utoipa::path(
    post, path = "/guide", tag = "tables", request_body = RulesForm,
    responses((status = 200, body = GuideForm), (status = "4XX", body = Problem)),
)]
pub(super) async fn guide(Body(form): Body<RulesForm>) -> Result<Response, Problem> {
    fn write<G: Codec>(rules: Value) -> Result<String, BadRules> {
        Ok(wire::guide::write::<G>(&wire::rules::from_value::<G>(rules)?))
    }
    let game: GameKind = form.game.parse()?;
    let rules = chosen(form.preset, form.rules)?;
    let guide = for_game!(game, write(rules)).map_err(|why| Problem::bad("bad-rules", why))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], guide).into_response())
}

/// The rules that a form names by one of its two fields.
pub(super) fn chosen(preset: Option<String>, rules: Option<Value>) -> Result<Value, Problem> {
    match (preset, rules) {
        (Some(preset), None) => Ok(Value::String(preset)),
        (None, Some(rules)) => Ok(rules),
        _ => Err(Problem::bad("bad-rules", "there must be either a `preset` or `rules`")),
    }
}
