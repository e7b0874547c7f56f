//! What lies over a screen: help, a question, a line of chat.

use ratatui::layout::Rect;

use super::{keys, review, sheet};
use crate::app::{App, Overlay, Screen};
use crate::canvas::{Canvas, wrapped};
use crate::look::Paint;

const HELP: &[&str] = &[
    "Every key that does something now stands in the last lines of the screen, and can be clicked there.",
    "",
    "At a table, a card is chosen by the number or letter in its lower edge, by a click, or with the arrows and \
     Enter. A double edge marks what is under the cursor, a diamond what it would take, and a tick what bots advise.",
    "",
    "h  what bots would do            c  say something",
    "q  leave, after a question       ?  this help",
    "Ctrl-C  quit at once; a bot plays on for you",
];

const FILM: &[&str] = &[
    "A match that was played, step by step.",
    "",
    "Left Right  a step       Page Up, Page Down  ten steps",
    "n p  the next round, the one before",
    "Home End  the beginning and the end",
    "Space  play by itself, or stop",
    "e  with whose eyes: all cards open, or as each seat saw it",
    "w  what each decision was worth, and which mattered",
];

pub(super) fn draw(canvas: &mut Canvas, area: Rect, app: &App) {
    match &app.overlay {
        None => {}
        Some(Overlay::Help(line)) => help(canvas, area, app, *line),
        Some(Overlay::Review(seen)) => review::draw(canvas, area, app, seen),
        Some(Overlay::Leave) => {
            let inside = sheet(canvas, area, 52, 7);
            canvas.put(inside, 0, 0, "Leave the match?", Paint::Gold);
            canvas.put(inside, 0, 2, "A bot plays on for you to its end.", Paint::Room);
            let row = Rect { y: inside.y + 4, height: 1, ..inside };
            keys(canvas, row, &[("y".to_owned(), "leave".to_owned()), ("n".to_owned(), "stay".to_owned())]);
        }
        Some(Overlay::Pass(pass)) => {
            let inside = sheet(canvas, area, 62, 9);
            canvas.put(inside, 0, 0, "Go on elsewhere with this code:", Paint::Gold);
            canvas.put(inside, 2, 2, &pass.code().to_string(), Paint::Chosen);
            canvas.put(inside, 0, 4, "It is good once and for five minutes, and makes whoever", Paint::Room);
            canvas.put(inside, 0, 5, "has it you. Your seat goes along.", Paint::Room);
            canvas.put(inside, 0, inside.height.saturating_sub(1), "any key: back", Paint::Quiet);
        }
        Some(Overlay::Say(text)) => {
            let inside = sheet(canvas, area, 70, 6);
            canvas.put(inside, 0, 0, "Say to the table:", Paint::Gold);
            let room = usize::from(inside.width.saturating_sub(1));
            let shown: String = text.chars().rev().take(room).collect::<String>().chars().rev().collect();
            canvas.put(inside, 0, 1, &format!("{shown}_"), Paint::Chosen);
            let row = Rect { y: inside.y + 3, height: 1, ..inside };
            let words = [("Enter", "say it"), ("Esc", "rather not")];
            keys(canvas, row, &words.map(|(key, word)| (key.to_owned(), word.to_owned())));
        }
    }
}

fn help(canvas: &mut Canvas, area: Rect, app: &App, first: usize) {
    let inside = sheet(canvas, area, 90, area.height.saturating_sub(2));
    let columns = usize::from(inside.width);
    let mut lines: Vec<String> = Vec::new();
    let words = if matches!(app.screen, Screen::Film { .. }) { FILM } else { HELP };
    for line in words {
        // What is set in columns is left so.
        if line.contains("   ") {
            lines.push((*line).to_owned());
        } else {
            lines.extend(wrapped(line, columns));
        }
    }
    if app.house.is_some() && !matches!(app.screen, Screen::Film { .. }) {
        lines.push("Ctrl-P  a code to go on elsewhere with".to_owned());
    }
    if let Screen::Table(sitting) = &app.screen {
        lines.push(String::new());
        lines.extend(sitting.desk.lore(columns).lines().map(str::to_owned));
    }
    let room = usize::from(inside.height.saturating_sub(3));
    let first = first.min(lines.len().saturating_sub(room));
    canvas.put(inside, 0, 0, "Help", Paint::Gold);
    for (row, line) in (2..).zip(lines.iter().skip(first).take(room)) {
        canvas.put(inside, 0, row, line, Paint::Room);
    }
    let more = if first + room < lines.len() { "Down: more · any other key: back" } else { "any key: back" };
    canvas.put(inside, 0, inside.height.saturating_sub(1), more, Paint::Quiet);
}
