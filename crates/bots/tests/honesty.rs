//! No bot can peek: rearranged hidden cards, the same bot, the same decision. For every game, ruleset, number of seats and level.
#![allow(clippy::unwrap_used)]

use std::fmt::Debug;

use bots::{Bot, Budget, Level, Levels};
use game::check::rearrange;
use game::{ActionList, Deals, Decks, Purpose, Record, Ruleset, Seat, Seed, Stream, Viewer, below, shuffle};

/// Few playouts, so that thousands of positions can be asked about.
const BUDGET: Budget = Budget { playouts: Some(24), deadline: None };
/// A bot that thinks where there is nothing to decide would never answer.
const ENDLESS: Budget = Budget { playouts: Some(u32::MAX), deadline: None };

#[derive(Debug, Default)]
struct Report {
    positions: usize,
    /// Positions compared with a twin whose cards lay elsewhere.
    twins: usize,
    /// Positions with one legal action for a seat that must act.
    forced: usize,
}

/// A record of a match on given decks, played at random for a part of the time.
fn record<G: Levels>(rules: &G::Rules, seats: usize, rng: &mut Stream) -> Record<G> {
    let mut orders = vec![(0..G::CARDS as u8).collect::<Vec<u8>>(); 40];
    orders.iter_mut().for_each(|order| shuffle(order, rng));
    let deals = Deals::Decks(Decks { first: Some(Seat::FIRST), orders });
    let mut record = Record { rules: rules.clone(), seats, deals, actions: Vec::new() };
    let mut state = G::start(rules, seats, &record.deals, &mut ()).unwrap();
    let mut bot = G::bot(Level::Casual, Seed::random(rng), BUDGET);
    let mut legal = ActionList::new();
    while !state.is_over() && record.actions.len() < 600 {
        let actors: Vec<Seat> = state.actors().iter().collect();
        let anyone = actors[below(rng, actors.len() as u32) as usize];
        let seat = if below(rng, 8) == 0 { anyone } else { state.awaited().first().unwrap() };
        state.legal(seat, &mut legal);
        let random = legal[below(rng, legal.len() as u32) as usize];
        let decided = bot.decide(&state.view(Viewer::Seat(seat)), &legal, false);
        let action =
            if below(rng, 3) == 0 { random } else { decided.map_or(random, |decision| decision.action) };
        state.play(seat, action, &mut ()).unwrap();
        record.actions.push((seat, action));
    }
    record
}

/// The bot's answer, which keeps to the terms.
fn ask<G: Levels>(mut bot: Box<dyn Bot<G>>, state: &G, seat: Seat) -> Option<bots::Decision<G::Action>>
where
    G::Action: Debug,
{
    let mut legal = ActionList::new();
    state.legal(seat, &mut legal);
    let must = state.awaited().contains(seat);
    let decision = bot.decide(&state.view(Viewer::Seat(seat)), &legal, must);
    assert!(decision.is_some() || !must, "nothing though it must act");
    assert!(decision.is_none_or(|decision| legal.contains(&decision.action)), "{decision:?} is not legal");
    decision
}

fn check<G: Levels<Rules: Ruleset>>(seats: usize, matches: u64) {
    let mut report = Report::default();
    for preset in G::Rules::presets() {
        for number in 0..matches {
            let mut rng = Seed::from(number).stream(Purpose(*b"test"), seats as u16, 0);
            let whole = record::<G>(&preset.rules, seats, &mut rng);
            for _ in 0..12 {
                let mut until = whole.clone();
                until.actions.truncate(below(&mut rng, whole.actions.len() as u32) as usize);
                position(&until, Seed::random(&mut rng), &mut rng, &mut report);
            }
        }
    }
    assert!(report.twins * 2 > report.positions, "{report:?}");
    assert!(report.forced > 0, "{report:?}");
}

fn position<G: Levels>(until: &Record<G>, seed: Seed, rng: &mut Stream, report: &mut Report) {
    let state = until.replay(&mut ()).unwrap();
    let actors: Vec<Seat> = state.actors().iter().collect();
    let seat = actors[below(rng, actors.len() as u32) as usize];
    let mut twin = until.clone();
    let Deals::Decks(decks) = &mut twin.deals else { unreachable!("the match is on decks") };
    let moved = rearrange(&mut decks.orders[state.decks_used() - 1], state.hidden(Viewer::Seat(seat)), rng);
    let twin = twin.replay(&mut ()).ok();
    // What was rearranged may have changed the course openly: then it is another position.
    let twin =
        twin.filter(|twin| moved > 0 && twin.view(Viewer::Seat(seat)) == state.view(Viewer::Seat(seat)));
    report.positions += 1;
    report.twins += usize::from(twin.is_some());
    for level in Level::ALL {
        let bot = || G::bot(level, seed, BUDGET);
        let decision = ask(bot(), &state, seat);
        assert_eq!(decision, ask(bot(), &state, seat), "{level} answers otherwise when asked again");
        if let Some(twin) = &twin {
            assert_eq!(decision, ask(bot(), twin, seat), "{level} has seen a hidden card");
        }
    }
    let mut legal = ActionList::new();
    state.legal(seat, &mut legal);
    // Whoever asks may ask about a part of it.
    let first = legal[below(rng, legal.len() as u32) as usize];
    let part: Vec<G::Action> =
        legal.iter().copied().filter(|action| *action == first || below(rng, 2) == 0).collect();
    for level in Level::ALL {
        let decision = G::bot(level, seed, BUDGET).decide(&state.view(Viewer::Seat(seat)), &part, true);
        assert!(decision.is_some_and(|decision| part.contains(&decision.action)), "{level} of {part:?}");
    }
    if legal.len() == 1 && state.awaited().contains(seat) {
        report.forced += 1;
        for level in Level::ALL {
            ask(G::bot(level, seed, ENDLESS), &state, seat);
        }
    }
}

#[test]
fn koikoi_bots_cannot_peek() {
    check::<koikoi::KoiKoi>(2, 40);
}

#[test]
fn kierki_bots_cannot_peek() {
    check::<kierki::Kierki>(4, 60);
}

#[test]
fn kaboom_bots_cannot_peek() {
    check::<kaboom::Kaboom>(2, 20);
    check::<kaboom::Kaboom>(4, 15);
    check::<kaboom::Kaboom>(6, 10);
}

/// A bot that remembers what it saw would answer otherwise after other questions.
#[test]
fn decisions_depend_on_nothing_that_was_asked_before() {
    fn same<G: Levels<Rules: Ruleset>>(seats: usize) {
        let rules = &G::Rules::presets()[0].rules;
        let mut rng = Seed::from(1).stream(Purpose(*b"test"), 0, 0);
        let whole = record::<G>(rules, seats, &mut rng);
        for level in Level::ALL {
            let mut old = G::bot(level, 5.into(), BUDGET);
            let mut state = G::start(rules, seats, &whole.deals, &mut ()).unwrap();
            let mut legal = ActionList::new();
            for (seat, action) in whole.actions.iter().take(60) {
                state.legal(*seat, &mut legal);
                let view = state.view(Viewer::Seat(*seat));
                let must = state.awaited().contains(*seat);
                let fresh = G::bot(level, 5.into(), BUDGET).decide(&view, &legal, must);
                assert_eq!(old.decide(&view, &legal, must), fresh);
                state.apply(*seat, *action, &mut ());
            }
        }
    }
    same::<koikoi::KoiKoi>(2);
    same::<kierki::Kierki>(4);
    same::<kaboom::Kaboom>(3);
}
