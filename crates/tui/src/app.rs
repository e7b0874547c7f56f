//! The state of the program: what a key, a click or a word of the house makes of it, and what is to be done then.

mod news;
mod review;

use client::{NewTable, Pass, TableCard, Wish};
use game::Seat;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::Rect;
use table::{ActionId, Millis, Phase};
use wire::house::Call;
use wire::{Code, MatchId};

use crate::canvas::{Hit, hit_at};
use crate::desk::{Desk, Pressed};
use crate::film::Film;
use crate::look::Look;
use crate::review::{Review, Reviewed, Source};
use crate::screens::home::{Home, Wanted};
use crate::screens::lobby::Lobby;

/// The longest line of chat, as the house has it.
const LONGEST_LINE: usize = 200;

/// Everything that is shown.
pub(crate) struct App {
    pub(crate) look: Look,
    /// Where the house is, in words; nothing for the one inside of this program.
    pub(crate) house: Option<String>,
    /// The player's name.
    pub(crate) me: String,
    pub(crate) screen: Screen,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) connection: Connection,
    /// What is to be said once, in the last line.
    pub(crate) notice: Option<String>,
    /// A clock that only runs.
    pub(crate) time: Millis,
    /// The server's clock.
    pub(crate) now: Option<Millis>,
    /// Where a click means something: as it was last drawn.
    pub(crate) hits: Vec<(Rect, Hit)>,
    home: Home,
    /// Whether there is a start to go back to; what was begun for one table or file ends with it.
    single: bool,
}

pub(crate) enum Screen {
    Home,
    Lobby(Lobby),
    /// Something is on its way.
    Busy(String),
    /// A quick match is waited for, since then.
    Queue {
        wish: Wish,
        since: Millis,
    },
    Table(Sitting),
    Film {
        film: Box<dyn Film>,
        source: Source,
    },
}

pub(crate) struct Sitting {
    pub(crate) code: Code,
    pub(crate) desk: Box<dyn Desk>,
    pub(crate) link: Option<String>,
    pub(crate) watching: bool,
    /// Bots are thinking about a hint.
    pub(crate) thinking: bool,
    /// The action that has no answer yet.
    pub(crate) sent: Option<ActionId>,
}

