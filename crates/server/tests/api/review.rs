//! What the house thinks of matches that are over.

use std::time::Duration;

use crate::client::{Answer, Client};
use crate::course::played;

/// Asks until it is there, and what was told of the progress meanwhile.
async fn reviewed(client: &Client, path: &str) -> (Answer, Vec<f64>) {
    let mut told = Vec::new();
    for _ in 0..3000 {
        let answer = client.get(path, "").await;
        if answer.status.as_u16() != 202 {
            return (answer, told);
        }
        told.push(answer.json()["progress"].as_f64().unwrap());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("there is no review: {told:?}");
}

#[tokio::test]
async fn a_review_is_made_when_it_is_asked_for_and_kept_with_the_match() {
    let client = Client::new(&[]);
    let description = client.get("/openapi.json", "").await.json();
    let token = client.guest("Ann").await;
    let code = played(&client, &token).await;
    let path = format!("/matches/{code}-1/review?seat=1");
    let (answer, told) = reviewed(&client, &path).await;
    assert!(
        !told.is_empty() && told.is_sorted() && told.iter().all(|share| (0.0..1.0).contains(share)),
        "{told:?}"
    );
    let review = answer.json();
    crate::description::fits(&description, "ReviewForm", &review);
    assert_eq!((&review["match"], &review["seat"]), (&format!("{code}-1").into(), &1.into()));
    assert_eq!(review["unit"], "win-probability");
    let course = client.get(&format!("/matches/{code}-1/course"), "").await.json();
    let points = review["points"].as_array().unwrap();
    assert!(!points.is_empty());
    for point in points {
        let step = &course["steps"][point["step"].as_u64().unwrap() as usize];
        assert_eq!((&step["seat"], &step["action"]), (&1.into(), &point["played"]));
        assert!((0.0..=1.0).contains(&point["value"].as_f64().unwrap()), "{point}");
    }
    // Another house over the same store has it at once, word for word.
    let again = client.restarted();
    let kept = again.get(&path, "").await;
    assert_eq!((kept.status.as_u16(), kept.text), (200, answer.text));
}

#[tokio::test]
async fn what_cannot_be_reviewed_is_refused() {
    let client = Client::new(&[]);
    let token = client.guest("Ann").await;
    let code = played(&client, &token).await;
    for (path, refusal) in [
        (format!("/matches/{code}-2/review?seat=0"), (404, "no-such-match")),
        (format!("/matches/{code}-1/review?seat=2"), (400, "no-such-seat")),
        (format!("/matches/{code}-1/review?seat=x"), (400, "bad-query")),
        (format!("/matches/{code}-1/review"), (400, "bad-query")),
    ] {
        assert_eq!(client.get(&path, &token).await.refusal(), (refusal.0, refusal.1.to_owned()), "{path}");
    }
}
