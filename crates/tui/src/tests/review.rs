//! A match looked at again.

use bots::{Moment, MomentKind, Unit};
use wire::review::{MatchReview, ReviewPoint};

use super::*;
use crate::review::Reviewed;

const REPLAY: &str = r#"{ "version": 1, "game": "koikoi", "rules": "japan", "seed": "7", "players": ["Ada", "Basho"],
    "actions": [{ "seat": 0, "action": "play 1-crane" }] }"#;

/// Three rounds of a match that goes up and down.
fn review() -> Box<MatchReview> {
    let point = |place: usize| ReviewPoint {
        step: place.min(1),
        round: 1 + (place / 8) as u16,
        value: 0.5 + 0.45 * (place as f64 / 4.0).sin(),
        interval: 0.01,
        played: "play 1-crane".to_owned(),
        best: "play 3-curtain".to_owned(),
        loss: 0.08,
        margin: 0.02,
        luck: Some(if place < 10 { 0.2 } else { -0.2 }),
    };
    let moment = |point, kind| Moment { point, kind };
    let moments =
        vec![moment(3, MomentKind::Mistake), moment(9, MomentKind::Luck), moment(14, MomentKind::Luck)];
    let (game, seat, unit) = (GameKind::KoiKoi, Seat::FIRST, Unit::WinProbability);
    let points = (0..24).map(point).collect();
    Box::new(MatchReview { match_id: None, game, seat, unit, points, moments })
}

fn done() -> Result<Reviewed, String> {
    Ok(Reviewed::Done(review(), REPLAY.into()))
}

fn press_key(app: &mut App, key: KeyCode) -> Vec<Effect> {
    app.key(key, KeyModifiers::NONE)
}

/// What is asked for by `w`, and what comes of it.
fn answered(app: &mut App, asked: &[Effect], came: Result<Reviewed, String>) -> Vec<Effect> {
    let [Effect::Review { source, seat, .. }] = asked else { panic!("a review is asked for") };
    app.answer(Answer::Review { source: source.clone(), seat: *seat, came })
}

fn over(look: Look) -> App {
    let rules = wire::games::KoiKoi::preset_of("japan");
    let mut over = app(look, true);
    sit::<wire::games::KoiKoi>(&mut over, &[frame::<wire::games::KoiKoi>(&rules, 2, 10_000, "over")]);
    over
}

#[test]
fn a_match_is_looked_at_again_after_its_end() {
    let mut over = over(UNICODE);
    let asked = press(&mut over, 'w');
    assert!(matches!(
        &asked[..],
        [Effect::Review { source: Source::House(_), seat: Seat::FIRST, again: false }]
    ));
    let again = answered(&mut over, &asked, Ok(Reviewed::Thinking(0.34)));
    assert!(matches!(&again[..], [Effect::Review { again: true, .. }]), "it is asked until it is there");
    snapshot("review_thinking", &over);
    assert!(answered(&mut over, &again, done()).is_empty());
    snapshot("review", &over);
    press_key(&mut over, KeyCode::Right);
    press_key(&mut over, KeyCode::Right);
    press_key(&mut over, KeyCode::Right);
    assert!(letters(&over, (80, 24)).contains("3 of 3 that mattered"));
    assert!(letters(&over, (80, 24)).contains("bad luck"));
    press_key(&mut over, KeyCode::Left);
    assert!(letters(&over, (80, 24)).contains("good luck"));
    press_key(&mut over, KeyCode::Left);
    let effects = press_key(&mut over, KeyCode::Enter);
    assert!(matches!(effects[..], [Effect::Leave(_)]), "one goes from the table to its film");
    assert!(matches!(over.screen, Screen::Film { .. }));
    assert!(letters(&over, (80, 24)).contains("step 1 of 1 · as Ada saw it"));
}

#[test]
fn a_review_needs_no_more_than_ascii() {
    let mut over = over(ASCII);
    let asked = press(&mut over, 'w');
    answered(&mut over, &asked, done());
    snapshot("review_ascii", &over);
    assert!(letters(&over, (80, 24)).is_ascii());
}

#[test]
fn a_film_is_reviewed_for_each_seat() {
    let source = Source::File(REPLAY.into());
    let mut app = app(UNICODE, false).with_film(film::of_file(REPLAY, true).unwrap(), source.clone());
    let first = press(&mut app, 'w');
    let second = press(&mut app, 'e');
    let [Effect::Review { source: asked, seat, again: false }] = &second[..] else { panic!("a review") };
    assert!(*asked == source && seat.index() == 1);
    assert!(answered(&mut app, &first, Ok(Reviewed::Thinking(0.5))).is_empty(), "nobody wants it any more");
    answered(&mut app, &second, done());
    press_key(&mut app, KeyCode::Enter);
    assert!(letters(&app, (80, 24)).contains("step 1 of 1 · as Basho saw it"));
    let asked = press(&mut app, 'w');
    answered(&mut app, &asked, Err("the house is busy".to_owned()));
    assert!(letters(&app, (80, 24)).contains("No: the house is busy."));
    assert!(press(&mut app, 'q').is_empty() && matches!(app.screen, Screen::Film { .. }));
}

#[test]
fn a_new_match_goes_before_a_review() {
    let mut over = over(UNICODE);
    let asked = press(&mut over, 'w');
    let rules = wire::games::KoiKoi::preset_of("japan");
    let mut follower = Follower::default();
    let next = frame::<wire::games::KoiKoi>(&rules, 2, 0, "playing");
    follower.receive(&next, &mut Vec::new()).unwrap();
    over.hear(client::News::Table { table: code(), events: Vec::new() }, follower.table(code()));
    assert!(over.overlay.is_none());
    assert!(answered(&mut over, &asked, Ok(Reviewed::Thinking(0.5))).is_empty());
}

#[test]
fn no_review_is_too_strange_to_be_drawn() {
    for points in [0, 1, 300] {
        let mut strange = review();
        let one = strange.points[0].clone();
        strange.points = vec![one; points];
        strange.unit = Unit::Points;
        let mut over = over(UNICODE);
        let asked = press(&mut over, 'w');
        answered(&mut over, &asked, Ok(Reviewed::Done(strange, REPLAY.into())));
        for size in [(80, 24), (81, 30), (120, 40), (300, 100)] {
            letters(&over, size);
        }
    }
}
