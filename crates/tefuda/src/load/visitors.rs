//! Who comes: guests are made, and tables opened, by HTTP as any client does it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use plain::Plain;
use serde_json::{Value, json};
use ureq::Agent;
use wire::Code;

use super::options::Options;
use crate::failure::Failure;

/// So many ask at once: a durable store takes them together.
const ASKERS: usize = 16;

/// The house by HTTP.
pub(super) struct Desk {
    agent: Agent,
    base: String,
}

impl Desk {
    /// `http://127.0.0.1:8080`
    pub(super) fn new(base: &str) -> Desk {
        let config =
            Agent::config_builder().http_status_as_error(false).max_idle_connections_per_host(ASKERS);
        Desk { agent: Agent::new_with_config(config.build()), base: base.trim_end_matches('/').to_owned() }
    }

    /// The tokens of so many new guests.
    pub(super) fn guests(&self, number: usize) -> Result<Vec<String>, Failure> {
        all(number, |guest| {
            let made = self.post("guests", None, &json!({ "name": format!("Guest {guest}") }))?;
            text(&made, "token")
        })
    }

    /// Opens a table for each of these owners, by their tokens.
    pub(super) fn tables(&self, options: &Options, owners: &[&str]) -> Result<Vec<Code>, Failure> {
        all(owners.len(), |table| {
            let opened = self.post("tables", Some(owners[table]), &form(options, table))?;
            text(&opened, "code")?.parse().map_err(Failure::usage)
        })
    }

    fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value, Failure> {
        let mut request = self.agent.post(format!("{}/api/v1/{path}", self.base));
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut answer = request.send_json(body).map_err(Failure::usage)?;
        let status = answer.status();
        let body: Value = answer.body_mut().read_json().map_err(Failure::usage)?;
        if status.is_success() {
            return Ok(body);
        }
        let (code, message) = (&body["code"], &body["message"]);
        let sentence = format!("the server refuses {path}: {status}, {code}: {message}");
        Err(Failure::usage(sentence + "; its limits are settings, which docs/hosting.md tells"))
    }
}

/// The table as it is ordered: no bots, nothing that waits, and nobody given up.
fn form(options: &Options, table: usize) -> Value {
    fn preset<G: Plain>() -> &'static str {
        G::DEFAULT_PRESET
    }
    let game = options.game(table).kind();
    let mut seats = vec!["open"; seats(options, table)];
    seats[0] = "me";
    json!({
        "game": game.name(),
        "preset": options.preset.as_deref().unwrap_or(wire::for_game!(game, preset())),
        "seats": seats,
        "absence": { "grace": 24 * 3600 * 1000, "then": "pause" },
        "spectators": options.spectators + options.slow_readers > 0,
        "entropy": 0,
    })
}

/// How many play at the table.
pub(super) fn seats(options: &Options, table: usize) -> usize {
    fn least<G: Plain>() -> usize {
        *G::SEATS.start()
    }
    wire::for_game!(options.game(table).kind(), least())
}

/// Asks many at a time. The first refusal ends it.
fn all<T: Send>(number: usize, ask: impl Fn(usize) -> Result<T, Failure> + Sync) -> Result<Vec<T>, Failure> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(number));
    let asker = || -> Result<(), Failure> {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= number {
                return Ok(());
            }
            let answer = ask(place).inspect_err(|_| next.store(number, Ordering::Relaxed))?;
            done.lock().unwrap_or_else(PoisonError::into_inner).push((place, answer));
        }
    };
    std::thread::scope(|scope| {
        let askers: Vec<_> = (0..ASKERS.min(number)).map(|_| scope.spawn(asker)).collect();
        let ended = askers.into_iter().map(|asker| asker.join());
        let ended = ended.map(|end| end.unwrap_or_else(|_| Err(Failure::usage("a client has fallen"))));
        ended.collect::<Result<(), Failure>>()
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(place, _)| *place);
    Ok(done.into_iter().map(|(_, answer)| answer).collect())
}

fn text(answer: &Value, field: &str) -> Result<String, Failure> {
    let text = answer[field].as_str().map(str::to_owned);
    text.ok_or_else(|| Failure::usage(format!("the server's answer has no `{field}`")))
}
