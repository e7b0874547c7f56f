//! What is on the screen.

pub(crate) mod home;
pub(crate) mod lobby;
mod overlay;
mod review;
mod table;

use ratatui::layout::{Constraint, Layout, Rect};
use unicode_width::UnicodeWidthStr;

use crate::app::{App, Connection, Screen};
use crate::canvas::{Canvas, Edge, Hit};
use crate::look::Paint;

pub(crate) use table::{log, split};

/// The smallest screen that a table fits on.
pub(crate) const SMALLEST: (u16, u16) = (80, 24);

/// Draws everything.
pub(crate) fn draw(canvas: &mut Canvas, app: &App) {
    let area = canvas.area();
    canvas.fill(area, Paint::Room);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return too_small(canvas, area);
    }
    let body = Rect { height: area.height - 1, ..area };
    match &app.screen {
        Screen::Home => home::draw(canvas, body, app),
        Screen::Lobby(lobby) => lobby.draw(canvas, body, app),
        Screen::Busy(words) => words_alone(canvas, body, &[words.as_str()], app),
        Screen::Queue { wish, since } => {
            let what = format!("{}, {}", wish.game, wish.preset);
            let seconds = app.time.saturating_sub(*since) / 1000;
            let line = format!("Waiting for somebody who wants to play {what}: {seconds} s.");
            words_alone(canvas, body, &[&line, "If nobody comes in 20 seconds, a bot takes the seat."], app);
        }
        Screen::Table(sitting) => table::draw(canvas, body, app, sitting),
        Screen::Film { film, .. } => film.draw(canvas, body),
    }
    overlay::draw(canvas, body, app);
    last_line(canvas, Rect { y: area.bottom() - 1, height: 1, ..area }, app);
}

fn too_small(canvas: &mut Canvas, area: Rect) {
    let lines = [
        format!("This window has {} columns and {} rows.", area.width, area.height),
        format!("Tefuda needs {} and {}.", SMALLEST.0, SMALLEST.1),
        "Make it larger, or use --plain.".to_owned(),
    ];
    for (row, line) in (0..).zip(&lines) {
        canvas.put(area, 0, row, line, Paint::Room);
    }
}

/// A few words in the middle, and how to go back.
fn words_alone(canvas: &mut Canvas, area: Rect, words: &[&str], app: &App) {
    let top = area.height / 2 - 2;
    for (row, line) in (top..).zip(words) {
        canvas.centre(area, row, line, Paint::Room);
    }
    canvas.centre(area, top + words.len() as u16 + 1, spinner(canvas.look.ascii, app.time), Paint::Gold);
    keys(canvas, Rect { y: area.bottom() - 1, height: 1, ..area }, &[("q".to_owned(), "back".to_owned())]);
}

/// Something that turns.
pub(crate) fn spinner(ascii: bool, time: u64) -> &'static str {
    const SIGNS: [&str; 4] = ["◐", "◓", "◑", "◒"];
    const LETTERS: [&str; 4] = ["|", "/", "-", "\\"];
    let place = (time / 250 % 4) as usize;
    if ascii { LETTERS[place] } else { SIGNS[place] }
}

/// Keys and what they do, in a row; each can be clicked.
pub(crate) fn keys(canvas: &mut Canvas, area: Rect, keys: &[(String, String)]) {
    let mut column = 1;
    for (key, word) in keys {
        if column + (key.width() + word.width()) as u16 + 4 > area.width {
            break;
        }
        let begin = column;
        column += canvas.put(area, column, 0, &format!(" {key} "), Paint::Key);
        column += canvas.put(area, column, 0, &format!(" {word} "), Paint::Room);
        let width = column.min(area.width).saturating_sub(begin);
        let whole = Rect { x: area.x + begin, width, ..area };
        match key.as_str() {
            "Enter" => canvas.hit(whole, Hit::Enter),
            "Esc" => canvas.hit(whole, Hit::Escape),
            "Ctrl-P" => canvas.hit(whole, Hit::Ctrl('p')),
            key => {
                // Two keys for the same: each is its own half.
                let letters: Vec<char> = key.split(' ').filter_map(single).collect();
                let part = width / (letters.len() as u16).max(1);
                for (place, letter) in (0..).zip(letters) {
                    let half = Rect { x: whole.x + place * part, width: part, ..whole };
                    canvas.hit(half, Hit::Key(letter));
                }
            }
        }
    }
}

/// The letter that the text is, if it is one that can be typed.
fn single(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|letter| letter.is_ascii() && letters.next().is_none())
}

/// What is to be said once, or else who and where one is.
fn last_line(canvas: &mut Canvas, area: Rect, app: &App) {
    if let Connection::Lost(why) = &app.connection {
        let sign = spinner(canvas.look.ascii, app.time);
        let text = format!(" {sign} The connection is lost ({why}). Trying again…");
        canvas.put(area, 0, 0, &text, Paint::Alarm);
        return;
    }
    if let Some(notice) = &app.notice {
        canvas.put(area, 1, 0, notice, Paint::Alarm);
        return;
    }
    let Some(house) = &app.house else {
        canvas.put(area, 1, 0, &format!("{} · in the house of this program", app.me), Paint::Quiet);
        return;
    };
    // What one can do on every screen, if one is a guest elsewhere.
    let elsewhere = ("Ctrl-P".to_owned(), "go on elsewhere".to_owned());
    let [left, right] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(27)]).areas(area);
    canvas.put(left, 1, 0, &format!("{} · {house}", app.me), Paint::Quiet);
    keys(canvas, right, &[elsewhere]);
}

/// A sheet in the middle of the screen.
pub(crate) fn sheet(canvas: &mut Canvas, area: Rect, columns: u16, rows: u16) -> Rect {
    let (width, height) = (columns.min(area.width), rows.min(area.height));
    let at =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let inside = canvas.boxed(at, Edge::Double, Paint::Room);
    Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside }
}
