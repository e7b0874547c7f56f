//! The client of the public Kierki protocol, for other people's servers too.

use std::io::{BufRead, Write};
use std::process::ExitCode;

use bots::Level;
use clap::{ArgAction, ArgGroup, Parser};
use game::Seat;
use server::kierki::visit::{connect, visit};
use server::kierki::{Family, Guest, Report, Style};
use tokio::sync::mpsc;

/// Plays Kierki on a server, over TCP: by itself with -a, or for a person at the terminal.
///
/// A person types !10C to play a card, `cards` for the hand and `tricks` for the tricks taken. See docs/kierki-protocol.md.
#[derive(Parser)]
#[command(name = "kierki-klient", disable_help_flag = true, args_override_self = true)]
#[command(group = ArgGroup::new("seat").required(true).multiple(true))]
struct Options {
    /// The server's name or address
    #[arg(short = 'h', value_name = "HOST")]
    host: String,
    /// The server's port
    #[arg(short = 'p', value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    port: u16,
    /// Sit in the north
    #[arg(short = 'N', group = "seat", overrides_with_all = ["east", "south", "west"])]
    north: bool,
    /// Sit in the east
    #[arg(short = 'E', group = "seat", overrides_with_all = ["north", "south", "west"])]
    east: bool,
    /// Sit in the south
    #[arg(short = 'S', group = "seat", overrides_with_all = ["north", "east", "west"])]
    south: bool,
    /// Sit in the west
    #[arg(short = 'W', group = "seat", overrides_with_all = ["north", "east", "south"])]
    west: bool,
    /// Use IPv4 only
    #[arg(short = '4', overrides_with = "v6")]
    v4: bool,
    /// Use IPv6 only
    #[arg(short = '6', overrides_with = "v4")]
    v6: bool,
    /// Play automatically, and report all messages on standard output
    #[arg(short = 'a')]
    automatic: bool,
    /// How well the automatic player plays: beginner, casual, club, strong or expert (the default)
    #[arg(long, value_name = "LEVEL", requires = "automatic")]
    level: Option<Level>,
    /// Print help
    #[arg(long, action = ArgAction::Help)]
    help: Option<bool>,
}

impl Options {
    fn seat(&self) -> Seat {
        let chosen = [self.north, self.east, self.south, self.west];
        let index = chosen.iter().position(|chosen| *chosen).expect("clap requires one of the seats");
        Seat::new(index).expect("there are more than four seats")
    }

    fn family(&self) -> Family {
        match (self.v4, self.v6) {
            (true, _) => Family::V4,
            (_, true) => Family::V6,
            _ => Family::Any,
        }
    }
}

fn main() -> ExitCode {
    let options: Options = match args::parse() {
        Ok(options) => options,
        Err(code) => return code,
    };
    let code = match run(&options) {
        Ok(()) => 0,
        Err(message) => {
            eprintln!("kierki-klient: {message}");
            1
        }
    };
    // The thread that waits for the keyboard cannot be called back.
    std::process::exit(code)
}

fn run(options: &Options) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start: {error}"))?;
    let (style, report, typed) = match options.automatic {
        true => (
            Style::Automatic(options.level.unwrap_or(Level::Expert)),
            Report::to(std::io::stdout()),
            mpsc::channel(1).1,
        ),
        false => (Style::Person, Report::silent(), keyboard()),
    };
    let game = async {
        let stream = connect(&options.host, options.port, options.family()).await?;
        visit(stream, Guest::new(options.seat(), style), typed, report, show).await
    };
    runtime.block_on(game).map_err(|error| error.to_string())
}

/// The lines that a person types, read by a thread of its own: the network never waits for the keyboard.
fn keyboard() -> mpsc::Receiver<String> {
    let (typed, lines) = mpsc::channel(16);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { break };
            if typed.blocking_send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    });
    lines
}

fn show(text: &str) {
    let mut out = std::io::stdout().lock();
    // A terminal that is gone does not end the game.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

#[path = "shared/args.rs"]
mod args;
