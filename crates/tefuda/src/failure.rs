use std::io;
use std::process::ExitCode;

use crate::program::ProgramError;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A wrong option, knob or file: exit code 2.
    Usage(String),
    /// A replay that is not a legal match: exit code 1.
    Refused(String),
    /// A program in a seat broke the bot protocol: exit code 3.
    Program(ProgramError),
    /// A server could not keep what it had promised: exit code 4.
    Server(String),
    /// Reading or writing failed: exit code 2, unless it was only that nobody reads on.
    Io(io::Error),
}

impl Failure {
    pub(crate) fn usage(sentence: impl ToString) -> Failure {
        Failure::Usage(sentence.to_string())
    }

    /// Says it on standard error and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (sentence, code) = match self {
            Failure::Usage(sentence) => (sentence, 2),
            Failure::Refused(sentence) => (sentence, 1),
            Failure::Program(error) => (error.to_string(), 3),
            Failure::Server(sentence) => (sentence, 4),
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Io(error) => (error.to_string(), 2),
        };
        eprintln!("tefuda: {sentence}");
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<ProgramError> for Failure {
    fn from(error: ProgramError) -> Failure {
        Failure::Program(error)
    }
}
