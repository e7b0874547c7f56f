//! Non-interference on the wire: two matches that differ only in what a viewer may not see give that viewer the same frames, byte for
//! byte, in play, on joining and returning, and when it tries what it may not do.

use game::check::rearrange;
use game::{ActionList, Decks, Seat, SeatSet, Seed, Stream, Viewer, below, shuffle};
use table::{ActionId, Clock, Line, Outbox, Phrase, PlayerId, Settings};
use wire::Codec;

use super::play::{Play, player, rules};
use super::stacked::{Stacked, stack};

/// Something that happens in both matches.
enum Step<A> {
    /// A legal action of anyone.
    Act(Seat, A),
    /// Something that the viewer may not do now.
    Try(A),
    /// The same under an id that was used before.
    Reuse(A),
    /// The viewer comes back, having seen that version.
    Return(Option<u64>),
    /// The viewer wants to know everything anew.
    Resync(Option<u64>),
    /// Somebody says something.
    Say(Seat),
    /// The owner lets play wait, and go on.
    Pause,
}

/// One of the two matches.
struct Twin<G: Codec> {
    play: Play<Stacked<G>>,
    viewer: Viewer,
}

/// What can be seen of a step: the frames for the viewer; and by anyone how often the cards were shuffled, and who may act.
type Seen = (Vec<String>, (usize, SeatSet));

impl<G: Codec> Twin<G> {
    fn new(settings: &Settings<G::Rules>, seats: usize, viewer: Viewer, decks: &Decks) -> Self {
        stack(decks);
        let mut play = Play::open(settings.clone(), seats, 1.into());
        play.only = Some(viewer);
        Twin { play, viewer }
    }

    fn game(&self) -> &G {
        &self.play.table.game().unwrap().0.0
    }

    fn apply(&mut self, step: &Step<G::Action>) {
        let (viewer, now) = (self.viewer, self.play.now);
        let own = match viewer {
            Viewer::Seat(seat) => player(seat),
            Viewer::Spectator => PlayerId(199),
        };
        let mut out = Outbox::default();
        let table = &mut self.play.table;
        match step {
            Step::Act(seat, action) => return self.play.act(*seat, *action),
            Step::Try(action) => {
                table.act(own, ActionId(format!("try {now}").into()), *action, now, &mut out);
            }
            Step::Reuse(action) => table.act(own, ActionId("1".into()), *action, now, &mut out),
            Step::Return(seen) => {
                table.depart(viewer, now, &mut out);
                table.arrive(viewer, *seen, now, &mut out);
            }
            Step::Resync(seen) => {
                let frame = self.play.snapshot(viewer, *seen);
                return self.play.frames.push((viewer, frame));
            }
            Step::Say(seat) => table.say(player(*seat), Line::Phrase(Phrase::Oops), now, &mut out).unwrap(),
            Step::Pause => {
                table.pause(player(Seat::FIRST), now, &mut out).unwrap();
                table.resume(player(Seat::FIRST), now + 5, &mut out).unwrap();
            }
        }
        self.play.settle(out, viewer);
    }

    /// What was seen since the last time.
    fn seen(&mut self) -> Seen {
        let frames = std::mem::take(&mut self.play.frames);
        let own = frames.into_iter().filter(|(viewer, _)| *viewer == self.viewer);
        (own.map(|(_, frame)| frame).collect(), (self.game().decks_used(), self.game().actors()))
    }

    /// Chooses what happens next.
    fn next(&self, known: &mut Vec<G::Action>, rng: &mut Stream) -> Step<G::Action> {
        let game = self.game();
        let version = self.play.table.version(self.viewer);
        let seen = [None, Some(version), Some(version.saturating_sub(u64::from(below(rng, 80))))];
        let seen = seen[below(rng, 3) as usize];
        let own = match self.viewer {
            Viewer::Seat(seat) => seat,
            Viewer::Spectator => Seat::FIRST,
        };
        let any = (!known.is_empty()).then(|| known[below(rng, known.len() as u32) as usize]);
        match (below(rng, 24), any) {
            (0, _) => return Step::Return(seen),
            (1, _) => return Step::Resync(seen),
            (2, _) => return Step::Say(own),
            (3, _) => return Step::Pause,
            (4, Some(action)) if game.check(own, action).is_err() => return Step::Reuse(action),
            (5..8, Some(action)) if game.check(own, action).is_err() => return Step::Try(action),
            _ => {}
        }
        // Flips would crowd out everything else.
        let awaited = below(rng, 8) > 0;
        let seats: Vec<Seat> = if awaited { game.awaited() } else { game.actors() }.iter().collect();
        let seat = seats[below(rng, seats.len() as u32) as usize];
        let mut legal = ActionList::new();
        game.legal(seat, &mut legal);
        known.extend_from_slice(&legal);
        known.drain(..known.len().saturating_sub(300));
        let calm: Vec<G::Action> = legal
            .iter()
            .copied()
            .filter(|action| !awaited || !action.to_string().starts_with("flip"))
            .collect();
        Step::Act(seat, calm[below(rng, calm.len() as u32) as usize])
    }
}

