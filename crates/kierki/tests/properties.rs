//! Random matches against a slow referee of plain lists, which knows nothing of masks.
#![allow(clippy::unwrap_used)]

use cards::Card as _;
use cards::french::{Card, Rank, Set, Suit, WITHOUT_JOKERS};
use game::{ActionList, Deals, Game, Purpose, Ruleset, Seat, Seed, Viewer, below};
use kierki::{Action, DealPlan, DealResult, DealType, Earlier, Event, Kierki, Refusal, Rules, View};

/// The points of one deal from its tricks, by the text of the rules.
fn slow_points(kind: u8, tricks: &[(Vec<Card>, usize)], traditional: bool) -> [i32; 4] {
    let mut points = [0; 4];
    for (number, (cards, taker)) in (1..).zip(tricks) {
        for one_type in 1..=6 {
            if kind != one_type && kind != 7 {
                continue;
            }
            let items = match one_type {
                1 => 1,
                2 => cards.iter().filter(|card| card.to_string().ends_with('H')).count(),
                3 => cards.iter().filter(|card| card.to_string().starts_with('Q')).count(),
                4 => cards.iter().filter(|card| ["J", "K"].contains(&&card.to_string()[..1])).count(),
                5 => cards.iter().filter(|card| card.to_string() == "KH").count(),
                _ => usize::from(number == 7 || number == 13),
            };
            let cost = if traditional { [20, 20, 60, 30, 150, 75] } else { [1, 1, 5, 2, 18, 10] };
            points[*taker] += items as i32 * cost[usize::from(one_type) - 1];
        }
    }
    points
}

fn slow_taker(leader: usize, cards: &[Card]) -> usize {
    let mut best = 0;
    for (place, card) in cards.iter().enumerate() {
        let beats = card.suit() == cards[0].suit() && card.rank() > cards[best].rank();
        if beats {
            best = place;
        }
    }
    (leader + best) % 4
}

/// Follows the events of a match and holds every one against the rules.
#[derive(Default)]
struct Referee {
    hands: Vec<Vec<Card>>,
    tricks: Vec<(Vec<Card>, usize)>,
    table: Vec<Card>,
    turn: usize,
    totals: [i32; 4],
    deals: usize,
    /// The cards of the deals that are over.
    over: Vec<Vec<Card>>,
}

impl Referee {
    fn follow(&mut self, rules: &Rules, event: &Event) {
        match event {
            Event::DealBegan { deal, kind, first } => {
                self.deals += 1;
                assert_eq!(usize::from(*deal), self.deals);
                let plan = rules.deals[self.deals - 1];
                assert_eq!((plan.kind, plan.first), (*kind, *first));
                self.turn = first.index();
                self.tricks.clear();
            }
            Event::Dealt { hands } => {
                self.hands = hands.iter().map(|(_, hand)| hand.unwrap().iter().collect()).collect();
                assert!(self.hands.iter().all(|hand| hand.len() == 13));
                let all: Set = self.hands.iter().flatten().copied().collect();
                assert_eq!(all, WITHOUT_JOKERS);
            }
            Event::Played { seat, card } => {
                assert_eq!(seat.index(), self.turn);
                let hand = &mut self.hands[self.turn];
                let follows =
                    |led: &Card| card.suit() == led.suit() || hand.iter().all(|own| own.suit() != led.suit());
                assert!(self.table.first().is_none_or(follows), "{card} does not follow");
                let kind = rules.deals[self.deals - 1].kind.number();
                if rules.no_heart_lead && [2, 5, 7].contains(&kind) && self.table.is_empty() {
                    let only_hearts = hand.iter().all(|own| own.suit() == Some(Suit::Hearts));
                    assert!(card.suit() != Some(Suit::Hearts) || only_hearts, "{card} is led");
                }
                let place = hand.iter().position(|own| own == card).expect("the card is in the hand");
                hand.remove(place);
                self.table.push(*card);
                self.turn = (self.turn + 1) % 4;
            }
            Event::Taken { trick, cards, taker, points } => {
                assert_eq!(self.table, cards);
                assert_eq!(taker.index(), slow_taker(self.turn, &self.table));
                self.tricks.push((std::mem::take(&mut self.table), taker.index()));
                assert_eq!(usize::from(*trick), self.tricks.len());
                let kind = rules.deals[self.deals - 1].kind.number();
                let before =
                    slow_points(kind, &self.tricks[..self.tricks.len() - 1], rules.traditional_scores);
                let now = slow_points(kind, &self.tricks, rules.traditional_scores);
                assert_eq!(now[taker.index()] - before[taker.index()], *points);
                self.turn = taker.index();
            }
            Event::DealEnded(DealResult { kind, tricks, points, scores, .. }) => {
                let own = slow_points(kind.number(), &self.tricks, rules.traditional_scores);
                assert_eq!(*points, own.into());
                assert_eq!(own.iter().sum::<i32>(), kind.total(rules.traditional_scores));
                (0..4).for_each(|seat| self.totals[seat] += own[seat]);
                assert_eq!(*scores, self.totals.into());
                assert_eq!(usize::from(*tricks), self.tricks.len());
                self.over.push(self.tricks.iter().flat_map(|(cards, _)| cards).copied().collect());
                if !rules.end_early {
                    assert!(self.hands.iter().all(Vec::is_empty));
                }
                if self.tricks.len() < 13 {
                    let before = &self.tricks[..self.tricks.len() - 1];
                    let earlier = slow_points(kind.number(), before, rules.traditional_scores);
                    assert!(
                        earlier.iter().sum::<i32>() < kind.total(rules.traditional_scores),
                        "it ends late"
                    );
                }
            }
            Event::MatchEnded { outcome } => {
                let fewest = self.totals.iter().min().unwrap();
                let winners = (0..4).filter(|seat| self.totals[*seat] == *fewest);
                assert!(outcome.winners().iter().map(Seat::index).eq(winners));
            }
            Event::DecksRanOut { .. } => panic!("a seed never runs out"),
        }
    }

