//! A view says exactly what its viewer has seen, no more and no less: it is compared with what somebody remembers who only
//! hears the viewer's events and keeps, by place, what lies where.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use cards::french::Card;
use game::{ActionList, Deals, Game, Purpose, Ruleset, Seat, Seats, Seed, Stream, Viewer, below};
use kaboom::{Ability, Action, Event, Kaboom, Laid, Rules, Spot, View};

/// All that can be learnt from one viewer's events.
struct Memory {
    viewer: Viewer,
    hands: Seats<Vec<Option<Laid>>>,
    held: Option<(Seat, Laid)>,
    pile: Vec<Card>,
    discard: u32,
    draw_pile: usize,
    turn: u16,
    /// The number of the last shuffle, and the cards of reshuffles with theirs.
    shuffle: u8,
    shuffle_of: BTreeMap<Card, u8>,
}

impl Memory {
    fn new(viewer: Viewer, seats: usize) -> Memory {
        let hands = Seats::from_fn(seats, |_| Vec::new());
        let shuffle_of = Default::default();
        Memory {
            viewer,
            hands,
            held: None,
            pile: Vec::new(),
            discard: 0,
            draw_pile: 0,
            turn: 0,
            shuffle: 0,
            shuffle_of,
        }
    }

    fn unseen(&self) -> Laid {
        Laid {
            card: None,
            one_of: None,
            shuffle: self.shuffle,
            seen: self.hands.map(|_, _| None),
            shown: None,
        }
    }

    fn at(&mut self, spot: Spot) -> &mut Option<Laid> {
        let (hand, slot) = (&mut self.hands[spot.seat], usize::from(spot.slot));
        if hand.len() <= slot {
            hand.resize(slot + 1, None);
        }
        &mut hand[slot]
    }

    /// Everyone sees the card there.
    fn show(&mut self, spot: Spot, card: Card) {
        let turn = self.turn;
        let laid = self.at(spot).as_mut().unwrap();
        *laid = Laid {
            card: Some(card),
            one_of: laid.one_of,
            shuffle: laid.shuffle,
            seen: laid.seen.map(|_, _| Some(turn)),
            shown: Some(turn),
        };
    }

    fn discard(&mut self, card: Card, discard: u32) {
        self.discard += 1;
        assert_eq!(self.discard, discard, "discards are numbered without a gap");
        self.pile.push(card);
    }

    fn hear(&mut self, event: Event) {
        let turn = self.turn;
        match event {
            Event::RoundBegan { .. } => {
                self.shuffle = 0;
                self.shuffle_of.clear();
                let unseen = self.unseen();
                self.hands = self.hands.map(|_, _| vec![Some(unseen.clone()); 6]);
                self.held = None;
                self.pile.clear();
                self.draw_pile = 54 - 6 * self.hands.len();
                self.turn = 0;
            }
            Event::Turned { card, discard } => {
                self.draw_pile -= 1;
                self.discard(card, discard);
            }
            Event::TurnBegan { turn, .. } => self.turn = turn,
            Event::Drew { seat, card } => {
                assert_eq!(card.is_some(), self.viewer.is(seat), "only the drawer sees the card");
                let mut laid = Laid { card, ..self.unseen() };
                laid.seen[seat] = Some(turn);
                self.held = Some((seat, laid));
                self.draw_pile -= 1;
            }
            Event::Took { seat, slot, card, replaced, discard } => {
                assert_eq!(self.pile.pop(), Some(card));
                let shuffle = self.shuffle_of.get(&card).copied().unwrap_or(0);
                *self.at(Spot { seat, slot }) = Some(Laid { shuffle, ..self.unseen() });
                self.show(Spot { seat, slot }, card);
                self.discard(replaced, discard);
            }
            Event::Kept { seat, slot, card, replaced, discard } => {
                let (drawer, laid) = self.held.take().unwrap();
                assert_eq!((drawer, laid.card), (seat, card));
                *self.at(Spot { seat, slot }) = Some(laid);
                self.discard(replaced, discard);
            }
            Event::Discarded { card, discard, .. } => {
                self.held = None;
                self.discard(card, discard);
            }
            Event::Used { ability, .. } => self.held.as_mut().unwrap().1.one_of = Some(ability),
            Event::Peeked { seat, spot, card } => {
                assert_eq!(card.is_some(), self.viewer.is(seat), "only who peeks sees the card");
                let laid = self.at(spot).as_mut().unwrap();
                laid.seen[seat] = Some(turn);
                laid.card = laid.card.or(card);
            }
            Event::Swapped { one, other, .. } => {
                let (first, second) = (self.at(one).take(), self.at(other).take());
                *self.at(one) = second;
                *self.at(other) = first;
            }
            Event::Flipped { spot, card, discard, .. } => {
                *self.at(spot) = None;
                self.discard(card, discard);
            }
            Event::FlippedWrong { spot, card, .. } => self.show(spot, card),
            Event::Penalty { seat, slot } => {
                assert!(self.hands[seat].iter().take(slot.into()).all(Option::is_some), "first empty slot");
                *self.at(Spot { seat, slot }) = Some(self.unseen());
                self.draw_pile -= 1;
            }
            Event::Gave { seat, slot, to } => *self.at(to) = self.at(Spot { seat, slot }).take(),
            Event::Reshuffled { cards } => {
                assert_eq!(self.draw_pile, 0, "only an empty draw pile is filled again");
                self.draw_pile = cards.into();
                self.shuffle += 1;
                let reshuffled = self.pile.drain(..usize::from(cards));
                self.shuffle_of.extend(reshuffled.map(|card| (card, self.shuffle)));
                assert_eq!(self.pile.len(), 1);
            }
            Event::Revealed { hands } => {
                for (seat, hand) in hands.iter() {
                    for (slot, card) in (0..).zip(hand) {
                        assert_eq!(card.is_some(), self.at(Spot { seat, slot }).is_some());
                        card.iter().for_each(|card| self.show(Spot { seat, slot }, *card));
                    }
                }
            }
            Event::Ready { .. }
            | Event::Kaboom { .. }
            | Event::Picked { .. }
            | Event::Declined { .. }
            | Event::GiftAsked { .. }
            | Event::GiftDeclined { .. }
            | Event::RoundEnded(_)
            | Event::MatchEnded { .. }
            | Event::DecksRanOut { .. } => {}
        }
    }

