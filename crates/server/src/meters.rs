//! What the house measures of itself, for Prometheus.

use std::collections::BTreeMap;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

type Labels<const N: usize> = [(&'static str, String); N];
type Count<const N: usize> = Family<Labels<N>, Counter>;

/// All meters. Labels take few values: no address, player or table is one.
pub struct Meters {
    registry: Registry,
    connections: Family<Labels<1>, Gauge>,
    tables: Family<Labels<2>, Gauge>,
    moves: Count<1>,
    acks: Counter,
    refusals: Count<1>,
    commits: Histogram,
    bot_queue: Gauge,
    tickets: Family<Labels<1>, Gauge>,
    conflations: Counter,
    requests: Count<3>,
    guests: Counter,
    webhooks: Count<1>,
}

impl Default for Meters {
    fn default() -> Meters {
        let mut registry = Registry::with_prefix("tefuda");
        // From a millisecond to 16 seconds.
        let commits = Histogram::new(exponential_buckets(0.001, 2.0, 15));
        let mut meters = Meters {
            registry: Registry::default(),
            connections: Family::default(),
            tables: Family::default(),
            moves: Family::default(),
            acks: Counter::default(),
            refusals: Family::default(),
            commits: commits.clone(),
            bot_queue: Gauge::default(),
            tickets: Family::default(),
            conflations: Counter::default(),
            requests: Family::default(),
            guests: Counter::default(),
            webhooks: Family::default(),
        };
        registry.register("connections", "Open connections by kind", meters.connections.clone());
        registry.register("tables", "Open tables by game and phase", meters.tables.clone());
        registry.register("moves", "Actions played, by game", meters.moves.clone());
        registry.register("acks", "Requests of connections that were acknowledged", meters.acks.clone());
        registry.register("refusals", "Requests that were refused, by code", meters.refusals.clone());
        let about = "From a write to its being durable";
        registry.register_with_unit("commit", about, Unit::Seconds, commits);
        registry.register("bot_queue", "Questions that wait for a bot", meters.bot_queue.clone());
        registry.register("tickets", "Tickets that wait for a quick match, by game", meters.tickets.clone());
        let about = "Updates that were dropped for a snapshot, since a client was slow";
        registry.register("outbox_conflations", about, meters.conflations.clone());
        let about = "HTTP requests by method, route and status";
        registry.register("http_requests", about, meters.requests.clone());
        registry.register("guests", "Guests that were welcomed", meters.guests.clone());
        let about = "Webhooks that were sent, failed, or were dropped";
        registry.register("webhooks", about, meters.webhooks.clone());
        meters.registry = registry;
        meters
    }
}

impl Meters {
    /// A connection of this kind came, until what is returned is dropped.
    pub fn connected(&self, kind: &'static str) -> Connected {
        let gauge = self.connections.get_or_create(&[("kind", kind.to_owned())]).clone();
        gauge.inc();
        Connected(gauge)
    }

    /// Counts the actions that are played in this game.
    pub fn moves(&self, game: &'static str) -> Counter {
        self.moves.get_or_create(&[("game", game.to_owned())]).clone()
    }

    /// A request of a connection was acknowledged, or refused with this code.
    pub fn answered(&self, outcome: Result<(), &str>) {
        match outcome {
            Ok(()) => drop(self.acks.inc()),
            Err(code) => self.refused(code),
        }
    }

    /// A request was refused with this code.
    pub fn refused(&self, code: &str) {
        self.refusals.get_or_create(&[("code", code.to_owned())]).inc();
    }

    /// Something became durable after so long.
    pub fn committed(&self, after: Duration) {
        self.commits.observe(after.as_secs_f64());
    }

    /// Updates were dropped for a snapshot.
    pub fn conflated(&self) {
        self.conflations.inc();
    }

    pub(crate) fn requested(&self, method: &str, route: &str, status: u16) {
        let labels =
            [("method", method.to_owned()), ("route", route.to_owned()), ("status", status.to_string())];
        self.requests.get_or_create(&labels).inc();
    }

    pub(crate) fn hooked(&self, outcome: &'static str) {
        self.webhooks.get_or_create(&[("outcome", outcome.to_owned())]).inc();
    }

    pub(crate) fn welcomed(&self) {
        self.guests.inc();
    }

    /// The text for Prometheus, with the house as it is now: how many tables each game has in each phase, what waits for bots, and how
    /// many wait for a match.
    pub(crate) fn text(
        &self,
        tables: &BTreeMap<(&str, &str), i64>,
        bot_queue: i64,
        tickets: &BTreeMap<&str, i64>,
    ) -> Result<String, std::fmt::Error> {
        self.bot_queue.set(bot_queue);
        self.tickets.clear();
        for (game, count) in tickets {
            self.tickets.get_or_create(&[("game", (*game).to_owned())]).set(*count);
        }
        self.tables.clear();
        for ((game, phase), count) in tables {
            let labels = [("game", (*game).to_owned()), ("phase", (*phase).to_owned())];
            self.tables.get_or_create(&labels).set(*count);
        }
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// A connection is there until this is dropped.
pub struct Connected(Gauge);

impl Drop for Connected {
    fn drop(&mut self) {
        self.0.dec();
    }
}
