use cards::hanafuda::Set;
use game::{Game, Impossible, Purpose, Ruleset, Seat, Seed, Viewer};

use crate::event::Ending;
use crate::state::{DRAW_PILE, HAND, KoiKoi, SEATS};
use crate::view::{Stage, View};

impl View {
    /// Whether a match could look like this: the cards add up, the turns have come about, and a world with the same cards gives the
    /// same view.
    pub fn check(&self) -> Result<(), Impossible> {
        self.rules.validate().map_err(|_| Impossible("the rules"))?;
        self.check_seats()?;
        Impossible::unless((1..=self.rules.rounds).contains(&self.round), "the round")?;
        Impossible::unless_scores(&self.scores, SEATS)?;
        self.check_last()?;
        self.check_cards()?;
        self.check_turns()?;
        let world = KoiKoi::sample(self, &mut Seed::from(0).stream(Purpose(*b"chck"), 0, 0));
        Impossible::unless(world.view(self.viewer) == *self, "its parts contradict each other")
    }

    fn check_seats(&self) -> Result<(), Impossible> {
        let viewer = match self.viewer {
            Viewer::Seat(seat) => seat,
            Viewer::Spectator => Seat::FIRST,
        };
        let seats = [viewer, self.dealer, self.turn].iter().all(|seat| seat.index() < SEATS);
        let sets = [&self.piles, &self.played, &self.lacks, &self.passed];
        let sets = sets.iter().all(|sets| sets.len() == SEATS);
        let counts = [&self.hand_sizes, &self.calls].iter().all(|counts| counts.len() == SEATS);
        Impossible::unless(seats && sets && counts, "the table has two seats")
    }

    fn check_last(&self) -> Result<(), Impossible> {
        let Some(last) = &self.last else { return Ok(()) };
        let fits = match &last.ending {
            Ending::Won { winner, calls, .. } => {
                let few = calls.iter().all(|(_, calls)| usize::from(*calls) <= HAND);
                winner.index() < SEATS && calls.len() == SEATS && few
            }
            Ending::LuckyHands { hands } => hands.len() == SEATS,
            Ending::Void { .. } | Ending::RanOut => true,
        };
        let before = (1..=self.round).contains(&last.round) && last.dealer.index() < SEATS;
        Impossible::unless(fits && before, "the round before")
    }

    /// Each card in one place, and each place with its number of cards.
    fn check_cards(&self) -> Result<(), Impossible> {
        let waiting = match self.stage {
            Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card) => card.into(),
            Stage::Play | Stage::Decide | Stage::Over | Stage::NoDeck => Set::EMPTY,
        };
        let [one, other] = [Seat::FIRST, Seat::FIRST.next(SEATS)];
        let open = [self.field, waiting, self.piles[one], self.piles[other]];
        let seen = open.iter().fold(Set::EMPTY, |all, set| all | *set);
        let count: usize = open.iter().map(|set| set.len()).sum();
        let apart = count == seen.len() && (seen & self.hand).is_empty();
        Impossible::unless(apart, "a card is in two places")?;
        let held: usize = self.hand_sizes.iter().map(|(_, size)| usize::from(*size)).sum();
        let all = count + held + usize::from(self.draw_pile) == KoiKoi::CARDS;
        Impossible::unless(all, "there are 48 cards")?;
        for (seat, size) in self.hand_sizes.iter() {
            let played = self.played[seat].len() + usize::from(*size) == HAND;
            let lies = seen.contains_all(self.played[seat]);
            Impossible::unless(played && lies, "eight cards are dealt, and what was played lies there")?;
            let hand = match self.viewer {
                Viewer::Seat(own) if own == seat => self.hand.len() == usize::from(*size),
                Viewer::Seat(_) => (!seen - self.hand - self.lacks[seat]).len() >= usize::from(*size),
                Viewer::Spectator => self.hand.is_empty(),
            };
            let lacks = !self.viewer.is(seat) || (self.hand & self.lacks[seat]).is_empty();
            Impossible::unless(hand && lacks, "the hands")?;
        }
        Impossible::unless((self.played[one] & self.played[other]).is_empty(), "a card was played by both")
    }

    /// Dealer and opponent take turns, a card from the hand and one from the draw pile each.
    fn check_turns(&self) -> Result<(), Impossible> {
        let played = |seat: Seat| self.played[seat].len();
        let drawn = DRAW_PILE.checked_sub(self.draw_pile.into()).ok_or(Impossible("the draw pile"))?;
        let calls = self.calls.iter().all(|(seat, calls)| usize::from(*calls) <= played(seat));
        Impossible::unless(calls, "the calls")?;
        let (own, other) = (played(self.turn), played(self.turn.next(SEATS)));
        // What the seat in turn has played and drawn in this turn.
        let (out, in_turn) = match self.stage {
            Stage::Play => (0, 0),
            Stage::ChooseForHand(_) => (1, 0),
            Stage::ChooseForDrawn(_) | Stage::Decide => (1, 1),
            Stage::Over | Stage::NoDeck => return Ok(()),
        };
        let ahead = usize::from(self.turn != self.dealer);
        let turns = own + ahead == other + out && drawn + out == own + other + in_turn;
        let can_play = self.stage != Stage::Play || own < HAND;
        Impossible::unless(turns && can_play, "the turns")
    }
}
