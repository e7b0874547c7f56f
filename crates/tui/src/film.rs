//! A match that was played, to be looked at step by step.

use std::borrow::Cow;

use game::{Seat, Seats, Viewer};
use plain::Style;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use table::Millis;
use wire::course::MOST_ACTIONS;
use wire::for_game;
use wire::replay::Document;

use crate::canvas::{Canvas, Target};
use crate::games::{Board, Mark, Sight};
use crate::look::Paint;
use crate::screens::{self, keys};

/// How long a step is shown when the film plays by itself.
const PACE: Millis = 900;
/// So many events are told at the most: more than any screen has rows.
const LOG: usize = 200;

/// A match to look at, of whatever game.
pub(crate) trait Film: Send {
    fn key(&mut self, key: KeyCode);
    fn tick(&mut self, time: Millis);
    fn draw(&self, canvas: &mut Canvas, area: Rect);
    /// How many play.
    fn seats(&self) -> usize;
    /// With whose eyes it is looked at; nothing for open cards.
    fn eyes(&self) -> Option<Seat>;
    /// To where so many actions were played, with these eyes.
    fn go_to(&mut self, step: usize, eyes: Seat);
}

/// The film of a replay's file.
pub(crate) fn of_file(text: &str, unicode: bool) -> Result<Box<dyn Film>, String> {
    fn read<G: Board>(document: Document, unicode: bool) -> Result<Box<dyn Film>, String> {
        Reel::<G>::new(document, unicode).map(|reel| Box::new(reel) as Box<dyn Film>)
    }
    let document = Document::parse(text).map_err(|bad| bad.to_string())?;
    for_game!(document.kind().map_err(|bad| bad.to_string())?, read(document, unicode))
}

struct Reel<G: Board> {
    /// The match after each action, the deal first.
    states: Vec<G>,
    /// What led to each.
    events: Vec<Vec<G::Event>>,
    /// The states at which rounds begin.
    rounds: Vec<usize>,
    names: Seats<String>,
    unicode: bool,
    at: usize,
    /// With whose eyes; nothing for open cards.
    eyes: Option<Seat>,
    /// When the next step comes, if it plays by itself.
    next: Option<Millis>,
    time: Millis,
}

impl<G: Board> Reel<G> {
    fn new(document: Document, unicode: bool) -> Result<Reel<G>, String> {
        let replay = document.replay::<G>().map_err(|bad| bad.to_string())?;
        let names = replay.names();
        let record = replay.record;
        if record.actions.len() > MOST_ACTIONS {
            return Err(format!("the match has more than {MOST_ACTIONS} actions"));
        }
        let mut reel = Reel {
            states: Vec::with_capacity(record.actions.len() + 1),
            events: Vec::new(),
            rounds: vec![0],
            names,
            unicode,
            at: 0,
            eyes: None,
            next: None,
            time: 0,
        };
        let mut events = Vec::new();
        let mut state = G::start(&record.rules, record.seats, &record.deals, &mut events)
            .map_err(|bad| bad.to_string())?;
        reel.push(&state, &mut events);
        for (number, (seat, action)) in (1..).zip(&record.actions) {
            state
                .play(*seat, *action, &mut events)
                .map_err(|why| format!("action {number}, seat {seat} `{action}`: {why}"))?;
            reel.push(&state, &mut events);
        }
        Ok(reel)
    }

    fn push(&mut self, state: &G, events: &mut Vec<G::Event>) {
        if events.iter().any(G::begins_round) && !self.states.is_empty() {
            self.rounds.push(self.states.len());
        }
        self.events.push(std::mem::take(events));
        self.states.push(state.clone());
    }

    /// The latest of what has happened, as these eyes saw it.
    fn log(&self) -> Vec<String> {
        let style = Style { unicode: self.unicode, ..Style::default() };
        let seen = |event| match self.eyes {
            Some(seat) => G::redact(event, Viewer::Seat(seat)),
            None => Some(Cow::Borrowed(event)),
        };
        let latest = self.events[..=self.at].iter().flatten().rev().filter_map(seen).take(LOG);
        let mut log: Vec<String> = latest.map(|event| G::sentence(&event, &self.names, style)).collect();
        log.reverse();
        log
    }

    fn last(&self) -> usize {
        self.states.len() - 1
    }
}

