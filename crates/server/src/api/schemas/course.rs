//! The forms of what is told step by step: the course of a match, what is thought of it, and lessons.

use serde_json::{Value, json};

use super::{Described, object, schema};

pub(in crate::api) fn form() -> Described {
    let sitter = json!({
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": { "type": ["string", "null"] },
            "player": { "type": "string", "description": "the id of the player, if it was one of the house" },
            "bot": { "type": "string", "description": "the level of the bot, if it was one of the house" },
        },
    });
    let mut course = object(json!({
        "match": { "type": ["string", "null"], "example": "K7F3Q9MX-1", "description": "`null` if it came from a file" },
        "game": { "type": "string" },
        "preset": { "type": ["string", "null"] },
        "rules": { "type": "object", "description": "every knob with its value" },
        "seats": { "type": "array", "items": sitter },
        "eyes": { "type": "string", "description": "the number of a seat, `watch` or `open`" },
        "events": events(),
        "view": view(),
        "steps": { "type": "array", "items": step(json!({ "at": { "type": ["integer", "null"] } })) },
    }));
    course["description"] = json!("A match step by step: docs/protocol.md.");
    schema(course)
}

pub(in crate::api) fn lesson() -> Described {
    let legal = json!({
        "type": "array",
        "items": { "type": ["string", "object"] },
        "description": "what the learner may do then, as scenes have it",
    });
    let note = json!({ "type": ["string", "null"], "description": "the key of what is said before it" });
    let mut lesson = object(json!({
        "game": { "type": "string" },
        "preset": { "type": ["string", "null"] },
        "rules": { "type": "object", "description": "every knob with its value" },
        "seat": { "type": "integer", "minimum": 0, "description": "where the learner sits" },
        "events": events(),
        "view": view(),
        "legal": legal,
        "steps": { "type": "array", "items": step(json!({ "note": note, "legal": legal })) },
        "end": { "type": "string", "description": "the key of what is said at the end" },
    }));
    lesson["description"] = json!("A match to learn from: docs/protocol.md.");
    schema(lesson)
}

pub(in crate::api) fn review() -> Described {
    let number = |about: &str| json!({ "type": "number", "description": about });
    let point = object(json!({
        "step": { "type": "integer", "minimum": 0, "description": "how many actions were played before it" },
        "round": { "type": "integer", "minimum": 1, "description": "in which round or deal" },
        "value": number("what the best action was worth, by what the seat saw"),
        "interval": number("half the width of the 95% interval around that"),
        "played": { "type": "string" },
        "best": { "type": "string" },
        "loss": number("by how much what was played is worse than the best"),
        "margin": number("half the width of the 95% interval around the loss"),
        "luck": { "type": ["number", "null"], "description": "what has changed then that the choice does not explain" },
    }));
    let moment = object(json!({
        "point": { "type": "integer", "minimum": 0, "description": "its place among the points" },
        "kind": { "type": "string", "enum": ["mistake", "luck"] },
    }));
    let mut review = object(json!({
        "match": { "type": ["string", "null"], "example": "K7F3Q9MX-1" },
        "game": { "type": "string" },
        "seat": { "type": "integer", "minimum": 0 },
        "unit": { "type": "string", "enum": ["win-probability", "points"], "description": "what values count" },
        "points": { "type": "array", "items": point, "description": "the decisions of the seat, in order" },
        "moments": { "type": "array", "items": moment, "description": "the few of them that mattered, in order" },
    }));
    review["description"] = json!("What the house thinks of how a seat has played: docs/protocol.md.");
    schema(review)
}

fn events() -> Value {
    json!({ "type": "array", "items": { "type": "object" }, "description": "what happened: docs/replay.md" })
}

fn view() -> Value {
    json!({ "type": "object", "description": "the match after the deal: docs/views.md" })
}

/// An action with what came of it, and what else a step has.
fn step(mut more: Value) -> Value {
    more["seat"] = json!({ "type": "integer", "minimum": 0 });
    more["action"] = json!({ "type": "string" });
    more["events"] = events();
    more["changes"] =
        json!({ "type": "object", "description": "what has changed in the view: docs/protocol.md" });
    object(more)
}
