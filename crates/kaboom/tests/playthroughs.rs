//! Matches written out as people read them, in `playthroughs/*.txt`, and what they show together. Decks are a hand for each player from
//! the first on, slot by slot, and the draw pile; then, where it comes to that, `reshuffle` with the order of the cards. A draw pile or
//! reshuffle may name its first cards only, the rest follows in the order of the deck. `crates/game/tests/shared/playthrough.rs` tells
//! what else a file has.
#![allow(clippy::unwrap_used)]

#[path = "../../game/tests/shared/playthrough.rs"]
mod playthrough;

use std::collections::BTreeSet;

use cards::Card as _;
use cards::french::{Card, Set};
use game::{Decks, Seat};
use kaboom::event::{Ending, RoundResult};
use kaboom::{Ability, Event, Kaboom, Refusal, Rules};
use playthrough::{Written, playthroughs};

const DECK: usize = 54;

impl Written for Kaboom {
    fn deal(decks: &mut Decks, key: &str, value: &str) -> bool {
        if key == "first" {
            decks.first = Seat::new(value.parse().unwrap());
            return true;
        }
        if !["hand", "draw pile", "reshuffle"].contains(&key) {
            return false;
        }
        // Hands lie in a deck that has no draw pile yet.
        let hands = decks.orders.pop_if(|deck| deck.len() < DECK).unwrap_or_default();
        let deck: Vec<u8> = hands.into_iter().chain(cards(value)).collect();
        decks.orders.push(if key == "hand" { deck } else { whole_deck(deck) });
        assert!(key != "hand" || cards(value).len() == 6, "{value}");
        true
    }
}

fn cards(text: &str) -> Vec<u8> {
    assert_eq!(text.split_whitespace().count(), text.parse::<Set>().unwrap().len(), "a card twice: {text}");
    text.split_whitespace().map(|card| card.parse::<Card>().unwrap().index() as u8).collect()
}

fn whole_deck(mut deck: Vec<u8>) -> Vec<u8> {
    let rest: Vec<u8> = (0..DECK as u8).filter(|card| !deck.contains(card)).collect();
    deck.extend(rest);
    deck
}

/// What an event shows of the rules.
fn facts(event: &Event, rules: &Rules) -> Vec<&'static str> {
    match event {
        Event::Took { .. } => vec!["the discard taken"],
        Event::Kept { .. } => vec!["a drawn card kept"],
        Event::Discarded { .. } => vec!["a drawn card discarded"],
        Event::Used { ability: Ability::PeekOwn, .. } => vec!["7 or 8 used"],
        Event::Used { ability: Ability::PeekOther, .. } => vec!["9 or 10 used"],
        Event::Used { ability: Ability::Swap, .. } => vec!["jack or queen used"],
        Event::Used { ability: Ability::PeekTwo, .. } => vec!["black king used"],
        Event::Swapped { .. } => vec!["two cards swapped"],
        Event::Declined { .. } => vec!["an ability declined"],
        Event::Flipped { seat, spot, .. } if *seat == spot.seat => vec!["an own card flipped"],
        Event::Flipped { .. } => vec!["another's card flipped"],
        Event::FlippedWrong { .. } => vec!["a wrong flip"],
        Event::Penalty { slot: 0..=5, .. } => vec!["a penalty card in an empty slot"],
        Event::Penalty { .. } => vec!["a penalty card in a new slot"],
        Event::Gave { .. } => vec!["a card given"],
        Event::GiftDeclined { .. } => vec!["no card given"],
        Event::Reshuffled { .. } => vec!["a reshuffle"],
        Event::DecksRanOut { .. } => vec!["the decks run out"],
        Event::RoundEnded(result) => ending(result, rules),
        Event::MatchEnded { outcome } if outcome.winner().is_none() => vec!["a match shared"],
        Event::MatchEnded { .. } => vec!["a match won"],
        Event::RoundBegan { .. }
        | Event::Ready { .. }
        | Event::Turned { .. }
        | Event::TurnBegan { .. }
        | Event::Kaboom { .. }
        | Event::Drew { .. }
        | Event::Peeked { .. }
        | Event::Picked { .. }
        | Event::GiftAsked { .. }
        | Event::Revealed { .. } => Vec::new(),
    }
}

fn ending(result: &RoundResult, rules: &Rules) -> Vec<&'static str> {
    let mut shown = vec![match result.ending {
        Ending::Kaboom => "a round ended by kaboom",
        Ending::TurnLimit => "a turn limit",
        Ending::OutOfCards => "no card to draw",
    }];
    let Some(caller) = result.caller else {
        shown.push("a round without a caller");
        return shown;
    };
    let own = result.sums[caller];
    let others = result.sums.iter().filter(|(seat, _)| *seat != caller).map(|(_, sum)| *sum).min().unwrap();
    shown.push(match (own.cmp(&others), rules.caller_wins_ties) {
        (std::cmp::Ordering::Less, _) => "a caller who wins",
        (std::cmp::Ordering::Equal, true) => "a caller who ties and wins",
        (std::cmp::Ordering::Equal, false) => "a caller who ties and loses",
        (std::cmp::Ordering::Greater, _) => "a caller who loses",
    });
    shown
}

fn refused(refusal: Refusal) -> Option<&'static str> {
    match refusal {
        Refusal::PileChanged { .. } => Some("too late: another discard"),
        Refusal::FlippedByAnother(_) => Some("too late: another was first"),
        Refusal::PastFirstMove => Some("too late: after the own first move"),
        Refusal::WrongBefore => Some("a second wrong flip refused"),
        Refusal::GiftPending(_) => Some("play suspended for a gift"),
        Refusal::Locked(_) => Some("a locked card"),
        _ => None,
    }
}

const REQUIRED: [&str; 34] = [
    "the discard taken",
    "a drawn card kept",
    "a drawn card discarded",
    "7 or 8 used",
    "9 or 10 used",
    "jack or queen used",
    "black king used",
    "two cards swapped",
    "an ability declined",
    "an own card flipped",
    "another's card flipped",
    "a wrong flip",
    "a penalty card in an empty slot",
    "a penalty card in a new slot",
    "a card given",
    "no card given",
    "a reshuffle",
    "the decks run out",
    "a round ended by kaboom",
    "a turn limit",
    "no card to draw",
    "a round without a caller",
    "a caller who wins",
    "a caller who ties and wins",
    "a caller who ties and loses",
    "a caller who loses",
    "a match shared",
    "a match won",
    "too late: another discard",
    "too late: another was first",
    "too late: after the own first move",
    "a second wrong flip refused",
    "play suspended for a gift",
    "a locked card",
];

#[test]
fn every_playthrough_goes_as_written() {
    playthrough::every_playthrough_goes_as_written::<Kaboom>();
}

/// Only where a file says so is an action refused: the others go through.
#[test]
fn refusals_are_meant() {
    for file in playthroughs::<Kaboom>() {
        let refused = file.text.lines().filter(|line| line.starts_with("refused:")).count();
        assert!(refused == 0 || file.head.contains("refused"), "{} has {refused} refusals", file.name);
    }
}

#[test]
fn together_they_show_every_rule() {
    let mut shown = BTreeSet::new();
    for file in playthroughs::<Kaboom>() {
        let mut refusals = BTreeSet::new();
        file.play(
            |event| shown.extend(facts(event, &file.rules)),
            |refusal| refusals.extend(refused(*refusal)),
        );
        shown.extend(refusals);
    }
    let missing: Vec<_> = REQUIRED.iter().filter(|fact| !shown.contains(*fact)).collect();
    assert!(missing.is_empty(), "not shown: {missing:#?}");
}
