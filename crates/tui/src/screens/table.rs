//! A table with what is around it: the round above, what has happened beside, and what can be done below.

use ratatui::layout::Rect;
use table::Phase;

use super::{keys, sheet, spinner};
use crate::app::{App, Sitting};
use crate::art;
use crate::canvas::{Canvas, Hit, wrapped};
use crate::desk::Facts;
use crate::look::Paint;

pub(super) fn draw(canvas: &mut Canvas, area: Rect, app: &App, sitting: &Sitting) {
    let facts = sitting.desk.facts();
    header(canvas, Rect { height: 1, ..area }, &facts, sitting);
    let (felt, side) = split(area);
    sitting.desk.draw(canvas, felt, app.time, app.now);
    let aside = sitting.desk.aside(app.look, app.time, app.now);
    beside(canvas, side, app, sitting, &facts, &aside);
    let prompt = Rect { y: area.bottom() - 2, height: 1, ..area };
    let paint = if facts.must { Paint::Gold } else { Paint::Room };
    let text = match (sitting.watching, facts.phase) {
        (true, Phase::Playing) => format!("You watch. {}", facts.prompt),
        _ => facts.prompt.clone(),
    };
    canvas.put(prompt, 1, 0, &text, paint);
    let row = Rect { y: area.bottom() - 1, height: 1, ..area };
    keys(canvas, row, &all_keys(&facts, sitting.watching));
    if let Some(slip) = facts.slip {
        result_of_round(canvas, felt, slip);
    }
    match facts.phase {
        Phase::Over => result(canvas, felt, &facts),
        Phase::Waiting => waiting(canvas, felt, &facts, sitting),
        Phase::Playing | Phase::Paused => {}
    }
}

/// The cloth, and the column beside it.
pub(crate) fn split(area: Rect) -> (Rect, Rect) {
    let side = if area.width >= 110 { 40 } else { 24 };
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(3), ..area };
    let felt = Rect { width: body.width - side, ..body };
    (felt, Rect { x: felt.right() + 1, width: side - 1, ..body })
}

fn header(canvas: &mut Canvas, area: Rect, facts: &Facts, sitting: &Sitting) {
    let column = 1 + canvas.put(area, 1, 0, facts.title, Paint::Gold);
    canvas.put(area, column + 2, 0, &facts.headline, Paint::Room);
    if sitting.link.is_some() {
        canvas.right(area, 0, &format!("table {} ", facts.code), Paint::Quiet);
    }
}

fn beside(
    canvas: &mut Canvas,
    area: Rect,
    app: &App,
    sitting: &Sitting,
    facts: &Facts,
    aside: &[(String, Paint)],
) {
    let columns = usize::from(area.width);
    let mut row = 0;
    if let Some(card) = sitting.desk.picture()
        && area.height >= art::ROWS + 14
        && area.width >= art::COLUMNS
        && art::draw(canvas, area, card)
    {
        row += art::ROWS;
        canvas.centre(area, row, card.english(), Paint::Room);
        row += 2;
    }
    for (line, paint) in aside {
        for line in wrapped(line, columns) {
            canvas.put(area, 0, row, &line, *paint);
            row += 1;
        }
    }
    if sitting.thinking || !facts.advice.is_empty() {
        row += u16::from(row > 0);
        let sign = if sitting.thinking { spinner(canvas.look.ascii, app.time) } else { "" };
        canvas.put(area, 0, row, &format!("Bots advise {sign}"), Paint::Gold);
        row += 1;
        for line in facts.advice {
            canvas.put(area, 0, row, line, Paint::Good);
            row += 1;
        }
    }
    row += u16::from(row > 0);
    log(
        canvas,
        Rect { y: area.y + row.min(area.height), height: area.height.saturating_sub(row), ..area },
        facts.log,
    );
}

