use cards::Card as _;
use cards::french::{Card, Set};
use game::{Game, Impossible, Purpose, Ruleset, Seat, SeatSet, Seed, Viewer};

use crate::ability::Ability;
use crate::round::HAND;
use crate::rules::MOST_ROUNDS;
use crate::stage::Stage;
use crate::state::{FEWEST, Kaboom, SLOTS};
use crate::view::View;

/// No discard of any match has a higher number.
const MOST_DISCARDS: u32 = 1_000_000_000;

impl View {
    /// Whether a match could look like this: the cards add up, shuffle by shuffle, the stage fits what lies there, and a world
    /// with the same cards gives the same view.
    pub fn check(&self) -> Result<(), Impossible> {
        self.rules.validate().map_err(|_| Impossible("the rules"))?;
        self.check_seats()?;
        let rounds = if self.rules.until_score == 0 { self.rules.rounds } else { MOST_ROUNDS };
        Impossible::unless((1..=rounds).contains(&self.round), "the round")?;
        Impossible::unless_scores(&self.scores, self.hands.len())?;
        Impossible::unless(self.discard <= MOST_DISCARDS, "the number of the discard")?;
        self.check_cards()?;
        self.check_memories()?;
        match self.stage {
            Stage::Over | Stage::NoDeck => {}
            Stage::Ready => self.check_ready()?,
            _ => self.check_play()?,
        }
        let world = Kaboom::sample(self, &mut Seed::from(0).stream(Purpose(*b"chck"), 0, 0));
        Impossible::unless(world.view(self.viewer) == *self, "its parts contradict each other")
    }

    fn check_seats(&self) -> Result<(), Impossible> {
        let seats = self.hands.len();
        let table = (FEWEST..=self.rules.seats.into()).contains(&seats);
        Impossible::unless(table, "the number of seats")?;
        let viewer = match self.viewer {
            Viewer::Seat(seat) => seat,
            Viewer::Spectator => Seat::FIRST,
        };
        let last = self.last.as_ref().map(|last| (last.first, last.caller));
        let gift = self.gift.map(|gift| [gift.flipper, gift.to.seat]);
        let picked = match self.stage {
            Stage::SwapWith(spot) | Stage::PeekAgain(Some(spot)) => Some(spot.seat),
            _ => None,
        };
        let named =
            [viewer, self.first, self.turn].into_iter().chain(gift.into_iter().flatten()).chain(picked);
        let named = named.chain(self.caller).chain(self.flipped_by).chain(last.map(|(first, _)| first));
        let sits = named.chain(last.and_then(|(_, caller)| caller)).all(|seat| seat.index() < seats);
        let sets =
            SeatSet::all(seats).contains_all(self.looked) && SeatSet::all(seats).contains_all(self.ready);
        let lists = self.wrong_flips.len() == seats
            && self.last.as_ref().is_none_or(|last| last.hands.len() == seats);
        Impossible::unless(sits && sets && lists, "a seat that the table does not have")
    }

