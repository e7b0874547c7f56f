//! The standard set of runs, and what the house is meant to reach in it.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

use super::Report;
use super::figures::Figures;
use super::options::{Options, Rate, Store};
use crate::failure::Failure;
use crate::games::GameName;

/// Something to reach: a figure that is at most so much.
#[derive(Debug, Serialize)]
struct Goal {
    what: &'static str,
    /// `None` if it could not be measured.
    figure: Option<f64>,
    at_most: f64,
    unit: &'static str,
    met: bool,
}

/// All runs and all goals.
#[derive(Serialize)]
pub(super) struct Standard {
    goals: Vec<Goal>,
    reports: Vec<Report>,
}

impl Standard {
    /// Runs it all, with the options' seconds for each run.
    pub(super) fn measure(options: &Options) -> Result<Standard, Failure> {
        let usual = Options {
            server: None,
            pid: None,
            no_limit: true,
            store: vec![Store::Memory],
            ..options.clone()
        };
        let both = vec![Store::Memory, Store::Sqlite];
        let full = Options {
            tables: 200,
            rate: Rate::Max,
            pace: None,
            no_limit: false,
            store: both,
            ..usual.clone()
        };
        let paced = Options { tables: 200, pace: Some(1.0), ..usual.clone() };
        let idle = Options { tables: 2000, pace: Some(0.1), ..usual.clone() };
        let many = Options { tables: 10_000, pace: Some(0.1), tables_per_connection: 100, ..usual.clone() };
        let every = Options {
            tables: 60,
            pace: Some(5.0),
            game: GameName::value_variants().to_vec(),
            preset: None,
            ..usual
        };
        let runs = [full, paced, idle, many, every];
        let reports = runs.iter().map(Options::measure).collect::<Result<Vec<Report>, Failure>>()?;
        Ok(Standard { goals: goals(&reports), reports })
    }

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        for report in &self.reports {
            report.print(out)?;
            writeln!(out)?;
        }
        writeln!(out, "The goals:")?;
        for Goal { what, figure, at_most, unit, met } in &self.goals {
            let figure = figure.map_or_else(|| "unknown".to_owned(), |figure| format!("{figure:.2}"));
            let met = if *met { "met" } else { "NOT met" };
            writeln!(out, "  {what:<62}{figure:>10} of {at_most} {unit:<8} {met}")?;
        }
        Ok(())
    }
}

fn goals(reports: &[Report]) -> Vec<Goal> {
    let run = |report: usize, run: usize| -> Option<&Figures> { reports.get(report)?.runs.get(run) };
    let ratio = |run: usize| reports.first().and_then(|report| *report.ratios.get(run)?);
    let goal = |what, figure: Option<f64>, at_most: f64, unit| {
        let met = figure.is_some_and(|figure| figure <= at_most);
        Goal { what, figure, at_most, unit, met }
    };
    let memory = |report: usize| run(report, 0).and_then(|run| run.memory);
    let wrong = run(3, 0).map(|run| (run.broken + run.gaps + run.refused.values().sum::<u64>()) as f64);
    vec![
        goal("CPU per move, memory store, in that of the bare loop", ratio(0), 2.0, "times"),
        goal("CPU per move, SQLite FULL, in that of the bare loop", ratio(1), 3.0, "times"),
        goal("answer, 200 tables at a move a second, p50", run(1, 0).map(|run| run.ack.p50), 0.5, "ms"),
        goal("answer, 200 tables at a move a second, p99", run(1, 0).map(|run| run.ack.p99), 5.0, "ms"),
        goal(
            "sent per move and player, over the three games",
            run(4, 0).map(|run| run.bytes_per_move_and_player),
            500.0,
            "bytes",
        ),
        goal(
            "an idle connection with its share of the table",
            memory(2).map(|memory| memory.per_connection / 1e3),
            12.0,
            "KB",
        ),
        goal(
            "a server that nobody has come to",
            memory(2).map(|memory| memory.base as f64 / 1e6),
            20.0,
            "MB",
        ),
        goal("faults at 10,000 tables over 200 connections", wrong, 0.0, ""),
    ]
}
