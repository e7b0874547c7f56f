//! What is typed and told at a table.

use bots::{Moment, MomentKind, Unit};
use game::{ActionList, Ruleset, Seat, Viewer};
use serde_json::{Value, json};
use table::Settings;
use wire::GameKind;
use wire::games::{Kaboom, KoiKoi};
use wire::house::{Followed, Follower, Hinted};
use wire::review::{MatchReview, ReviewPoint};

use super::*;

fn code() -> Code {
    "K7F3Q9MX".parse().unwrap()
}

/// A match in which Ada has the first seat, after so many actions: each the first legal one of whoever is awaited.
fn shown<G: plain::Plain>(preset: &str, actions: usize, phase: &str, hints: bool) -> (Followed, G) {
    let rules = G::Rules::preset(preset).unwrap();
    let state: G = game::check::played(&rules, 2, 7.into(), actions);
    let mut legal = ActionList::new();
    state.legal(Seat::FIRST, &mut legal);
    let playing = phase == "playing";
    let scene = json!({
        "phase": phase,
        "match": "K7F3Q9MX-1",
        "seats": [{ "player": "05CT8TWRZN72N", "name": "Ada" }, { "bot": "casual" }],
        "clocks": null,
        "deal": null,
        "view": state.view(Viewer::Seat(Seat::FIRST)),
        "legal": if playing { json!(wire::house::Choices::<G>::of(&legal)) } else { json!([]) },
        "must": playing && state.awaited().contains(Seat::FIRST),
    });
    let frame: Value = json!({
        "type": "snapshot", "table": code(), "version": 1 + actions, "you": 0, "game": G::NAME, "owner": "05CT8TWRZN72N",
        "settings": Settings { hints, ..Settings::new(rules) }, "scene": scene, "presence": ["here", "here"],
        "chat": [], "missed": null,
    });
    let mut follower = Follower::default();
    follower.receive(&frame.to_string(), &mut Vec::new()).unwrap();
    (follower.table(code()).unwrap().clone(), state)
}

fn show(session: &mut Session, known: &Followed) {
    session.news(News::Table { known, events: &[] });
}

/// Ada at this table.
fn seated(known: &Followed) -> Session {
    let mut session = entered();
    session.line("join K7F3Q9MX");
    session.take_ask();
    show(&mut session, known);
    session.take_output();
    session
}

/// Ada's table of Kaboom with the first discard, and the same one later, when another card lies on top.
fn discards() -> (Followed, Followed) {
    let at = |discard: u64| {
        let moments = (0..60).map(|actions| shown::<Kaboom>("standard", actions, "playing", true).0);
        let aimed =
            |known: &Followed| known.scene["legal"].to_string().contains(&format!("\"discard\":{discard}"));
        moments.into_iter().find(aimed).expect("a discard that can be flipped on")
    };
    (at(1), at(2))
}

#[test]
fn a_flip_is_for_the_discard_that_was_to_be_seen() {
    let (first, second) = discards();
    let mut session = seated(&first);
    let sight = session.sight();
    session.typed(Typed::Line("flip 2".to_owned()), sight);
    let flipped = session.take_ask();
    assert!(matches!(flipped, Some(Ask::Act { action, .. }) if action == "flip 0.2 @1"));
    // The same, but another card came before the line was read.
    let mut session = seated(&first);
    let sight = session.sight();
    show(&mut session, &second);
    session.take_output();
    for line in ["flip 2", "flip 0.2"] {
        session.typed(Typed::Line(line.to_owned()), sight);
        assert!(session.take_ask().is_none(), "{line}");
        assert!(session.take_output().contains("Another card was discarded before your line came"));
    }
    // Whoever types it again has seen the new one.
    session.line("flip 2");
    assert!(matches!(session.take_ask(), Some(Ask::Act { action, .. }) if action == "flip 0.2 @2"));
}

