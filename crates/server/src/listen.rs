//! Listening: for HTTP, for lines over plain TCP, for the Kierki protocol, and for whoever is inside of this process.

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, duplex};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use crate::api::{self, Peer, Problem};
use crate::connection::{Reception, refuse_lines, serve_lines};
use crate::house::Stage;
use crate::kierki::{Foyer, receive};
use crate::limits::Limited;

/// How long somebody may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to tell somebody that there is no place for it.
const FAREWELL: Duration = Duration::from_secs(2);
/// After so long without a word a client is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(30);
/// What is read of a request's head at the most.
const LONGEST_HEAD: usize = 16 * 1024;
/// So many bytes wait in either direction of a stream inside of this process.
const INSIDE: usize = 64 * 1024;

/// Serves HTTP until the house closes.
pub async fn serve_http(listener: TcpListener, reception: Reception) {
    let router = api::router(reception.clone(), page::PAGE);
    while let Some((stream, peer)) = accept(&listener, &reception).await {
        // A proxy connects for many.
        let counted = Some(peer).filter(|peer| !reception.config.trusts(*peer));
        let pass = match reception.limits.connect(counted) {
            Ok(pass) => pass,
            Err(why) => {
                turn_away(&reception, why, refuse_http(stream, why));
                continue;
            }
        };
        let connection = talk(stream, peer, router.clone(), reception.clone());
        reception.visits.spawn(async move {
            connection.await;
            drop(pass);
        });
    }
}

/// The way into the house for whoever is inside of its process: what is asked over HTTP and its socket, without any port.
#[derive(Clone)]
pub struct Door {
    router: Router,
    reception: Reception,
}

impl Door {
    pub(crate) fn new(reception: Reception) -> Door {
        Door { router: api::router(reception.clone(), page::PAGE), reception }
    }

    /// A stream to the house for somebody at this address, whose own connection, if there is one, is counted there already.
    pub fn open(&self, peer: IpAddr) -> io::Result<DuplexStream> {
        if matches!(*self.reception.house.stage().borrow(), Stage::Closed | Stage::Failed(_)) {
            return Err(io::ErrorKind::ConnectionRefused.into());
        }
        let pass = self.reception.limits.connect(None).map_err(|why| {
            self.reception.meters.refused(why.code());
            io::Error::other(why)
        })?;
        let (stream, theirs) = duplex(INSIDE);
        let connection = talk(theirs, peer, self.router.clone(), self.reception.clone());
        self.reception.visits.spawn(async move {
            connection.await;
            drop(pass);
        });
        Ok(stream)
    }
}

async fn talk(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    peer: IpAddr,
    router: Router,
    reception: Reception,
) {
    let service = tower::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut connection = pin!(connection);
    // That a client goes away is no news.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = closed(&reception) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// Serves lines over plain TCP until the house closes.
pub async fn serve_tcp(listener: TcpListener, reception: Reception) {
    let visitors = reception.clone();
    serve_each(listener, reception, move |stream, _| serve_lines(stream, visitors.clone()), refuse_lines)
        .await;
}

/// Lets everyone in who comes over plain TCP, until the house closes: `serve` talks to whoever there is a place for, and `refuse` tells
/// the others why there is none.
pub async fn serve_each<S, R>(
    listener: TcpListener,
    reception: Reception,
    serve: impl Fn(TcpStream, IpAddr) -> S,
    refuse: impl Fn(TcpStream, Limited) -> R,
) where
    S: Future<Output = ()> + Send + 'static,
    R: Future<Output = ()> + Send + 'static,
{
    while let Some((stream, peer)) = accept(&listener, &reception).await {
        let pass = match reception.limits.connect(Some(peer)) {
            Ok(pass) => pass,
            Err(why) => {
                turn_away(&reception, why, refuse(stream, why));
                continue;
            }
        };
        let connection = serve(stream, peer);
        reception.visits.spawn(async move {
            connection.await;
            drop(pass);
        });
    }
}

/// Serves clients of the public Kierki protocol until the house closes.
pub async fn serve_kierki(listener: TcpListener, reception: Reception) {
    let foyer = Arc::new(Foyer::new(reception.clone()));
    foyer.recover().await;
    let accepting = async {
        while let Some((stream, peer)) = accept(&listener, &reception).await {
            // The protocol has no word for it.
            let Ok(pass) =
                reception.limits.connect(Some(peer)).inspect_err(|why| reception.meters.refused(why.code()))
            else {
                continue;
            };
            let connection = receive(stream, peer, foyer.clone());
            reception.visits.spawn(async move {
                connection.await;
                drop(pass);
            });
        }
    };
    tokio::select! {
        () = accepting => {}
        () = foyer.keep_filling() => {}
    }
}

/// Whoever has no place is told why, and is not waited for. Where very many come it is closed without a word.
fn turn_away(reception: &Reception, why: Limited, farewell: impl Future<Output = ()> + Send + 'static) {
    reception.meters.refused(why.code());
    if let Some(pass) = reception.limits.turn_away() {
        reception.visits.spawn(async move {
            let _ = tokio::time::timeout(FAREWELL, farewell).await;
            drop(pass);
        });
    }
}

/// Whatever is asked, the answer is why it is not answered.
async fn refuse_http(stream: TcpStream, why: Limited) {
    let service = hyper::service::service_fn(async |_: hyper::Request<Incoming>| {
        Ok::<_, Infallible>(Problem::from(why).into_response())
    });
    let connection = http1::Builder::new()
        .keep_alive(false)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let _ = connection.await;
}

/// The next connection; `None` when the house is closed.
async fn accept(listener: &TcpListener, reception: &Reception) -> Option<(TcpStream, IpAddr)> {
    loop {
        tokio::select! {
            () = closed(reception) => return None,
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    prepare(&stream);
                    return Some((stream, peer.ip()));
                }
                Err(error) => pause(&error).await,
            },
        }
    }
}

/// Messages are small, and wanted at once. Where nobody answers any more the kernel notices, whatever is or is not sent. A system
/// that does not know these options can be lived with.
fn prepare(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
    let socket = socket2::SockRef::from(stream);
    let alive = socket2::TcpKeepalive::new().with_time(SILENCE).with_interval(SILENCE / 3);
    let _ = socket.set_tcp_keepalive(&alive);
    let _ = socket.set_tcp_user_timeout(Some(2 * SILENCE));
}

/// Comes when the house is closed, or gone.
pub async fn closed(reception: &Reception) {
    let mut stage = reception.house.stage();
    let _ = stage.wait_for(|stage| matches!(stage, Stage::Closed | Stage::Failed(_))).await;
}

/// Too many open files, most likely: nothing gets better by asking at once again.
async fn pause(error: &io::Error) {
    tracing::warn!(%error, "a connection could not be accepted");
    tokio::time::sleep(Duration::from_millis(100)).await;
}
