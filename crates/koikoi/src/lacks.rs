use cards::hanafuda::{LIGHTNING, Month, Set};

use crate::months;

/// The cards that would have matched the field whenever a seat laid a card down: under forced captures it holds none of them.
/// A bit for each month, and one for the lightning alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lacks(u16);

impl Lacks {
    const LIGHTNING: u16 = 1 << 12;

    pub(crate) fn learn(&mut self, field: Set, wild_lightning: bool) {
        for card in Set::from_mask(months::any(field)) {
            self.0 |= 1 << (card.month().number() - 1);
        }
        if wild_lightning && !field.is_empty() {
            self.0 |= Lacks::LIGHTNING;
        }
    }

    pub(crate) fn cards(self) -> Set {
        let months = Month::all().filter(|month| self.0 >> (month.number() - 1) & 1 == 1);
        let set = months.fold(Set::EMPTY, |set, month| set | month.cards());
        if self.0 & Lacks::LIGHTNING != 0 { set | LIGHTNING.into() } else { set }
    }

    pub(crate) fn from_cards(cards: Set) -> Lacks {
        let mut lacks = Lacks::default();
        lacks.learn(Set::from_mask(months::whole(cards)), false);
        if cards.contains(LIGHTNING) {
            lacks.0 |= Lacks::LIGHTNING;
        }
        lacks
    }
}
