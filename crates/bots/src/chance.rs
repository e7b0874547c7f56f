use std::hash::{Hash, Hasher};

use game::{Rng, Seed, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Fast random numbers for thought: nobody's cards are dealt from them.
pub type Chance = Xoshiro256PlusPlus;

/// The chance of one decision: it follows from the bot's seed and what the bot is shown, so that the same question gets the same
/// answer, whatever was asked before and on whichever core.
pub(crate) fn of_decision(seed: Seed, seen: &impl Hash) -> Chance {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    seen.hash(&mut hasher);
    let mut bytes = [0; 32];
    seed.stream(game::Purpose(*b"thnk"), 0, 0).fill_bytes(&mut bytes);
    for (byte, key) in bytes.iter_mut().zip(hasher.finish().to_le_bytes().iter().cycle()) {
        *byte ^= key;
    }
    Chance::from_seed(bytes)
}

/// FNV-1a: unlike the hasher of the standard library it stays the same from one release of it to the next.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
