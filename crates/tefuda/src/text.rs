//! The text port, and a house that has nothing else.

use std::future::Future;
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use ::text::Limits;
use clap::Args;
use client::Dial;
use server::config::{Config, LogLevel, StoreKind};
use server::limits::Limited;
use server::listen::{closed, serve_each};
use server::{CannotServe, Server};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};

use crate::failure::Failure;
use crate::serve::{failure, log_as, stop};

/// How long nothing may be typed by whoever has not said its name.
const DOOR: Duration = Duration::from_secs(120);

/// `tefuda text-server`
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// The port; 0 takes a free one.
    #[arg(default_value_t = 8082)]
    port: u16,
    /// The address to listen at; `0.0.0.0` or `::` for all of the machine's.
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Keep players and tables in this directory; without it everything is forgotten in the end.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// How long somebody may type nothing, in seconds.
    #[arg(long, value_name = "N", default_value_t = 1800, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    idle: u64,
}

impl Options {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let store = if self.data.is_some() { StoreKind::Sqlite } else { StoreKind::Memory };
        let usual = Config::default();
        let config = Config {
            host: self.host,
            text_port: Some(self.port),
            text_idle: Duration::from_secs(self.idle),
            store,
            data: self.data.unwrap_or(usual.data.clone()),
            log_level: LogLevel::Warn,
            ..usual
        };
        log_as(&config);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(only_text(config))
    }
}

async fn only_text(mut config: Config) -> Result<(), Failure> {
    let stop = stop()?;
    let Some(listener) = listen(&mut config, "another port").await? else { return Ok(()) };
    let address = listener.local_addr()?;
    let server = Server::inside(config).await.map_err(failure)?;
    let text = tokio::spawn(serve(listener, &server, false));
    let (host, port) = (address.ip(), address.port());
    writeln!(
        io::stdout(),
        "Tefuda in plain text is at {address}: nc {host} {port}, or tefuda text-client {host} {port}"
    )?;
    server.run(stop).await.map_err(failure)?;
    let _ = text.await;
    Ok(())
}

/// Listens where the settings say, and notes which port that is. If that cannot be, there is something else to choose.
pub(crate) async fn listen(config: &mut Config, choose: &str) -> Result<Option<TcpListener>, Failure> {
    let Some(address) = config.text_address() else { return Ok(None) };
    let listener = TcpListener::bind(address).await.map_err(|why| {
        Failure::Usage(format!("{}; choose {choose}", CannotServe::Listen { address, why }))
    })?;
    config.text_port = Some(listener.local_addr()?.port());
    Ok(Some(listener))
}

/// Serves whoever comes, until the house closes; others may come by a browser or not.
pub(crate) fn serve(
    listener: TcpListener,
    server: &Server,
    browsers: bool,
) -> impl Future<Output = ()> + Send + use<> {
    let (door, reception, config) = (server.door(), server.reception().clone(), server.config());
    let limits = Limits {
        idle: config.text_idle,
        door: config.text_idle.min(DOOR),
        lines_per_second: config.messages_per_second,
        burst: config.message_burst,
    };
    let visitors = reception.clone();
    let talk = move |stream: TcpStream, peer: IpAddr| {
        let (door, reception) = (door.clone(), visitors.clone());
        async move {
            let _counted = reception.meters.connected("text");
            let dial = Dial::inside(move || door.open(peer));
            ::text::serve(stream, dial, limits, browsers, closed(&reception)).await;
        }
    };
    serve_each(listener, reception, talk, refuse)
}

async fn refuse(mut stream: TcpStream, why: Limited) {
    // Whoever is gone already need not be told.
    let _ = stream.write_all(format!("No: {why}. Goodbye.\r\n").as_bytes()).await;
    let _ = stream.shutdown().await;
}