    fn compare(&self, view: &View) {
        for (seat, hand) in self.hands.iter() {
            let last = hand.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
            let mut expected = hand[..last].to_vec();
            expected.resize(last.max(6), None);
            assert_eq!(view.hands[seat], expected, "{:?} of seat {seat}", self.viewer);
        }
        let held = self.held.as_ref().map(|(_, laid)| (laid.card, laid.one_of));
        assert_eq!(view.held.map(|held| (held.card, held.one_of)), held);
        assert_eq!(view.discard_pile, self.pile);
        assert_eq!(view.discard, self.discard);
        assert_eq!(usize::from(view.draw_pile), self.draw_pile);
        assert_eq!(view.turn_number, self.turn);
        let laid = view.laid().count() + usize::from(view.held.is_some());
        assert_eq!(laid + view.discard_pile.len() + usize::from(view.draw_pile), 54, "cards are conserved");
    }
}

/// Few flips, so that cards live long enough to be peeked at and swapped; kaboom seldom.
fn pick(legal: &[Action], rng: &mut Stream) -> Action {
    loop {
        let action = legal[below(rng, legal.len() as u32) as usize];
        let weight = match action {
            Action::Flip { .. } if legal.iter().all(|action| action.is_flip()) => 1,
            Action::Flip { .. } => 12,
            Action::Kaboom => 8,
            _ => 1,
        };
        if below(rng, weight) == 0 {
            return action;
        }
    }
}

#[test]
fn views_say_what_their_viewers_have_seen() {
    let rules = Rules { rounds: 2, ..Rules::preset("standard").unwrap() };
    let mut legal = ActionList::new();
    for seed in 0..400_u64 {
        let seats = [2, 3, 4, 6][seed as usize % 4];
        let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 1, 0);
        let mut events = Vec::new();
        let mut state = Kaboom::start(&rules, seats, &Deals::Seed(seed.into()), &mut events).unwrap();
        let mut memories: Vec<Memory> = Viewer::all(seats).map(|viewer| Memory::new(viewer, seats)).collect();
        loop {
            for memory in &mut memories {
                for event in &events {
                    memory.hear(Kaboom::redact(event, memory.viewer).unwrap().into_owned());
                }
                memory.compare(&state.view(memory.viewer));
            }
            events.clear();
            let actors: Vec<Seat> = state.actors().iter().collect();
            if actors.is_empty() {
                break;
            }
            let seat = if below(&mut rng, 4) == 0 {
                actors[below(&mut rng, actors.len() as u32) as usize]
            } else {
                state.awaited().first().unwrap()
            };
            state.legal(seat, &mut legal);
            state.play(seat, pick(&legal, &mut rng), &mut events).unwrap();
        }
    }
}