impl<G: Board> Film for Reel<G> {
    fn key(&mut self, key: KeyCode) {
        let last = self.last();
        let at = self.at;
        self.at = match key {
            KeyCode::Right => (at + 1).min(last),
            KeyCode::Left => at.saturating_sub(1),
            KeyCode::PageDown => (at + 10).min(last),
            KeyCode::PageUp => at.saturating_sub(10),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Char('n') => self.rounds.iter().copied().find(|round| *round > at).unwrap_or(last),
            KeyCode::Char('p') => self.rounds.iter().copied().rev().find(|round| *round < at).unwrap_or(0),
            KeyCode::Char(' ') => {
                self.next = match self.next {
                    None if at < last => Some(self.time + PACE),
                    _ => None,
                };
                return;
            }
            KeyCode::Char('e') => {
                let seats = self.names.len();
                self.eyes = match self.eyes {
                    None => Some(Seat::FIRST),
                    Some(seat) if seat.index() + 1 < seats => Some(seat.next(seats)),
                    Some(_) => None,
                };
                return;
            }
            _ => return,
        };
        // Who steps by hand wants to look.
        self.next = None;
    }

    fn tick(&mut self, time: Millis) {
        self.time = time;
        if self.next.is_some_and(|next| next <= time) {
            self.at = (self.at + 1).min(self.last());
            self.next = Some(time + PACE).filter(|_| self.at < self.last());
        }
    }

    fn seats(&self) -> usize {
        self.names.len()
    }

    fn eyes(&self) -> Option<Seat> {
        self.eyes
    }

    fn go_to(&mut self, step: usize, eyes: Seat) {
        (self.at, self.next) = (step.min(self.last()), None);
        self.eyes = Some(eyes).filter(|seat| seat.index() < self.names.len());
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect) {
        let state = &self.states[self.at];
        let viewer = self.eyes.map_or(Viewer::Spectator, Viewer::Seat);
        let view = state.view(viewer);
        let open = Seats::from_fn(self.names.len(), |seat| state.faces(seat));
        let (felt, side) = screens::split(area);
        let clocks = self.names.map(|_, _| String::new());
        let marks = |_: Target| Mark::default();
        let sight = Sight {
            view: &view,
            names: &self.names,
            near: self.eyes.unwrap_or(Seat::FIRST),
            open: self.eyes.is_none().then_some(&open),
            glimpses: &[],
            clocks: &clocks,
            marks: &marks,
        };
        let head = Rect { height: 1, ..area };
        let column = 1 + canvas.put(head, 1, 0, "Replay", Paint::Gold);
        canvas.put(head, column + 2, 0, &G::headline(&view), Paint::Room);
        let eyes = match self.eyes {
            None => "all cards open".to_owned(),
            Some(seat) => format!("as {} saw it", self.names[seat]),
        };
        canvas.right(head, 0, &format!("step {} of {} · {eyes} ", self.at, self.last()), Paint::Room);
        canvas.fill(felt, Paint::Felt);
        G::draw(canvas, felt, &sight);
        // What lies on a table of the past cannot be played.
        canvas.hits.clear();
        let aside = G::aside(&sight, canvas.look);
        let mut row = 0;
        for (line, paint) in &aside {
            for line in crate::canvas::wrapped(line, usize::from(side.width)) {
                canvas.put(side, 0, row, &line, *paint);
                row += 1;
            }
        }
        let from = row + u16::from(row > 0);
        let rest =
            Rect { y: side.y + from.min(side.height), height: side.height.saturating_sub(from), ..side };
        screens::log(canvas, rest, &self.log());
        let prompt = Rect { y: area.bottom() - 2, height: 1, ..area };
        canvas.put(prompt, 1, 0, &G::prompt(&view, &self.names, None), Paint::Room);
        let play = if self.next.is_some() { "stop" } else { "play" };
        let words = [
            ("← →", "step"),
            ("Space", play),
            ("n p", "round"),
            ("e", "eyes"),
            ("w", "review"),
            ("?", "help"),
            ("q", "back"),
        ];
        let row = Rect { y: area.bottom() - 1, height: 1, ..area };
        keys(canvas, row, &words.map(|(key, word)| (key.to_owned(), word.to_owned())));
    }
}
