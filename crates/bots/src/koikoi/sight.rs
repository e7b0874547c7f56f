//! What a seat knows of a position, as inputs of the net.

use cards::hanafuda::{
    ANIMALS, BLUE_RIBBONS, BOAR, BUTTERFLIES, CHAFF, CUP, CURTAIN, Card, DEER, LIGHTS, MOON, POETRY_RIBBONS,
    RAIN_MAN, RIBBONS, Set,
};
use game::Seat;
use koikoi::rules::{CallBonus, FourOfAMonth, KoikoiLimit, Together};
use koikoi::{KoiKoi, Rules};

use super::ends::{ENDS, Ends};

/// Inputs that change from move to move, each on or off.
pub(super) const MOVING: usize = PHASE + 36;
/// Weights beside those of [`PROGRESS`], for each point that the yaku are worth.
pub(super) const POINTS: usize = MOVING;
/// Inputs that stay as they are for a whole round.
pub(super) const STANDING: usize = KNOBS + 1 + 12 + ENDS;
/// How far each seat is with each yaku.
pub(super) const PROGRESS: std::ops::Range<usize> = 432..552;

const KNOBS: usize = 34;
const PHASE: usize = 588;
/// The first input of each word of [`Inputs`].
pub(super) const WORDS: [usize; 12] = [0, 48, 96, 144, 192, 252, 312, 372, PROGRESS.start, 492, 552, PHASE];

/// Yaku that the net is told about.
pub(super) const GROUPS: usize = 10;
/// The lowest card of every month.
const LOWEST: u64 = 0x1111_1111_1111;

/// What is about to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The seat plays a card.
    OwnMove,
    /// The seat has played a card and draws.
    OwnDraw,
    /// The other seat plays a card.
    OtherMove,
    /// The other seat has played a card and draws.
    OtherDraw,
}

/// A position as a seat knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sight {
    hand: Set,
    field: Set,
    /// The own and the other's.
    piles: [Set; 2],
    calls: [u8; 2],
    /// What each would score by stopping.
    scores: [i32; 2],
    passed: Set,
    phase: Phase,
}

/// The inputs of a position that are on, as bits: the hand, the field and both piles; how many cards of each month are in hand and
/// on the field; the progress of the seat and of the other; what the other passed, the scores and the calls; the phase.
pub(super) type Inputs = [u64; WORDS.len()];

impl Sight {
    /// Reads nothing but what the seat sees.
    pub(super) fn of(state: &KoiKoi, seat: Seat) -> Sight {
        let other = seat.next(2);
        let phase = if state.turn() == seat { Phase::OwnMove } else { Phase::OtherMove };
        let both = [seat, other];
        Sight {
            hand: state.hand(seat),
            field: state.field(),
            piles: both.map(|seat| state.pile(seat)),
            calls: both.map(|seat| state.calls(seat)),
            scores: both.map(|seat| state.stopping(seat, state.pile(seat))),
            passed: state.passed(other),
            phase,
        }
    }

    /// The same after the seat in turn has played the card, which took these; the draw is still to come.
    pub(super) fn before_the_draw(mut self, state: &KoiKoi, card: Card, taken: Set) -> Sight {
        let side = usize::from(matches!(self.phase, Phase::OtherMove | Phase::OtherDraw));
        self.hand.remove(card);
        self.field -= taken;
        if taken.is_empty() {
            self.field.insert(card);
        } else {
            self.field.remove(card);
            self.piles[side] |= taken | card.into();
            self.scores[side] = state.stopping(state.turn(), self.piles[side]);
        }
        self.phase = if side == 0 { Phase::OwnDraw } else { Phase::OtherDraw };
        self
    }

    /// The inputs that change from move to move.
    pub(super) fn inputs(&self, groups: &Groups) -> Inputs {
        let mut words = [0; WORDS.len()];
        let [hand, field] = [self.hand, self.field].map(Set::mask);
        (words[0], words[1], words[2], words[3]) = (hand, field, self.piles[0].mask(), self.piles[1].mask());
        for month in 0..12 {
            let in_month = |set: u64| (set >> (4 * month) & 15).count_ones();
            let kind = in_month(hand) * 4 + in_month(field).min(3);
            // A month with nothing in sight is kind 0, and says so by silence.
            words[4 + month / 3] |= (1 << kind & !1) << (20 * (month % 3));
        }
        for (place, group) in groups.0.iter().enumerate() {
            for side in 0..2 {
                let class = group.class(self.piles[side], self.piles[1 - side]);
                words[8 + side] |= 1 << (6 * place + class);
            }
        }
        let passed = self.passed.mask();
        let mut whole = passed & passed >> 1 & passed >> 2 & passed >> 3 & LOWEST;
        while whole != 0 {
            words[10] |= 1 << (whole.trailing_zeros() / 4);
            whole &= whole - 1;
        }
        for side in 0..2 {
            words[10] |= 1 << (12 + 9 * side + score_class(self.scores[side]));
            words[10] |= 1 << (30 + 3 * side + usize::from(self.calls[side].min(2)));
        }
        words[11] = 1 << (9 * self.phase as usize + self.hand.len().min(8));
        words
    }
}

