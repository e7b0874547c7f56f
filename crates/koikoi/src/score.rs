use std::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::rules::{CallBonus, Rules};
use crate::yaku::{Made, Yakus};

/// What a pile is worth when its owner stops, and how that comes about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Score {
    /// The yaku with their points.
    pub yaku: Vec<Made>,
    /// The sum of the yaku's points.
    pub base: u16,
    /// What changes the base, in this order.
    pub factors: ArrayVec<Factor, 3>,
    /// The points in the end.
    pub points: i32,
}

/// Something that changes the base points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "factor", content = "by", rename_all = "kebab-case")]
pub enum Factor {
    /// Doubled, for so many points or more.
    DoubledAt(u8),
    /// Doubled, since the opponent has called koi-koi.
    OpponentCalled,
    /// Times so many: one more than the calls of the round.
    AllCalls(u8),
    /// Plus so many: the winner's own calls.
    OwnCalls(u8),
    /// Times so many: the winner's own calls less two.
    ManyOwnCalls(u8),
}

impl Factor {
    fn of(self, points: i32) -> i32 {
        match self {
            Factor::DoubledAt(_) | Factor::OpponentCalled => points * 2,
            Factor::AllCalls(times) | Factor::ManyOwnCalls(times) => points * i32::from(times),
            Factor::OwnCalls(more) => points + i32::from(more),
        }
    }
}

/// The factors for a winner with this base, and the points they lead to.
pub(crate) fn settle(base: u16, rules: &Rules, own_calls: u8, other_calls: u8) -> (ArrayVec<Factor, 3>, i32) {
    let mut factors = ArrayVec::new();
    if rules.double_at > 0 && base >= rules.double_at.into() {
        factors.push(Factor::DoubledAt(rules.double_at));
    }
    if rules.double_after_opponents_call && other_calls > 0 {
        factors.push(Factor::OpponentCalled);
    }
    match rules.call_bonus {
        CallBonus::AllCalls if own_calls + other_calls > 0 => {
            factors.push(Factor::AllCalls(1 + own_calls + other_calls));
        }
        CallBonus::OwnCalls if own_calls > 3 => factors.push(Factor::ManyOwnCalls(own_calls - 2)),
        CallBonus::OwnCalls if own_calls > 0 => factors.push(Factor::OwnCalls(own_calls)),
        CallBonus::None | CallBonus::AllCalls | CallBonus::OwnCalls => {}
    }
    let points = factors.iter().fold(i32::from(base), |points, factor: &Factor| factor.of(points));
    (factors, points)
}

impl Score {
    pub(crate) fn new(yakus: &Yakus, rules: &Rules, own_calls: u8, other_calls: u8) -> Score {
        let (factors, points) = settle(yakus.base(), rules, own_calls, other_calls);
        Score { yaku: yakus.made(), base: yakus.base(), factors, points }
    }

    /// What the base is multiplied by, apart from points that are added.
    pub fn multiplier(&self) -> i32 {
        let plain = |factor: &&Factor| !matches!(factor, Factor::OwnCalls(_));
        self.factors.iter().filter(plain).fold(1, |times, factor| factor.of(times))
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Factor::DoubledAt(points) => write!(f, "x2 for {points} or more"),
            Factor::OpponentCalled => f.write_str("x2 for the opponent's koi-koi"),
            Factor::AllCalls(times) => write!(f, "x{times} for the koi-koi calls"),
            Factor::OwnCalls(more) => write!(f, "+{more} for own koi-koi calls"),
            Factor::ManyOwnCalls(times) => write!(f, "x{times} for own koi-koi calls"),
        }
    }
}

/// `boar-deer-butterfly 5, animals 1 = 6, x2 for the opponent's koi-koi: 12 points`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let yaku: Vec<String> = self.yaku.iter().map(Made::to_string).collect();
        write!(f, "{}", yaku.join(", "))?;
        if self.yaku.len() > 1 && !self.factors.is_empty() {
            write!(f, " = {}", self.base)?;
        }
        for factor in &self.factors {
            write!(f, ", {factor}")?;
        }
        let points = if self.points == 1 { "point" } else { "points" };
        write!(f, ": {} {points}", self.points)
    }
}
