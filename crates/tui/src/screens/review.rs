//! What each decision was worth, as a graph, and what mattered, in words.

use plain::{range, worth};
use ratatui::layout::Rect;
use wire::review::MatchReview;

use super::{keys, sheet, spinner};
use crate::app::App;
use crate::canvas::{Canvas, wrapped};
use crate::look::Paint;
use crate::review::{Review, State};

/// The columns left of the graph, for what is worth how much.
const SCALE: u16 = 6;
/// What a decision takes in the graph at the most, in columns.
const WIDEST: usize = 4;
/// A cell of the graph, by how many eighths of it are full.
const CELLS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

pub(super) fn draw(canvas: &mut Canvas, area: Rect, app: &App, review: &Review) {
    let inside = sheet(canvas, area, 110, area.height.min(34));
    let last = Rect { y: inside.bottom().saturating_sub(1), height: 1, ..inside };
    let mut words = vec![("e", "whose play"), ("q", "back")];
    match &review.state {
        State::Thinking(share) => {
            canvas.put(inside, 0, 0, "The match looked at again", Paint::Gold);
            let sign = spinner(canvas.look.ascii, app.time);
            let line =
                format!("{sign} Bots think about every decision once more: {:.0}% done.", 100.0 * share);
            canvas.put(inside, 0, 2, &line, Paint::Room);
        }
        State::Failed(why) => {
            canvas.put(inside, 0, 0, "The match looked at again", Paint::Gold);
            for (row, line) in (2..).zip(wrapped(&format!("No: {why}."), usize::from(inside.width))) {
                canvas.put(inside, 0, row, &line, Paint::Alarm);
            }
        }
        State::There { review: seen, told, .. } => {
            canvas.put(inside, 0, 0, &told.title, Paint::Gold);
            let rows = (inside.height / 2).clamp(5, 13);
            let graph = Rect { y: inside.y + 2, height: rows, ..inside };
            let chosen = review.moment();
            draw_graph(canvas, graph, seen, chosen.map(|(_, moment)| moment.point));
            let below = inside.height.saturating_sub(rows + 4);
            let text = Rect { y: graph.bottom() + 1, height: below, ..inside }.intersection(canvas.area());
            let lines = match chosen {
                None => vec!["No mistake that can be told from the best, and no great luck.".to_owned()],
                Some((number, moment)) => {
                    canvas.put(
                        text,
                        0,
                        0,
                        &format!("{} of {} that mattered", number + 1, told.moments.len()),
                        Paint::Quiet,
                    );
                    wrapped(&moment.sentence, usize::from(inside.width))
                }
            };
            for (row, line) in (1..).zip(&lines) {
                canvas.put(text, 0, row, line, Paint::Room);
            }
            if chosen.is_some() {
                words.splice(0..0, [("← →", "what mattered"), ("Enter", "see it")]);
            }
        }
    }
    let words: Vec<(String, String)> =
        words.into_iter().map(|(key, word)| (key.to_owned(), word.to_owned())).collect();
    keys(canvas, last, &words);
}

/// The values from left to right; below them what mattered, and where rounds begin.
fn draw_graph(canvas: &mut Canvas, area: Rect, review: &MatchReview, chosen: Option<usize>) {
    let (low, high) = range(review);
    let rows = area.height.saturating_sub(2);
    for (row, value) in [(0, high), (rows / 2, (low + high) / 2.0), (rows.saturating_sub(1), low)] {
        canvas.put(area, 0, row, &format!("{:>5}", worth(value, review.unit)), Paint::Quiet);
    }
    let plot = Rect { x: area.x + SCALE, width: area.width.saturating_sub(SCALE), ..area };
    let middle = canvas.look.sign("·", "-").repeat(usize::from(plot.width));
    canvas.put(plot, 0, rows / 2, &middle, Paint::Quiet);
    let (points, width) = (review.points.len(), usize::from(plot.width));
    if points == 0 || width == 0 {
        return;
    }
    let used = if points <= width { points * (width / points).min(WIDEST) } else { width };
    let column_of = |point: usize| (point * used / points) as u16;
    for column in 0..used {
        let value = review.points[column * points / used].value;
        let share = if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.0 };
        let level = (share * f64::from(rows) * 8.0).round() as u16;
        for row in 0..rows {
            let full = usize::from(level.saturating_sub(8 * (rows - 1 - row)).min(8));
            if full > 0 {
                let cell = canvas.look.sign(CELLS[full], if full < 4 { "." } else { "#" });
                canvas.put(plot, column as u16, row, cell, Paint::Good);
            }
        }
    }
    for moment in &review.moments {
        let Some(point) = review.points.get(moment.point) else { continue };
        let sign = match moment.kind {
            bots::MomentKind::Mistake => "!",
            bots::MomentKind::Luck if point.luck.unwrap_or(0.0) > 0.0 => "+",
            bots::MomentKind::Luck => "-",
        };
        let paint = if chosen == Some(moment.point) { Paint::Chosen } else { Paint::Alarm };
        canvas.put(plot, column_of(moment.point), rows, sign, paint);
        if chosen == Some(moment.point) {
            canvas.put(plot, column_of(moment.point), 0, canvas.look.sign("▼", "v"), Paint::Chosen);
        }
    }
    let mut free = 0;
    for (place, point) in review.points.iter().enumerate() {
        let begins = place == 0 || review.points[place - 1].round != point.round;
        if begins && column_of(place) >= free {
            free = 1
                + column_of(place)
                + canvas.put(plot, column_of(place), rows + 1, &point.round.to_string(), Paint::Quiet);
        }
    }
}