    /// The view tells what happened, no more and no less.
    fn compare(&self, game: &Kierki, viewer: Viewer) {
        let view = game.view(viewer);
        let told: Vec<Card> = view.tricks.iter().flat_map(|trick| trick.cards.clone()).collect();
        let happened: Vec<Card> =
            self.tricks.iter().flat_map(|(cards, _)| cards).chain(&self.table).copied().collect();
        assert_eq!(told, happened);
        assert_eq!(view.earlier.deals(), self.over);
        let takers: Vec<usize> = view.tricks.iter().filter_map(|trick| Some(trick.taker?.index())).collect();
        assert!(takers.iter().eq(self.tricks.iter().map(|(_, taker)| taker)));
        for (seat, size) in view.hand_sizes.iter() {
            let hand: Set = self.hands[seat.index()].iter().copied().collect();
            assert_eq!(usize::from(*size), hand.len());
            assert!((hand & view.voids[seat]).is_empty(), "a void that is none");
            if viewer.is(seat) {
                assert_eq!((view.hand, view.dealt.len()), (hand, 13));
                assert!(view.dealt.contains_all(hand));
            }
        }
        let text = serde_json::to_string(&view).unwrap();
        assert_eq!(serde_json::from_str::<kierki::View>(&text).unwrap(), view);
    }
}

fn play(rules: &Rules, seed: u64) {
    let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
    let mut events = Vec::new();
    let mut game = Kierki::start(rules, 4, &Deals::Seed(seed.into()), &mut events).unwrap();
    let mut referee = Referee::default();
    let mut legal = ActionList::new();
    let mut step = 0;
    while let Some(seat) = game.actors().first() {
        events.drain(..).for_each(|event| referee.follow(rules, &event));
        if step % 7 == 0 {
            Viewer::all(4).for_each(|viewer| referee.compare(&game, viewer));
        }
        step += 1;
        game.legal(seat, &mut legal);
        for card in WITHOUT_JOKERS {
            let action = Action::Play(card);
            assert_eq!(legal.contains(&action), game.check(seat, action).is_ok());
        }
        let action = legal[below(&mut rng, legal.len() as u32) as usize];
        game.play(seat, action, &mut events).unwrap();
    }
    events.drain(..).for_each(|event| referee.follow(rules, &event));
    assert_eq!(referee.deals, rules.deals.len());
    assert_eq!(game.scores(), referee.totals.into());
}

#[test]
fn random_matches_pass_the_referee() {
    for preset in Rules::presets() {
        for rules in knobs(&preset.rules) {
            (0..10).for_each(|seed| play(&rules, seed));
        }
    }
}

#[test]
fn jokers_are_not_in_the_deck() {
    let rules = Rules::preset("robbers").unwrap();
    let game = Kierki::start(&rules, 4, &Deals::Seed(1.into()), &mut ()).unwrap();
    for joker in cards::french::JOKERS {
        assert_eq!(game.check(Seat::FIRST, Action::Play(joker)), Err(Refusal::NotInHand(joker)));
    }
}

