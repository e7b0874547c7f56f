//! Players' pages, ratings and leaderboards.

use std::time::Duration;

use serde_json::{Value, json};
use store::{Change, CountRow, Pool, RatingRow, Who, Write};

use crate::client::Client;

/// A rated match between the guest and a bot, which another bot plays for the guest; its code.
async fn played(client: &Client, token: &str, changes: Value) -> String {
    let mut order = json!({
        "game": "koikoi", "preset": "quick", "seats": ["me", { "bot": "beginner" }], "rated": true,
        "absence": { "grace": 0, "then": "stand-in", "level": "beginner" }, "pace": 0,
    });
    order.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    let code = client.table(token, order).await;
    for _ in 0..2000 {
        if client.get(&format!("/tables/{code}"), "").await.json()["phase"] == "over" {
            return code;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the match does not end");
}

/// The player's page, when so many of its matches are counted.
async fn page(client: &Client, id: &Value, counted: u64) -> Value {
    for _ in 0..2000 {
        let page = client.get(&format!("/players/{}", id.as_str().unwrap()), "").await.json();
        let matches = page["ratings"].as_array().unwrap().iter().map(|row| row["matches"].as_u64().unwrap());
        if matches.sum::<u64>() >= counted {
            return page;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the matches are not counted");
}

#[tokio::test]
async fn a_page_tells_of_ratings_and_matches_and_gives_no_private_code_away() {
    let client = Client::new(&[]);
    let (ann, bob) = (client.guest("Ann").await, client.guest("Bob").await);
    let id = client.get("/me", &ann).await.json()["id"].clone();
    let first = played(&client, &ann, json!({})).await;
    let second = played(&client, &ann, json!({ "visibility": "public" })).await;
    played(&client, &ann, json!({ "rated": false })).await;
    let page = page(&client, &id, 2).await;
    assert_eq!((&page["id"], &page["name"], &page["next"]), (&id, &json!("Ann"), &json!(null)));
    let rating = &page["ratings"][0];
    assert_eq!(
        (&rating["game"], &rating["pool"], &rating["matches"]),
        (&json!("koikoi"), &json!("bots"), &json!(2))
    );
    assert_eq!((page["ratings"].as_array().unwrap().len(), &rating["provisional"]), (1, &json!(true)));
    let matches = page["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 3);
    let ids: Vec<&Value> = matches.iter().map(|row| &row["id"]).collect();
    assert_eq!(ids, [&json!(null), &json!(format!("{second}-1")), &json!(null)], "the latest first");
    assert_eq!((&matches[0]["pool"], &matches[1]["pool"]), (&json!(null), &json!("bots")));
    let seats = &matches[2]["seats"];
    assert_eq!(
        (&seats[0]["player"], &seats[0]["name"], &seats[1]["bot"]),
        (&id, &json!("Ann"), &json!("beginner"))
    );
    assert_eq!(seats[0]["change"]["before"], 1500);
    assert_eq!(matches[1]["seats"][0]["change"]["before"], seats[0]["change"]["after"]);
    assert_eq!(matches[1]["seats"][0]["change"]["after"], rating["rating"]);
    assert_eq!(matches[0]["seats"][0].get("change"), None);
    assert_eq!(page["tables"].as_array().unwrap().len(), 1, "the public one");
    // She herself sees all of it, and others no more than anybody.
    let path = format!("/players/{}", id.as_str().unwrap());
    let own = client.get(&path, &ann).await.json();
    assert_eq!(
        (&own["matches"][2]["id"], own["tables"].as_array().unwrap().len()),
        (&json!(format!("{first}-1")), 3)
    );
    assert_eq!(client.get(&path, &bob).await.json(), page);
    assert_eq!(client.get(&path, "nonsense").await.refusal(), (401, "bad-token".into()));
    // Page by page.
    let mut seen = Vec::new();
    let mut before = String::new();
    loop {
        let part = client.get(&format!("{path}?most=1{before}"), "").await.json();
        seen.extend(part["matches"].as_array().unwrap().clone());
        match part["next"].as_u64() {
            Some(next) => before = format!("&before={next}"),
            None => break,
        }
    }
    assert_eq!(&seen, matches);
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let client = Client::new(&[]);
    for path in ["/players/0000000000042", "/players/x", "/players/ZZZZZZZZZZZZZ"] {
        assert_eq!(client.get(path, "").await.refusal(), (404, "no-such-player".into()), "{path}");
    }
    assert_eq!(client.get("/leaderboard/whist", "").await.refusal(), (400, "no-such-game".into()));
    for path in
        ["/leaderboard/koikoi?pool=cats", "/leaderboard/koikoi?most=-1", "/players/0000000000042?before=x"]
    {
        assert_eq!(client.get(path, "").await.refusal(), (400, "bad-query".into()), "{path}");
    }
    let empty = json!({ "game": "kierki", "pool": "people", "leaders": [] });
    assert_eq!(client.get("/leaderboard/kierki", "").await.json(), empty);
}

#[tokio::test]
async fn the_best_are_listed_without_those_of_whom_nobody_is_sure() {
    let client = Client::new(&[]);
    let ann = client.guest("Ann").await;
    let code = played(&client, &ann, json!({ "rated": false })).await;
    let me =
        client.get("/me", &ann).await.json()["id"].as_str().unwrap().parse::<wire::PlayerCode>().unwrap();
    let house = &client.reception.house;
    let row = house.finished(format!("{code}-1").parse().unwrap()).await.unwrap().unwrap();
    let mut filed = row.clone();
    (filed.result.number, filed.result.pool) = (2, Some(Pool::Bots));
    let rating = |who, rating, deviation, settled_until| {
        let row = RatingRow {
            who,
            game: "koikoi".into(),
            pool: Pool::Bots,
            rating,
            deviation,
            volatility: 0.06,
            matches: 30,
            rated_at: row.result.ended_at,
            settled_until,
        };
        (Change { before: 1500, after: 1600 }, row)
    };
    let ratings = vec![
        rating(Who::Player(me.0.0), 1612.4, 60.0, u64::MAX >> 2),
        rating(Who::Bot("expert".into()), 1790.6, 50.0, u64::MAX >> 2),
        rating(Who::Player(77), 2100.0, 200.0, 0),
    ];
    let count = CountRow { table: row.result.table, number: 2, ratings };
    client.store.append(&client.fence, vec![Write::Match(filed), Write::Count(count)]).await.unwrap();
    let listed = client.get("/leaderboard/koikoi?pool=bots", "").await.json();
    let expected = json!([
        { "rank": 1, "bot": "expert", "rating": 1791, "deviation": 50, "matches": 30 },
        { "rank": 2, "player": me, "name": "Ann", "rating": 1612, "deviation": 60, "matches": 30 },
    ]);
    assert_eq!(listed["leaders"], expected);
    let first = client.get("/leaderboard/koikoi?pool=bots&most=1", "").await.json();
    assert_eq!(first["leaders"].as_array().unwrap().len(), 1);
    assert_eq!(client.get("/leaderboard/koikoi", "").await.json()["leaders"], json!([]));
}
