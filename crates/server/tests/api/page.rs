//! The page: what is delivered where, in which form, and for how long.

use std::io::Read as _;

use axum::body::Body;
use axum::http::{Request, header};
use page::{File, Page};
use serde_json::json;

use crate::client::{Answer, Client};

/// The packed forms need not be any here.
const PAGE: Page = Page::new(&[
    File {
        path: "assets/main-Ab12.js",
        plain: b"plain",
        brotli: Some(b"packed by Brotli"),
        gzip: Some(b"packed by gzip"),
    },
    file("assets/cards/crane-Ab12.svg", b"<svg/>"),
    file("favicon.svg", b"<svg/>"),
    file(
        "index.html",
        b"<!doctype html><html><head><!-- head --><script src=\"./assets/main-Ab12.js\"></script></head></html>",
    ),
    file("manifest.webmanifest", b"{}"),
    file("robots.txt", b""),
    file("sw.js", b"self"),
]);

const fn file(path: &'static str, plain: &'static [u8]) -> File {
    File { path, plain, brotli: None, gzip: None }
}

async fn asked(client: &Client, path: &str, headers: &[(header::HeaderName, &str)]) -> Answer {
    let request =
        headers.iter().fold(Request::get(path), |request, (name, value)| request.header(name, *value));
    client.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn files_have_their_types_and_are_kept_as_long_as_they_hold() {
    let client = Client::with_page(&[], PAGE);
    let for_ever = "public, max-age=31536000, immutable";
    let a_while = "public, max-age=3600";
    for (path, kind, keep) in [
        ("/assets/main-Ab12.js", "text/javascript; charset=utf-8", for_ever),
        ("/assets/cards/crane-Ab12.svg", "image/svg+xml", for_ever),
        ("/favicon.svg", "image/svg+xml", a_while),
        ("/manifest.webmanifest", "application/manifest+json", a_while),
        ("/robots.txt", "text/plain; charset=utf-8", a_while),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/", "text/html; charset=utf-8", "no-cache"),
    ] {
        let answer = client.page(path).await;
        assert_eq!(answer.status.as_u16(), 200, "{path}");
        assert_eq!((answer.header("content-type"), answer.header("cache-control")), (kind, keep), "{path}");
        assert!(answer.header("content-security-policy").contains("script-src 'self';"), "{path}");
        let tag = answer.header("etag");
        for known in [tag, "*", &format!("\"other\", W/{tag}")] {
            let again = asked(&client, path, &[(header::IF_NONE_MATCH, known)]).await;
            assert_eq!((again.status.as_u16(), &*again.text), (304, ""), "{path} {known}");
            assert_eq!((again.header("etag"), again.header("cache-control")), (tag, keep), "{path}");
        }
        let changed = asked(&client, path, &[(header::IF_NONE_MATCH, "\"other\"")]).await;
        assert_eq!((changed.status.as_u16(), &changed.text), (200, &answer.text), "{path}");
        let head = client.send(Request::head(path).body(Body::empty()).unwrap()).await;
        assert_eq!((head.status.as_u16(), &*head.text, head.header("etag")), (200, "", tag), "{path}");
    }
}

#[tokio::test]
async fn files_are_packed_for_who_can_unpack_them() {
    let client = Client::with_page(&[], PAGE);
    let mut tags = Vec::new();
    for (accepted, coding, text) in [
        ("gzip, deflate, br", "br", "packed by Brotli"),
        ("gzip, br;q=0.5", "gzip", "packed by gzip"),
        ("br;q=0, gzip", "gzip", "packed by gzip"),
        ("identity", "", "plain"),
    ] {
        let answer = asked(&client, "/assets/main-Ab12.js", &[(header::ACCEPT_ENCODING, accepted)]).await;
        assert_eq!((answer.header("content-encoding"), &*answer.text), (coding, text), "{accepted}");
        assert_eq!(answer.header("vary"), "accept-encoding");
        tags.push(answer.header("etag").to_owned());
    }
    assert!(tags[0] != tags[1] && tags[1] == tags[2] && tags[2] != tags[3], "{tags:?}");
    let unpacked = asked(&client, "/favicon.svg", &[(header::ACCEPT_ENCODING, "br")]).await;
    assert_eq!((unpacked.header("content-encoding"), &*unpacked.text), ("", "<svg/>"));
}

#[tokio::test]
async fn the_page_is_at_all_of_its_addresses_and_nowhere_else() {
    let client = Client::with_page(&[], PAGE);
    for (path, listed) in [
        ("/", true),
        ("/learn/koikoi", true),
        ("/learn/koikoi/cards", true),
        ("/learn/koikoi/yaku", true),
        ("/learn/kierki/deals", true),
        ("/learn/kaboom/lesson", true),
        ("/leaders/kaboom", true),
        ("/defuse", true),
        ("/t/K7F3Q9MX", false),
        ("/watch/K7F3Q9MX", false),
        ("/replay/K7F3Q9MX-1", false),
        ("/player/05CT8TWRZN72N", false),
        ("/settings", false),
    ] {
        let page = client.page(path).await;
        assert_eq!(page.status.as_u16(), 200, "{path}");
        assert!(
            page.text.starts_with("<!doctype html><html><head><base href=\"/\">\n<title>"),
            "{}",
            page.text
        );
        assert!(page.text.ends_with("<script src=\"./assets/main-Ab12.js\"></script></head></html>"));
        assert_eq!(!page.text.contains("noindex"), listed, "{path}");
    }
    let browser = [(header::ACCEPT, "text/html,application/xhtml+xml,*/*;q=0.8")];
    for path in [
        "/nope",
        "/learn",
        "/assets/nope.js",
        "/assets/../index.html",
        "/assets/%2e%2e/sw.js",
        "/assets//sw.js",
    ] {
        assert_eq!(client.page(path).await.refusal(), (404, "no-such-page".into()), "{path}");
        let shown = asked(&client, path, &browser).await;
        assert_eq!((shown.status.as_u16(), shown.header("content-type")), (404, "text/html; charset=utf-8"));
        assert!(shown.text.contains("noindex") && shown.text.contains("<script"), "{path}");
    }
    let api = asked(&client, "/api/v1/nope", &browser).await;
    assert_eq!(api.refusal(), (404, "no-such-page".into()));
    let posted = Request::post("/nope").header(header::ACCEPT, "text/html").body(Body::empty()).unwrap();
    assert_eq!(client.send(posted).await.refusal(), (404, "no-such-page".into()));
}

#[tokio::test]
async fn under_a_base_path_the_page_finds_itself() {
    let client = Client::with_page(&[("base_path", "/cards")], PAGE);
    let browser = [(header::ACCEPT, "text/html")];
    for path in ["/cards", "/cards/", "/cards/learn/kierki", "/cards/t/K7F3Q9MX"] {
        let page = asked(&client, path, &browser).await;
        assert_eq!(page.status.as_u16(), 200, "{path}");
        assert!(page.text.contains("<base href=\"/cards/\">"), "{path}");
    }
    assert_eq!(client.page("/cards/assets/main-Ab12.js").await.text, "plain");
    assert_eq!(client.page("/cards/sw.js").await.text, "self");
    let nothing = asked(&client, "/cards/nope", &browser).await;
    assert!(nothing.status.as_u16() == 404 && nothing.text.contains("<base href=\"/cards/\">"));
    for path in ["/", "/sw.js", "/assets/main-Ab12.js", "/nope", "/cardsx", "/cards/api/v1/nope"] {
        assert_eq!(asked(&client, path, &browser).await.refusal(), (404, "no-such-page".into()), "{path}");
    }
}

#[tokio::test]
async fn a_link_to_a_table_tells_of_it_in_the_page() {
    let client = Client::with_page(&[("public_url", "https://cards.example")], PAGE);
    let token = client.guest("\"><script>").await;
    let code = client.table(&token, json!({ "game": "kaboom", "preset": "short" })).await;
    let page = client.page(&format!("/t/{code}")).await;
    assert!(page.text.contains("<title>Kaboom with &quot;&gt;&lt;script&gt;</title>"), "{}", page.text);
    assert!(page.text.contains(&format!("content=\"https://cards.example/t/{code}\"")));
    assert_eq!(page.text.matches("<script").count(), 1, "{}", page.text);
    let front = client.page("/").await;
    assert_ne!(page.header("etag"), front.header("etag"));
}

#[tokio::test]
async fn without_a_page_a_plain_one_says_how_to_get_it() {
    for files in [&[][..], &[file("index.html", b"<html>no marker</html>")][..]] {
        let client = Client::with_page(&[], Page::new(Box::leak(files.into())));
        let page = client.page("/learn/koikoi").await;
        assert_eq!(page.status.as_u16(), 200);
        for expected in
            ["<base href=\"/\">", "make run", "docs/protocol.md", "\"plain.css\"", "api/v1/openapi.json"]
        {
            assert!(page.text.contains(expected), "{expected} in {}", page.text);
        }
        assert!(client.page("/plain.css").await.header("content-type").starts_with("text/css"));
    }
    assert_eq!(Client::with_page(&[], PAGE).page("/plain.css").await.status.as_u16(), 404);
}

#[tokio::test]
async fn long_answers_of_the_api_are_packed_and_short_ones_not() {
    let client = Client::new(&[]);
    let packed = asked(&client, "/api/v1/games", &[(header::ACCEPT_ENCODING, "gzip")]).await;
    let plain = client.page("/api/v1/games").await;
    assert_eq!((packed.header("content-encoding"), plain.header("content-encoding")), ("gzip", ""));
    let mut text = String::new();
    flate2::read::GzDecoder::new(&*packed.bytes).read_to_string(&mut text).unwrap();
    assert_eq!(text, plain.text);
    assert!(packed.bytes.len() * 3 < plain.bytes.len(), "{} of {}", packed.bytes.len(), plain.bytes.len());
    let short = asked(&client, "/api/v1/tables", &[(header::ACCEPT_ENCODING, "gzip")]).await;
    assert_eq!((short.header("content-encoding"), &*short.text), ("", "{\"tables\":[]}"));
}
