use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bots::{Bot, Budget, Level};
use clap::Args;
use game::{Ruleset, Seed};
use plain::Plain;
use wire::bot::{BadQuestion, LONGEST_LINE, read_question, write_answer, write_error};

use crate::failure::Failure;
use crate::games::{GameName, level, no_preset, playouts, seed_or_fresh};
use crate::lines::{self, Line};

/// `tefuda bot`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The game.
    #[arg(long, value_enum)]
    game: GameName,
    /// A ruleset of the game, only to be told early if there is none of that name: the rules of each view stand over it.
    #[arg(long)]
    preset: Option<String>,
    /// How well it plays.
    #[arg(long, value_parser = level())]
    level: Level,
    /// All its chance: 64 hexadecimal digits or a number; drawn at random if not given.
    #[arg(long)]
    seed: Option<String>,
    #[command(flatten)]
    budget: BudgetOptions,
}

/// The options for how much bots think.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct BudgetOptions {
    /// Playouts for a decision, in place of the level's own number.
    #[arg(long, value_name = "N", value_parser = playouts())]
    playouts: Option<u32>,
    /// The longest that a decision may take, but for a tenth of a second before the first one under rules of Koi-Koi; with it, decisions
    /// may differ from run to run.
    #[arg(long, value_name = "N")]
    deadline_ms: Option<u64>,
}

impl BudgetOptions {
    pub(crate) fn budget(self) -> Budget {
        Budget { playouts: self.playouts, deadline: self.deadline_ms.map(Duration::from_millis) }
    }
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (input, output) = (io::stdin().lock(), io::stdout().lock());
        wire::for_game!(self.game.kind(), serve(self, input, output))
    }
}

fn serve<G: Plain>(options: &Options, input: impl BufRead, output: impl Write) -> Result<(), Failure> {
    if let Some(preset) = &options.preset {
        G::Rules::preset(preset).map_err(|unknown| no_preset::<G>(&unknown))?;
    }
    let seed = seed_or_fresh(options.seed.as_deref())?;
    let mut answerer = Answerer::<G>::new(options.level, seed, options.budget.budget());
    Ok(answer_all(input, output, |line| answerer.last_resort(line))?)
}

/// Answers every line with a line, until there are no more.
fn answer_all(
    mut input: impl BufRead,
    mut output: impl Write,
    mut answer: impl FnMut(&[u8]) -> String,
) -> io::Result<()> {
    while let Some(line) = lines::next(&mut input, LONGEST_LINE)? {
        let answer = match line {
            Line::Whole(line) => answer(&line),
            Line::TooLong => {
                input.skip_until(b'\n')?;
                refusal(&BadQuestion::TooLong)
            }
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

fn refusal(bad: &BadQuestion) -> String {
    write_error(bad.code(), &bad.to_string())
}

/// A bot behind lines of text.
struct Answerer<G: Plain> {
    level: Level,
    seed: Seed,
    budget: Budget,
    bot: Box<dyn Bot<G>>,
}

impl<G: Plain> Answerer<G> {
    fn new(level: Level, seed: Seed, budget: Budget) -> Self {
        Answerer { level, seed, budget, bot: G::bot(level, seed, budget) }
    }

    fn answer(&mut self, line: &[u8]) -> String {
        match read_question::<G>(line) {
            Err(bad) => refusal(&bad),
            Ok(question) => {
                write_answer(self.bot.decide(&question.view, &question.legal, question.must).as_ref())
            }
        }
    }

    /// Whoever asks once more must not pay for a question that should not have been taken: what would end the program ends one
    /// answer.
    fn last_resort(&mut self, line: &[u8]) -> String {
        catch_unwind(AssertUnwindSafe(|| self.answer(line))).unwrap_or_else(|_| {
            self.bot = G::bot(self.level, self.seed, self.budget);
            write_error("internal", "this question is too much for the bot, which is a fault of the bot")
        })
    }
}
