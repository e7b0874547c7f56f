//! Flips of every seat at every card, in every order of two and three, from every phase of a turn.
//!
//! The first discard is the five of spades; seats 0 and 1 have the other fives, seat 2 has none. So each order has races for
//! the same discard, wrong flips, flips of own and of others' cards, and gifts in between.
#![allow(clippy::unwrap_used)]

use cards::Card as _;
use cards::french::{Card, Set};
use game::{Deals, Decks, Game, Ruleset, Seat, Viewer};
use kaboom::{Action, Event, Kaboom, Refusal, Rules, Spot, Stage};

const SEATS: usize = 3;
const HANDS: &str = "5C 3C 9C 10H 6C AC  5H 3D 4D 5D 6D AD  2H 3H 4H 7H 6H AH";

/// A phase of play, and the actions of it by the seat in turn; `0 draw 7S` says which card is drawn.
const PHASES: [(&str, &str); 14] = [
    ("before the first move", ""),
    ("after the draw", "0 draw 2S"),
    ("after the draw of a card with an ability", "0 draw 7S"),
    ("peeking at an own card", "0 draw 7S, 0 use"),
    ("peeking at another's card", "0 draw 9S, 0 use"),
    ("before the swap", "0 draw JS, 0 use"),
    ("in the middle of the swap, one's own five picked", "0 draw JS, 0 use, 0 swap 0.0"),
    ("in the middle of the swap, another's five picked", "0 draw JS, 0 use, 0 swap 1.0"),
    ("before the king's first card", "0 draw KS, 0 use"),
    ("before the king's second card", "0 draw KS, 0 use, 0 peek 1.3"),
    ("after the ability", "0 draw 8S, 0 use, 0 peek 0.1"),
    ("while a gift is asked for", "2 flip 0.0 @1"),
    ("in the last turns", "0 kaboom"),
    ("in the last turns after the draw", "0 kaboom, 1 draw 2S"),
];

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// The game in the phase, with locked or open cards of a caller.
fn in_phase(script: &str, lock_caller: bool) -> Kaboom {
    let script: Vec<Vec<&str>> =
        script.split(", ").filter(|step| !step.is_empty()).map(|step| step.split(' ').collect()).collect();
    let drawn = script.iter().filter(|step| step[1] == "draw").map(|step| step[2]);
    let order: Vec<Card> =
        HANDS.split_whitespace().chain(["5S"]).chain(drawn).map(|code| code.parse().unwrap()).collect();
    let rest = Set::ALL - order.iter().copied().collect();
    let order: Vec<u8> = order.into_iter().chain(rest).map(|card| card.index() as u8).collect();
    let rules = Rules { lock_caller, ..Rules::preset("standard").unwrap() };
    let deals = Deals::Decks(Decks { first: None, orders: vec![order] });
    let mut game = Kaboom::start(&rules, SEATS, &deals, &mut ()).unwrap();
    Seat::all(SEATS).for_each(|seat| game.play(seat, Action::Ready, &mut ()).unwrap());
    for step in script {
        let action = if step[1] == "draw" { "draw".to_owned() } else { step[1..].join(" ") };
        game.play(seat(step[0].parse().unwrap()), action.parse().unwrap(), &mut ()).unwrap();
    }
    game
}

/// Follows all orders of so many flips.
struct Orders {
    /// Whether each flip is aimed at the discard that lay on top at first, or on top when it comes.
    race: bool,
    first_discard: u32,
    right: usize,
    wrong: usize,
    late: usize,
    gifts: usize,
}

impl Orders {
    fn follow(&mut self, game: &Kaboom, flips_left: usize, chain: Option<Seat>) {
        if flips_left == 0 {
            return;
        }
        let view = game.view(Viewer::Spectator);
        let hash = game.hash();
        let discard = if self.race { self.first_discard } else { view.discard };
        for flipper in Seat::all(SEATS) {
            for spot in Seat::all(SEATS).flat_map(|seat| (0..8).map(move |slot| Spot { seat, slot })) {
                let action = Action::Flip { spot, discard };
                let mut after = game.clone();
                let mut events = Vec::new();
                let played = after.play(flipper, action, &mut events);
                assert_eq!(played.err(), self.expected(&view, flipper, spot), "{flipper} {action}");
                let Some(event) = events.first() else {
                    assert_eq!(after.hash(), hash, "a refused flip changes nothing at all");
                    self.late += 1;
                    continue;
                };
                let top = view.top().unwrap();
                match event {
                    Event::Flipped { card, discard, .. } => {
                        assert_eq!((card.rank(), *discard), (top.rank(), view.discard + 1));
                        assert!(chain.is_none_or(|by| by == flipper), "one winner, unless it goes on itself");
                        self.right += 1;
                        self.after_right(&view, &after, flipper, spot, flips_left);
                    }
                    Event::FlippedWrong { card, .. } => {
                        assert_ne!(card.rank(), top.rank());
                        self.wrong += 1;
                        let now = after.view(Viewer::Spectator);
                        assert_eq!(now.discard, view.discard);
                        assert_eq!(now.at(spot).unwrap().card, Some(*card), "everyone saw it");
                        assert_eq!(now.cards_of(flipper), view.cards_of(flipper) + 1, "the penalty");
                        same_place(&view, &now, &[]);
                        self.follow(&after, flips_left - 1, chain);
                    }
                    _ => panic!("{event} is no flip"),
                }
            }
        }
    }

