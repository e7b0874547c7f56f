//! How the net learns: temporal differences, and steps down the gradient.

use pulp::{Arch, Simd, WithSimd};

use super::ends::ENDS;
use super::net::{BIAS1, BIAS2, BIAS3, FIRST, LAYER2, LAYER3, Net, SECOND, STAYS, WEIGHTS};
use super::ready::Ready;
use super::sight::{GROUPS, Inputs, POINTS, PROGRESS, STANDING, WORDS};

/// How far a lesson looks to the round's end rather than to the next position.
pub(super) const LAMBDA: f32 = 0.8;
const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;

/// A round as one seat saw it. Its positions learn from what the net makes of the next one, mixed with how the round ended.
pub(super) struct Lesson {
    pub(super) standing: [f32; STANDING],
    pub(super) points: [f32; GROUPS],
    pub(super) positions: Vec<Inputs>,
    pub(super) end: usize,
}

/// A lesson for a net.
pub(super) struct Learn<'a> {
    pub(super) net: &'a Net,
    pub(super) lesson: &'a Lesson,
    pub(super) gradient: &'a mut [f32],
}

impl WithSimd for Learn<'_> {
    type Output = f32;

    /// Adds the lesson's gradient, and gives the sum of its positions' surprise at the end.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f32 {
        let Learn { net, lesson, gradient } = self;
        struct Thought {
            first: [f32; FIRST],
            second: [f32; SECOND],
            ends: [f32; ENDS],
        }
        let rows = Ready::new(net, &lesson.points);
        let (mut sum, mut near) = (net.standing(&lesson.standing), [0; WORDS.len()]);
        let thought = |inputs: &Inputs| {
            rows.turn(simd, &mut sum, &near, inputs);
            near = *inputs;
            let first = sum;
            let second = rows.second(simd, &first);
            let likely = rows.ends(simd, &second);
            let all: f32 = likely.iter().sum();
            Thought { first, second, ends: std::array::from_fn(|end| likely[end] / all) }
        };
        let thoughts: Vec<Thought> = lesson.positions.iter().map(thought).collect();
        let mut target = [0.0; ENDS];
        target[lesson.end] = 1.0;
        let mut loss = 0.0;
        let mut through = [0.0; FIRST];
        for (place, (inputs, thought)) in lesson.positions.iter().zip(&thoughts).enumerate().rev() {
            loss -= thought.ends[lesson.end].max(1e-9).ln();
            let mut wrong = thought.ends;
            wrong.iter_mut().zip(&target).for_each(|(end, target)| *end -= target);
            // Back through the third layer.
            let mut wrong2 = [0.0; SECOND];
            add(&mut gradient[BIAS3..], &wrong, 1.0);
            for (place, value) in thought.second.iter().enumerate().filter(|(_, value)| **value > 0.0) {
                let row = LAYER3 + place * ENDS;
                add(&mut gradient[row..row + ENDS], &wrong, *value);
                wrong2[place] = dot(&net.0[row..row + ENDS], &wrong);
            }
            // Through the second.
            let mut wrong1 = [0.0; FIRST];
            add(&mut gradient[BIAS2..LAYER3], &wrong2, 1.0);
            for (place, value) in thought.first.iter().enumerate().filter(|(_, value)| **value > 0.0) {
                let row = LAYER2 + place * SECOND;
                add(&mut gradient[row..row + SECOND], &wrong2, *value);
                wrong1[place] = dot(&net.0[row..row + SECOND], &wrong2);
            }
            // And to the inputs: one that is on for a while learns what has come together from its first position on, less what
            // had from the position after its last.
            add(&mut through, &wrong1, 1.0);
            let before = place.checked_sub(1).map_or([0; WORDS.len()], |before| lesson.positions[before]);
            for ((first, now), before) in WORDS.into_iter().zip(inputs).zip(before) {
                for (mut bits, sign) in [(now & !before, 1.0), (before & !now, -1.0)] {
                    while bits != 0 {
                        let input = first + bits.trailing_zeros() as usize;
                        add(&mut gradient[input * FIRST..][..FIRST], &through, sign);
                        if PROGRESS.contains(&input) {
                            let place = input - PROGRESS.start;
                            let points = sign * lesson.points[place / 6 % GROUPS];
                            add(&mut gradient[(POINTS + place) * FIRST..][..FIRST], &through, points);
                        }
                        bits &= bits - 1;
                    }
                }
            }
            target
                .iter_mut()
                .zip(&thought.ends)
                .for_each(|(target, end)| *target = LAMBDA * *target + (1.0 - LAMBDA) * end);
        }
        for (place, input) in lesson.standing.iter().enumerate().filter(|(_, input)| **input != 0.0) {
            add(&mut gradient[(STAYS + place) * FIRST..][..FIRST], &through, *input);
        }
        add(&mut gradient[BIAS1..LAYER2], &through, 1.0);
        loss
    }
}

#[inline(always)]
fn add(sum: &mut [f32], row: &[f32], value: f32) {
    for (sum, weight) in sum.iter_mut().zip(row) {
        *sum += value * weight;
    }
}

#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    let (a, b) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a.zip(b) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// Steps whose size follows from each weight's own history.
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(super) fn new() -> Adam {
        Adam { mean: vec![0.0; WEIGHTS], square: vec![0.0; WEIGHTS], steps: 0 }
    }

    pub(super) fn step(&mut self, weights: &mut [f32], gradient: &[f32], count: f32, rate: f32) {
        self.steps += 1;
        let rate = rate * (1.0 - KEEP_SQUARE.powi(self.steps)).sqrt() / (1.0 - KEEP_MEAN.powi(self.steps));
        Arch::new().dispatch(Step { adam: self, weights, gradient, count, rate });
    }
}

/// A step of [`Adam`].
struct Step<'a> {
    adam: &'a mut Adam,
    weights: &'a mut [f32],
    gradient: &'a [f32],
    count: f32,
    rate: f32,
}

impl WithSimd for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let moments = self.adam.mean.iter_mut().zip(&mut self.adam.square);
        for ((weight, gradient), (mean, square)) in self.weights.iter_mut().zip(self.gradient).zip(moments) {
            let gradient = gradient / self.count;
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * gradient;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * gradient * gradient;
            *weight -= self.rate * *mean / (square.sqrt() + 1e-7);
        }
    }
}
