//! What a playthrough shows, and what all of them together have to.

use std::collections::BTreeSet;

use cards::hanafuda::{Card, LIGHTNING, Month, Set};
use game::Seat;
use koikoi::event::{Decision, Ending, RoundResult};
use koikoi::{Event, Factor, Luck, Rules, Where};

const ALL: &str = "lightning quick months nintendo japan";

/// Presets, and what each of them has to show.
pub(crate) const REQUIRED: &[(&str, &[&str])] = &[
    (
        ALL,
        &[
            "five lights",
            "dry four lights",
            "rainy four lights",
            "three lights",
            "boar-deer-butterfly",
            "poetry ribbons",
            "blue ribbons",
            "animals",
            "ribbons",
            "chaff",
            "cherry viewing",
            "moon viewing",
            "no factor",
            "the last card forces a stop",
            "one of two chosen for a card from the hand",
            "one of two chosen for a drawn card",
            "one taken by a card from the hand",
            "one taken by a drawn card",
            "a card stays on the field",
            "koi-koi call 1",
            "after a win of the dealer the same one deals",
            "after a win of the other one the dealer changes",
            "decks run out",
        ],
    ),
    ("lightning quick months", &["four of a month"]),
    ("nintendo japan", &["poetry and blue ribbons"]),
    ("lightning", &["no chaff"]),
    (
        "lightning months",
        &[
            "four in hand scores",
            "four pairs in hand score",
            "both hands lucky, both score",
            "a lucky hand before a lucky field",
            "after one lucky hand its holder deals",
            "after two lucky hands the same one deals",
            "a card refused, since another one captures",
        ],
    ),
    ("lightning", &["both hands lucky, a tie"]),
    ("quick nintendo japan", &["four in hand is dealt again"]),
    ("quick nintendo", &["four pairs in hand are dealt again"]),
    ("japan", &["four pairs in hand are played", "four pairs on the field are played"]),
    ("lightning quick nintendo japan", &["four on the field are dealt again"]),
    ("lightning quick nintendo", &["four pairs on the field are dealt again"]),
    ("nintendo", &["three on the field are dealt again"]),
    ("lightning quick months japan", &["three on the field are played"]),
    (
        "months",
        &[
            "four on the field: void",
            "four pairs on the field: void",
            "after a void round the dealer changes",
        ],
    ),
    // Where three of a month on the field are dealt again there never are three: a third one takes one of two.
    ("lightning quick months japan", &["three taken by a card from the hand", "three taken by a drawn card"]),
    ("lightning quick months nintendo", &["run out, nobody scores", "a drawn match"]),
    ("lightning quick japan", &["after a run-out the same one deals"]),
    ("japan", &["run out, the dealer gets 1", "the match ends early at 0", "the match ends early below 0"]),
    ("months nintendo", &["after a run-out the dealer changes"]),
    ("lightning months nintendo", &["x2 for 7 or more", "x2 for the opponent's koi-koi", "both doublings"]),
    ("quick", &["x2 for the koi-koi calls", "x3 for the koi-koi calls", "x5 for the koi-koi calls"]),
    ("japan", &["+1 for own koi-koi calls", "+2 for own koi-koi calls", "+3 for own koi-koi calls"]),
    ("japan", &["x2 for own koi-koi calls", "x3 for own koi-koi calls"]),
    ("quick japan", &["koi-koi call 2", "koi-koi call 3", "koi-koi call 4"]),
    ("quick", &["koi-koi calls of both"]),
    ("months nintendo", &["the own koi-koi forces a stop", "the opponent's koi-koi forces a stop"]),
    ("months", &["equal months drawn for the first deal", "the earlier month deals"]),
    (
        "lightning",
        &[
            "lightning from the hand takes a card of another month",
            "lightning from the draw pile takes a card of another month",
            "lightning takes three Novembers, one of them chosen",
            "lightning takes the only card",
            "lightning stays on an empty field",
            "lightning on the field is taken by a November",
            "rain ends a viewing and no decision arises",
        ],
    ),
];

/// Learns from the events of one playthrough.
pub(crate) struct Facts {
    pub(crate) shown: BTreeSet<String>,
    rules: Rules,
    dealt: Option<([Set; 2], Set)>,
    field: Set,
    piles: [Set; 2],
    calls: [u8; 2],
    drawing: bool,
    chosen: usize,
    /// Rain has ended a viewing in this turn, and no decision has arisen from it so far.
    rained: bool,
    last: Option<RoundResult>,
}

