//! The deal: who deals first, how the cards are laid out, and what luck makes of it.

use cards::Card as _;
use cards::hanafuda::{Card, Set};
use game::{BadDeal, Deals, Purpose, Seat, Sink, below};

use crate::event::Event;
use crate::lacks::Lacks;
use crate::luck::{self, Luck, Where};
use crate::round::LastEnding;
use crate::rules::{FirstDealer, LuckyField, LuckyHand};
use crate::state::{HAND, KoiKoi, SEATS};
use crate::view::Stage;

/// A deal that is lucky so often in a row is played as it lies, so that dealing always ends.
const MOST_REDEALS: u16 = 1000;

impl KoiKoi {
    /// Who deals the first round, drawn as the rules say.
    pub(crate) fn first_dealer(&self, events: &mut impl Sink<Event>) -> Result<Seat, BadDeal> {
        let setup = &self.setup;
        let seed = match (&setup.deals, setup.rules.first_dealer) {
            (Deals::Decks(decks), FirstDealer::Seat0) => return Ok(decks.first.unwrap_or(Seat::FIRST)),
            (Deals::Decks(decks), _) => return decks.first.ok_or(BadDeal::NoFirst),
            (Deals::Seed(_), FirstDealer::Seat0) => return Ok(Seat::FIRST),
            (Deals::Seed(seed), _) => seed,
        };
        let mut stream = seed.stream(Purpose::FIRST, 0, 0);
        if setup.rules.first_dealer == FirstDealer::Random {
            return Ok(if below(&mut stream, 2) == 0 { Seat::FIRST } else { Seat::FIRST.next(SEATS) });
        }
        let mut deck: Vec<Card> = Set::ALL.iter().collect();
        game::shuffle(&mut deck, &mut stream);
        for pair in deck.chunks_exact(SEATS) {
            events.emit(|| Event::DealerDrawn { cards: [pair[0], pair[1]].into() });
            match pair[0].month().cmp(&pair[1].month()) {
                std::cmp::Ordering::Less => return Ok(Seat::FIRST),
                std::cmp::Ordering::Greater => return Ok(Seat::FIRST.next(SEATS)),
                std::cmp::Ordering::Equal => {}
            }
        }
        Ok(Seat::FIRST)
    }

    /// Deals rounds until one can be played, or the match is over.
    pub(crate) fn next_round(&mut self, events: &mut impl Sink<Event>) {
        loop {
            let (round, dealer) = (self.round, self.dealer);
            events.emit(|| Event::RoundBegan { round, month: self.month(), dealer });
            let Some(ending) = self.deal(events) else { return };
            self.end_round(ending, events);
            if self.stage == Stage::Over {
                return;
            }
        }
    }

    /// Deals until there is no redeal; gives the ending if luck ends the round before its first turn.
    fn deal(&mut self, events: &mut impl Sink<Event>) -> Option<LastEnding> {
        for attempt in 0..=MOST_REDEALS {
            let deck =
                self.setup.deals.next_deck(&mut self.decks_used, Purpose::DEAL, self.round.into(), attempt);
            let Some(deck) = deck else {
                self.stage = Stage::NoDeck;
                events.emit(|| Event::DecksRanOut { round: self.round });
                return None;
            };
            self.lay_out(deck);
            events.emit(|| Event::Dealt { hands: self.dealt.map(Some).into(), field: self.field });
            match self.luck() {
                None => return None,
                Some(Fate::Ends(ending)) => return Some(ending),
                Some(Fate::Redeal(luck, place)) if attempt < MOST_REDEALS => {
                    events.emit(|| Event::Misdealt { luck, place });
                }
                Some(Fate::Redeal(..)) => {}
            }
        }
        None
    }

    /// Eight to the other player, eight to the field, eight to the dealer, the rest is the draw pile.
    fn lay_out(&mut self, deck: [u8; Card::COUNT]) {
        let set = |cards: &[u8]| Set::from_mask(cards.iter().fold(0, |mask, card| mask | 1 << card));
        let other = self.dealer.next(SEATS);
        self.dealt[other.index()] = set(&deck[..HAND]);
        self.field = set(&deck[HAND..2 * HAND]);
        self.dealt[self.dealer.index()] = set(&deck[2 * HAND..3 * HAND]);
        for (place, index) in self.draw_pile.iter_mut().zip(&deck[3 * HAND..]) {
            *place = Card::at((*index).into());
        }
        self.piles = [Set::EMPTY; SEATS];
        self.pile_before = Set::EMPTY;
        self.called_at = 0;
        self.passed = [Lacks::default(); SEATS];
        self.calls = [0; SEATS];
        self.drawn = 0;
        self.turn = self.dealer;
        self.stage = Stage::Play;
    }

    /// What luck makes of the deal. Hands go before the field, and a hand that scores before one that is dealt again.
    fn luck(&self) -> Option<Fate> {
        let rules = self.rules();
        let hands = self.dealt.map(|hand| luck::of_hand(hand, rules));
        let scoring =
            hands.map(|luck| luck.filter(|(_, does)| *does == LuckyHand::Score).map(|(luck, _)| luck));
        if scoring.iter().any(Option::is_some) {
            return Some(Fate::Ends(LastEnding::LuckyHands(scoring)));
        }
        for (seat, hand) in Seat::all(SEATS).zip(hands) {
            if let Some((luck, _)) = hand {
                return Some(Fate::Redeal(luck, Where::Hand(seat)));
            }
        }
        luck::of_field(self.field, rules).map(|(luck, does)| match does {
            LuckyField::Void => Fate::Ends(LastEnding::Void(luck)),
            LuckyField::Redeal => Fate::Redeal(luck, Where::Field),
            LuckyField::Play => unreachable!("luck that is played on does not count"),
        })
    }
}

/// What a lucky deal leads to.
enum Fate {
    Redeal(Luck, Where),
    Ends(LastEnding),
}
