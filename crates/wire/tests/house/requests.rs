//! Every request comes back as it was written, and whatever else comes is refused with a code.

use bots::Level;
use game::{Entropy, Seat};
use proptest::prelude::*;
use table::{Line, Phrase};
use wire::Code;
use wire::house::{BadRequest, Call, LONGEST_FRAME, Request, Token};

fn call() -> impl Strategy<Value = Call> {
    let table = || any::<u64>().prop_map(Code::new);
    let seen = || any::<Option<u64>>();
    let seat = || prop::option::of((0..6_usize).prop_map(|index| Seat::new(index).unwrap()));
    let given = || prop::collection::vec(any::<u8>(), 1..=64).prop_map(|bytes| Entropy::new(bytes).unwrap());
    let line = prop_oneof![
        ".{0,30}".prop_map(Line::Text),
        prop_oneof![Just(Phrase::Hello), Just(Phrase::GoodLuck), Just(Phrase::OneMoment)]
            .prop_map(Line::Phrase)
    ];
    prop_oneof![
        "[!-~]{1,128}".prop_map(|token| Call::Auth { token: Token::new(&token).unwrap() }),
        (table(), seat(), seen(), prop::option::of(given()))
            .prop_map(|(table, seat, seen, entropy)| Call::Sit { table, seat, seen, entropy }),
        (table(), seen()).prop_map(|(table, seen)| Call::Watch { table, seen }),
        table().prop_map(|table| Call::Leave { table }),
        (table(), "[a-z0-9. @-]{1,64}", seen()).prop_map(|(table, action, version)| Call::Act {
            table,
            action,
            version
        }),
        (table(), seen()).prop_map(|(table, seen)| Call::Resync { table, seen }),
        (table(), line).prop_map(|(table, line)| Call::Say { table, line }),
        (table(), given()).prop_map(|(table, hex)| Call::Entropy { table, hex }),
        (table(), prop::option::of(given())).prop_map(|(table, entropy)| Call::Rematch { table, entropy }),
        (table(), 0..6_usize).prop_map(|(table, seat)| Call::Kick { table, seat: Seat::new(seat).unwrap() }),
        (table(), seat(), prop::sample::select(&Level::ALL[..]))
            .prop_map(|(table, seat, level)| Call::SeatBot { table, seat, level }),
        table().prop_map(|table| Call::Hint { table }),
        table().prop_map(|table| Call::Pause { table }),
        table().prop_map(|table| Call::Resume { table }),
        any::<bool>().prop_map(|follow| Call::Lobby { follow }),
        Just(Call::Ping),
    ]
}

proptest! {
    #[test]
    fn requests_come_back_as_they_were(call in call(), id in "[ -~]{1,64}") {
        let named = Request::named(id, call.clone());
        prop_assert_eq!(Request::decode(&named.encode()), Ok(named));
        let nameless = Request::new(call);
        let read = Request::decode(&nameless.encode());
        match nameless.call {
            Call::Act { .. } => prop_assert_eq!(read.unwrap_err().why.code(), "bad-field"),
            _ => prop_assert_eq!(read, Ok(nameless)),
        }
    }

    #[test]
    fn the_name_is_the_type(call in call()) {
        let written = serde_json::to_value(&call).unwrap();
        prop_assert_eq!(written["type"].as_str(), Some(call.name()));
        prop_assert_eq!(written.get("table").map(|table| table.as_str().unwrap().parse().unwrap()), call.table());
    }

    #[test]
    fn nothing_is_a_danger(text in ".{0,60}", call in call(), cut in 0..80_usize) {
        let _ = Request::decode(&text);
        let written: String = Request::named("1", call).encode().chars().take(cut).collect();
        let _ = Request::decode(&written);
        let _ = Request::decode(&format!("{written}{text}"));
    }
}

