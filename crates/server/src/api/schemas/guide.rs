//! The form of guides.

use serde_json::{Value, json};

use super::{Described, object, schema, word};

pub(in crate::api) fn form() -> Described {
    schema(json!({
        "description": "The rules as data: docs/protocol.md.",
        "oneOf": [of("koikoi", koikoi()), of("kierki", kierki()), of("kaboom", kaboom())],
    }))
}

fn of(game: &str, mut fields: Value) -> Value {
    fields["game"] = word(game);
    fields["preset"] =
        json!({ "type": ["string", "null"], "description": "the name of the ruleset, if it has one" });
    fields["rules"] = json!({ "type": "object", "description": "every knob with its value" });
    object(fields)
}

fn list(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn number() -> Value {
    json!({ "type": "integer" })
}

fn switch() -> Value {
    json!({ "type": "boolean" })
}

fn cards() -> Value {
    list(text())
}

fn koikoi() -> Value {
    let kind = json!({ "type": "string", "enum": ["light", "animal", "ribbon", "chaff"] });
    let card = object(json!({
        "code": text(), "month": number(), "plant": text(), "word": text(), "kinds": list(kind), "wild": switch(),
    }));
    let yaku = object(json!({
        "name": text(),
        "points": number(),
        "after_call_points": { "type": ["integer", "null"] },
        "with": cards(),
        "of": cards(),
        "need": number(),
        "further": number(),
        "blocked_by": cards(),
        "month": { "oneOf": [{ "type": "null" }, { "type": "string", "enum": ["round", "each"] }] },
        "bonus": switch(),
        "replaces": list(text()),
        "example": cards(),
    }));
    let factors = [
        object(json!({ "factor": word("doubled-at"), "from": number() })),
        object(json!({ "factor": word("opponent-called") })),
        object(json!({ "factor": word("all-calls") })),
        object(json!({ "factor": word("own-calls"), "most": number() })),
        object(json!({ "factor": word("many-own-calls"), "from": number(), "less": number() })),
    ];
    let lucky = object(json!({
        "luck": { "type": "string", "enum": ["four", "pairs", "three"] },
        "place": { "type": "string", "enum": ["hand", "field"] },
        "then": { "type": "string", "enum": ["redeal", "score", "void"] },
        "points": number(),
    }));
    json!({ "cards": list(card), "yaku": list(yaku), "factors": list(json!({ "oneOf": factors })), "lucky": list(lucky) })
}

fn kierki() -> Value {
    let costs = [
        object(json!({ "cards": cards(), "points": number() })),
        object(json!({ "tricks": list(number()), "points": number() })),
    ];
    let kind = object(json!({
        "kind": number(),
        "name": text(),
        "costs": list(json!({ "oneOf": costs })),
        "total": number(),
        "no_heart_lead": switch(),
    }));
    json!({
        "cards": list(object(json!({ "code": text(), "suit": text(), "rank": number() }))),
        "seats": list(text()),
        "kinds": list(kind),
        "deals": list(object(json!({ "kind": number(), "first": number() }))),
    })
}

fn kaboom() -> Value {
    let ability = json!({ "type": "string", "enum": ["peek-own", "peek-other", "swap", "peek-two"] });
    let card = object(json!({
        "code": text(),
        "value": number(),
        "ability": { "oneOf": [{ "type": "null" }, ability] },
        "matches": cards(),
    }));
    json!({
        "cards": list(card),
        "abilities": list(object(json!({ "ability": ability, "cards": cards() }))),
        "hand": number(),
        "bottom_row": list(number()),
        "failed_call": number(),
        "wrong_flips": number(),
    })
}