    /// Each card in one place; and in the places that a shuffle went to, as many cards as it had, with those abilities.
    fn check_cards(&self) -> Result<(), Impossible> {
        let slots = self.hands.iter().all(|(_, hand)| hand.len() <= SLOTS);
        let number_of_shuffles = self.shuffles.len();
        Impossible::unless(slots && (1..=256).contains(&number_of_shuffles), "too many slots or shuffles")?;
        let shuffled = self.shuffles.iter().fold(Set::EMPTY, |all, set| all | *set);
        let count: usize = self.shuffles.iter().map(|set| set.len()).sum();
        Impossible::unless(shuffled == Set::ALL && count == Card::COUNT, "every card is of one shuffle")?;

        let laid = self.laid().map(|(_, laid)| (laid.shuffle, laid.card, laid.one_of));
        let held = self.held.map(|held| (held.shuffle, held.card, held.one_of));
        let places: Vec<_> = laid.chain(held).collect();
        let mut seen = Set::EMPTY;
        for card in places.iter().filter_map(|(_, card, _)| *card).chain(self.discard_pile.iter().copied()) {
            Impossible::unless(!seen.contains(card), "a card is in two places")?;
            seen.insert(card);
        }
        for (number, cards) in self.shuffles.iter().enumerate() {
            let here = places.iter().filter(|(shuffle, ..)| usize::from(*shuffle) == number);
            let known: Set = here.clone().filter_map(|(_, card, _)| *card).collect();
            Impossible::unless(cards.contains_all(known), "a card is of another shuffle")?;
            let hidden = here.filter(|(_, card, _)| card.is_none());
            let drawn = if number + 1 == number_of_shuffles { self.draw_pile.into() } else { 0 };
            let left = *cards - seen;
            Impossible::unless(hidden.clone().count() + drawn == left.len(), "the cards do not add up")?;
            let announced =
                |ability| hidden.clone().filter(|(_, _, one_of)| *one_of == Some(ability)).count();
            let enough =
                Ability::ALL.iter().all(|ability| announced(*ability) <= (left & ability.cards()).len());
            Impossible::unless(enough, "no cards are left for the abilities announced")?;
        }
        let shuffles = places.iter().all(|(shuffle, ..)| usize::from(*shuffle) < number_of_shuffles);
        Impossible::unless(shuffles, "a shuffle that there was not")
    }

    /// Cards were seen in turns that have been, and by everyone where they were shown.
    fn check_memories(&self) -> Result<(), Impossible> {
        let been = |turn: Option<u16>| turn.is_none_or(|turn| turn <= self.turn_number);
        let fits = self.laid().all(|(_, laid)| {
            let by_all = laid.shown.is_none() || laid.seen.iter().all(|(_, turn)| turn.is_some());
            let seen = laid.seen.len() == self.hands.len() && laid.seen.iter().all(|(_, turn)| been(*turn));
            seen && been(laid.shown) && by_all
        });
        Impossible::unless(fits, "when cards were seen")
    }

    /// Before the first turn everyone has six cards and there is no discard.
    fn check_ready(&self) -> Result<(), Impossible> {
        let six = Seat::all(self.hands.len())
            .all(|seat| self.cards_of(seat) == HAND && self.hands[seat].len() == HAND);
        let nothing = self.discard_pile.is_empty() && self.held.is_none() && self.gift.is_none();
        let nobody = self.caller.is_none() && self.flipped_by.is_none() && self.turn_number == 0;
        let waits = self.ready.len() < self.hands.len() && self.turn == self.first;
        Impossible::unless(six && nothing && nobody && waits, "nothing happens before the first turn")
    }

    fn check_play(&self) -> Result<(), Impossible> {
        let seats = self.hands.len();
        let turns = u16::from(self.rules.turn_limit) * seats as u16;
        Impossible::unless((1..=turns).contains(&self.turn_number), "the number of the turn")?;
        let in_turn = (self.first.index() + usize::from(self.turn_number) - 1) % seats == self.turn.index();
        Impossible::unless(in_turn && self.caller != Some(self.turn), "the turn")?;
        Impossible::unless(!self.discard_pile.is_empty(), "there is a discard from the first turn on")?;
        let announced = self.held.map(|held| held.one_of);
        let lies = |spot| self.at(spot).is_some();
        let stage = match self.stage {
            Stage::FirstMove => announced.is_none(),
            Stage::Drawn => announced == Some(None),
            Stage::Pick(ability) => announced == Some(Some(ability)),
            Stage::SwapWith(first) => announced == Some(Some(Ability::Swap)) && lies(first),
            Stage::PeekAgain(first) => announced == Some(Some(Ability::PeekTwo)) && first.is_none_or(lies),
            Stage::Spent => announced.flatten().is_some(),
            Stage::Ready | Stage::Over | Stage::NoDeck => true,
        };
        Impossible::unless(stage, "the drawn card and what is to do with it")?;
        let Some(gift) = self.gift else { return Ok(()) };
        let to_another = gift.flipper != gift.to.seat && !lies(gift.to);
        let can_give = self.flipped_by == Some(gift.flipper) && self.cards_of(gift.flipper) > 0;
        Impossible::unless(to_another && can_give, "the card that may be given")
    }
}