/// With voids shown, every world is equally likely: compared with all worlds, enumerated.
#[test]
fn samples_are_uniform() {
    use std::collections::BTreeMap;
    let rules = Rules::preset("seven").unwrap();
    let mut compared = 0;
    for seed in 0..40 {
        let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
        let mut game = Kierki::start(&rules, 4, &Deals::Seed(seed.into()), &mut ()).unwrap();
        let mut legal = ActionList::new();
        for _ in 0..42 {
            let seat = game.actors().first().unwrap();
            game.legal(seat, &mut legal);
            game.apply(seat, legal[below(&mut rng, legal.len() as u32) as usize], &mut ());
        }
        let view = game.view(Viewer::Seat(game.actors().first().unwrap()));
        if view.voids.iter().all(|(_, void)| void.is_empty()) {
            continue;
        }
        let worlds = enumerate(&view);
        if worlds > 100 {
            continue;
        }
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        const SAMPLES: u32 = 10_000;
        for _ in 0..SAMPLES {
            let world = Kierki::sample(&view, &mut rng);
            let hands: Vec<String> =
                Seat::all(4).map(|seat| world.view(Viewer::Seat(seat)).hand.to_string()).collect();
            *counts.entry(hands.join("/")).or_default() += 1;
        }
        assert_eq!(counts.len(), worlds, "every world is met, and no other");
        let expected = f64::from(SAMPLES) / worlds as f64;
        let chi: f64 = counts.values().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        let freedom = worlds as f64 - 1.0;
        assert!(chi < freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0, "seed {seed}: {chi} of {freedom}");
        compared += 1;
    }
    assert!(compared > 5, "{compared} positions had few enough worlds");
}

/// How many worlds fit, by trying every card in every hand.
fn enumerate(view: &kierki::View) -> usize {
    fn place(cards: &[Card], room: &mut [u8; 4], view: &kierki::View) -> usize {
        let Some((card, rest)) = cards.split_first() else { return 1 };
        let mut worlds = 0;
        for seat in Seat::all(4) {
            if room[seat.index()] > 0 && !view.voids[seat].contains(*card) {
                room[seat.index()] -= 1;
                worlds += place(rest, room, view);
                room[seat.index()] += 1;
            }
        }
        worlds
    }
    let played: Set = view.tricks.iter().flat_map(|trick| trick.cards.clone()).collect();
    let hidden: Vec<Card> = (WITHOUT_JOKERS - played - view.hand).iter().collect();
    let mut room = [0; 4];
    for (seat, size) in view.hand_sizes.iter() {
        room[seat.index()] = if view.viewer.is(seat) { 0 } else { *size };
    }
    place(&hidden, &mut room, view)
}

#[test]
fn the_slow_rank_is_the_fast_one() {
    assert!(Rank::ACE > Rank::KING && Rank::JACK > Rank::new(10).unwrap());
    assert_eq!(Card::at(0).to_string(), "2C");
    assert_eq!(DealType::new(0), None);
}

/// The same deals with every choice of the other knobs.
fn knobs(rules: &Rules) -> impl Iterator<Item = Rules> {
    (0..8).map(|bits| Rules {
        no_heart_lead: bits & 1 == 1,
        traditional_scores: bits & 2 == 2,
        end_early: bits & 4 == 4,
        ..rules.clone()
    })
}

/// Plays by chance, and calls back with every state.
fn wander(rules: &Rules, seed: u64, mut each: impl FnMut(&Kierki)) {
    let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
    let mut game = Kierki::start(rules, 4, &Deals::Seed(seed.into()), &mut ()).unwrap();
    let mut legal = ActionList::new();
    each(&game);
    while let Some(seat) = game.actors().first() {
        game.legal(seat, &mut legal);
        game.apply(seat, legal[below(&mut rng, legal.len() as u32) as usize], &mut ());
        each(&game);
    }
}

fn with_earlier(view: &View, deals: &[Vec<Card>]) -> View {
    let mut earlier = Earlier::default();
    deals.iter().for_each(|cards| earlier.push(cards));
    View { earlier, ..view.clone() }
}

/// Nobody follows any more where somebody did, and everybody still leads and takes as before: the card of a follower for one that it
/// plays later, when neither is led nor takes.
fn revoked(plan: DealPlan, cards: &[Card]) -> Option<Vec<Card>> {
    let plays = plan.tricks(cards).into_iter().enumerate().flat_map(|(number, trick)| {
        let seats = std::iter::successors(Some(trick.leader), |seat| Some(seat.next(4)));
        let places = (1..4).zip(seats.skip(1)).filter(move |(_, seat)| trick.taker != Some(*seat));
        places.map(move |(place, seat)| (4 * number + place, seat))
    });
    let plays: Vec<(usize, Seat)> = plays.collect();
    let led = |place: usize| cards[place - place % 4].suit();
    for &(one, seat) in &plays {
        for &(two, _) in plays.iter().filter(|(two, other)| *two / 4 > one / 4 && *other == seat) {
            let followed = cards[one].suit() == led(one);
            if followed && cards[two].suit() != led(one) && cards[one].suit() != led(two) {
                let mut cards = cards.to_vec();
                cards.swap(one, two);
                return Some(cards);
            }
        }
    }
    None
}

