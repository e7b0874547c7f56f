//! A session between a stream and a house.

use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::time::Duration;

use client::{Dial, House, Line};
use table::ActionId;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, sleep_until, timeout};
use wire::house::{Call, Notice, Token};

use crate::answer::{self, Answer};
use crate::{Ask, Filter, News, Session, Sight, Typed};

/// So many lines may wait to be read.
const MOST_WAITING: usize = 64;
/// Whoever does not take what is sent for so long is gone.
const SEND: Duration = Duration::from_secs(20);
/// What was asked before somebody hung up is still answered for so long.
const AFTERWARDS: Duration = Duration::from_secs(30);
/// So long is waited for the other end to close, and so much of it is read.
const LINGER: Duration = Duration::from_secs(1);
const MOST_UNREAD: usize = 256;
/// A seat is given up by a message, which needs a moment to be on its way.
const PARTING: Duration = Duration::from_millis(200);

/// What a visitor may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long nothing may be typed.
    pub idle: Duration,
    /// How long nothing may be typed at the door.
    pub door: Duration,
    /// How many lines a second are read.
    pub lines_per_second: u32,
    /// How many are read at once after a pause.
    pub burst: u32,
}

/// Serves a visitor until it leaves, or must, or `closed` comes because the house closes. It is shown links to tables if `browsers` can
/// open them.
pub async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    dial: Dial,
    limits: Limits,
    browsers: bool,
    closed: impl Future<Output = ()>,
) {
    let visit = Visit {
        stream,
        session: Session::new("Tefuda", browsers),
        filter: Filter::default(),
        typed: VecDeque::new(),
        pace: Pace::new(limits),
        house: House::new(dial),
        line: None,
        token: None,
        pending: None,
        reviewing: None,
        acting: None,
        hung_up: false,
    };
    visit.run(limits, closed).await;
}

