//! Play by a glance, for playouts: a microsecond or two a round.

use cards::Card as _;
use cards::hanafuda::{Card, Kind, Set};
use game::{ActionList, Game, Rng, Seat, SeedableRng};
use koikoi::yaku::may_have_risen;
use koikoi::{Action, KoiKoi, Rules, Stage};

use crate::Chance;

/// A yaku in reach goes before any card.
const POINT: i32 = 40;

/// Takes what looks dearest, with some noise so that playouts differ.
pub(super) struct Quick {
    worth: [i32; Card::COUNT],
    legal: ActionList<Action>,
    chance: Chance,
}

impl Quick {
    pub(super) fn new(rules: &Rules, seed: u64) -> Quick {
        let worth = std::array::from_fn(|index| worth(Card::at(index), rules));
        Quick { worth, legal: ActionList::new(), chance: Chance::seed_from_u64(seed) }
    }

    /// Meets the same chance again.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.chance = Chance::seed_from_u64(seed);
    }

    /// Plays until the round is over: into the next one, or to the end of the match.
    pub(super) fn finish(&mut self, state: &mut KoiKoi) {
        let round = state.round();
        while state.round() == round {
            let Some(seat) = state.actors().first() else { return };
            let action = self.choose(state, seat);
            state.apply(seat, action, &mut ());
        }
    }

    /// What it would do for the seat in turn.
    pub(super) fn choose(&mut self, state: &KoiKoi, seat: Seat) -> Action {
        if state.stage() == Stage::Decide {
            return if goes_on(state, seat) { Action::KoiKoi } else { Action::Stop };
        }
        let mut legal = std::mem::take(&mut self.legal);
        state.legal(seat, &mut legal);
        let noise = self.chance.next_u64();
        let mut best = (i32::MIN, legal[0]);
        for (place, action) in legal.iter().enumerate() {
            let worth = 4 * self.glance(state, seat, *action) + (noise >> (5 * place) & 15) as i32;
            if worth > best.0 {
                best = (worth, *action);
            }
        }
        self.legal = legal;
        best.1
    }

    fn glance(&self, state: &KoiKoi, seat: Seat, action: Action) -> i32 {
        let (card, taken) = match (action, state.stage()) {
            (Action::Play(card), _) => (card, state.field() & card.month().cards()),
            (Action::Choose(option), Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card)) => {
                (card, option.into())
            }
            _ => return 0,
        };
        if taken.is_empty() {
            return -self.worth[card.index()];
        }
        // Of two the dearer can be had.
        let dearest = taken.iter().map(|card| self.worth[card.index()]);
        let captured = if taken.len() == 3 { dearest.sum() } else { dearest.max().unwrap_or(0) };
        let (before, pile) = (state.pile(seat), state.pile(seat) | taken | card.into());
        let rise = if may_have_risen(pile, before, state.rules()) {
            state.stopping(seat, pile) - state.stopping(seat, before)
        } else {
            0
        };
        POINT * rise + captured + self.worth[card.index()]
    }
}

/// Early, for little, and with nothing to fear.
fn goes_on(state: &KoiKoi, seat: Seat) -> bool {
    let other = state.pile(seat.next(2));
    state.hand(seat).len() >= 5 && other.len() <= 6 && state.stopping(seat, state.pile(seat)) < 6
}

fn worth(card: Card, rules: &Rules) -> i32 {
    let special = |set: Set, points: u8| if set.contains(card) { i32::from(points) / 2 } else { 0 };
    let viewing = i32::from(rules.cherry_viewing + rules.moon_viewing) / 2;
    let kind = match card.kind() {
        Kind::Light => 8,
        Kind::Animal if card == cards::hanafuda::CUP => 4 + viewing,
        Kind::Animal => 4,
        Kind::Ribbon => 3,
        Kind::Chaff => 1,
    };
    let trio = [cards::hanafuda::BOAR, cards::hanafuda::DEER, cards::hanafuda::BUTTERFLIES];
    kind + special(trio.into_iter().collect(), rules.boar_deer_butterfly)
        + special(cards::hanafuda::POETRY_RIBBONS, rules.poetry_ribbons)
        + special(cards::hanafuda::BLUE_RIBBONS, rules.blue_ribbons)
}
