//! The contract that every [`Game`] keeps, as a check that plays seeded random matches.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use rand_core::Rng;

use crate::{
    ActionList, Deals, Decks, Game, MAX_SEATS, Purpose, Record, Seat, SeatSet, Seed, Sink, Stream, Viewer,
    below, shuffle,
};

/// A match that goes on for longer than this many actions does not end.
const ENDLESS: usize = 100_000;
/// From this many hidden cards on, samples that are all the same are no chance.
const MANY_HIDDEN: u32 = 6;
/// After so many matches every viewer should have met something hidden.
const ENOUGH_MATCHES: usize = 20;
/// How often a sample is drawn again that was the same four times.
const MORE_SAMPLES: usize = 60;
/// Matches on given decks get so many of them.
const DECKS: usize = 64;

/// What a check went through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Matches played to the end.
    pub matches: usize,
    /// Actions played in them.
    pub actions: usize,
    /// Worlds sampled from views and compared.
    pub samples: usize,
    /// Matches played again with the cards rearranged that a viewer could not see, and compared.
    pub twins: usize,
    /// More such matches, in which the rearranged cards came into play openly, so that there was nothing to compare.
    pub twins_apart: usize,
    /// Cards that lay elsewhere in all of these.
    pub rearranged: usize,
}

/// A broken promise, with the seed and what went wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seed {seed}: {what}")]
pub struct Violation {
    /// The number of the seeded match.
    pub seed: u64,
    /// Which promise was broken, where.
    pub what: String,
}

/// A match after so many actions, or at its end: each the first legal one of whoever is awaited.
pub fn played<G: Game>(rules: &G::Rules, seats: usize, seed: Seed, actions: usize) -> G {
    let mut state = G::start(rules, seats, &Deals::Seed(seed), &mut ()).expect("so many can play");
    let mut legal = ActionList::new();
    for _ in 0..actions {
        let Some(seat) = state.awaited().first() else { break };
        state.legal(seat, &mut legal);
        state.apply(seat, legal[0], &mut ());
    }
    state
}

/// Plays a random match for each seed and holds it to the contract:
///
/// - exactly the actors have legal actions; these are ascending, pass [`Game::check`], and their text parses back;
/// - the awaited are actors, and their default action is legal;
/// - an action that is refused leaves the state as it was;
/// - matches end, with an outcome; played again from their record they end in the same state with the same events;
/// - a world sampled from a view gives the same view and legal actions, and samples differ where much is hidden;
/// - a spectator knows no more than any seat;
/// - **non-interference**: when the cards that a viewer cannot see are rearranged and the same actions played, the viewer
///   sees the same views, events and legal actions all the way.
pub fn check<G: Game>(rules: &G::Rules, seats: usize, seeds: Range<u64>) -> Result<Report, Violation> {
    check_by(rules, seats, seeds, |_: &G, legal, rng| below(rng, legal.len() as u32) as usize)
}

/// The same for matches in which `pick` chooses among the legal actions of all seats, by their place in the list.
///
/// Where one kind of action outnumbers the others, all equally likely would play little else.
pub fn check_by<G: Game>(
    rules: &G::Rules,
    seats: usize,
    seeds: Range<u64>,
    mut pick: impl FnMut(&G, &[(Seat, G::Action)], &mut Stream) -> usize,
) -> Result<Report, Violation> {
    let mut report = Report::default();
    let mut moved = [0; MAX_SEATS + 1];
    let last = seeds.end.saturating_sub(1);
    for seed in seeds {
        let at = |what: String| Violation { seed, what };
        let mut rng = Seed::from(seed).stream(Purpose(*b"test"), 0, 0);
        let shuffled = Deals::Seed(Seed::from(seed));
        Match::<G>::play(rules, seats, &shuffled, &mut pick, &mut rng, &mut report).map_err(at)?;
        let decks = Deals::Decks(decks::<G>(&mut rng));
        let played = Match::<G>::play(rules, seats, &decks, &mut pick, &mut rng, &mut report).map_err(at)?;
        for (viewer, moved) in Viewer::all(seats).zip(&mut moved) {
            let before = report.rearranged;
            played.compare_with_twin(viewer, &mut rng, &mut report).map_err(at)?;
            *moved += report.rearranged - before;
        }
    }
    // A game that calls nothing hidden would pass every comparison.
    let enough = report.matches >= ENOUGH_MATCHES;
    match Viewer::all(seats).zip(moved).find(|(_, moved)| enough && *moved == 0) {
        Some((viewer, _)) => {
            Err(Violation { seed: last, what: format!("nothing was ever hidden from {viewer:?}") })
        }
        None => Ok(report),
    }
}

fn decks<G: Game>(rng: &mut Stream) -> Decks {
    let order = |_| {
        let mut order: Vec<u8> = (0..G::CARDS as u8).collect();
        shuffle(&mut order, rng);
        order
    };
    Decks { first: Some(Seat::FIRST), orders: (0..DECKS).map(order).collect() }
}

