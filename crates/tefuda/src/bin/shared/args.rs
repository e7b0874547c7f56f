//! What both Kierki programs do with arguments that they cannot use.

use std::process::ExitCode;

/// Help goes to standard output and is no failure; everything else is a message on standard error and exit code 1, where clap
/// would say 2.
pub(crate) fn explain(error: &clap::Error) -> ExitCode {
    // Nothing can be done about an output that does not take the text.
    let _ = error.print();
    if error.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
