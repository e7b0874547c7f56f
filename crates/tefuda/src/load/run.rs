//! One run: everyone comes, rests, plays, and is measured.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::task::LocalSet;
use tokio::time::{interval, sleep, sleep_until, timeout};
use wire::Code;

use super::clients::{Clients, Shared};
use super::figures::{Figures, Levels};
use super::floor::Floor;
use super::host::Host;
use super::options::{Options, Rate};
use super::samples::{Sample, Samples};
use super::schedule;
use super::seating::Seating;
use super::tally::Tally;
use super::tongue::Tongue;
use super::usage::{Cpu, Resident};
use crate::failure::Failure;

/// So long may it take until everyone has a seat.
const PATIENCE: Duration = Duration::from_secs(300);
/// So long nobody does anything before memory is measured.
const REST: Duration = Duration::from_secs(1);

/// So often memory is looked at.
const BETWEEN_SAMPLES: Duration = Duration::from_secs(10);

/// Who plays, and where.
pub(super) struct Party<'a> {
    pub(super) name: &'static str,
    pub(super) options: &'a Options,
    pub(super) seating: &'a Seating,
    pub(super) tongue: Tongue,
    pub(super) host: &'a Host,
    /// The tables, and the tokens of players and of those who watch.
    pub(super) codes: Vec<Code>,
    pub(super) tokens: Vec<String>,
    pub(super) spectators: Vec<String>,
    /// The server's memory before anybody came, and with all tables open.
    pub(super) memory: Option<[Resident; 2]>,
}

impl Party<'_> {
    pub(super) fn play(self) -> Result<Figures, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let local = LocalSet::new();
        local.block_on(&runtime, self.run())
    }

    async fn run(self) -> Result<Figures, Failure> {
        let Party { options, seating, .. } = &self;
        let eager = options.rate() == Rate::Max;
        let (boards, lanes) = (seating.boards(&self.codes), seating.lanes(&self.tokens));
        let floor = Floor::new(boards, lanes, self.tongue, eager, options.seed);
        let floor: Shared = Rc::new(RefCell::new(floor));
        let clients = Clients::new(floor.clone(), self.host.address());
        for lane in 0..seating.connections() {
            tokio::task::spawn_local(clients.clone().player(lane));
        }
        self.all_join(&floor).await?;
        for (number, token) in self.spectators.iter().enumerate() {
            let slow = number >= options.spectators;
            // A slow one has as much to read as it can get.
            let tables = if slow { self.codes.len().min(256) } else { 1 };
            let tables = self.codes.iter().cycle().skip(number).take(tables).copied().collect();
            tokio::task::spawn_local(clients.clone().spectator(token.clone(), tables, slow));
        }
        sleep(REST).await;
        let joined = self.host.memory();
        if let Rate::PerSecond(moves) = options.rate() {
            let mut due = schedule::start(options.tables, moves, options.seed)?;
            let floor = floor.clone();
            tokio::task::spawn_local(async move {
                while let Some((table, at)) = due.recv().await {
                    floor.borrow_mut().due(table, at, Instant::now());
                }
            });
        }
        if options.reconnect > 0.0 && matches!(self.tongue, Tongue::House) {
            let mut pace = interval(Duration::from_secs_f64(1.0 / options.reconnect));
            let floor = floor.clone();
            tokio::task::spawn_local(async move {
                loop {
                    pace.tick().await;
                    floor.borrow_mut().break_one();
                }
            });
        }
        floor.borrow_mut().play(true, Instant::now());
        sleep(Duration::from_secs_f64(options.warmup)).await;
        floor.borrow_mut().tally = Tally::default();
        let (begun, server, own) = (Instant::now(), self.host.cpu(), own_cpu());
        let slope = self.watch(&floor, begun).await?;
        let (seconds, server, own) = (begun.elapsed(), used(server, self.host.cpu()), own_cpu().since(own));
        let tally = std::mem::take(&mut floor.borrow_mut().tally);
        floor.borrow_mut().play(false, Instant::now());
        let memory = self.memory.zip(joined).zip(self.host.memory());
        let memory = memory.map(|((before, joined), played)| Levels { before, joined, played, slope });
        Ok(Figures::new(&self, &tally, seconds, server, own, memory))
    }

    async fn all_join(&self, floor: &Shared) -> Result<(), Failure> {
        let seats = self.seating.seats();
        let all = async {
            while floor.borrow().joined < seats {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(PATIENCE, all).await.map_err(|_| {
            let floor = floor.borrow();
            let (joined, refused) = (floor.joined, &floor.tally.refused);
            let broken = floor.tally.broken;
            Failure::usage(format!(
                "only {joined} of {seats} seats could be taken; {broken} connections broke, and the server refused {refused:?}"
            ))
        })
    }

    /// While it is measured, looks at the server's memory now and then, and kills the server where that is asked for. By how many
    /// bytes an hour its memory grows.
    async fn watch(&self, floor: &Shared, begun: Instant) -> Result<Option<f64>, Failure> {
        let mut samples = Samples::new(self.options.samples.as_deref())?;
        let end = begun + Duration::from_secs_f64(self.options.seconds);
        let lifetime = self.options.kill_every.map(Duration::from_secs_f64);
        let mut kill =
            lifetime.map(|lifetime| begun + lifetime).filter(|_| matches!(self.tongue, Tongue::House));
        let mut look = begun;
        loop {
            let next = kill.into_iter().chain([look, end]).min().unwrap_or(end);
            sleep_until(next.into()).await;
            if next == end {
                return Ok(samples.slope());
            }
            if Some(next) == kill {
                self.host.kill()?;
                floor.borrow_mut().born_again();
                kill = lifetime.map(|lifetime| Instant::now() + lifetime);
                continue;
            }
            look = next + BETWEEN_SAMPLES;
            if let Some(memory) = self.host.memory() {
                let floor = floor.borrow();
                let (life, seconds) = (floor.life, begun.elapsed().as_secs_f64());
                let sample = Sample { seconds, life, memory: memory.all };
                samples.add(sample, floor.tally.answered.number(), floor.tally.lost, floor.tally.broken)?;
            }
        }
    }
}

fn own_cpu() -> Cpu {
    Cpu::of(std::process::id()).unwrap_or_default()
}

fn used(before: Option<Cpu>, after: Option<Cpu>) -> Option<Cpu> {
    Some(after?.since(before?))
}