/// 0 without a yaku, then finer for few points than for many.
fn score_class(points: i32) -> usize {
    match points {
        ..=0 => 0,
        1 => 1,
        2 => 2,
        3..=4 => 3,
        5 => 4,
        6..=7 => 5,
        8..=12 => 6,
        13..=17 => 7,
        _ => 8,
    }
}

/// The cards that make up yaku, under the rules.
pub(super) struct Groups([Group; GROUPS]);

struct Group {
    cards: Set,
    needs: usize,
    /// In units of five.
    points: f32,
}

impl Groups {
    pub(super) fn new(rules: &Rules, month: cards::hanafuda::Month) -> Groups {
        let group =
            |cards: Set, needs: usize, points: u8| Group { cards, needs, points: f32::from(points) / 5.0 };
        let set = |cards: &[Card]| cards.iter().copied().collect::<Set>();
        let lights = if rules.three_lights_with_rain { LIGHTS } else { LIGHTS - RAIN_MAN.into() };
        let chaff = if rules.cup_is_chaff { CHAFF | CUP.into() } else { CHAFF };
        let counts_month = match rules.four_of_a_month {
            FourOfAMonth::Never => false,
            FourOfAMonth::RoundMonthOf12 => rules.rounds == 12,
            FourOfAMonth::RoundMonth | FourOfAMonth::Any => true,
        };
        Groups([
            group(lights, 3, rules.three_lights),
            group(set(&[BOAR, DEER, BUTTERFLIES]), 3, rules.boar_deer_butterfly),
            group(POETRY_RIBBONS, 3, rules.poetry_ribbons),
            group(BLUE_RIBBONS, 3, rules.blue_ribbons),
            group(set(&[CURTAIN, CUP]), 2, rules.cherry_viewing),
            group(set(&[MOON, CUP]), 2, rules.moon_viewing),
            group(ANIMALS, 5, rules.animals),
            group(RIBBONS, 5, rules.ribbons),
            group(chaff, 10, rules.chaff),
            group(month.cards(), 4, if counts_month { rules.four_of_a_month_points } else { 0 }),
        ])
    }
}

impl Groups {
    /// What each yaku is worth, in units of five points.
    pub(super) fn points(&self) -> [f32; GROUPS] {
        std::array::from_fn(|place| self.0[place].points)
    }
}

impl Group {
    /// How many cards a pile still needs for it, up to four; five if it cannot be had any more.
    #[inline]
    fn class(&self, pile: Set, other: Set) -> usize {
        let gone = (self.cards & other).len();
        if self.points == 0.0 || self.cards.len() < gone + self.needs {
            return 5;
        }
        self.needs.saturating_sub((self.cards & pile).len()).min(4)
    }
}

/// The inputs that stay for a round: the rules, the month, the dealer, and what each end of the round would be worth.
pub(super) fn standing(
    rules: &Rules,
    month: cards::hanafuda::Month,
    deals: bool,
    ends: &Ends,
) -> [f32; STANDING] {
    let mut inputs = [0.0; STANDING];
    inputs[..KNOBS].copy_from_slice(&knobs(rules));
    inputs[KNOBS] = f32::from(u8::from(deals));
    if rules.four_of_a_month != FourOfAMonth::Never {
        inputs[KNOBS + usize::from(month.number())] = 1.0;
    }
    inputs[KNOBS + 13..].copy_from_slice(&ends.shape());
    inputs
}

/// The knobs that bear on play, each around one.
fn knobs(rules: &Rules) -> [f32; KNOBS] {
    let switch = |on: bool| f32::from(u8::from(on));
    let points = |points: u8| f32::from(points) / 10.0;
    [
        switch(rules.must_capture),
        switch(rules.wild_lightning),
        switch(rules.cup_is_chaff),
        points(rules.five_lights),
        points(rules.dry_four_lights),
        points(rules.rainy_four_lights),
        points(rules.three_lights),
        switch(rules.three_lights_with_rain),
        points(rules.boar_deer_butterfly),
        switch(rules.boar_deer_butterfly_grows),
        switch(rules.boar_deer_butterfly_replaces),
        points(rules.poetry_ribbons),
        points(rules.blue_ribbons),
        switch(rules.poetry_and_blue_grow),
        switch(rules.poetry_and_blue_replace),
        switch(rules.poetry_with_blue == Together::Replaces),
        switch(rules.poetry_with_blue == Together::OnTop),
        points(rules.poetry_with_blue_points),
        points(rules.animals),
        points(rules.ribbons),
        points(rules.chaff),
        points(rules.cherry_viewing),
        points(rules.moon_viewing),
        points(rules.viewing_after_call),
        switch(rules.rain_blocks_viewing),
        switch(rules.four_of_a_month == FourOfAMonth::Any),
        points(rules.no_chaff),
        switch(rules.koikoi_limit == KoikoiLimit::Once),
        switch(rules.koikoi_limit == KoikoiLimit::OnceAndHigher),
        points(rules.run_out_points),
        if rules.double_at > 0 { 5.0 / f32::from(rules.double_at.max(5)) } else { 0.0 },
        switch(rules.double_after_opponents_call),
        switch(rules.call_bonus == CallBonus::AllCalls),
        switch(rules.call_bonus == CallBonus::OwnCalls),
    ]
}
