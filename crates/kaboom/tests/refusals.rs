//! Why actions are refused. What comes too late is no mistake: it shows nothing and costs nothing.
#![allow(clippy::unwrap_used)]

use cards::Card as _;
use cards::french::{Card, Set};
use game::{Deals, Decks, Game, Ruleset, Seat, Viewer};
use kaboom::{Action, Kaboom, Refusal, Rules, Spot};

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn spot(text: &str) -> Spot {
    text.parse().unwrap()
}

/// A match for three that begins with these cards: six each, then the draw pile. Everyone is ready.
fn game(first_cards: &str, script: &str) -> Kaboom {
    let order: Vec<Card> = first_cards.split_whitespace().map(|code| code.parse().unwrap()).collect();
    let rest = Set::ALL - order.iter().copied().collect();
    let order: Vec<u8> = order.into_iter().chain(rest).map(|card| card.index() as u8).collect();
    let rules = Rules { lock_caller: true, ..Rules::preset("standard").unwrap() };
    let deals = Deals::Decks(Decks { first: None, orders: vec![order] });
    let mut game = Kaboom::start(&rules, 3, &deals, &mut ()).unwrap();
    for step in script.split(", ").filter(|step| !step.is_empty()) {
        let (seat_number, action) = step.split_once(' ').unwrap();
        let action = action.parse().unwrap();
        game.play(seat(seat_number.parse().unwrap()), action, &mut ())
            .unwrap_or_else(|refusal| panic!("{step}: {refusal}"));
    }
    game
}

const READY: &str = "0 ready, 1 ready, 2 ready";
/// The first discard is a five, the first drawn card the one after it.
const CARDS: &str = "5C 3C 9C 10H 6C AC  5H 3D 4D 5D 6D AD  2H 3H 4H 7H 6H AH  5S";

#[test]
fn every_refusal_says_why() {
    let top = |top| Refusal::PileChanged { top };
    let rows: [(&str, &str, &str, Refusal); 42] = [
        ("", "", "0 draw", Refusal::BeforeTheFirstTurn),
        ("", "", "0 flip 0.0 @0", Refusal::NoDiscard),
        ("", "0 look", "0 look", Refusal::AlreadyLooked),
        ("", "0 ready", "0 look", Refusal::AlreadyReady),
        ("", "0 ready", "0 ready", Refusal::AlreadyReady),
        ("", "", "3 ready", Refusal::NotYourTurn),
        ("", READY, "1 look", Refusal::Begun),
        ("", READY, "0 ready", Refusal::Begun),
        ("", READY, "1 draw", Refusal::NotYourTurn),
        ("", READY, "0 take 0 @2", top(1)),
        ("", READY, "0 take 6 @1", Refusal::Empty(spot("0.6"))),
        ("", READY, "0 discard", Refusal::FirstMoveFirst),
        ("", READY, "0 keep 0 @1", Refusal::FirstMoveFirst),
        ("", READY, "0 use", Refusal::FirstMoveFirst),
        ("", READY, "0 decline", Refusal::FirstMoveFirst),
        ("", READY, "0 give 0", Refusal::NoGift),
        ("", READY, "1 flip 1.7 @1", Refusal::Empty(spot("1.7"))),
        ("", READY, "1 flip 4.0 @1", Refusal::Empty(spot("4.0"))),
        ("", READY, "4 flip 1.0 @1", Refusal::NotYourTurn),
        ("", READY, "1 flip 1.0 @2", top(1)),
        ("2S", "0 draw", "0 draw", Refusal::FirstMoveDone),
        ("2S", "0 draw", "0 kaboom", Refusal::FirstMoveDone),
        ("2S", "0 draw", "0 use", Refusal::NoAbility),
        ("KD", "0 draw", "0 use", Refusal::NoAbility),
        ("2S", "0 draw", "0 decline", Refusal::NothingToPick),
        ("2S", "0 draw", "0 peek 0.0", Refusal::NothingToPick),
        ("2S", "0 draw", "0 keep 0 @0", top(1)),
        ("2S", "0 draw", "0 flip 0.0 @1", Refusal::PastFirstMove),
        ("7S", "0 draw, 0 use", "0 discard", Refusal::PickFirst),
        ("7S", "0 draw, 0 use", "0 keep 0 @1", Refusal::PickFirst),
        ("7S", "0 draw, 0 use", "0 peek 1.0", Refusal::NotATarget(spot("1.0"))),
        ("7S", "0 draw, 0 use", "0 swap 0.0", Refusal::NotATarget(spot("0.0"))),
        ("7S", "0 draw, 0 use, 0 decline", "0 use", Refusal::AbilitySpent),
        ("JS", "0 draw, 0 use", "0 peek 0.0", Refusal::NotATarget(spot("0.0"))),
        ("JS", "0 draw, 0 use, 0 swap 0.0", "0 swap 0.1", Refusal::NotATarget(spot("0.1"))),
        ("KS", "0 draw, 0 use, 0 peek 0.0", "0 peek 0.0", Refusal::NotATarget(spot("0.0"))),
        ("KS", "0 draw, 0 use", "0 peek 0.7", Refusal::Empty(spot("0.7"))),
        ("", "0 kaboom", "1 kaboom", Refusal::KaboomCalled(seat(0))),
        ("", "0 kaboom", "1 flip 0.0 @1", Refusal::Locked(spot("0.0"))),
        ("", "1 flip 0.0 @1", "0 draw", Refusal::GiftPending(seat(1))),
        ("", "1 flip 0.0 @1", "2 decline", Refusal::GiftPending(seat(1))),
        ("", "1 flip 0.0 @1", "1 give 7", Refusal::Empty(spot("1.7"))),
    ];
    for (drawn, script, refused, why) in rows {
        let before_ready = why == Refusal::BeforeTheFirstTurn
            || [Refusal::NoDiscard, Refusal::AlreadyLooked, Refusal::AlreadyReady].contains(&why)
            || refused == "3 ready";
        let script = if before_ready || script == READY || script.is_empty() {
            script.to_owned()
        } else {
            format!("{READY}, {script}")
        };
        let game = game(&format!("{CARDS} {drawn}"), &script);
        refuses(&game, refused, why);
    }
}

