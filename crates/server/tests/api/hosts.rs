//! What whoever runs the house may ask.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;

use crate::client::Client;

#[tokio::test]
async fn a_draining_house_is_alive_and_not_ready() {
    let client = Client::new(&[]);
    for (path, status) in [("/healthz", 200), ("/readyz", 200)] {
        assert_eq!(client.page(path).await.status.as_u16(), status, "{path}");
    }
    client.reception.house.drain();
    for (path, status) in [("/healthz", 200), ("/readyz", 503)] {
        assert_eq!(client.page(path).await.status.as_u16(), status, "{path}");
    }
}

#[tokio::test]
async fn the_meters_count() {
    let client = Client::new(&[]);
    let token = client.guest("Ann").await;
    client.table(&token, json!({ "game": "kierki", "preset": "seven" })).await;
    client.get("/me", "").await;
    client.get("/me?token=secret", "").await;
    client.page("/no/such/page").await;
    let text = client.page("/metrics").await.text;
    for line in [
        r#"tefuda_tables{game="kierki",phase="waiting"} 1"#,
        r#"tefuda_refusals_total{code="no-token"} 2"#,
        r#"tefuda_refusals_total{code="no-such-page"} 1"#,
        r#"tefuda_http_requests_total{method="GET",route="/api/v1/me",status="401"} 2"#,
        r#"tefuda_http_requests_total{method="GET",route="(none)",status="404"} 1"#,
        "tefuda_guests_total 1",
        "# EOF",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert!(!text.contains("secret"));
}

#[tokio::test]
async fn the_meters_are_for_the_host_alone() {
    let plain = Client::new(&[]);
    let far = plain.from("192.0.2.1");
    assert_eq!(plain.page("/metrics").await.status.as_u16(), 200);
    assert_eq!(far.page("/metrics").await.refusal(), (403, "not-allowed".into()));
    let proxied =
        Request::get("/metrics").header("x-forwarded-for", "127.0.0.1").body(Body::empty()).unwrap();
    assert_eq!(
        plain.send(proxied).await.refusal(),
        (403, "not-allowed".into()),
        "a proxy on the same machine"
    );

    let token = "0123456789abcdef";
    let guarded = Client::new(&[("metrics_token", token)]);
    assert_eq!(guarded.page("/metrics").await.refusal(), (403, "not-allowed".into()));
    for (given, status) in [(token, 200), ("0123456789abcdeF", 403)] {
        let request = Request::get("/metrics").header(header::AUTHORIZATION, format!("Bearer {given}"));
        let far = guarded.from("192.0.2.1");
        assert_eq!(far.send(request.body(Body::empty()).unwrap()).await.status.as_u16(), status);
    }
}
