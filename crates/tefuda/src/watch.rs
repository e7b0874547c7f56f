use clap::Args;
use tui::{Begin, Choice};
use wire::Code;

use crate::failure::Failure;
use crate::screen::{self, LookOptions, Visitor};

/// `tefuda watch`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The table's code, or its link.
    table: String,
    /// The server where the table is, if its link does not say.
    #[arg(long, value_name = "URL", env = "TEFUDA_SERVER", default_value = "http://127.0.0.1:8080")]
    server: String,
    /// Your name.
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    look: LookOptions,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (server, code) = match self.table.parse::<Code>() {
            Ok(code) => (self.server.as_str(), Some(code)),
            Err(_) => (self.table.as_str(), None),
        };
        let (_, _, table) = screen::address(server, code)?;
        if table.is_none() {
            return Err(Failure::Usage(
                "a table is named by its code, like K7F3Q9MX, or by its link".to_owned(),
            ));
        }
        if !screen::is_there() {
            return Err(screen::needed("watching"));
        }
        let home = Begin::Home(Choice::default());
        let visitor = Visitor { name: self.name.clone(), pass: None, look: self.look.look(), pace: None };
        screen::at_server(server, code, visitor, home, true)
    }
}
