//! The end of a round: what it scores, who deals next, and what is remembered of it.

use game::{Game, Outcome, Seat, Sink};

use crate::event::{Ending, Event, RoundResult};
use crate::luck::Luck;
use crate::rules::{AfterDraw, AfterWin, BothLucky};
use crate::score::{Score, settle};
use crate::state::{KoiKoi, SEATS, month_of};
use crate::view::Stage;
use crate::yaku::{Context, Yakus, yakus};

/// How the last round ended, in few bytes; [`KoiKoi::result`] unfolds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastRound {
    pub(crate) round: u8,
    pub(crate) dealer: Seat,
    pub(crate) ending: LastEnding,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastEnding {
    Won { winner: Seat, calls: [u8; SEATS] },
    LuckyHands([Option<Luck>; SEATS]),
    Void(Luck),
    RanOut,
}

impl KoiKoi {
    /// Scores the round and moves on to the next one, or ends the match.
    pub(crate) fn end_round(&mut self, ending: LastEnding, events: &mut impl Sink<Event>) {
        let last = LastRound { round: self.round, dealer: self.dealer, ending };
        let points = self.points(&last);
        self.scores = [self.scores[0] + points[0], self.scores[1] + points[1]];
        self.last = Some(last);
        events.emit(|| Event::RoundEnded(self.result(&last)));
        let rules = &self.setup.rules;
        let broke = rules.stake > 0 && self.scores.iter().any(|score| *score <= 0);
        if self.round >= rules.rounds || broke {
            self.stage = Stage::Over;
            events.emit(|| Event::MatchEnded { outcome: Outcome::highest(self.scores()) });
        } else {
            self.dealer = self.next_dealer(&last);
            self.round += 1;
        }
    }

    /// What each seat gains or loses.
    pub(crate) fn points(&self, last: &LastRound) -> [i32; SEATS] {
        let rules = self.rules();
        let mut gains = [0; SEATS];
        match last.ending {
            LastEnding::Won { winner, calls } => {
                let base = self.cashed_out(last, winner, calls).base();
                let other = winner.next(SEATS);
                gains[winner.index()] = settle(base, rules, calls[winner.index()], calls[other.index()]).1;
            }
            LastEnding::LuckyHands([Some(_), Some(_)]) if rules.both_lucky == BothLucky::Tie => {}
            LastEnding::LuckyHands(hands) => {
                gains = hands.map(|luck| luck.map_or(0, |_| rules.lucky_hand_points.into()));
            }
            LastEnding::RanOut => gains[last.dealer.index()] = rules.run_out_points.into(),
            LastEnding::Void(_) => {}
        }
        if rules.stake > 0 { [gains[0] - gains[1], gains[1] - gains[0]] } else { gains }
    }

    pub(crate) fn cashed_out(&self, last: &LastRound, winner: Seat, calls: [u8; SEATS]) -> Yakus {
        let context = Context { called: calls[winner.index()] > 0, cashing_out: true };
        yakus(self.last_pile, self.rules(), month_of(last.round), context)
    }

    fn next_dealer(&self, last: &LastRound) -> Seat {
        let (rules, dealer) = (self.rules(), last.dealer);
        let after_win = |knob: AfterWin, winner: Seat| match knob {
            AfterWin::Winner => winner,
            AfterWin::Same => dealer,
            AfterWin::Swaps => dealer.next(SEATS),
        };
        match last.ending {
            LastEnding::Won { winner, .. } => after_win(rules.dealer_after_win, winner),
            LastEnding::LuckyHands([Some(_), None]) => after_win(rules.dealer_after_lucky_hand, Seat::FIRST),
            LastEnding::LuckyHands([None, Some(_)]) => {
                after_win(rules.dealer_after_lucky_hand, Seat::FIRST.next(SEATS))
            }
            LastEnding::LuckyHands(_) => dealer,
            LastEnding::Void(_) => dealer.next(SEATS),
            LastEnding::RanOut => match rules.dealer_after_draw {
                AfterDraw::Same => dealer,
                AfterDraw::Swaps => dealer.next(SEATS),
            },
        }
    }

    /// The full result of the round that ended last.
    pub(crate) fn result(&self, last: &LastRound) -> RoundResult {
        let ending = match last.ending {
            LastEnding::Won { winner, calls } => {
                let [own, other] = [winner, winner.next(SEATS)].map(|seat| calls[seat.index()]);
                let score = Score::new(&self.cashed_out(last, winner, calls), self.rules(), own, other);
                Ending::Won { winner, pile: self.last_pile, calls: calls.into(), score }
            }
            LastEnding::LuckyHands(hands) => Ending::LuckyHands { hands: hands.into() },
            LastEnding::Void(luck) => Ending::Void { luck },
            LastEnding::RanOut => Ending::RanOut,
        };
        RoundResult {
            round: last.round,
            dealer: last.dealer,
            ending,
            points: self.points(last).into(),
            scores: self.scores(),
        }
    }
}
