//! A client that does not read and never stops writing hurts nobody; one that does read may write much at once.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use bots::Level;
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
    let guest = Guest::new(kierki::seat(seat).unwrap(), Style::Automatic(Level::Casual));
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
        let mut guest = Guest::new(kierki::seat('E').unwrap(), Style::Automatic(Level::Casual));
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

#[tokio::test]
async fn many_lines_in_one_segment_are_all_answered() {
    let (port, serving, three) = table();
    let mut east = connect("127.0.0.1", port, Family::Any).await.unwrap();
    east.write_all(b"IAME\r\n").await.unwrap();
    let mut heard = Vec::new();
    // The DEAL, then whatever the north has led.
    while !(heard.windows(6).any(|part| part == b"TRICK1") && heard.ends_with(b"\r\n")) {
        heard.push(tokio::time::timeout(PATIENCE, east.read_u8()).await.unwrap().unwrap());
    }
    east.write_all(&b"TRICK\r\n".repeat(580)).await.unwrap();
    let mut wrong = vec![0; 580 * b"WRONG1\r\n".len()];
    tokio::time::timeout(PATIENCE, east.read_exact(&mut wrong)).await.unwrap().unwrap();
    assert_eq!(wrong, b"WRONG1\r\n".repeat(580));
    drop(east);
    take_over(port).await;
    serving.await.unwrap();
    for player in three {
        player.await.unwrap();
    }
}

/// As after a long sleep: the server has asked again and again.
#[tokio::test]
async fn many_questions_at_once_are_all_answered() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let playing = tokio::spawn(async move {
        let stream = connect("127.0.0.1", port, Family::V4).await.unwrap();
        play(stream, 'N').await;
    });
    let (mut stream, _) = listener.accept().await.unwrap();
    stream.write_all(b"DEAL1N2C3C4C5C6C7C8C9C10CJCQCKCAC\r\n").await.unwrap();
    stream.write_all(&b"TRICK1\r\n".repeat(1000)).await.unwrap();
    let mut answers = vec![0; b"IAMN\r\n".len() + 1000 * b"TRICK12C\r\n".len()];
    tokio::time::timeout(PATIENCE, stream.read_exact(&mut answers)).await.unwrap().unwrap();
    let answers = String::from_utf8(answers).unwrap();
    assert_eq!(
        answers.lines().filter(|line| line.starts_with("TRICK1")).count(),
        1000,
        "{}",
        &answers[..100]
    );
    // Behind SCORE and TOTAL even nonsense leaves the client content.
    stream.write_all(b"SCOREN0E0S0W0\r\nTOTALN0E0S0W0\r\n").await.unwrap();
    stream.write_all(&[b'Z'; 300]).await.unwrap();
    drop(stream);
    playing.await.unwrap();
}
