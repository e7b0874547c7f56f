//! The net: how likely each end of the round is, from what a seat knows.

use std::sync::LazyLock;

use super::ends::ENDS;
use super::sight::{POINTS, PROGRESS, STANDING};
use crate::Chance;
use game::{Rng, SeedableRng};

/// The first layer's width.
pub(super) const FIRST: usize = 96;
/// The second layer's width.
pub(super) const SECOND: usize = 32;

/// The first input that stays for a round.
pub(super) const STAYS: usize = POINTS + PROGRESS.end - PROGRESS.start;
const INPUTS: usize = STAYS + STANDING;
/// Where each part of the weights begins: the first layer's rows, its biases, and so on.
pub(super) const BIAS1: usize = INPUTS * FIRST;
pub(super) const LAYER2: usize = BIAS1 + FIRST;
pub(super) const BIAS2: usize = LAYER2 + FIRST * SECOND;
pub(super) const LAYER3: usize = BIAS2 + SECOND;
pub(super) const BIAS3: usize = LAYER3 + SECOND * ENDS;
pub(super) const WEIGHTS: usize = BIAS3 + ENDS;

const MAGIC: &[u8; 8] = b"koikoi-1";

/// A layer before its activation.
pub(super) type Sum = [f32; FIRST];

/// The weights of a net, in one list.
#[derive(Clone)]
pub struct Net(pub(super) Vec<f32>);

/// Why bytes are no net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNet {
    /// Something else altogether.
    #[error("this is no file of weights for Koi-Koi of this version")]
    Magic,
    /// Cut short, or longer than it should be.
    #[error("a file of weights has {size} bytes, and this one has more or fewer", size = Net::FILE_SIZE)]
    Size,
    /// A number that no training gives.
    #[error("the file of weights is damaged")]
    Damaged,
}

/// The net that the house plays with.
pub(super) fn house() -> &'static Net {
    static HOUSE: LazyLock<Net> = LazyLock::new(|| {
        Net::from_bytes(include_bytes!("../../weights/koikoi.net"))
            .expect("the weights in the repository are sound")
    });
    &HOUSE
}

impl Net {
    /// So many bytes has the file of a net.
    pub const FILE_SIZE: usize = MAGIC.len() + 4 * LAYERS.len() + 2 * WEIGHTS;

    /// Small random weights to begin with.
    pub(super) fn new(seed: u64) -> Net {
        let mut chance = Chance::seed_from_u64(seed);
        let mut weights = vec![0.0; WEIGHTS];
        let mut fill = |range: std::ops::Range<usize>, width: f32| {
            for weight in &mut weights[range] {
                *weight = width * ((chance.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0);
            }
        };
        fill(0..BIAS1, 0.15);
        fill(LAYER2..BIAS2, 0.2);
        fill(LAYER3..BIAS3, 0.1);
        Net(weights)
    }

    fn row(&self, input: usize) -> &[f32] {
        &self.0[input * FIRST..][..FIRST]
    }

    /// The part of the first layer that stays for a round.
    pub(super) fn standing(&self, inputs: &[f32; STANDING]) -> Sum {
        let mut sum = [0.0; FIRST];
        sum.copy_from_slice(&self.0[BIAS1..LAYER2]);
        for (place, input) in inputs.iter().enumerate().filter(|(_, input)| **input != 0.0) {
            add(&mut sum, self.row(STAYS + place), *input);
        }
        sum
    }

    /// A small file: each weight as a 16-bit share of the greatest of its layer.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for layer in LAYERS {
            let greatest = self.0[layer.clone()].iter().fold(1e-9_f32, |most, weight| most.max(weight.abs()));
            bytes.extend(greatest.to_le_bytes());
            for weight in &self.0[layer] {
                bytes.extend(((weight / greatest * SHARES).round() as i16).to_le_bytes());
            }
        }
        bytes
    }

    /// The net of such a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Net, BadNet> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BadNet::Magic)?;
        if bytes.len() != Net::FILE_SIZE {
            return Err(BadNet::Size);
        }
        let mut weights = Vec::with_capacity(WEIGHTS);
        let mut rest = rest;
        for layer in LAYERS {
            let (greatest, shares) = rest.split_first_chunk::<4>().ok_or(BadNet::Damaged)?;
            let greatest = f32::from_le_bytes(*greatest);
            if !(greatest > 0.0 && greatest < 1e6) {
                return Err(BadNet::Damaged);
            }
            let (shares, after) = shares.split_at(2 * layer.len());
            let share = |pair: &[u8]| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / SHARES;
            weights.extend(shares.chunks_exact(2).map(|pair| greatest * share(pair)));
            rest = after;
        }
        Ok(Net(weights))
    }
}

const SHARES: f32 = 32767.0;
/// The rows and biases that share a scale in the file.
const LAYERS: [std::ops::Range<usize>; 3] = [0..LAYER2, LAYER2..LAYER3, LAYER3..WEIGHTS];

pub(super) fn add(sum: &mut [f32], row: &[f32], value: f32) {
    for (sum, weight) in sum.iter_mut().zip(row) {
        *sum += value * weight;
    }
}