#[test]
fn what_is_wrong_has_a_code() {
    let long = format!(r#"{{"type":"ping","x":"{}"}}"#, "x".repeat(LONGEST_FRAME));
    let deep = format!(r#"{{"type":"ping","x":{}"#, "[".repeat(10_000));
    let many = "x".repeat(65);
    let token = "x".repeat(129);
    for (text, code) in [
        ("", "bad-json"),
        ("[]", "bad-json"),
        (r#"["ping"]"#, "bad-json"),
        (r#"{"type":"ping""#, "bad-json"),
        (&deep, "bad-json"),
        (&long, "too-long"),
        ("{}", "bad-field"),
        (r#"{"type":7}"#, "bad-field"),
        (r#"{"type":"Ping"}"#, "unknown-type"),
        (r#"{"type":"snapshot"}"#, "unknown-type"),
        (r#"{"type":"ping","id":7}"#, "bad-field"),
        (r#"{"type":"ping","id":""}"#, "bad-field"),
        (r#"{"type":"ping","id":"手"}"#, "bad-field"),
        (r#"{"type":"ping","id":"a\nb"}"#, "bad-field"),
        (&format!(r#"{{"type":"ping","id":"{many}"}}"#), "bad-field"),
        (r#"{"type":"auth"}"#, "bad-field"),
        (r#"{"type":"auth","token":""}"#, "bad-field"),
        (r#"{"type":"auth","token":"a b"}"#, "bad-field"),
        (&format!(r#"{{"type":"auth","token":"{token}"}}"#), "bad-field"),
        (r#"{"type":"sit"}"#, "bad-field"),
        (r#"{"type":"sit","table":"nowhere"}"#, "bad-field"),
        (r#"{"type":"sit","table":"K7F3Q9MX","seat":6}"#, "bad-field"),
        (r#"{"type":"sit","table":"K7F3Q9MX","seat":-1}"#, "bad-field"),
        (r#"{"type":"watch","table":"K7F3Q9MX","seen":1.5}"#, "bad-field"),
        (r#"{"type":"act","table":"K7F3Q9MX","action":"stop"}"#, "bad-field"),
        (r#"{"type":"act","table":"K7F3Q9MX","id":"1","action":["stop"]}"#, "bad-field"),
        (&format!(r#"{{"type":"act","table":"K7F3Q9MX","id":"1","action":"{many}"}}"#), "bad-field"),
        (r#"{"type":"say","table":"K7F3Q9MX"}"#, "bad-field"),
        (r#"{"type":"say","table":"K7F3Q9MX","text":"a","phrase":"hello"}"#, "bad-field"),
        (r#"{"type":"say","table":"K7F3Q9MX","phrase":"rude"}"#, "bad-field"),
        (r#"{"type":"seat-bot","table":"K7F3Q9MX"}"#, "bad-field"),
        (r#"{"type":"seat-bot","table":"K7F3Q9MX","level":"god"}"#, "bad-field"),
    ] {
        let refused = Request::decode(text).unwrap_err();
        assert_eq!(refused.why.code(), code, "{text}");
        assert!(refused.why.to_string().len() < 120);
    }
    let action = wire::house::read_action::<kaboom::Action>("fly");
    assert!(matches!(action, Err(BadRequest::Action(_))));
}

#[test]
fn what_could_be_read_is_told() {
    let refused = Request::decode(r#"{"type":"dance","id":"7","table":"K7F3Q9MX"}"#).unwrap_err();
    assert_eq!(&*refused.id.unwrap().0, "7");
    assert_eq!(refused.table, Some("K7F3Q9MX".parse().unwrap()));
    assert_eq!(refused.why, BadRequest::UnknownType("dance".to_owned()));
}

#[test]
fn what_is_not_known_is_ignored_and_null_is_nothing() {
    let text = r#"{"seen":null,"type":"sit","x":{"y":[]},"table":"k7f3q9mx","seat":null,"level":9}"#;
    let table = "K7F3Q9MX".parse().unwrap();
    let sit = Request::new(Call::Sit { table, seat: None, seen: None, entropy: None });
    assert_eq!(Request::decode(text), Ok(sit));
}

#[test]
fn nothing_shows_a_secret() {
    let table = "K7F3Q9MX".parse().unwrap();
    let line = Line::Text("psst".to_owned());
    let token = Token::new("s3cret").unwrap();
    assert_eq!(format!("{token:?}"), "Token(hidden)");
    let shown =
        format!("{:?} {:?}", Request::new(Call::Auth { token }), Request::new(Call::Say { table, line }));
    assert!(shown.contains("auth") && shown.contains("say K7F3Q9MX"));
    assert!(!shown.contains("s3cret") && !shown.contains("psst"));
    let refused = Request::decode(r#"{"type":"auth","token":"s3cret s3cret"}"#).unwrap_err();
    assert!(!format!("{refused:?} {}", refused.why).contains("s3cret"));
}
