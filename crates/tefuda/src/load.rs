//! `tefuda load`: many clients that play over the real protocol, and what that costs the server.

mod board;
mod child;
mod clients;
mod figures;
mod floor;
mod glance;
mod goals;
mod host;
mod limit;
mod link;
mod options;
mod run;
mod samples;
mod schedule;
mod seating;
mod tally;
mod tongue;
mod usage;
mod visitors;

use std::io::{self, Write};

use serde::Serialize;
use wire::Code;

use crate::failure::Failure;
use child::Server;
use figures::Figures;
use goals::Standard;
use host::Host;
pub(crate) use limit::LimitOptions;
use link::Address;
pub(crate) use options::Options;
use run::Party;
use seating::Seating;
use tongue::Tongue;
use visitors::Desk;

/// Everything that was measured.
#[derive(Serialize)]
struct Report {
    /// Whether the server had a core of its own.
    pinned: bool,
    runs: Vec<Figures>,
    limit: Option<Figures>,
    /// For each run, how many times the CPU of the limit a move takes.
    ratios: Vec<Option<f64>>,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.check()?;
        let mut out = io::stdout().lock();
        if self.goals {
            let standard = Standard::measure(self)?;
            return match self.json {
                true => write_json(&mut out, &standard),
                false => Ok(standard.print(&mut out)?),
            };
        }
        let report = self.measure()?;
        match self.json {
            true => write_json(&mut out, &report),
            false => Ok(report.print(&mut out)?),
        }
    }

    fn measure(&self) -> Result<Report, Failure> {
        let pinned = self.server.is_none() && child::step_aside();
        let seating = Seating::new(self);
        let mut runs = Vec::new();
        match &self.server {
            Some(url) => runs.push(self.play("server", &seating, &other(url, self.pid)?)?),
            None => {
                for store in &self.store {
                    runs.push(self.play(store.name(), &seating, &Host::own(*store, self.lines, pinned)?)?);
                }
            }
        }
        let limit = match runs.first().filter(|_| !self.no_limit) {
            Some(run) => Some(self.limit(&seating, run, pinned)?),
            None => None,
        };
        let ratio = |run: &Figures| limit.as_ref().and_then(|limit| run.ratio(limit));
        Ok(Report { pinned, ratios: runs.iter().map(ratio).collect(), runs, limit })
    }

    /// Everyone becomes a guest, the tables are opened, and all play.
    fn play(&self, name: &'static str, seating: &Seating, host: &Host) -> Result<Figures, Failure> {
        let base = host.memory();
        let desk = Desk::new(&host.url());
        let mut tokens = desk.guests(seating.connections() + self.spectators + self.slow_readers)?;
        let spectators = tokens.split_off(seating.connections());
        let owners: Vec<&str> = seating.tables.iter().map(|lanes| tokens[lanes[0]].as_str()).collect();
        let codes = desk.tables(self, &owners)?;
        let memory = base.zip(host.memory()).map(|(base, opened)| [base, opened]);
        let tongue = Tongue::House;
        Party { name, options: self, seating, tongue, host, codes, tokens, spectators, memory }.play()
    }

    /// The bare loop, with messages as long as they were in the run.
    fn limit(&self, seating: &Seating, run: &Figures, pinned: bool) -> Result<Figures, Failure> {
        let host = Host::Bare(Server::limit(run.ack_bytes, run.update_bytes, pinned)?);
        let party = Party {
            name: "limit",
            options: self,
            seating,
            tongue: Tongue::Bare { act: run.act_bytes },
            codes: (0..self.tables as u64).map(Code::new).collect(),
            tokens: vec![String::new(); seating.connections()],
            spectators: Vec::new(),
            memory: host.memory().map(|base| [base, base]),
            host: &host,
        };
        party.play()
    }
}

fn write_json(out: &mut impl Write, report: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, report).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// A server that was there.
fn other(url: &str, pid: Option<u32>) -> Result<Host, Failure> {
    let place = url.strip_prefix("http://").map(|place| place.trim_end_matches('/'));
    let place = place.ok_or_else(|| Failure::usage("--server is like `http://127.0.0.1:8080`"))?;
    let (host, base) = place.split_at(place.find('/').unwrap_or(place.len()));
    let address = Address::Socket(host.to_owned(), base.to_owned());
    Ok(Host::Other { address, url: url.to_owned(), pid })
}

impl Report {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.pinned {
            writeln!(
                out,
                "The server has no core of its own here, so all figures depend on what else runs."
            )?;
        }
        for figures in self.runs.iter().chain(&self.limit) {
            figures.print(out)?;
        }
        for (run, ratio) in self.runs.iter().zip(&self.ratios) {
            if let Some(ratio) = ratio {
                writeln!(out, "{} takes {ratio:.2} times the CPU of the limit for each move.", run.run)?;
            }
        }
        Ok(())
    }
}
