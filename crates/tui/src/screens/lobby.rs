//! The public tables of a house.

use client::TableCard;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use serde::Deserialize;
use serde_json::Value;
use table::Phase;
use wire::Code;
use wire::house::Place;

use super::keys;
use crate::app::App;
use crate::canvas::{Canvas, Hit, fitted};
use crate::look::Paint;

/// So many tables are listed at the most, as the house lists them.
const MOST: usize = 500;

/// The tables, and which is under the cursor.
#[derive(Default)]
pub(crate) struct Lobby {
    tables: Option<Vec<TableCard>>,
    line: usize,
}

impl Lobby {
    /// All of them.
    pub(crate) fn all(&mut self, tables: &[Value]) {
        self.tables = Some(read(tables));
        self.sort();
    }

    /// What has changed.
    pub(crate) fn changed(&mut self, tables: &[Value], gone: &[Code]) {
        let changed = read(tables);
        let known = self.tables.get_or_insert_default();
        known.retain(|card| !gone.contains(&card.code) && changed.iter().all(|new| new.code != card.code));
        known.extend(changed);
        known.truncate(MOST);
        self.sort();
    }

    fn sort(&mut self) {
        let tables = self.tables.get_or_insert_default();
        tables.sort_by_key(|card| !card.is_joinable());
        self.line = self.line.min(tables.len().saturating_sub(1));
    }

    /// The table that is chosen, and whether only to watch.
    pub(crate) fn key(&mut self, key: KeyCode) -> Option<(Code, bool)> {
        let tables = self.tables.as_deref().unwrap_or_default();
        match key {
            KeyCode::Up => self.line = self.line.saturating_sub(1),
            KeyCode::Down if self.line + 1 < tables.len() => self.line += 1,
            KeyCode::Enter => {
                let card = tables.get(self.line)?;
                return Some((card.code, !card.is_joinable()));
            }
            KeyCode::Char('w') => return tables.get(self.line).map(|card| (card.code, true)),
            _ => {}
        }
        None
    }

    pub(crate) fn click(&mut self, line: usize) -> Option<(Code, bool)> {
        self.line = line;
        self.key(KeyCode::Enter)
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, area: Rect, app: &App) {
        canvas.put(area, 4, 1, "Open tables", Paint::Gold);
        let list = Rect { x: area.x + 4, y: area.y + 3, width: area.width - 8, height: area.height - 5 };
        match self.tables.as_deref() {
            None => {
                let sign = super::spinner(canvas.look.ascii, app.time);
                canvas.put(list, 0, 0, &format!("Asking the house {sign}"), Paint::Room);
            }
            Some([]) => {
                canvas.put(
                    list,
                    0,
                    0,
                    "There is none now. Open one yourself: q, then choose friends or anyone.",
                    Paint::Room,
                );
            }
            Some(tables) => {
                let rows = usize::from(list.height);
                let first = self.line.saturating_sub(rows.saturating_sub(1));
                for (row, (line, card)) in (0..).zip(tables.iter().enumerate().skip(first).take(rows)) {
                    let chosen = line == self.line;
                    let (sign, paint) = if chosen { ("▸", Paint::Chosen) } else { (" ", Paint::Room) };
                    let text = fitted(&format!("{sign} {}", words(card)), usize::from(list.width));
                    canvas.put(list, 0, row, &text, paint);
                    canvas.hit(Rect { y: list.y + row, height: 1, ..list }, Hit::Line(line));
                }
            }
        }
        let foot = Rect { y: area.bottom() - 1, height: 1, ..area };
        let words = [("Enter", "sit, or watch"), ("w", "watch"), ("↑ ↓", "choose"), ("q", "back")];
        keys(canvas, foot, &words.map(|(key, word)| (key.to_owned(), word.to_owned())));
    }
}

/// What the house does not write as it should is left out.
fn read(tables: &[Value]) -> Vec<TableCard> {
    tables.iter().filter_map(|table| TableCard::deserialize(table).ok()).take(MOST).collect()
}

fn words(card: &TableCard) -> String {
    let phase = match card.phase {
        _ if card.is_joinable() => "a seat is open",
        Phase::Waiting => "waiting",
        Phase::Playing => "playing",
        Phase::Paused => "paused",
        Phase::Over => "over",
    };
    let sitter = |seat: &Option<Place>| match seat {
        None => "…".to_owned(),
        Some(Place::Player { name, .. }) => name.clone(),
        Some(Place::Bot { bot }) => format!("bot ({bot})"),
    };
    let seats: Vec<String> = card.seats.iter().map(sitter).collect();
    let preset = card.preset.as_deref().unwrap_or("own rules");
    format!("{}  {:<8} {preset:<10} {phase:<15} {}", card.code, card.game, seats.join(", "))
}
