use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use ureq::Agent;

use crate::failure::Failure;
use crate::settings::Settings;

/// Whoever watches over a house does not wait longer.
const PATIENCE: Duration = Duration::from_secs(3);

/// `tefuda health`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Where the house is; if not given, where `tefuda serve` with the same environment would open it
    url: Option<String>,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let url = match &self.url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => Settings::default().read()?.own_url(),
        };
        if !url.starts_with("http://") {
            return Err(Failure::usage(format!(
                "{}: the address of a house on this machine is like `http://127.0.0.1:8080`",
                cards::quoted(&url)
            )));
        }
        let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE));
        let answer = Agent::new_with_config(config.build()).get(format!("{url}/readyz")).call();
        let status =
            answer.map_err(|why| Failure::Server(format!("no house answers at {url}: {why}")))?.status();
        match status.as_u16() {
            200 => Ok(writeln!(io::stdout(), "{url} is open")?),
            503 => Err(Failure::Server(format!("{url} is about to close"))),
            status => Err(Failure::Server(format!("{url} is no house of ours: it answers {status}"))),
        }
    }
}