#[test]
fn what_is_aimed_at_no_discard_may_come_late() {
    let before = shown::<KoiKoi>("quick", 0, "playing", true).0;
    let mut session = seated(&before);
    session.typed(Typed::Line("1".to_owned()), Sight::default());
    assert!(matches!(session.take_ask(), Some(Ask::Act { .. })));
}

#[test]
fn bots_advise_where_the_table_allows_it() {
    let (known, state) = shown::<KoiKoi>("quick", 0, "playing", true);
    let mut legal = ActionList::new();
    game::Game::legal(&state, Seat::FIRST, &mut legal);
    let best = legal[0].to_string();
    let mut session = seated(&known);
    session.line("hint");
    assert!(matches!(session.take_ask(), Some(Ask::Hint(table)) if table == code()));
    assert!(!session.is_waiting(), "lines are read meanwhile");
    session.take_output();
    let hint = |version| News::Hint {
        table: code(),
        version,
        unit: Unit::WinProbability,
        ranked: vec![Hinted { action: best.clone(), value: 0.52, interval: 0.01, equal: true }],
    };
    session.news(hint(9));
    assert!(session.take_output().contains("came too late"));
    session.news(hint(1));
    assert!(session.take_output().contains(&format!("Bots advise:\r\n  52% +-1 {best}")));
    for (known, why) in [
        (shown::<KoiKoi>("quick", 0, "playing", false).0, "This table has no hints"),
        (shown::<KoiKoi>("quick", 10_000, "over", true).0, "There is nothing to decide for you now."),
    ] {
        let mut session = seated(&known);
        assert!(answer(&mut session, "hint").contains(why), "{why}");
        assert!(session.take_ask().is_none());
    }
}

#[test]
fn a_match_is_looked_at_again_when_it_is_over() {
    let mut session = seated(&shown::<KoiKoi>("quick", 0, "playing", true).0);
    assert!(answer(&mut session, "review").contains("when it is over"));
    let mut session = seated(&shown::<KoiKoi>("quick", 10_000, "over", true).0);
    assert!(answer(&mut session, "review x").contains("takes the number of a seat"));
    assert!(answer(&mut session, "review").contains("this takes a while"));
    let asked = session.take_ask();
    assert!(matches!(asked, Some(Ask::Review { id, seat: Seat::FIRST }) if id.to_string() == "K7F3Q9MX-1"));
    assert!(!session.is_waiting(), "lines are read meanwhile");
    assert!(answer(&mut session, "review 1").contains("already") && session.take_ask().is_none());
    let replay = r#"{ "version": 1, "game": "koikoi", "rules": "japan", "seed": "7", "players": ["Ada", "Basho"],
        "actions": [{ "seat": 0, "action": "play 1-crane" }] }"#;
    let (played, best) = ("play 1-crane".to_owned(), "play 3-curtain".to_owned());
    let (loss, margin, interval, luck) = (0.1, 0.01, 0.01, None);
    let point = ReviewPoint { step: 0, round: 1, value: 0.6, interval, played, best, loss, margin, luck };
    let review = MatchReview {
        match_id: None,
        game: GameKind::KoiKoi,
        seat: Seat::FIRST,
        unit: Unit::WinProbability,
        points: vec![point],
        moments: vec![Moment { point: 0, kind: MomentKind::Mistake }],
    };
    session.news(News::Reviewed(Ok((Box::new(review), replay.to_owned()))));
    let told = session.take_output();
    assert!(told.contains("Koi-Koi, Ada: chance to win") && told.is_ascii(), "{told}");
    assert!(told.contains("`play 1-crane` was a mistake, `play 3-curtain` was"), "{told}");
    assert!(told.lines().all(|line| line.len() <= 80), "{told}");
    session.line("review 1");
    assert!(matches!(session.take_ask(), Some(Ask::Review { seat, .. }) if seat.index() == 1));
    session.news(News::Reviewed(Err("too many reviews are waiting".to_owned())));
    assert!(session.take_output().contains("There is no review: too many reviews are waiting."));
}
