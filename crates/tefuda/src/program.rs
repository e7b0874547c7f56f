use std::fmt;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, Sender, channel};
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

/// Cut, for people.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&cards::quoted(&self.text))
    }
}

/// Somebody's own program in a seat, by the bot protocol of docs/bots.md.
///
/// It gets one question at a time. A thread of its own writes it and waits for the answer, so that neither a program that reads nothing
/// nor one that says nothing holds up more than its time limit. When it is dropped, it has no more input, and is killed if it
/// does not end soon after that.
pub(crate) struct Program {
    command: CommandLine,
    limit: Duration,
    child: Child,
    /// `None` once nothing more is asked.
    questions: Option<Sender<String>>,
    heard: Receiver<Heard>,
}

/// What came of a question.
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
    #[error("said more than one line for an answer")]
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
        let (say, heard) = channel();
        if let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            thread::spawn(move || converse(input, output, &asked, &say));
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
        let sent = self.questions.as_ref().is_some_and(|questions| questions.send(question).is_ok());
        let heard = if sent { self.heard.recv_timeout(self.limit).ok() } else { Some(Heard::Nothing) };
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

/// Passes on questions and answers until nobody asks any more, or the program does not go on. Then its input is closed.
fn converse(mut input: ChildStdin, output: ChildStdout, asked: &Receiver<String>, say: &Sender<Heard>) {
    let mut output = BufReader::new(output);
    for question in asked {
        let heard = if output.buffer().is_empty() {
            answer(&question, &mut input, &mut output).unwrap_or(Heard::Nothing)
        } else {
            Heard::Unasked
        };
        let goes_on = matches!(heard, Heard::Line(_));
        if say.send(heard).is_err() || !goes_on {
            return;
        }
    }
}

fn answer(question: &str, input: &mut ChildStdin, output: &mut BufReader<ChildStdout>) -> io::Result<Heard> {
    input.write_all(format!("{question}\n").as_bytes())?;
    Ok(match lines::next(output, LONGEST_LINE)? {
        Some(Line::Whole(line)) => Heard::Line(line),
        Some(Line::TooLong) => Heard::TooLong,
        None => Heard::Nothing,
    })
}
