//! How much anybody may ask for. All of it is kept in bounded memory: who was not seen for long is forgotten, which only ever
//! forgives.

mod bucket;
mod crowd;

use std::net::{IpAddr, Ipv6Addr};
use std::time::Instant;

use table::PlayerId;

use crate::config::Config;
use bucket::Buckets;
pub(crate) use bucket::lru;
pub use bucket::{Bucket, Rate};
use crowd::Crowd;
pub use crowd::Pass;

/// Why somebody must wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limited {
    /// Too much in too short a time.
    #[error("too many requests; try again in {seconds} s")]
    TooFast {
        /// When the next one is welcome.
        seconds: u64,
    },
    /// The address, or the player, has enough connections.
    #[error("you have too many connections")]
    TooManyConnections,
    /// The house has enough connections.
    #[error("the house is full")]
    Full,
}

impl Limited {
    /// A short stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Limited::TooFast { .. } => "too-fast",
            Limited::TooManyConnections => "too-many-connections",
            Limited::Full => "full",
        }
    }
}

/// The limits of a house.
pub struct Limits {
    requests: Buckets<Source>,
    guests: Buckets<Source>,
    everybody: Crowd<()>,
    peers: Crowd<Source>,
    sockets: Crowd<Source>,
    players: Crowd<PlayerId>,
    turned_away: Crowd<()>,
    messages: Rate,
    writes: Buckets<PlayerId>,
}

/// So many are told at once that there is no place for them.
const TURNED_AWAY: u32 = 64;

/// A place among all connections, and one among those of the same address.
pub type Connected = (Pass<()>, Option<Pass<Source>>);

/// Where somebody is, as far as it can choose: of an IPv6 address everybody has a whole /64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source(IpAddr);

impl Source {
    /// Of this address.
    pub fn of(address: IpAddr) -> Source {
        match address.to_canonical() {
            IpAddr::V4(address) => Source(address.into()),
            IpAddr::V6(address) => Source(Ipv6Addr::from(u128::from(address) & !u128::from(u64::MAX)).into()),
        }
    }
}

impl Limits {
    /// As the settings say.
    pub fn new(config: &Config) -> Limits {
        Limits {
            requests: Buckets::new(Rate::per_second(config.requests_per_second, config.request_burst)),
            guests: Buckets::new(Rate::per_hour(config.guests_per_hour)),
            everybody: Crowd::new(config.connections),
            peers: Crowd::new(config.connections_per_address),
            sockets: Crowd::new(config.connections_per_address),
            players: Crowd::new(config.connections_per_player),
            turned_away: Crowd::new(TURNED_AWAY),
            messages: Rate::per_second(config.messages_per_second, config.message_burst),
            writes: Buckets::new(Rate::per_second(
                config.messages_per_second.div_ceil(10),
                config.message_burst,
            )),
        }
    }

    /// An address sends a request to the API.
    pub fn request(&self, address: IpAddr) -> Result<(), Limited> {
        self.requests.take(Source::of(address), Instant::now())
    }

    /// An address wants to be a guest, or tries a phrase.
    pub fn guest(&self, address: IpAddr) -> Result<(), Limited> {
        self.guests.take(Source::of(address), Instant::now())
    }

    /// Somebody connects by TCP. A proxy that is believed connects for many: it has no address of its own here.
    pub fn connect(&self, peer: Option<IpAddr>) -> Result<Connected, Limited> {
        let everybody = self.everybody.enter(()).ok_or(Limited::Full)?;
        let peer = peer.map(|peer| self.peers.enter(Source::of(peer)).ok_or(Limited::TooManyConnections));
        Ok((everybody, peer.transpose()?))
    }

    /// Somebody who may not connect is told so; nobody, if very many are just being told.
    pub fn turn_away(&self) -> Option<Pass<()>> {
        self.turned_away.enter(())
    }

    /// A client's HTTP connection becomes a socket, and is counted as one from now on.
    pub fn open_socket(&self, client: IpAddr) -> Result<Connected, Limited> {
        let everybody = self.everybody.enter(()).ok_or(Limited::Full)?;
        let socket = self.sockets.enter(Source::of(client)).ok_or(Limited::TooManyConnections)?;
        Ok((everybody, Some(socket)))
    }

    /// A player has shown who it is on a connection.
    pub fn admit(&self, player: PlayerId) -> Result<Pass<PlayerId>, Limited> {
        self.players.enter(player).ok_or(Limited::TooManyConnections)
    }

    /// A player changes something at a table without playing: that is kept like play, and no rule of a game bounds it.
    pub fn write(&self, player: PlayerId) -> Result<(), Limited> {
        self.writes.take(player, Instant::now())
    }

    /// What counts the messages of a connection.
    pub fn messages(&self) -> Bucket {
        Bucket::new(self.messages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_one_household_is_one_source() {
        let source = |text: &str| Source::of(text.parse().expect("an address"));
        assert_eq!(source("2001:db8:1:2::1"), source("2001:db8:1:2:ffff::9"));
        assert_ne!(source("2001:db8:1:2::1"), source("2001:db8:1:3::1"));
        assert_eq!(source("::ffff:192.0.2.1"), source("192.0.2.1"));
        assert_ne!(source("192.0.2.1"), source("192.0.2.2"));
    }

    #[test]
    fn addresses_players_and_the_house_have_their_fill() {
        let config = Config {
            connections: 3,
            connections_per_address: 2,
            connections_per_player: 1,
            ..Config::default()
        };
        let limits = Limits::new(&config);
        let [here, there] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse::<IpAddr>().ok());
        let kept = [limits.connect(here), limits.connect(here)];
        assert_eq!(limits.connect(here).err(), Some(Limited::TooManyConnections));
        let proxied = limits.connect(None);
        assert_eq!(limits.connect(there).err(), Some(Limited::Full));
        drop((kept, proxied));
        assert!(limits.connect(here).is_ok());
        let pass = limits.admit(PlayerId(1));
        assert_eq!(limits.admit(PlayerId(1)).err(), Some(Limited::TooManyConnections));
        assert!(pass.is_ok() && limits.admit(PlayerId(2)).is_ok());
    }
}
