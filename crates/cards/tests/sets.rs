//! Sets behave like sets of cards, whatever the mask.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use cards::{Card, Set, french, hanafuda};
use proptest::prelude::*;

fn any_set<C: Card>() -> impl Strategy<Value = Set<C>> {
    any::<u64>().prop_map(|mask| Set::from_mask(mask) & Set::ALL)
}

fn agrees<C: Card + serde::de::DeserializeOwned>(a: Set<C>, b: Set<C>) {
    let (x, y): (BTreeSet<C>, BTreeSet<C>) = (a.iter().collect(), b.iter().collect());
    assert!(a.iter().eq(x.iter().copied()), "ascending");
    assert_eq!(a.len(), x.len());
    assert_eq!(a.iter().len(), x.len());
    assert_eq!((a | b).iter().collect::<BTreeSet<_>>(), &x | &y);
    assert_eq!((a & b).iter().collect::<BTreeSet<_>>(), &x & &y);
    assert_eq!((a - b).iter().collect::<BTreeSet<_>>(), &x - &y);
    assert_eq!(a.contains_all(b), y.is_subset(&x));
    assert_eq!((!a).len(), C::COUNT - x.len());
    assert_eq!(a.to_string().parse(), Ok(a));
    let json = serde_json::to_string(&a).unwrap();
    assert_eq!(serde_json::from_str::<Set<C>>(&json).unwrap(), a);
}

proptest! {
    #[test]
    fn hanafuda_sets_are_sets(a in any_set::<hanafuda::Card>(), b in any_set()) {
        agrees(a, b);
    }

    #[test]
    fn french_sets_are_sets(a in any_set::<french::Card>(), b in any_set()) {
        agrees(a, b);
    }
}

#[test]
fn a_mask_beyond_the_deck_is_refused() {
    assert_eq!(hanafuda::Set::try_from_mask(1 << 48), None);
    assert_eq!(french::Set::try_from_mask(1 << 54), None);
    assert_eq!(french::Set::try_from_mask(1 << 53), Some(french::JOKER_BLACK.into()));
}

#[test]
fn a_list_with_a_card_twice_is_refused() {
    let twice = serde_json::from_str::<hanafuda::Set>(r#"["9-cup","9-cup"]"#).unwrap_err();
    assert!(twice.to_string().contains("`9-cup` is there twice"), "{twice}");
}
