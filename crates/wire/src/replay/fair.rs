//! How a seed came about, as files tell it: docs/fairness.md.

use game::{BadSeed, Commitment, Entropy, FairDeal, Seats};
use serde::{Deserialize, Serialize};

/// What a file says of how its seed came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fair {
    /// What the house is said to have published before the deal.
    pub commitment: Commitment,
    /// What the seed is said to be made of.
    pub deal: FairDeal,
}

/// How a seed came about, as it is written.
#[derive(Serialize, Deserialize)]
pub(super) struct FairText {
    number: u32,
    commitment: Commitment,
    secret: String,
    entropy: Seats<Option<Entropy>>,
}

impl From<&FairDeal> for Fair {
    fn from(deal: &FairDeal) -> Fair {
        Fair { commitment: deal.commitment(), deal: deal.clone() }
    }
}

impl From<&Fair> for FairText {
    fn from(fair: &Fair) -> FairText {
        let FairDeal { number, secret, entropy } = &fair.deal;
        let (secret, entropy) = (secret.to_hex(), entropy.clone());
        FairText { number: *number, commitment: fair.commitment, secret, entropy }
    }
}

impl TryFrom<FairText> for Fair {
    type Error = BadSeed;

    fn try_from(text: FairText) -> Result<Fair, BadSeed> {
        let FairText { number, commitment, secret, entropy } = text;
        Ok(Fair { commitment, deal: FairDeal { number, secret: secret.parse()?, entropy } })
    }
}
