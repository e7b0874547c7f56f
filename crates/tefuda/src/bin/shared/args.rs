//! How both Kierki programs read their arguments.

use std::process::ExitCode;

use clap::Parser;

/// The options, or what the program ends with. `--man` alone prints the page of the manual, for who packs the program.
pub(crate) fn parse<Options: Parser>() -> Result<Options, ExitCode> {
    if std::env::args_os().skip(1).eq(["--man"]) {
        let printed = clap_mangen::Man::new(Options::command()).render(&mut std::io::stdout());
        return Err(if printed.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    Options::try_parse().map_err(|error| explain(&error))
}

/// Help goes to standard output and is no failure; everything else is a message on standard error and exit code 1, where clap
/// would say 2.
fn explain(error: &clap::Error) -> ExitCode {
    // Nothing can be done about an output that does not take the text.
    let _ = error.print();
    if error.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
