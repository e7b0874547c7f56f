use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use axum::http::Uri;
use bots::Level;
use data_encoding::BASE64;
use game::Ruleset;
use ipnet::IpNet;
use jiff::SignedDuration;

use crate::Secret;

/// A type of setting.
pub trait Value: Sized {
    /// Whether no error may repeat it.
    const SECRET: bool = false;

    /// Reads it, or says what it takes.
    fn parse(text: &str) -> Result<Self, &'static str>;

    /// The text that it is read from; of a secret only whether there is one.
    fn text(&self) -> String;
}

macro_rules! plain {
    ($($type:ty: $takes:literal;)*) => {$(
        impl Value for $type {
            fn parse(text: &str) -> Result<Self, &'static str> {
                text.parse().map_err(|_| $takes)
            }
            fn text(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

plain! {
    u16: "a number from 0 to 65535";
    u32: "a whole number";
    IpAddr: "an IP address";
    Level: "beginner, casual, club, strong or expert";
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $takes:literal { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl Value for $name {
            fn parse(text: &str) -> Result<Self, &'static str> {
                match text { $($word => Ok($name::$variant),)* _ => Err($takes) }
            }
            fn text(&self) -> String {
                match self { $($name::$variant => $word,)* }.to_owned()
            }
        }
    )*};
}

words! {
    /// What keeps everything.
    StoreKind: "sqlite or memory" {
        /// A file in the data directory.
        Sqlite = "sqlite",
        /// Nothing.
        Memory = "memory",
    }
    /// How log lines look.
    LogFormat: "human or json" {
        /// For people.
        Human = "human",
        /// For programs.
        Json = "json",
    }
    /// What is logged.
    LogLevel: "error, warn, info, debug or trace" {
        /// What must be looked after.
        Error = "error",
        /// What is strange.
        Warn = "warn",
        /// What happens.
        Info = "info",
        /// Every request.
        Debug = "debug",
        /// Everything.
        Trace = "trace",
    }
}

impl Value for PathBuf {
    fn parse(text: &str) -> Result<Self, &'static str> {
        if text.is_empty() { Err("a path") } else { Ok(text.into()) }
    }
    fn text(&self) -> String {
        self.display().to_string()
    }
}

impl Value for Duration {
    fn parse(text: &str) -> Result<Self, &'static str> {
        let takes = "a length of time like 30s, 5m or 24h";
        let time = text.parse::<SignedDuration>().map_err(|_| takes)?;
        Duration::try_from(time).map_err(|_| takes)
    }
    fn text(&self) -> String {
        SignedDuration::try_from(*self)
            .map_or_else(|_| format!("{}s", self.as_secs()), |time| format!("{time:#}"))
    }
}

impl Value for Secret {
    const SECRET: bool = true;

    fn parse(text: &str) -> Result<Self, &'static str> {
        let printable = text.chars().all(|letter| letter.is_ascii_graphic());
        if printable && text.len() >= 16 {
            Ok(Secret::new(text))
        } else {
            Err("at least 16 letters without spaces")
        }
    }
    fn text(&self) -> String {
        "(set)".to_owned()
    }
}

impl<T: Value> Value for Option<T> {
    const SECRET: bool = T::SECRET;

    fn parse(text: &str) -> Result<Self, &'static str> {
        if text == "none" { Ok(None) } else { T::parse(text).map(Some) }
    }
    fn text(&self) -> String {
        self.as_ref().map_or_else(|| "none".to_owned(), T::text)
    }
}

impl<T: Value> Value for Vec<T> {
    const SECRET: bool = T::SECRET;

    fn parse(text: &str) -> Result<Self, &'static str> {
        text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(T::parse).collect()
    }
    fn text(&self) -> String {
        self.iter().map(T::text).collect::<Vec<String>>().join(",")
    }
}

/// A part of the internet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(pub IpNet);

impl Value for Network {
    fn parse(text: &str) -> Result<Self, &'static str> {
        let address = || text.parse::<IpAddr>().map(IpNet::from);
        IpNet::from_str(text)
            .or_else(|_| address())
            .map(Network)
            .map_err(|_| "addresses and networks like 10.0.0.0/8")
    }
    fn text(&self) -> String {
        self.0.to_string()
    }
}

