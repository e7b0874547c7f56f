//! The first screen: what to play, by which rules, against whom.

use bots::Level;
use client::{Fallback, NewTable, Wish};
use game::{Game, Ruleset};
use plain::Plain;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use serde_json::Value;
use wire::{Code, Codec, GameKind, for_game};

use super::keys;
use crate::Choice;
use crate::app::App;
use crate::canvas::{Canvas, Hit, fitted, wrapped};
use crate::look::Paint;

/// After so long a bot takes the seat that nobody took.
const PATIENCE: u64 = 20_000;

/// What was chosen so far.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    game: GameKind,
    preset: usize,
    /// The rounds of the match, where they are not the ruleset's own.
    rounds: Option<u32>,
    players: usize,
    against: Against,
    /// Whether there may be others than bots.
    server: bool,
    line: usize,
    /// A code that is being typed.
    typing: Option<String>,
    /// How long bots take at least; the house's own if not given.
    pace: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Against {
    Bots(Level),
    Friends,
    Anyone,
}

/// A line of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Game,
    Rules,
    Rounds,
    Players,
    Against,
    Start,
    Join,
    Lobby,
    Quit,
}

/// What is wanted.
pub(crate) enum Wanted {
    Table(NewTable),
    Match(Wish),
    Code(Code),
    Lobby,
    Quit,
}

struct Preset {
    name: &'static str,
    about: &'static str,
    rounds: u32,
}

fn presets(game: GameKind) -> Vec<Preset> {
    fn of<G: Codec>() -> Vec<Preset> {
        let preset = |preset: game::rules::Preset<G::Rules>| {
            // Kierki has a list of deals in place of a number.
            let knobs = wire::rules::to_value::<G>(&preset.rules);
            let rounds = knobs.get("rounds").and_then(Value::as_u64);
            let deals = || knobs.get("deals").and_then(Value::as_array).map(Vec::len);
            let rounds = rounds.map_or_else(|| deals().unwrap_or(1) as u32, |rounds| rounds as u32);
            Preset { name: preset.name, about: preset.about, rounds }
        };
        G::Rules::presets().into_iter().map(preset).collect()
    }
    for_game!(game, of())
}

/// The ruleset with another number of rounds.
fn rules(game: GameKind, preset: &str, rounds: u32) -> Value {
    fn of<G: Plain>(preset: &str, rounds: u32) -> Value {
        let rules = G::Rules::preset(preset).ok().and_then(|rules| G::with_rounds(&rules, rounds).ok());
        rules.map_or_else(|| Value::String(preset.to_owned()), |rules| wire::rules::to_value::<G>(&rules))
    }
    for_game!(game, of(preset, rounds))
}

fn seats(game: GameKind) -> (usize, usize) {
    fn of<G: Game>() -> (usize, usize) {
        (*G::SEATS.start(), *G::SEATS.end())
    }
    for_game!(game, of())
}

fn title(game: GameKind) -> &'static str {
    fn of<G: Codec>() -> &'static str {
        G::Rules::TITLE
    }
    for_game!(game, of())
}

fn about(game: GameKind) -> &'static str {
    fn of<G: Plain>() -> &'static str {
        G::ABOUT
    }
    for_game!(game, of())
}

fn usual(game: GameKind) -> &'static str {
    fn of<G: Plain>() -> &'static str {
        G::DEFAULT_PRESET
    }
    for_game!(game, of())
}

impl Home {
    pub(crate) fn new(choice: &Choice, server: bool, pace: Option<u64>) -> Home {
        let mut home = Home {
            game: choice.game.unwrap_or(GameKind::KoiKoi),
            preset: 0,
            rounds: None,
            players: 0,
            against: Against::Bots(choice.level.unwrap_or(Level::Casual)),
            server,
            line: 0,
            typing: None,
            pace,
        };
        home.turn_to(home.game);
        let named = |preset: &Preset| choice.preset.as_deref() == Some(preset.name);
        home.preset = presets(home.game).iter().position(named).unwrap_or(home.preset);
        home.rounds = choice.rounds.filter(|rounds| *rounds != home.preset().rounds);
        let (least, most) = seats(home.game);
        home.players = choice.players.filter(|players| (least..=most).contains(players)).unwrap_or(least);
        home
    }

