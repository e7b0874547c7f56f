//! The command line as a whole: its help, completions for shells, and manual pages.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use crate::Cli;
use crate::failure::Failure;

/// What the exit codes mean, for the help, the manual and the documents.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  a replay is not a legal or not a fair match
  2  a wrong option, knob or file, or nobody answers
  3  a program in a seat broke the bot protocol
  4  a server could not keep what it had promised, or is not ready";

/// The commands in the order and the groups of the help.
const GROUPS: &[(&str, &[&str])] = &[
    ("Play", &["play", "watch", "text-client", "rules"]),
    ("Host", &["serve", "text-server", "health", "backup", "restore"]),
    ("Look at matches", &["replay", "review", "verify"]),
    ("Bots and programs", &["arena", "bot", "train"]),
    ("Tools", &["bench", "load", "completions", "man", "help"]),
];

/// The whole command, with its subcommands in groups.
pub(crate) fn command() -> Command {
    let mut command = Cli::command();
    // Only a built command has `help` among its subcommands.
    command.build();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}Options:\n{{options}}\n{{after-help}}",
        groups(&command)
    );
    Cli::command().help_template(template)
}

/// The groups with a line for each command; one that is not there is left out.
fn groups(command: &Command) -> String {
    let mut text = String::new();
    for (heading, names) in GROUPS {
        text += &format!("{heading}:\n");
        for name in *names {
            if let Some(about) = command.find_subcommand(name).and_then(Command::get_about) {
                text += &format!("  {name:<12}  {}\n", about.to_string().trim_end_matches('.'));
            }
        }
        text.push('\n');
    }
    text
}

/// `tefuda completions`
#[derive(Args, Clone, Debug)]
pub(crate) struct Completions {
    /// The shell that they are for.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "tefuda", &mut script);
        Ok(io::stdout().write_all(&script)?)
    }
}

/// `tefuda man`
#[derive(Args, Clone, Debug)]
pub(crate) struct Man {
    /// Write a page for each command into this directory, which must be there.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let Some(out) = &self.out else {
            return Ok(clap_mangen::Man::new(Cli::command()).render(&mut io::stdout())?);
        };
        let bad = |error: io::Error| {
            Failure::Usage(format!("{}: {error}; --out names a directory that is there", out.display()))
        };
        clap_mangen::generate_to(Cli::command(), out).map_err(bad)?;
        let pages = std::fs::read_dir(out).map_err(bad)?.count();
        Ok(writeln!(
            io::stdout(),
            "{} has {pages} pages; man -l {0}/tefuda.1 shows the first",
            out.display()
        )?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let mut command = Cli::command();
        command.build();
        let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
        for name in shown.map(Command::get_name) {
            let groups = GROUPS.iter().filter(|(_, names)| names.contains(&name)).count();
            assert_eq!(groups, 1, "{name}");
        }
    }

    #[test]
    fn the_command_is_sound() {
        command().debug_assert();
    }
}