/// The path before all of the house's own, without a slash at the end: empty, or like `/cards`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasePath(String);

impl BasePath {
    /// What comes before a path of the house, which begins with a slash.
    pub fn prefix(&self) -> &str {
        &self.0
    }
}

impl Value for BasePath {
    fn parse(text: &str) -> Result<Self, &'static str> {
        let path = text.trim_end_matches('/');
        let plain = |part: &str| {
            let letter = |letter: char| letter.is_ascii_alphanumeric() || "-_.~".contains(letter);
            !part.is_empty() && part != "." && part != ".." && part.chars().all(letter)
        };
        match path.strip_prefix('/') {
            None if path.is_empty() => Ok(BasePath(String::new())),
            Some(parts) if parts.split('/').all(plain) => Ok(BasePath(path.to_owned())),
            _ => Err("a path like /cards, of letters, digits and -_.~"),
        }
    }
    fn text(&self) -> String {
        if self.0.is_empty() { "/".to_owned() } else { self.0.clone() }
    }
}

/// A ruleset of Kierki by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KierkiPreset(pub &'static str);

impl Value for KierkiPreset {
    fn parse(text: &str) -> Result<Self, &'static str> {
        let preset = kierki::Rules::presets().into_iter().find(|preset| preset.name == text);
        preset.map(|preset| KierkiPreset(preset.name)).ok_or("seven, full or robbers")
    }
    fn text(&self) -> String {
        self.0.to_owned()
    }
}

/// A site: scheme, host and perhaps a port, as browsers write it in `Origin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(pub String);

impl Value for Origin {
    fn parse(text: &str) -> Result<Self, &'static str> {
        site(text).map(Origin).ok_or("sites like https://example.org")
    }
    fn text(&self) -> String {
        self.0.clone()
    }
}

/// The site at which the house is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(pub String);

impl Value for PublicUrl {
    fn parse(text: &str) -> Result<Self, &'static str> {
        site(text).map(PublicUrl).ok_or("a site like https://example.org; its path is `base_path`")
    }
    fn text(&self) -> String {
        self.0.clone()
    }
}

/// The address of the program that gets webhooks. There may be a secret in it.
#[derive(Clone, PartialEq, Eq)]
pub struct HookUrl(pub String);

impl Value for HookUrl {
    const SECRET: bool = true;

    fn parse(text: &str) -> Result<Self, &'static str> {
        let takes = "an address like https://example.org/hook";
        let uri: Uri = text.parse().map_err(|_| takes)?;
        let known = matches!(uri.scheme_str(), Some("http" | "https"));
        let plain = uri.host().is_some_and(|host| !host.is_empty())
            && !uri.authority().is_some_and(|authority| authority.as_str().contains('@'));
        if known && plain { Ok(HookUrl(text.to_owned())) } else { Err(takes) }
    }
    fn text(&self) -> String {
        "(set)".to_owned()
    }
}

/// The key that signs webhooks.
#[derive(Clone, PartialEq, Eq)]
pub struct HookKey(Vec<u8>);

impl HookKey {
    /// As it signs.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Value for HookKey {
    const SECRET: bool = true;

    fn parse(text: &str) -> Result<Self, &'static str> {
        let takes = "whsec_ and 24 to 64 bytes in base64";
        let text = text.strip_prefix("whsec_").ok_or(takes)?;
        let bytes = BASE64.decode(text.as_bytes()).map_err(|_| takes)?;
        if (24..=64).contains(&bytes.len()) { Ok(HookKey(bytes)) } else { Err(takes) }
    }
    fn text(&self) -> String {
        "(set)".to_owned()
    }
}

macro_rules! hidden {
    ($($type:ident),*) => {$(
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($type))
            }
        }
    )*};
}

hidden!(HookUrl, HookKey);

fn site(text: &str) -> Option<String> {
    let uri: Uri = text.trim_end_matches('/').parse().ok()?;
    let (scheme, host) = (uri.scheme_str()?, uri.authority()?.as_str().to_ascii_lowercase());
    let bare = uri.path() == "/" && uri.query().is_none() && !host.contains('@');
    (bare && matches!(scheme, "http" | "https")).then(|| format!("{scheme}://{host}"))
}
