//! How files come to browsers: packed if they like, not at all if they have them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use ::page::{File, Page};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

/// What the page may do: everything here, and nothing elsewhere. Styles are also attributes, since cards lie where they lie.
const CSP: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; \
                   connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'self'; \
                   form-action 'none'; frame-ancestors 'none'";

const ASKING: &str = "no-cache";
const A_WHILE: &str = "public, max-age=3600";
/// The names of such files tell what is in them.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The files of the page, by their paths.
pub(super) struct Shelf(HashMap<&'static str, Kept>);

struct Kept {
    file: &'static File,
    hash: u64,
}

impl Shelf {
    pub(super) fn new(page: Page) -> Shelf {
        let kept = |file: &'static File| (file.path, Kept { file, hash: hash(file.plain) });
        Shelf(page.files().iter().map(kept).collect())
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }

    /// The file with this path, in the form that is liked best.
    pub(super) fn file(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let Kept { file, hash } = self.0.get(path)?;
        let forms = [("br", file.brotli), ("gzip", file.gzip)];
        let forms = forms.into_iter().filter_map(|(coding, bytes)| Some((coding, bytes?)));
        let liked = forms.map(|(coding, bytes)| (quality(headers, coding), coding, bytes));
        // Of those that are liked equally it is the first.
        let best = liked
            .filter(|(quality, ..)| *quality > 0.0)
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        let keep = match path {
            "sw.js" => ASKING,
            _ if path.starts_with("assets/") => FOR_EVER,
            _ => A_WHILE,
        };
        let (tag, bytes) = match best {
            Some((_, coding, bytes)) => (format!("\"{hash:016x}-{coding}\""), bytes),
            None => (format!("\"{hash:016x}\""), file.plain),
        };
        let mut response = response(Bytes::from_static(bytes), kind(path), keep, &tag);
        if let Some((_, coding, _)) = best {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
        }
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        Some(unless_known(headers, response))
    }
}

/// A page that is made for who asks.
pub(super) fn html(text: String) -> Response {
    let tag = format!("\"{:016x}\"", hash(text.as_bytes()));
    response(text.into(), kind("index.html"), ASKING, &tag)
}

/// The answer, without what the browser has already.
pub(super) fn unless_known(headers: &HeaderMap, mut response: Response) -> Response {
    let tag = response.headers().get(header::ETAG).and_then(|tag| tag.to_str().ok()).unwrap_or_default();
    let known = listed(headers, header::IF_NONE_MATCH)
        .any(|known| known == "*" || known.trim_start_matches("W/") == tag);
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        for name in [header::CONTENT_TYPE, header::CONTENT_ENCODING] {
            response.headers_mut().remove(name);
        }
    }
    response
}

fn response(bytes: Bytes, kind: &'static str, keep: &'static str, tag: &str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, keep),
        (header::CONTENT_SECURITY_POLICY, CSP),
        (header::ETAG, tag),
    ];
    (headers, bytes).into_response()
}

/// How much a coding is liked, from 0 for not at all to 1.
fn quality(headers: &HeaderMap, coding: &str) -> f32 {
    let mut any = 0.0;
    for wish in listed(headers, header::ACCEPT_ENCODING) {
        let wish = wish.to_ascii_lowercase();
        let (name, parameter) = wish.split_once(';').unwrap_or((&wish, "q=1"));
        let quality = parameter.trim().strip_prefix("q=").and_then(|quality| quality.trim().parse().ok());
        let quality = quality.unwrap_or(0.0);
        match name.trim() {
            name if name == coding => return quality,
            "*" => any = quality,
            _ => {}
        }
    }
    any
}

fn listed(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" | "opus" => "audio/ogg",
        "m4a" => "audio/mp4",
        "wav" => "audio/wav",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coding_is_liked_as_the_browser_says() {
        let liked = |accepted: &str, coding| {
            quality(
                &HeaderMap::from_iter([(header::ACCEPT_ENCODING, accepted.parse().expect("a header"))]),
                coding,
            )
        };
        for (accepted, brotli, gzip) in [
            ("gzip, deflate, br, zstd", 1.0, 1.0),
            ("gzip;q=0.5,BR ; Q=0.25", 0.25, 0.5),
            ("br;q=0, *", 0.0, 1.0),
            ("*;q=0, gzip", 0.0, 1.0),
            ("identity", 0.0, 0.0),
            ("br;q=much", 0.0, 0.0),
            ("", 0.0, 0.0),
        ] {
            assert_eq!((liked(accepted, "br"), liked(accepted, "gzip")), (brotli, gzip), "{accepted}");
        }
        assert_eq!(quality(&HeaderMap::new(), "br"), 0.0);
    }
}
