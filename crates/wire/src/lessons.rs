//! Lessons: short matches on which somebody learns a game, step by step.
//!
//! A lesson is a replay, whose actions have notes, and which tells where the learner sits and what is said at the end. The texts of
//! the notes are the page's.

use std::borrow::Cow;

use game::{ActionList, Seat, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::course::{Eyes, Walk};
use crate::house::Choices;
use crate::replay::BadMatch;
use crate::{Codec, GameKind, for_game, replay, rules};

/// What a lesson's file has beside the replay.
#[derive(Deserialize)]
struct Notes {
    lesson: Pupil,
    actions: Vec<Note>,
}

/// Where the learner sits, and what is said at the end.
#[derive(Deserialize)]
struct Pupil {
    seat: Seat,
    end: String,
}

/// What is said before an action.
#[derive(Deserialize)]
struct Note {
    note: Option<String>,
}

/// The lesson as it is written.
#[derive(Serialize)]
#[serde(bound = "")]
struct Lesson<'a, G: Codec> {
    game: &'static str,
    preset: Option<&'static str>,
    rules: &'a G::Rules,
    seat: Seat,
    events: Vec<G::Event>,
    view: Box<RawValue>,
    legal: Choices<'a, G>,
    steps: Vec<LessonStep<'a, G>>,
    end: String,
}

/// An action with what is said before it and what comes of it.
#[derive(Serialize)]
#[serde(bound = "")]
struct LessonStep<'a, G: Codec> {
    note: Option<String>,
    seat: Seat,
    action: String,
    events: Vec<G::Event>,
    changes: Box<RawValue>,
    legal: Choices<'a, G>,
}

/// The file of a game's lesson, which is a replay.
pub fn file(game: GameKind) -> &'static str {
    match game {
        GameKind::KoiKoi => include_str!("lessons/koikoi.json"),
        GameKind::Kierki => include_str!("lessons/kierki.json"),
        GameKind::Kaboom => include_str!("lessons/kaboom.json"),
    }
}

/// The lesson of a game, as JSON.
pub fn write(game: GameKind) -> String {
    for_game!(game, told(file(game))).expect("the tests play every lesson")
}

fn told<G: Codec>(file: &str) -> Result<String, BadMatch> {
    let notes: Notes = serde_json::from_str(file).map_err(|error| BadMatch::Illegal(error.to_string()))?;
    let record = replay::read::<G>(file)?.record;
    let seat = notes.lesson.seat;
    let (mut walk, events) = Walk::<G>::begin(&record, Eyes::Of(Viewer::Seat(seat)))?;
    let (view, legal) = (walk.view(), legal(walk.state(), seat));
    let mut steps = Vec::with_capacity(record.actions.len());
    for (&(by, action), Note { note }) in record.actions.iter().zip(notes.actions) {
        let (events, changes) = walk.step(by, action)?;
        let legal = self::legal(walk.state(), seat);
        steps.push(LessonStep { note, seat: by, action: action.to_string(), events, changes, legal });
    }
    let (preset, rules) = (rules::preset_of::<G>(&record.rules), &record.rules);
    let end = notes.lesson.end;
    let written = Lesson { game: G::NAME, preset, rules, seat, events, view, legal, steps, end };
    Ok(serde_json::to_string(&written).expect("a lesson is plain data with names as keys"))
}

fn legal<'a, G: Codec + 'a>(state: &G, seat: Seat) -> Choices<'a, G> {
    let mut actions = ActionList::new();
    state.legal(seat, &mut actions);
    Choices(Cow::Owned(actions.to_vec()))
}
