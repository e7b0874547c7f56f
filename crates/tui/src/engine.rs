//! The loop: keys, clicks and news come in, the state changes, what follows is done, and the screen is drawn.

use std::time::{Duration, Instant};

use client::{House, Line, News};
use futures_util::StreamExt;
use ratatui::crossterm::event::{
    Event, EventStream, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use table::Millis;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};
use wire::house::{Place, Token};

use crate::app::{Answer, App, Effect};
use crate::canvas::Canvas;
use crate::terminal::Takeover;
use crate::{Error, screens};

/// Clocks and spinners move so often.
const TICK: Duration = Duration::from_millis(250);
/// So many answers may wait; few are ever asked for at once.
const ANSWERS: usize = 32;

/// A house, and what is asked of it.
struct Engine {
    house: House,
    token: Token,
    line: Line,
    answers: mpsc::Sender<Answer>,
    came: mpsc::Receiver<Answer>,
}

impl Engine {
    fn new(house: House, token: Token) -> Engine {
        let line = Line::open(house.dial().clone(), token.clone());
        let (answers, came) = mpsc::channel(ANSWERS);
        Engine { house, token, line, answers, came }
    }

    /// Does what is to be done; false if the program is to end.
    fn perform(&mut self, effects: Vec<Effect>, app: &mut App) -> bool {
        for effect in effects {
            match effect {
                Effect::Quit => return false,
                Effect::Open(table) => self.ask(async move |house, token| {
                    let opened = house.open_table(&token, &table).await;
                    Answer::Table(opened.map(|card| (card, false)).map_err(|why| why.to_string()))
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
                    Answer::Table(found.await.map_err(|why| why.to_string()))
                }),
                Effect::Queue(wish) => self.ask(async move |house, token| {
                    let queued = house.wait_for_match(&token, &wish).await;
                    Answer::Queued(queued.map(drop).map_err(|why| why.to_string()))
                }),
                Effect::Unqueue => self.ask(async move |house, token| {
                    let gone = house.wait_no_more(&token).await;
                    Answer::Queued(gone.map_err(|why| why.to_string()))
                }),
                Effect::Fetch(id) => self.ask(async move |house, _| {
                    Answer::Replay(house.replay(id).await.map_err(|why| why.to_string()))
                }),
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
                    app.acting(code, id.map(|id| id.0).map_err(|busy| busy.to_string()));
                }
            }
        }
        true
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

    fn hear(&self, news: News, app: &mut App) -> Vec<Effect> {
        let table = match &news {
            News::Table { table, .. } => Some(*table),
            News::Refused { table, .. } => *table,
            _ => None,
        };
        app.hear(news, table.and_then(|table| self.line.table(table)))
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
    let mut engine = house.map(|(house, token)| Engine::new(house, token));
    let mut events = EventStream::new();
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let (mut ended, mut hung_up) = (signal(SignalKind::terminate())?, signal(SignalKind::hangup())?);
    let begun = Instant::now();
    let mut effects = first;
    loop {
        let goes_on = match &mut engine {
            Some(engine) => engine.perform(std::mem::take(&mut effects), &mut app),
            None => !std::mem::take(&mut effects).iter().any(|effect| matches!(effect, Effect::Quit)),
        };
        if Takeover::fell() {
            return Err(Error::Fell);
        }
        if !goes_on {
            return Ok(());
        }
        let now = engine.as_ref().and_then(|engine| engine.line.now());
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
            news = next(&mut engine) => match (news, &engine) {
                (Some(Heard::News(news)), Some(engine)) => engine.hear(news, &mut app),
                (Some(Heard::Answer(answer)), _) => app.answer(answer),
                _ => Vec::new(),
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
async fn next(engine: &mut Option<Engine>) -> Option<Heard> {
    let Some(engine) = engine else { return std::future::pending().await };
    tokio::select! {
        news = engine.line.next() => match news {
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