struct Visit<S> {
    stream: S,
    session: Session,
    filter: Filter,
    /// What was typed and not read yet, with what was to be seen then.
    typed: VecDeque<(Typed, Sight)>,
    pace: Pace,
    house: House,
    /// The socket, once the visitor has come in.
    line: Option<Line>,
    token: Option<Token>,
    /// A question to the house that is on its way.
    pending: Option<Pin<Box<dyn Future<Output = Answer> + Send>>>,
    /// A review that is thought about, while all else goes on.
    reviewing: Option<Pin<Box<dyn Future<Output = Answer> + Send>>>,
    /// The action that waits for its answer.
    acting: Option<ActionId>,
    /// Nothing will be typed any more.
    hung_up: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Visit<S> {
    async fn run(mut self, limits: Limits, closed: impl Future<Output = ()>) {
        let mut closed = std::pin::pin!(closed);
        let mut heard = Instant::now();
        let mut bytes = [0; 1024];
        loop {
            if self.catch_up().await.is_err() {
                return;
            }
            if self.session.has_ended() {
                return self.part().await;
            }
            let asks = self.session.is_waiting() || self.reviewing.is_some();
            if self.hung_up && self.typed.is_empty() && !asks {
                return;
            }
            let patience = match self.session.has_entered() {
                _ if self.hung_up => AFTERWARDS,
                true => limits.idle,
                false => limits.door,
            };
            let next_line = self.pace.next();
            let held = self.typed.is_empty() || self.session.is_waiting();
            tokio::select! {
                read = self.stream.read(&mut bytes), if !self.hung_up => match read {
                    Err(_) => return,
                    Ok(0) => {
                        (self.hung_up, heard) = (true, Instant::now());
                        let sight = self.session.sight();
                        self.typed.extend(self.filter.rest().map(|typed| (typed, sight)));
                    }
                    Ok(read) => {
                        heard = Instant::now();
                        if self.read(&bytes[..read]).await.is_err() {
                            return;
                        }
                    }
                },
                news = next(&mut self.line) => self.tell(news),
                answer = answered(&mut self.pending) => self.answer(answer),
                answer = answered(&mut self.reviewing) => self.reviewed(answer),
                () = sleep_until(next_line), if !held => self.take_line(),
                () = sleep_until(heard + patience), if self.hung_up => return,
                () = sleep_until(heard + patience), if !self.hung_up => {
                    let minutes = patience.as_secs().div_ceil(60);
                    self.session.end(&format!("Nothing was typed for {minutes} min; your seats are kept for a while."));
                }
                () = closed.as_mut() => self.session.end("The house closes. Tables are kept: come back later."),
            }
        }
    }

    /// Does what the session asks for, and sends what it says.
    async fn catch_up(&mut self) -> io::Result<()> {
        if let Some(ask) = self.session.take_ask() {
            self.ask(ask);
        }
        let output = self.session.take_output();
        send(&mut self.stream, output.as_bytes()).await
    }

    async fn read(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (mut typed, mut reply) = (Vec::new(), Vec::new());
        self.filter.feed(bytes, &mut typed, &mut reply);
        let sight = self.session.sight();
        self.typed.extend(typed.into_iter().map(|typed| (typed, sight)));
        if self.typed.len() > MOST_WAITING {
            self.typed.clear();
            self.session.end(&format!("That is too fast: at most {MOST_WAITING} lines may wait to be read."));
        }
        send(&mut self.stream, &reply).await
    }

    fn take_line(&mut self) {
        if let Some((typed, sight)) = self.typed.pop_front() {
            self.pace.spend();
            self.session.typed(typed, sight);
        }
    }

    fn ask(&mut self, ask: Ask) {
        let (Some(line), Some(token)) = (&mut self.line, &self.token) else {
            self.pending = Some(answer::enter(self.house.clone(), ask));
            return;
        };
        match ask {
            Ask::Sit(code) => line.sit(code, None),
            Ask::Watch(code) => line.watch(code),
            Ask::Leave(code) => line.leave(code),
            Ask::Rematch(code) => line.rematch(code),
            Ask::Say { table, text } => line.say(table, table::Line::Text(text)),
            Ask::Hint(table) => line.ask(Call::Hint { table }),
            Ask::Review { id, seat } => self.reviewing = Some(answer::review(self.house.clone(), id, seat)),
            Ask::SeatBot { table, level } => line.ask(Call::SeatBot { table, seat: None, level }),
            Ask::Act { table, action } => match line.act(table, action) {
                Ok(id) => self.acting = Some(id),
                Err(busy) => self.session.news(News::Refused(busy.to_string())),
            },
            other => self.pending = Some(answer::answer(self.house.clone(), token.clone(), other)),
        }
    }

    /// The house has answered a question.
    fn answer(&mut self, answer: Answer) {
        self.pending = None;
        let news = match answer {
            Answer::Entered { name, token } => {
                self.line = Some(Line::open(self.house.dial().clone(), token.clone()));
                self.token = Some(token);
                News::Entered(name)
            }
            Answer::Returned { name, token, tables } => {
                self.line = Some(Line::open(self.house.dial().clone(), token.clone()));
                self.token = Some(token);
                self.session.news(News::Entered(name));
                News::OwnTables(tables)
            }
            Answer::Renamed(name) => News::Entered(name),
            Answer::Phrase(phrase) => News::Phrase(phrase),
            Answer::Pass(pass) => News::Pass(pass),
            Answer::Tables(tables) => News::Tables(tables),
            Answer::Opened(card) => News::Opened(card),
            Answer::Waiting => News::Waiting,
            Answer::Matched(code) => News::Matched(code),
            Answer::Done => News::Done,
            // These come by themselves.
            Answer::Reviewed(..) => return,
            Answer::Refused(why) => News::Refused(why),
        };
        self.session.news(news);
    }

    /// The house has thought about a match, or will not.
    fn reviewed(&mut self, answer: Answer) {
        self.reviewing = None;
        match answer {
            Answer::Refused(why) => self.session.news(News::Reviewed(Err(why))),
            Answer::Reviewed(review, replay) => self.session.news(News::Reviewed(Ok((review, replay)))),
            // Nothing else is asked for there.
            _ => {}
        }
    }

    /// Something came over the socket.
    fn tell(&mut self, news: Option<client::News>) {
        let news = match news {
            None => News::Ended("The house does not answer any more.".to_owned()),
            Some(client::News::Ended(why)) => News::Ended(why.to_string()),
            Some(client::News::Lost(_)) => News::Lost,
            Some(client::News::Back) => News::Back,
            Some(client::News::Table { table, events }) => {
                let Some(known) = self.line.as_ref().and_then(|line| line.table(table)) else { return };
                return self.session.news(News::Table { known, events: &events });
            }
            Some(client::News::Done { id }) if self.acting.as_ref() == Some(&id) => News::Done,
            Some(client::News::Refused { why, .. }) => News::Refused(why.to_string()),
            Some(client::News::Notice(Notice::Matched { table, .. })) => News::Matched(table),
            Some(client::News::Notice(Notice::TakenOver { table })) => {
                News::Gone(table, "your seat is held from another connection".to_owned())
            }
            Some(client::News::Notice(Notice::Dismissed { table, message, .. })) => {
                News::Gone(table, message)
            }
            Some(client::News::Notice(Notice::Hint { table, version, unit, ranked })) => {
                News::Hint { table, version, unit, ranked }
            }
            Some(client::News::Notice(Notice::Draining { .. })) => News::Closing,
            Some(client::News::Connected(_) | client::News::Done { .. } | client::News::Notice(_)) => return,
        };
        self.session.news(news);
    }

    /// Its goodbye was the last line. What the visitor is still sending is taken, up to a bound: a connection that is closed with
    /// something unread is reset, and the goodbye with it.
    async fn part(mut self) {
        if self.line.is_some() {
            let _ = timeout(PARTING, async { while next(&mut self.line).await.is_some() {} }).await;
        }
        let mut rest = [0; 4096];
        if !matches!(timeout(SEND, self.stream.shutdown()).await, Ok(Ok(()))) {
            return;
        }
        for _ in 0..MOST_UNREAD {
            match timeout(LINGER, self.stream.read(&mut rest)).await {
                Ok(Ok(1..)) => {}
                Ok(Ok(0) | Err(_)) | Err(_) => return,
            }
        }
    }
}

/// How fast lines are read. It knows only when all of them will be paid for.
struct Pace {
    each: Duration,
    burst: Duration,
    paid: Instant,
}

impl Pace {
    fn new(limits: Limits) -> Pace {
        let each = Duration::from_secs(1) / limits.lines_per_second.max(1);
        Pace { each, burst: each * limits.burst.max(1), paid: Instant::now() }
    }

    /// When the next line may be read.
    fn next(&self) -> Instant {
        (self.paid + self.each).checked_sub(self.burst).unwrap_or_else(Instant::now)
    }

    fn spend(&mut self) {
        self.paid = self.paid.max(Instant::now()) + self.each;
    }
}

async fn send(stream: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> io::Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    let sending = async {
        stream.write_all(bytes).await?;
        stream.flush().await
    };
    timeout(SEND, sending).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

async fn next(line: &mut Option<Line>) -> Option<client::News> {
    match line {
        Some(line) => line.next().await,
        None => std::future::pending().await,
    }
}

async fn answered(pending: &mut Option<Pin<Box<dyn Future<Output = Answer> + Send>>>) -> Answer {
    match pending {
        Some(pending) => pending.await,
        None => std::future::pending().await,
    }
}
