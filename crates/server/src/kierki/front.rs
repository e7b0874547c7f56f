//! The Kierki protocol at the tables of the house. Its clients are guests there like any others: in the lobby, in the log, beside
//! people in browsers and bots.

mod foyer;
mod guest;
mod interpreter;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::Seat;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use wire::kierki::{Lines, Message};

use crate::connection::{Due, part};
use crate::listen::closed;
pub(crate) use foyer::Foyer;
use foyer::NoPlace;
use guest::Guest;
use interpreter::{Effect, Interpreter};

/// Whoever does not take what is sent for so long is closed.
const SEND: Duration = Duration::from_secs(20);
/// So often it is looked whether the match is over of somebody who does not answer.
const LOOK: Duration = Duration::from_secs(1);

/// Serves a client until either side ends it. Its seat is free then.
pub(crate) async fn receive(mut stream: TcpStream, address: IpAddr, foyer: Arc<Foyer>) {
    let reception = foyer.reception().clone();
    let _counted = reception.meters.connected("kierki");
    let mut lines = Lines::new();
    let patience = reception.config.kierki_timeout;
    if let Ok(Some(seat)) = timeout(patience, introduction(&mut stream, &mut lines)).await {
        match foyer.seat(address, seat).await {
            Ok(mut guest) => {
                // Who does not answer in time is as good as gone, and is waited for as long as that.
                let silence = patience.saturating_add(reception.config.kierki_absence);
                let mut interpreter = Interpreter::new(seat, patience, silence, lines);
                play(&mut stream, seat, &mut guest, &mut interpreter, &foyer).await;
                guest.leave().await;
                foyer.part_with(address, seat, guest).await;
            }
            Err(NoPlace::Busy(taken)) => {
                let _ = timeout(SEND, stream.write_all(&Message::Busy(taken).line())).await;
            }
            // The protocol has no word for it.
            Err(NoPlace::Closed) => {}
        }
    }
    part(stream).await;
}

/// The seat that the client asks for; none if it says anything else, or goes.
async fn introduction(stream: &mut TcpStream, lines: &mut Lines) -> Option<Seat> {
    let mut buffer = [0; 1024];
    loop {
        if let Some(line) = lines.next() {
            let Ok(Message::Iam(seat)) = Message::parse(&line.ok()?) else { return None };
            return Some(seat);
        }
        let count = stream.read(&mut buffer).await.ok().filter(|count| *count > 0)?;
        lines.push(&buffer[..count]);
    }
}

/// Plays until the match is over or the client is gone.
async fn play(
    stream: &mut TcpStream,
    seat: Seat,
    guest: &mut Guest,
    interpreter: &mut Interpreter,
    foyer: &Foyer,
) -> Option<()> {
    let reception = foyer.reception();
    let mut lines = reception.limits.messages();
    let mut ready = Instant::now();
    let (mut read, mut write) = stream.split();
    let mut buffer = [0; 4096];
    // What came behind the IAM.
    interpreter.received(&[]);
    loop {
        let mut bytes = Vec::new();
        let mut closes = false;
        for effect in interpreter.take_effects() {
            match effect {
                Effect::Send(message) if !closes => bytes.extend(message.line()),
                Effect::Play { id, card } if !closes => guest.play(id, card).await,
                Effect::Doze if !closes => {
                    guest.doze().await;
                    foyer.stand_in(guest.table(), seat).await;
                }
                Effect::Wake if !closes && guest.is_played() => guest.wake(seat).await,
                // If the match has ended without it, the next look finds that.
                Effect::Send(_) | Effect::Play { .. } | Effect::Doze | Effect::Wake => {}
                Effect::Close => closes = true,
            }
        }
        if !bytes.is_empty() {
            timeout(SEND, write.write_all(&bytes)).await.ok()?.ok()?;
        }
        if closes {
            return None;
        }
        let again = interpreter.deadline();
        let again = async {
            match again {
                Some(again) => tokio::time::sleep_until(again.into()).await,
                None => std::future::pending().await,
            }
        };
        // Whoever sends too fast is read more slowly.
        let held = ready > Instant::now();
        tokio::select! {
            count = read.read(&mut buffer), if !held => match count.ok()? {
                0 => return None,
                count => {
                    let count = interpreter.received(&buffer[..count]);
                    ready = lines.spend(count, Instant::now());
                }
            },
            () = tokio::time::sleep_until(ready.into()), if held => {}
            () = tokio::time::sleep(LOOK), if interpreter.is_dozing() => {
                if !guest.is_played() {
                    interpreter.missed_the_end(guest.last_deal().await?);
                }
            }
            due = guest.due() => match due {
                Due::Frames(frames) => {
                    for frame in frames {
                        guest.hear(&frame, interpreter).await?;
                    }
                }
                Due::Resync(_) => guest.resync().await,
                Due::Overrun => return None,
            },
            () = again => interpreter.tick(Instant::now()),
            () = closed(reception) => return None,
        }
    }
}