impl Facts {
    pub(crate) fn new(rules: &Rules) -> Facts {
        Facts {
            shown: BTreeSet::new(),
            rules: rules.clone(),
            dealt: None,
            field: Set::EMPTY,
            piles: [Set::EMPTY; 2],
            calls: [0; 2],
            drawing: false,
            chosen: 0,
            rained: false,
            last: None,
        }
    }

    fn show(&mut self, fact: impl Into<String>) {
        self.shown.insert(fact.into());
    }

    pub(crate) fn learn(&mut self, event: &Event) {
        match event {
            Event::DealerDrawn { cards } => {
                let months: BTreeSet<u8> = cards.iter().map(|(_, card)| card.month().number()).collect();
                self.show(if months.len() == 1 {
                    "equal months drawn for the first deal"
                } else {
                    "the earlier month deals"
                });
            }
            Event::RoundBegan { dealer, .. } => self.next_dealer(*dealer),
            Event::Dealt { hands, field } => {
                let hands = [0, 1].map(|seat| hands[Seat::new(seat).unwrap()].unwrap());
                self.dealt = Some((hands, *field));
                (self.field, self.piles, self.calls) = (*field, [Set::EMPTY; 2], [0; 2]);
            }
            Event::Misdealt { luck, place } => {
                let place = if *place == Where::Field { "on the field" } else { "in hand" };
                self.show(match luck {
                    Luck::Four(_) if place == "in hand" => "four in hand is dealt again".to_owned(),
                    Luck::Four(_) => format!("four {place} are dealt again"),
                    Luck::Pairs => format!("four pairs {place} are dealt again"),
                    Luck::Three(_) => format!("three {place} are dealt again"),
                });
            }
            Event::Played { .. } => {
                self.played_on();
                if std::mem::take(&mut self.rained) {
                    self.show("rain ends a viewing and no decision arises");
                }
                (self.drawing, self.chosen) = (false, 0);
            }
            Event::Drawn { .. } => (self.drawing, self.chosen) = (true, 0),
            Event::ChoiceArose { options, .. } => self.chosen = options.len(),
            Event::Laid { card, .. } => {
                self.show("a card stays on the field");
                if self.rules.wild_lightning && *card == LIGHTNING && self.field.is_empty() {
                    self.show("lightning stays on an empty field");
                }
                self.field.insert(*card);
            }
            Event::Captured { seat, card, taken } => self.captured(*seat, *card, *taken),
            Event::YakuMade { seat, yaku, decision, .. } => {
                self.rained = false;
                yaku.iter().for_each(|made| self.show(made.yaku.english()));
                match decision {
                    Decision::Open => {}
                    Decision::HandEmpty => self.show("the last card forces a stop"),
                    Decision::AlreadyCalled if self.calls[seat.index()] > 0 => {
                        self.show("the own koi-koi forces a stop");
                    }
                    Decision::AlreadyCalled => self.show("the opponent's koi-koi forces a stop"),
                }
            }
            Event::KoiKoi { seat, calls } => {
                self.calls[seat.index()] = *calls;
                self.show(format!("koi-koi call {calls}"));
                if self.calls.iter().all(|calls| *calls > 0) {
                    self.show("koi-koi calls of both");
                }
            }
            Event::Stopped { .. } => self.show("stop"),
            Event::RoundEnded(result) => self.round_ended(result),
            Event::MatchEnded { outcome } => {
                let least = outcome.scores.iter().map(|(_, score)| *score).min().unwrap();
                let early = self.last.as_ref().is_some_and(|last| last.round < self.rules.rounds);
                match outcome.winner() {
                    None => self.show("a drawn match"),
                    Some(_) if early && least == 0 => self.show("the match ends early at 0"),
                    Some(_) if early => self.show("the match ends early below 0"),
                    Some(_) => self.show("a match won"),
                }
            }
            Event::DecksRanOut { .. } => self.show("decks run out"),
        }
    }

    /// The first card of a round: whatever luck the deal had did not matter.
    fn played_on(&mut self) {
        let Some((hands, field)) = self.dealt.take() else { return };
        let count =
            |set: Set, n: usize| Month::all().filter(|month| (set & month.cards()).len() == n).count();
        if hands.iter().any(|hand| count(*hand, 2) == 4) {
            self.show("four pairs in hand are played");
        }
        if count(field, 2) == 4 {
            self.show("four pairs on the field are played");
        }
        if count(field, 3) > 0 {
            self.show("three on the field are played");
        }
    }

