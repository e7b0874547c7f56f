//! A plain page for whoever comes with a browser.

use axum::Router;
use axum::http::header;
use axum::response::Html;
use axum::routing::get;

use crate::config::Config;
use crate::connection::Reception;

const STYLE: &str = include_str!("landing.css");

/// The page is at the front, and wherever a link to a table leads.
pub(super) fn routes(config: &Config) -> Router<Reception> {
    let base = config.base_path.prefix().to_owned();
    let page =
        include_str!("landing.html").replace("{base}", &base).replace("{version}", env!("CARGO_PKG_VERSION"));
    let front = page.clone();
    let style = get(async || ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE));
    Router::new()
        .route("/", get(async move || Html(front.clone())))
        .route("/t/{code}", get(async move || Html(page.clone())))
        .route("/landing.css", style)
}
