//! Deals whose chance nobody makes alone: docs/fairness.md.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use crate::{Seats, Seed, hex};

/// What each hash begins with, so that none can be taken for another.
const COMMITMENT: &[u8] = b"tefuda commitment 1\n";
const SEED: &[u8] = b"tefuda seed 1\n";

/// All that the chance of a match is made of: what the house has drawn, and what players have added.
///
/// The house publishes the [commitment](FairDeal::commitment) first, so that it cannot choose its secret by what players add; they know
/// nothing of the secret, so that they cannot choose what to add by it. If one of them is honest, nobody has chosen the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FairDeal {
    /// Which match of its table, from 1.
    pub number: u32,
    /// What the house has drawn.
    pub secret: Seed,
    /// What each seat has added.
    pub entropy: Seats<Option<Entropy>>,
}

impl FairDeal {
    /// What binds the house to its secret, and tells nothing of it.
    pub fn commitment(&self) -> Commitment {
        let hash = Sha256::new_with_prefix(COMMITMENT);
        let hash = hash.chain_update(self.number.to_be_bytes()).chain_update(self.secret.bytes());
        Commitment(hash.finalize().into())
    }

    /// The seed of all deals of the match: the secret itself if nobody has added anything.
    pub fn seed(&self) -> Seed {
        if self.entropy.iter().all(|(_, entropy)| entropy.is_none()) {
            return self.secret;
        }
        let mut hash = Sha256::new_with_prefix(SEED);
        hash.update(self.number.to_be_bytes());
        hash.update(self.secret.bytes());
        hash.update([self.entropy.len() as u8]);
        for (_, entropy) in self.entropy.iter() {
            let bytes = entropy.as_ref().map_or(&[][..], |entropy| &entropy.0);
            hash.update([bytes.len() as u8]);
            hash.update(bytes);
        }
        Seed::new(hash.finalize().into())
    }
}

/// A hash that was published before a deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is no commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a commitment is 64 hexadecimal digits")]
pub struct BadCommitment;

impl FromStr for Commitment {
    type Err = BadCommitment;

    fn from_str(text: &str) -> Result<Commitment, BadCommitment> {
        hex::decode(text).map(Commitment).ok_or(BadCommitment)
    }
}

cards::serde_as_text!(Commitment);

/// What a player adds to the chance of a match. Until the match is over it is nobody else's business, so `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Entropy(Box<[u8]>);

impl Entropy {
    /// The most bytes.
    pub const LONGEST: usize = 64;

    /// These bytes, 1 to 64 of them.
    pub fn new(bytes: impl Into<Box<[u8]>>) -> Result<Entropy, BadEntropy> {
        let bytes = bytes.into();
        if (1..=Entropy::LONGEST).contains(&bytes.len()) { Ok(Entropy(bytes)) } else { Err(BadEntropy) }
    }

    /// The hexadecimal digits, which parse back.
    pub fn to_hex(&self) -> String {
        hex::encode(&self.0)
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Entropy(hidden)")
    }
}

/// A text that is no entropy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entropy is 1 to {} bytes as hexadecimal digits", Entropy::LONGEST)]
pub struct BadEntropy;

impl FromStr for Entropy {
    type Err = BadEntropy;

    fn from_str(text: &str) -> Result<Entropy, BadEntropy> {
        Entropy::new(hex::decode_all(text).ok_or(BadEntropy)?)
    }
}

impl Serialize for Entropy {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.to_hex())
    }
}

impl<'de> Deserialize<'de> for Entropy {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(entropy: &[&str]) -> FairDeal {
        let given = |text: &&str| (!text.is_empty()).then(|| text.parse().unwrap());
        let entropy = Seats::from_fn(entropy.len(), |seat| given(&entropy[seat.index()]));
        FairDeal { number: 1, secret: Seed::from(7), entropy }
    }

    #[test]
    fn without_entropy_the_secret_deals() {
        assert_eq!(deal(&["", ""]).seed(), Seed::from(7));
        assert_ne!(deal(&["00", ""]).seed(), Seed::from(7));
    }

    #[test]
    fn whatever_differs_makes_another_seed() {
        let deals = [&["0102", ""][..], &["01", "02"], &["", "0102"], &["02", "01"], &["0102", "", ""]];
        let mut seeds: Vec<Seed> = deals.iter().map(|entropy| deal(entropy).seed()).collect();
        let first = deal(deals[0]);
        seeds.push(FairDeal { number: 2, ..first.clone() }.seed());
        seeds.push(FairDeal { secret: Seed::from(8), ..first.clone() }.seed());
        for (i, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(seed), "{i}");
        }
        assert_ne!(FairDeal { number: 2, ..first.clone() }.commitment(), first.commitment());
        assert_ne!(FairDeal { secret: Seed::from(8), ..first.clone() }.commitment(), first.commitment());
        assert_eq!(deal(deals[1]).commitment(), first.commitment(), "it was published before");
    }

    #[test]
    fn texts_of_entropy() {
        let entropy: Entropy = "00fF".parse().unwrap();
        assert_eq!(entropy.to_hex(), "00ff");
        assert_eq!(format!("{entropy:?}"), "Entropy(hidden)");
        assert!("ab".repeat(64).parse::<Entropy>().is_ok());
        for text in ["", "0", "0g", "é0", "0x00", &"ab".repeat(65)] {
            assert_eq!(text.parse::<Entropy>(), Err(BadEntropy), "{text:?}");
        }
    }
}
