use std::fmt;
use std::str::FromStr;

use wire::Code;

/// Where a house is found, and which of its tables is meant: from an address like `https://example.org/cards`, or from a link to a
/// table, `https://example.org/cards/t/K7F3Q9MX`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Whether the connection is private.
    pub secure: bool,
    /// The machine's name or number, without brackets.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The path of the house, without a slash at its end.
    pub base: String,
    /// The table that a link leads to.
    pub table: Option<Code>,
}

/// A text that is no address of a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the address of a house is like https://example.org or http://localhost:8080/t/K7F3Q9MX")]
pub struct BadAddress;

impl FromStr for Address {
    type Err = BadAddress;

    /// Without a scheme, the own machine is spoken to openly and all others privately.
    fn from_str(text: &str) -> Result<Address, BadAddress> {
        let text = text.trim();
        let (secure, rest) = match text.split_once("://") {
            Some(("https", rest)) => (Some(true), rest),
            Some(("http", rest)) => (Some(false), rest),
            Some(_) => return Err(BadAddress),
            None => (None, text),
        };
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let (host, port) = split_port(authority).ok_or(BadAddress)?;
        let secure = secure.unwrap_or(!is_near(host));
        let port = match port {
            Some(port) => port.parse().map_err(|_| BadAddress)?,
            None if secure => 443,
            None => 80,
        };
        let path = path.trim_end_matches('/');
        let (base, table) = match path.rsplit_once("/t/") {
            Some((base, code)) => (base, Some(code.parse().map_err(|_| BadAddress)?)),
            None => (path, None),
        };
        let plain =
            |letter: char| letter.is_ascii_graphic() && !matches!(letter, '@' | '"' | '\\' | '<' | '>');
        if host.is_empty() || !host.chars().all(plain) || !base.chars().all(plain) {
            return Err(BadAddress);
        }
        Ok(Address { secure, host: host.to_owned(), port, base: base.to_owned(), table })
    }
}

impl Address {
    /// The host with its port, as requests name it.
    pub(crate) fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let usual = if self.secure { 443 } else { 80 };
        if self.port == usual { host } else { format!("{host}:{}", self.port) }
    }
}

/// The house itself, without a table.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority(), self.base)
    }
}

fn split_port(authority: &str) -> Option<(&str, Option<&str>)> {
    if let Some(rest) = authority.strip_prefix('[') {
        let (host, port) = rest.split_once(']')?;
        return match port {
            "" => Some((host, None)),
            port => Some((host, Some(port.strip_prefix(':')?))),
        };
    }
    match authority.split_once(':') {
        Some((_, port)) if port.contains(':') => None,
        Some((host, port)) => Some((host, Some(port))),
        None => Some((authority, None)),
    }
}

fn is_near(host: &str) -> bool {
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, Option<String>)> {
        let address: Address = text.parse().ok()?;
        Some((address.to_string(), address.table.map(|code| code.to_string())))
    }

    #[test]
    fn addresses_and_links_are_read() {
        let house = |text: &str| Some((text.to_owned(), None));
        assert_eq!(read("https://example.org"), house("https://example.org"));
        assert_eq!(read("example.org/cards/"), house("https://example.org/cards"));
        assert_eq!(read("localhost:8080"), house("http://localhost:8080"));
        assert_eq!(read("http://[::1]:9/x"), house("http://[::1]:9/x"));
        assert_eq!(read(" 127.0.0.1 "), house("http://127.0.0.1"));
        let table = |text: &str| Some((text.to_owned(), Some("K7F3Q9MX".to_owned())));
        assert_eq!(read("http://a.b:81/t/k7f3q9mx"), table("http://a.b:81"));
        assert_eq!(read("https://a.b/cards/t/K7F3Q9MX/?seat=1"), table("https://a.b/cards"));
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in [
            "",
            "ftp://a",
            "http://",
            "http://a:b",
            "a:99999",
            "http://a/t/short",
            "a b",
            "x@y",
            "::1",
            "[::1",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
