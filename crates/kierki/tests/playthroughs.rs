//! Matches written out as people read them, in `playthroughs/*.txt`, and what they show together. Decks are the hands of each deal
//! (`N:`, `E:`, `S:`, `W:`); `crates/game/tests/shared/playthrough.rs` tells what else a file has.
#![allow(clippy::unwrap_used)]

#[path = "../../game/tests/shared/playthrough.rs"]
mod playthrough;

use cards::Card as _;
use cards::french::Card;
use game::Decks;
use kierki::Kierki;
use playthrough::{Playthrough, Written, playthroughs};

impl Written for Kierki {
    fn deal(decks: &mut Decks, key: &str, value: &str) -> bool {
        let cards = value.split(' ').filter_map(|code| Some(code.parse::<Card>().ok()?.index() as u8));
        match key {
            "N" => decks.orders.push(cards.collect()),
            "E" | "S" | "W" => decks.orders.last_mut().unwrap().extend(cards),
            _ => return false,
        }
        true
    }
}

#[test]
fn every_playthrough_goes_as_written() {
    playthrough::every_playthrough_goes_as_written::<Kierki>();
}

/// Together the files show every type, every refusal that play can meet, and every knob.
#[test]
fn nothing_is_left_out() {
    let all: Vec<Playthrough<Kierki>> = playthroughs();
    for kind in kierki::DealType::ALL {
        assert!(all.iter().any(|file| file.rules.deals.iter().any(|plan| plan.kind == kind)), "{kind}");
    }
    for told in [
        "for nothing",
        "for 1 point\n",
        "points\n",
        "all its points being taken",
        "wins the match",
        "share the first place",
        "no deck is left",
        "the match is over",
        "no deck was given",
        "not this seat's turn",
        "is not in this hand",
        "does not follow",
        "cannot be led",
        "(to be continued)",
    ] {
        assert!(all.iter().any(|file| file.text.contains(told)), "no file tells that {told:?}");
    }
    assert!(all.iter().any(|file| file.rules.traditional_scores));
}