fn refuses(game: &Kaboom, refused: &str, why: Refusal) {
    let (by, action) = refused.split_once(' ').unwrap();
    let (by, action): (Seat, Action) = (seat(by.parse().unwrap()), action.parse().unwrap());
    let mut after = game.clone();
    let mut events = Vec::new();
    assert_eq!(after.play(by, action, &mut events), Err(why), "{refused}");
    assert_eq!(events, []);
    assert_eq!(after.hash(), game.hash(), "{refused}: nothing has changed");
    for viewer in Viewer::all(3) {
        assert_eq!(after.view(viewer), game.view(viewer));
    }
}

#[test]
fn too_late_is_not_wrong() {
    let late = game(CARDS, &format!("{READY}, 1 flip 1.0 @1"));
    // The card would have been right, and would have been wrong: nobody learns which.
    for (flip, why) in [
        ("0 flip 0.0 @1", Refusal::PileChanged { top: 2 }),
        ("0 flip 0.1 @1", Refusal::PileChanged { top: 2 }),
        ("2 flip 0.0 @2", Refusal::FlippedByAnother(seat(1))),
        ("2 flip 2.0 @2", Refusal::FlippedByAnother(seat(1))),
    ] {
        refuses(&late, flip, why);
        assert!(why.is_too_late());
    }
    let drawn = game(&format!("{CARDS} 2S"), &format!("{READY}, 0 draw"));
    for flip in ["0 flip 0.0 @1", "0 flip 0.1 @1"] {
        refuses(&drawn, flip, Refusal::PastFirstMove);
        assert!(Refusal::PastFirstMove.is_too_late());
    }
    let wrong = game(CARDS, &format!("{READY}, 2 flip 2.0 @1"));
    refuses(&wrong, "2 flip 1.0 @1", Refusal::WrongBefore);
    assert!(!Refusal::WrongBefore.is_too_late());
}

/// The number of a discard is never used again, so no flip of one round meets a discard of the next.
#[test]
fn discards_are_numbered_through_the_match() {
    let rules = Rules::preset("standard").unwrap();
    let mut game = Kaboom::start(&rules, 2, &Deals::Seed(3.into()), &mut ()).unwrap();
    let mut last = 0;
    while let Some(seat) = game.awaited().first() {
        game.play(seat, game.default_action(seat), &mut ()).unwrap();
        let now = game.view(Viewer::Spectator).discard;
        assert!(now == last || now == last + 1);
        last = now;
    }
    assert!(last > 5 * 60);
}

/// Where one card lies on the table, a king looks at that one and is done; where none lies, it is not offered at all.
#[test]
fn abilities_find_what_there_is() {
    let triples = "5C 5D 5H 6C 6D 6H  7C 7D 7H 8C 8D 8H  9C 9D 9H 10C 10D 10H  5S 6S 7S 8S 9S 10S KS";
    // Everyone flips the own cards away, three by three, as the fourth of them is discarded.
    let mut script = READY.to_owned();
    for (round, top) in [1, 5, 9, 13, 17].into_iter().enumerate() {
        let (owner, slot) = (round / 2, 3 * (round % 2));
        for flip in 0..3 {
            script += &format!(", {owner} flip {owner}.{} @{}", slot + flip, top + flip);
        }
        script += &format!(", {turn} draw, {turn} discard", turn = round % 3);
    }
    let game = game(triples, &format!("{script}, 2 flip 2.3 @21, 2 flip 2.4 @22"));
    let two = seat(2);
    let mut one_left = game.clone();
    for action in [Action::Draw, Action::Use, Action::Peek(spot("2.5"))] {
        one_left.play(two, action, &mut ()).unwrap();
    }
    assert_eq!(one_left.view(Viewer::Spectator).stage, kaboom::Stage::Spent);

    let mut none_left = game;
    for action in ["flip 2.5 @23", "draw"] {
        none_left.play(two, action.parse().unwrap(), &mut ()).unwrap();
    }
    assert_eq!(none_left.view(Viewer::Spectator).laid().count(), 0);
    assert_eq!(none_left.check(two, Action::Use), Err(Refusal::NoTarget));
    assert_eq!(none_left.actors(), game::SeatSet::of(two), "there is nothing to flip");
    let mut legal = game::ActionList::new();
    none_left.legal(two, &mut legal);
    assert_eq!(legal[..], [Action::Discard]);
}
