//! The loop: keys, clicks and news come in, the state changes, what follows is done, and the screen is drawn.

use std::sync::Arc;
use std::time::{Duration, Instant};

use client::{House, Line, News, Reviewing};
use futures_util::StreamExt;
use game::Seat;
use ratatui::crossterm::event::{
    Event, EventStream, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use table::Millis;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use wire::MatchId;
use wire::house::{Place, Token};

use crate::app::{Answer, App, Effect};
use crate::canvas::Canvas;
use crate::review::{Reviewed, Source};
use crate::terminal::Takeover;
use crate::thinker::Thinker;
use crate::{Error, screens};

/// Clocks and spinners move so often.
const TICK: Duration = Duration::from_millis(250);
/// So long the last words to a house may take.
const PARTING: Duration = Duration::from_millis(200);
/// So long after an answer that something is not done yet it is asked again.
const ASK_AGAIN: Duration = Duration::from_millis(500);
/// So many answers may wait; few are ever asked for at once.
const ANSWERS: usize = 32;

/// What is asked, of the house or of this program itself.
struct Engine {
    there: Option<There>,
    thinker: Thinker,
    answers: mpsc::Sender<Answer>,
    came: mpsc::Receiver<Answer>,
}

/// The house; a film from a file needs none.
struct There {
    house: House,
    token: Token,
    line: Line,
    answers: mpsc::Sender<Answer>,
}

impl Engine {
    fn new(house: Option<(House, Token)>) -> Engine {
        let (answers, came) = mpsc::channel(ANSWERS);
        let there = house.map(|(house, token)| {
            let line = Line::open(house.dial().clone(), token.clone());
            There { house, token, line, answers: answers.clone() }
        });
        Engine { there, thinker: Thinker::default(), answers, came }
    }

    /// Does what is to be done; false if the program is to end.
    fn perform(&mut self, effects: Vec<Effect>, app: &mut App) -> bool {
        for effect in effects {
            match (effect, &mut self.there) {
                (Effect::Quit, _) => return false,
                (Effect::Review { source: Source::File(replay), seat, again }, _) => {
                    self.think(replay, seat, again);
                }
                (effect, Some(there)) => there.perform(effect, app),
                (_, None) => {}
            }
        }
        true
    }

    /// Thinks about the match of this replay, and tells how far that is.
    fn think(&mut self, replay: Arc<str>, seat: Seat, again: bool) {
        let come = self.thinker.ask(&replay, seat).map(|come| match come {
            Reviewing::Thinking { progress } => Reviewed::Thinking(progress),
            Reviewing::Done(review) => Reviewed::Done(review, replay.clone()),
        });
        let answer = Answer::Review { source: Source::File(replay), seat, came: come };
        let answers = self.answers.clone();
        tokio::spawn(async move {
            pause(again).await;
            let _ = answers.send(answer).await;
        });
    }

    fn hear(&self, news: News, app: &mut App) -> Vec<Effect> {
        let table = match &news {
            News::Table { table, .. } => Some(*table),
            News::Refused { table, .. } => *table,
            _ => None,
        };
        let line = self.there.as_ref().map(|there| &there.line);
        app.hear(news, table.and_then(|table| line?.table(table)))
    }
}

impl There {
    fn perform(&mut self, effect: Effect, app: &mut App) {
        match effect {
            Effect::Open(table) => self.ask(async move |house, token| {
                let opened = house.open_table(&token, &table).await;
                Answer::Opened(opened.map_err(|why| why.to_string()))
            }),
            Effect::Find(code, watch) => self.ask(async move |house, token| {
                let found = async {
                    let card = house.table(code).await?;
                    let me = house.me(&token).await?;
                    let mine = card
                        .seats
                        .iter()
                        .flatten()
                        .any(|seat| matches!(seat, Place::Player { player, .. } if *player == me.id));
                    let watch = !mine && (watch || !card.is_joinable());
                    Ok::<_, client::Failed>((card, watch))
                };
                Answer::Found(found.await.map_err(|why| why.to_string()))
            }),
            Effect::Queue(wish) => self.ask(async move |house, token| {
                let queued = house.wait_for_match(&token, &wish).await;
                Answer::Queued(queued.map(|ticket| ticket.table).map_err(|why| why.to_string()))
            }),
            Effect::Unqueue => self.ask(async move |house, token| {
                let gone = house.wait_no_more(&token).await;
                Answer::Queued(gone.map(|()| None).map_err(|why| why.to_string()))
            }),
            Effect::Fetch(id) => self.ask(async move |house, _| {
                Answer::Replay(id, house.replay(id).await.map_err(|why| why.to_string()))
            }),
            Effect::Review { source: Source::House(id), seat, again } => {
                self.ask(async move |house, _| {
                    pause(again).await;
                    let came = reviewed(&house, id, seat).await.map_err(|why| why.to_string());
                    Answer::Review { source: Source::House(id), seat, came }
                });
            }
            Effect::GoOnElsewhere => self.ask(async move |house, token| {
                Answer::Pass(house.new_pass(&token).await.map_err(|why| why.to_string()))
            }),
            Effect::Sit(code) => self.line.sit(code, None),
            Effect::Watch(code) => self.line.watch(code),
            Effect::Leave(code) => self.line.leave(code),
            Effect::Rematch(code) => self.line.rematch(code),
            Effect::Ask(call) => self.line.ask(call),
            Effect::Act(code, action) => {
                let id = self.line.act(code, action);
                app.acting(code, id.map_err(|busy| busy.to_string()));
            }
            // The engine has done these.
            Effect::Quit | Effect::Review { .. } => {}
        }
    }

    fn ask<F>(&self, question: impl FnOnce(House, Token) -> F)
    where
        F: Future<Output = Answer> + Send + 'static,
    {
        let answers = self.answers.clone();
        let asked = question(self.house.clone(), self.token.clone());
        tokio::spawn(async move {
            let _ = answers.send(asked.await).await;
        });
    }
}

/// What the house thinks, with the replay that it is about.
async fn reviewed(house: &House, id: MatchId, seat: Seat) -> Result<Reviewed, client::Failed> {
    Ok(match house.review(id, seat).await? {
        Reviewing::Thinking { progress } => Reviewed::Thinking(progress),
        Reviewing::Done(review) => Reviewed::Done(review, house.replay(id).await?.into()),
    })
}

/// Between two questions how far something is.
async fn pause(again: bool) {
    if again {
        sleep(ASK_AGAIN).await;
    }
}

/// Runs until somebody quits. A film from a file needs no house.
pub(crate) async fn run(
    mut app: App,
    house: Option<(House, Token)>,
    first: Vec<Effect>,
) -> Result<(), Error> {
    let mut takeover = Takeover::begin()?;
    // Only now, so that no fault of it goes unnoticed.
    let mut engine = Engine::new(house);
    let mut events = EventStream::new();
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let (mut ended, mut hung_up) = (signal(SignalKind::terminate())?, signal(SignalKind::hangup())?);
    let begun = Instant::now();
    let mut effects = first;
    loop {
        let goes_on = engine.perform(std::mem::take(&mut effects), &mut app);
        if Takeover::fell() {
            return Err(Error::Fell);
        }
        if !goes_on {
            if let Some(there) = &mut engine.there {
                // A seat is given up by a message, which needs a moment to be on its way.
                let _ = timeout(PARTING, async { while there.line.next().await.is_some() {} }).await;
            }
            return Ok(());
        }
        let now = engine.there.as_ref().and_then(|there| there.line.now());
        app.tick(begun.elapsed().as_millis() as Millis, now);
        takeover.terminal.draw(|frame| {
            let mut canvas = Canvas::new(frame.buffer_mut(), app.look);
            screens::draw(&mut canvas, &app);
            app.hits = canvas.hits;
        })?;
        effects = tokio::select! {
            event = events.next() => match event {
                None => return Ok(()),
                Some(event) => match came(event?) {
                    Came::Key(KeyCode::Char('z'), KeyModifiers::CONTROL) => {
                        takeover.suspend()?;
                        Vec::new()
                    }
                    Came::Key(key, modifiers) => app.key(key, modifiers),
                    Came::Click(column, row) => app.click(column, row),
                    Came::Nothing => Vec::new(),
                },
            },
            heard = next(&mut engine) => match heard {
                Some(Heard::News(news)) => engine.hear(news, &mut app),
                Some(Heard::Answer(answer)) => app.answer(answer),
                None => Vec::new(),
            },
            _ = tick.tick() => Vec::new(),
            _ = ended.recv() => return Ok(()),
            _ = hung_up.recv() => return Ok(()),
        };
    }
}

enum Heard {
    News(News),
    Answer(Answer),
}

/// The next word of the house. Whoever stops waiting for it loses nothing.
async fn next(engine: &mut Engine) -> Option<Heard> {
    let Some(there) = &mut engine.there else { return engine.came.recv().await.map(Heard::Answer) };
    tokio::select! {
        news = there.line.next() => match news {
            Some(news) => Some(Heard::News(news)),
            // The line is at its end, which was told.
            None => engine.came.recv().await.map(Heard::Answer),
        },
        answer = engine.came.recv() => answer.map(Heard::Answer),
    }
}

enum Came {
    Key(KeyCode, KeyModifiers),
    Click(u16, u16),
    Nothing,
}

fn came(event: Event) -> Came {
    match event {
        Event::Key(KeyEvent {
            code, modifiers, kind: KeyEventKind::Press | KeyEventKind::Repeat, ..
        }) => Came::Key(code, modifiers),
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Came::Click(mouse.column, mouse.row),
            MouseEventKind::ScrollDown => Came::Key(KeyCode::Down, KeyModifiers::NONE),
            MouseEventKind::ScrollUp => Came::Key(KeyCode::Up, KeyModifiers::NONE),
            _ => Came::Nothing,
        },
        _ => Came::Nothing,
    }
}
