//! What browsers are told, and what they may do.

use axum::body::Body;
use axum::http::{Request, header};

use serde_json::json;

use crate::client::{Answer, Client};

fn hardened(answer: &Answer, page: bool) {
    let csp = answer.header("content-security-policy");
    let whom = if page { "'self'" } else { "'none'" };
    let own = ["default-src", "base-uri"].map(|what| format!("{what} {whom}"));
    for part in [&*own[0], &*own[1], "form-action 'none'", "frame-ancestors 'none'"] {
        assert!(csp.contains(part), "{csp}");
    }
    // Attributes may have styles; no script stands in the text.
    assert_eq!(csp.matches("unsafe").count(), usize::from(page), "{csp}");
    assert!(!page || csp.contains("script-src 'self';"), "{csp}");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_eq!(answer.header("referrer-policy"), "no-referrer");
    assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
    assert!(answer.header("permissions-policy").contains("camera=()"));
    assert!(!answer.header("cache-control").is_empty());
    assert!(!answer.header("x-request-id").is_empty());
}

#[tokio::test]
async fn every_answer_is_hardened_and_has_an_id() {
    let client = Client::new(&[("request_burst", "8"), ("requests_per_second", "1")]);
    let mut statuses = Vec::new();
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/plain.css"),
        ("GET", "/healthz"),
        ("GET", "/nothing"),
        ("GET", "/api/v1/nothing"),
        ("GET", "/api/v1/games"),
        ("GET", "/api/v1/me"),
        ("PUT", "/api/v1/me"),
        ("POST", "/api/v1/guests"),
        ("GET", "/api/v1/socket"),
        ("GET", "/api/v1/openapi.json"),
        ("GET", "/api/v1/games"),
        ("GET", "/api/v1/games"),
        ("GET", "/api/v1/games"),
        ("GET", "/api/v1/games"),
    ] {
        let answer =
            client.send(Request::builder().method(method).uri(path).body(Body::empty()).unwrap()).await;
        hardened(&answer, ["/", "/plain.css"].contains(&path));
        statuses.push(answer.status.as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 404, 404, 200, 401, 405, 415, 426, 200, 200, 200, 429, 429]);
}

#[tokio::test]
async fn a_request_keeps_the_id_that_it_came_with() {
    let client = Client::new(&[]);
    let request =
        Request::get("/healthz").header("x-request-id", "from-the-proxy").body(Body::empty()).unwrap();
    assert_eq!(client.send(request).await.header("x-request-id"), "from-the-proxy");
}

#[tokio::test]
async fn only_named_sites_may_use_the_api() {
    let client = Client::new(&[("origins", "https://friend.example")]);
    let asked = async |method: &str, origin: &str| {
        let request = Request::builder().method(method).uri("/api/v1/games").header(header::ORIGIN, origin);
        let request = request.header("access-control-request-method", "GET");
        client
            .send(request.body(Body::empty()).unwrap())
            .await
            .header("access-control-allow-origin")
            .to_owned()
    };
    for method in ["GET", "OPTIONS"] {
        assert_eq!(asked(method, "https://friend.example").await, "https://friend.example");
        assert_eq!(asked(method, "https://evil.example").await, "");
    }
    let closed = Client::new(&[]);
    let request = Request::get("/api/v1/games").header(header::ORIGIN, "https://friend.example");
    let answer = closed.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.header("access-control-allow-origin"), "");
}

#[tokio::test]
async fn a_page_of_another_site_opens_no_socket() {
    let client = Client::new(&[]);
    let asked = async |origin: &str| {
        let request = Request::get("/api/v1/socket")
            .header(header::HOST, "cards.example")
            .header(header::ORIGIN, origin)
            .header(header::CONNECTION, "upgrade")
            .header(header::UPGRADE, "websocket")
            .header(header::SEC_WEBSOCKET_VERSION, "13")
            .header(header::SEC_WEBSOCKET_KEY, "dGhlIHNhbXBsZSBub25jZQ==");
        client.send(request.body(Body::empty()).unwrap()).await
    };
    // Without a connection to upgrade, what gets so far is refused for that alone.
    assert_eq!(asked("https://cards.example").await.refusal().1, "no-socket");
    assert_eq!(asked("https://evil.example").await.refusal(), (403, "bad-origin".into()));
}

#[tokio::test]
async fn a_link_in_a_chat_tells_what_is_played_and_with_whom() {
    let client = Client::new(&[("public_url", "https://cards.example")]);
    let token = client.guest("<Aki> <!-- head -->").await;
    let code = client.table(&token, json!({ "game": "koikoi", "preset": "japan" })).await;
    let page = client.page(&format!("/t/{code}")).await;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
    for expected in [
        "<title>Koi-Koi with &lt;Aki&gt; &lt;!-- head --&gt;</title>".to_owned(),
        r#"<meta property="og:title" content="Koi-Koi with &lt;Aki&gt; &lt;!-- head --&gt;">"#.to_owned(),
        "One seat is open".to_owned(),
        format!(r#"<meta property="og:url" content="https://cards.example/t/{code}">"#),
        r#"<meta name="robots" content="noindex">"#.to_owned(),
    ] {
        assert!(page.text.contains(&expected), "{expected} in {}", page.text);
    }
    assert!(!page.text.contains("<Aki>") && !page.text.contains(&token));
    for path in ["/t/00000000", "/t/x", "/t/%3Cb%3E"] {
        let page = client.page(path).await;
        assert_eq!(page.status.as_u16(), 200, "{path}");
        assert!(page.text.contains("<title>Tefuda</title>") && !page.text.contains("<b>"));
    }
    assert!(!client.page("/").await.text.contains("noindex"));
}

#[tokio::test]
async fn under_a_base_path_everything_is_there_and_nothing_else() {
    let client = Client::new(&[("base_path", "/cards")]);
    let page = client.page("/cards/").await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(page.text.contains("<base href=\"/cards/\">\n<title>"), "{}", page.text);
    for path in ["/cards", "/cards/plain.css", "/cards/healthz", "/cards/t/K7F3Q9MX", "/cards/api/v1/games"] {
        assert_eq!(client.page(path).await.status.as_u16(), 200, "{path}");
    }
    for path in ["/", "/healthz", "/api/v1/games", "/cards/cards/", "/cardsx"] {
        assert_eq!(client.page(path).await.refusal(), (404, "no-such-page".into()), "{path}");
    }
}
