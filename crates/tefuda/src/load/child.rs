//! The server that is measured: this very program, started for it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use super::options::Store;
use crate::failure::Failure;

/// A process that serves on a core of its own, and ends with this value.
pub(super) struct Server {
    child: Child,
    /// The port for HTTP and WebSockets.
    pub(super) http: u16,
    /// The port for lines; 0 if it has none.
    pub(super) lines: u16,
}

/// The core that the server has, and the one that everything else has.
const CORES: [usize; 2] = [1, 0];

/// Limits that are no limits.
const GENEROUS: &str = "--connections 1000000 --connections-per-address 1000000 --tables 1000000 --tables-per-player 10000 \
    --messages-per-second 10000 --message-burst 10000 --requests-per-second 100000 --request-burst 100000 \
    --guests-per-hour 1000000";

impl Server {
    /// `tefuda serve` over this directory, with ports for HTTP and lines; free ones if they are 0.
    pub(super) fn house(
        store: Store,
        data: &Path,
        [http, lines]: [u16; 2],
        pinned: bool,
    ) -> Result<Server, Failure> {
        let mut arguments: Vec<String> = vec!["serve".to_owned(), "--data".to_owned()];
        arguments.push(data.display().to_string());
        arguments.extend(["--store", store.name(), "--log", "json", "--log-level", "warn"].map(String::from));
        arguments.extend([
            format!("--port={http}"),
            format!("--lines-port={lines}"),
            "--text-port=none".to_owned(),
        ]);
        arguments.extend(GENEROUS.split_whitespace().map(String::from));
        Server::start(&arguments, pinned)
    }

    /// `tefuda load-limit`
    pub(super) fn limit(ack: usize, update: usize, pinned: bool) -> Result<Server, Failure> {
        Server::start(&["load-limit".to_owned(), ack.to_string(), update.to_string()], pinned)
    }

    /// It tells on its first line where it listens.
    fn start(arguments: &[String], pinned: bool) -> Result<Server, Failure> {
        let program = std::env::current_exe()?;
        let mut command = match pinned {
            true => {
                let mut command = Command::new("taskset");
                command.args(["-c", &CORES[0].to_string()]).arg(program);
                command
            }
            false => Command::new(program),
        };
        let mut child = command.args(arguments).stdout(Stdio::piped()).stdin(Stdio::null()).spawn()?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let told: Value = serde_json::from_str(&line)
            .map_err(|_| Failure::usage("the server that was started does not serve"))?;
        let port = |name: &str| told["settings"][name].as_str().and_then(|port| port.parse().ok());
        let http = port("port").ok_or_else(|| Failure::usage("the server does not tell its port"))?;
        Ok(Server { child, http, lines: port("lines_port").unwrap_or(0) })
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Without any warning, as `kill -9`.
    pub(super) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Leaves the server's core to the server, where there are two and the means to choose one. Whether that is so.
pub(super) fn step_aside() -> bool {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    cores > 1 && taskset(&["-acp", &CORES[1].to_string(), &std::process::id().to_string()])
}

fn taskset(arguments: &[&str]) -> bool {
    let mut command = Command::new("taskset");
    let done = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}
