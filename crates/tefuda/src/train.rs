use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use bots::kierki::lessons::{self, Lesson, TABLES};
use bots::koikoi::{Net, Training, strength};
use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;
use game::Seed;

use crate::failure::Failure;
use crate::progress;
use crate::replacement::Replacement;

/// Matches against the fixed opponent while it learns, and at the end.
const GLANCE: u32 = 200;
const EXAM: u32 = 4000;
/// Matches between two nets, which are more alike.
const DUEL: u32 = 20_000;
/// How often it is measured on the way.
const GLANCES: u64 = 20;

/// `tefuda train`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The game.
    #[arg(value_enum, default_value_t)]
    game: Learner,
    /// Matches of self-play; of Kierki, deals for each table of prices.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    matches: u64,
    /// All chance of the training: 64 hexadecimal digits or a number. The same seed gives the same weights.
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// How many matches to play at once; all cores if not given. The weights are the same with any number.
    #[arg(long)]
    cores: Option<NonZeroUsize>,
    /// Where the weights go.
    #[arg(long, value_name = "FILE", required_unless_present_any = ["exam", "against"])]
    out: Option<PathBuf>,
    /// Train nothing: measure the weights of this file (Koi-Koi).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "matches", "seed", "cores"])]
    exam: Option<PathBuf>,
    /// Measure them against the weights of this file.
    #[arg(long, value_name = "FILE", requires = "exam", conflicts_with = "out")]
    against: Option<PathBuf>,
    /// What to learn (Kierki); dislikes if not given.
    #[arg(long, value_enum)]
    lesson: Option<LessonName>,
}

/// What there is to learn for Kierki.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LessonName {
    /// What players who think ahead like to play, from watching them.
    #[default]
    Dislikes,
    /// What cards cost one against three of those.
    Thinkers,
    /// What cards cost one against three who play by rules of thumb.
    Rules,
}

/// The games that have something to learn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Learner {
    /// Hanafuda for two.
    #[default]
    Koikoi,
    /// Tricks that nobody wants, for four.
    Kierki,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match (self.game, &self.out) {
            (Learner::Koikoi, _) if self.lesson.is_some() => {
                Err(Failure::Usage("--lesson is for Kierki: Koi-Koi has only one thing to learn".to_owned()))
            }
            (Learner::Kierki, Some(out)) => self.learn_prices(out),
            (Learner::Kierki, None) => Err(Failure::Usage("--exam is for Koi-Koi".to_owned())),
            (Learner::Koikoi, _) => self.learn_a_net(),
        }
    }

    fn learn_prices(&self, out: &Path) -> Result<(), Failure> {
        let deals = u32::try_from(self.matches).map_err(Failure::usage)?;
        let file = Replacement::of(out)?;
        let (lesson, measure) = match self.lesson.unwrap_or_default() {
            LessonName::Dislikes => (Lesson::Dislikes, "the mean logarithm of what is played"),
            LessonName::Thinkers => (Lesson::Thinkers, "of a fair share against thinkers"),
            LessonName::Rules => (Lesson::Rules, "of a fair share against rules of thumb"),
        };
        let bar = progress::bar(TABLES as u64, "tables");
        let bytes = lessons::learn(lesson, self.seed, deals, self.cores(), |table, value| {
            bar.inc(1);
            bar.set_message(format!("table {}: {value:.3}", table + 1));
            bar.suspend(|| writeln!(io::stdout(), "table {}: {value:.3} {measure}", table + 1)).ok();
        });
        bar.finish_and_clear();
        file.write(&bytes)
    }

    fn learn_a_net(&self) -> Result<(), Failure> {
        let mut output = io::stdout().lock();
        if let Some(file) = &self.exam {
            let rival = self.against.as_deref().map(read).transpose()?;
            let matches = if rival.is_some() { DUEL } else { EXAM };
            let wins = 100.0 * strength(&read(file)?, rival.as_ref(), matches);
            let whom = if rival.is_some() { "the other" } else { "casual" };
            writeln!(output, "alone it wins {wins:.1}% of {matches} matches against {whom} under nintendo")?;
            return Ok(());
        }
        let out = self.out.as_ref().expect("clap asks for --out where --exam is not given");
        let file = Replacement::of(out)?;
        let began = ProcessTime::now();
        let (net, loss) = self.train(&mut output);
        file.write(&net.to_bytes())?;
        let (minutes, wins) = (began.elapsed().as_secs_f64() / 60.0, 100.0 * strength(&net, None, EXAM));
        writeln!(
            output,
            "{} matches in {minutes:.1} CPU minutes, loss {loss:.4}; alone it wins {wins:.1}% of {EXAM} matches against casual under nintendo",
            self.matches
        )?;
        Ok(())
    }

    fn cores(&self) -> NonZeroUsize {
        self.cores.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }

    /// Trains a net, and says on the way how far it has come, for a log shows no bar; who no longer listens does not end it.
    fn train(&self, output: &mut impl Write) -> (Net, f32) {
        let cores = self.cores().get();
        let mut training = Training::new(self.seed, self.matches);
        let bar = progress::bar(self.matches, "matches");
        let (mut loss, mut wins, mut glances) = (0.0, 0.0, None);
        while let Some(progress) = training.step(cores) {
            loss = if loss == 0.0 { progress.loss } else { 0.98 * loss + 0.02 * progress.loss };
            let glance = Some(progress.played * GLANCES / self.matches);
            let looks = glance > glances && progress.played < self.matches;
            if looks {
                glances = glance;
                wins = 100.0 * strength(training.net(), None, GLANCE);
            }
            let said = format!("loss {loss:.4}, {wins:.0}% against casual");
            if looks {
                bar.suspend(|| writeln!(output, "{} matches: {said}", progress.played)).ok();
            }
            bar.set_position(progress.played);
            bar.set_message(said);
        }
        bar.finish_and_clear();
        (training.into_net(), loss)
    }
}

fn read(file: &Path) -> Result<Net, Failure> {
    let failure = |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", file.display()));
    let mut bytes = Vec::new();
    // One byte more than there should be tells that there are too many.
    let most = Net::FILE_SIZE as u64 + 1;
    let read = File::open(file).and_then(|file| file.take(most).read_to_end(&mut bytes));
    read.map_err(|error| failure(&error))?;
    Net::from_bytes(&bytes).map_err(|error| failure(&error))
}
