//! A game that deals what the test has laid out, at a table that knows nothing of it.

use std::borrow::Cow;
use std::cell::RefCell;

use game::{
    ActionList, BadDeal, Deals, Decks, Digest, Game, Impossible, Outcome, Rng, Seat, SeatSet, Seats, Sink,
    Viewer,
};
use serde::Serializer;
use wire::Codec;
use wire::changes::Tell;
use wire::replay::Shuffled;

thread_local! {
    /// What every match of this thread is dealt from.
    static DECKS: RefCell<Decks> = RefCell::default();
}

/// Every match is dealt from these decks from now on.
pub(crate) fn stack(decks: &Decks) {
    DECKS.set(decks.clone());
}

/// The game with stacked decks.
#[derive(Clone)]
pub(crate) struct Stacked<G>(pub(crate) G);

impl<G: Game> Game for Stacked<G> {
    const NAME: &'static str = G::NAME;
    const SEATS: std::ops::RangeInclusive<usize> = G::SEATS;
    const CARDS: usize = G::CARDS;

    type Rules = G::Rules;
    type Action = G::Action;
    type Event = G::Event;
    type View = G::View;
    type Refusal = G::Refusal;

    fn start(
        rules: &G::Rules,
        seats: usize,
        _: &Deals,
        events: &mut impl Sink<G::Event>,
    ) -> Result<Self, BadDeal> {
        let decks = Deals::Decks(DECKS.with_borrow(Decks::clone));
        G::start(rules, seats, &decks, events).map(Stacked)
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn actors(&self) -> SeatSet {
        self.0.actors()
    }

    fn awaited(&self) -> SeatSet {
        self.0.awaited()
    }

    fn holds_up(&self) -> bool {
        self.0.holds_up()
    }

    fn legal(&self, seat: Seat, out: &mut ActionList<G::Action>) {
        self.0.legal(seat, out);
    }

    fn check(&self, seat: Seat, action: G::Action) -> Result<(), G::Refusal> {
        self.0.check(seat, action)
    }

    fn default_action(&self, seat: Seat) -> G::Action {
        self.0.default_action(seat)
    }

    fn apply(&mut self, seat: Seat, action: G::Action, events: &mut impl Sink<G::Event>) {
        self.0.apply(seat, action, events);
    }

    fn scores(&self) -> Seats<i32> {
        self.0.scores()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn view(&self, viewer: Viewer) -> G::View {
        self.0.view(viewer)
    }

    fn redact(event: &G::Event, viewer: Viewer) -> Option<Cow<'_, G::Event>> {
        G::redact(event, viewer)
    }

    fn sample(view: &G::View, rng: &mut impl Rng) -> Self {
        Stacked(G::sample(view, rng))
    }

    fn digest(&self, digest: &mut Digest) {
        self.0.digest(digest);
    }

    fn hidden(&self, viewer: Viewer) -> u64 {
        self.0.hidden(viewer)
    }

    fn decks_used(&self) -> usize {
        self.0.decks_used()
    }
}

impl<G: Codec> Codec for Stacked<G> {
    type Card = G::Card;
    type Guide = G::Guide;

    fn guide(rules: &Self::Rules) -> Self::Guide {
        G::guide(rules)
    }

    fn tell(old: &G::View, new: &G::View, tell: &mut Tell<'_>) {
        G::tell(old, new, tell);
    }

    fn check_view(view: &G::View) -> Result<Viewer, Impossible> {
        G::check_view(view)
    }

    fn shuffled(event: &G::Event) -> Option<Shuffled> {
        G::shuffled(event)
    }

    fn faces(&self, seat: Seat) -> Vec<Option<G::Card>> {
        self.0.faces(seat)
    }

    fn held(&self) -> Option<Option<G::Card>> {
        self.0.held()
    }

    fn write_choices<S: Serializer>(actions: &[G::Action], to: S) -> Result<S::Ok, S::Error> {
        G::write_choices(actions, to)
    }

    fn count_choices(actions: &[G::Action]) -> usize {
        G::count_choices(actions)
    }
}
