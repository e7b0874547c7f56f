//! The net made ready for certain rules, and as quick as the machine allows.
//!
//! The sums are written so that the widest registers can do them, and each element is reckoned in the same order with any of
//! them: the answer is the same on every machine.

use std::f32::consts::{LN_2, LOG2_E};

use arrayvec::ArrayVec;
use pulp::{Arch, Simd, WithSimd};

use super::ends::ENDS;
use super::net::{FIRST, LAYER2, LAYER3, Net, SECOND, STAYS, Sum, add};
use super::sight::{GROUPS, Inputs, MOVING, POINTS, PROGRESS, WORDS};

/// The ends in whole lanes.
pub(super) const WIDE: usize = ENDS.next_multiple_of(LANES);
const LANES: usize = 8;
/// Registers that are worked on side by side.
const SIDE_BY_SIDE: usize = 4;
/// Inputs that are on at most: all cards of the hand, the field and both piles (48), a kind for each of twelve months, twenty
/// steps of progress, twelve months passed over, scores, calls and the phase.
const MOST_TURNED: usize = 48 + 12 + 20 + 12 + 5;
const _: () = {
    let at_once = LANES * SIDE_BY_SIDE;
    assert!(FIRST.is_multiple_of(at_once) && SECOND.is_multiple_of(at_once) && WIDE.is_multiple_of(at_once));
};

/// A net under certain rules.
pub(super) struct Ready<'a> {
    arch: Arch,
    moving: &'a [f32],
    progress: Vec<f32>,
    /// Rows and, last, the biases.
    second: &'a [f32],
    third: Vec<f32>,
}

impl<'a> Ready<'a> {
    /// Under rules by which the yaku are worth so much.
    pub(super) fn new(net: &'a Net, points: &[f32; GROUPS]) -> Ready<'a> {
        let mut progress = net.0[PROGRESS.start * FIRST..PROGRESS.end * FIRST].to_vec();
        let by_points = net.0[POINTS * FIRST..STAYS * FIRST].chunks_exact(FIRST);
        for (place, (row, more)) in progress.chunks_exact_mut(FIRST).zip(by_points).enumerate() {
            add(row, more, points[place / 6 % GROUPS]);
        }
        let mut third = vec![0.0; (SECOND + 1) * WIDE];
        for (row, wide) in net.0[LAYER3..].chunks_exact(ENDS).zip(third.chunks_exact_mut(WIDE)) {
            wide[..ENDS].copy_from_slice(row);
        }
        Ready {
            arch: Arch::new(),
            moving: &net.0[..MOVING * FIRST],
            progress,
            second: &net.0[LAYER2..LAYER3],
            third,
        }
    }

    /// Turns the first layer of some inputs into that of others, and gives the mean of what the ends are worth then.
    pub(super) fn mean(&self, sum: &mut Sum, from: &Inputs, to: &Inputs, worths: &[f32; WIDE]) -> f32 {
        self.arch.dispatch(Mean { net: self, sum, from, to, worths })
    }

    /// Turns the first layer of some inputs into that of others.
    #[inline(always)]
    pub(super) fn turn<S: Simd>(&self, simd: S, sum: &mut Sum, from: &Inputs, to: &Inputs) {
        let (mut off, mut on) =
            (ArrayVec::<&[S::f32s], MOST_TURNED>::new(), ArrayVec::<_, MOST_TURNED>::new());
        for (word, first) in WORDS.into_iter().enumerate() {
            let (rows, first) = if PROGRESS.contains(&first) {
                (&self.progress[..], first - PROGRESS.start)
            } else {
                (self.moving, first)
            };
            let (rows, _) = S::as_simd_f32s(rows);
            let row = |bits: u64| {
                let width = FIRST / S::F32_LANES;
                &rows[(first + bits.trailing_zeros() as usize) * width..][..width]
            };
            let (mut gone, mut come) = (from[word] & !to[word], to[word] & !from[word]);
            while gone != 0 {
                off.push(row(gone));
                gone &= gone - 1;
            }
            while come != 0 {
                on.push(row(come));
                come &= come - 1;
            }
        }
        let (sums, _) = S::as_mut_simd_f32s(sum);
        for (part, sums) in sums.chunks_exact_mut(SIDE_BY_SIDE).enumerate() {
            let mut kept: [S::f32s; SIDE_BY_SIDE] = std::array::from_fn(|place| sums[place]);
            for row in &off {
                let row = &row[part * SIDE_BY_SIDE..][..SIDE_BY_SIDE];
                for place in 0..SIDE_BY_SIDE {
                    kept[place] = simd.sub_f32s(kept[place], row[place]);
                }
            }
            for row in &on {
                let row = &row[part * SIDE_BY_SIDE..][..SIDE_BY_SIDE];
                for place in 0..SIDE_BY_SIDE {
                    kept[place] = simd.add_f32s(kept[place], row[place]);
                }
            }
            sums.copy_from_slice(&kept);
        }
    }

    /// The second layer before its activation.
    #[inline(always)]
    pub(super) fn second<S: Simd>(&self, simd: S, first: &Sum) -> [f32; SECOND] {
        layer(simd, first, self.second)
    }

    /// How likely each end is beside the others; those beyond the last never happen.
    #[inline(always)]
    pub(super) fn ends<S: Simd>(&self, simd: S, second: &[f32; SECOND]) -> [f32; WIDE] {
        let sum: [f32; WIDE] = layer(simd, second, &self.third);
        let mut most = [f32::MIN; LANES];
        for sums in sum.chunks_exact(LANES) {
            for lane in 0..LANES {
                most[lane] = if sums[lane] > most[lane] { sums[lane] } else { most[lane] };
            }
        }
        let most = most.iter().fold(f32::MIN, |most, sum| if *sum > most { *sum } else { most });
        let mut ends = [0.0; WIDE];
        for place in 0..WIDE {
            ends[place] = exp(sum[place] - most);
        }
        ends[ENDS..].fill(0.0);
        ends
    }
}

/// What [`Ready::mean`] is asked for.
struct Mean<'a> {
    net: &'a Ready<'a>,
    sum: &'a mut Sum,
    from: &'a Inputs,
    to: &'a Inputs,
    worths: &'a [f32; WIDE],
}

