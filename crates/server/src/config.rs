//! The settings of a house: what each means, where its value comes from, and which values make sense.
//!
//! A setting has one name in three spellings: `frame_bytes` in a file, `--frame-bytes` as a flag, `TEFUDA_FRAME_BYTES` in the
//! environment. The flag comes before the environment, that before the file, and that before the default.

mod layer;
mod value;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use bots::Level;

use crate::Secret;
pub use layer::{BadConfig, Layer};
pub use value::{
    BasePath, HookKey, HookUrl, KierkiPreset, LogFormat, LogLevel, Network, Origin, PublicUrl, StoreKind,
    Value,
};

/// What people read about a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name in a file.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its value if nobody says anything, as text.
    pub default: &'static str,
}

/// Writes the settings once, as a table: the struct, what people read about it, and how it is read all come from it.
macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty $([$range:expr])? = $default:literal;)*) => {
        /// Every setting with its value.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Config {
            $($(#[doc = $doc])+ pub $name: $type,)*
        }

        impl Config {
            /// All settings, in the order of the table.
            pub const SETTINGS: &[Setting] = &[
                $(Setting { name: stringify!($name), about: concat!($($doc),+), default: $default },)*
            ];

            /// Takes each value from the first layer that has one. Everything that is wrong is named.
            pub fn read(layers: &[Layer]) -> Result<Config, BadConfig> {
                let mut problems = layer::strangers(layers, Config::SETTINGS);
                $(
                    let $name = layer::value::<$type>(layers, stringify!($name), $default, &mut problems);
                    $(let $name = layer::within($name, $range, stringify!($name), &mut problems);)?
                )*
                let ($(Some($name),)*) = ($($name,)*) else { return Err(BadConfig(problems)) };
                let config = Config { $($name,)* };
                problems.extend(config.contradictions());
                if problems.is_empty() { Ok(config) } else { Err(BadConfig(problems)) }
            }

            /// Names and values as a file has them, secrets masked.
            pub fn effective(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($name), self.$name.text())),*]
            }
        }
    };
}

