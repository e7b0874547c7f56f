//! Everything that is asked over HTTP.

mod course;
mod defuse;
mod extract;
mod games;
mod guard;
mod guide;
mod health;
mod lessons;
mod matches;
mod page;
mod players;
mod problem;
mod queue;
mod ratings;
mod review;
mod schemas;
mod socket;
mod tables;

use std::sync::Arc;

use ::page::Page;
use axum::Router;
use axum::extract::{DefaultBodyLimit, OriginalUri};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use utoipa::OpenApi;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use extract::Peer;
pub use problem::Problem;
pub(crate) use tables::TableForm;

use self::page::Front;
use crate::connection::Reception;

/// The longest body, in bytes, of nearly all requests.
const LONGEST_BODY: usize = 64 * 1024;

#[derive(OpenApi)]
#[openapi(info(title = "Tefuda", description = "A card house: Koi-Koi, Kierki and Kaboom."))]
struct Description;

/// The routes under `/api/v1`, with what describes them.
fn api() -> OpenApiRouter<Reception> {
    OpenApiRouter::default()
        .routes(routes!(players::become_guest))
        .routes(routes!(players::recover))
        .routes(routes!(players::me, players::rename))
        .routes(routes!(players::new_phrase))
        .routes(routes!(players::new_pass))
        .routes(routes!(players::redeem))
        .routes(routes!(players::revoke_tokens))
        .routes(routes!(tables::mine))
        .routes(routes!(games::games))
        .routes(routes!(guide::guide))
        .routes(routes!(lessons::lesson))
        .routes(routes!(tables::open, tables::list))
        .routes(routes!(tables::show))
        .routes(routes!(matches::replay))
        .routes(routes!(course::of_match))
        .routes(routes!(review::review))
        .merge(longer())
        .routes(routes!(queue::ask, queue::tickets, queue::cancel))
        .routes(routes!(ratings::page))
        .routes(routes!(ratings::leaders))
        .routes(routes!(matches::findings))
        .routes(routes!(defuse::begin_run))
        .routes(routes!(defuse::show_run, defuse::give_up))
        .routes(routes!(defuse::next_match))
        .routes(routes!(defuse::my_run))
        .routes(routes!(socket::open_socket))
}

/// The routes that take longer bodies.
fn longer() -> OpenApiRouter<Reception> {
    let routes = OpenApiRouter::default().routes(routes!(course::of_file));
    routes.layer(DefaultBodyLimit::max(course::LONGEST_FILE))
}

/// Everything that is asked over HTTP, under the base path, with the page for browsers.
pub fn router(reception: Reception, page: Page) -> Router {
    let prefix = reception.config.base_path.prefix().to_owned();
    let mut description = Description::openapi();
    let token = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    description.components.get_or_insert_default().add_security_scheme("token", token);
    description.servers =
        Some(vec![utoipa::openapi::Server::new(if prefix.is_empty() { "/" } else { &prefix })]);
    let (api, description) =
        OpenApiRouter::with_openapi(description).nest("/api/v1", api()).split_for_parts();
    let description: Arc<str> =
        serde_json::to_string(&description).expect("a description is plain data").into();
    let described =
        move || async move { ([(header::CONTENT_TYPE, "application/json")], description.to_string()) };
    let api = api
        .route("/api/v1/openapi.json", get(described))
        // Inside of the layers: a browser's question whether it may ask has no method of its own.
        .method_not_allowed_fallback(no_such_method)
        .route_layer(guard::pack())
        .route_layer(from_fn_with_state(reception.clone(), guard::limit))
        .layer(guard::cors(&reception.config));
    let front = Front::new(page, &reception.config);
    let house = api
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .merge(front.routes());
    let door = format!("{prefix}/");
    let house = match prefix.as_str() {
        "" => house,
        prefix => Router::new().nest(prefix, house.route("/", front.door(true))),
    };
    let id = HeaderName::from_static("x-request-id");
    house
        .route(&door, front.door(true))
        .fallback(async move |method: Method, OriginalUri(uri): OriginalUri, headers: HeaderMap| {
            front.nothing(&method, &uri, &headers)
        })
        .method_not_allowed_fallback(no_such_method)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn_with_state(reception.clone(), guard::watch))
        .layer(from_fn(guard::harden))
        .layer(PropagateRequestIdLayer::new(id.clone()))
        .layer(SetRequestIdLayer::new(id, MakeRequestUuid))
        .layer(from_fn(guard::tidy))
        .with_state(reception)
}

async fn no_such_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "no-such-method", "this cannot be done here")
}
