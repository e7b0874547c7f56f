use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use game::{Game, ReplayError, Ruleset, Seats, Text};
use plain::{Plain, ruleset, with_names};
use serde::Serialize;
use wire::replay::{self, Document, EndLine, EventLine, Replay};

use crate::failure::Failure;
use crate::screen::{self, LookOptions};

/// `tefuda replay`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The replay file; `-` reads standard input.
    file: PathBuf,
    /// One JSON object per event, and one for the end.
    #[arg(long)]
    json: bool,
    /// Show it on the whole screen, step by step, with open cards or as each seat saw them.
    #[arg(long, conflicts_with = "json")]
    tui: bool,
    #[command(flatten)]
    look: LookOptions,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let text = read(&self.file)?;
        if self.tui {
            if !screen::is_there() {
                return Err(screen::needed("--tui"));
            }
            return screen::film(&text, &self.file.display().to_string(), self.look.look());
        }
        let bad = |bad: replay::BadReplay| Failure::Usage(format!("{}: {bad}", self.file.display()));
        let document = Document::parse(&text).map_err(bad)?;
        let game = document.kind().map_err(bad)?;
        wire::for_game!(game, print(self, document, io::stdout().lock()))
    }
}

/// The text of a replay's file; `-` is standard input.
pub(crate) fn read(file: &Path) -> Result<String, Failure> {
    let bad = |error: io::Error| Failure::Usage(format!("{}: {error}", file.display()));
    let input: Box<dyn io::Read> = match file.to_str() {
        Some("-") => Box::new(io::stdin().lock()),
        _ => Box::new(std::fs::File::open(file).map_err(bad)?),
    };
    let mut text = String::new();
    io::Read::read_to_string(&mut io::Read::take(input, replay::LARGEST as u64 + 1), &mut text)
        .map_err(bad)?;
    Ok(text)
}

fn print<G: Plain>(options: &Options, document: Document, output: impl Write) -> Result<(), Failure> {
    let place = options.file.display();
    let replay: Replay<G> = document.replay().map_err(|bad| Failure::Usage(format!("{place}: {bad}")))?;
    let mut printer =
        Printer { output: io::BufWriter::new(output), json: options.json, names: replay.names() };
    if !printer.json {
        writeln!(printer.output, "{}, {}", G::Rules::TITLE, ruleset::<G>(&replay.record.rules))?;
    }
    let played = play(&replay, &mut printer);
    printer.output.flush()?;
    let state = played.map_err(|stopped| match stopped {
        Stopped::Io(error) => Failure::Io(error),
        Stopped::Replay(ReplayError::Start(bad)) => Failure::Usage(format!("{place}: {bad}")),
        Stopped::Replay(ReplayError::Refused(refused)) => Failure::Refused(format!("{place}: {refused}")),
    })?;
    printer.end(&replay, &state)?;
    printer.output.flush()?;
    replay.check_end(&state).map_err(|bad| Failure::Refused(format!("{place}: {bad}")))
}

/// Why printing ended early.
enum Stopped<G: Game> {
    Replay(ReplayError<G>),
    Io(io::Error),
}

impl<G: Game> From<io::Error> for Stopped<G> {
    fn from(error: io::Error) -> Self {
        Stopped::Io(error)
    }
}

/// Plays the record step by step, so that what came before an illegal action is printed too.
fn play<G: Plain>(replay: &Replay<G>, printer: &mut Printer<impl Write>) -> Result<G, Stopped<G>> {
    let mut events = Vec::new();
    let record = &replay.record;
    let mut played = game::Record { actions: Vec::new(), ..record.clone() };
    let mut state = played.replay(&mut events).map_err(Stopped::Replay)?;
    printer.events(0, &mut events)?;
    for (number, &(seat, action)) in (1..).zip(&record.actions) {
        if state.play(seat, action, &mut events).is_err() {
            // Played again only to get the whole story of the refusal.
            played.actions = record.actions[..number].to_vec();
            return played.replay(&mut ()).map_err(Stopped::Replay);
        }
        printer.events(number, &mut events)?;
    }
    Ok(state)
}

struct Printer<O> {
    output: O,
    json: bool,
    names: Seats<String>,
}

impl<O: Write> Printer<O> {
    fn events<E: Serialize + ToString>(&mut self, action: usize, events: &mut Vec<E>) -> io::Result<()> {
        for (i, event) in events.drain(..).enumerate() {
            if self.json {
                serde_json::to_writer(&mut self.output, &EventLine { action, event: &event })?;
                writeln!(self.output)?;
                continue;
            }
            let text = with_names(&event.to_string(), &self.names);
            match (action, i) {
                (1.., 0) => writeln!(self.output, "{action:>4}. {text}")?,
                _ => writeln!(self.output, "      {text}")?,
            }
        }
        Ok(())
    }

    fn end<G: Plain>(&mut self, replay: &Replay<G>, state: &G) -> io::Result<()> {
        let actions = replay.record.actions.len();
        let (over, scores, hash) = (state.outcome().is_some(), state.scores(), state.hash());
        if self.json {
            serde_json::to_writer(&mut self.output, &EndLine { actions, over, scores, hash: Text(hash) })?;
            return writeln!(self.output);
        }
        let points: Vec<String> = scores.iter().map(|(_, score)| score.to_string()).collect();
        let how = if over { "The match is over" } else { "The record ends here" };
        writeln!(self.output, "{how} after {actions} actions, {}. State {hash}", points.join(" : "))
    }
}