macro_rules! promise {
    ($holds:expr, $($what:tt)*) => {
        if !$holds {
            return Err(format!($($what)*));
        }
    };
}

/// One finished random match.
struct Match<G: Game> {
    record: Record<G>,
}

impl<G: Game> Match<G> {
    fn play(
        rules: &G::Rules,
        seats: usize,
        deals: &Deals,
        pick: &mut impl FnMut(&G, &[(Seat, G::Action)], &mut Stream) -> usize,
        rng: &mut Stream,
        report: &mut Report,
    ) -> Result<Self, String> {
        let mut record: Record<G> =
            Record { rules: rules.clone(), seats, deals: deals.clone(), actions: Vec::new() };
        let mut events = Vec::new();
        let mut state =
            G::start(rules, seats, deals, &mut events).map_err(|bad| format!("no start: {bad}"))?;
        promise!(state.seats() == seats, "a match for {seats} has {} seats", state.seats());
        while !state.is_over() {
            promise!(record.actions.len() < ENDLESS, "the match does not end");
            let legal = legal_actions(&state).map_err(|what| after(&record, what))?;
            // Sampling at every step would spend nearly all the time on it.
            if below(rng, 16) == 0 {
                samples(&state, rng, report).map_err(|what| after(&record, what))?;
            }
            let (seat, action) = legal[pick(&state, &legal, rng)];
            refusals(&state, &legal, seat, action).map_err(|what| after(&record, what))?;
            state.apply(seat, action, &mut events);
            record.actions.push((seat, action));
        }
        samples(&state, rng, report).map_err(|what| after(&record, what))?;
        if matches!(deals, Deals::Seed(_)) {
            promise!(state.outcome().is_some(), "the match is over without an outcome");
        }
        let mut again = Vec::new();
        let twice = record.replay(&mut again).map_err(|stopped| format!("no replay: {stopped}"))?;
        promise!(twice.hash() == state.hash(), "the replay ended in another state");
        promise!(twice.scores() == state.scores(), "the replay ended with other scores");
        promise!(again == events, "the replay had other events");
        report.matches += 1;
        report.actions += record.actions.len();
        Ok(Match { record })
    }

    /// Plays the match up to a random point, then again with the cards rearranged that the viewer has not seen by then.
    fn compare_with_twin(&self, viewer: Viewer, rng: &mut Stream, report: &mut Report) -> Result<(), String> {
        let mut until = self.record.clone();
        until.actions.truncate(below(rng, self.record.actions.len() as u32 + 1) as usize);
        let state = until.replay(&mut ()).map_err(|stopped| format!("no replay: {stopped}"))?;
        let mut twin = until.clone();
        let (Deals::Decks(decks), Some(last)) = (&mut twin.deals, state.decks_used().checked_sub(1)) else {
            return Err("the match used no deck".into());
        };
        report.rearranged += rearrange(&mut decks.orders[last], state.hidden(viewer), rng);
        match steps_as_seen(&until, &twin, viewer)? {
            Comparison::Same => report.twins += 1,
            Comparison::Apart => report.twins_apart += 1,
        }
        Ok(())
    }
}

fn after<G: Game>(record: &Record<G>, what: String) -> String {
    format!("after action {}: {what}", record.actions.len())
}

/// Every legal action with its seat, after the promises about them.
fn legal_actions<G: Game>(state: &G) -> Result<Vec<(Seat, G::Action)>, String> {
    let (actors, awaited) = (state.actors(), state.awaited());
    promise!(SeatSet::all(state.seats()).contains_all(actors), "an actor sits at no seat");
    promise!(actors.contains_all(awaited) && !awaited.is_empty(), "{awaited:?} awaited of {actors:?}");
    let mut all = Vec::new();
    let mut list = ActionList::new();
    for seat in Seat::all(state.seats()) {
        state.legal(seat, &mut list);
        promise!(list.is_empty() != actors.contains(seat), "seat {seat} has {} legal actions", list.len());
        promise!(list.is_sorted_by(|a, b| a < b), "the legal actions of seat {seat} are not ascending");
        for &action in list.iter() {
            let refused = state.check(seat, action).err();
            promise!(refused.is_none(), "the legal `{action}` is refused: {refused:?}");
            promise!(action.to_string().parse().ok() == Some(action), "`{action}` does not parse back");
            all.push((seat, action));
        }
        if awaited.contains(seat) {
            let default = state.default_action(seat);
            promise!(list.contains(&default), "the default action `{default}` of seat {seat} is not legal");
        }
    }
    Ok(all)
}

