//! The contract check passes an honest game and catches each planted fault.

#![allow(clippy::unwrap_used)]

use std::borrow::Cow;

use game::check::check;
use game::toy::{Event, HighCard, Move, View};
use game::{ActionList, BadDeal, Deals, Digest, Game, Outcome, Rng, Seat, SeatSet, Seats, Sink, Viewer};

#[test]
fn an_honest_game_passes() {
    for seats in 2..=4 {
        let report = check::<HighCard>(&(), seats, 0..200).unwrap();
        assert_eq!(report.matches, 400);
        assert_eq!(report.twins, 200 * (seats + 1), "nothing in this game takes twins apart");
        assert!(report.samples > 1000);
    }
}

/// What is wrong with a [`Faulty`] game.
#[derive(Clone, Copy, Debug, PartialEq, Hash)]
enum Fault {
    None,
    LeaksInView,
    LeaksInLegal,
    ChecksNothing,
    RefusesTheLegal,
    NeverEnds,
    SamplesTheSame,
    SamplesWrong,
    AwaitsNobody,
    DefaultIsIllegal,
    ReplayDiffers,
    NoOutcome,
    HidesNothing,
    TellsSpectators,
}

/// The toy with one fault. A redaction has no state to read its fault from, so that one is planted by type.
#[derive(Clone)]
struct Faulty<const LEAKS_EVENTS: bool> {
    game: HighCard,
    fault: Fault,
    noise: i64,
}

impl<const LEAKS_EVENTS: bool> Faulty<LEAKS_EVENTS> {
    /// The card of the last seat, which the others must not know.
    fn last_card(&self) -> u8 {
        let last = Seat::new(self.game.seats() - 1).unwrap();
        self.game.view(Viewer::Seat(last)).cards[last].unwrap()
    }
}

impl<const LEAKS_EVENTS: bool> Game for Faulty<LEAKS_EVENTS> {
    const NAME: &'static str = "faulty";
    const SEATS: std::ops::RangeInclusive<usize> = HighCard::SEATS;
    const CARDS: usize = HighCard::CARDS;
    type Rules = Fault;
    type Action = Move;
    type Event = Event;
    type View = (View, u8, Fault);
    type Refusal = &'static str;

    fn start(
        fault: &Fault,
        seats: usize,
        deals: &Deals,
        events: &mut impl Sink<Event>,
    ) -> Result<Self, BadDeal> {
        use std::sync::atomic::{AtomicI64, Ordering};
        static NOISE: AtomicI64 = AtomicI64::new(0);
        let noise = if *fault == Fault::ReplayDiffers { NOISE.fetch_add(1, Ordering::Relaxed) } else { 0 };
        Ok(Faulty { game: HighCard::start(&(), seats, deals, events)?, fault: *fault, noise })
    }
    fn seats(&self) -> usize {
        self.game.seats()
    }
    fn actors(&self) -> SeatSet {
        if self.fault == Fault::NeverEnds { SeatSet::of(Seat::FIRST) } else { self.game.actors() }
    }
    fn awaited(&self) -> SeatSet {
        if self.fault == Fault::AwaitsNobody { SeatSet::EMPTY } else { self.actors() }
    }
    fn legal(&self, seat: Seat, out: &mut ActionList<Move>) {
        self.game.legal(seat, out);
        let last_is_odd = self.last_card() & 1 == 1;
        if self.fault == Fault::LeaksInLegal && !out.is_empty() && last_is_odd {
            out.clear();
            out.push(Move::Pass);
        }
        if self.fault == Fault::DefaultIsIllegal && !out.is_empty() {
            out.clear();
            out.push(Move::Take);
        }
        if self.fault == Fault::NeverEnds {
            out.clear();
            if seat == Seat::FIRST {
                out.push(Move::Pass);
            }
        }
    }
    fn check(&self, seat: Seat, action: Move) -> Result<(), &'static str> {
        match self.fault {
            Fault::ChecksNothing => Ok(()),
            Fault::NeverEnds if seat == Seat::FIRST => Ok(()),
            Fault::NeverEnds => Err("no"),
            Fault::RefusesTheLegal => Err("no"),
            _ => self.game.check(seat, action),
        }
    }
    fn default_action(&self, seat: Seat) -> Move {
        self.game.default_action(seat)
    }
    fn apply(&mut self, seat: Seat, action: Move, events: &mut impl Sink<Event>) {
        if self.fault != Fault::NeverEnds {
            self.game.apply(seat, action, events);
        }
    }
    fn scores(&self) -> Seats<i32> {
        self.game.scores()
    }
    fn outcome(&self) -> Option<Outcome> {
        if self.fault == Fault::NoOutcome { None } else { self.game.outcome() }
    }
    fn view(&self, viewer: Viewer) -> Self::View {
        let leak = if self.fault == Fault::LeaksInView { self.last_card() } else { 0 };
        (self.game.view(viewer), leak, self.fault)
    }
    fn redact(event: &Event, viewer: Viewer) -> Option<Cow<'_, Event>> {
        if LEAKS_EVENTS { Some(Cow::Borrowed(event)) } else { HighCard::redact(event, viewer) }
    }
    fn sample((view, _, fault): &Self::View, rng: &mut impl Rng) -> Self {
        let mut game = HighCard::sample(view, rng);
        if *fault == Fault::SamplesTheSame {
            game = HighCard::sample(view, &mut game::Seed::from(1).stream(game::Purpose::DEAL, 0, 0));
        }
        if *fault == Fault::SamplesWrong && !game.is_over() {
            game.apply(game.actors().iter().next().unwrap(), Move::Pass, &mut ());
        }
        Faulty { game, fault: *fault, noise: 0 }
    }
    fn digest(&self, digest: &mut Digest) {
        self.game.digest(digest);
        digest.number(self.noise);
    }
    fn hidden(&self, viewer: Viewer) -> u64 {
        match self.fault {
            Fault::HidesNothing => 0,
            Fault::TellsSpectators if viewer == Viewer::Spectator => 0,
            _ => self.game.hidden(viewer),
        }
    }
    fn decks_used(&self) -> usize {
        self.game.decks_used()
    }
}

#[test]
fn planted_faults_are_found() {
    assert!(check::<Faulty<false>>(&Fault::None, 2, 0..20).is_ok());
    for (fault, expected) in [
        (Fault::LeaksInView, "view"),
        (Fault::LeaksInLegal, "legal actions"),
        (Fault::ChecksNothing, "could play"),
        (Fault::RefusesTheLegal, "is refused"),
        (Fault::NeverEnds, "does not end"),
        (Fault::SamplesTheSame, "all the same"),
        (Fault::SamplesWrong, "another view"),
        (Fault::AwaitsNobody, "awaited"),
        (Fault::DefaultIsIllegal, "default action"),
        (Fault::ReplayDiffers, "another state"),
        (Fault::NoOutcome, "without an outcome"),
        (Fault::HidesNothing, "nothing was ever hidden"),
        (Fault::TellsSpectators, "a spectator knows"),
    ] {
        let found = check::<Faulty<false>>(&fault, 2, 0..50).expect_err(&format!("{fault:?} was not found"));
        assert!(found.what.contains(expected), "{fault:?}: {found}");
    }
    let found = check::<Faulty<true>>(&Fault::None, 2, 0..50).expect_err("the leak was not found");
    assert!(found.what.contains("other events"), "{found}");
}
