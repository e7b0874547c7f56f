//! The contract of [`game::Game`], over thousands of seeded matches.
#![allow(clippy::unwrap_used)]

use game::check::check;
use kaboom::{Kaboom, Rules};

#[test]
fn two() {
    let rules = Rules::preset("standard").unwrap();
    let report = check::<Kaboom>(&rules, 2, 0..200).unwrap();
    println!("{report:?}");
}