/// The action is refused to every seat for which it is not legal, and leaves the state alone.
fn refusals<G: Game>(
    state: &G,
    legal: &[(Seat, G::Action)],
    seat: Seat,
    action: G::Action,
) -> Result<(), String> {
    for other in Seat::all(state.seats()).filter(|other| *other != seat) {
        if legal.contains(&(other, action)) {
            continue;
        }
        let mut tried = state.clone();
        promise!(tried.play(other, action, &mut ()).is_err(), "seat {other} could play `{action}`");
        promise!(tried.hash() == state.hash(), "the refused `{action}` of seat {other} changed the state");
    }
    Ok(())
}

/// Samples of each viewer's view give that view and its legal actions again, and are not all the same.
fn samples<G: Game>(state: &G, rng: &mut Stream, report: &mut Report) -> Result<(), String> {
    for viewer in Viewer::all(state.seats()) {
        let view = state.view(viewer);
        let mut worlds = HashSet::new();
        for _ in 0..4 {
            let world = G::sample(&view, rng);
            promise!(world.view(viewer) == view, "a sample for {viewer:?} gives another view");
            promise!(world.actors() == state.actors(), "a sample for {viewer:?} has other actors");
            promise!(
                legal_of(&world, viewer) == legal_of(state, viewer),
                "a sample for {viewer:?} has other legal actions"
            );
            worlds.insert(world.hash());
            report.samples += 1;
        }
        let (more, less) = (state.hidden(Viewer::Spectator), state.hidden(viewer));
        promise!(less & !more == 0, "a spectator knows cards that are hidden from {viewer:?}");
        let many = state.hidden(viewer).count_ones() >= MANY_HIDDEN;
        // Where few worlds fit, four samples may well be the same one; so many more are not.
        for _ in 0..MORE_SAMPLES {
            if !many || worlds.len() > 1 {
                break;
            }
            worlds.insert(G::sample(&view, rng).hash());
        }
        promise!(!many || worlds.len() > 1, "samples for {viewer:?} are all the same");
    }
    Ok(())
}

fn legal_of<G: Game>(state: &G, viewer: Viewer) -> ActionList<G::Action> {
    let mut list = ActionList::new();
    if let Viewer::Seat(seat) = viewer {
        state.legal(seat, &mut list);
    }
    list
}

/// Puts the hidden cards of the deck into another order, on the places that they hold together, and counts those that moved.
pub fn rearrange(order: &mut [u8], hidden: u64, rng: &mut impl Rng) -> usize {
    let is_hidden = |card: u8| hidden >> card & 1 == 1;
    let mut cards: Vec<u8> = order.iter().copied().filter(|card| is_hidden(*card)).collect();
    shuffle(&mut cards, rng);
    let places = order.iter_mut().filter(|card| is_hidden(**card));
    places.zip(cards).map(|(place, card)| usize::from(std::mem::replace(place, card) != card)).sum()
}

enum Comparison {
    /// The viewer could not tell the two apart.
    Same,
    /// What was rearranged changed the course openly (a lucky hand, somebody else's action not possible).
    Apart,
}

/// Plays both records side by side and compares all that the viewer sees.
fn steps_as_seen<G: Game>(one: &Record<G>, two: &Record<G>, viewer: Viewer) -> Result<Comparison, String> {
    let (mut a, mut b) = (Seen::new(viewer), Seen::new(viewer));
    let start =
        |record: &Record<G>, seen: &mut Seen<G>| G::start(&record.rules, record.seats, &record.deals, seen);
    let Ok(mut left) = start(one, &mut a) else { return Err("no start".into()) };
    let Ok(mut right) = start(two, &mut b) else { return Ok(Comparison::Apart) };
    for number in 0..=one.actions.len() {
        if left.decks_used() != right.decks_used() || left.actors() != right.actors() {
            return Ok(Comparison::Apart);
        }
        promise!(a.events == b.events, "after action {number}: {viewer:?} sees other events of a twin");
        promise!(
            left.view(viewer) == right.view(viewer),
            "after action {number}: {viewer:?} sees another view of a twin"
        );
        let legal = legal_of(&left, viewer) == legal_of(&right, viewer);
        promise!(legal, "after action {number}: {viewer:?} has other legal actions in a twin");
        let Some(&(seat, action)) = one.actions.get(number) else { break };
        a.events.clear();
        b.events.clear();
        left.apply(seat, action, &mut a);
        if right.play(seat, action, &mut b).is_err() {
            promise!(!viewer.is(seat), "`{action}` of seat {seat} itself is not legal in a twin");
            return Ok(Comparison::Apart);
        }
    }
    Ok(Comparison::Same)
}

/// Keeps the events as one viewer gets them.
struct Seen<G: Game> {
    viewer: Viewer,
    events: Vec<G::Event>,
}

impl<G: Game> Seen<G> {
    fn new(viewer: Viewer) -> Self {
        Seen { viewer, events: Vec::new() }
    }
}

impl<G: Game> Sink<G::Event> for Seen<G> {
    fn emit(&mut self, event: impl FnOnce() -> G::Event) {
        self.events.extend(G::redact(&event(), self.viewer).map(Cow::into_owned));
    }
}
