//! The forms of things that other crates write, for the OpenAPI description. The tests hold them against what is really sent.

pub(super) mod course;
pub(super) mod guide;

use serde_json::{Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

type Described = RefOr<Schema>;

fn schema(form: Value) -> Described {
    let schema: Schema = serde_json::from_value(form).expect("a constant, which the tests read");
    schema.into()
}

fn level_form() -> Value {
    json!({ "type": "string", "enum": ["beginner", "casual", "club", "strong", "expert"] })
}

fn object(properties: Value) -> Value {
    let names: Vec<&String> = properties.as_object().into_iter().flat_map(|object| object.keys()).collect();
    json!({ "type": "object", "required": names, "properties": properties })
}

fn milliseconds(about: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": about })
}

fn word(word: &str) -> Value {
    json!({ "type": "string", "enum": [word] })
}

pub(super) fn code() -> Described {
    schema(json!({ "type": "string", "pattern": "^[0-9A-HJKMNP-TV-Z]{8}$", "example": "K7F3Q9MX" }))
}

pub(super) fn player() -> Described {
    schema(json!({ "type": "string", "pattern": "^[0-9A-HJKMNP-TV-Z]{13}$", "example": "0000000000042" }))
}

pub(super) fn phase() -> Described {
    schema(json!({ "type": "string", "enum": ["waiting", "playing", "paused", "over"] }))
}

pub(super) fn visibility() -> Described {
    schema(json!({ "type": "string", "enum": ["public", "private"] }))
}

pub(super) fn clock() -> Described {
    schema(json!({
        "description": "How long one may think, in milliseconds: for ever, for each decision, or in the whole match with an increment.",
        "oneOf": [
            object(json!({ "kind": word("none") })),
            object(json!({ "kind": word("move"), "limit": milliseconds("for each decision") })),
            object(json!({
                "kind": word("match"),
                "initial": milliseconds("for the whole match"),
                "increment": milliseconds("what a decision adds"),
            })),
        ],
        "example": { "kind": "move", "limit": 30000 },
    }))
}

pub(super) fn absence() -> Described {
    let grace = milliseconds("how long it is waited for");
    schema(json!({
        "description": "What becomes of a seat whose player is gone: after the grace time a bot stands in, or play waits.",
        "oneOf": [
            object(json!({ "grace": grace, "then": word("stand-in"), "level": level_form() })),
            object(json!({ "grace": grace, "then": word("pause") })),
        ],
        "example": { "grace": 30000, "then": "stand-in", "level": "casual" },
    }))
}

pub(super) fn seat_orders() -> Described {
    schema(json!({
        "description": "Who is to sit where: `me` at most once. If it is not given, `me` and as many open seats as the game needs.",
        "type": "array",
        "items": { "oneOf": [
            { "type": "string", "enum": ["me", "open"] },
            object(json!({ "bot": level_form() })),
        ] },
        "example": ["me", "open", { "bot": "strong" }],
    }))
}

pub(super) fn seats() -> Described {
    let text = json!({ "type": "string" });
    schema(json!({
        "description": "Who sits where: nobody, a player or a bot.",
        "type": "array",
        "items": { "oneOf": [
            { "type": "null" },
            object(json!({ "player": text, "name": text })),
            object(json!({ "bot": level_form() })),
        ] },
    }))
}

pub(super) fn deal() -> Described {
    let mut deal = object(json!({
        "match": { "type": "string", "example": "K7F3Q9MX-1" },
        "commitment": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
        "given": { "type": "array", "items": { "type": "integer" }, "description": "The seats that have given entropy." },
    }));
    deal["description"] =
        "What may be known of the chance of the match that is played, or else of the coming one.".into();
    schema(deal)
}

pub(super) fn checks() -> Described {
    let checks =
        ["commitment", "noted-commitment", "seed", "noted-entropy", "decks", "actions", "scores", "hash"];
    schema(json!({
        "description": "Everything that was looked at, in order.",
        "type": "array",
        "items": object(json!({
            "check": { "type": "string", "enum": checks },
            "result": { "type": "string", "enum": ["holds", "fails", "unsaid"] },
            "message": { "type": "string", "description": "The same in a sentence." },
        })),
    }))
}

pub(super) fn wanted() -> Described {
    schema(json!({
        "description": "Against whom: another defuser, or a bot.",
        "oneOf": [{ "type": "string", "enum": ["defuser"] }, object(json!({ "bot": level_form() }))],
        "example": { "bot": "casual" },
    }))
}

pub(super) fn run() -> Described {
    let text = json!({ "type": "string" });
    let moment = |about: &str| json!({ "type": "integer", "minimum": 0, "description": about });
    let played = object(json!({
        "match": { "type": "string", "example": "K7F3Q9MX-1" },
        "seat": { "type": "integer", "minimum": 0 },
        "opponent": { "oneOf": [
            object(json!({ "bot": level_form() })),
            object(json!({ "defuser": object(json!({ "id": text, "name": text })) })),
        ] },
        "result": {
            "description": "`null` while it is played",
            "oneOf": [
                { "type": "null" },
                { "type": "string", "enum": ["won", "lost", "tied", "broken-off"] },
            ],
        },
        "replay": { "type": "boolean", "description": "whether it was played to its end, and so has a replay" },
    }));
    let mut run = object(json!({
        "id": { "type": "string", "pattern": "^[0-9A-HJKMNP-TV-Z]{13}$" },
        "player": text,
        "countdown": milliseconds("how long it may take"),
        "until": moment("when it ends"),
        "state": {
            "type": "string",
            "enum": ["waiting", "ready", "playing", "solved", "failed", "given-up"],
        },
        "since": moment("since when it is in this state"),
        "version": { "type": "integer", "minimum": 1, "description": "counts what has changed" },
        "table": {
            "description": "where a match is played",
            "oneOf": [{ "type": "null" }, { "type": "string", "example": "K7F3Q9MX" }],
        },
        "matches": { "type": "array", "items": played },
    }));
    run["description"] = json!("A player's try to win one match before its countdown ends.");
    schema(run)
}
