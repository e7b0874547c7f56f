//! For whoever runs the house.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use table::Phase;

use super::extract::{Client, bearer};
use super::problem::Problem;
use crate::connection::Reception;
use crate::house::Stage;

/// The process runs.
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// New clients are welcome.
pub(super) async fn readyz(State(reception): State<Reception>) -> (StatusCode, &'static str) {
    match &*reception.house.stage().borrow() {
        Stage::Open => (StatusCode::OK, "ready\n"),
        Stage::Draining | Stage::Closed => (StatusCode::SERVICE_UNAVAILABLE, "draining\n"),
        Stage::Failed(_) => (StatusCode::SERVICE_UNAVAILABLE, "failed\n"),
    }
}

/// The meters, for who knows the token, or without one for programs of the same machine.
pub(super) async fn metrics(
    State(reception): State<Reception>,
    Client(address): Client,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let allowed = match &reception.config.metrics_token {
        Some(token) => bearer(&headers).is_some_and(|given| token.is(given.reveal())),
        // Through a proxy on the same machine everybody would seem to be there.
        None => {
            let forwarded = ["forwarded", "x-forwarded-for"].iter().any(|name| headers.contains_key(*name));
            address.is_loopback() && !forwarded
        }
    };
    if !allowed {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "not-allowed",
            "these are for whoever runs the house",
        ));
    }
    let mut tables = BTreeMap::<(&str, &str), i64>::new();
    for card in reception.house.all_tables() {
        *tables.entry((card.game, name(card.phase))).or_default() += 1;
    }
    let waiting = i64::try_from(reception.house.waiting_for_bots()).unwrap_or(i64::MAX);
    let text =
        reception.meters.text(&tables, waiting, &reception.house.waiting_for_matches()).map_err(|error| {
            tracing::error!(%error, "the meters cannot be written");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "unavailable", "the meters cannot be read now")
        })?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::Waiting => "waiting",
        Phase::Playing => "playing",
        Phase::Paused => "paused",
        Phase::Over => "over",
    }
}
