//! Players by simple rules.

use cards::hanafuda::{Card, Kind, Set};
use game::{Seed, Viewer, below};
use koikoi::yaku::{Context, yakus};
use koikoi::{Action, KoiKoi, Stage, View};

use crate::{Bot, Decision, chance};

/// Takes what is worth most at once, and calls koi-koi only early in a round for a small score.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// The same on a good day; on others it plays the first card that comes to hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forgetful {
    pub(super) seed: Seed,
}

/// How many actions of twenty a forgetful player does without a thought.
const THOUGHTLESS: u32 = 7;

impl Bot<KoiKoi> for Forgetful {
    fn decide(&mut self, view: &View, legal: &[Action], must: bool) -> Option<Decision<Action>> {
        let mut chance = chance::of_decision(self.seed, view);
        if below(&mut chance, 20) < THOUGHTLESS {
            let any = legal.get(below(&mut chance, legal.len().max(1) as u32) as usize);
            return any.copied().map(Decision::at_once);
        }
        Greedy.decide(view, legal, must)
    }
}

impl Bot<KoiKoi> for Greedy {
    fn decide(&mut self, view: &View, legal: &[Action], _must: bool) -> Option<Decision<Action>> {
        legal.iter().copied().max_by_key(|action| worth(view, *action)).map(Decision::at_once)
    }
}

/// How good an action looks.
fn worth(view: &View, action: Action) -> i32 {
    match action {
        Action::Play(card) => {
            let matches = view.takes(card);
            match matches.len() {
                0 => -keep_worth(card),
                3 if card.month().cards().contains_all(matches) => gain(view, matches | card.into()),
                // One of several can be had.
                _ => matches.iter().map(|one| gain(view, Set::from(one) | card.into())).max().unwrap_or(0),
            }
        }
        Action::Choose(option) => match view.stage {
            Stage::ChooseForHand(card) | Stage::ChooseForDrawn(card) => {
                gain(view, Set::from(option) | card.into())
            }
            Stage::Play | Stage::Decide | Stage::Over | Stage::NoDeck => 0,
        },
        Action::KoiKoi => i32::from(goes_on(view)),
        Action::Stop => i32::from(!goes_on(view)),
    }
}

fn goes_on(view: &View) -> bool {
    let (own, other) = (view.turn, view.turn.next(2));
    view.standing[own].stopping.points < 5 && view.hand.len() >= 5 && view.piles[other].len() < 10
}

/// What captured cards are worth: the yaku they complete above all.
fn gain(view: &View, captured: Set) -> i32 {
    let seat = match view.viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Spectator => view.turn,
    };
    let context = Context { called: view.calls[seat] > 0, cashing_out: false };
    let after = yakus(view.piles[seat] | captured, &view.rules, view.month, context).base();
    let rise = i32::from(after) - i32::from(view.standing[seat].base);
    20 * rise + captured.iter().map(keep_worth).sum::<i32>()
}

fn keep_worth(card: Card) -> i32 {
    match card.kind() {
        Kind::Light => 10,
        Kind::Animal if card == cards::hanafuda::CUP => 8,
        Kind::Animal => 4,
        Kind::Ribbon => 3,
        Kind::Chaff => 1,
    }
}
