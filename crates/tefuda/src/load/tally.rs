use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use serde::Serialize;

/// What is counted while it is measured.
pub(super) struct Tally {
    /// From when a move was due until its answer.
    pub(super) answered: Times,
    /// From when a move was due until another seat knew of it.
    pub(super) heard: Times,
    /// How late the generator itself was.
    pub(super) late: Times,
    /// Moves that were due while the table still waited for something else.
    pub(super) waited: u64,
    pub(super) matches: u64,
    pub(super) reconnects: u64,
    /// Updates that did not follow from what was known.
    pub(super) gaps: u64,
    /// Tables that had forgotten something when they were seen again.
    pub(super) lost: u64,
    /// What was refused, by code.
    pub(super) refused: BTreeMap<String, u64>,
    /// Connections that the server has ended, or could not be made.
    pub(super) broken: u64,
    pub(super) acts: Frames,
    pub(super) acks: Frames,
    /// Everything else that came to seats.
    pub(super) news: Frames,
    /// What came to those who watch.
    pub(super) watched: Frames,
    /// For each move, so many seats heard of it.
    pub(super) seats: u64,
}

/// Frames and their bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frames {
    pub(super) number: u64,
    pub(super) bytes: u64,
}

impl Frames {
    pub(super) fn add(&mut self, bytes: usize) {
        self.number += 1;
        self.bytes += bytes as u64;
    }

    /// The mean length.
    pub(super) fn mean(&self) -> usize {
        self.bytes.div_ceil(self.number.max(1)) as usize
    }
}

/// Times, by how often they were seen.
pub(super) struct Times(Histogram<u64>);

/// What is told of times, in milliseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Latency {
    pub(super) p50: f64,
    pub(super) p99: f64,
    pub(super) p999: f64,
    pub(super) max: f64,
}

impl Times {
    fn new() -> Times {
        // In nanoseconds, up to an hour, to a thousandth.
        let hour = Duration::from_secs(3600).as_nanos() as u64;
        Times(Histogram::new_with_bounds(1, hour, 3).expect("these bounds make sense"))
    }

    pub(super) fn add(&mut self, from: Instant, to: Instant) {
        self.0.saturating_record(to.saturating_duration_since(from).as_nanos() as u64);
    }

    pub(super) fn number(&self) -> u64 {
        self.0.len()
    }

    pub(super) fn latency(&self) -> Latency {
        let at = |quantile| self.0.value_at_quantile(quantile) as f64 / 1e6;
        Latency { p50: at(0.5), p99: at(0.99), p999: at(0.999), max: self.0.max() as f64 / 1e6 }
    }
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            answered: Times::new(),
            heard: Times::new(),
            late: Times::new(),
            waited: 0,
            matches: 0,
            reconnects: 0,
            gaps: 0,
            lost: 0,
            refused: BTreeMap::new(),
            broken: 0,
            acts: Frames::default(),
            acks: Frames::default(),
            news: Frames::default(),
            watched: Frames::default(),
            seats: 0,
        }
    }
}
