use game::{Commitment, Entropy, FairDeal, Purpose, Seat, SeatSet, Seats, Seed};

use crate::message::DealCard;

/// The chance of a table's matches. The secrets of all of them follow from the table's own.
pub(crate) struct Chance {
    /// Of the running match, or the last one.
    dealt: Option<Lot>,
    coming: Lot,
}

/// The chance of one match.
struct Lot {
    fair: FairDeal,
    /// It is in every scene, so it is kept.
    commitment: Commitment,
}

impl Lot {
    fn new(secret: Seed, number: u32, seats: usize) -> Lot {
        let mut stream = secret.stream(Purpose::DEAL, (number >> 16) as u16, number as u16);
        let entropy = Seats::from_fn(seats, |_| None);
        let fair = FairDeal { number, secret: Seed::random(&mut stream), entropy };
        Lot { commitment: fair.commitment(), fair }
    }

    fn given(&self) -> SeatSet {
        let given = self.fair.entropy.iter().filter(|(_, entropy)| entropy.is_some());
        given.map(|(seat, _)| seat).collect()
    }

    fn card(&self) -> DealCard {
        DealCard { number: self.fair.number, commitment: self.commitment, given: self.given() }
    }
}

impl Chance {
    pub(crate) fn new(secret: Seed, seats: usize) -> Chance {
        Chance { dealt: None, coming: Lot::new(secret, 1, seats) }
    }

    /// As it was once this match was dealt, or none; and what each seat had added to it and to the one that comes.
    pub(crate) fn noted(
        secret: Seed,
        number: u32,
        gave: Seats<Option<Entropy>>,
        gives: Seats<Option<Entropy>>,
    ) -> Chance {
        let lot = |number, entropy: Seats<Option<Entropy>>| {
            let mut lot = Lot::new(secret, number, entropy.len());
            lot.fair.entropy = entropy;
            lot
        };
        Chance {
            dealt: (number > 0).then(|| lot(number, gave)),
            coming: lot(number.saturating_add(1), gives),
        }
    }

    /// The seat adds to the coming match; or what it has added counts no more.
    pub(crate) fn give(&mut self, seat: Seat, entropy: Option<Entropy>) {
        self.coming.fair.entropy[seat] = entropy;
    }

    pub(crate) fn has_given(&self, seat: Seat) -> Option<&Entropy> {
        self.coming.fair.entropy[seat].as_ref()
    }

    /// The match that comes.
    pub(crate) fn coming(&self) -> &FairDeal {
        &self.coming.fair
    }

    /// The running match, or the last one; before the first, that one.
    pub(crate) fn dealt(&self) -> &FairDeal {
        &self.dealt.as_ref().unwrap_or(&self.coming).fair
    }

    /// The match that came is being played, and another comes.
    pub(crate) fn deal(&mut self, secret: Seed) {
        let next = Lot::new(secret, self.coming.fair.number + 1, self.coming.fair.entropy.len());
        self.dealt = Some(std::mem::replace(&mut self.coming, next));
    }

    /// What may be known of the coming match, or of the running one.
    pub(crate) fn card(&self, coming: bool) -> DealCard {
        self.dealt.as_ref().filter(|_| !coming).unwrap_or(&self.coming).card()
    }
}