/// Worlds are drawn evenly: with one unseen card of nine places announced as a 9 or 10, each 9 and 10 comes as often there as
/// any other, and each other unseen card as often as the next in a place without announcement.
#[test]
fn samples_are_even() {
    let rules = Rules::preset("short").unwrap();
    // The first seed whose first drawn card is a 9 or 10.
    let (state, one) = (0_u64..)
        .find_map(|seed| {
            let mut state = Kaboom::start(&rules, 2, &Deals::Seed(seed.into()), &mut ()).unwrap();
            let one = Seat::FIRST.next(2);
            for seat in [Seat::FIRST, one] {
                state.play(seat, Action::Look, &mut ()).unwrap();
                state.play(seat, Action::Ready, &mut ()).unwrap();
            }
            state.play(Seat::FIRST, Action::Draw, &mut ()).unwrap();
            let held = state.view(Viewer::Seat(Seat::FIRST)).held.unwrap().card.unwrap();
            (Ability::of(held) == Some(Ability::PeekOther)).then_some((state, one))
        })
        .unwrap();
    let mut state = state;
    for action in [Action::Use, Action::Decline, Action::Keep { slot: 2, discard: 1 }] {
        state.play(Seat::FIRST, action, &mut ()).unwrap();
    }
    let view = state.view(Viewer::Seat(one));
    let announced = Spot { seat: Seat::FIRST, slot: 2 };
    assert_eq!(view.at(announced).unwrap().one_of, Some(Ability::PeekOther));
    assert_eq!(view.at(announced).unwrap().card, None);
    let mut rng = Seed::from(5).stream(Purpose(*b"test"), 0, 0);
    let mut counts = std::collections::BTreeMap::<(u8, Card), u32>::new();
    const SAMPLES: u32 = 40_000;
    for _ in 0..SAMPLES {
        let world = Kaboom::sample(&view, &mut rng);
        let open = world.view(Viewer::Seat(Seat::FIRST));
        assert_eq!(world.view(Viewer::Seat(one)), view);
        // Slots 3 to 5 and 2 are known to seat 0, in every world.
        for slot in [2, 3, 4, 5] {
            let card = open.at(Spot { seat: Seat::FIRST, slot }).unwrap().card.unwrap();
            *counts.entry((slot, card)).or_default() += 1;
        }
    }
    let known = view.laid().filter_map(|(_, laid)| laid.card).chain(view.discard_pile.iter().copied());
    let known: Vec<Card> = known.collect();
    let free: Vec<Card> = Ability::PeekOther.cards().iter().filter(|card| !known.contains(card)).collect();
    for card in &free {
        let expected = f64::from(SAMPLES) / free.len() as f64;
        let found = f64::from(counts[&(2, *card)]);
        assert!((found - expected).abs() < 5.0 * expected.sqrt(), "{card}: {found}, not {expected}");
    }
    assert_eq!(counts.keys().filter(|(slot, _)| *slot == 2).count(), free.len());
    // One of the free 9s and 10s lies in slot 2; the others are as likely anywhere else as their share.
    let unseen = 54 - known.len();
    for slot in [3, 4, 5] {
        for card in cards::french::Set::ALL.iter().filter(|card| !known.contains(card)) {
            let share = if free.contains(&card) { 1.0 - 1.0 / free.len() as f64 } else { 1.0 };
            let expected = f64::from(SAMPLES) * share / (unseen - 1) as f64;
            let found = f64::from(*counts.get(&(slot, card)).unwrap_or(&0));
            assert!(
                (found - expected).abs() < 5.0 * expected.sqrt(),
                "{slot} {card}: {found}, not {expected}"
            );
        }
    }
}

/// Lets the awaited play their default actions, or kaboom where `kaboom` says so, until an event of the wanted kind comes; gives
/// that event and the discards before it.
fn until(state: &mut Kaboom, kaboom: bool, wanted: fn(&Event) -> bool) -> (Event, Vec<Card>) {
    loop {
        let seat = state.awaited().first().unwrap();
        let call = kaboom && state.check(seat, Action::Kaboom).is_ok();
        let action = if call { Action::Kaboom } else { state.default_action(seat) };
        let (pile, mut events) = (state.view(Viewer::Spectator).discard_pile, Vec::new());
        state.play(seat, action, &mut events).unwrap();
        if let Some(event) = events.into_iter().find(wanted) {
            return (event, pile);
        }
    }
}

/// What is reshuffled lay open, so nobody can take an untouched card of the deal for one of it, nor a penalty drawn later for
/// another.
#[test]
fn samples_know_what_was_reshuffled() {
    let rules = Rules { rounds: 1, ..Rules::preset("standard").unwrap() };
    for seed in 0..10 {
        let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
        let mut state = Kaboom::start(&rules, 2, &Deals::Seed(seed.into()), &mut ()).unwrap();
        let (_, pile) = until(&mut state, false, |event| matches!(event, Event::Reshuffled { .. }));
        let reshuffled = &pile[..pile.len() - 1];
        // The first flip that is wrong brings a card of the reshuffled ones into a hand.
        let (mut legal, mut events) = (ActionList::new(), Vec::new());
        while !events.iter().any(|event| matches!(event, Event::Penalty { .. })) {
            let flipper = state.actors().iter().last().unwrap();
            state.legal(flipper, &mut legal);
            let flip = legal.iter().find(|action| matches!(action, Action::Flip { .. })).copied();
            let action = flip.unwrap_or_else(|| state.default_action(flipper));
            state.play(flipper, action, &mut events).unwrap();
        }
        for viewer in Viewer::all(2) {
            let view = state.view(viewer);
            for _ in 0..50 {
                let mut world = Kaboom::sample(&view, &mut rng);
                let (revealed, _) = until(&mut world, true, |event| matches!(event, Event::Revealed { .. }));
                let Event::Revealed { hands } = revealed else { unreachable!() };
                for (spot, laid) in view.laid() {
                    let card = hands[spot.seat][usize::from(spot.slot)].unwrap();
                    assert_eq!(reshuffled.contains(&card), laid.shuffle == 1, "{card} at {spot}");
                }
            }
        }
    }
}
