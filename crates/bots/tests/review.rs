//! Reviews: what they find, and that they know no more than the seat did.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;

use bots::{Budget, Level, Levels, MomentKind, NoReview, Review, review};
use game::check::rearrange;
use game::{ActionList, Deals, Decks, Purpose, Record, Ruleset, Seat, Seed, Viewer, shuffle};

const BUDGET: Budget = Budget { playouts: Some(600), deadline: None };

/// A match of bots of the level; `instead` may do something else than the bot of a seat would.
fn played<G: Levels<Rules: Ruleset>>(
    preset: &str,
    (seats, seed): (usize, u64),
    level: Level,
    mut instead: impl FnMut(&G, Seat, &[G::Action]) -> Option<G::Action>,
) -> Record<G> {
    let rules = G::Rules::preset(preset).unwrap();
    let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
    let mut orders = vec![(0..G::CARDS as u8).collect::<Vec<u8>>(); 40];
    orders.iter_mut().for_each(|order| shuffle(order, &mut rng));
    let deals = Deals::Decks(Decks { first: Some(Seat::FIRST), orders });
    let mut state = G::start(&rules, seats, &deals, &mut ()).unwrap();
    let mut record = Record { rules, seats, deals, actions: Vec::new() };
    let mut bot = G::bot(level, 7.into(), BUDGET);
    let mut legal = ActionList::new();
    while let Some(seat) = state.awaited().first() {
        state.legal(seat, &mut legal);
        let decided = || bot.decide(&state.view(Viewer::Seat(seat)), &legal, true).unwrap().action;
        let action = instead(&state, seat, &legal).unwrap_or_else(decided);
        state.play(seat, action, &mut ()).unwrap();
        record.actions.push((seat, action));
        assert!(record.actions.len() < 2_000);
    }
    record
}

fn reviewed<G: Levels>(record: &Record<G>) -> Review<G::Action> {
    review(record, Seat::FIRST, BUDGET, |_| ControlFlow::Continue(())).unwrap()
}

fn mistakes<A>(review: &Review<A>) -> Vec<usize> {
    let mistakes = review.moments.iter().filter(|moment| moment.kind == MomentKind::Mistake);
    mistakes.map(|moment| moment.point).collect()
}

/// One seat plays as the search would, but for the worst action once, where it costs much.
fn a_blunder_is_found<G: Levels<Rules: Ruleset>>(preset: &str, seats: usize, costs: f32) {
    let mut blunder = None;
    let mut decisions = 0;
    let record = played::<G>(preset, (seats, 5), Level::Casual, |state, seat, legal| {
        if seat != Seat::FIRST || legal.len() < 2 {
            return None;
        }
        decisions += 1;
        let ranked = G::rank(&state.view(Viewer::Seat(seat)), legal, 9.into(), BUDGET);
        let worst = ranked.last()?;
        if blunder.is_none() && decisions > 3 && ranked[0].worth - worst.worth > costs {
            blunder = Some((decisions - 1, worst.action));
            return Some(worst.action);
        }
        Some(ranked[0].action)
    });
    let (place, worst) = blunder.expect("a decision that matters");
    let review = reviewed(&record);
    let point = &review.points[place];
    assert_eq!(point.played, worst);
    assert!(point.best != worst && point.loss > costs / 2.0 && point.loss > point.margin, "{point:?}");
    let found = mistakes(&review);
    assert!(found.contains(&place), "{review:?}");
    assert!(found.len() <= 2, "hardly anything else is one: {review:?}");
    // Where a value comes from adds up: what was chosen, and what came then.
    for two in review.points.windows(2).filter(|two| two[0].round == two[1].round) {
        let came = two[0].value - two[0].loss + two[0].luck.unwrap();
        assert!((came - two[1].value).abs() < 1e-3, "{two:?}");
    }
}

#[test]
fn a_planted_blunder_is_found_and_little_else() {
    a_blunder_is_found::<koikoi::KoiKoi>("quick", 2, 0.12);
    a_blunder_is_found::<kierki::Kierki>("seven", 4, 3.0);
    a_blunder_is_found::<kaboom::Kaboom>("short", 2, 0.15);
}