    fn captured(&mut self, seat: Seat, card: Card, taken: Set) {
        let (from, by) = if self.drawing {
            ("the draw pile", "a drawn card")
        } else {
            ("the hand", "a card from the hand")
        };
        self.show(if taken.len() == 3 {
            format!("three taken by {by}")
        } else {
            format!("one taken by {by}")
        });
        if self.chosen == 2 {
            self.show(format!("one of two chosen for {by}"));
        }
        if self.rules.wild_lightning {
            let november = card.month().cards().contains_all(taken);
            if card == LIGHTNING && !november {
                self.show(format!("lightning from {from} takes a card of another month"));
            }
            if card == LIGHTNING && taken.len() == 3 && self.chosen > 3 {
                self.show("lightning takes three Novembers, one of them chosen");
            }
            if card == LIGHTNING && self.field.len() == 1 {
                self.show("lightning takes the only card");
            }
            if taken.contains(LIGHTNING) {
                self.show("lightning on the field is taken by a November");
            }
        }
        let pile = &mut self.piles[seat.index()];
        let before = *pile;
        *pile |= taken | card.into();
        self.field -= taken;
        let viewing = |pile: Set| {
            pile.contains(cards::hanafuda::CUP) && pile.contains(cards::hanafuda::CURTAIN)
                || pile.contains(cards::hanafuda::CUP) && pile.contains(cards::hanafuda::MOON)
        };
        let rain: Set = [LIGHTNING, cards::hanafuda::RAIN_MAN].into_iter().collect();
        let rains =
            self.rules.rain_blocks_viewing && (before & rain).is_empty() && !(*pile & rain).is_empty();
        self.rained |= rains && viewing(before);
    }

    fn round_ended(&mut self, result: &RoundResult) {
        match &result.ending {
            Ending::Won { score, .. } => {
                score.yaku.iter().for_each(|made| self.show(made.yaku.english()));
                score.factors.iter().for_each(|factor| self.show(factor.to_string()));
                if score.factors.is_empty() {
                    self.show("no factor");
                }
                if score.factors.contains(&Factor::OpponentCalled) && score.factors.len() == 2 {
                    self.show("both doublings");
                }
            }
            Ending::LuckyHands { hands } => {
                let lucky: Vec<Luck> = hands.iter().filter_map(|(_, luck)| *luck).collect();
                for luck in &lucky {
                    self.show(match luck {
                        Luck::Four(_) => "four in hand scores",
                        _ => "four pairs in hand score",
                    });
                }
                if lucky.len() == 2 {
                    let scored = result.points.iter().any(|(_, points)| *points > 0);
                    self.show(if scored {
                        "both hands lucky, both score"
                    } else {
                        "both hands lucky, a tie"
                    });
                }
                let field = self.dealt.map_or(Set::EMPTY, |(_, field)| field);
                if Month::all().any(|month| field.contains_all(month.cards())) {
                    self.show("a lucky hand before a lucky field");
                }
            }
            Ending::Void { luck } => self.show(match luck {
                Luck::Four(_) => "four on the field: void",
                _ => "four pairs on the field: void",
            }),
            Ending::RanOut => {
                let dealer = result.points[result.dealer];
                self.show(match dealer {
                    0 => "run out, nobody scores".to_owned(),
                    points => format!("run out, the dealer gets {points}"),
                });
            }
        }
        self.last = Some(result.clone());
    }

    fn next_dealer(&mut self, dealer: Seat) {
        let Some(last) = &self.last else { return };
        let turns = if dealer == last.dealer { "the same one deals" } else { "the dealer changes" };
        let fact = match &last.ending {
            Ending::Won { winner, .. } if *winner == last.dealer => {
                format!("after a win of the dealer {turns}")
            }
            Ending::Won { .. } => format!("after a win of the other one {turns}"),
            Ending::LuckyHands { hands } => match hands.iter().filter(|(_, luck)| luck.is_some()).count() {
                2 => format!("after two lucky hands {turns}"),
                _ if hands[dealer].is_some() => "after one lucky hand its holder deals".to_owned(),
                _ => "after one lucky hand the other one deals".to_owned(),
            },
            Ending::Void { .. } => format!("after a void round {turns}"),
            Ending::RanOut => format!("after a run-out {turns}"),
        };
        self.show(fact);
    }
}
