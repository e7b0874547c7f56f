use std::io::{self, Write};

use clap::Args;
use game::Ruleset;
use plain::Plain;

use crate::failure::Failure;
use crate::games::{GameName, RulesOptions};

/// `tefuda rules`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The game.
    #[arg(value_enum, default_value_t)]
    game: GameName,
    #[command(flatten)]
    rules: RulesOptions,
    /// The rules as the JSON object that replays hold.
    #[arg(long)]
    json: bool,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        wire::for_game!(self.game.kind(), print(self, io::stdout().lock()))
    }
}

fn print<G: Plain>(options: &Options, mut output: impl Write) -> Result<(), Failure> {
    let rules = options.rules.rules::<G>()?;
    if options.json {
        writeln!(output, "{:#}", wire::rules::to_value::<G>(&rules))?;
        return Ok(());
    }
    writeln!(output, "{} has these presets:", G::Rules::TITLE)?;
    for preset in G::Rules::presets() {
        writeln!(output, "  {:<11}{}", preset.name, preset.about)?;
    }
    writeln!(output, "\nThe knobs, with the values asked for (by default those of {}):", G::DEFAULT_PRESET)?;
    for (knob, value) in G::Rules::knobs().into_iter().zip(rules.values()) {
        writeln!(output, "  {} = {value}  [{}]\n      {}", knob.name, knob.takes, knob.about)?;
    }
    Ok(())
}
