use std::fmt;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use bots::{Decision, UnknownLevel};
use wire::Codec;
use wire::bot::{BadAnswer, LONGEST_LINE, read_answer, write_question};

use crate::lines::{self, Line};

/// How long a program may take to end by itself, when no more is asked.
const GRACE: Duration = Duration::from_millis(200);
/// How often it is looked at meanwhile.
const GLANCE: Duration = Duration::from_millis(5);

/// How a program is started, in words that are split as a shell does it, and nothing more: whoever wants a shell writes `sh -c '...'`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandLine {
    text: String,
    name: String,
    arguments: Vec<String>,
}

/// A text that is no command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadCommandLine {
    #[error("it is empty")]
    Empty,
    #[error("a quotation mark is missing, or something after the last backslash")]
    Quotes,
}

impl FromStr for CommandLine {
    type Err = BadCommandLine;

    fn from_str(text: &str) -> Result<CommandLine, BadCommandLine> {
        let mut words = shlex::split(text).ok_or(BadCommandLine::Quotes)?.into_iter();
        let name = words.next().filter(|name| !name.is_empty()).ok_or(BadCommandLine::Empty)?;
        Ok(CommandLine { text: text.to_owned(), name, arguments: words.collect() })
    }
}

/// Whole, for two programs may differ in their last word; without anything that a terminal obeys.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text.replace(char::is_control, "?"))
    }
}

/// Somebody's own program in a seat, by the bot protocol of docs/bots.md.
///
/// It gets one question at a time. One thread writes them and another hears what it says, asked or not, so that neither a program that
/// reads nothing nor one that says nothing holds up more than its time limit. When it is dropped, it has no more input, and is killed
/// if it does not end soon after that.
pub(crate) struct Program {
    command: CommandLine,
    limit: Duration,
    child: Child,
    /// `None` once nothing more is asked.
    questions: Option<Sender<String>>,
    heard: Receiver<Heard>,
}

/// What a program said.
enum Heard {
    Line(Vec<u8>),
    TooLong,
    Unasked,
    /// Its input or output is closed.
    Nothing,
}

/// A program that does not do as it should.
#[derive(Debug)]
pub(crate) struct ProgramError {
    command: CommandLine,
    fault: Fault,
}

/// What is wrong with a program.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("cannot be started: {0}; if a level is meant, {UnknownLevel}")]
    Start(io::Error),
    #[error("ended in the middle of the game ({0})")]
    Ended(ExitStatus),
    #[error("closed its input or output in the middle of the game")]
    Closed,
    #[error("gave no answer within {} ms", .0.as_millis())]
    TimeLimit(Duration),
    #[error("gave an answer longer than {LONGEST_LINE} bytes")]
    TooLong,
    #[error("said a line that nobody asked for")]
    Unasked,
    #[error("broke the bot protocol: {0}")]
    Answer(BadAnswer),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program `{}` {}", self.command, self.fault)
    }
}

