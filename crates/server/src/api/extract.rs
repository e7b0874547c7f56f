//! What handlers take from requests.

use std::fmt::Display;
use std::net::IpAddr;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use cards::quoted;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::problem::Problem;
use crate::Secret;
use crate::config::Config;
use crate::connection::Reception;
use crate::players::Player;

/// Where the client is: the other end of the connection, or whoever a proxy that is believed speaks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client(pub(crate) IpAddr);

/// The other end of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

impl Client {
    /// Of all that have passed the request on, the last one that is not a proxy of ours: those before it may be invented.
    pub(super) fn of(Peer(peer): Peer, headers: &HeaderMap, config: &Config) -> Client {
        let mut client = peer.to_canonical();
        let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        let mut forwarded: Vec<&str> = forwarded.flat_map(|value| value.split(',')).map(str::trim).collect();
        while config.trusts(client) {
            let Some(Ok(before)) = forwarded.pop().map(str::parse::<IpAddr>) else { break };
            client = before.to_canonical();
        }
        Client(client)
    }
}

impl FromRequestParts<Reception> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, reception: &Reception) -> Result<Client, Problem> {
        let peer = parts.extensions.get().copied().unwrap_or(Peer(reception.config.host));
        Ok(Client::of(peer, &parts.headers, &reception.config))
    }
}

/// The part of the path that names something.
pub(super) struct PathText(pub(super) String);

impl FromRequestParts<Reception> for PathText {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, reception: &Reception) -> Result<PathText, Problem> {
        let path = Path::from_request_parts(parts, reception).await;
        path.map(|Path(text)| PathText(text))
            .map_err(|_| Problem::bad("bad-path", "the path is no UTF-8 text"))
    }
}

/// Somebody who has shown by a token who it is.
pub(super) struct Known {
    pub(super) player: Player,
    pub(super) token: Secret,
}

impl FromRequestParts<Reception> for Known {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, reception: &Reception) -> Result<Known, Problem> {
        let token = bearer(&parts.headers).ok_or_else(|| {
            let why = "say who you are: Authorization: Bearer TOKEN";
            Problem::new(StatusCode::UNAUTHORIZED, "no-token", why)
        })?;
        let player = reception.players.authenticate(token.reveal()).await?;
        Ok(Known { player, token })
    }
}

/// Somebody who may have shown who it is, and need not.
pub(super) struct Asker(pub(super) Option<Player>);

impl FromRequestParts<Reception> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, reception: &Reception) -> Result<Asker, Problem> {
        match bearer(&parts.headers) {
            Some(token) => Ok(Asker(Some(reception.players.authenticate(token.reveal()).await?))),
            None => Ok(Asker(None)),
        }
    }
}

/// What stands behind the question mark.
pub(super) struct Params<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Reception> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Reception) -> Result<Params<T>, Problem> {
        let query = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
        serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(query))
            .map(Params)
            .map_err(|why| Problem::bad("bad-query", fault(&why, "query", "parameter")))
    }
}

/// The token of the one place where it may be.
pub(super) fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::new(token.trim()))
}

/// A JSON object.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Reception> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, reception: &Reception) -> Result<Body<T>, Problem> {
        let Json(value) = Json::<Value>::from_request(request, reception).await.map_err(unreadable)?;
        // A list would do for a struct.
        if !value.is_object() {
            return Err(Problem::bad("bad-form", "the body must be an object"));
        }
        serde_path_to_error::deserialize(value)
            .map(Body)
            .map_err(|why| Problem::bad("bad-form", fault(&why, "body", "field")))
    }
}

/// Names the part of the whole that is wrong: what else serde says may repeat a token or phrase that is in the wrong place.
fn fault<E: Display>(why: &serde_path_to_error::Error<E>, whole: &str, part: &str) -> String {
    let said = why.inner().to_string();
    // These two are names of ours.
    let named = |what: &str| said.strip_prefix(what)?.strip_prefix(" field `")?.split('`').next();
    let inside = why.path().iter().next().is_some();
    let place = quoted(&why.path().to_string());
    match (named("missing"), named("duplicate")) {
        (Some(name), _) if inside => format!("`{place}` lacks the {part} `{name}`"),
        (Some(name), _) => format!("the {part} `{name}` is missing"),
        (None, Some(name)) => format!("the {part} `{name}` is there twice"),
        (None, None) if inside => format!("the {part} `{place}` is not what it should be"),
        (None, None) => format!("the {whole} lacks a {part}, or has a wrong one"),
    }
}