#[derive(Default)]
struct Report {
    frames: usize,
    moved: usize,
    same: usize,
    apart: usize,
}

/// Plays a match up to some moment and then again with other cards where `hidden` says that the viewer cannot know them.
/// The first frame that differs is the error.
fn compare<G: Codec>(
    settings: &Settings<G::Rules>,
    seats: usize,
    viewer: Viewer,
    rng: &mut Stream,
    hidden: impl Fn(&G) -> u64,
    report: &mut Report,
) -> Result<(), String> {
    let decks = decks::<G>(rng);
    let mut one = Twin::<G>::new(settings, seats, viewer, &decks);
    let first = one.seen();
    let (mut steps, mut known) = (Vec::new(), Vec::new());
    let most = below(rng, 250);
    while !one.play.is_over() && (steps.len() as u32) < most {
        let step = one.next(&mut known, rng);
        one.apply(&step);
        steps.push((step, one.seen()));
    }
    let mut others = decks;
    let last = one.game().decks_used() - 1;
    report.moved += rearrange(&mut others.orders[last], hidden(one.game()), rng);
    let mut two = Twin::<G>::new(settings, seats, viewer, &others);
    if !looks_the_same(&first, &two.seen(), report)? {
        return Ok(());
    }
    for (step, expected) in &steps {
        if let Step::Act(seat, action) = step
            && two.game().check(*seat, *action).is_err()
        {
            if viewer.is(*seat) {
                return Err(format!("`{action}` is not legal in the twin"));
            }
            // Somebody else's action needs a card that is elsewhere now.
            report.apart += 1;
            return Ok(());
        }
        two.apply(step);
        if !looks_the_same(expected, &two.seen(), report)? {
            return Ok(());
        }
    }
    report.same += 1;
    Ok(())
}

/// Whether the matches go on alike. Luck with the cards may end a round openly; whatever else differs is an error.
fn looks_the_same(expected: &Seen, found: &Seen, report: &mut Report) -> Result<bool, String> {
    if expected.1 != found.1 {
        report.apart += 1;
        return Ok(false);
    }
    let (expected, found) = (&expected.0, &found.0);
    report.frames += found.len();
    match expected.iter().zip(found).find(|(expected, found)| expected != found) {
        Some((expected, found)) => Err(format!("sent was\n{expected}\nand in the twin\n{found}")),
        None if expected.len() != found.len() => Err("more was sent in one match".to_owned()),
        None => Ok(true),
    }
}

fn decks<G: Codec>(rng: &mut Stream) -> Decks {
    let order = |_| {
        let mut order: Vec<u8> = (0..G::CARDS as u8).collect();
        shuffle(&mut order, rng);
        order
    };
    Decks { first: Some(Seat::FIRST), orders: (0..64).map(order).collect() }
}

fn chance(seed: u64) -> Stream {
    Seed::from(seed).stream(game::Purpose(*b"twin"), 0, 0)
}

fn holds<G: Codec>(preset: &str, seats: usize, seeds: u64) {
    let settings =
        Settings { clock: Clock::Match { initial: 900_000, increment: 1_000 }, ..rules::<G>(preset) };
    for viewer in Viewer::all(seats) {
        let mut report = Report::default();
        for seed in 0..seeds {
            let compared = compare(
                &settings,
                seats,
                viewer,
                &mut chance(seed),
                |game: &G| game.hidden(viewer),
                &mut report,
            );
            assert_eq!(compared, Ok(()), "{} with seed {seed}", G::NAME);
        }
        let Report { frames, moved, same, apart } = report;
        println!(
            "{} {viewer:?}: {frames} frames, {moved} cards moved, {same} matches the same, {apart} apart",
            G::NAME
        );
        assert!(moved > 0 && same > seeds as usize / 4, "too little was compared");
    }
}

#[test]
fn koikoi_tells_nothing_hidden() {
    holds::<koikoi::KoiKoi>("quick", 2, 60);
    holds::<koikoi::KoiKoi>("nintendo", 2, 30);
}

#[test]
fn kierki_tells_nothing_hidden() {
    holds::<kierki::Kierki>("seven", 4, 40);
}

#[test]
fn kaboom_tells_nothing_hidden() {
    holds::<kaboom::Kaboom>("short", 2, 40);
    holds::<kaboom::Kaboom>("standard", 4, 30);
}

/// The comparison itself notices what it should: where cards are moved that the viewer knows, the frames differ.
#[test]
fn what_is_known_would_be_noticed() {
    fn notices<G: Codec>(preset: &str, seats: usize) {
        for viewer in Seat::all(seats).map(Viewer::Seat) {
            let noticed = (0..20).filter(|seed| {
                let settings = rules::<G>(preset);
                let all = |_: &G| u64::MAX;
                compare(&settings, seats, viewer, &mut chance(*seed), all, &mut Report::default()).is_err()
            });
            assert!(noticed.count() > 5, "{} {viewer:?}", G::NAME);
        }
    }
    notices::<koikoi::KoiKoi>("quick", 2);
    notices::<kierki::Kierki>("seven", 4);
    notices::<kaboom::Kaboom>("short", 3);
}
