use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// All the chance of a match: 32 bytes, from which every deal follows.
///
/// Whoever knows the seed knows every hand, so it never prints by itself: `Debug` hides it, and [`Seed::to_hex`] says by
/// its name what it gives away.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// The random numbers of one deal: ChaCha8, keyed by the match's seed.
///
/// Eight rounds are one more than the best known attack on ChaCha reaches (and that one only on paper), and deal in half the
/// time that twenty take.
pub type Stream = ChaCha8Rng;

/// What a stream is for. Four ASCII letters, so that streams of different purposes never meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose(pub [u8; 4]);

impl Purpose {
    /// Who begins.
    pub const FIRST: Purpose = Purpose(*b"frst");
    /// A deal or redeal.
    pub const DEAL: Purpose = Purpose(*b"deal");
    /// A discard pile that becomes the draw pile again.
    pub const RESHUFFLE: Purpose = Purpose(*b"shuf");
}

impl Seed {
    /// The seed of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// A seed of fresh random bytes.
    pub fn random(rng: &mut impl Rng) -> Seed {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        Seed(bytes)
    }

    /// 64 hexadecimal digits that parse back.
    pub fn to_hex(&self) -> String {
        crate::hex::encode(&self.0)
    }

    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The stream for the `attempt`-th deal (from 0; redeals count up) of this purpose in this round.
    ///
    /// It is the ChaCha8 key stream of the original variant (64-bit block counter from 0, 64-bit nonce) with the seed
    /// as the key and `purpose · round · attempt` (4, 2 and 2 bytes, big-endian, read as one number) as the nonce.
    pub fn stream(&self, purpose: Purpose, round: u16, attempt: u16) -> Stream {
        let nonce =
            u64::from(u32::from_be_bytes(purpose.0)) << 32 | u64::from(round) << 16 | u64::from(attempt);
        let mut stream = ChaCha8Rng::from_seed(self.0);
        stream.set_stream(nonce);
        stream
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(hidden)")
    }
}

/// The seed whose last eight bytes are the number: for tests and for people who type.
impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[24..].copy_from_slice(&number.to_be_bytes());
        Seed(bytes)
    }
}

/// A text that is no seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seed is 64 hexadecimal digits, or a whole number below 2^64")]
pub struct BadSeed;

/// 64 hexadecimal digits, or a decimal number as a short form.
impl FromStr for Seed {
    type Err = BadSeed;

    fn from_str(text: &str) -> Result<Seed, BadSeed> {
        if let Some(bytes) = crate::hex::decode(text) {
            return Ok(Seed(bytes));
        }
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits { text.parse::<u64>().map(Seed::from).map_err(|_| BadSeed) } else { Err(BadSeed) }
    }
}

/// A number below `n`, each equally likely; `n` must not be 0.
///
/// The next 32 bits times `n`, without the lowest 32 bits; drawn again in the few cases that would favour some numbers
/// (Lemire's method).
#[inline]
pub fn below(rng: &mut impl Rng, n: u32) -> u32 {
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(n);
        let low = product as u32;
        if low >= n || low >= n.wrapping_neg() % n {
            return (product >> 32) as u32;
        }
    }
}

/// Puts the items into an order drawn uniformly from all orders: from the last place down to the second, the item there
/// changes places with one at or before it.
#[inline]
pub fn shuffle<T>(items: &mut [T], rng: &mut impl Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_seeds() {
        let seed = Seed::from(258);
        assert!(seed.to_hex().ends_with("0102"));
        assert_eq!(seed.to_hex().parse(), Ok(seed));
        assert_eq!("258".parse(), Ok(seed));
        for text in ["", "-1", "+1", "abc", "18446744073709551616", &"g".repeat(64), &"a".repeat(65)] {
            assert_eq!(text.parse::<Seed>(), Err(BadSeed), "{text:?}");
        }
        assert_eq!(format!("{seed:?}"), "Seed(hidden)");
    }

    /// The first bytes of streams, computed by an independent ChaCha8 implementation: the deals of every match ever
    /// played hang on them.
    #[test]
    fn streams_never_change() {
        let mut bytes = [0; 8];
        Seed::from(0).stream(Purpose([0; 4]), 0, 0).fill_bytes(&mut bytes);
        assert_eq!(
            bytes,
            [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6],
            "the published zero-key test vector"
        );
        let mut order: Vec<u8> = (0..10).collect();
        shuffle(&mut order, &mut Seed::from(1).stream(Purpose::DEAL, 1, 0));
        assert_eq!(order, [3, 1, 6, 2, 5, 8, 0, 7, 9, 4]);
    }

    #[test]
    fn streams_differ_by_purpose_round_and_attempt() {
        let first = |purpose, round, attempt| Seed::from(7).stream(purpose, round, attempt).next_u64();
        let numbers = [
            first(Purpose::DEAL, 0, 0),
            first(Purpose::DEAL, 1, 0),
            first(Purpose::DEAL, 0, 1),
            first(Purpose::FIRST, 0, 0),
        ];
        for (i, a) in numbers.iter().enumerate() {
            assert!(!numbers[..i].contains(a));
        }
    }

    #[test]
    fn shuffles_are_fair() {
        let mut rng = Seed::from(3).stream(Purpose::DEAL, 0, 0);
        let mut counts = [[0_i32; 5]; 5];
        for _ in 0..50_000 {
            let mut items = [0, 1, 2, 3, 4];
            shuffle(&mut items, &mut rng);
            items.iter().enumerate().for_each(|(place, item)| counts[place][*item as usize] += 1);
        }
        assert!(counts.as_flattened().iter().all(|count| (count - 10_000).abs() < 500), "{counts:?}");
    }
}
