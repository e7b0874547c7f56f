//! Servers that can be killed.

use std::net::TcpListener as StdListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use server::config::Config;
use server::connection::{Reception, serve_lines};
use server::defuse::Defuse;
use server::house::{Bounds, House};
use server::players::Players;
use store::{Log, Shard};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::runtime::Runtime;

pub(crate) trait Server {
    /// The port at which it speaks lines.
    async fn start(&mut self) -> u16;
    /// Without any warning.
    async fn kill(&mut self);
    /// In good order.
    async fn stop(&mut self);
}

/// `tefuda serve` over a data directory.
pub(crate) struct Process {
    data: PathBuf,
    child: Option<Child>,
}

impl Process {
    pub(crate) fn new(data: &Path) -> Process {
        Process { data: data.to_owned(), child: None }
    }
}

impl Server for Process {
    async fn start(&mut self) -> u16 {
        let (http, lines) = free_ports();
        let mut command = Command::new(env!("CARGO_BIN_EXE_tefuda"));
        command.arg("serve").arg("--data").arg(&self.data);
        command.args([
            "--port",
            &http.to_string(),
            "--lines-port",
            &lines.to_string(),
            "--text-port",
            "none",
        ]);
        command.args(["--messages-per-second", "10000", "--message-burst", "10000", "--log-level", "warn"]);
        command.args(["--tables-per-player", "10000"]);
        let child = command.stdout(Stdio::null()).kill_on_drop(true).spawn().unwrap();
        self.child = Some(child);
        let listens = async {
            while TcpStream::connect(("127.0.0.1", lines)).await.is_err() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), listens).await.expect("the server does not start");
        lines
    }

    async fn kill(&mut self) {
        self.child.take().unwrap().kill().await.unwrap();
    }

    async fn stop(&mut self) {
        let mut child = self.child.take().unwrap();
        let pid = child.id().unwrap().to_string();
        Command::new("kill").args(["-TERM", &pid]).status().await.unwrap();
        let ended = tokio::time::timeout(Duration::from_secs(60), child.wait()).await;
        assert!(ended.expect("the server does not stop").unwrap().success());
    }
}

/// Two different ones: both are taken before either is given back.
fn free_ports() -> (u16, u16) {
    let bind = || StdListener::bind("127.0.0.1:0").unwrap();
    let (one, other) = (bind(), bind());
    (one.local_addr().unwrap().port(), other.local_addr().unwrap().port())
}

/// A house on threads of its own, which are taken away.
pub(crate) struct InProcess {
    store: Arc<dyn Log>,
    running: Option<(Runtime, House)>,
}

impl InProcess {
    pub(crate) fn new(store: Arc<dyn Log>) -> InProcess {
        InProcess { store, running: None }
    }
}

impl Server for InProcess {
    async fn start(&mut self) -> u16 {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let store = self.store.clone();
        let started = runtime.spawn(async move {
            let config = Config { messages_per_second: 10_000, message_burst: 10_000, ..Config::default() };
            let config = Arc::new(config);
            let bounds = Bounds { tables_per_player: usize::MAX, ..Bounds::default() };
            let fence = store.claim(Shard(0), "test").unwrap();
            let players = Arc::new(Players::new(store.clone(), fence.clone()));
            let house = House::open(store.clone(), fence.clone(), bounds, 1, Arc::default()).unwrap();
            house.recover().await.unwrap();
            let limits = Arc::new(server::limits::Limits::new(&config));
            let defuse = Defuse::new(house.clone(), players.clone(), store, fence);
            let reception = Reception {
                defuse,
                house: house.clone(),
                players,
                limits,
                config,
                meters: Arc::default(),
                visits: Default::default(),
            };
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let port = listener.local_addr().unwrap().port();
            tokio::spawn(async move {
                while let Ok((stream, _)) = listener.accept().await {
                    stream.set_nodelay(true).unwrap();
                    tokio::spawn(serve_lines(stream, reception.clone()));
                }
            });
            (port, house)
        });
        let (port, house) = started.await.unwrap();
        self.running = Some((runtime, house));
        port
    }

    async fn kill(&mut self) {
        let (runtime, _) = self.running.take().unwrap();
        runtime.shutdown_background();
        // Threads that are in the middle of something end after it.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    async fn stop(&mut self) {
        let (runtime, house) = self.running.take().unwrap();
        runtime.spawn(async move { house.close().await }).await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        runtime.shutdown_background();
    }
}