/// A JSON file, not read yet.
pub(super) struct FileText(pub(super) String);

impl FromRequest<Reception> for FileText {
    type Rejection = Problem;

    async fn from_request(request: Request, reception: &Reception) -> Result<FileText, Problem> {
        let file = Json::<Box<RawValue>>::from_request(request, reception).await.map_err(unreadable)?;
        Ok(FileText(file.0.get().to_owned()))
    }
}

fn unreadable(why: JsonRejection) -> Problem {
    match why {
        JsonRejection::MissingJsonContentType(_) => Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "bad-content-type",
            "the body must be of the type application/json",
        ),
        why if why.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-long", "the body is too long")
        }
        JsonRejection::JsonSyntaxError(_) | JsonRejection::JsonDataError(_) => {
            Problem::bad("bad-json", "the body is no JSON")
        }
        _ => Problem::bad("bad-body", "the body could not be read"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::config::Layer;

    #[test]
    fn only_proxies_that_are_believed_say_who_asks() {
        let flags = [("trusted_proxies".to_owned(), "10.0.0.0/8".to_owned())];
        let config = Config::read(&[Layer::flags(flags.into())]).expect("a good setting");
        let client = |peer: &str, forwarded: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in forwarded {
                headers.append("x-forwarded-for", value.parse().expect("a header"));
            }
            let peer = Peer(peer.parse().expect("an address"));
            Client::of(peer, &headers, &config).0.to_string()
        };
        assert_eq!(client("192.0.2.1", &["203.0.113.9"]), "192.0.2.1", "anybody can say so");
        assert_eq!(client("10.0.0.1", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(client("::ffff:10.0.0.1", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(
            client("10.0.0.1", &["198.51.100.1, 203.0.113.9, 10.0.0.2"]),
            "203.0.113.9",
            "the first is invented"
        );
        assert_eq!(client("10.0.0.1", &["198.51.100.1", "203.0.113.9"]), "203.0.113.9");
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &["unknown"]), "10.0.0.1");
    }

    #[test]
    fn what_is_wrong_is_named_and_cut() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[expect(dead_code, reason = "only read")]
        struct Form {
            wait: u8,
            open: Option<bool>,
            counts: Option<std::collections::BTreeMap<String, u8>>,
        }
        let body = |value: Value| {
            let why = serde_path_to_error::deserialize::<_, Form>(value).expect_err("a bad form");
            fault(&why, "body", "field")
        };
        assert_eq!(body(json!({})), "the field `wait` is missing");
        assert_eq!(body(json!({ "wait": "secret" })), "the field `wait` is not what it should be");
        assert_eq!(
            body(json!({ "wait": 1, "counts": { "\u{1b}": 300 } })),
            "the field `counts.\\u{1b}` is not what it should be"
        );
        let long = "x".repeat(100_000);
        let wrong = body(json!({ "wait": 1, "counts": { long.as_str(): 300 } }));
        assert!(
            wrong.starts_with("the field `counts.xxx") && wrong.ends_with("x…` is not what it should be")
        );
        assert!(wrong.len() < 100, "{wrong}");

        let query = |query: &str| {
            let query = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
            let why = serde_path_to_error::deserialize::<_, Form>(query).expect_err("a bad query");
            fault(&why, "query", "parameter")
        };
        assert_eq!(query(""), "the parameter `wait` is missing");
        assert_eq!(query("wait=soon"), "the parameter `wait` is not what it should be");
        assert_eq!(query("wait=1&open=yes"), "the parameter `open` is not what it should be");
        assert_eq!(query("wait=1&wait=2"), "the parameter `wait` is there twice");
        assert_eq!(query("wait=1&colour=red"), "the parameter `colour` is not what it should be");
        assert!(query(&format!("{long}=1")).len() < 100);
    }
}