#[test]
fn views_are_possible_and_with_other_earlier_deals_they_are_not() {
    let (mut possible, mut damaged, mut revokes) = (0, 0, 0);
    for rules in Rules::presets().iter().flat_map(|preset| knobs(&preset.rules)) {
        wander(&rules, 7, |game| {
            let seat = game.actors().first();
            for viewer in seat.map(Viewer::Seat).into_iter().chain([Viewer::Spectator]) {
                assert_eq!(game.view(viewer).check(), Ok(()));
                possible += 1;
            }
            let view = game.view(Viewer::Spectator);
            let deals = view.earlier.deals();
            assert_eq!(with_earlier(&view, &[]).check(), Ok(()), "whoever came later knows of none");
            let (number, table) = game.running_trick();
            if (number, table.len()) != (1, 0) && game.outcome().is_none() {
                return;
            }
            let mut refused = |deals: &[Vec<Card>]| {
                assert!(with_earlier(&view, deals).check().is_err(), "{deals:?}");
                damaged += 1;
            };
            for (number, plan) in (0..deals.len()).zip(rules.deals.iter()) {
                let mut with = |cards: Vec<Card>| {
                    let mut deals = deals.to_vec();
                    deals[number] = cards;
                    refused(&deals);
                };
                let cards = &deals[number];
                if let Some(cards) = revoked(*plan, cards) {
                    with(cards);
                    revokes += 1;
                }
                with(Vec::new());
                for fewer in 1..=4 {
                    with(cards[..cards.len() - fewer].to_vec());
                }
                with([cards.as_slice(), &cards[..4]].concat());
                for place in [0, 1, cards.len() - 1] {
                    for card in [cards[(place + 1) % cards.len()], Card::at(53)] {
                        let mut cards = cards.clone();
                        cards[place] = card;
                        with(cards);
                    }
                }
                let mut deals = deals.to_vec();
                deals.push(cards.clone());
                refused(&deals);
                deals.pop();
                deals.remove(number);
                if !deals.is_empty() {
                    refused(&deals);
                }
            }
        });
    }
    assert!(possible > 10_000 && damaged > 5_000 && revokes > 500, "{possible}, {damaged}, {revokes}");
}

/// Whatever is said of the deals that are over, a view is read to its end.
#[test]
fn no_list_of_earlier_deals_is_a_panic() {
    let (mut tried, mut impossible) = (0, 0);
    let mut rng = Seed::from(1).stream(Purpose(*b"test"), 0, 0);
    for rules in knobs(&Rules::preset("seven").unwrap()) {
        wander(&rules, 8, |game| {
            let view = game.view(Viewer::Spectator);
            let mut deals = view.earlier.deals().to_vec();
            let size = below(&mut rng, 54) as usize;
            if let Some(cards) = deals.last_mut() {
                let mut all: Vec<Card> = (0..54).map(Card::at).collect();
                game::shuffle(&mut all, &mut rng);
                let place = below(&mut rng, cards.len() as u32) as usize;
                cards.splice(place.., all[..size].iter().copied());
                impossible += u32::from(with_earlier(&view, &deals).check().is_err());
                tried += 1;
            }
        });
    }
    assert!(tried > 2_000 && impossible > tried * 9 / 10, "{impossible} of {tried}");
}

/// With the deals, their results follow: the last one as everybody was told.
#[test]
fn how_a_deal_ended_follows_from_its_cards() {
    for rules in Rules::presets().iter().flat_map(|preset| knobs(&preset.rules)) {
        wander(&rules, 9, |game| {
            let view = game.view(Viewer::Spectator);
            assert_eq!(view.earlier.last(&rules), Ok(view.last));
        });
    }
    let none = Rules::of_deals(Vec::new());
    assert!(Earlier::default().last(&none).is_err());
    let mut more = Earlier::default();
    (0..2).for_each(|_| more.push(&[]));
    assert!(more.last(&Rules::of_deals("7N".parse().into_iter().collect())).is_err());
}

/// A view does not grow for ever: of a long match the first deals are remembered, and it is possible all the same.
#[test]
fn of_a_long_match_the_first_deals_are_remembered() {
    let plan = DealPlan { kind: DealType::Robber, first: Seat::FIRST };
    let rules = Rules::of_deals(vec![plan; Earlier::MOST + 3]);
    wander(&rules, 1, |game| {
        let view = game.view(Viewer::Spectator);
        let over = usize::from(view.deal) - usize::from(view.outcome.is_none());
        assert_eq!(view.earlier.deals().len(), over.min(Earlier::MOST));
        if view.tricks.is_empty() {
            view.check().unwrap();
        }
    });
}
