use std::io::{self, Write};

use clap::Args;
use cpu_time::ProcessTime;
use game::rules::Preset;
use game::{ActionList, Deals, Ruleset, Seat, SeatSet};
use plain::Plain;
use serde::Serialize;

use crate::failure::Failure;
use crate::games::{GameName, SeatsOption, no_preset};

/// `tefuda bench`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The game.
    #[arg(value_enum, default_value_t)]
    game: GameName,
    /// Only this ruleset; all of them if not given.
    #[arg(long)]
    preset: Option<String>,
    #[command(flatten)]
    seats: SeatsOption,
    /// CPU seconds to spend on each ruleset.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// One JSON object per ruleset.
    #[arg(long)]
    json: bool,
}

/// Random rounds under one ruleset.
#[derive(Serialize)]
struct Figure {
    game: &'static str,
    preset: &'static str,
    seats: usize,
    matches: u64,
    rounds: u64,
    actions: u64,
    cpu_seconds: f64,
    rounds_per_cpu_second: f64,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        wire::for_game!(self.game.kind(), measure(self, io::stdout().lock()))
    }
}

fn measure<G: Plain>(options: &Options, mut output: impl Write) -> Result<(), Failure> {
    if !(0.01..=600.0).contains(&options.seconds) {
        return Err(Failure::Usage("--seconds is a number from 0.01 to 600".to_owned()));
    }
    if let Some(name) = &options.preset {
        G::Rules::preset(name).map_err(|unknown| no_preset::<G>(&unknown))?;
    }
    let seats = options.seats.seats::<G>()?;
    if !options.json {
        let title = G::Rules::TITLE;
        writeln!(output, "{title}: whole rounds of random legal actions, {seats} seats, one core")?;
    }
    for Preset { name, rules, .. } in G::Rules::presets() {
        if options.preset.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let figure = random_rounds::<G>(name, &rules, seats, options.seconds)?;
        if options.json {
            serde_json::to_writer(&mut output, &figure).map_err(io::Error::from)?;
            writeln!(output)?;
        } else {
            let million = figure.rounds_per_cpu_second / 1e6;
            let actions = figure.actions as f64 / figure.rounds as f64;
            writeln!(
                output,
                "  {name:<11}{million:>6.3} million rounds per CPU second, {actions:.1} actions each"
            )?;
        }
        output.flush()?;
    }
    Ok(())
}

fn random_rounds<G: Plain>(
    preset: &'static str,
    rules: &G::Rules,
    seats: usize,
    seconds: f64,
) -> Result<Figure, Failure> {
    let mut figure = Figure {
        game: G::NAME,
        preset,
        seats,
        matches: 0,
        rounds: 0,
        actions: 0,
        cpu_seconds: 0.0,
        rounds_per_cpu_second: 0.0,
    };
    let mut legal = ActionList::new();
    let mut picks = SplitMix(1);
    let began = ProcessTime::now();
    while figure.cpu_seconds < seconds {
        for _ in 0..64 {
            let deals = Deals::Seed(figure.matches.into());
            let mut state = G::start(rules, seats, &deals, &mut ()).map_err(Failure::usage)?;
            while let Some(seat) = anyone(state.actors(), &mut picks) {
                state.legal(seat, &mut legal);
                state.apply(seat, legal[picks.below(legal.len())], &mut ());
                figure.actions += 1;
            }
            figure.matches += 1;
            figure.rounds += state.rounds();
        }
        figure.cpu_seconds = began.elapsed().as_secs_f64();
    }
    figure.rounds_per_cpu_second = figure.rounds as f64 / figure.cpu_seconds;
    Ok(figure)
}

/// One of the seats, each equally likely: where several may act at once, all of them do.
#[inline]
fn anyone(actors: SeatSet, picks: &mut SplitMix) -> Option<Seat> {
    match actors.len() {
        0 | 1 => actors.first(),
        several => actors.iter().nth(picks.below(several)),
    }
}

/// A fast generator for picks that nothing hangs on, so that the figure is the game's and not the generator's.
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((word >> 32) as usize * n) >> 32
    }
}
