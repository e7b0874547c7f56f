//! What the house answers over HTTP.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use client::{Failed, House, Pass, Reviewing, TableCard};
use game::Seat;
use tokio::time::sleep;
use wire::house::Token;
use wire::review::MatchReview;
use wire::{Code, MatchId};

use crate::{Ask, Resume};

/// How often a review is asked for that is not there yet, and how many times.
const ASK_AGAIN: Duration = Duration::from_secs(1);
const MOST_ASKED: usize = 600;

/// What came of a question.
pub(crate) enum Answer {
    Entered { name: String, token: Token },
    Returned { name: String, token: Token, tables: Vec<TableCard> },
    Renamed(String),
    Phrase(String),
    Pass(Pass),
    Tables(Vec<TableCard>),
    Opened(Box<TableCard>),
    Waiting,
    Matched(Code),
    Done,
    Reviewed(Box<MatchReview>, String),
    Refused(String),
}

type Answering = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// Asks for whoever is at the door.
pub(crate) fn enter(house: House, ask: Ask) -> Answering {
    Box::pin(async move {
        let answer = match ask {
            Ask::Enter { name } => match house.become_guest(name.as_deref()).await {
                Ok(guest) => Ok(Answer::Entered { name: guest.player.name, token: guest.token }),
                Err(failed) => Err(failed),
            },
            Ask::Resume(by) => returned(&house, by).await,
            _ => return Answer::Refused("you must come in first".to_owned()),
        };
        answer.unwrap_or_else(|failed| Answer::Refused(failed.to_string()))
    })
}

/// Asks for whoever has come in.
pub(crate) fn answer(house: House, token: Token, ask: Ask) -> Answering {
    Box::pin(async move {
        let answer = match ask {
            Ask::Rename { name } => {
                house.rename(&token, &name).await.map(|player| Answer::Renamed(player.name))
            }
            Ask::Phrase => house.phrase(&token).await.map(Answer::Phrase),
            Ask::Pass => house.new_pass(&token).await.map(Answer::Pass),
            Ask::Tables => house.tables().await.map(Answer::Tables),
            Ask::Open(table) => {
                house.open_table(&token, &table).await.map(|card| Answer::Opened(Box::new(card)))
            }
            Ask::Wait(wish) => match house.wait_for_match(&token, &wish).await {
                Ok(ticket) => Ok(ticket.table.map_or(Answer::Waiting, Answer::Matched)),
                Err(failed) => Err(failed),
            },
            Ask::WaitNoMore => house.wait_no_more(&token).await.map(|()| Answer::Done),
            _ => return Answer::Refused("that is nothing to ask for".to_owned()),
        };
        answer.unwrap_or_else(|failed| Answer::Refused(failed.to_string()))
    })
}

/// Asks until it is there.
pub(crate) fn review(house: House, id: MatchId, seat: Seat) -> Answering {
    Box::pin(async move {
        for _ in 0..MOST_ASKED {
            match house.review(id, seat).await {
                Ok(Reviewing::Thinking { .. }) => sleep(ASK_AGAIN).await,
                Ok(Reviewing::Done(review)) => match house.replay(id).await {
                    Ok(replay) => return Answer::Reviewed(review, replay),
                    Err(failed) => return Answer::Refused(failed.to_string()),
                },
                Err(failed) => return Answer::Refused(failed.to_string()),
            }
        }
        Answer::Refused("the house thinks for too long".to_owned())
    })
}

async fn returned(house: &House, by: Resume) -> Result<Answer, Failed> {
    let guest = match by {
        Resume::Phrase(phrase) => house.recover(&phrase).await?,
        Resume::Pass(pass) => house.redeem(pass).await?,
    };
    let tables = house.my_tables(&guest.token).await?;
    Ok(Answer::Returned { name: guest.player.name, token: guest.token, tables })
}
