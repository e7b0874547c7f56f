use std::io::{self, IsTerminal, Write};

use clap::Args;
use server::config::{Config, LogFormat, LogLevel};
use server::{CannotServe, Server};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use crate::failure::Failure;
use crate::settings::Settings;
use crate::text;

/// `tefuda serve`
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Options {
    #[command(flatten)]
    settings: Settings,
}

impl Options {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let config = self.settings.read()?;
        log_as(&config);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        // With the runtime goes everything that holds the store, which then writes what it was still given.
        runtime.block_on(serve(config))
    }
}

async fn serve(mut config: Config) -> Result<(), Failure> {
    // From here on nobody who stops the server does so without its noticing.
    let stop = stop()?;
    let text = text::listen(&mut config, "another port with --text-port").await?;
    let server = Server::open(config).await.map_err(failure)?;
    let text = text.map(|text| tokio::spawn(text::serve(text, &server, true)));
    print(server.config(), io::stdout().lock())?;
    let recovered = server.recovered();
    let (tables, unreadable) = (recovered.tables, recovered.unreadable.len());
    tracing::info!(tables, unreadable, url = server.config().url(), "the house is open");
    let served = server.run(stop).await;
    if let Some(text) = text {
        // It ends with the house.
        let _ = text.await;
    }
    served.map_err(failure)?;
    tracing::info!("the house is closed");
    Ok(())
}

/// Comes when the process is asked to end.
pub(crate) fn stop() -> io::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => tracing::info!("told to stop"),
            _ = interrupt.recv() => tracing::info!("interrupted"),
        }
    })
}

/// The effective settings, and where the house is.
fn print(config: &Config, mut output: impl Write) -> io::Result<()> {
    let settings = config.effective();
    if config.log == LogFormat::Json {
        let settings: serde_json::Map<String, serde_json::Value> =
            settings.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        return writeln!(output, "{}", serde_json::json!({ "url": config.url(), "settings": settings }));
    }
    writeln!(output, "The settings:")?;
    for (name, value) in settings {
        writeln!(output, "  {name} = {value}")?;
    }
    if let Some(port) = config.lines_port {
        writeln!(output, "Programs connect to port {port}.")?;
    }
    if let Some(address) = config.text_address() {
        writeln!(output, "In plain text: tefuda text-client {} {}", address.ip(), address.port())?;
    }
    if let Some(port) = config.kierki_port {
        writeln!(output, "Kierki clients connect to port {port}.")?;
    }
    writeln!(output, "Tefuda is at {}/", config.url())
}

pub(crate) fn failure(error: CannotServe) -> Failure {
    match error {
        CannotServe::Failed(_) => Failure::Server(error.to_string()),
        CannotServe::Store(_) => Failure::usage(error),
        CannotServe::Listen { address, .. } => Failure::Usage(format!(
            "{error}; another house may be open at port {}, and a --port, --lines-port or --kierki-port of 0 takes a free one",
            address.port()
        )),
    }
}

/// Log lines go to standard error. Libraries are heard only where something is wrong.
pub(crate) fn log_as(config: &Config) {
    let level = match config.log_level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    let own = ["client", "server", "store", "table", "tefuda", "text", "wire"].map(|name| (name, level));
    let filter = Targets::new().with_default(level.min(LevelFilter::WARN)).with_targets(own);
    let lines = fmt::layer().with_ansi(io::stderr().is_terminal()).with_writer(io::stderr);
    let lines = match config.log {
        LogFormat::Human => lines.with_target(false).boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
}
