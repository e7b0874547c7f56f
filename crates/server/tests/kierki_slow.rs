//! A client that does not read and never stops writing hurts nobody.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use server::kierki::visit::{connect, visit};
use server::kierki::{Family, Guest, Report, Style, listen, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc;
use wire::kierki::GameFile;

const GAME: &str = "1N\n2C3C4C5C6C7C8C9C10CJCQCKCAC\n2D3D4D5D6D7D8D9D10DJDQDKDAD\n\
    2H3H4H5H6H7H8H9H10HJHQHKHAH\n2S3S4S5S6S7S8S9S10SJSQSKSAS\n";
const PATIENCE: Duration = Duration::from_secs(60);

/// Three automatic players and a port.
fn table() -> (u16, tokio::task::JoinHandle<()>, Vec<tokio::task::JoinHandle<()>>) {
    let listener = listen(0).unwrap();
    let port = listener.local_addr().unwrap().port();
    let file = GameFile::parse(GAME.as_bytes()).unwrap();
    let serving = tokio::spawn(async {
        serve(listener, file, Duration::from_secs(5), Report::silent()).await.unwrap();
    });
    let three = ['N', 'S', 'W'].map(|seat| {
        tokio::spawn(async move {
            let stream = connect("127.0.0.1", port, Family::Any).await.unwrap();
            play(stream, seat).await;
        })
    });
    (port, serving, three.into())
}

async fn play(stream: TcpStream, seat: char) {
    let guest = Guest::new(kierki::seat(seat).unwrap(), Style::Automatic);
    visit(stream, guest, mpsc::channel(1).1, Report::silent(), |_| {}).await.unwrap();
}

/// Takes the seat of the east once the server has let it go.
async fn take_over(port: u16) {
    loop {
        let mut stream = connect("127.0.0.1", port, Family::Any).await.unwrap();
        // IAM for a taken seat is answered by BUSY and the end; a look at the first byte tells which it is.
        stream.write_all(b"IAME\r\n").await.unwrap();
        let mut first = [0; 1];
        stream.peek(&mut first).await.unwrap();
        if first == *b"B" {
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        }
        let mut guest = Guest::new(kierki::seat('E').unwrap(), Style::Automatic);
        guest.take_effects();
        visit(stream, guest, mpsc::channel(1).1, Report::silent(), |_| {}).await.unwrap();
        return;
    }
}

#[tokio::test]
async fn a_client_that_floods_and_never_reads_is_closed_and_replaced() {
    let (port, serving, three) = table();
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut flood = socket.connect(([127, 0, 0, 1], port).into()).await.unwrap();
    flood.write_all(b"IAME\r\n").await.unwrap();
    let mut byte = [0; 1];
    flood.read_exact(&mut byte).await.unwrap();
    // Every line is answered by WRONG, which nobody reads: in the end the server must let go.
    let lines = b"TRICK\r\n".repeat(4000);
    let flooding = async { while flood.write_all(&lines).await.is_ok() {} };
    tokio::time::timeout(PATIENCE, flooding).await.expect("the flood is stopped");
    drop(flood);
    tokio::time::timeout(PATIENCE, take_over(port)).await.unwrap();
    for client in three {
        client.await.unwrap();
    }
    serving.await.unwrap();
}
