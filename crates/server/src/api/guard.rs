//! What every request goes through: how fast, how long, from where, and what browsers may do with the answer.

use std::time::Duration;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::SizeAbove;
use tower_http::cors::CorsLayer;

use super::extract::Client;
use super::problem::{Problem, Refusal};
use crate::config::Config;
use crate::connection::Reception;

/// No request takes longer.
const LONGEST: Duration = Duration::from_secs(15);

/// A request may bring an id of its own, if it is a short word.
pub(super) async fn tidy(mut request: Request, next: Next) -> Response {
    let word = |id: &HeaderValue| id.len() <= 64 && id.as_bytes().iter().all(u8::is_ascii_graphic);
    if request.headers().get("x-request-id").is_some_and(|id| !word(id)) {
        request.headers_mut().remove("x-request-id");
    }
    next.run(request).await
}

/// Whoever asks too often must wait.
pub(super) async fn limit(
    State(reception): State<Reception>,
    Client(address): Client,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    reception.limits.request(address)?;
    Ok(next.run(request).await)
}

/// Counts, ends what takes too long, and writes a line. Paths are logged by their routes, for a code in a path lets people in.
pub(super) async fn watch(State(reception): State<Reception>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("(none)", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let id = request.headers().get("x-request-id").cloned();
    let response = tokio::time::timeout(LONGEST, next.run(request)).await.unwrap_or_else(|_| {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too-slow", "this took too long").into_response()
    });
    let status = response.status().as_u16();
    let refusal = response.extensions().get::<Refusal>().map(|refusal| refusal.0);
    // A method is any word, and a meter must not get a label for each.
    let known = [Method::GET, Method::POST, Method::PATCH, Method::DELETE, Method::HEAD, Method::OPTIONS];
    let method = if known.contains(&method) { method.as_str() } else { "other" };
    reception.meters.requested(method, &route, status);
    if let Some(code) = refusal {
        reception.meters.refused(code);
    }
    let id = id.as_ref().and_then(|id| id.to_str().ok());
    tracing::debug!(method, route, status, id, code = refusal, "request");
    response
}

/// What browsers may do with whatever the house answers: next to nothing, except for the page, which says itself what it may.
pub(super) async fn harden(request: Request, next: Next) -> Response {
    const CSP: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(CSP));
    // Answers hold secrets.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Long answers are packed. Those with secrets are short.
pub(super) fn pack() -> CompressionLayer<SizeAbove> {
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(SizeAbove::new(1024))
}

/// Pages of these sites may use the API; of others they may not.
pub(super) fn cors(config: &Config) -> CorsLayer {
    let origins = config.origins.iter().filter_map(|origin| HeaderValue::from_str(&origin.0).ok());
    CorsLayer::new()
        .allow_origin(origins.collect::<Vec<HeaderValue>>())
        .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
        .expose_headers([HeaderName::from_static("x-request-id"), header::LOCATION, header::RETRY_AFTER])
        .max_age(Duration::from_secs(3600))
}

/// Whether a page may open the socket: one of the house itself, or of a site that was named. Programs have no origin.
pub(crate) fn origin_allowed(headers: &HeaderMap, config: &Config) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str().map(str::to_ascii_lowercase) else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).map(str::to_ascii_lowercase);
    let own = match (&config.public_url, host) {
        (Some(url), _) => origin == url.0,
        (None, Some(host)) => origin == format!("http://{host}") || origin == format!("https://{host}"),
        (None, None) => false,
    };
    own || config.origins.iter().any(|allowed| allowed.0 == origin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Layer;

    #[test]
    fn only_own_pages_and_named_sites_may_open_the_socket() {
        let config = |values: &[(&str, &str)]| {
            let values = values.iter().map(|(name, value)| (name.to_string(), value.to_string()));
            Config::read(&[Layer::flags(values.collect())]).expect("good settings")
        };
        let allowed = |config: &Config, origin: Option<&str>| {
            let mut headers =
                HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("cards.example:8080"))]);
            headers.extend(origin.map(|origin| (header::ORIGIN, origin.parse().expect("a header"))));
            origin_allowed(&headers, config)
        };
        let plain = config(&[]);
        assert!(allowed(&plain, None) && allowed(&plain, Some("http://cards.example:8080")));
        assert!(allowed(&plain, Some("https://Cards.example:8080")));
        for origin in
            ["http://cards.example", "http://evil.example", "null", "http://cards.example:8080.evil.example"]
        {
            assert!(!allowed(&plain, Some(origin)), "{origin}");
        }
        let behind =
            config(&[("public_url", "https://cards.example"), ("origins", "https://friend.example")]);
        assert!(
            allowed(&behind, Some("https://cards.example"))
                && allowed(&behind, Some("https://friend.example"))
        );
        assert!(!allowed(&behind, Some("http://cards.example:8080")));
    }
}
