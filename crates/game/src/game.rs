use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

use rand_core::Rng;

use crate::{ActionList, BadDeal, Deals, Digest, Outcome, Seat, SeatSet, Seats, Sink, StateHash, Viewer};

/// The rules of a game, as a state that actions change.
///
/// A match is exactly its rules, its deals and the actions played; everything else follows. The state has no clock, does
/// no I/O and draws all chance from its [`Deals`], when it deals.
pub trait Game: Clone {
    /// The name in commands and files: `koikoi`.
    const NAME: &'static str;
    /// How many seats may play.
    const SEATS: RangeInclusive<usize>;
    /// How many cards the deck has.
    const CARDS: usize;

    /// The knobs.
    type Rules: Clone + PartialEq + Debug + Send + Sync;
    /// What a seat can do. Its text is a short stable code: `play 3-curtain`.
    type Action: Copy + Ord + Hash + Debug + Display + FromStr<Err: Display>;
    /// What happened. Its text tells it in a line.
    type Event: Clone + PartialEq + Debug + Display;
    /// All that a viewer may know, with everything a client shows.
    type View: Clone + PartialEq + Hash + Debug;
    /// Why an action is not possible now.
    type Refusal: Clone + PartialEq + Debug + Display;

    /// Begins a match, which may be over at once.
    fn start(
        rules: &Self::Rules,
        seats: usize,
        deals: &Deals,
        events: &mut impl Sink<Self::Event>,
    ) -> Result<Self, BadDeal>;

    /// How many seats the match has.
    fn seats(&self) -> usize;

    /// The seats that may act now; empty exactly when the match is over, or when the given decks have run out.
    fn actors(&self) -> SeatSet;

    /// The seats that the clock runs for: some of the actors.
    fn awaited(&self) -> SeatSet;

    /// Fills the list anew with the seat's legal actions, ascending; none if it may not act.
    fn legal(&self, seat: Seat, out: &mut ActionList<Self::Action>);

    /// Whether the seat may do this now, and if not, why.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Refusal>;

    /// What is played for an awaited seat whose time is up.
    fn default_action(&self, seat: Seat) -> Self::Action;

    /// Plays a legal action. With another one the state may become anything; [`Game::play`] checks first.
    fn apply(&mut self, seat: Seat, action: Self::Action, events: &mut impl Sink<Self::Event>);

    /// The points so far.
    fn scores(&self) -> Seats<i32>;

    /// Who won; `None` while the match goes on, and where the given decks have run out.
    fn outcome(&self) -> Option<Outcome>;

    /// All that the viewer may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The event as the viewer may see it; `None` if it may not even know that it happened.
    fn redact(event: &Self::Event, viewer: Viewer) -> Option<Cow<'_, Self::Event>>;

    /// A state that fits all the view says, drawn at random; what is not yet dealt comes from a fresh seed.
    fn sample(view: &Self::View, rng: &mut impl Rng) -> Self;

    /// Feeds all that further play depends on, except the rules and the deals to come, to the digest.
    fn digest(&self, digest: &mut Digest);

    /// Of the deck dealt last, the cards (bit *i* is index *i*) whose places in it the viewer cannot know. The contract
    /// check rearranges them and expects that the viewer notices nothing.
    fn hidden(&self, viewer: Viewer) -> u64;

    /// How many decks were dealt so far, redeals and reshuffles included.
    fn decks_used(&self) -> usize;

    /// Provided: plays the action if it is legal; if not, says why and leaves the state as it is.
    fn play(
        &mut self,
        seat: Seat,
        action: Self::Action,
        events: &mut impl Sink<Self::Event>,
    ) -> Result<(), Self::Refusal> {
        self.check(seat, action)?;
        self.apply(seat, action, events);
        Ok(())
    }

    /// Provided: whether the awaited seats hold up everybody else, out of turn or all at once. Such a decision is given a short
    /// time of its own.
    fn holds_up(&self) -> bool {
        false
    }

    /// Provided: whether nobody can act any more.
    fn is_over(&self) -> bool {
        self.actors().is_empty()
    }

    /// Provided: the hash of the state, the same in any process and build.
    fn hash(&self) -> StateHash {
        let mut digest = Digest::new();
        self.digest(&mut digest);
        digest.finish()
    }
}