    pub(crate) fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    /// Another game, with its usual rules.
    fn turn_to(&mut self, game: GameKind) {
        self.game = game;
        self.preset = presets(game).iter().position(|preset| preset.name == usual(game)).unwrap_or(0);
        (self.rounds, self.players) = (None, seats(game).0);
    }

    fn rows(&self) -> Vec<Row> {
        let (least, most) = seats(self.game);
        let mut rows = vec![Row::Game, Row::Rules];
        if self.against != Against::Anyone {
            rows.push(Row::Rounds);
        }
        if least < most && self.against != Against::Anyone {
            rows.push(Row::Players);
        }
        rows.extend([Row::Against, Row::Start]);
        if self.server {
            rows.extend([Row::Join, Row::Lobby]);
        }
        rows.push(Row::Quit);
        rows
    }

    fn preset(&self) -> Preset {
        let mut presets = presets(self.game);
        let place = self.preset.min(presets.len() - 1);
        presets.swap_remove(place)
    }

    fn opponents(&self) -> Vec<Against> {
        let bots = Level::ALL.into_iter().map(Against::Bots);
        let people = [Against::Friends, Against::Anyone].into_iter().filter(|_| self.server);
        bots.chain(people).collect()
    }

    pub(crate) fn key(&mut self, key: KeyCode) -> Option<Wanted> {
        if let Some(typed) = &mut self.typing {
            match key {
                KeyCode::Esc => self.typing = None,
                KeyCode::Backspace => {
                    typed.pop();
                }
                KeyCode::Char(letter) if typed.len() < 80 && letter.is_ascii_graphic() => typed.push(letter),
                KeyCode::Enter => {
                    // The code alone, or the whole link.
                    let code = typed.rsplit('/').next().and_then(|code| code.parse().ok());
                    if let Some(code) = code {
                        self.typing = None;
                        return Some(Wanted::Code(code));
                    }
                }
                _ => {}
            }
            return None;
        }
        let rows = self.rows();
        self.line = self.line.min(rows.len() - 1);
        match key {
            KeyCode::Up => self.line = (self.line + rows.len() - 1) % rows.len(),
            KeyCode::Down | KeyCode::Tab => self.line = (self.line + 1) % rows.len(),
            KeyCode::Left => self.change(rows[self.line], -1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(rows[self.line], 1),
            KeyCode::Char('q') => return Some(Wanted::Quit),
            KeyCode::Char('j') if self.server => self.typing = Some(String::new()),
            KeyCode::Char('o') if self.server => return Some(Wanted::Lobby),
            KeyCode::Enter => return self.enter(rows[self.line]),
            _ => {}
        }
        None
    }

    /// A click on a line goes there, and does what it says.
    pub(crate) fn click(&mut self, line: usize) -> Option<Wanted> {
        let row = *self.rows().get(line)?;
        self.line = line;
        match row {
            Row::Start | Row::Join | Row::Lobby | Row::Quit => self.enter(row),
            row => {
                self.change(row, 1);
                None
            }
        }
    }

    fn enter(&mut self, row: Row) -> Option<Wanted> {
        match row {
            Row::Join => {
                self.typing = Some(String::new());
                None
            }
            Row::Lobby => Some(Wanted::Lobby),
            Row::Quit => Some(Wanted::Quit),
            _ => Some(self.start()),
        }
    }

    fn change(&mut self, row: Row, by: isize) {
        fn turn<T: PartialEq + Copy>(all: &[T], now: T, by: isize) -> T {
            let place = all.iter().position(|known| *known == now).unwrap_or(0) as isize;
            all[(place + by).rem_euclid(all.len() as isize) as usize]
        }
        match row {
            Row::Game => self.turn_to(turn(&GameKind::ALL, self.game, by)),
            Row::Rules => {
                let presets: Vec<usize> = (0..presets(self.game).len()).collect();
                self.preset = turn(&presets, self.preset, by);
                self.rounds = None;
            }
            Row::Rounds => {
                let own = self.preset().rounds;
                let mut rounds: Vec<Option<u32>> = vec![None];
                rounds.extend([1, 3, 6, 12].into_iter().filter(|rounds| *rounds != own).map(Some));
                self.rounds = turn(&rounds, self.rounds, by);
            }
            Row::Players => {
                let (least, most) = seats(self.game);
                let players: Vec<usize> = (least..=most).collect();
                self.players = turn(&players, self.players, by);
            }
            Row::Against => self.against = turn(&self.opponents(), self.against, by),
            Row::Start | Row::Join | Row::Lobby | Row::Quit => {}
        }
    }

    fn start(&self) -> Wanted {
        let preset = self.preset().name;
        if self.against == Against::Anyone {
            let fallback = Some(Fallback { after_ms: PATIENCE, level: Level::Casual });
            let preset = preset.to_owned();
            return Wanted::Match(Wish { game: self.game, preset, seats: None, rated: None, fallback });
        }
        let table = NewTable::new(self.game.name());
        let mut table = match self.rounds {
            None => table.preset(preset),
            Some(rounds) => table.rules(rules(self.game, preset, rounds)),
        };
        table = table.me();
        for _ in 1..self.players {
            table = match self.against {
                Against::Bots(level) => table.bot(level),
                Against::Friends | Against::Anyone => table.open(),
            };
        }
        table.spectators = Some(self.server);
        table.hints = Some(matches!(self.against, Against::Bots(_)));
        table.pace = self.pace;
        Wanted::Table(table)
    }

    /// The line as it is written: what it is about, what was chosen, and what that means.
    fn words(&self, row: Row) -> (&'static str, String, String) {
        let preset = self.preset();
        match row {
            Row::Game => ("Game", title(self.game).to_owned(), about(self.game).to_owned()),
            Row::Rules => ("Rules", preset.name.to_owned(), preset.about.to_owned()),
            Row::Rounds => {
                let rounds = self.rounds.unwrap_or(preset.rounds);
                let usual = if self.rounds.is_none() { "as these rules have it" } else { "in the match" };
                ("Rounds", rounds.to_string(), usual.to_owned())
            }
            Row::Players => ("Players", self.players.to_string(), "at the table, with you".to_owned()),
            Row::Against => match self.against {
                Against::Bots(level) => {
                    let about = match level {
                        Level::Beginner => "knows the rules, and forgets much",
                        Level::Casual => "plays by simple rules",
                        Level::Club => "a regular",
                        Level::Strong => "hard to beat",
                        Level::Expert => "as well as the house can",
                    };
                    ("Against", format!("bots, {level}"), about.to_owned())
                }
                Against::Friends => {
                    ("Against", "friends".to_owned(), "you get a code and a link to send them".to_owned())
                }
                Against::Anyone => (
                    "Against",
                    "anyone".to_owned(),
                    "whoever wants the same next; a bot if nobody comes".to_owned(),
                ),
            },
            Row::Start => ("Play", String::new(), String::new()),
            Row::Join => ("Join", String::new(), "a table by its code".to_owned()),
            Row::Lobby => ("Open tables", String::new(), "to sit at or to watch".to_owned()),
            Row::Quit => ("Quit", String::new(), String::new()),
        }
    }
}

/// Where it is told what a choice means, in two lines.
const ABOUT: u16 = 33;

pub(super) fn draw(canvas: &mut Canvas, area: Rect, app: &App) {
    let home = app.home();
    let inner = Rect { x: area.x + 4, width: area.width.saturating_sub(5).min(92), ..area };
    let name = canvas.look.sign("手札  T E F U D A", "T E F U D A");
    canvas.put(inner, 0, 1, name, Paint::Gold);
    canvas.put(inner, 0, 2, "a card house", Paint::Quiet);
    let mut row = 4;
    for (line, kind) in home.rows().into_iter().enumerate() {
        let (word, value, about) = home.words(kind);
        let chosen = line == home.line;
        let paint = if chosen { Paint::Chosen } else { Paint::Room };
        let changeable = !value.is_empty();
        let text = match (changeable, chosen) {
            (true, true) => format!("◀ {value} ▶"),
            (true, false) => format!("  {value}"),
            (false, _) => String::new(),
        };
        let sign = if chosen { "▸" } else { " " };
        let head = fitted(&format!("{sign} {word:<12}{text}"), usize::from(ABOUT) - 1);
        canvas.put(inner, 0, row, &head, paint);
        for (more, line) in (0..).zip(wrapped(&about, usize::from(inner.width.saturating_sub(ABOUT)))) {
            if more < 2 {
                canvas.put(inner, ABOUT, row + more, &line, Paint::Quiet);
            }
        }
        let at = Rect { y: inner.y + row, height: 1, ..inner };
        canvas.hit(at, Hit::Line(line));
        row += 2;
    }
    let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
    if let Some(typed) = &home.typing {
        let inside = super::sheet(canvas, area, 50, 7);
        canvas.put(inside, 0, 0, "Join a table", Paint::Gold);
        canvas.put(inside, 0, 2, "Its code or link:", Paint::Room);
        let shown: String = typed.chars().rev().take(24).collect::<String>().chars().rev().collect();
        canvas.put(inside, 18, 2, &format!("{shown}_"), Paint::Chosen);
        canvas.put(inside, 0, 4, "A code has 8 letters and digits: K7F3Q9MX", Paint::Quiet);
        let words = [("Enter", "join"), ("Esc", "back")];
        keys(canvas, foot, &words.map(|(key, word)| (key.to_owned(), word.to_owned())));
        return;
    }
    let words =
        [("Enter", "play"), ("↑ ↓", "choose a line"), ("← →", "change it"), ("?", "help"), ("q", "quit")];
    keys(canvas, foot, &words.map(|(key, word)| (key.to_owned(), word.to_owned())));
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn home(game: Option<GameKind>, server: bool) -> Home {
        Home::new(&Choice { game, ..Choice::default() }, server, None)
    }

    fn press(home: &mut Home, keys: &[KeyCode]) -> Option<Wanted> {
        keys.iter().fold(None, |wanted, key| home.key(*key).or(wanted))
    }

    #[test]
    fn enter_plays_at_once() {
        let mut home = Home::new(&Choice::default(), true, Some(7));
        let Some(Wanted::Table(table)) = press(&mut home, &[KeyCode::Enter]) else { panic!("a table") };
        let order = serde_json::to_value(table).unwrap();
        assert_eq!(
            (&order["game"], &order["preset"], &order["pace"]),
            (&json!("koikoi"), &json!("quick"), &json!(7))
        );
        assert_eq!(order["seats"], json!(["me", { "bot": "casual" }]));
    }

    #[test]
    fn lines_are_chosen_and_changed() {
        let mut home = home(Some(GameKind::KoiKoi), false);
        let down =
            [KeyCode::Right, KeyCode::Right, KeyCode::Down, KeyCode::Right, KeyCode::Down, KeyCode::Right];
        press(&mut home, &down);
        press(&mut home, &[KeyCode::Down, KeyCode::Right, KeyCode::Right, KeyCode::Down, KeyCode::Left]);
        let Some(Wanted::Table(table)) = press(&mut home, &[KeyCode::Enter]) else { panic!("a table") };
        let order = serde_json::to_value(table).unwrap();
        assert_eq!(order["game"], "kaboom");
        assert_eq!((&order["rules"]["rounds"], &order["rules"]["turn_limit"]), (&json!(3), &json!(30)));
        assert_eq!(order["seats"].as_array().unwrap().len(), 4);
        assert_eq!(order["seats"][1], json!({ "bot": "beginner" }));
    }

    #[test]
    fn a_code_or_a_link_leads_to_a_table() {
        let mut home = home(None, true);
        for text in ["k7f3q9mx", "https://example.org/cards/t/K7F3Q9MX"] {
            press(&mut home, &[KeyCode::Char('j')]);
            let keys: Vec<KeyCode> = text.chars().map(KeyCode::Char).chain([KeyCode::Enter]).collect();
            let Some(Wanted::Code(code)) = press(&mut home, &keys) else { panic!("a code") };
            assert_eq!(code.to_string(), "K7F3Q9MX");
        }
        press(&mut home, &[KeyCode::Char('j'), KeyCode::Char('x'), KeyCode::Enter]);
        assert!(home.is_typing(), "what is no code is not sent");
    }

    #[test]
    fn what_is_told_of_a_ruleset_fits_the_smallest_screen() {
        let room = 80 - 5 - usize::from(ABOUT);
        for game in GameKind::ALL {
            for Preset { name, about, .. } in presets(game) {
                assert!(wrapped(about, room).len() <= 2, "{name}: {about}");
            }
        }
    }
}
