use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::{Address, BadAddress};

/// How long it may take until a house answers.
const PATIENCE: Duration = Duration::from_secs(10);

/// What bytes go over.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// How streams to a house are made: to one that is far away, or to one inside of this process. Whoever has them need not know.
#[derive(Clone)]
pub struct Dial {
    way: Way,
    /// As requests name the host.
    authority: String,
    /// The path of the house.
    base: String,
}

#[derive(Clone)]
enum Way {
    Open(Address),
    Private(Address, TlsConnector),
    Inside(Arc<dyn Fn() -> io::Result<Box<dyn Stream>> + Send + Sync>),
}

impl Dial {
    /// To a house somewhere else.
    pub fn to(address: Address) -> Dial {
        let (authority, base) = (address.authority(), address.base.clone());
        let way = if address.secure { Way::Private(address, connector()) } else { Way::Open(address) };
        Dial { way, authority, base }
    }

    /// To a house in this process, by what opens a stream to it.
    pub fn inside<S: Stream + 'static>(open: impl Fn() -> io::Result<S> + Send + Sync + 'static) -> Dial {
        let way = Way::Inside(Arc::new(move || open().map(|stream| Box::new(stream) as Box<dyn Stream>)));
        Dial { way, authority: "localhost".to_owned(), base: String::new() }
    }

    /// Whether the house is in this process.
    pub fn is_inside(&self) -> bool {
        matches!(self.way, Way::Inside(_))
    }

    /// As requests name the host.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    /// The whole path of a path of the API.
    pub(crate) fn path(&self, path: &str) -> String {
        format!("{}/api/v1{path}", self.base)
    }

    /// A new stream.
    pub(crate) async fn open(&self) -> io::Result<Box<dyn Stream>> {
        let opening = async {
            Ok::<_, io::Error>(match &self.way {
                Way::Inside(open) => open()?,
                Way::Open(address) => Box::new(tcp(address).await?),
                Way::Private(address, connector) => {
                    let name = ServerName::try_from(address.host.clone()).map_err(io::Error::other)?;
                    Box::new(connector.connect(name, tcp(address).await?).await?)
                }
            })
        };
        timeout(PATIENCE, opening).await.map_err(|_| io::Error::other("the house does not answer"))?
    }
}

impl fmt::Debug for Dial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dial({}{})", self.authority, self.base)
    }
}

impl std::str::FromStr for Dial {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Dial, BadAddress> {
        text.parse().map(Dial::to)
    }
}

async fn tcp(address: &Address) -> io::Result<TcpStream> {
    let stream = TcpStream::connect((address.host.as_str(), address.port)).await?;
    // Messages are small, and wanted at once.
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Believes what the web believes.
fn connector() -> TlsConnector {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the provider knows the usual versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}
