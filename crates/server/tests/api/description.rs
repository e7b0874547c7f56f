//! The OpenAPI description, held against what is really sent.

use serde_json::{Value, json};

use crate::client::Client;

async fn description(client: &Client) -> Value {
    client.get("/openapi.json", "").await.json()
}

#[tokio::test]
async fn it_lists_every_route() {
    let description = description(&Client::new(&[])).await;
    assert_eq!(description["info"]["title"], "Tefuda");
    let paths = description["paths"].as_object().unwrap();
    let mut routes: Vec<String> = paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
        })
        .collect();
    routes.sort();
    let expected = [
        "delete /api/v1/defuse/{id}",
        "delete /api/v1/me/tokens",
        "delete /api/v1/queue",
        "get /api/v1/defuse/{id}",
        "get /api/v1/games",
        "get /api/v1/leaderboard/{game}",
        "get /api/v1/lessons/{game}",
        "get /api/v1/matches/{id}",
        "get /api/v1/matches/{id}/course",
        "get /api/v1/matches/{id}/review",
        "get /api/v1/matches/{id}/verify",
        "get /api/v1/me",
        "get /api/v1/me/defuse",
        "get /api/v1/me/tables",
        "get /api/v1/players/{id}",
        "get /api/v1/queue",
        "get /api/v1/socket",
        "get /api/v1/tables",
        "get /api/v1/tables/{code}",
        "patch /api/v1/me",
        "post /api/v1/course",
        "post /api/v1/defuse",
        "post /api/v1/defuse/{id}/match",
        "post /api/v1/guests",
        "post /api/v1/guests/redeem",
        "post /api/v1/guide",
        "post /api/v1/me/pass",
        "post /api/v1/me/phrase",
        "post /api/v1/queue",
        "post /api/v1/recover",
        "post /api/v1/tables",
    ];
    assert_eq!(routes, expected);
}

/// Everything that it refers to is there.
fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str));
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn it_is_whole() {
    let description = Client::new(&[("base_path", "/cards")]).page("/cards/api/v1/openapi.json").await.json();
    assert!(description["openapi"].as_str().unwrap().starts_with("3.1"));
    assert_eq!(description["servers"], json!([{ "url": "/cards" }]));
    assert_eq!(description["components"]["securitySchemes"]["token"]["scheme"], "bearer");
    serde_json::from_value::<utoipa::openapi::OpenApi>(description.clone()).unwrap();
    let mut found = Vec::new();
    references(&description, &mut found);
    assert!(found.len() > 10);
    for reference in found {
        assert!(description.pointer(reference.strip_prefix('#').unwrap()).is_some(), "{reference}");
    }
    let mut ids: Vec<&Value> = Vec::new();
    for methods in description["paths"].as_object().unwrap().values() {
        ids.extend(methods.as_object().unwrap().values().map(|operation| &operation["operationId"]));
    }
    let all = ids.len();
    ids.sort_by_key(|id| id.to_string());
    ids.dedup();
    assert_eq!(ids.len(), all);
}

/// Whether the value is as the description says.
pub(crate) fn fits(description: &Value, form: &str, value: &Value) {
    let mut schema = description.clone();
    schema["$ref"] = json!(format!("#/components/schemas/{form}"));
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{form}: {errors:?} in {value}");
}

#[tokio::test]
async fn what_is_sent_is_as_it_says() {
    let client = Client::new(&[]);
    let description = description(&client).await;
    let guest = client.post("/guests", "", json!({ "name": "Ann" })).await.json();
    fits(&description, "TokenForm", &guest);
    let token = guest["token"].as_str().unwrap();
    fits(&description, "PlayerForm", &client.get("/me", token).await.json());
    fits(&description, "PhraseForm", &client.ask("POST", "/me/phrase", token, None).await.json());
    fits(&description, "PassForm", &client.ask("POST", "/me/pass", token, None).await.json());
    fits(&description, "GamesForm", &client.get("/games", "").await.json());
    for game in client.get("/games", "").await.json()["games"].as_array().unwrap() {
        for preset in game["presets"].as_array().unwrap() {
            let rules = json!({ "game": game["name"], "preset": preset["name"] });
            fits(&description, "RulesForm", &rules);
            fits(&description, "GuideForm", &client.post("/guide", "", rules).await.json());
        }
    }
    for game in ["koikoi", "kierki", "kaboom"] {
        fits(&description, "LessonForm", &client.get(&format!("/lessons/{game}"), "").await.json());
    }
    fits(&description, "Problem", &client.get("/lessons/chess", "").await.json());
    fits(&description, "Problem", &client.get("/tables/x", "").await.json());
    let kierki = json!(["me", "open", { "bot": "club" }, { "bot": "expert" }]);
    for order in [
        json!({ "game": "koikoi", "preset": "japan", "visibility": "public" }),
        json!({ "game": "koikoi", "rules": { "preset": "japan", "rounds": 3 }, "seats": ["me", { "bot": "casual" }] }),
        json!({ "game": "kierki", "preset": "seven", "seats": kierki, "clock": { "kind": "none" } }),
        json!({ "game": "kaboom", "preset": "short", "clock": { "kind": "move", "limit": 5000 }, "pace": 1 }),
        json!({ "game": "kaboom", "preset": "short", "absence": { "grace": 5000, "then": "pause" }, "spectators": true }),
        json!({
            "game": "kaboom", "preset": "short", "clock": { "kind": "match", "initial": 5000, "increment": 10 },
            "absence": { "grace": 5000, "then": "stand-in", "level": "strong" }, "window": 5000,
        }),
    ] {
        fits(&description, "OrderForm", &order);
        fits(&description, "TableForm", &client.post("/tables", token, order).await.json());
    }
    let begin = json!({ "opponent": "defuser", "countdown_ms": 60_000 });
    fits(&description, "BeginForm", &begin);
    let run = client.post("/defuse", token, begin.clone()).await.json();
    fits(&description, "RunForm", &run);
    let next = json!({ "opponent": { "bot": "club" } });
    fits(&description, "NextForm", &next);
    let path = format!("/defuse/{}", run["id"].as_str().unwrap());
    fits(&description, "RunForm", &client.post(&format!("{path}/match"), token, next).await.json());
    fits(&description, "Problem", &client.post("/defuse", token, begin).await.json());
    fits(&description, "RunForm", &client.ask("DELETE", &path, token, None).await.json());
    for wish in [
        json!({ "game": "koikoi", "preset": "japan" }),
        json!({
            "game": "kaboom", "preset": "short", "seats": 5, "clock": { "kind": "none" }, "rated": false,
            "fallback": { "after_ms": 60000, "level": "expert" },
        }),
    ] {
        fits(&description, "WishForm", &wish);
        fits(&description, "TicketForm", &client.post("/queue", token, wish).await.json());
    }
    fits(&description, "TicketsForm", &client.get("/queue", token).await.json());
    let page = format!("/players/{}", guest["player"]["id"].as_str().unwrap());
    fits(&description, "PageForm", &client.get(&page, token).await.json());
    fits(&description, "LeadersForm", &client.get("/leaderboard/koikoi", "").await.json());
    fits(&description, "TablesForm", &client.get("/tables", "").await.json());
    fits(&description, "OwnTablesForm", &client.get("/me/tables", token).await.json());
}