    /// After a flip that stays: perhaps somebody may give a card, and play goes on only when that is settled.
    fn after_right(
        &mut self,
        before: &kaboom::View,
        after: &Kaboom,
        flipper: Seat,
        spot: Spot,
        flips_left: usize,
    ) {
        let now = after.view(Viewer::Spectator);
        assert_eq!(now.at(spot), None);
        let asked = spot.seat != flipper && before.cards_of(flipper) > 0;
        assert_eq!(now.gift.is_some(), asked);
        self.follow(after, flips_left - 1, Some(flipper));
        if !asked {
            same_place(before, &now, &[spot]);
            return;
        }
        self.gifts += 1;
        assert_eq!((after.actors().len(), after.actors().first()), (1, Some(flipper)), "only it may act");
        let own = now.hands[flipper].iter().position(Option::is_some).unwrap() as u8;
        for answer in [Action::Give(own), Action::Decline] {
            let mut settled = after.clone();
            settled.play(flipper, answer, &mut ()).unwrap();
            let then = settled.view(Viewer::Spectator);
            assert_eq!(then.at(spot).is_some(), answer != Action::Decline);
            let given = if answer == Action::Decline { spot } else { Spot { seat: flipper, slot: own } };
            same_place(before, &then, &[spot, given]);
            self.follow(&settled, flips_left - 1, Some(flipper));
        }
    }

    /// What the rules say, from what is open to all.
    fn expected(&self, view: &kaboom::View, flipper: Seat, spot: Spot) -> Option<Refusal> {
        if self.race && view.discard != self.first_discard {
            return Some(Refusal::PileChanged { top: view.discard });
        }
        if view.gift.is_some_and(|gift| gift.flipper == flipper) {
            return Some(Refusal::GiftPending(flipper));
        }
        if let Some(by) = view.flipped_by.filter(|by| *by != flipper) {
            return Some(Refusal::FlippedByAnother(by));
        }
        if view.turn == flipper && view.stage != Stage::FirstMove {
            return Some(Refusal::PastFirstMove);
        }
        if view.wrong_flips[flipper] > 0 {
            return Some(Refusal::WrongBefore);
        }
        if view.at(spot).is_none() {
            return Some(Refusal::Empty(spot));
        }
        let locked = view.rules.lock_caller && view.caller == Some(spot.seat);
        locked.then_some(Refusal::Locked(spot))
    }
}

/// Play is where it was; only the pick of a card that has left falls away.
fn same_place(before: &kaboom::View, now: &kaboom::View, left: &[Spot]) {
    assert_eq!(now.gift, None);
    assert_eq!((now.turn, now.turn_number), (before.turn, before.turn_number));
    assert_eq!((now.held, now.caller, now.round), (before.held, before.caller, before.round));
    let stage = match before.stage {
        Stage::SwapWith(first) if left.contains(&first) => Stage::Pick(kaboom::Ability::Swap),
        Stage::PeekAgain(Some(first)) if left.contains(&first) => Stage::PeekAgain(None),
        stage => stage,
    };
    assert_eq!(now.stage, stage);
}

fn every_order(flips: usize, race: bool) {
    let (mut right, mut wrong, mut late, mut gifts) = (0, 0, 0, 0);
    for (name, script) in PHASES {
        for lock_caller in [false, true] {
            if lock_caller && !script.contains("kaboom") {
                continue;
            }
            let game = in_phase(script, lock_caller);
            let first_discard =
                if script.contains("flip") { 1 } else { game.view(Viewer::Spectator).discard };
            let mut orders = Orders { race, first_discard, right: 0, wrong: 0, late: 0, gifts: 0 };
            let chain = game.view(Viewer::Spectator).flipped_by;
            orders.follow(&game, flips, chain);
            assert!(orders.late > 0, "{name}");
            right += orders.right;
            wrong += orders.wrong;
            late += orders.late;
            gifts += orders.gifts;
        }
    }
    println!("{flips} flips: {right} right, {wrong} wrong, {late} too late or refused, {gifts} gifts");
    assert!(right > 0 && wrong > 0 && gifts > 0);
}

#[test]
fn races_of_two() {
    every_order(2, true);
}

#[test]
fn races_of_three() {
    every_order(3, true);
}

#[test]
fn orders_of_two() {
    every_order(2, false);
}

#[test]
fn orders_of_three() {
    every_order(3, false);
}
