//! Every preset keeps the contract of [`game::Game`], over thousands of seeded matches.
#![allow(clippy::unwrap_used)]

use game::Ruleset;
use game::check::check;
use koikoi::{KoiKoi, Rules};

/// One test per preset, so that they run side by side.
macro_rules! contract {
    ($($preset:ident)*) => {$(
        #[test]
        fn $preset() {
            let rules = Rules::preset(stringify!($preset)).unwrap();
            let report = check::<KoiKoi>(&rules, 2, 0..2_000).unwrap();
            assert_eq!(report.matches, 4_000);
            assert!(report.twins > 3 * report.twins_apart, "most twins could be compared: {report:?}");
            println!("{report:?}");
        }
    )*};
}

contract! { lightning quick months nintendo japan }

#[test]
fn a_state_is_small() {
    assert!(size_of::<KoiKoi>() < 128, "{} bytes", size_of::<KoiKoi>());
}