impl Program {
    pub(crate) fn start(command: &CommandLine, limit: Duration) -> Result<Program, ProgramError> {
        let (input, output) = (Stdio::piped(), Stdio::piped());
        let child = Command::new(&command.name).args(&command.arguments).stdin(input).stdout(output).spawn();
        let mut child =
            child.map_err(|error| ProgramError { command: command.clone(), fault: Fault::Start(error) })?;
        let (questions, asked) = channel();
        // Who says much unasked has to wait.
        let (say, heard) = sync_channel(1);
        if let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            let closed = say.clone();
            thread::spawn(move || pass_on(input, &asked, &closed));
            thread::spawn(move || listen(output, &say));
        }
        Ok(Program { command: command.clone(), limit, child, questions: Some(questions), heard })
    }

    /// What it decides; `None`, to let things be, only if it need not act.
    pub(crate) fn ask<G: Codec>(
        &mut self,
        view: &G::View,
        legal: &[G::Action],
        must: bool,
    ) -> Result<Option<Decision<G::Action>>, ProgramError> {
        let line = self.hear(write_question::<G>(view, legal, must)).map_err(|fault| self.failed(fault))?;
        read_answer(&line, legal, must).map_err(|bad| self.failed(Fault::Answer(bad)))
    }

    fn hear(&mut self, question: String) -> Result<Vec<u8>, Fault> {
        let heard = match self.heard.try_recv() {
            Ok(Heard::Line(_)) => Some(Heard::Unasked),
            Ok(heard) => Some(heard),
            Err(_) => {
                let sent = self.questions.as_ref().is_some_and(|questions| questions.send(question).is_ok());
                if sent { self.heard.recv_timeout(self.limit).ok() } else { Some(Heard::Nothing) }
            }
        };
        match heard {
            Some(Heard::Line(line)) => Ok(line),
            Some(Heard::TooLong) => Err(Fault::TooLong),
            Some(Heard::Unasked) => Err(Fault::Unasked),
            Some(Heard::Nothing) => Err(self.end().map_or(Fault::Closed, Fault::Ended)),
            None => Err(Fault::TimeLimit(self.limit)),
        }
    }

    fn failed(&self, fault: Fault) -> ProgramError {
        ProgramError { command: self.command.clone(), fault }
    }

    /// Asks no more and waits for the program's end; kills it if that does not come.
    fn end(&mut self) -> Option<ExitStatus> {
        self.questions = None;
        for _ in 0..GRACE.as_millis() / GLANCE.as_millis() {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(GLANCE);
        }
        // It may have ended just now, and then there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}

/// Writes questions until nobody asks any more, or the program reads no more. Then its input is closed.
fn pass_on(mut input: ChildStdin, asked: &Receiver<String>, say: &SyncSender<Heard>) {
    for question in asked {
        if input.write_all(format!("{question}\n").as_bytes()).is_err() {
            let _ = say.send(Heard::Nothing);
            return;
        }
    }
}

/// Hears line after line until nobody listens any more, or there is nothing more to hear.
fn listen(output: ChildStdout, say: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let line = lines::next(&mut output, LONGEST_LINE);
        let heard = match line {
            Ok(Some(Line::Whole(_))) if !output.buffer().is_empty() => Heard::Unasked,
            Ok(Some(Line::Whole(line))) => Heard::Line(line),
            Ok(Some(Line::TooLong)) => Heard::TooLong,
            Ok(None) | Err(_) => Heard::Nothing,
        };
        let goes_on = matches!(heard, Heard::Line(_));
        if say.send(heard).is_err() || !goes_on {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{ActionList, Deals, Game, Ruleset, Seat, Viewer};
    use koikoi::{KoiKoi, Rules};

    #[test]
    fn a_line_that_comes_after_the_answer_answers_no_later_question() {
        let rules = Rules::preset("quick").unwrap();
        let state = KoiKoi::start(&rules, 2, &Deals::Seed(7.into()), &mut ()).unwrap();
        let mut legal = ActionList::new();
        state.legal(Seat::FIRST, &mut legal);
        let command = "sh -c 'read x; echo null; sleep 0.1; echo null; read y'".parse().unwrap();
        let mut program = Program::start(&command, Duration::from_secs(60)).unwrap();
        let mut ask = || program.ask::<KoiKoi>(&state.view(Viewer::Seat(Seat::FIRST)), &legal, false);
        assert!(matches!(ask(), Ok(None)));
        thread::sleep(Duration::from_secs(1));
        assert!(matches!(ask(), Err(ProgramError { fault: Fault::Unasked, .. })));
    }

    #[test]
    fn a_command_is_told_whole_and_obeyed_by_no_terminal() {
        let text = format!("python3 {} one\u{1b}[2J", "long/".repeat(20));
        let command: CommandLine = text.parse().unwrap();
        assert_eq!(command.to_string(), text.replace('\u{1b}', "?"));
    }
}
