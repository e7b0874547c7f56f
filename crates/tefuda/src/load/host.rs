//! Where is played: at a server of one's own, which may be killed, or at somebody else's.

use std::cell::RefCell;

use tempfile::TempDir;

use super::child::Server;
use super::link::Address;
use super::options::Store;
use super::usage::{Cpu, Resident};
use crate::failure::Failure;

pub(super) enum Host {
    /// A house that was started for it.
    Own(RefCell<Own>),
    /// The bare loop.
    Bare(Server),
    /// A house that was there, with its process if that is known.
    Other {
        /// For WebSockets.
        address: Address,
        /// For HTTP.
        url: String,
        /// Its process.
        pid: Option<u32>,
    },
}

pub(super) struct Own {
    server: Server,
    store: Store,
    data: TempDir,
    pinned: bool,
    lines: bool,
    /// What the servers have used that were killed.
    spent: Cpu,
    /// How many those are.
    killed: u64,
}

impl Host {
    pub(super) fn own(store: Store, lines: bool, pinned: bool) -> Result<Host, Failure> {
        let data = tempfile::tempdir()?;
        let server = Server::house(store, data.path(), [0, 0], pinned)?;
        let (spent, killed) = (Cpu::default(), 0);
        Ok(Host::Own(RefCell::new(Own { server, store, data, pinned, lines, spent, killed })))
    }

    pub(super) fn url(&self) -> String {
        match self {
            Host::Own(own) => format!("http://127.0.0.1:{}", own.borrow().server.http),
            Host::Bare(server) => format!("http://127.0.0.1:{}", server.http),
            Host::Other { url, .. } => url.clone(),
        }
    }

    pub(super) fn address(&self) -> Address {
        let socket = |server: &Server| Address::Socket(format!("127.0.0.1:{}", server.http), String::new());
        match self {
            Host::Own(own) => {
                let own = own.borrow();
                match own.lines {
                    true => Address::Lines(format!("127.0.0.1:{}", own.server.lines)),
                    false => socket(&own.server),
                }
            }
            Host::Bare(server) => socket(server),
            Host::Other { address, .. } => address.clone(),
        }
    }

    /// All CPU time so far.
    pub(super) fn cpu(&self) -> Option<Cpu> {
        let spent = match self {
            Host::Own(own) => own.borrow().spent,
            Host::Bare(_) | Host::Other { .. } => Cpu::default(),
        };
        self.pid().and_then(Cpu::of).map(|cpu| cpu.and(spent))
    }

    /// The memory in use now.
    pub(super) fn memory(&self) -> Option<Resident> {
        self.pid().and_then(Resident::of)
    }

    fn pid(&self) -> Option<u32> {
        match self {
            Host::Own(own) => Some(own.borrow().server.pid()),
            Host::Bare(server) => Some(server.pid()),
            Host::Other { pid, .. } => *pid,
        }
    }

    /// Kills the server without any warning, and starts another one over the same data at the same ports.
    pub(super) fn kill(&self) -> Result<(), Failure> {
        let Host::Own(own) = self else { return Ok(()) };
        let own = &mut *own.borrow_mut();
        own.spent = Cpu::of(own.server.pid()).unwrap_or_default().and(own.spent);
        own.server.kill();
        own.server =
            Server::house(own.store, own.data.path(), [own.server.http, own.server.lines], own.pinned)?;
        own.killed += 1;
        Ok(())
    }

    /// How often it was killed.
    pub(super) fn killed(&self) -> u64 {
        match self {
            Host::Own(own) => own.borrow().killed,
            Host::Bare(_) | Host::Other { .. } => 0,
        }
    }
}
