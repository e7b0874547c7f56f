use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::run::Party;
use super::tally::{Latency, Tally};
use super::usage::{Cpu, Resident};

/// What was measured in one run. Times are in milliseconds, CPU times in microseconds, memory in bytes.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Figures {
    pub(super) run: &'static str,
    pub(super) tables: usize,
    pub(super) connections: usize,
    pub(super) seconds: f64,
    pub(super) moves: u64,
    pub(super) moves_per_second: f64,
    pub(super) matches: u64,
    /// From when a move was due until its answer.
    pub(super) ack: Latency,
    /// From when a move was due until another seat knew of it.
    pub(super) heard: Latency,
    /// Moves that were due before their table was ready for them.
    pub(super) waited: u64,
    /// What the server sends to each player for each move, everything counted.
    pub(super) bytes_per_move_and_player: f64,
    pub(super) act_bytes: usize,
    pub(super) ack_bytes: usize,
    pub(super) update_bytes: usize,
    pub(super) cpu: Option<CpuPerMove>,
    pub(super) memory: Option<Memory>,
    pub(super) reconnects: u64,
    pub(super) broken: u64,
    pub(super) gaps: u64,
    /// Tables that had forgotten something that they had told.
    pub(super) lost: u64,
    /// How often the server was killed.
    pub(super) killed: u64,
    pub(super) refused: BTreeMap<String, u64>,
    pub(super) generator: Generator,
}

/// The server's CPU time for each move, in microseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct CpuPerMove {
    pub(super) total: f64,
    pub(super) user: f64,
    pub(super) system: f64,
    /// Of one core.
    pub(super) share: f64,
}

/// The server's memory.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Memory {
    /// Before anybody came.
    pub(super) base: u64,
    /// What a table adds that nobody is connected to.
    pub(super) per_table: f64,
    /// What a connection adds, with its share of its tables.
    pub(super) per_connection: f64,
    /// At the end of the run.
    pub(super) played: u64,
    /// What it grows by in an hour, if the run was long enough to tell.
    pub(super) growth_per_hour: Option<f64>,
}

/// The server's memory as it was found.
pub(super) struct Levels {
    /// Before anybody came, and with all tables open.
    pub(super) before: [Resident; 2],
    /// With everyone seated.
    pub(super) joined: Resident,
    /// At the end.
    pub(super) played: Resident,
    /// Bytes an hour.
    pub(super) slope: Option<f64>,
}

/// How well the generator kept up: where it was late or busy, its figures are its own and not the server's.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Generator {
    /// Of one core.
    pub(super) share: f64,
    pub(super) late: Latency,
}

impl Figures {
    pub(super) fn new(
        party: &Party<'_>,
        tally: &Tally,
        seconds: Duration,
        server: Option<Cpu>,
        own: Cpu,
        memory: Option<Levels>,
    ) -> Figures {
        let moves = tally.answered.number();
        let each = |time: Duration| time.as_secs_f64() * 1e6 / moves.max(1) as f64;
        let share = |cpu: Cpu| cpu.total().as_secs_f64() / seconds.as_secs_f64();
        let seats = tally.seats.max(1) as f64;
        let (tables, connections) = (party.codes.len(), party.seating.connections());
        let memory = memory.map(|Levels { before: [base, opened], joined, played, slope }| Memory {
            base: base.all,
            per_table: opened.own.saturating_sub(base.own) as f64 / tables as f64,
            per_connection: joined.own.saturating_sub(base.own) as f64 / connections as f64,
            played: played.all,
            growth_per_hour: slope,
        });
        Figures {
            run: party.name,
            tables,
            connections,
            seconds: seconds.as_secs_f64(),
            moves,
            moves_per_second: moves as f64 / seconds.as_secs_f64(),
            matches: tally.matches,
            ack: tally.answered.latency(),
            heard: tally.heard.latency(),
            waited: tally.waited,
            bytes_per_move_and_player: (tally.acks.bytes + tally.news.bytes) as f64 / seats,
            act_bytes: tally.acts.mean(),
            ack_bytes: tally.acks.mean(),
            update_bytes: (tally.news.bytes as f64 / seats).ceil() as usize,
            cpu: server.map(|cpu| CpuPerMove {
                total: each(cpu.total()),
                user: each(cpu.user),
                system: each(cpu.system),
                share: share(cpu),
            }),
            memory,
            reconnects: tally.reconnects,
            broken: tally.broken,
            gaps: tally.gaps,
            lost: tally.lost,
            killed: party.host.killed(),
            refused: tally.refused.clone(),
            generator: Generator { share: share(own), late: tally.late.latency() },
        }
    }

    /// How many times the CPU of the other run a move takes.
    pub(super) fn ratio(&self, other: &Figures) -> Option<f64> {
        let (own, other) = (self.cpu?.total, other.cpu?.total);
        (other > 0.0).then(|| own / other)
    }

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let Figures { run, tables, connections, moves, moves_per_second, matches, seconds, .. } = self;
        writeln!(out, "{run}: {tables} tables, {connections} connections, {seconds:.1} s")?;
        writeln!(out, "  moves         {moves} ({moves_per_second:.0} a second), {matches} matches over")?;
        let times = |name: &str, Latency { p50, p99, p999, max }: Latency| {
            format!("  {name:<14}p50 {p50:.3} ms, p99 {p99:.3}, p99.9 {p999:.3}, max {max:.3}")
        };
        writeln!(out, "{}", times("answer", self.ack))?;
        writeln!(out, "{}", times("others hear", self.heard))?;
        let (each, act, ack) = (self.bytes_per_move_and_player, self.act_bytes, self.ack_bytes);
        writeln!(out, "  bytes         {each:.0} per move and player (an act has {act}, its answer {ack})")?;
        if let Some(CpuPerMove { total, user, system, share }) = self.cpu {
            let share = 100.0 * share;
            writeln!(
                out,
                "  server's CPU  {total:.1} us per move (user {user:.1}, system {system:.1}), {share:.0}% of a core"
            )?;
        }
        if let Some(Memory { base, per_table, per_connection, played, .. }) = self.memory {
            let [base, played] = [base, played].map(|bytes| bytes as f64 / 1e6);
            let [table, connection] = [per_table, per_connection].map(|bytes| bytes / 1e3);
            writeln!(
                out,
                "  memory        base {base:.1} MB, {table:.1} KB per table, {connection:.1} KB per idle connection with its share of the table, {played:.1} MB in the end"
            )?;
        }
        if let Some(growth) = self.memory.and_then(|memory| memory.growth_per_hour) {
            writeln!(out, "  growth        {:.1} KB of memory an hour", growth / 1e3)?;
        }
        let Generator { share, late } = self.generator;
        let share = 100.0 * share;
        writeln!(
            out,
            "  generator     {share:.0}% of a core; {} moves were due before their table was ready",
            self.waited
        )?;
        if self.generator.late.max > 0.0 {
            writeln!(out, "{}", times("its lateness", late))?;
        }
        let Figures { reconnects, broken, gaps, lost, killed, refused, .. } = self;
        if (*reconnects, *broken, *gaps) != (0, 0, 0) || !refused.is_empty() {
            writeln!(
                out,
                "  connections   {reconnects} made again, {broken} ended by the server, {gaps} gaps, refused {refused:?}"
            )?;
        }
        if (*lost, *killed) != (0, 0) {
            writeln!(out, "  kills         {killed}; {lost} tables had forgotten something")?;
        }
        Ok(())
    }
}