settings! {
    /// The address to listen at; `0.0.0.0` or `::` for all of the machine's.
    host: IpAddr = "127.0.0.1";
    /// The port for browsers and the HTTP API; 0 takes a free one.
    port: u16 = "8080";
    /// The port for programs that send the socket's messages as lines over plain TCP, or `none`.
    lines_port: Option<u16> = "8081";
    /// The port for people who play in plain text, with `nc`, telnet or `tefuda text-client`, or `none`.
    text_port: Option<u16> = "8082";
    /// How long somebody may type nothing there.
    text_idle: Duration [seconds(1)..=seconds(86_400)] = "30m";
    /// The port for clients of the public Kierki protocol, or `none`.
    kierki_port: Option<u16> = "none";
    /// The ruleset that is played with them: `seven`, `full` or `robbers`.
    kierki_preset: KierkiPreset = "seven";
    /// How long such a client may take for its first message, and after how long it is asked again for a card.
    kierki_timeout: Duration [seconds(1)..=seconds(3600)] = "5s";
    /// How long a table with such a client waits for four before bots take the seats that are still open.
    kierki_fill: Duration [seconds(0)..=seconds(86_400)] = "30s";
    /// How long a match with such a client waits for who is gone, or does not answer, before a bot plays.
    kierki_absence: Duration [seconds(0)..=seconds(86_400)] = "30s";
    /// How well the bots play there: `beginner`, `casual`, `club`, `strong` or `expert`.
    kierki_bots: Level = "casual";
    /// How long these bots take at least for a card.
    kierki_pace: Duration [seconds(0)..=seconds(10)] = "300ms";
    /// The directory for everything that must last.
    data: PathBuf = "tefuda-data";
    /// `sqlite` keeps it there; `memory` forgets everything when the server stops.
    store: StoreKind = "sqlite";
    /// Where in the address space of its site the house lies: `/cards`.
    base_path: BasePath = "/";
    /// The address that links show, where a proxy stands in front: `https://example.org`.
    public_url: Option<PublicUrl> = "none";
    /// Other sites whose pages may use the API and the socket, with commas between: `https://example.org`.
    origins: Vec<Origin> = "";
    /// The proxies, as addresses or networks, whose `X-Forwarded-For` is believed.
    trusted_proxies: Vec<Network> = "";
    /// How log lines look: `human` or `json`.
    log: LogFormat = "human";
    /// What is logged: `error`, `warn`, `info`, `debug` or `trace`.
    log_level: LogLevel = "info";
    /// The bearer token for `/metrics`; without one it answers only programs of the same machine.
    metrics_token: Option<Secret> = "none";
    /// Where webhooks go: `https://example.org/hook`.
    webhook_url: Option<HookUrl> = "none";
    /// The key that signs them: `whsec_` and 24 to 64 bytes in base64.
    webhook_secret: Option<HookKey> = "none";
    /// A table is slow, and its turns are told by webhooks, if a move and an absence may take so long.
    webhook_slow: Duration [seconds(60)..=seconds(2_592_000)] = "1h";
    /// Messages a second that a connection may send; at the ports for text and Kierki, lines. Chat, seats and whatever else is kept and is no play: a tenth of it for a player.
    messages_per_second: u32 [1..=10_000] = "20";
    /// Messages that it may send at once after a pause.
    message_burst: u32 [1..=10_000] = "40";
    /// Requests a second that an address may send to the API.
    requests_per_second: u32 [1..=100_000] = "20";
    /// Requests that it may send at once after a pause.
    request_burst: u32 [1..=100_000] = "60";
    /// Guests that an address may become in an hour, and phrases and passes that it may try.
    guests_per_hour: u32 [1..=1_000_000] = "60";
    /// Connections that the house has at once.
    connections: u32 [1..=1_000_000] = "20000";
    /// Connections that an address has at once. IPv6 addresses count by their /64.
    connections_per_address: u32 [1..=1_000_000] = "64";
    /// Connections that a player has at once.
    connections_per_player: u32 [1..=1_000] = "8";
    /// Tables that are open at once.
    tables: u32 [1..=10_000_000] = "20000";
    /// Open tables that a player owns, or sits at, at once.
    tables_per_player: u32 [1..=10_000] = "16";
    /// Players' tickets for a quick match that the house keeps at once.
    tickets: u32 [1..=100_000] = "10000";
    /// Tickets for a quick match that a player has at once.
    tickets_per_player: u32 [1..=100] = "4";
    /// The longest message in bytes.
    frame_bytes: u32 [1024..=16_384] = "16384";
    /// Threads on which bots think; 0 for one less than the machine has.
    bot_threads: u32 [0..=256] = "0";
    /// How long a table is kept that nobody is at, between matches.
    idle_table: Duration [seconds(1)..=seconds(31_536_000)] = "30m";
    /// How long a table is kept that nobody is at, during a match.
    abandoned_table: Duration [seconds(1)..=seconds(31_536_000)] = "336h";
    /// How long a connection is kept from which nothing comes, not even a ping.
    idle_connection: Duration [seconds(5)..=seconds(3600)] = "60s";
    /// How often clients are told which version their tables have.
    beacon: Duration [seconds(1)..=seconds(300)] = "5s";
    /// How long a stopping server waits for connections to end; clients are told to come back after that time.
    drain: Duration [seconds(0)..=seconds(300)] = "5s";
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

impl Config {
    /// Where HTTP is listened for.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::new(self.host, self.port)
    }

    /// Where lines are listened for.
    pub fn lines_address(&self) -> Option<SocketAddr> {
        self.lines_port.map(|port| SocketAddr::new(self.host, port))
    }

    /// Where people who play in plain text are listened for.
    pub fn text_address(&self) -> Option<SocketAddr> {
        self.text_port.map(|port| SocketAddr::new(self.host, port))
    }

    /// Where the Kierki protocol is listened for.
    pub fn kierki_address(&self) -> Option<SocketAddr> {
        self.kierki_port.map(|port| SocketAddr::new(self.host, port))
    }

    /// The address that people open in their browsers, with the base path and without a slash at the end.
    pub fn url(&self) -> String {
        match &self.public_url {
            Some(url) => url.0.clone() + self.base_path.prefix(),
            None => self.own_url(),
        }
    }

    /// The address on the machine itself, whatever stands in front of it.
    pub fn own_url(&self) -> String {
        // Who listens everywhere is found on the machine itself at least.
        let host = if self.host.is_unspecified() { "localhost".to_owned() } else { self.host.to_string() };
        let host = if host.contains(':') { format!("[{host}]") } else { host };
        format!("http://{host}:{}{}", self.port, self.base_path.prefix())
    }

    /// How many threads bots get.
    pub fn bot_threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        match self.bot_threads {
            0 => cores().saturating_sub(1).max(1),
            threads => threads as usize,
        }
    }

    /// Whether this address is a proxy that is believed.
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.0.contains(&address.to_canonical()))
    }

    /// Settings that do not go together.
    fn contradictions(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let ports = [
            ("port", Some(self.port)),
            ("lines_port", self.lines_port),
            ("text_port", self.text_port),
            ("kierki_port", self.kierki_port),
        ];
        for (place, (name, port)) in ports.iter().enumerate() {
            let same =
                |(_, other): &&(&str, Option<u16>)| other == port && port.is_some_and(|port| port != 0);
            if let Some((before, _)) = ports[..place].iter().find(same) {
                problems.push(format!("`{name}` is the same as `{before}`"));
            }
        }
        if self.webhook_url.is_some() && self.webhook_secret.is_none() {
            problems.push("`webhook_url` needs a `webhook_secret`".to_owned());
        }
        problems
    }
}

/// As if nobody said anything.
impl Default for Config {
    fn default() -> Config {
        Config::read(&[]).expect("the defaults make sense, which is tested")
    }
}

/// The settings as Markdown, for docs/hosting.md.
pub fn settings_as_markdown() -> String {
    let mut table = String::from("| setting | default | meaning |\n|---|---|---|\n");
    for Setting { name, about, default } in Config::SETTINGS {
        let default = if default.is_empty() { String::new() } else { format!("`{default}`") };
        table += &format!("| `{name}` | {default} | {} |\n", about.trim());
    }
    table
}
