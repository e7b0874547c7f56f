use cards::Card as _;
use cards::french::{Set, WITHOUT_JOKERS};
use game::{Seed, below};
use kierki::{Action, Kierki, View};

use super::policy::Policy;
use super::rules::RuleOfThumb;
use super::spot::Spot;
use super::table::Table;
use crate::{Bot, Decision, chance};

/// Plays any legal card.
pub(super) struct Beginner {
    pub(super) seed: Seed,
}

impl Bot<Kierki> for Beginner {
    fn decide(&mut self, view: &View, legal: &[Action], _must: bool) -> Option<Decision<Action>> {
        let choice = below(&mut chance::of_decision(self.seed, view), legal.len().max(1) as u32);
        legal.get(choice as usize).copied().map(Decision::at_once)
    }
}

/// Plays by [`RuleOfThumb`], without chance.
pub(super) struct Casual;

impl Bot<Kierki> for Casual {
    fn decide(&mut self, view: &View, legal: &[Action], _must: bool) -> Option<Decision<Action>> {
        let table = Table::of(view);
        let played: Set = view.tricks.iter().flat_map(|trick| trick.cards.clone()).collect();
        let out = WITHOUT_JOKERS - played - view.hand;
        let spot =
            Spot { table: &table, hand: view.hand.mask(), out: out.mask(), playable: view.playable.mask() };
        let price = |Action::Play(card): &Action| RuleOfThumb.price(&spot, card.index() as u32);
        legal.iter().copied().min_by(|a, b| price(a).total_cmp(&price(b))).map(Decision::at_once)
    }
}