#[test]
fn the_last_value_is_the_result() {
    let record = played::<koikoi::KoiKoi>("quick", (2, 3), Level::Casual, |_, _, _| None);
    let outcome = record.replay(&mut ()).ok().and_then(|state| game::Game::outcome(&state)).unwrap();
    let last = *reviewed(&record).points.last().unwrap();
    let result = last.value - last.loss + last.luck.unwrap();
    let won = if outcome.winner() == Some(Seat::FIRST) { 1.0 } else { 0.0 };
    assert!((result - if outcome.winner().is_none() { 0.5 } else { won }).abs() < 1e-3, "{last:?}");
    let mut cut = record.clone();
    let step = last.step;
    cut.actions.truncate(step + 1);
    assert_eq!(reviewed(&cut).points.last().unwrap().luck, None, "nobody knows what would have come");
}

/// Each value depends on what the seat saw: cards that it could not see lie elsewhere, and it is the same.
fn hidden_cards_change_nothing<G: Levels<Rules: Ruleset>>(preset: &str, seats: usize) {
    let record = played::<G>(preset, (seats, 11), Level::Casual, |_, _, _| None);
    let whole = reviewed(&record);
    let mut rng = Seed::from(1).stream(Purpose(*b"test"), 0, 0);
    let mut twins = 0;
    for place in (0..whole.points.len()).step_by(whole.points.len().div_ceil(6)) {
        let mut until = record.clone();
        until.actions.truncate(whole.points[place].step);
        let state = until.replay(&mut ()).unwrap();
        let mut twin = until.clone();
        twin.actions.push(record.actions[whole.points[place].step]);
        let Deals::Decks(decks) = &mut twin.deals else { unreachable!("the match is on decks") };
        let hidden = state.hidden(Viewer::Seat(Seat::FIRST));
        let moved = rearrange(&mut decks.orders[state.decks_used() - 1], hidden, &mut rng);
        // What was rearranged may have changed the course openly: then it is another match.
        let same_view = twin.actions.pop().zip(twin.replay(&mut ()).ok()).filter(|(_, twin)| {
            twin.view(Viewer::Seat(Seat::FIRST)) == state.view(Viewer::Seat(Seat::FIRST))
        });
        let Some(((seat, action), _)) = same_view.filter(|_| moved > 0) else { continue };
        twin.actions.push((seat, action));
        let Ok(review) = review(&twin, Seat::FIRST, BUDGET, |_| ControlFlow::Continue(())) else { continue };
        let [before, of] = [&whole.points[..=place], &review.points[..=place]];
        for (a, b) in before.iter().zip(of) {
            assert_eq!(
                (a.step, a.value, a.best, a.loss, a.margin),
                (b.step, b.value, b.best, b.loss, b.margin)
            );
        }
        twins += 1;
    }
    assert!(twins > 2, "{twins}");
}

#[test]
fn a_review_knows_what_the_seat_knew() {
    hidden_cards_change_nothing::<koikoi::KoiKoi>("quick", 2);
    hidden_cards_change_nothing::<kierki::Kierki>("seven", 4);
    hidden_cards_change_nothing::<kaboom::Kaboom>("short", 3);
}

#[test]
fn the_same_match_has_the_same_review_and_it_can_be_broken_off() {
    let record = played::<kaboom::Kaboom>("short", (2, 2), Level::Club, |_, _, _| None);
    assert_eq!(reviewed(&record), reviewed(&record));
    let mut told = Vec::new();
    let stopped = review(&record, Seat::FIRST, BUDGET, |share| {
        told.push(share);
        if told.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(matches!(stopped, Err(NoReview::Stopped)));
    assert!(told[0] == 0.0 && told.is_sorted() && told[2] < 1.0, "{told:?}");
    let nobody = review(&record, Seat::new(2).unwrap(), BUDGET, |_| ControlFlow::Continue(()));
    assert!(matches!(nobody, Err(NoReview::NoSeat(_))));
}
