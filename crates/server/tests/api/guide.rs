//! Rules explained.

use serde_json::json;

use crate::client::Client;

#[tokio::test]
async fn a_guide_is_of_exactly_the_rules_that_were_asked_for() {
    let client = Client::new(&[]);
    let guide = async |order| client.post("/guide", "", order).await.json();
    let japan = guide(json!({ "game": "koikoi", "preset": "japan" })).await;
    assert_eq!(
        (&japan["preset"], &japan["rules"]["rounds"], &japan["rules"]["koikoi_limit"]),
        (&json!("japan"), &json!(8), &json!("none"))
    );
    let changed = guide(json!({ "game": "koikoi", "rules": { "preset": "japan", "three_lights": 0 } })).await;
    let has = |guide: &serde_json::Value, name: &str| {
        guide["yaku"].as_array().unwrap().iter().any(|yaku| yaku["name"] == name)
    };
    assert!(has(&japan, "three-lights") && !has(&changed, "three-lights"));
    assert_eq!(changed["preset"], json!(null));
    let cards = |guide: &serde_json::Value| guide["cards"].as_array().unwrap().len();
    assert_eq!(cards(&japan), 48);
    assert_eq!(cards(&guide(json!({ "game": "kierki", "preset": "full" })).await), 52);
    assert_eq!(cards(&guide(json!({ "game": "kaboom", "preset": "party" })).await), 54);
}

#[tokio::test]
async fn bad_rules_are_refused() {
    let client = Client::new(&[]);
    for (order, code) in [
        (json!({ "game": "chess", "preset": "japan" }), "no-such-game"),
        (json!({ "game": "koikoi", "preset": "seven" }), "bad-rules"),
        (json!({ "game": "koikoi" }), "bad-rules"),
        (json!({ "game": "koikoi", "preset": "japan", "rules": {} }), "bad-rules"),
        (json!({ "game": "kierki", "rules": { "preset": "seven", "deals": "9N" } }), "bad-rules"),
        (json!({ "preset": "japan" }), "bad-form"),
    ] {
        let refused = client.post("/guide", "", order.clone()).await.refusal();
        assert_eq!(refused, (400, code.to_owned()), "{order}");
    }
}