/// What has happened, the latest at the bottom.
pub(crate) fn log(canvas: &mut Canvas, area: Rect, log: &[String]) {
    let room = usize::from(area.height);
    if room < 2 {
        return;
    }
    let mut lines: Vec<(String, Paint)> = Vec::new();
    for (age, entry) in log.iter().rev().enumerate() {
        if lines.len() >= room {
            break;
        }
        let paint = if age < 2 { Paint::Room } else { Paint::Quiet };
        let entry = wrapped(&format!("· {entry}"), usize::from(area.width));
        lines.extend(entry.into_iter().rev().map(|line| (line, paint)));
    }
    lines.truncate(room);
    for (row, (line, paint)) in (0..).zip(lines.iter().rev()) {
        canvas.put(area, 0, row, line, *paint);
    }
}

fn all_keys(facts: &Facts, watching: bool) -> Vec<(String, String)> {
    let key = |key: &str, word: &str| (key.to_owned(), word.to_owned());
    let mut keys = facts.keys.clone();
    if facts.slip.is_some() {
        return keys;
    }
    match facts.phase {
        Phase::Over => {
            if facts.you.is_some() {
                keys.push(key("r", "play again"));
            }
            keys.push(key("v", "replay"));
            keys.push(key("w", "review"));
        }
        Phase::Playing if facts.must && facts.hints => keys.push(key("h", "hint")),
        Phase::Waiting if facts.open > 0 && facts.you.is_some() => keys.push(key("b", "let a bot in")),
        _ => {}
    }
    keys.push(key("?", "help"));
    keys.push(key("q", if facts.phase == Phase::Over || watching { "back" } else { "leave" }));
    if facts.you.is_some() && !watching {
        keys.push(key("c", "chat"));
    }
    keys
}

fn result_of_round(canvas: &mut Canvas, area: Rect, slip: &str) {
    let columns = area.width.saturating_sub(6).min(60);
    let lines = wrapped(slip, usize::from(columns.saturating_sub(4)));
    canvas.hit(area, Hit::Enter);
    let inside = sheet(canvas, area, columns, lines.len() as u16 + 4);
    for (row, line) in (0..).zip(&lines) {
        canvas.put(inside, 0, row, line, Paint::Room);
    }
    canvas.put(inside, 0, inside.height.saturating_sub(1), "Press any key to go on.", Paint::Gold);
}

fn result(canvas: &mut Canvas, area: Rect, facts: &Facts) {
    let rows = facts.result.as_ref().map_or(0, Vec::len) as u16 + 8;
    let inside = sheet(canvas, area, 46, rows);
    canvas.put(inside, 0, 0, "The match is over", Paint::Gold);
    let mut row = 2;
    for (name, points, place) in facts.result.iter().flatten() {
        let paint = if *place == 1 { Paint::Good } else { Paint::Room };
        canvas.put(inside, 0, row, &format!("{place}. {name}"), paint);
        canvas.right(inside, row, &format!("{points} points"), paint);
        row += 1;
    }
    if facts.result.is_none() {
        canvas.put(inside, 0, row, "It was broken off.", Paint::Room);
        row += 1;
    }
    row += 1;
    let again = match &facts.offers {
        (_, true) => "You want another match: the others are asked.".to_owned(),
        (names, false) if !names.is_empty() => format!("{} wants another match.", names.join(", ")),
        _ => "Press r to play again, v for the replay,".to_owned(),
    };
    canvas.put(inside, 0, row, &again, Paint::Room);
    if facts.offers.0.is_empty() {
        canvas.put(inside, 0, row + 1, "w for what mattered, or q to go back.", Paint::Room);
    }
}

fn waiting(canvas: &mut Canvas, area: Rect, facts: &Facts, sitting: &Sitting) {
    let inside = sheet(canvas, area, 52, 9);
    canvas.put(inside, 0, 0, "Waiting for players", Paint::Gold);
    if facts.open > 0 {
        let seats = if facts.open == 1 { "seat is" } else { "seats are" };
        canvas.put(inside, 0, 2, &format!("{} {seats} open. Friends come by", facts.open), Paint::Room);
        canvas.put(inside, 0, 3, &format!("the code {}", facts.code), Paint::Gold);
        if let Some(link) = &sitting.link {
            canvas.put(inside, 0, 4, &format!("or {link}"), Paint::Room);
        }
        canvas.put(inside, 0, 6, "Press b to let a bot take a seat.", Paint::Room);
    } else {
        canvas.put(inside, 0, 2, "The cards are being dealt.", Paint::Room);
    }
}