impl WithSimd for Mean<'_> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f32 {
        self.net.turn(simd, self.sum, self.from, self.to);
        let ends = self.net.ends(simd, &self.net.second(simd, self.sum));
        let (mut mean, mut all) = ([0.0; LANES], [0.0; LANES]);
        for (ends, worths) in ends.chunks_exact(LANES).zip(self.worths.chunks_exact(LANES)) {
            for lane in 0..LANES {
                mean[lane] += ends[lane] * worths[lane];
                all[lane] += ends[lane];
            }
        }
        mean.iter().sum::<f32>() / all.iter().sum::<f32>()
    }
}

/// Sums of what is above zero; the last row are the biases. Every other input is added up apart, so that no sum waits for the one
/// before.
#[inline(always)]
fn layer<S: Simd, const INPUTS: usize, const WIDTH: usize>(
    simd: S,
    inputs: &[f32; INPUTS],
    rows: &[f32],
) -> [f32; WIDTH] {
    // Which inputs are above zero is anybody's guess: they are listed without a branch.
    let (mut above, mut count) = ([0; INPUTS], 0);
    for (place, input) in inputs.iter().enumerate() {
        above[count] = place;
        count += usize::from(*input > 0.0);
    }
    let (pairs, last) = above[..count].as_chunks::<2>();
    let mut sums = [0.0; WIDTH];
    let width = WIDTH / S::F32_LANES;
    let (rows, _) = S::as_simd_f32s(rows);
    let part = |row: usize, part: usize| -> &[S::f32s] {
        &rows[row * width + part * SIDE_BY_SIDE..][..SIDE_BY_SIDE]
    };
    for (place, sums) in S::as_mut_simd_f32s(&mut sums).0.chunks_exact_mut(SIDE_BY_SIDE).enumerate() {
        let biases = part(INPUTS, place);
        let mut even: [S::f32s; SIDE_BY_SIDE] = std::array::from_fn(|place| biases[place]);
        let mut odd = [simd.splat_f32s(0.0); SIDE_BY_SIDE];
        for [a, b] in pairs {
            let (row, next) = (part(*a, place), part(*b, place));
            let [a, b] = [inputs[*a], inputs[*b]].map(|input| simd.splat_f32s(input));
            for place in 0..SIDE_BY_SIDE {
                even[place] = simd.add_f32s(even[place], simd.mul_f32s(a, row[place]));
                odd[place] = simd.add_f32s(odd[place], simd.mul_f32s(b, next[place]));
            }
        }
        for last in last {
            let (row, last) = (part(*last, place), simd.splat_f32s(inputs[*last]));
            for place in 0..SIDE_BY_SIDE {
                even[place] = simd.add_f32s(even[place], simd.mul_f32s(last, row[place]));
            }
        }
        for place in 0..SIDE_BY_SIDE {
            sums[place] = simd.add_f32s(even[place], odd[place]);
        }
    }
    sums
}

/// The exponential of what is not above zero, by arithmetic that is the same everywhere and can be done side by side.
#[inline(always)]
fn exp(value: f32) -> f32 {
    /// Added to a small number it leaves the nearest whole one in the lowest bits.
    const ROUNDS: f32 = 12_582_912.0;
    let value = if value > -80.0 { value } else { -80.0 } * LOG2_E;
    let whole = value + ROUNDS;
    let part = value - (whole - ROUNDS);
    let series = [0.001_333_36, 0.009_618_13, 0.055_504_11, 0.240_226_5, LN_2, 1.0];
    let mut power = 0.0;
    for term in series {
        power = power * part + term;
    }
    power * f32::from_bits((whole.to_bits() << 23).wrapping_add(1.0_f32.to_bits()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Rng, SeedableRng};
    use pulp::Scalar;

    #[test]
    fn wide_registers_and_narrow_ones_give_the_same_to_the_last_bit() {
        let mut chance = crate::Chance::seed_from_u64(1);
        let net = super::super::net::house();
        let ready = Ready::new(net, &[1.0; GROUPS]);
        let worths = std::array::from_fn(|end| end as f32 / WIDE as f32);
        let (mut wide, mut narrow, mut from) = ([0.25; FIRST], [0.25; FIRST], [0; WORDS.len()]);
        for _ in 0..200 {
            // A few inputs of each word that has them; the narrowest has twelve.
            let to: Inputs = std::array::from_fn(|_| chance.next_u64() & chance.next_u64() & 0xfff);
            let by_wide = ready.mean(&mut wide, &from, &to, &worths);
            let mean = Mean { net: &ready, sum: &mut narrow, from: &from, to: &to, worths: &worths };
            assert_eq!(by_wide.to_bits(), mean.with_simd(Scalar).to_bits());
            from = to;
        }
        assert!((0.0..1.0).contains(&ready.mean(&mut wide, &from, &from, &worths)));
    }

    #[test]
    fn the_exponential_is_as_good_as_any() {
        for step in 0..8_000 {
            let value = -(step as f32) / 100.0;
            let expected = f64::from(value).exp();
            assert!((f64::from(exp(value)) / expected - 1.0).abs() < 1e-5, "{value}");
        }
        assert!(exp(-1e30) < 1e-30);
    }
}
