use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use store::{DataDir, Log, Memory, Shard, Sqlite, StoreError};
use tokio::net::TcpListener;
use tokio_util::task::TaskTracker;

use crate::config::{Config, StoreKind};
use crate::connection::Reception;
use crate::defuse::Defuse;
use crate::house::{self, House, Recovered, Stage};
use crate::limits::Limits;
use crate::listen::{Door, serve_http, serve_kierki, serve_tcp};
use crate::meters::Meters;
use crate::players::Players;
use crate::webhook::{Hooks, Patience};

/// A whole house: store, tables, players, and the ports at which it is found.
pub struct Server {
    reception: Reception,
    ports: Ports,
    recovered: Recovered,
    /// Nobody else may use it as long as this server does.
    _data: Option<DataDir>,
}

/// Where it listens; nowhere, if it is only inside of this process.
#[derive(Default)]
struct Ports {
    http: Option<TcpListener>,
    lines: Option<TcpListener>,
    kierki: Option<TcpListener>,
}

/// Why a house does not open, or must close.
#[derive(Debug, thiserror::Error)]
pub enum CannotServe {
    /// The store cannot be used.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The port cannot be used.
    #[error("cannot listen at {address}: {why}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        why: io::Error,
    },
    /// What was promised could not be kept.
    #[error("the store has failed, and the server with it: {0}")]
    Failed(String),
}

impl Server {
    /// Opens the house, with every table that was there before. Clients can connect when this returns, and are served by
    /// [`Server::run`].
    pub async fn open(mut config: Config) -> Result<Server, CannotServe> {
        let store = open_store(&config)?;
        let http = listen(config.address()).await?;
        let lines = listen_if(config.lines_address()).await?;
        let kierki = listen_if(config.kierki_address()).await?;
        // The system may have chosen them.
        config.port = http.local_addr().map_or(config.port, |address| address.port());
        config.lines_port = port(&lines);
        config.kierki_port = port(&kierki);
        Server::with(config, store, Ports { http: Some(http), lines, kierki }).await
    }

    /// Opens a house without any port: only its [`Door`] leads in.
    pub async fn inside(config: Config) -> Result<Server, CannotServe> {
        let store = open_store(&config)?;
        Server::with(config, store, Ports::default()).await
    }

    async fn with(config: Config, (data, log): Opened, ports: Ports) -> Result<Server, CannotServe> {
        let fence = log.claim(Shard(0), &format!("tefuda {}", std::process::id()))?;
        let keeps = house::Bounds {
            tables: config.tables as usize,
            tables_per_player: config.tables_per_player as usize,
            tickets: config.tickets as usize,
            tickets_per_player: config.tickets_per_player as usize,
            idle: config.idle_table,
            abandoned: config.abandoned_table,
        };
        let meters = Arc::new(Meters::default());
        let house = House::open(log.clone(), fence.clone(), keeps, config.bot_threads(), meters.clone())?;
        if let Some(hooks) = Hooks::open(&config, Patience::default(), meters.clone()).map_err(no_thread)? {
            house.hook(hooks);
        }
        let recovered = house.recover().await?;
        let players = Arc::new(Players::new(log.clone(), fence.clone()));
        let defuse = Defuse::new(house.clone(), players.clone(), log, fence);
        defuse.recover().await?;
        let reception = Reception {
            house,
            players,
            defuse,
            limits: Arc::new(Limits::new(&config)),
            meters,
            config: Arc::new(config),
            visits: TaskTracker::new(),
        };
        Ok(Server { reception, ports, recovered, _data: data })
    }

    /// The settings, with the ports as they are.
    pub fn config(&self) -> &Config {
        &self.reception.config
    }

    /// What all connections share.
    pub fn reception(&self) -> &Reception {
        &self.reception
    }

    /// The way in for whoever is in the same process.
    pub fn door(&self) -> Door {
        Door::new(self.reception.clone())
    }

    /// What came back from before.
    pub fn recovered(&self) -> &Recovered {
        &self.recovered
    }

    /// Serves until it is told to stop. Then nobody new comes in, clients are told, and everything that was promised is durable
    /// when this returns.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), CannotServe> {
        let Server { reception, ports, _data, .. } = self;
        let (house, visits, drain) =
            (reception.house.clone(), reception.visits.clone(), reception.config.drain);
        let Ports { http, lines, kierki } = ports;
        let http = http.map(|http| tokio::spawn(serve_http(http, reception.clone())));
        let lines = lines.map(|lines| tokio::spawn(serve_tcp(lines, reception.clone())));
        let kierki = kierki.map(|kierki| tokio::spawn(serve_kierki(kierki, reception)));
        tokio::select! {
            () = stop => {
                // Play goes on for whoever does not leave at once, while nobody new is sent here.
                house.drain();
                visits.close();
                let _ = tokio::time::timeout(drain, visits.wait()).await;
                house.close().await;
            }
            () = failure(&house) => {}
        }
        // They end with the house.
        for listening in [http, lines, kierki].into_iter().flatten() {
            let _ = listening.await;
        }
        // Whoever takes longer to go is left behind.
        visits.close();
        let _ = tokio::time::timeout(drain, visits.wait()).await;
        // What has happened up to now is told, if that is quick.
        if let Some(ended) = house.hooks().and_then(Hooks::close) {
            let _ = tokio::time::timeout(drain, ended).await;
        }
        let failed = match &*house.stage().borrow() {
            Stage::Failed(why) => Some(why.clone()),
            Stage::Open | Stage::Draining | Stage::Closed => None,
        };
        failed.map_or(Ok(()), |why| Err(CannotServe::Failed(why)))
    }
}

/// Comes when the house has failed.
async fn failure(house: &House) {
    let _ = house.stage().wait_for(|stage| matches!(stage, Stage::Failed(_))).await;
}

/// A store, with the directory that it needs for itself.
type Opened = (Option<DataDir>, Arc<dyn Log>);

fn open_store(config: &Config) -> Result<Opened, StoreError> {
    match config.store {
        StoreKind::Memory => Ok((None, Arc::new(Memory::new()))),
        StoreKind::Sqlite => {
            let data = DataDir::open(&config.data)?;
            let log = Sqlite::open(&data.database())?;
            Ok((Some(data), Arc::new(log)))
        }
    }
}

fn no_thread(error: io::Error) -> StoreError {
    StoreError::Broken(format!("no thread for webhooks: {error}"))
}

async fn listen_if(address: Option<SocketAddr>) -> Result<Option<TcpListener>, CannotServe> {
    match address {
        Some(address) => listen(address).await.map(Some),
        None => Ok(None),
    }
}

fn port(listener: &Option<TcpListener>) -> Option<u16> {
    listener.as_ref()?.local_addr().ok().map(|address| address.port())
}

async fn listen(address: SocketAddr) -> Result<TcpListener, CannotServe> {
    TcpListener::bind(address).await.map_err(|why| CannotServe::Listen { address, why })
}