pub(crate) enum Overlay {
    /// What the keys do and the rules say, from this line on.
    Help(usize),
    /// Whether to leave a match that is played.
    Leave,
    /// A line of chat.
    Say(String),
    /// A code by which one goes on elsewhere.
    Pass(Pass),
    /// The match looked at again.
    Review(Box<Review>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Connection {
    Here,
    Lost(String),
}

/// What is to be done outside.
pub(crate) enum Effect {
    Open(NewTable),
    /// Look what table has this code, to sit or to watch.
    Find(Code, bool),
    Sit(Code),
    Watch(Code),
    Act(Code, String),
    Ask(Call),
    Leave(Code),
    Rematch(Code),
    Queue(Wish),
    Unqueue,
    Fetch(MatchId),
    /// Ask what is thought of how the seat has played, after a while if it is not for the first time.
    Review {
        source: Source,
        seat: Seat,
        again: bool,
    },
    /// Get a code by which one goes on elsewhere.
    GoOnElsewhere,
    Quit,
}

/// What came of it.
pub(crate) enum Answer {
    /// A table was opened, where one sits now.
    Opened(Result<TableCard, String>),
    /// A table was found, and is perhaps to be watched only.
    Found(Result<(TableCard, bool), String>),
    /// A match is waited for, or there is one at a table.
    Queued(Result<Option<Code>, String>),
    Replay(MatchId, Result<String, String>),
    Review {
        source: Source,
        seat: Seat,
        came: Result<Reviewed, String>,
    },
    Pass(Result<Pass, String>),
}

impl App {
    pub(crate) fn new(look: Look, house: Option<String>, me: String, home: Home) -> App {
        App {
            look,
            house,
            me,
            screen: Screen::Home,
            overlay: None,
            connection: Connection::Here,
            notice: None,
            time: 0,
            now: None,
            hits: Vec::new(),
            home,
            single: false,
        }
    }

    /// Begins with something on its way, and ends with it.
    pub(crate) fn single(self, words: &str) -> App {
        App { screen: Screen::Busy(words.to_owned()), single: true, ..self }
    }

    /// Begins with a film, and ends with it.
    pub(crate) fn with_film(self, film: Box<dyn Film>, source: Source) -> App {
        App { screen: Screen::Film { film, source }, single: true, ..self }
    }

    pub(crate) fn home(&self) -> &Home {
        &self.home
    }

    /// Time goes by.
    pub(crate) fn tick(&mut self, time: Millis, now: Option<Millis>) {
        (self.time, self.now) = (time, now);
        if let Screen::Film { film, .. } = &mut self.screen {
            film.tick(time);
        }
    }

    /// A click.
    pub(crate) fn click(&mut self, column: u16, row: u16) -> Vec<Effect> {
        match hit_at(&self.hits, column, row) {
            Some(Hit::Key(key)) => self.key(KeyCode::Char(key), KeyModifiers::NONE),
            Some(Hit::Ctrl(key)) => self.key(KeyCode::Char(key), KeyModifiers::CONTROL),
            Some(Hit::Enter) => self.key(KeyCode::Enter, KeyModifiers::NONE),
            Some(Hit::Escape) => self.key(KeyCode::Esc, KeyModifiers::NONE),
            // What lies below a sheet is out of reach.
            Some(Hit::Line(_) | Hit::Target(_)) if self.overlay.is_some() => Vec::new(),
            Some(Hit::Line(line)) => match &mut self.screen {
                Screen::Home => {
                    let wanted = self.home.click(line);
                    self.wanted(wanted)
                }
                Screen::Lobby(lobby) => {
                    let effect = lobby.click(line);
                    self.join(effect)
                }
                _ => Vec::new(),
            },
            Some(Hit::Target(target)) => {
                let Screen::Table(sitting) = &mut self.screen else { return Vec::new() };
                let pressed = sitting.desk.point(target);
                self.pressed(pressed)
            }
            None => Vec::new(),
        }
    }

    /// A key.
    pub(crate) fn key(&mut self, key: KeyCode, modifiers: KeyModifiers) -> Vec<Effect> {
        if modifiers.contains(KeyModifiers::CONTROL) {
            return match key {
                KeyCode::Char('c') => vec![Effect::Quit],
                // One's own house is nowhere else.
                KeyCode::Char('p') if self.house.is_some() => vec![Effect::GoOnElsewhere],
                _ => Vec::new(),
            };
        }
        self.notice = None;
        if let Some(overlay) = self.overlay.take() {
            return self.overlay_key(overlay, key);
        }
        if key == KeyCode::Char('?') && !self.home_is_typing() {
            self.overlay = Some(Overlay::Help(0));
            return Vec::new();
        }
        match &mut self.screen {
            Screen::Home => {
                let wanted = self.home.key(key);
                self.wanted(wanted)
            }
            Screen::Lobby(lobby) => match key {
                KeyCode::Esc | KeyCode::Char('q') => {
                    self.screen = Screen::Home;
                    vec![Effect::Ask(Call::Lobby { follow: false })]
                }
                key => {
                    let effect = lobby.key(key);
                    self.join(effect)
                }
            },
            Screen::Busy(_) => match key {
                KeyCode::Esc | KeyCode::Char('q') => self.back(),
                _ => Vec::new(),
            },
            Screen::Queue { .. } => match key {
                KeyCode::Esc | KeyCode::Char('q') => {
                    self.screen = Screen::Home;
                    vec![Effect::Unqueue]
                }
                _ => Vec::new(),
            },
            Screen::Film { film, .. } => match key {
                KeyCode::Esc | KeyCode::Char('q') => self.back(),
                KeyCode::Char('w') => self.review(),
                key => {
                    film.key(key);
                    Vec::new()
                }
            },
            Screen::Table(_) => self.table_key(key),
        }
    }

    fn home_is_typing(&self) -> bool {
        matches!(self.screen, Screen::Home) && self.home.is_typing()
    }

    fn overlay_key(&mut self, overlay: Overlay, key: KeyCode) -> Vec<Effect> {
        match overlay {
            Overlay::Help(line) => {
                let line = match key {
                    KeyCode::Down | KeyCode::Char(' ') | KeyCode::PageDown => Some(line.saturating_add(8)),
                    KeyCode::Up | KeyCode::PageUp => Some(line.saturating_sub(8)),
                    _ => None,
                };
                self.overlay = line.map(Overlay::Help);
                Vec::new()
            }
            Overlay::Pass(_) => Vec::new(),
            Overlay::Review(review) => self.review_key(review, key),
            Overlay::Leave => match (key, &self.screen) {
                (KeyCode::Char('y'), Screen::Table(sitting)) => {
                    let leave = Effect::Leave(sitting.code);
                    let mut effects = self.back();
                    effects.insert(0, leave);
                    effects
                }
                _ => Vec::new(),
            },
            Overlay::Say(mut text) => match (key, &self.screen) {
                (KeyCode::Enter, Screen::Table(sitting)) if !text.trim().is_empty() => {
                    let line = table::Line::Text(text.trim().to_owned());
                    vec![Effect::Ask(Call::Say { table: sitting.code, line })]
                }
                (KeyCode::Enter | KeyCode::Esc, _) => Vec::new(),
                (key, _) => {
                    match key {
                        KeyCode::Char(letter) if text.chars().count() < LONGEST_LINE => text.push(letter),
                        KeyCode::Backspace => {
                            text.pop();
                        }
                        _ => {}
                    }
                    self.overlay = Some(Overlay::Say(text));
                    Vec::new()
                }
            },
        }
    }

    fn table_key(&mut self, key: KeyCode) -> Vec<Effect> {
        let Screen::Table(sitting) = &mut self.screen else { return Vec::new() };
        let code = sitting.code;
        let facts = sitting.desk.facts();
        let (phase, you, match_id, open) = (facts.phase, facts.you, facts.match_id, facts.open);
        let (slip, hints, must) = (facts.slip.is_some(), facts.hints, facts.must);
        let idle = phase == Phase::Over && !slip;
        let pressed = if idle { Pressed::Nothing } else { sitting.desk.key(key) };
        if slip || pressed != Pressed::Nothing {
            return self.pressed(pressed);
        }
        match key {
            KeyCode::Char('h') if phase == Phase::Playing && you.is_some() => {
                let why = match (hints, must) {
                    (false, _) => "This table has no hints.",
                    (true, false) => "There is nothing to decide for you now.",
                    (true, true) => {
                        sitting.thinking = true;
                        return vec![Effect::Ask(Call::Hint { table: code })];
                    }
                };
                self.notice = Some(why.to_owned());
                Vec::new()
            }
            KeyCode::Char('c') if you.is_some() => {
                self.overlay = Some(Overlay::Say(String::new()));
                Vec::new()
            }
            KeyCode::Char('b') if phase == Phase::Waiting && open > 0 && you.is_some() => {
                vec![Effect::Ask(Call::SeatBot { table: code, seat: None, level: bots::Level::Casual })]
            }
            KeyCode::Char('r') if phase == Phase::Over && you.is_some() => vec![Effect::Rematch(code)],
            KeyCode::Char('v') if phase == Phase::Over => match match_id {
                Some(id) => vec![Effect::Fetch(id)],
                None => Vec::new(),
            },
            KeyCode::Char('w') if phase == Phase::Over => self.review(),
            KeyCode::Char('q') | KeyCode::Esc => match phase {
                Phase::Playing | Phase::Paused if you.is_some() => {
                    self.overlay = Some(Overlay::Leave);
                    Vec::new()
                }
                _ => {
                    let mut effects = self.back();
                    effects.insert(0, Effect::Leave(code));
                    effects
                }
            },
            _ => Vec::new(),
        }
    }

    fn pressed(&mut self, pressed: Pressed) -> Vec<Effect> {
        match (pressed, &mut self.screen) {
            (Pressed::Act(action), Screen::Table(sitting)) => {
                sitting.desk.sent(true);
                vec![Effect::Act(sitting.code, action)]
            }
            _ => Vec::new(),
        }
    }

    /// To where one came from.
    fn back(&mut self) -> Vec<Effect> {
        self.screen = Screen::Home;
        if self.single { vec![Effect::Quit] } else { Vec::new() }
    }

    fn wanted(&mut self, wanted: Option<Wanted>) -> Vec<Effect> {
        match wanted {
            None => Vec::new(),
            Some(Wanted::Quit) => vec![Effect::Quit],
            Some(Wanted::Table(table)) => {
                self.screen = Screen::Busy("The table is being set.".to_owned());
                vec![Effect::Open(table)]
            }
            Some(Wanted::Match(wish)) => {
                self.screen = Screen::Queue { wish: wish.clone(), since: self.time };
                vec![Effect::Queue(wish)]
            }
            Some(Wanted::Code(code)) => {
                self.screen = Screen::Busy(format!("Looking for the table {code}."));
                vec![Effect::Find(code, false)]
            }
            Some(Wanted::Lobby) => {
                self.screen = Screen::Lobby(Lobby::default());
                vec![Effect::Ask(Call::Lobby { follow: true })]
            }
        }
    }

    fn join(&mut self, table: Option<(Code, bool)>) -> Vec<Effect> {
        let Some((code, watch)) = table else { return Vec::new() };
        self.screen = Screen::Busy(format!("Going to the table {code}."));
        vec![Effect::Ask(Call::Lobby { follow: false }), Effect::Find(code, watch)]
    }
}
