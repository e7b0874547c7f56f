//! The server of the public Kierki protocol, for other people's clients too.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use server::kierki::{Report, listen, serve};
use wire::kierki::GameFile;

/// Plays one game of Kierki with four clients, over TCP.
///
/// The report of all messages goes to standard output. See docs/kierki-protocol.md.
#[derive(Parser)]
#[command(name = "kierki-serwer", disable_help_flag = true, args_override_self = true)]
struct Options {
    /// The file with the deals of the game
    #[arg(short = 'f', value_name = "FILE")]
    file: PathBuf,
    /// The port; without it, or with 0, the system chooses one, which is printed on standard error
    #[arg(short = 'p', value_name = "PORT", default_value_t = 0)]
    port: u16,
    /// How long clients may take, for IAM and for every card
    #[arg(short = 't', value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    timeout: u32,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    help: Option<bool>,
}

fn main() -> ExitCode {
    let options: Options = match args::parse() {
        Ok(options) => options,
        Err(code) => return code,
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("kierki-serwer: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let shown = options.file.display();
    let bytes = std::fs::read(&options.file).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let file = GameFile::parse(&bytes).map_err(|bad| format!("{shown}: {bad}"))?;
    let listener =
        listen(options.port).map_err(|error| format!("cannot listen on port {}: {error}", options.port))?;
    if options.port == 0 {
        let address = listener.local_addr().map_err(|error| format!("cannot tell the port: {error}"))?;
        eprintln!("kierki-serwer: listening on port {}", address.port());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start: {error}"))?;
    let timeout = Duration::from_secs(options.timeout.into());
    let game = serve(listener, file, timeout, Report::to(std::io::stdout()));
    runtime.block_on(game).map_err(|error| error.to_string())?;
    Ok(())
}

#[path = "shared/args.rs"]
mod args;
