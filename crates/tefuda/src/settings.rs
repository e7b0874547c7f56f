//! The settings of the house as flags, from the environment and from a file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use server::config::{Config, Layer, Setting};

use crate::failure::Failure;

/// A flag for every setting, and `--config` for a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    file: Option<PathBuf>,
    flags: BTreeMap<String, String>,
}

impl Settings {
    /// The settings that hold, or everything that is wrong with them.
    pub(crate) fn read(&self) -> Result<Config, Failure> {
        // The builder's switch has such a name too, and is no setting.
        let environment = std::env::vars().filter(|(name, _)| name != "TEFUDA_NO_PAGE");
        let mut layers = vec![Layer::flags(self.flags.clone()), Layer::environment(environment)];
        let file = self.file.clone().or_else(|| std::env::var_os("TEFUDA_CONFIG").map(PathBuf::from));
        if let Some(file) = file {
            let name = file.display().to_string();
            let text = std::fs::read_to_string(&file);
            let text = text.map_err(|error| Failure::usage(format!("cannot read {name}: {error}")))?;
            layers.push(Layer::file(&name, &text).map_err(Failure::usage)?);
        }
        Config::read(&layers).map_err(Failure::usage)
    }
}

fn flag(setting: &Setting) -> Arg {
    let Setting { name, about, default } = setting;
    let default = if default.is_empty() { "" } else { &format!(" [default: {default}]") };
    Arg::new(*name)
        .long(name.replace('_', "-"))
        .value_name("VALUE")
        .help(format!("{}{default}", about.trim()))
        .help_heading(heading(name))
        .allow_hyphen_values(true)
}

/// What a setting is about.
fn heading(name: &str) -> &'static str {
    match name {
        "host" | "port" | "lines_port" | "base_path" | "public_url" | "origins" | "trusted_proxies" => {
            "Where the house is found"
        }
        "data" | "store" | "idle_table" | "abandoned_table" => "What is kept",
        name if name.starts_with("text") => "Plain text",
        name if name.starts_with("kierki") => "The Kierki protocol",
        name if name.starts_with("log") || name.starts_with("metrics") => "What is told of it",
        name if name.starts_with("webhook") => "Webhooks",
        _ => "How much may be asked for",
    }
}

impl Args for Settings {
    fn augment_args(command: Command) -> Command {
        let file = Arg::new("config")
            .long("config")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("A TOML file with settings, under these names with `_` for `-`");
        command.arg(file).args(Config::SETTINGS.iter().map(flag)).after_help(
            "Examples:
  tefuda serve
  tefuda serve --host 0.0.0.0 --public-url https://cards.example --data /var/lib/tefuda
  tefuda serve --config house.toml

Each setting may also be given in the environment: TEFUDA_PORT for --port. Flags come before the environment, that \
             before the file. See docs/hosting.md.",
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Settings::augment_args(command)
    }
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Settings, clap::Error> {
        let mut settings = Settings::default();
        settings.update_from_arg_matches(matches)?;
        Ok(settings)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.file = matches.get_one::<PathBuf>("config").cloned();
        let given = |setting: &Setting| {
            Some((setting.name.to_owned(), matches.get_one::<String>(setting.name)?.clone()))
        };
        self.flags = Config::SETTINGS.iter().filter_map(given).collect();
        Ok(())
    }
}
