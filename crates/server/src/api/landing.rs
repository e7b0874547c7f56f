//! A plain page for whoever comes with a browser.

use axum::http::{HeaderName, header};
use axum::response::Html;
use axum::routing::{MethodRouter, get};

use crate::config::Config;
use crate::connection::Reception;

/// The page is at the front, and wherever a link to a table leads.
pub(super) fn page(config: &Config) -> MethodRouter<Reception> {
    let page = include_str!("landing.html").replace("{base}", config.base_path.prefix());
    let page = page.replace("{version}", env!("CARGO_PKG_VERSION"));
    get(move || async move { Html(page) })
}

pub(super) async fn style() -> ([(HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("landing.css"))
}
