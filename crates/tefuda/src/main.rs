//! `tefuda`: the command line of the house.

mod arena;
mod backup;
mod bench;
mod bot;
mod cli;
mod failure;
mod games;
mod health;
mod lines;
mod load;
mod play;
mod player;
mod program;
mod progress;
mod replacement;
mod replay;
mod review;
mod rules;
mod screen;
mod serve;
mod settings;
mod text;
mod text_client;
mod train;
mod verify;
mod watch;

use std::process::ExitCode;

use clap::{FromArgMatches, Parser, Subcommand};

/// Tefuda, a card house: Koi-Koi, Kierki and Kaboom.
///
/// Without a command it opens the house, as `tefuda serve` does.
#[derive(Parser)]
#[command(version, after_help = cli::EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Open the house: tables for people and programs, in browsers, terminals and plain text.
    Serve(serve::Options),
    /// Open a house for plain text alone: people play with `nc`, telnet or `tefuda text-client`.
    #[command(after_help = "\
Examples:
  tefuda text-server 8082 --host 0.0.0.0
  nc localhost 8082")]
    TextServer(text::Options),
    /// Play at a house's text port.
    #[command(after_help = "\
Examples:
  tefuda text-client
  tefuda text-client example.org 8082")]
    TextClient(text_client::Options),
    /// Ask whether a house is open, and ready for players; for those who watch over it.
    #[command(after_help = "\
Examples:
  tefuda health http://127.0.0.1:8080")]
    Health(health::Options),
    /// Copy everything that a house keeps to a file; it may be open meanwhile.
    #[command(after_help = "\
Examples:
  tefuda backup friday.db
  tefuda backup friday.db --data /var/lib/tefuda --json")]
    Backup(backup::BackupOptions),
    /// Put a backup back into a data directory.
    #[command(after_help = "\
Examples:
  tefuda restore friday.db --data /var/lib/tefuda --replace")]
    Restore(backup::RestoreOptions),
    /// Play against bots, friends or programs: on the whole screen of a terminal, or line by line.
    #[command(after_help = "\
Examples:
  tefuda play
  tefuda play kaboom --seats 4 --level strong
  tefuda play --server https://example.org/t/K7F3Q9MX
  tefuda play koikoi --plain --preset japan --rounds 3 --rule double_at=7")]
    Play(play::Options),
    /// Watch a table of a server.
    #[command(after_help = "\
Examples:
  tefuda watch K7F3Q9MX --server https://example.org")]
    Watch(watch::Options),
    /// Print a recorded match, checking every action.
    #[command(after_help = "\
Examples:
  tefuda replay match.json
  tefuda replay match.json --json | jq .event
  tefuda replay match.json --tui")]
    Replay(replay::Options),
    /// Look at a recorded match again: what each decision was worth, which were mistakes, and what was luck.
    #[command(after_help = "\
Examples:
  tefuda review match.json             how seat 0 has played
  tefuda review match.json --seat 1    how the other one has")]
    Review(review::Options),
    /// Look whether a recorded match was dealt fairly, and went as its file says.
    #[command(after_help = "\
Examples:
  tefuda verify match.json --commitment 5f0c... --entropy 0=9f2c41d0a6")]
    Verify(verify::Options),
    /// Show a game's rulesets, knob by knob.
    #[command(after_help = "\
Examples:
  tefuda rules koikoi
  tefuda rules kaboom --preset party --json")]
    Rules(rules::Options),
    /// Let bots play many matches against each other.
    #[command(after_help = "\
Examples:
  tefuda arena koikoi --preset nintendo --a expert --b strong --matches 400 --seed 7
  tefuda arena kierki --a \"python3 bot.py\" --b casual --json")]
    Arena(arena::Options),
    /// Answer questions as a bot: JSON lines on standard input and output, as docs/bots.md tells.
    #[command(after_help = "\
Examples:
  tefuda bot --game koikoi --level strong --seed 7")]
    Bot(bot::Options),
    /// Let a net learn by playing against itself.
    #[command(after_help = "\
Examples:
  tefuda train koikoi --matches 100000 --seed 1 --out koikoi.net")]
    Train(train::Options),
    /// Measure how many random rounds one core plays in a second.
    #[command(after_help = "\
Examples:
  tefuda bench kaboom --seats 4 --seconds 5 --json")]
    Bench(bench::Options),
    /// Let many clients play over the network, and measure what that costs the server.
    #[command(
        args_override_self = true,
        after_help = "\
Examples:
  tefuda load --tables 200 --pace 1 --store memory,sqlite
  tefuda load --goals --json"
    )]
    Load(load::Options),
    /// Print what lets a shell complete commands and options.
    #[command(after_help = "\
Examples:
  tefuda completions bash > ~/.local/share/bash-completion/completions/tefuda
  tefuda completions zsh > ~/.zfunc/_tefuda
  tefuda completions fish > ~/.config/fish/completions/tefuda.fish")]
    Completions(cli::Completions),
    /// Print the manual, or write a page for each command.
    #[command(after_help = "\
Examples:
  tefuda man | man -l -
  tefuda man --out ~/.local/share/man/man1")]
    Man(cli::Man),
    /// The bare loop that `load` compares the house with.
    #[command(hide = true)]
    LoadLimit(load::LimitOptions),
}

fn main() -> ExitCode {
    let cli = Cli::from_arg_matches(&cli::command().get_matches()).unwrap_or_else(|error| error.exit());
    let done = match cli.command {
        Some(Command::Serve(options)) => options.run(),
        Some(Command::TextServer(options)) => options.run(),
        Some(Command::TextClient(options)) => options.run(),
        Some(Command::Health(options)) => options.run(),
        Some(Command::Backup(options)) => options.run(),
        Some(Command::Restore(options)) => options.run(),
        Some(Command::Play(options)) => options.run(),
        Some(Command::Watch(options)) => options.run(),
        Some(Command::Replay(options)) => options.run(),
        Some(Command::Review(options)) => options.run(),
        Some(Command::Verify(options)) => options.run(),
        Some(Command::Rules(options)) => options.run(),
        Some(Command::Arena(options)) => options.run(),
        Some(Command::Bot(options)) => options.run(),
        Some(Command::Train(options)) => options.run(),
        Some(Command::Bench(options)) => options.run(),
        Some(Command::Load(options)) => options.run(),
        Some(Command::Completions(options)) => options.run(),
        Some(Command::Man(options)) => options.run(),
        Some(Command::LoadLimit(options)) => options.run(),
        None => serve::Options::default().run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
